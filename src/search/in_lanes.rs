//! The short way for models of groups alone: a question about one puzzle goes to the search for one at a time.

use super::{Solver, Strategy};
use crate::answer::{Solution, Stats};
use crate::lanes::{self, Ask, Puzzle};

/// So many guesses are left to lanes; a puzzle that takes more needs a search that thinks harder.
const GUESSES: u64 = 50_000;

/// With more values a puzzle is hard enough, and lanes are few enough, that to learn from conflicts is better.
const MOST_VALUES: u32 = 16;

/// What lanes say of a puzzle.
pub(super) struct InLanes {
    /// Solutions found, up to as many as were asked for.
    pub(super) count: u128,
    /// Whether there are no more, or as many as were asked for.
    pub(super) complete: bool,
    /// The first two of them.
    pub(super) solutions: [Option<Solution>; 2],
}

impl Solver {
    /// Asks lanes for up to `limit` solutions, `u64::MAX` for all.
    ///
    /// `None` where they are of no use: the model does not fit them, the search was told how to branch or has a limit that
    /// lanes do not keep, or the puzzle turned out to be too hard to go on without thinking.
    pub(super) fn in_lanes(&mut self, limit: u64) -> Option<InLanes> {
        let (cancel, progress) = self.budget.unlimited()?;
        let counting = limit == u64::MAX;
        if !counting && progress.is_some() {
            return None;
        }
        if self.strategy != Strategy::Automatic || self.branching.is_some() {
            return None;
        }
        if self.model.contradiction().is_some() {
            return None;
        }
        let root = self.model.root();
        let (base, all) = root.bits(self.model.vars().next()?)?;
        let shift = all.trailing_zeros();
        if (all >> shift).count_ones() > MOST_VALUES {
            return None;
        }
        // To compile a large model for lanes takes as long as many a search.
        if self.single.is_none() {
            self.single = Some(self.model.lanes()?.single());
        }
        self.masks.clear();
        self.masks.resize(self.model.variables(), all >> shift);
        let first = i64::from(base) + i64::from(shift);
        for (x, domain) in &self.assumptions {
            let mut allowed = 0;
            for range in domain.ranges() {
                let place = |value: &i32| i64::from(*value) - first;
                let (lo, hi) = (place(range.start()).max(0), place(range.end()).min(63));
                if lo <= hi {
                    allowed |= (u64::MAX << lo) & (u64::MAX >> (63 - hi));
                }
            }
            self.masks[x.index()] &= allowed;
        }
        let told = |stats: &lanes::Stats| {
            if let Some(progress) = &progress {
                let (nodes, solutions) = (stats.guesses, stats.solutions);
                (progress.0)(&Stats { nodes, solutions, ..Stats::default() });
            }
        };
        let mut ask = Ask::default().limit(limit).progress(&told);
        if !counting {
            ask = ask.nodes(GUESSES);
        }
        if let Some(cancel) = &cancel {
            ask = ask.cancel(cancel.flag());
        }
        let value = |&v: &u8| (first + i64::from(v) - 1) as i32;
        let (said, nodes) =
            self.single.as_mut()?.solve(&ask, Puzzle::Masks(&self.masks), |answer| {
                let solution = |values: &[u8]| Solution::new(values.iter().map(value).collect());
                let solutions = [answer.first, answer.second].map(|values| values.map(solution));
                let said = InLanes { count: answer.count, complete: answer.complete, solutions };
                (said, answer.nodes)
            });
        let cancelled = cancel.as_ref().is_some_and(|cancel| cancel.is_cancelled());
        if !said.complete && !cancelled && said.count < limit.into() {
            return None;
        }
        // As many witnesses as the answer needs.
        let kept = said.solutions.iter().flatten().count() as u128;
        if !counting && said.complete && kept < said.count.min(2) {
            return None;
        }
        // Lanes have checked them; this is the check that every solution passes.
        let right =
            |s: &Option<Solution>| s.as_ref().is_none_or(|s| self.model.verify(s.values()).is_ok());
        if !said.solutions.iter().all(right) {
            return None;
        }
        self.begin();
        self.search.stats.nodes = nodes;
        self.search.stats.solutions = said.count.try_into().unwrap_or(u64::MAX);
        Some(said)
    }
}
