//! Whose turn it is: backtracking in the order of fewest values, in that of dead ends, or the learner.

use super::{Search, Solver, State, Strategy};
use crate::branch::Decision;
use crate::learn::{Learner, Step};
use crate::restart::{Restarts, Runs};

/// Where constraints take part, learning waits so many times longer, and has so much less of each turn.
const CALLS_PATIENCE: u64 = 8;

/// The runs of backtracking that begins again, where nobody chose others.
const RUNS: Restarts = Restarts::Geometric { first: 100, growth: 50 };

/// The same once there is a solution and a better one is wanted. Each one found begins a run anyway; most of what is left is
/// the proof that there is none, and of that what the next run does not come by again would be lost.
const RUNS_TO_IMPROVE: Restarts = Restarts::Never;

/// Dead ends that cost more changes than this are rare, and no reason to learn from them.
const CHANGES_PER_CONFLICT: u64 = 400;

/// So many solutions in one turn of the learner are many, if it met fewer than `RARE` conflicts for
/// each of them.
const MANY: u64 = 100;
const RARE: u64 = 20;

impl Search {
    /// Whether backtracking has worked for long without a solution, and not because the way is long.
    pub(super) fn is_stuck(&self) -> bool {
        self.store.changes() - self.solved_at >= self.patience
            && self.stats.conflicts >= self.patience / CHANGES_PER_CONFLICT
    }
}

impl Solver {
    /// After how many changes without a solution it is the next one's turn.
    pub(super) fn first_patience(&self) -> u64 {
        match (self.strategy, &self.branching) {
            (Strategy::Automatic, None) if self.model.tables().has_calls => {
                self.learning.after.saturating_mul(CALLS_PATIENCE)
            }
            (Strategy::Automatic, None) => self.learning.after,
            (Strategy::Learning, _) => 0,
            _ => u64::MAX,
        }
    }

    /// Where constraints take part and there is no solution yet: has variables that led to dead ends go first, and the
    /// search begin again from the root now and then. False if that has been done, or is of no use.
    pub(super) fn begin_weighted(&mut self) -> bool {
        let search = &mut self.search;
        let wanted = self.strategy == Strategy::Automatic && self.model.tables().has_calls;
        if !wanted || search.weighted || search.found > 0 {
            return false;
        }
        search.weighted = true;
        search.solved_at = search.store.changes();
        self.choose_runs();
        true
    }

    /// Where nobody chose how long the runs are that begin anew, chooses what is best now.
    pub(super) fn choose_runs(&mut self) -> bool {
        let search = &mut self.search;
        let chooses = search.weighted && self.restarts == Restarts::Never;
        if chooses {
            let improves = search.stats.solutions > 0;
            search.runs = Runs::new(if improves { RUNS_TO_IMPROVE } else { RUNS });
        }
        chooses
    }

    /// Makes it the learner's turn. If there can be no learner, returns false, and backtracking goes on.
    pub(super) fn begin_learning(&mut self) -> bool {
        let search = &mut self.search;
        let patience = core::mem::replace(&mut search.patience, u64::MAX);
        if search.learner.is_none() {
            let mut root = search.store.clone();
            while root.level() > 0 {
                root.pop_level();
            }
            search.learner = Learner::new(&self.model, &root, self.learning, self.proof.clone());
            if let (Some(learner), Some(solution)) = (&mut search.learner, &self.excluded) {
                let decisions = self.model.vars().zip(solution);
                learner.exclude(decisions.map(|(x, &value)| Decision::Is(x, value)));
            }
        }
        let Some(learner) = &mut search.learner else { return false };
        // Where backtracking has been: below the decisions that stood, what failed or was solved.
        for &(standing, failed) in &search.refuted {
            let standing = &search.decisions[..standing];
            if !learner.exclude(standing.iter().copied().chain([failed])) {
                search.learner = None;
                return false;
            }
        }
        // What constraints see is explained by all that held in their scope: clauses as weak as that may be no
        // better than backtracking, so both have their turns.
        let both = self.strategy == Strategy::Automatic && self.model.tables().has_calls;
        learner.begin_turn(if both { patience / CALLS_PATIENCE } else { u64::MAX });
        search.patience = patience.saturating_mul(2).max(1);
        search.turn = (search.stats.solutions, search.stats.conflicts);
        search.learning = true;
        true
    }

    /// The same as [`advance`](Self::advance) for the learner. `None` if it is backtracking's turn: where
    /// solutions are many, walking from one to the next is cheaper than ruling each of them out.
    pub(super) fn advance_learning(&mut self) -> Option<bool> {
        let Search { learner, stats, meter, state, turn, .. } = &mut self.search;
        let learner = learner.as_mut()?;
        let (solutions, conflicts) = (stats.solutions - turn.0, stats.conflicts - turn.1);
        let many = solutions >= MANY && conflicts / RARE < solutions;
        let goes_on = meter.enough(stats.solutions).is_none();
        if many && self.strategy == Strategy::Automatic && goes_on && learner.leave_solution() {
            self.search.learning = false;
            self.search.solved_at = self.search.store.changes();
            return None;
        }
        *state = match learner.next(stats, meter) {
            Step::Solution => State::AtSolution,
            Step::Exhausted => State::Exhausted,
            Step::Stopped(limit) => State::Stopped(limit),
            Step::Paused => {
                self.search.learning = false;
                self.search.solved_at = self.search.store.changes();
                return None;
            }
        };
        let found = *state == State::AtSolution;
        if found && self.strategy == Strategy::Automatic {
            let values = learner.values();
            self.search.ahead.insert(values);
            self.search.found += 1;
        }
        Some(found)
    }
}
