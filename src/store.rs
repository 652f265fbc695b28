//! What each variable can still be: bitset domains, and the trail of their changes.
//!
//! The trail is one list with three readers: *backwards* it undoes, *forwards* from a head index it
//! is the queue of the fixpoint loop, and *whole* it is the log that says what changed and why.

mod sparse;

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;

use crate::domain::Domain;
use sparse::Nodes;

/// A variable of a [`Model`](crate::Model), by its position in the order of creation.
///
/// A variable means nothing without its model. Used with another model it names that model's
/// variable of the same number, or panics where there is none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Var(u32);

impl Var {
    /// The variable number `index`, counted from 0 in the order of creation.
    ///
    /// # Panics
    /// If `index` does not fit 32 bits.
    pub fn new(index: usize) -> Self {
        Var(u32::try_from(index).expect("a model has at most 2^26 variables"))
    }

    /// Its number, from 0 in the order of creation.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}", self.0)
    }
}

bitflags::bitflags! {
    /// What happened to a domain; a constraint says which of these should wake it.
    ///
    /// Each change of a domain is at least `CHANGED`. `BOUNDS` is set as well when the smallest or
    /// the largest value went, and `FIXED` when one value is left.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub struct Events: u8 {
        /// Some value went.
        const CHANGED = 1;
        /// The smallest or the largest value went.
        const BOUNDS = 2;
        /// One value is left.
        const FIXED = 4;
    }
}

/// Why a domain changed: one small word in each [`Change`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Cause(u32);

/// What a [`Cause`] stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It was given: an assumption of this search.
    Given,
    /// The search tried it.
    Decision,
    /// The search tried the opposite and failed.
    Refuted,
    /// This variable of a common group took the value (a naked single).
    Peer(Var),
    /// The group with this number left no other choice.
    Group(usize),
    /// The constraint with this number left no other choice.
    Constraint(usize),
}

const INDEX_BITS: u32 = 26;

/// How many variables, groups or constraints a model may have: 2²⁶.
pub(crate) const MAX_INDEX: usize = 1 << INDEX_BITS;

impl Cause {
    pub(crate) const GIVEN: Cause = Cause(0);
    pub(crate) const DECISION: Cause = Cause(1 << INDEX_BITS);
    pub(crate) const REFUTED: Cause = Cause(2 << INDEX_BITS);

    pub(crate) fn peer(index: usize) -> Cause {
        Cause(3 << INDEX_BITS | index as u32)
    }

    pub(crate) fn group(index: usize) -> Cause {
        Cause(4 << INDEX_BITS | index as u32)
    }

    pub(crate) fn constraint(index: usize) -> Cause {
        Cause(5 << INDEX_BITS | index as u32)
    }

    /// The cause spelled out.
    pub fn reason(self) -> Reason {
        let index = self.0 as usize & (MAX_INDEX - 1);
        match self.0 >> INDEX_BITS {
            0 => Reason::Given,
            1 => Reason::Decision,
            2 => Reason::Refuted,
            3 => Reason::Peer(Var::new(index)),
            4 => Reason::Group(index),
            _ => Reason::Constraint(index),
        }
    }
}

impl fmt::Display for Reason {
    /// As what stands behind "because of".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Given => f.write_str("what was given"),
            Reason::Decision => f.write_str("a decision"),
            Reason::Refuted => f.write_str("a decision that failed"),
            Reason::Peer(x) => write!(f, "the value of {x:?}"),
            Reason::Group(g) => write!(f, "group {g}"),
            Reason::Constraint(c) => write!(f, "constraint {c}"),
        }
    }
}

impl fmt::Debug for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason().fmt(f)
    }
}

/// A contradiction: some variable has no value left, or a constraint saw that it cannot hold.
///
/// An ordinary event of a search, not an error of the program. Its cause is what saw it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Conflict {
    cause: Cause,
    var: u32,
}

impl Conflict {
    pub(crate) fn new(cause: Cause, var: Option<usize>) -> Conflict {
        let var = var.map_or(u32::MAX, |v| v as u32);
        Conflict { cause, var }
    }

    /// What saw the contradiction.
    pub fn reason(&self) -> Reason {
        self.cause.reason()
    }

    /// The variable that would have lost its last value, if it was one variable.
    pub fn var(&self) -> Option<Var> {
        (self.var != u32::MAX).then_some(Var(self.var))
    }
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.var() {
            Some(x) => write!(f, "{x:?} has no value left because of {}", self.reason()),
            None => write!(f, "nothing is left because of {}", self.reason()),
        }
    }
}

impl core::error::Error for Conflict {}

impl fmt::Debug for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Conflict")
            .field("reason", &self.reason())
            .field("var", &self.var())
            .finish()
    }
}

/// One entry of the trail: a word of the store before it changed, and why it did.
#[derive(Clone, Copy)]
pub struct Change {
    old: u64,
    slot: u32,
    /// Events in the top three bits, the cause below.
    tag: u32,
}

const EVENTS_SHIFT: u32 = 29;

impl fmt::Debug for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Change")
            .field("slot", &self.slot)
            .field("old", &format_args!("{:#x}", self.old))
            .field("events", &self.events())
            .field("cause", &self.cause())
            .finish()
    }
}

impl Change {
    fn new(slot: usize, old: u64, events: Events, cause: Cause) -> Change {
        let tag = u32::from(events.bits()) << EVENTS_SHIFT | cause.0;
        Change { old, slot: slot as u32, tag }
    }

    /// What happened to the domain; empty for a change of inner state that no domain shows.
    pub fn events(&self) -> Events {
        Events::from_bits_retain((self.tag >> EVENTS_SHIFT) as u8)
    }

    /// Why it happened.
    pub fn cause(&self) -> Cause {
        Cause(self.tag & ((1 << EVENTS_SHIFT) - 1))
    }
}

