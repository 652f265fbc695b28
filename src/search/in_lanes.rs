//! The short way for models of groups alone: a question about one puzzle goes to the search for one at a time.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::iter;

use super::few::Few;
use super::{Solver, Strategy};
use crate::answer::{Count, Solution};
use crate::budget::{ForLanes, Limit};
use crate::domain::Domain;
use crate::group::Group;
use crate::lanes::{self, Ask, Lanes, Puzzle, Single};
use crate::model::Model;
use crate::stats::Stats;
use crate::store::Var;

/// So much is left to lanes, a guess counted as the candidates that there can be at most; a puzzle that takes more needs a
/// search that thinks harder.
const WORK: u64 = 800_000_000;

/// Where they come late, so many operations, about a second: what a guess takes is known.
const STEPS: u64 = 2 << 30;

/// So many in a microsecond at least.
const STEPS_PER_MICROSECOND: u64 = 1000;

/// Which variables differ is a bit for each two of them, and a sweep looks at all of them: a model with constraints has no more.
const MOST_VARIABLES: usize = 1024;

/// With more values a puzzle is hard enough, and lanes are few enough, that to learn from conflicts is better.
const MOST_VALUES: u32 = 16;

/// How a model's values are called in lanes.
#[derive(Clone, Debug)]
pub(super) struct Values {
    /// The value of the lowest bit.
    first: i64,
    /// A bit for each value.
    all: u64,
    /// For each variable the values that it begins with, where these differ.
    roots: Vec<u64>,
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
        let values = Values { first: i64::from(base) + i64::from(shift), all, roots: Vec::new() };
        (all.count_ones() <= MOST_VALUES).then_some(values)
    }

    /// The same where variables begin with different values.
    fn of_any(model: &Model) -> Option<Values> {
        let first = model.vars().map(|x| model.root().min(x)).min()?;
        let last = model.vars().map(|x| model.root().max(x)).max()?;
        let count = i64::from(last) - i64::from(first) + 1;
        if model.contradiction().is_some() || count > i64::from(MOST_VALUES) {
            return None;
        }
        let root = |x| {
            let (base, bits) = model.root().bits(x)?;
            let up = i64::from(base) - i64::from(first);
            Some(if up >= 0 { bits << up } else { bits >> -up })
        };
        let roots = model.vars().map(root).collect::<Option<_>>()?;
        Some(Values { first: first.into(), all: (1 << count) - 1, roots })
    }

    /// So many guesses of a puzzle lanes may make.
    pub(super) fn guesses(&self, model: &Model) -> u64 {
        WORK / (model.variables() as u64 * u64::from(self.all.count_ones())).max(1)
    }

    /// Appends the candidates that assumptions leave to each variable.
    pub(super) fn mask(&self, model: &Model, assumed: &[(Var, Domain)], masks: &mut Vec<u64>) {
        let start = masks.len();
        match self.roots.is_empty() {
            true => masks.extend(iter::repeat_n(self.all, model.variables())),
            false => masks.extend_from_slice(&self.roots),
        }
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
    pub(super) fn read(&self, answer: &lanes::Answer<'_>) -> Few {
        let value = |&v: &u8| (self.first + i64::from(v) - 1) as i32;
        let solution = |values: &[u8]| Solution::new(values.iter().map(value).collect());
        let solutions = [answer.first, answer.second].map(|values| values.map(solution));
        let stopped = (!answer.complete).then_some(Limit::Cancelled);
        Few { count: answer.count, stopped, solutions }
    }
}

impl Few {
    /// Lanes have checked what they found; this is the check that every solution passes, and that there are as many
    /// witnesses as an answer of up to `most` solutions needs.
    pub(super) fn is_right(&self, most: u64, model: &Model) -> bool {
        let kept = self.solutions.iter().flatten().count() as u128;
        let enough = kept == self.count.min(2) || self.stopped.is_some() || most == u64::MAX;
        let right = |solution: &Solution| model.verify(solution.values()).is_ok();
        enough && self.solutions.iter().flatten().all(right)
    }
}

impl From<Few> for Count {
    /// Where all solutions were asked for.
    fn from(few: Few) -> Count {
        match few.stopped {
            None => Count::Exactly(few.count),
            Some(limit) => Count::AtLeast(few.count, limit),
        }
    }
}

/// A model in lanes, and memory for puzzles one at a time.
#[derive(Clone, Debug)]
pub(super) struct InLanes {
    values: Values,
    single: Single,
    /// So many guesses of a puzzle they may make.
    most: u64,
    /// How many operations one takes, where they come late.
    steps: Option<u64>,
}

impl InLanes {
    fn early(model: &Model, values: Values, lanes: &Arc<Lanes>) -> InLanes {
        let most = values.guesses(model);
        InLanes { values, single: lanes.single(), most, steps: None }
    }

