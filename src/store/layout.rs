//! Where the words of each variable stand in a store.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use crate::domain::Domain;

/// Where the words of each variable stand; made once a model, shared by its stores.
///
/// A *narrow* variable (its values span at most 64) is one word: bit `b` is the value `base + b`.
/// A *wide* one has its bounds in that word, as two 32-bit offsets from `base`, and a bitmap of the
/// whole span in further words; bits outside the bounds are stale and never looked at. So the first
/// `vars.len()` words are always one a variable. A *sparse* one spans more than [`MAX_BITMAP`]: words for
/// what is gone between its bounds are [made](super::sparse) where something goes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    pub(super) vars: Vec<Place>,
    /// The variable of each word behind the first `vars.len()`; `u32::MAX` where it is inner state.
    pub(super) owners: Vec<u32>,
    pub(super) flags: usize,
    /// Where the words of each constraint begin; one more than there are constraints.
    pub(super) memory: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    base: i32,
    /// The first word of the bitmap, 0 for a narrow variable, [`SPARSE`] for a sparse one.
    pub(super) bitmap: u32,
}

const SPARSE: u32 = u32::MAX;

/// The widest span of values that is kept as a bitmap: 8 KiB of bits.
pub(crate) const MAX_BITMAP: u64 = 1 << 16;

/// How much all domains may take: 2²⁷ words, 1 GiB. Each search has a copy.
pub(crate) const MAX_WORDS: u64 = 1 << 27;

impl Layout {
    /// Places `domains`, each with its base, and returns their first words beside the layout.
    /// A bit a constraint, and the words that each keeps, are inner state, all zero.
    pub(super) fn new(domains: &[(i32, &Domain)], memory: &[usize]) -> (Layout, Vec<u64>) {
        let n = domains.len();
        let mut layout = Layout::default();
        let mut words = alloc::vec![0; n];
        for (v, &(base, domain)) in domains.iter().enumerate() {
            let offset = |value: i32| (i64::from(value) - i64::from(base)) as u64;
            let hi = domain.max().map_or(0, offset);
            if hi < 64 {
                layout.vars.push(Place { base, bitmap: 0 });
                let run = |range: RangeInclusive<i32>| {
                    u64::MAX << offset(*range.start()) & u64::MAX >> (63 - offset(*range.end()))
                };
                words[v] = domain.ranges().fold(0, |bits, range| bits | run(range));
            } else if hi >= MAX_BITMAP {
                layout.vars.push(Place { base, bitmap: SPARSE });
                words[v] = pack(domain.min().map_or(0, offset) as u32, hi as u32);
            } else {
                layout.vars.push(Place { base, bitmap: words.len() as u32 });
                words[v] = pack(domain.min().map_or(0, offset) as u32, hi as u32);
                let start = words.len();
                words.resize(start + hi as usize / 64 + 1, 0);
                for range in domain.ranges() {
                    set_run(&mut words[start..], offset(*range.start()), offset(*range.end()));
                }
                layout.owners.resize(words.len() - n, v as u32);
            }
        }
        layout.flags = words.len();
        words.resize(words.len() + memory.len().div_ceil(64), 0);
        layout.memory.push(words.len() as u32);
        for own in memory {
            words.resize(words.len() + own, 0);
            layout.memory.push(words.len() as u32);
        }
        layout.owners.resize(words.len() - n, u32::MAX);
        (layout, words)
    }

    /// How many variables there are.
    pub(crate) fn len(&self) -> usize {
        self.vars.len()
    }

    /// The value that stands for bit 0 of a variable.
    pub(crate) fn base(&self, v: usize) -> i32 {
        self.vars[v].base
    }

    pub(crate) fn is_narrow(&self, v: usize) -> bool {
        self.vars[v].bitmap == 0
    }

    pub(super) fn is_sparse(&self, v: usize) -> bool {
        self.vars[v].bitmap == SPARSE
    }

    /// How many words there are from the start.
    pub(super) fn words(&self) -> usize {
        self.vars.len() + self.owners.len()
    }
}

/// Sets the bits `from..=to` of a bitmap.
pub(super) fn set_run(bitmap: &mut [u64], from: u64, to: u64) {
    let (first, last) = ((from / 64) as usize, (to / 64) as usize);
    for (i, word) in bitmap[first..=last].iter_mut().enumerate() {
        let low = if i == 0 { u64::MAX << (from % 64) } else { u64::MAX };
        let high = if first + i == last { u64::MAX >> (63 - to % 64) } else { u64::MAX };
        *word |= low & high;
    }
}

pub(super) fn pack(lo: u32, hi: u32) -> u64 {
    u64::from(hi) << 32 | u64::from(lo)
}

pub(super) fn unpack(word: u64) -> (u32, u32) {
    (word as u32, (word >> 32) as u32)
}