/// Where the words of each variable stand; made once a model, shared by its stores.
///
/// A *narrow* variable (its values span at most 64) is one word: bit `b` is the value `base + b`.
/// A *wide* one has its bounds in that word, as two 32-bit offsets from `base`, and a bitmap of the
/// whole span in further words; bits outside the bounds are stale and never looked at. So the first
/// `vars.len()` words are always one a variable. A *sparse* one spans more than [`MAX_BITMAP`]: words for
/// what is gone between its bounds are [made](sparse) where something goes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    vars: Vec<Place>,
    /// The variable of each word behind the first `vars.len()`; `u32::MAX` where it is inner state.
    owners: Vec<u32>,
    flags: usize,
    /// Where the words of each constraint begin; one more than there are constraints.
    memory: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    base: i32,
    /// The first word of the bitmap, 0 for a narrow variable, [`SPARSE`] for a sparse one.
    bitmap: u32,
}

const SPARSE: u32 = u32::MAX;

/// The widest span of values that is kept as a bitmap: 8 KiB of bits.
pub(crate) const MAX_BITMAP: u64 = 1 << 16;

/// How much all domains may take: 2²⁷ words, 1 GiB. Each search has a copy.
pub(crate) const MAX_WORDS: u64 = 1 << 27;

impl Layout {
    /// Places `domains`, each with its base, and returns their first words beside the layout.
    /// A bit a constraint, and the words that each keeps, are inner state, all zero.
    fn new(domains: &[(i32, &Domain)], memory: &[usize]) -> (Layout, Vec<u64>) {
        let n = domains.len();
        let mut layout = Layout::default();
        let mut words = alloc::vec![0; n];
        for (v, &(base, domain)) in domains.iter().enumerate() {
            let offset = |value: i32| (i64::from(value) - i64::from(base)) as u64;
            let hi = domain.max().map_or(0, offset);
            if hi < 64 {
                layout.vars.push(Place { base, bitmap: 0 });
                words[v] = domain.iter().fold(0, |bits, value| bits | 1 << offset(value));
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

    fn is_sparse(&self, v: usize) -> bool {
        self.vars[v].bitmap == SPARSE
    }

    /// How many words there are from the start.
    fn words(&self) -> usize {
        self.vars.len() + self.owners.len()
    }
}

/// Sets the bits `from..=to` of a bitmap.
fn set_run(bitmap: &mut [u64], from: u64, to: u64) {
    let (first, last) = ((from / 64) as usize, (to / 64) as usize);
    for (i, word) in bitmap[first..=last].iter_mut().enumerate() {
        let low = if i == 0 { u64::MAX << (from % 64) } else { u64::MAX };
        let high = if first + i == last { u64::MAX >> (63 - to % 64) } else { u64::MAX };
        *word |= low & high;
    }
}

fn pack(lo: u32, hi: u32) -> u64 {
    u64::from(hi) << 32 | u64::from(lo)
}

fn unpack(word: u64) -> (u32, u32) {
    (word as u32, (word >> 32) as u32)
}

/// The domains of all variables at one moment of a search, and the trail that leads back.
///
/// A [`Constraint`](crate::Constraint) reads domains here and narrows them; it can never widen one.
/// Every narrowing returns `Err(Conflict)` instead of leaving a domain empty, to be passed on
/// with `?`. Reads and narrowings of one value are O(1); where a domain spans more than 64 values,
/// finding the next bound, [`len`](Store::len) and iteration are O(span / 64). Where it spans more than
/// 65,536, nothing is as long as that: bounds are O(1), a run of values comes and goes in O(log span), and
/// all values that were removed between the bounds are remembered.
#[derive(Clone)]
pub struct Store {
    layout: Arc<Layout>,
    pub(crate) words: Vec<u64>,
    /// The words behind those of the layout.
    nodes: Nodes,
    /// One bit a variable that is not fixed.
    open: Vec<u64>,
    trail: Vec<Change>,
    /// How far the fixpoint loop has read the trail.
    head: usize,
    /// The length of the trail where each level began.
    levels: Vec<usize>,
    /// What is narrowing domains now.
    cause: Cause,
    changes: u64,
    /// For each variable how much it has had to do with dead ends of this search.
    failures: Vec<u32>,
}

impl Store {
    /// The domains, each with its base, and for each constraint how many words it keeps.
    pub(crate) fn new(domains: &[(i32, &Domain)], memory: &[usize]) -> Store {
        let (layout, words) = Layout::new(domains, memory);
        let mut store = Store {
            open: alloc::vec![0; layout.len().div_ceil(64)],
            layout: Arc::new(layout),
            words,
            nodes: Nodes::default(),
            trail: Vec::new(),
            head: 0,
            levels: Vec::new(),
            cause: Cause::GIVEN,
            changes: 0,
            failures: Vec::new(),
        };
        store.find_open();
        for (v, (_, domain)) in domains.iter().enumerate() {
            if store.layout.is_sparse(v) && domain.ranges().len() > 1 {
                let cut = store.sparse_intersect(v, domain);
                debug_assert!(cut.is_ok(), "a domain has its own values");
            }
        }
        store.forget_trail();
        store
    }

    /// Goes back to `root`, a store of the same layout, whatever happened since.
    pub(crate) fn restart(&mut self, root: &Store) {
        self.nodes.truncate(root.words.len() - root.layout.words());
        self.words.truncate(root.words.len());
        self.words.copy_from_slice(&root.words);
        self.open.copy_from_slice(&root.open);
        self.trail.clear();
        self.head = 0;
        self.levels.clear();
        self.cause = Cause::GIVEN;
        self.changes = 0;
        self.failures.clear();
    }

    fn find_open(&mut self) {
        for v in 0..self.layout.len() {
            if self.fixed_word(v).is_none() {
                self.open[v / 64] |= 1 << (v % 64);
            }
        }
    }

    // ---- reading ------------------------------------------------------------------------------

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

    /// The values left as a word in which bit `b` is the value `base + b`, and that base.
    ///
    /// `None` if the values of the variable spanned more than 64 when the model was built.
    pub fn bits(&self, x: Var) -> Option<(i32, u64)> {
        let v = x.index();
        self.layout.is_narrow(v).then(|| (self.layout.base(v), self.words[v]))
    }

    /// The values `base..base + 64` that are left: bit `b` is `base + b`. O(1).
    ///
    /// The same for all variables, so that the domains of several can be compared as words, wherever
    /// each begins.
    pub fn window(&self, x: Var, base: i64) -> u64 {
        let v = x.index();
        let offset = base - i64::from(self.layout.base(v));
        let (block, shift) = (offset.div_euclid(64), offset.rem_euclid(64));
        let at = |i: i64| usize::try_from(i).map_or(0, |i| self.block(v, i));
        if shift == 0 { at(block) } else { at(block) >> shift | at(block + 1) << (64 - shift) }
    }

    /// The trail since the root, oldest change first.
    pub fn trail(&self) -> &[Change] {
        &self.trail
    }

    /// The variable that a change of this store's trail belongs to; `None` for inner state.
    pub fn var_of(&self, change: &Change) -> Option<Var> {
        let slot = change.slot as usize;
        let n = self.layout.len();
        if slot < n {
            return Some(Var(change.slot));
        }
        match self.layout.owners.get(slot - n) {
            Some(&owner) => Some(owner).filter(|&v| v != u32::MAX).map(Var),
            None => self.nodes.owner(slot - self.layout.words()),
        }
    }

    /// How much a variable has had to do with dead ends of this search lately: for branchings.
    pub fn failures(&self, x: Var) -> u32 {
        self.failures.get(x.index()).copied().unwrap_or(0)
    }

    /// The level at which the last of some variables (ascending) became fixed.
    pub(crate) fn level_of_last(&self, vars: &[Var]) -> usize {
        let fixes = |change: &Change| {
            change.events().contains(Events::FIXED)
                && self.var_of(change).is_some_and(|x| vars.binary_search(&x).is_ok())
        };
        match self.trail.iter().rposition(fixes) {
            Some(last) => self.levels.partition_point(|&start| start <= last),
            None => 0,
        }
    }

    /// How many decisions stand.
    pub fn level(&self) -> usize {
        self.levels.len()
    }

    // ---- narrowing ----------------------------------------------------------------------------

    /// Keeps only `value`.
    pub fn assign(&mut self, x: Var, value: i32) -> Result<(), Conflict> {
        let v = x.index();
        let offset = i64::from(value) - i64::from(self.layout.base(v));
        if self.layout.is_narrow(v) {
            self.keep(v, bit(offset), self.cause)
        } else if self.contains(x, value) {
            self.set_bounds(v, offset as u32, offset as u32)
        } else {
            Err(self.conflict_at(v))
        }
    }

    /// Removes `value`.
    pub fn remove(&mut self, x: Var, value: i32) -> Result<(), Conflict> {
        self.remove_because(x.index(), i64::from(value), self.cause)
    }

    /// Removes every value below `least`.
    pub fn at_least(&mut self, x: Var, least: i32) -> Result<(), Conflict> {
        if least <= self.min(x) {
            return Ok(());
        }
        if least > self.max(x) {
            return Err(self.conflict_at(x.index()));
        }
        let v = x.index();
        let offset = (i64::from(least) - i64::from(self.layout.base(v))) as u32;
        if self.layout.is_narrow(v) {
            self.keep(v, u64::MAX << offset, self.cause)
        } else {
            let (_, hi) = unpack(self.words[v]);
            self.set_bounds(v, self.next_up(v, offset, hi), hi)
        }
    }

    /// Removes every value above `most`.
    pub fn at_most(&mut self, x: Var, most: i32) -> Result<(), Conflict> {
        if most >= self.max(x) {
            return Ok(());
        }
        if most < self.min(x) {
            return Err(self.conflict_at(x.index()));
        }
        let v = x.index();
        let offset = (i64::from(most) - i64::from(self.layout.base(v))) as u32;
        if self.layout.is_narrow(v) {
            self.keep(v, u64::MAX >> (63 - offset), self.cause)
        } else {
            let (lo, _) = unpack(self.words[v]);
            self.set_bounds(v, lo, self.next_down(v, offset, lo))
        }
    }

    /// Keeps the values that are in `range`; wider than `i32` is allowed, so that sums need no care.
    pub fn within(&mut self, x: Var, range: RangeInclusive<i64>) -> Result<(), Conflict> {
        let clamp = |value: i64| value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
        let (lo, hi) = (*range.start(), *range.end());
        if lo > i64::from(self.max(x)) || hi < i64::from(self.min(x)) {
            return Err(self.conflict_at(x.index()));
        }
        self.at_least(x, clamp(lo))?;
        self.at_most(x, clamp(hi))
    }

    /// Keeps the values for which `keep` says yes. O(values left).
    pub fn retain(&mut self, x: Var, mut keep: impl FnMut(i32) -> bool) -> Result<(), Conflict> {
        let v = x.index();
        if self.layout.is_narrow(v) {
            let base = self.layout.base(v);
            let kept = bits(self.words[v])
                .filter(|&b| keep(base + b as i32))
                .fold(0, |word, b| word | 1 << b);
            self.keep(v, kept, self.cause)
        } else if self.layout.is_sparse(v) {
            let kept: Domain = self.values(x).filter(|&value| keep(value)).collect();
            self.sparse_intersect(v, &kept)
        } else {
            let kept = |block: (usize, u64)| {
                let first = self.value_at(v, block.0 as u32 * 64);
                bits(block.1)
                    .filter(|&b| keep(first.wrapping_add_unsigned(b)))
                    .fold(0, |word, b| word | 1 << b)
            };
            let words = (0..self.blocks(v)).map(|i| (i, self.block(v, i))).map(kept).collect();
            self.keep_words(v, words)
        }
    }

    /// Keeps the values that are in a [`window`](Self::window): bit `b` of `kept` is `base + b`.
    pub fn keep_window(&mut self, x: Var, base: i64, kept: u64) -> Result<(), Conflict> {
        let v = x.index();
        if self.layout.is_narrow(v) {
            let skip = base - i64::from(self.layout.base(v));
            let mask = match skip {
                0..64 => kept << skip,
                -63..0 => kept >> -skip,
                _ => 0,
            };
            return self.keep(v, mask, self.cause);
        }
        if kept == 0 {
            return Err(self.conflict_at(v));
        }
        let (lo, hi) = (kept.trailing_zeros(), 63 - kept.leading_zeros());
        self.within(x, base + i64::from(lo)..=base + i64::from(hi))?;
        for bit in bits(self.window(x, base) & !kept) {
            self.remove_because(v, base + i64::from(bit), self.cause)?;
        }
        Ok(())
    }

    /// Keeps the values of `x` that are `offset` more than a value left of `y`.
    pub fn keep_common(&mut self, x: Var, y: Var, offset: i32) -> Result<(), Conflict> {
        let offset = i64::from(offset);
        self.within(x, i64::from(self.min(y)) + offset..=i64::from(self.max(y)) + offset)?;
        let (lo, hi) = (i64::from(self.min(x)), i64::from(self.max(x)));
        if hi - lo < 64 {
            return self.keep_window(x, lo, self.window(y, lo - offset));
        }
        if self.is_sparse(x) {
            return self.intersect(x, &self.domain(y).shifted(offset));
        }
        for base in (lo..=hi).step_by(64) {
            for bit in bits(self.window(x, base) & !self.window(y, base - offset)) {
                self.remove_because(x.index(), base + i64::from(bit), self.cause)?;
            }
        }
        Ok(())
    }

    /// Whether some value of `x` is `offset` more than a value of `y`.
    pub fn meets(&self, x: Var, y: Var, offset: i32) -> bool {
        let offset = i64::from(offset);
        let lo = i64::from(self.min(x)).max(i64::from(self.min(y)) + offset);
        let hi = i64::from(self.max(x)).min(i64::from(self.max(y)) + offset);
        if hi - lo >= MAX_BITMAP as i64 {
            return !self.domain(x).intersection(&self.domain(y).shifted(offset)).is_empty();
        }
        (lo..=hi).step_by(64).any(|base| self.window(x, base) & self.window(y, base - offset) != 0)
    }

    /// Keeps the values that are in `domain` too.
    pub fn intersect(&mut self, x: Var, domain: &Domain) -> Result<(), Conflict> {
        match (domain.single(), domain.min(), domain.max()) {
            (Some(value), ..) => self.assign(x, value),
            (None, Some(lo), Some(hi)) => {
                self.at_least(x, lo)?;
                self.at_most(x, hi)?;
                match domain.ranges().len() {
                    1 => Ok(()),
                    _ if self.layout.is_narrow(x.index()) => {
                        self.retain(x, |value| domain.contains(value))
                    }
                    _ if self.layout.is_sparse(x.index()) => {
                        self.sparse_intersect(x.index(), domain)
                    }
                    _ => self.intersect_wide(x.index(), domain),
                }
            }
            _ => Err(self.conflict_at(x.index())),
        }
    }

    /// Keeps the values that are in an ascending list.
    pub(crate) fn keep_values(&mut self, x: Var, values: &[i32]) -> Result<(), Conflict> {
        if self.layout.is_sparse(x.index()) {
            self.intersect(x, &values.iter().copied().collect())
        } else {
            self.retain(x, |value| values.binary_search(&value).is_ok())
        }
    }

    /// Removes the values that are in `domain`.
    pub fn exclude(&mut self, x: Var, domain: &Domain) -> Result<(), Conflict> {
        if self.layout.is_sparse(x.index()) {
            self.intersect(x, &domain.complement())
        } else {
            self.retain(x, |value| !domain.contains(value))
        }
    }

    /// The conflict to return when a constraint sees that it cannot hold.
    pub fn conflict(&self) -> Conflict {
        Conflict::new(self.cause, None)
    }

    /// Runs `trial` and takes back all that it narrowed: what would follow if it were so?
    pub fn suppose<R>(&mut self, trial: impl FnOnce(&mut Store) -> R) -> R {
        let (head, changes) = (self.head, self.changes);
        self.push_level();
        let answer = trial(self);
        self.pop_level();
        // The loop has yet to read what stood on the trail before.
        (self.head, self.changes) = (head, changes);
        answer
    }

    // ---- for the engine -----------------------------------------------------------------------

    /// The words that the constraint which is being called [keeps](crate::Constraint::memory): zero before the
    /// first call, and undone like domains when the search goes back. Empty for a constraint under a
    /// condition or inside another one: it must do without.
    pub fn memory(&self) -> &[u64] {
        &self.words[self.memory_slots()]
    }

    /// Changes a word that the constraint which is being called keeps.
    ///
    /// # Panics
    /// If it has no such word.
    pub fn remember(&mut self, i: usize, word: u64) {
        let slots = self.memory_slots();
        assert!(
            i < slots.len(),
            "a constraint with {} words of memory has no word {i}",
            slots.len()
        );
        let slot = slots.start + i;
        let old = core::mem::replace(&mut self.words[slot], word);
        if old != word {
            self.trail.push(Change::new(slot, old, Events::empty(), self.cause));
        }
    }

    fn memory_slots(&self) -> core::ops::Range<usize> {
        match self.cause.reason() {
            Reason::Constraint(c) if c + 1 < self.layout.memory.len() => {
                self.layout.memory[c] as usize..self.layout.memory[c + 1] as usize
            }
            _ => 0..0,
        }
    }

    /// Begins a level: what changes from here on goes with one [`pop_level`](Self::pop_level).
    pub(crate) fn push_level(&mut self) {
        self.levels.push(self.trail.len());
    }

    /// Undoes all that changed since the last [`push_level`](Self::push_level).
    pub(crate) fn pop_level(&mut self) {
        let mark = self.levels.pop().unwrap_or(0);
        for change in self.trail.drain(mark..).rev() {
            let slot = change.slot as usize;
            self.words[slot] = change.old;
            if change.events().contains(Events::FIXED) {
                self.open[slot / 64] |= 1 << (slot % 64);
            }
        }
        self.drop_nodes();
        self.head = mark;
    }

    /// Takes back the last change of a domain: whose it was, what was left after it, and the change. Good for
    /// looking back on a copy, not for going on from there.
    pub(crate) fn undo_last(&mut self) -> Option<(Var, Domain, Change)> {
        loop {
            let change = *self.trail.last()?;
            let owner = self.var_of(&change).map(|x| (x, self.domain(x)));
            self.trail.pop();
            self.words[change.slot as usize] = change.old;
            if let Some((x, left)) = owner {
                return Some((x, left, change));
            }
        }
    }

    /// The next change of a domain that the fixpoint loop has not read, and whose it is.
    #[inline]
    pub(crate) fn next_change(&mut self) -> Option<(Var, Change)> {
        loop {
            let change = *self.trail.get(self.head)?;
            self.head += 1;
            if let Some(x) = self.var_of(&change) {
                return Some((x, change));
            }
        }
    }

    /// Puts the variables that have one value from the start on the trail, as if they had just
    /// become fixed: the fixpoint loop hears of nothing else.
    pub(crate) fn announce_fixed(&mut self) {
        for v in 0..self.layout.len() {
            if self.is_open(v) {
                continue;
            }
            self.trail.push(Change::new(v, self.words[v], Events::all(), Cause::GIVEN));
        }
    }

    /// Makes what has happened so far the new root: it can no longer be undone.
    pub(crate) fn forget_trail(&mut self) {
        self.trail.clear();
        self.head = 0;
        self.levels.clear();
        self.changes = 0;
    }

    /// How much of the trail [`next_change`](Self::next_change) has read.
    pub(crate) fn read(&self) -> usize {
        self.head
    }

    pub(crate) fn cause(&self) -> Cause {
        self.cause
    }

    pub(crate) fn set_cause(&mut self, cause: Cause) {
        self.cause = cause;
    }

    /// How many changes there have been since the search began, undone ones included.
    pub(crate) fn changes(&self) -> u64 {
        self.changes
    }

    pub(crate) fn is_open(&self, v: usize) -> bool {
        self.open[v / 64] >> (v % 64) & 1 == 1
    }

    /// One bit a variable that is not fixed.
    pub(crate) fn open(&self) -> &[u64] {
        &self.open
    }

    pub(crate) fn flag(&self, i: usize) -> bool {
        self.words[self.layout.flags + i / 64] >> (i % 64) & 1 == 1
    }

    /// Sets a bit of inner state; undone with the level.
    pub(crate) fn set_flag(&mut self, i: usize) {
        let slot = self.layout.flags + i / 64;
        let old = self.words[slot];
        self.trail.push(Change::new(slot, old, Events::empty(), self.cause));
        self.words[slot] = old | 1 << (i % 64);
    }

    /// Keeps the bits in `mask` of a narrow variable.
    ///
    /// The hottest function of the crate; most calls find nothing to do, so only that much is inlined.
    #[inline(always)]
    pub(crate) fn keep(&mut self, v: usize, mask: u64, cause: Cause) -> Result<(), Conflict> {
        let old = self.words[v];
        if old & !mask == 0 { Ok(()) } else { self.narrow(v, old, old & mask, cause) }
    }

    fn narrow(&mut self, v: usize, old: u64, new: u64, cause: Cause) -> Result<(), Conflict> {
        if new == 0 {
            return Err(Conflict::new(cause, Some(v)));
        }
        let gone = old ^ new;
        // The lowest value went, or the highest: then what went is more than what stays.
        let bounds = new & old & old.wrapping_neg() == 0 || gone > new;
        self.record(v, old, new, bounds, new & (new - 1) == 0, cause);
        Ok(())
    }

    /// Removes a value, given as `i64` since terms with offsets may lead outside `i32`.
    pub(crate) fn remove_because(
        &mut self,
        v: usize,
        value: i64,
        cause: Cause,
    ) -> Result<(), Conflict> {
        let offset = value - i64::from(self.layout.base(v));
        if self.layout.is_narrow(v) {
            return self.keep(v, !bit(offset), cause);
        }
        let (lo, hi) = unpack(self.words[v]);
        if !(i64::from(lo)..=i64::from(hi)).contains(&offset) || !self.bitmap_has(v, offset as u32)
        {
            return Ok(());
        }
        let offset = offset as u32;
        let saved = core::mem::replace(&mut self.cause, cause);
        let result = if lo == hi {
            Err(self.conflict_at(v))
        } else if offset == lo {
            self.set_bounds(v, self.next_up(v, lo + 1, hi), hi)
        } else if offset == hi {
            self.set_bounds(v, lo, self.next_down(v, hi - 1, lo))
        } else if self.layout.is_sparse(v) {
            self.sparse_clear(v, offset, offset);
            Ok(())
        } else {
            let slot = self.bitmap_slot(v, offset);
            let old = self.words[slot];
            self.trail.push(Change::new(slot, old, Events::CHANGED, cause));
            self.words[slot] = old & !(1 << (offset % 64));
            self.changes += 1;
            Ok(())
        };
        self.cause = saved;
        result
    }

    /// Counts a dead end that a variable had to do with.
    pub(crate) fn blame(&mut self, x: Var) {
        if self.failures.is_empty() {
            self.failures.resize(self.layout.len(), 0);
        }
        self.failures[x.index()] += 1;
    }

    /// Lets earlier dead ends count half.
    pub(crate) fn forgive(&mut self) {
        self.failures.iter_mut().for_each(|count| *count /= 2);
    }

    /// How many blocks of 64 values a variable spans.
    pub(crate) fn blocks(&self, v: usize) -> usize {
        if self.layout.is_narrow(v) { 1 } else { unpack(self.words[v]).1 as usize / 64 + 1 }
    }

    /// The block behind block `i`; of a sparse variable the next that has a value.
    fn next_block(&self, v: usize, i: usize) -> Option<usize> {
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

    /// Keeps only `value`, given as `i64`.
    pub(crate) fn assign_any(&mut self, v: usize, value: i64) -> Result<(), Conflict> {
        match i32::try_from(value) {
            Ok(value) => self.assign(Var::new(v), value),
            Err(_) => Err(self.conflict_at(v)),
        }
    }

    // ---- inside -------------------------------------------------------------------------------

    fn record(&mut self, v: usize, old: u64, new: u64, bounds: bool, fixed: bool, cause: Cause) {
        let bits = 1 | u8::from(bounds) << 1 | u8::from(fixed) << 2;
        let events = Events::from_bits_retain(bits);
        self.trail.push(Change::new(v, old, events, cause));
        self.words[v] = new;
        self.changes += 1;
        if fixed {
            self.open[v / 64] &= !(1 << (v % 64));
        }
    }

    /// Gives a wide variable tighter bounds, both of them values that are left.
    fn set_bounds(&mut self, v: usize, lo: u32, hi: u32) -> Result<(), Conflict> {
        let (old, new) = (self.words[v], pack(lo, hi));
        if old != new {
            self.record(v, old, new, true, lo == hi, self.cause);
        }
        Ok(())
    }

    /// Keeps the values of a wide variable that are in `domain`. O(span / 64 + ranges).
    fn intersect_wide(&mut self, v: usize, domain: &Domain) -> Result<(), Conflict> {
        let (_, hi) = unpack(self.words[v]);
        let mut words = alloc::vec![0; self.blocks(v)];
        let offset = |value: i32| i64::from(value) - i64::from(self.layout.base(v));
        for range in domain.ranges() {
            let (from, to) = (offset(*range.start()).max(0), offset(*range.end()).min(hi.into()));
            if from <= to {
                set_run(&mut words, from as u64, to as u64);
            }
        }
        words.iter_mut().enumerate().for_each(|(i, word)| *word &= self.block(v, i));
        self.keep_words(v, words)
    }

    /// Gives a wide variable the values in `words`, all of them values that are left.
    fn keep_words(&mut self, v: usize, words: Vec<u64>) -> Result<(), Conflict> {
        let full = |word: &u64| *word != 0;
        let (Some(first), Some(last)) = (words.iter().position(full), words.iter().rposition(full))
        else {
            return Err(self.conflict_at(v));
        };
        let lo = first as u32 * 64 + words[first].trailing_zeros();
        let hi = last as u32 * 64 + 63 - words[last].leading_zeros();
        self.set_bounds(v, lo, hi)?;
        for (i, &word) in words.iter().enumerate().take(last + 1).skip(first) {
            if self.block(v, i) != word {
                let slot = self.layout.vars[v].bitmap as usize + i;
                self.trail.push(Change::new(slot, self.words[slot], Events::CHANGED, self.cause));
                self.words[slot] = word;
                self.changes += 1;
            }
        }
        Ok(())
    }

    fn conflict_at(&self, v: usize) -> Conflict {
        Conflict::new(self.cause, Some(v))
    }

    fn value_at(&self, v: usize, bit: u32) -> i32 {
        self.layout.base(v).wrapping_add_unsigned(bit)
    }

    /// The bit of the only value left.
    fn fixed_word(&self, v: usize) -> Option<u32> {
        let word = self.words[v];
        if self.layout.is_narrow(v) {
            word.is_power_of_two().then(|| word.trailing_zeros())
        } else {
            let (lo, hi) = unpack(word);
            (lo == hi).then_some(lo)
        }
    }

    fn bitmap_slot(&self, v: usize, offset: u32) -> usize {
        self.layout.vars[v].bitmap as usize + offset as usize / 64
    }

    fn bitmap_has(&self, v: usize, offset: u32) -> bool {
        let word = match self.layout.is_sparse(v) {
            true => self.leaf(v, offset),
            false => self.words[self.bitmap_slot(v, offset)],
        };
        word >> (offset % 64) & 1 == 1
    }

    /// The first value left from `from` on; `end` is known to be left.
    fn next_up(&self, v: usize, from: u32, end: u32) -> u32 {
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
    fn next_down(&self, v: usize, from: u32, end: u32) -> u32 {
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

/// Bit `offset` of a word, or none where that is outside it.
fn bit(offset: i64) -> u64 {
    // A shift beyond the word would wrap in release builds.
    if (0..64).contains(&offset) { 1 << offset } else { 0 }
}

/// The positions of the bits that are set, ascending.
pub(crate) fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

impl fmt::Debug for Store {
    /// Each variable with the values left: `{x0: {1, 2}, x1: {3}}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries((0..self.variables()).map(|v| (Var::new(v), self.domain(Var::new(v)))))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ModelBuilder;
    use alloc::collections::BTreeSet;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    /// Something that a constraint, a decision or the engine does to variable number `x`.
    #[derive(Clone, Debug)]
    enum Step {
        Assign(usize, i32),
        Remove(usize, i32),
        AtLeast(usize, i32),
        AtMost(usize, i32),
        Within(usize, i64, i64),
        /// Keeps the values that leave another rest than this one.
        Retain(usize, i32),
        Intersect(usize, Vec<(i32, i32)>),
        Flag(usize),
        Push,
        Pop,
    }

    const BASES: [i32; 5] = [0, -7, 64, i32::MIN, i32::MAX - 300];
    const FLAGS: usize = 70;

    fn domains() -> Vec<Domain> {
        let from = |base: i32, steps: &[i32]| steps.iter().map(|s| base + s).collect::<Domain>();
        let mut domains = vec![Domain::from(5), Domain::from([1000, 2000, 3000])];
        for base in BASES {
            domains.push(Domain::from(base..base + 9));
            domains.push(Domain::from(base..base + 64));
            domains.push(Domain::from(base..base + 65));
            domains.push(Domain::from(base..=base + 300));
            domains.push(from(base, &[0, 1, 62, 63, 64, 65, 127, 128, 191, 192, 256, 300]));
        }
        // Too wide for a bitmap, with gaps as long as can be.
        for base in [i32::MIN, -70_000] {
            let runs = [(0, 99), (4096, 4097), (70_000, 70_170), (1 << 24, 16_777_300)];
            let runs = runs.map(|(from, to)| (base + from, base + to));
            domains.push(Vec::from(runs).into());
        }
        domains.push([i32::MIN, -5, -4, 0, 64, 1 << 30, i32::MAX - 1, i32::MAX].into());
        domains
    }

    fn store(domains: &[Domain]) -> Store {
        // Some bases below the smallest value, as groups make them.
        let base = |(v, domain): (usize, &Domain)| {
            let lo = domain.min().unwrap();
            if v % 3 == 1 { lo.saturating_sub(40) } else { lo }
        };
        let bases: Vec<i32> = domains.iter().enumerate().map(base).collect();
        let places: Vec<_> = bases.into_iter().zip(domains).collect();
        Store::new(&places, &[0; FLAGS])
    }

    /// The same as plain sets.
    type Sets = Vec<BTreeSet<i32>>;

    fn step(sets: &Sets) -> impl Strategy<Value = Step> + use<> {
        let all: Vec<Vec<i32>> = sets.iter().map(|set| set.iter().copied().collect()).collect();
        let n = all.len();
        // A value of the variable, or one beside it.
        let place = (0..n, any::<prop::sample::Index>(), -1..=1)
            .prop_map(move |(x, i, near)| (x, all[x][i.index(all[x].len())].saturating_add(near)));
        let place = place.boxed();
        let far = prop::sample::select(vec![i64::MIN, i64::MAX, 0, 1 << 33]);
        prop_oneof![
            1 => place.clone().prop_map(|(x, v)| Step::Assign(x, v)),
            6 => place.clone().prop_map(|(x, v)| Step::Remove(x, v)),
            2 => place.clone().prop_map(|(x, v)| Step::AtLeast(x, v)),
            2 => place.clone().prop_map(|(x, v)| Step::AtMost(x, v)),
            1 => (place.clone(), 0..99i64)
                .prop_map(|((x, v), len)| Step::Within(x, v.into(), i64::from(v) + len)),
            1 => (place.clone(), far).prop_map(|((x, v), far)| {
                let v = i64::from(v);
                Step::Within(x, v.min(far), v.max(far))
            }),
            1 => (0..n, 0..5).prop_map(|(x, rest)| Step::Retain(x, rest)),
            1 => prop::collection::vec((place, 0..70), 0..4).prop_map(|runs| {
                let x = runs.first().map_or(0, |run| run.0.0);
                let run = |&((_, v), len): &((usize, i32), i32)| (v, v.saturating_add(len));
                Step::Intersect(x, runs.iter().map(run).collect())
            }),
            1 => (0..FLAGS).prop_map(Step::Flag),
            3 => Just(Step::Push),
            3 => Just(Step::Pop),
        ]
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let sets: Sets = domains().iter().map(|domain| domain.iter().collect()).collect();
        prop::collection::vec(step(&sets), 1..200)
    }

    /// Does a step to a store and to plain sets; false where nothing is left.
    fn apply(store: &mut Store, sets: &mut Sets, step: &Step) -> Result<bool, TestCaseError> {
        let (x, keep): (usize, Box<dyn Fn(i32) -> bool>) = match step.clone() {
            Step::Assign(x, v) => (x, Box::new(move |w| w == v)),
            Step::Remove(x, v) => (x, Box::new(move |w| w != v)),
            Step::AtLeast(x, v) => (x, Box::new(move |w| w >= v)),
            Step::AtMost(x, v) => (x, Box::new(move |w| w <= v)),
            Step::Within(x, lo, hi) => (x, Box::new(move |w| (lo..=hi).contains(&w.into()))),
            Step::Retain(x, rest) => (x, Box::new(move |w| w.rem_euclid(5) != rest)),
            Step::Intersect(x, runs) => {
                (x, Box::new(move |w| runs.iter().any(|&(lo, hi)| lo <= w && w <= hi)))
            }
            Step::Flag(_) | Step::Push | Step::Pop => return Ok(true),
        };
        let var = Var::new(x);
        let before = sets[x].clone();
        let after: BTreeSet<i32> = before.iter().copied().filter(|&w| keep(w)).collect();
        let (start, changes) = (store.trail.len(), store.changes());
        let result = match step.clone() {
            Step::Assign(_, v) => store.assign(var, v),
            Step::Remove(_, v) => store.remove(var, v),
            Step::AtLeast(_, v) => store.at_least(var, v),
            Step::AtMost(_, v) => store.at_most(var, v),
            Step::Within(_, lo, hi) => store.within(var, lo..=hi),
            Step::Retain(..) => store.retain(var, keep),
            Step::Intersect(_, runs) => store.intersect(var, &Domain::from(runs)),
            Step::Flag(_) | Step::Push | Step::Pop => Ok(()),
        };
        prop_assert_eq!(result.is_err(), after.is_empty());
        if after.is_empty() {
            return Ok(false);
        }
        sets[x] = after.clone();
        // The events of all changes together say what happened.
        let mut events = Events::empty();
        for change in &store.trail[start..] {
            prop_assert_eq!(store.var_of(change), Some(var));
            prop_assert!(change.events().contains(Events::CHANGED));
            events |= change.events();
        }
        let mut right = Events::empty();
        right.set(Events::CHANGED, after != before);
        let ends = |set: &BTreeSet<i32>| (set.first().copied(), set.last().copied());
        right.set(Events::BOUNDS, ends(&after) != ends(&before));
        right.set(Events::FIXED, after.len() == 1 && before.len() > 1);
        prop_assert_eq!(events, right);
        prop_assert_eq!(store.changes() > changes, after != before);
        Ok(true)
    }

    fn same(store: &Store, sets: &Sets) -> Result<(), TestCaseError> {
        for (v, set) in sets.iter().enumerate() {
            let x = Var::new(v);
            prop_assert!(store.values(x).eq(set.iter().copied()));
            prop_assert_eq!(store.domain(x), set.iter().copied().collect::<Domain>());
            prop_assert_eq!(
                (store.min(x), store.max(x)),
                (*set.first().unwrap(), *set.last().unwrap())
            );
            prop_assert_eq!(store.len(x) as usize, set.len());
            prop_assert_eq!(store.is_fixed(x), set.len() == 1);
            prop_assert_eq!(store.value(x), set.first().copied().filter(|_| set.len() == 1));
            let (lo, hi) = (store.min(x), store.max(x));
            let (below, above) = (lo.saturating_sub(70), hi.saturating_add(70));
            let values: Vec<i32> = if above.abs_diff(below) < 1000 {
                (below..=above).collect()
            } else {
                let near = |&v: &i32| [v.saturating_sub(1), v, v.saturating_add(1)];
                set.iter().flat_map(near).chain([below, above]).collect()
            };
            for value in values {
                prop_assert_eq!(store.contains(x, value), set.contains(&value));
            }
            prop_assert!(
                [lo.checked_sub(1), hi.checked_add(1)]
                    .into_iter()
                    .flatten()
                    .all(|v| !store.contains(x, v))
            );
            for from in [i64::from(lo) - 64, i64::from(lo) - 63, i64::from(lo), i64::from(hi) - 5] {
                let has =
                    |bit: u32| i32::try_from(from + i64::from(bit)).is_ok_and(|w| set.contains(&w));
                let window =
                    (0..64).filter(|&bit| has(bit)).fold(0u64, |word, bit| word | 1 << bit);
                prop_assert_eq!(store.window(x, from), window);
            }
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            cases: 48,
            failure_persistence: None,
            rng_seed: RngSeed::Fixed(2580),
            ..ProptestConfig::default()
        })]

        #[test]
        fn a_store_is_a_set_a_variable_and_going_back_is_exact(steps in steps()) {
            let domains = domains();
            let fresh = || -> (Store, Sets) {
                (store(&domains), domains.iter().map(|domain| domain.iter().collect()).collect())
            };
            let (mut store, mut sets) = fresh();
            // What stood at each level, in both ways of keeping it.
            let mut levels: Vec<(Store, Sets)> = Vec::new();
            let undo = |store: &mut Store, sets: &mut Sets, levels: &mut Vec<(Store, Sets)>| {
                let (old_store, old_sets) = levels.pop().unwrap();
                store.pop_level();
                prop_assert_eq!(&store.words, &old_store.words);
                prop_assert_eq!(&store.open, &old_store.open);
                prop_assert_eq!(&store.levels, &old_store.levels);
                prop_assert_eq!(store.trail.len(), old_store.trail.len());
                prop_assert_eq!(&store.nodes, &old_store.nodes);
                *sets = old_sets;
                Ok(())
            };
            for step in &steps {
                match step {
                    Step::Push => {
                        while store.next_change().is_some() {}
                        levels.push((store.clone(), sets.clone()));
                        store.push_level();
                    }
                    Step::Pop if !levels.is_empty() => undo(&mut store, &mut sets, &mut levels)?,
                    Step::Flag(i) => {
                        store.set_flag(*i);
                        prop_assert!(store.flag(*i));
                    }
                    // On a conflict go back, as a search does: what was done halfway goes too.
                    _ if !apply(&mut store, &mut sets, step)? => {
                        if levels.is_empty() {
                            (store, sets) = fresh();
                        } else {
                            undo(&mut store, &mut sets, &mut levels)?;
                        }
                    }
                    _ => {}
                }
            }
            same(&store, &sets)?;
            while !levels.is_empty() {
                undo(&mut store, &mut sets, &mut levels)?;
                same(&store, &sets)?;
            }
        }
    }

    #[test]
    fn a_cause_comes_back_as_the_reason_it_was_made_from() {
        let last = MAX_INDEX - 1;
        for (cause, reason) in [
            (Cause::GIVEN, Reason::Given),
            (Cause::DECISION, Reason::Decision),
            (Cause::REFUTED, Reason::Refuted),
            (Cause::peer(last), Reason::Peer(Var::new(last))),
            (Cause::group(last), Reason::Group(last)),
            (Cause::constraint(last), Reason::Constraint(last)),
        ] {
            assert_eq!(cause.reason(), reason);
            let change = Change::new(3, 7, Events::all(), cause);
            assert_eq!((change.cause(), change.events()), (cause, Events::all()));
        }
    }

    #[test]
    fn windows_show_and_keep_the_same_values_everywhere() {
        let mut model = ModelBuilder::new();
        let domains = [Domain::from(-3..=60), Domain::from([-70, -5, 0, 3, 64, 130, 200])];
        let vars = domains.clone().map(|domain| model.var(domain));
        let root = model.build().unwrap().root().clone();
        for (x, domain) in vars.into_iter().zip(&domains) {
            for base in (-200..=250).chain([i64::from(i32::MIN), i64::from(i32::MAX)]) {
                let expected = (0..64)
                    .filter(|bit| i32::try_from(base + bit).is_ok_and(|v| domain.contains(v)))
                    .fold(0, |word, bit| word | 1 << bit);
                assert_eq!(root.window(x, base), expected, "{x:?} from {base}");
                for kept in [u64::MAX, 0, 1, 0xf0f0_0ff0_1234_8001] {
                    let mut store = root.clone();
                    let result = store.keep_window(x, base, kept);
                    assert_eq!(result.is_err(), expected & kept == 0);
                    if result.is_ok() {
                        assert_eq!(store.window(x, base), expected & kept);
                        assert_eq!(store.len(x), (expected & kept).count_ones());
                    }
                }
            }
        }
    }

    #[test]
    fn common_values_agree_with_plain_sets() {
        let mut model = ModelBuilder::new();
        let domains = [
            Domain::from(-3..=60),
            Domain::from([-70, -5, 0, 3, 64, 130, 200]),
            Domain::from(9..=300),
        ];
        let vars = domains.clone().map(|domain| model.var(domain));
        let root = model.build().unwrap().root().clone();
        for (x, dx) in vars.into_iter().zip(&domains) {
            for (y, dy) in vars.into_iter().zip(&domains).filter(|&(y, _)| y != x) {
                for offset in [0, 1, -7, 64, 100, i32::MAX, i32::MIN] {
                    let common: Domain = dx
                        .iter()
                        .filter(|v| v.checked_sub(offset).is_some_and(|v| dy.contains(v)))
                        .collect();
                    assert_eq!(root.meets(x, y, offset), !common.is_empty());
                    let mut store = root.clone();
                    match store.keep_common(x, y, offset) {
                        Ok(()) => assert_eq!(store.domain(x), common),
                        Err(_) => assert!(common.is_empty()),
                    }
                }
            }
        }
    }

    #[test]
    fn a_supposition_leaves_no_trace() {
        let mut model = ModelBuilder::new();
        let (x, y) = (model.var(1..=9), model.var(1..=99));
        let mut store = model.build().unwrap().root().clone();
        store.at_least(x, 3).unwrap();
        let before = format!("{store:?}");
        let inside = store.suppose(|store| {
            store.assign(x, 4).unwrap();
            store.at_most(y, 5).unwrap();
            store.len(y)
        });
        assert_eq!((inside, store.trail().len()), (5, 1));
        assert_eq!(format!("{store:?}"), before);
        assert!(store.next_change().is_some() && store.next_change().is_none());
    }
}