    fn late(values: Values, lanes: Lanes) -> InLanes {
        let steps = lanes.steps_per_guess();
        InLanes {
            values,
            single: Arc::new(lanes).single(),
            most: STEPS / steps,
            steps: Some(steps),
        }
    }

    /// So many guesses, within the time that there is.
    fn guesses(&self, heed: &ForLanes) -> u64 {
        let time = match (self.steps, heed.micros) {
            (Some(steps), Some(micros)) => {
                Some(micros.saturating_mul(STEPS_PER_MICROSECOND) / steps)
            }
            _ => heed.guesses(),
        };
        time.map_or(self.most, |guesses| guesses.min(self.most))
    }
}

impl Solver {
    /// Asks lanes for up to `most` solutions, `u64::MAX` for all.
    ///
    /// `None` where they are of no use: the model does not fit them, the search was told how to branch or has a limit that
    /// lanes do not keep, or the puzzle turned out to be too hard to go on without thinking.
    pub(super) fn in_lanes(&mut self, most: u64) -> Option<Few> {
        self.would_ask_lanes(most)?;
        // To compile a large model for lanes takes as long as many a search.
        if self.lanes.is_none() {
            let values = Values::of(&self.model)?;
            self.lanes = Some(InLanes::early(&self.model, values, self.model.lanes()?));
        }
        self.ask_lanes(most)
    }

    /// Whether lanes may help later on, once backtracking is stuck: it is too early to compile a model with constraints, or one
    /// whose variables begin with different values.
    pub(super) fn may_ask_lanes(&self) -> bool {
        let small = self.model.constraints().is_empty() || self.model.variables() <= MOST_VARIABLES;
        self.lanes.is_none() && small && self.would_ask_lanes(1).is_some()
    }

    /// Asks lanes for up to `most` solutions where backtracking is stuck.
    pub(super) fn in_lanes_after_all(&mut self, most: u64) -> Option<Few> {
        let compile = |model: &Model| {
            let values = Values::of_any(model)?;
            // Without one nothing is hidden, and there are many ways to be equally wrong: learning is better (colours of graphs
            // took a hundred times as long).
            let house = |group: &Group| group.terms.len() == values.all.count_ones() as usize;
            if !model.constraints().is_empty() && !model.groups().iter().any(house) {
                return None;
            }
            let lanes = Lanes::over(model, values.first, values.all.count_ones())?;
            Some(InLanes::late(values, lanes))
        };
        self.lanes = self.late_lanes.take().unwrap_or_else(|| compile(&self.model));
        let few = self.ask_lanes(most);
        // With rules, backtracking goes first next time as well.
        if !self.model.constraints().is_empty() {
            self.late_lanes = Some(self.lanes.take());
        }
        few
    }

    /// What they would have to heed, if they may be asked.
    fn would_ask_lanes(&self, most: u64) -> Option<ForLanes> {
        let heed = self.budget.for_lanes()?;
        // They tell of a count only how far it is, and do not read the clock.
        let knows = if most == u64::MAX { heed.micros.is_none() } else { heed.progress.is_none() };
        let free = self.strategy == Strategy::Automatic && self.branching.is_none();
        (knows && free).then_some(heed)
    }

    fn ask_lanes(&mut self, most: u64) -> Option<Few> {
        let heed = self.would_ask_lanes(most)?;
        let in_lanes = self.lanes.as_mut()?;
        let allowed = in_lanes.guesses(&heed);
        let ForLanes { cancel, progress, .. } = heed;
        let InLanes { values, single, .. } = in_lanes;
        self.masks.clear();
        values.mask(&self.model, &self.assumptions, &mut self.masks);
        let told = |stats: &lanes::Stats| {
            if let Some(progress) = &progress {
                let (nodes, solutions) = (stats.guesses, stats.solutions);
                (progress.0)(&Stats { nodes, solutions, ..Stats::default() });
            }
        };
        let mut ask = Ask::default().limit(most).progress(&told);
        if most != u64::MAX {
            ask = ask.nodes(allowed);
        }
        if let Some(cancel) = &cancel {
            ask = ask.cancel(cancel.flag());
        }
        let (few, nodes) = single
            .solve(&ask, Puzzle::Masks(&self.masks), |answer| (values.read(&answer), answer.nodes));
        let cancelled = cancel.as_ref().is_some_and(|cancel| cancel.is_cancelled());
        if few.stopped.is_some() && !cancelled && few.count < most.into() {
            return None;
        }
        if !few.is_right(most, &self.model) {
            return None;
        }
        self.begin();
        self.search.stats.nodes = nodes;
        self.search.stats.solutions = few.count.try_into().unwrap_or(u64::MAX);
        Some(few)
    }
}
