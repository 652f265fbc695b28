//! Narrowing domains: every change goes onto the trail, and none leaves a domain empty.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use super::layout::{pack, set_run, unpack};
use super::read::run;
use super::{Cause, Change, Conflict, Events, Store, Var, bits, shifted};
use crate::domain::Domain;

impl Store {
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
        let v = x.index();
        let base = i64::from(self.layout.base(v));
        let (from, to) = (range.start().saturating_sub(base), range.end().saturating_sub(base));
        if self.layout.is_narrow(v) {
            return self.keep(v, run(from, to), self.cause);
        }
        let (lo, hi) = unpack(self.words[v]);
        let (low, high) = (i64::from(lo), i64::from(hi));
        if from <= low && to >= high {
            return Ok(());
        }
        if from > high || to < low || from > to {
            return Err(self.conflict_at(v));
        }
        let first = if from > low { self.next_up(v, from as u32, hi) } else { lo };
        let last = if to < high { self.next_down(v, to as u32, lo) } else { hi };
        if first > last {
            return Err(self.conflict_at(v));
        }
        self.set_bounds(v, first, last)
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
            return self.keep(v, shifted(kept, self.window_offset(v, base)), self.cause);
        }
        let old = self.window(x, base);
        let left = old & kept;
        if left == 0 {
            return Err(self.conflict_at(v));
        }
        let first = (base - i64::from(self.layout.base(v))) as i32;
        let at = |bit: u32| first.wrapping_add_unsigned(bit) as u32;
        let (low, high) = (left.trailing_zeros(), 63 - left.leading_zeros());
        self.set_bounds(v, at(low), at(high))?;
        self.make_holes(v, base, old & !kept & run(low.into(), high.into()))
    }

    /// Removes the values that are in a [`window`](Self::window): bit `b` of `gone` is `base + b`. Those outside stay.
    pub(crate) fn drop_window(&mut self, x: Var, base: i64, gone: u64) -> Result<(), Conflict> {
        let v = x.index();
        if self.layout.is_narrow(v) {
            return self.keep(v, !shifted(gone, self.window_offset(v, base)), self.cause);
        }
        // A wide variable is told of what it has.
        let gone = gone & self.window(x, base);
        if gone == 0 {
            return Ok(());
        }
        let bound = |value: i32| shifted(gone, base - i64::from(value)) & 1 == 1;
        if bound(self.min(x)) || bound(self.max(x)) {
            return bits(gone)
                .try_for_each(|bit| self.remove_because(v, base + i64::from(bit), self.cause));
        }
        self.make_holes(v, base, gone)
    }

    /// Removes values of a wide variable that lie between its bounds.
    fn make_holes(&mut self, v: usize, base: i64, gone: u64) -> Result<(), Conflict> {
        if gone == 0 {
            return Ok(());
        }
        if self.layout.is_sparse(v) {
            return bits(gone)
                .try_for_each(|bit| self.remove_because(v, base + i64::from(bit), self.cause));
        }
        let offset = base - i64::from(self.layout.base(v));
        let (block, shift) = (offset.div_euclid(64), offset.rem_euclid(64));
        let above = if shift == 0 { 0 } else { gone >> (64 - shift) };
        for (block, gone) in [(block, gone << shift), (block + 1, above)] {
            if gone != 0 {
                let slot = self.layout.vars[v].bitmap as usize + block as usize;
                let old = self.words[slot];
                self.trail.push(Change::new(slot, old, Events::CHANGED, self.cause));
                self.words[slot] = old & !gone;
                self.changes += 1;
            }
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
        if self.has_tree(x) || self.has_tree(y) {
            return self.intersect(x, &self.domain(y).shifted(offset));
        }
        for base in (lo..=hi).step_by(64) {
            let gone = self.window(x, base) & !self.window(y, base - offset);
            self.drop_window(x, base, gone)?;
        }
        Ok(())
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
        let v = x.index();
        if self.layout.is_narrow(v) {
            let base = i64::from(self.layout.base(v));
            let kept = values.iter().fold(0, |word, &value| word | bit(i64::from(value) - base));
            self.keep(v, kept, self.cause)
        } else {
            self.intersect(x, &values.iter().copied().collect())
        }
    }

    /// Keeps the values of an ascending list: those that have partners. Where a tree says what is gone, all that lies
    /// between the ends of the list stays: to make holes takes longer there than what follows from them is worth.
    pub(crate) fn keep_partners(&mut self, x: Var, values: &[i32]) -> Result<(), Conflict> {
        match *values {
            [only] => self.assign(x, only),
            [first, .., last] if self.has_tree(x) => {
                self.at_least(x, first)?;
                self.at_most(x, last)
            }
            _ if values.len() == self.len(x) as usize => Ok(()),
            _ => self.keep_values(x, values),
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
    // Nine of ten calls find the value gone; for each variable that becomes fixed there is one a member of its group.
    #[inline(always)]
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
        if (i64::from(lo)..=i64::from(hi)).contains(&offset) && self.bitmap_has(v, offset as u32) {
            self.remove_wide(v, offset as u32, cause)
        } else {
            Ok(())
        }
    }

    /// Removes a value that a wide variable has.
    fn remove_wide(&mut self, v: usize, offset: u32, cause: Cause) -> Result<(), Conflict> {
        let (lo, hi) = unpack(self.words[v]);
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

    /// Keeps only `value`, given as `i64`.
    pub(crate) fn assign_any(&mut self, v: usize, value: i64) -> Result<(), Conflict> {
        match i32::try_from(value) {
            Ok(value) => self.assign(Var::new(v), value),
            Err(_) => Err(self.conflict_at(v)),
        }
    }

    pub(super) fn record(
        &mut self,
        v: usize,
        old: u64,
        new: u64,
        bounds: bool,
        fixed: bool,
        cause: Cause,
    ) {
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
    pub(super) fn set_bounds(&mut self, v: usize, lo: u32, hi: u32) -> Result<(), Conflict> {
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

    pub(super) fn conflict_at(&self, v: usize) -> Conflict {
        Conflict::new(self.cause, Some(v))
    }
}

/// Bit `offset` of a word, or none where that is outside it.
fn bit(offset: i64) -> u64 {
    // A shift beyond the word would wrap in release builds.
    if (0..64).contains(&offset) { 1 << offset } else { 0 }
}
