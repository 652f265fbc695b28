//! Reading domains: what is left of them, whatever holds it.

use super::layout::{MAX_BITMAP, unpack};
use super::{Store, Var};
use crate::domain::Domain;

impl Store {
    /// How many variables there are.
    pub fn variables(&self) -> usize {
        self.layout.len()
    }

    /// The smallest value left.
    pub fn min(&self, x: Var) -> i32 {
        let v = x.index();
        let word = self.words[v];
        self.value_at(
            v,
            if self.layout.is_narrow(v) { word.trailing_zeros() } else { unpack(word).0 },
        )
    }

    /// The largest value left; less than the smallest in a model with a variable without values.
    pub fn max(&self, x: Var) -> i32 {
        let v = x.index();
        let word = self.words[v];
        self.value_at(
            v,
            if self.layout.is_narrow(v) {
                63u32.wrapping_sub(word.leading_zeros())
            } else {
                unpack(word).1
            },
        )
    }

    /// The value, if only one is left.
    pub fn value(&self, x: Var) -> Option<i32> {
        self.fixed_word(x.index()).map(|bit| self.value_at(x.index(), bit))
    }

    /// Whether only one value is left.
    pub fn is_fixed(&self, x: Var) -> bool {
        !self.is_open(x.index())
    }

    /// How many values are left; `u32::MAX` for all 2³² of them.
    pub fn len(&self, x: Var) -> u32 {
        let v = x.index();
        if self.layout.is_narrow(v) {
            self.words[v].count_ones()
        } else if self.layout.is_sparse(v) {
            let mut len: u32 = 0;
            let (lo, hi) = unpack(self.words[v]);
            self.sparse_runs(v, lo, hi, &mut |from, to| {
                len = len.saturating_add(to - from).saturating_add(1);
            });
            len
        } else {
            (0..self.blocks(v)).map(|i| self.block(v, i).count_ones()).sum()
        }
    }

    /// Whether `value` is left.
    pub fn contains(&self, x: Var, value: i32) -> bool {
        let v = x.index();
        let offset = i64::from(value) - i64::from(self.layout.base(v));
        if self.layout.is_narrow(v) {
            (0..64).contains(&offset) && self.words[v] >> offset & 1 == 1
        } else {
            let (lo, hi) = unpack(self.words[v]);
            (i64::from(lo)..=i64::from(hi)).contains(&offset) && self.bitmap_has(v, offset as u32)
        }
    }

