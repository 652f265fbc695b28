//! Ranges too wide for a bitmap: what is gone between the bounds, as a tree of words made where needed.
//!
//! A leaf has a bit for each of 64 values, a node above it one for each of 64 nodes below. A bit that is
//! clear says that nothing is left there; a node that was never made, that all of it is. So a value that is
//! removed costs a few words wherever it lies, and a gap of any length costs no more.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::{Change, Conflict, Events, Store, Var};
use crate::domain::Domain;

/// Nodes of the highest level have 2³⁰ values each; there are up to four of them.
const LEVELS: u32 = 5;
const TOP: u32 = LEVELS - 1;

/// The nodes that were made: each is a word behind those of the layout.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Nodes {
    slots: BTreeMap<u64, u32>,
    /// Whose word each is, in the order of making.
    keys: Vec<u64>,
}

impl Nodes {
    /// The variable of the node made as number `i`.
    pub(super) fn owner(&self, i: usize) -> Option<Var> {
        self.keys.get(i).map(|key| Var::new((key >> 32) as usize))
    }

    /// Forgets the node made last.
    fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            self.slots.remove(&key);
        }
    }

    /// Forgets all but the `len` that were made first.
    pub(super) fn truncate(&mut self, len: usize) {
        while self.keys.len() > len {
            self.pop();
        }
    }
}

/// The node of a level that a value lies in.
fn key(v: usize, level: u32, offset: u32) -> u64 {
    (v as u64) << 32 | u64::from(level) << 28 | u64::from(offset >> (6 * (level + 1)))
}

/// The place in a node of the child that a value lies in.
fn child(level: u32, offset: u32) -> u32 {
    offset >> (6 * level) & 63
}

/// The first value of a child, and the last one, of the node that `offset` lies in.
fn ends(level: u32, offset: u32, child: u32) -> (u32, u32) {
    let (shift, above) = (6 * level, 6 * (level + 1));
    let first = offset >> above << above | child << shift;
    (first, first | ((1 << shift) - 1))
}

/// The bits `from..=to` of a word.
fn run(from: u32, to: u32) -> u64 {
    u64::MAX << from & u64::MAX >> (63 - to)
}

impl Store {
    /// The 64 values around `offset` that are not gone from inside the bounds.
    pub(super) fn leaf(&self, v: usize, offset: u32) -> u64 {
        for level in (0..LEVELS).rev() {
            match self.node(v, level, offset) {
                None => break,
                Some(word) if level == 0 => return word,
                Some(word) if word >> child(level, offset) & 1 == 0 => return 0,
                Some(_) => {}
            }
        }
        u64::MAX
    }

    fn node(&self, v: usize, level: u32, offset: u32) -> Option<u64> {
        if self.nodes.keys.is_empty() {
            return None;
        }
        let slot = self.nodes.slots.get(&key(v, level, offset))?;
        Some(self.words[*slot as usize])
    }

