//! The short way for models of groups alone: a question about one puzzle goes to the search for one at a time.

use alloc::vec::Vec;
use core::iter;

use super::{Solver, Strategy};
use crate::answer::{Count, Outcome, Solution, Uniqueness};
use crate::budget::Limit;
use crate::domain::Domain;
use crate::lanes::{self, Ask, Puzzle};
use crate::model::Model;
use crate::stats::Stats;
use crate::store::Var;

/// So many guesses are left to lanes; a puzzle that takes more needs a search that thinks harder.
pub(super) const GUESSES: u64 = 50_000;

/// With more values a puzzle is hard enough, and lanes are few enough, that to learn from conflicts is better.
const MOST_VALUES: u32 = 16;

/// How a model's values are called in lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Values {
    /// The value of the lowest bit.
    first: i64,
    /// A bit for each value.
    all: u64,
}

impl Values {
    /// `None` if the model does not fit, or has more values than lanes are good for.
    pub(super) fn of(model: &Model) -> Option<Values> {
        if model.contradiction().is_some() {
            return None;
        }
        let (base, all) = model.root().bits(model.vars().next()?)?;
        let shift = all.trailing_zeros();
        let all = all >> shift;
        let values = Values { first: i64::from(base) + i64::from(shift), all };
        (all.count_ones() <= MOST_VALUES).then_some(values)
    }

    /// Appends the candidates that assumptions leave to each variable.
    pub(super) fn mask(&self, model: &Model, assumed: &[(Var, Domain)], masks: &mut Vec<u64>) {
        let start = masks.len();
        masks.extend(iter::repeat_n(self.all, model.variables()));
        for (x, domain) in assumed {
            let mut allowed = 0;
            for range in domain.ranges() {
                let place = |value: &i32| i64::from(*value) - self.first;
                let (lo, hi) = (place(range.start()).max(0), place(range.end()).min(63));
                if lo <= hi {
                    allowed |= (u64::MAX << lo) & (u64::MAX >> (63 - hi));
                }
            }
            masks[start + x.index()] &= allowed;
        }
    }

    /// An answer with the model's values.
    pub(super) fn read(&self, answer: &lanes::Answer<'_>) -> InLanes {
        let value = |&v: &u8| (self.first + i64::from(v) - 1) as i32;
        let solution = |values: &[u8]| Solution::new(values.iter().map(value).collect());
        let solutions = [answer.first, answer.second].map(|values| values.map(solution));
        InLanes { count: answer.count, complete: answer.complete, solutions }
    }
}

/// What lanes say of a puzzle.
pub(super) struct InLanes {
    /// Solutions found, up to as many as were asked for.
    pub(super) count: u128,
    /// Whether there are no more, or as many as were asked for.
    pub(super) complete: bool,
    /// The first two of them.
    pub(super) solutions: [Option<Solution>; 2],
}

impl InLanes {
    /// Lanes have checked what they found; this is the check that every solution passes, and that there are as many
    /// witnesses as an answer of up to `limit` solutions needs.
    pub(super) fn is_right(&self, limit: u64, model: &Model) -> bool {
        let kept = self.solutions.iter().flatten().count() as u128;
        let enough = kept == self.count.min(2) || !self.complete || limit == u64::MAX;
        enough
            && self
                .solutions
                .iter()
                .flatten()
                .all(|solution| model.verify(solution.values()).is_ok())
    }
}

impl From<InLanes> for Outcome {
    fn from(said: InLanes) -> Outcome {
        match said.solutions {
            [Some(solution), _] => Outcome::Solved(solution),
            _ if said.complete => Outcome::None,
            _ => Outcome::Unknown(Limit::Cancelled),
        }
    }
}

impl From<InLanes> for Uniqueness {
    fn from(said: InLanes) -> Uniqueness {
        match said.solutions {
            [Some(first), Some(second)] => Uniqueness::Many(first, second),
            [first, _] if !said.complete => Uniqueness::Unknown(Limit::Cancelled, first),
            [Some(first), None] => Uniqueness::One(first),
            [None, _] => Uniqueness::None,
        }
    }
}

impl From<InLanes> for Count {
    /// Where all solutions were asked for.
    fn from(said: InLanes) -> Count {
        match said.complete {
            true => Count::Exactly(said.count),
            false => Count::AtLeast(said.count, Limit::Cancelled),
        }
    }
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
        let values = Values::of(&self.model)?;
        // To compile a large model for lanes takes as long as many a search.
        if self.single.is_none() {
            self.single = Some(self.model.lanes()?.single());
        }
        self.masks.clear();
        values.mask(&self.model, &self.assumptions, &mut self.masks);
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
        let (said, nodes) =
            self.single.as_mut()?.solve(&ask, Puzzle::Masks(&self.masks), |answer| {
                (values.read(&answer), answer.nodes)
            });
        let cancelled = cancel.as_ref().is_some_and(|cancel| cancel.is_cancelled());
        if !said.complete && !cancelled && said.count < limit.into() {
            return None;
        }
        if !said.is_right(limit, &self.model) {
            return None;
        }
        self.begin();
        self.search.stats.nodes = nodes;
        self.search.stats.solutions = said.count.try_into().unwrap_or(u64::MAX);
        Some(said)
    }
}