    /// The values left, ascending. See [`is_sparse`](Self::is_sparse) before you walk over all of them.
    pub fn values(&self, x: Var) -> impl Iterator<Item = i32> + '_ {
        let v = x.index();
        let first =
            if self.layout.is_narrow(v) { 0 } else { unpack(self.words[v]).0 as usize / 64 };
        let mut next = Some(first);
        let blocks = core::iter::from_fn(move || {
            let i = next?;
            next = self.next_block(v, i);
            Some((i, self.block(v, i)))
        });
        blocks.flat_map(move |(i, block)| {
            bits(block).map(move |bit| self.value_at(v, i as u32 * 64 + bit))
        })
    }

    /// The values left, as data.
    pub fn domain(&self, x: Var) -> Domain {
        let mut domain = Domain::empty();
        let v = x.index();
        if self.layout.is_sparse(v) {
            let (lo, hi) = unpack(self.words[v]);
            let at = |offset| self.value_at(v, offset);
            self.sparse_runs(v, lo, hi, &mut |from, to| domain.push(at(from), at(to)));
        } else {
            self.values(x).for_each(|value| domain.push(value, value));
        }
        domain
    }

    /// Whether the smallest and the largest value are so far apart (65,536 or more) that looking at one
    /// value after the other would take too long. [`domain`](Self::domain) and the narrowings that take
    /// bounds or a [`Domain`] remain quick.
    pub fn is_sparse(&self, x: Var) -> bool {
        let v = x.index();
        if !self.layout.is_sparse(v) {
            return false;
        }
        let (lo, hi) = unpack(self.words[v]);
        u64::from(hi - lo) >= MAX_BITMAP
    }

    /// Whether a tree says what is gone between the bounds, since the values spanned 65,536 or more when the model was
    /// built: a look at one value is O(log span), and a hole takes a few words to make.
    pub(crate) fn has_tree(&self, x: Var) -> bool {
        self.layout.is_sparse(x.index())
    }

    /// The values left as a word in which bit `b` is the value `base + b`, and that base.
    ///
    /// `None` if the values of the variable spanned more than 64 when the model was built.
    pub fn bits(&self, x: Var) -> Option<(i32, u64)> {
        let v = x.index();
        self.layout.is_narrow(v).then(|| (self.layout.base(v), self.words[v]))
    }

    /// How far behind a variable's base a window begins. One far from all values is as empty as one farther away.
    #[inline]
    pub(super) fn window_offset(&self, v: usize, base: i64) -> i64 {
        const FAR: i64 = 1 << 33;
        base.clamp(-FAR, FAR) - i64::from(self.layout.base(v))
    }

    /// Whether all values left are in the [`window`](Self::window) that begins at `base`.
    pub(crate) fn is_within(&self, x: Var, base: i64) -> bool {
        let v = x.index();
        if self.layout.is_narrow(v) && i64::from(self.layout.base(v)) == base {
            return true;
        }
        i64::from(self.min(x)) >= base && i64::from(self.max(x)) <= base.saturating_add(63)
    }

    /// The values `base..base + 64` that are left: bit `b` is `base + b`. O(1).
    ///
    /// The same for all variables, so that the domains of several can be compared as words, wherever
    /// each begins.
    pub fn window(&self, x: Var, base: i64) -> u64 {
        let v = x.index();
        let offset = self.window_offset(v, base);
        if self.layout.is_narrow(v) {
            return shifted(self.words[v], -offset);
        }
        let (block, shift) = (offset.div_euclid(64), offset.rem_euclid(64));
        let pair = |at: &dyn Fn(i64) -> u64| {
            if shift == 0 { at(block) } else { at(block) >> shift | at(block + 1) << (64 - shift) }
        };
        if self.layout.is_sparse(v) {
            return pair(&|i| usize::try_from(i).map_or(0, |i| self.block(v, i)));
        }
        // As two blocks, but the bounds are looked at once.
        let (lo, hi) = unpack(self.words[v]);
        let (lo, hi) = (i64::from(lo), i64::from(hi));
        let bitmap = self.layout.vars[v].bitmap as usize;
        let blocks = lo / 64..=hi / 64;
        let word = pair(&|i| if blocks.contains(&i) { self.words[bitmap + i as usize] } else { 0 });
        word & run(lo - offset, hi - offset)
    }

    /// Whether some value of `x` is `offset` more than a value of `y`.
    pub fn meets(&self, x: Var, y: Var, offset: i32) -> bool {
        let offset = i64::from(offset);
        let (v, w) = (x.index(), y.index());
        if self.layout.is_narrow(v) && self.layout.is_narrow(w) {
            let up = i64::from(self.layout.base(w)) + offset - i64::from(self.layout.base(v));
            return self.words[v] & shifted(self.words[w], up) != 0;
        }
        let lo = i64::from(self.min(x)).max(i64::from(self.min(y)) + offset);
        let hi = i64::from(self.max(x)).min(i64::from(self.max(y)) + offset);
        if hi - lo >= MAX_BITMAP as i64 {
            return !self.domain(x).intersection(&self.domain(y).shifted(offset)).is_empty();
        }
        (lo..=hi).step_by(64).any(|base| self.window(x, base) & self.window(y, base - offset) != 0)
    }

    /// The value left that is nearest to the middle of the smallest and the largest, and of two such the lower.
    #[cfg(feature = "flatzinc")]
    pub(crate) fn nearest_to_middle(&self, x: Var) -> i32 {
        let v = x.index();
        let word = self.words[v];
        let narrow = self.layout.is_narrow(v);
        let (lo, hi) = match narrow {
            true => (word.trailing_zeros(), 63 - word.leading_zeros()),
            false => unpack(word),
        };
        let (down, up) = (lo + (hi - lo) / 2, lo + (hi - lo).div_ceil(2));
        let (below, above) = match narrow {
            true => (
                63 - (word & u64::MAX >> (63 - down)).leading_zeros(),
                (word & u64::MAX << up).trailing_zeros(),
            ),
            false => (self.next_down(v, down, lo), self.next_up(v, up, hi)),
        };
        self.value_at(v, if down - below <= above - up { below } else { above })
    }

    /// How many blocks of 64 values a variable spans.
    pub(crate) fn blocks(&self, v: usize) -> usize {
        if self.layout.is_narrow(v) { 1 } else { unpack(self.words[v]).1 as usize / 64 + 1 }
    }

    /// The block behind block `i`; of a sparse variable the next that has a value.
    pub(super) fn next_block(&self, v: usize, i: usize) -> Option<usize> {
        let next = Some(i + 1).filter(|&next| next < self.blocks(v))?;
        if self.layout.is_sparse(v) {
            let (_, hi) = unpack(self.words[v]);
            return Some(self.sparse_up(v, next as u32 * 64, hi) as usize / 64);
        }
        Some(next)
    }

    /// The values left among the 64 from `base + 64 * i`.
    pub(crate) fn block(&self, v: usize, i: usize) -> u64 {
        let word = self.words[v];
        if self.layout.is_narrow(v) {
            return if i == 0 { word } else { 0 };
        }
        let (lo, hi) = unpack(word);
        let (lo_block, hi_block) = (lo as usize / 64, hi as usize / 64);
        if i < lo_block || i > hi_block {
            return 0;
        }
        let mut block = if self.layout.is_sparse(v) {
            self.leaf(v, i as u32 * 64)
        } else {
            self.words[self.layout.vars[v].bitmap as usize + i]
        };
        if i == lo_block {
            block &= u64::MAX << (lo % 64);
        }
        if i == hi_block {
            block &= u64::MAX >> (63 - hi % 64);
        }
        block
    }

    pub(super) fn value_at(&self, v: usize, bit: u32) -> i32 {
        self.layout.base(v).wrapping_add_unsigned(bit)
    }

    /// The bit of the only value left.
    pub(super) fn fixed_word(&self, v: usize) -> Option<u32> {
        let word = self.words[v];
        if self.layout.is_narrow(v) {
            word.is_power_of_two().then(|| word.trailing_zeros())
        } else {
            let (lo, hi) = unpack(word);
            (lo == hi).then_some(lo)
        }
    }

    pub(super) fn bitmap_slot(&self, v: usize, offset: u32) -> usize {
        self.layout.vars[v].bitmap as usize + offset as usize / 64
    }

    pub(super) fn bitmap_has(&self, v: usize, offset: u32) -> bool {
        let word = match self.layout.is_sparse(v) {
            true => self.leaf(v, offset),
            false => self.words[self.bitmap_slot(v, offset)],
        };
        word >> (offset % 64) & 1 == 1
    }

    /// The first value left from `from` on; `end` is known to be left.
    pub(super) fn next_up(&self, v: usize, from: u32, end: u32) -> u32 {
        if self.layout.is_sparse(v) {
            return self.sparse_up(v, from, end);
        }
        let mut slot = self.bitmap_slot(v, from);
        let mut word = self.words[slot] & u64::MAX << (from % 64);
        let mut start = from / 64 * 64;
        while word == 0 && start + 64 <= end {
            slot += 1;
            start += 64;
            word = self.words[slot];
        }
        if word == 0 { end } else { (start + word.trailing_zeros()).min(end) }
    }

    /// The last value left from `from` downwards; `end` is known to be left.
    pub(super) fn next_down(&self, v: usize, from: u32, end: u32) -> u32 {
        if self.layout.is_sparse(v) {
            return self.sparse_down(v, from, end);
        }
        let mut slot = self.bitmap_slot(v, from);
        let mut word = self.words[slot] & u64::MAX >> (63 - from % 64);
        let mut start = from / 64 * 64;
        while word == 0 && start > end {
            slot -= 1;
            start -= 64;
            word = self.words[slot];
        }
        if word == 0 { end } else { (start + 63 - word.leading_zeros()).max(end) }
    }
}

/// The bits `from..=to`, as far as a word has them.
#[inline]
pub(super) fn run(from: i64, to: i64) -> u64 {
    let (from, to) = (from.max(0), to.min(63));
    if from > to { 0 } else { u64::MAX << from & u64::MAX >> (63 - to) }
}

/// The bits so much further up, or down.
#[inline]
pub(crate) fn shifted(word: u64, up: i64) -> u64 {
    match up {
        0..64 => word << up,
        -63..0 => word >> -up,
        _ => 0,
    }
}

/// The positions of the bits that are set, ascending.
pub(crate) fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}