    /// The first value left from `from` on; `end` is known to be left.
    pub(super) fn sparse_up(&self, v: usize, from: u32, end: u32) -> u32 {
        let mut at = u64::from(from);
        'search: while at < u64::from(end) {
            for level in (0..LEVELS).rev() {
                let Some(word) = self.node(v, level, at as u32) else { return at as u32 };
                let (shift, here) = (6 * level, child(level, at as u32));
                match word >> here {
                    0 => {
                        at = ((at >> (shift + 6)) + 1) << (shift + 6);
                        continue 'search;
                    }
                    rest if rest & 1 == 1 => {}
                    rest => at = ((at >> shift) + u64::from(rest.trailing_zeros())) << shift,
                }
            }
            return at as u32;
        }
        end
    }

    /// The last value left from `from` downwards; `end` is known to be left.
    pub(super) fn sparse_down(&self, v: usize, from: u32, end: u32) -> u32 {
        let mut at = i64::from(from);
        'search: while at > i64::from(end) {
            for level in (0..LEVELS).rev() {
                let Some(word) = self.node(v, level, at as u32) else { return at as u32 };
                let (shift, here) = (6 * level, child(level, at as u32));
                match word << (63 - here) {
                    0 => {
                        at = (at >> (shift + 6) << (shift + 6)) - 1;
                        continue 'search;
                    }
                    rest if rest >> 63 == 1 => {}
                    rest => {
                        let word = (at >> shift) - i64::from(rest.leading_zeros()) + 1;
                        at = (word << shift) - 1;
                    }
                }
            }
            return at as u32;
        }
        end
    }

    /// Tells the runs of values that are left in `from..=to`, ascending; neighbours may come apart.
    pub(super) fn sparse_runs(&self, v: usize, from: u32, to: u32, tell: &mut dyn FnMut(u32, u32)) {
        let mut at = from;
        loop {
            let end = to.min(at | ((1 << (6 * LEVELS)) - 1));
            self.runs_in(v, TOP, at, end, tell);
            if end == to {
                return;
            }
            at = end + 1;
        }
    }

    fn runs_in(&self, v: usize, level: u32, from: u32, to: u32, tell: &mut dyn FnMut(u32, u32)) {
        let Some(word) = self.node(v, level, from) else { return tell(from, to) };
        let left = word & run(child(level, from), child(level, to));
        for bit in super::bits(left) {
            let (first, last) = ends(level, from, bit);
            let (lo, hi) = (first.max(from), last.min(to));
            if level == 0 { tell(lo, hi) } else { self.runs_in(v, level - 1, lo, hi, tell) }
        }
    }

    /// Takes `from..=to`, all of it between the bounds, away.
    pub(super) fn sparse_clear(&mut self, v: usize, from: u32, to: u32) {
        let mut at = from;
        loop {
            let end = to.min(at | ((1 << (6 * LEVELS)) - 1));
            self.clear_in(v, TOP, at, end);
            if end == to {
                return;
            }
            at = end + 1;
        }
    }

    /// The same in one node; says whether nothing is left there.
    fn clear_in(&mut self, v: usize, level: u32, from: u32, to: u32) -> bool {
        let slot = self.make_node(key(v, level, from));
        let (a, b) = (child(level, from), child(level, to));
        let old = self.words[slot];
        let mut gone = run(a, b);
        for bit in if a == b { [Some(a), None] } else { [Some(a), Some(b)] }.into_iter().flatten() {
            let (first, last) = ends(level, from, bit);
            let (lo, hi) = (first.max(from), last.min(to));
            let whole = (lo, hi) == (first, last);
            if !whole && old >> bit & 1 == 1 && !self.clear_in(v, level - 1, lo, hi) {
                gone &= !(1 << bit);
            }
        }
        if old & gone != 0 {
            self.trail.push(Change::new(slot, old, Events::CHANGED, self.cause));
            self.words[slot] = old & !gone;
            self.changes += 1;
        }
        old & !gone == 0
    }

    /// The slot of a node. Nodes above come before those below.
    fn make_node(&mut self, key: u64) -> usize {
        let next = self.words.len();
        let slot = *self.nodes.slots.entry(key).or_insert(next as u32) as usize;
        if slot == next {
            self.words.push(u64::MAX);
            self.nodes.keys.push(key);
        }
        slot
    }

    /// Gives back the nodes in which nothing is gone any more.
    ///
    /// What was made last is undone first, so those are the last ones; and no change that still stands
    /// speaks of them, since bits are only ever cleared.
    pub(super) fn drop_nodes(&mut self) {
        while !self.nodes.keys.is_empty() && self.words.last() == Some(&u64::MAX) {
            self.nodes.pop();
            self.words.pop();
        }
    }

    /// Keeps the values that are in `domain`. O(ranges of both).
    pub(super) fn sparse_intersect(&mut self, v: usize, domain: &Domain) -> Result<(), Conflict> {
        let both = self.domain(Var::new(v)).intersection(domain);
        let base = i64::from(self.layout.base(v));
        let offset = |value: i32| (i64::from(value) - base) as u32;
        let (Some(lo), Some(hi)) = (both.min(), both.max()) else {
            return Err(self.conflict_at(v));
        };
        self.set_bounds(v, offset(lo), offset(hi))?;
        for (before, after) in domain.ranges().zip(domain.ranges().skip(1)) {
            let (end, start) = (*before.end(), *after.start());
            if lo <= end && start <= hi {
                self.sparse_clear(v, offset(end) + 1, offset(start) - 1);
            }
        }
        debug_assert_eq!(self.domain(Var::new(v)), both);
        Ok(())
    }
}
