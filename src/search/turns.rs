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

/// The whole tree of decisions.
const WHOLE: u64 = 1 << 63;

/// Of a run that has seen so much of the tree, the rest is not far.
const NEAR: u64 = WHOLE / 5;

/// One that has seen less than this leads nowhere.
const FAR: u64 = WHOLE / 8;

/// And one that has seen less than this early on is hopeless: so many turns are the learner's above all, and no more, since
/// backtracking may be what gets there after all.
const HOPELESS: u64 = WHOLE / 1024;
const EAGER: u32 = 3;

/// Clauses of so many literals on average are short, and short enough where backtracking is hopeless.
const BRIEF: u64 = 24;
const BRIEF_ENOUGH: u64 = 48;

/// So many times in a row, what seems not far is believed.
const BELIEVED: u32 = 3;

/// How many dead ends more a run has that has not far to go.
const MORE: u64 = 100;

/// Dead ends that cost more work than this are rare, and no reason to learn from them.
const WORK_PER_CONFLICT: u64 = 400;

/// So many solutions in one turn of the learner are many, if it met fewer than `RARE` conflicts for
/// each of them.
const MANY: u64 = 100;
const RARE: u64 = 20;

/// Whose turn it is.
pub(super) enum Turn {
    /// Whose it was.
    Same,
    /// Backtracking's, which begins anew.
    Anew,
    Learner,
    /// That of lanes, with the whole question.
    #[cfg(feature = "lanes")]
    Lanes,
}

impl Search {
    /// Changes and calls of constraints since the search began.
    pub(super) fn work(&self) -> u64 {
        self.store.changes() + self.agenda.calls() - self.calls_before
    }

    /// Whether backtracking has worked for long without a solution, and not because the way is long.
    fn is_stuck(&self) -> bool {
        self.work() - self.solved_at >= self.patience
            && self.stats.conflicts >= self.patience / WORK_PER_CONFLICT
    }

    /// Gives the learner once as much as backtracking has next, where that leads nowhere.
    fn prolong_turn(&mut self) -> bool {
        let far = !self.prolonged && self.seen() < FAR;
        if let Some(learner) = self.learner.as_mut().filter(|_| far) {
            self.prolonged = true;
            learner.begin_turn(self.patience);
        }
        far
    }

    /// How much of [the tree](WHOLE) this run has seen, if what a decision and its opposite lead to is as large (Kilby,
    /// Slaney, Thiébaux and Walsh, *Estimating search tree size*, 2006).
    fn seen(&self) -> u64 {
        let way = self.refuted[self.run_began.min(self.refuted.len())..].iter().enumerate();
        // Each refutation on the way down has seen half of what there is at its place.
        let part = |(i, &(standing, _)): (usize, &(usize, Decision))| {
            let depth = u32::try_from(standing + i + 1).unwrap_or(u32::MAX);
            WHOLE.checked_shr(depth).unwrap_or(0)
        };
        way.map(part).fold(0, u64::saturating_add)
    }
}

impl Solver {
    /// After how much work without a solution it is the next one's turn.
    pub(super) fn first_patience(&self) -> u64 {
        match (self.strategy, &self.branching) {
            (Strategy::Automatic, None) => self.learning.after,
            (Strategy::Learning, _) => 0,
            _ => u64::MAX,
        }
    }

    /// Before backtracking decides: whose turn it is.
    pub(super) fn next_turn(&mut self) -> Turn {
        if !self.search.is_stuck() {
            return Turn::Same;
        }
        #[cfg(feature = "lanes")]
        if core::mem::take(&mut self.search.lanes_wait) {
            return Turn::Lanes;
        }
        if self.looks_early() {
            let learns = self.search.eager > 0 && self.begin_learning();
            return if learns { Turn::Learner } else { Turn::Same };
        }
        if self.goes_on() {
            return Turn::Same;
        }
        if self.begin_weighted() {
            return Turn::Anew;
        }
        if self.begin_learning() { Turn::Learner } else { Turn::Same }
    }

    /// Whether backtracking goes on as it is, since the end is near.
    fn goes_on(&mut self) -> bool {
        let search = &mut self.search;
        let wanted = self.strategy == Strategy::Automatic && self.model.tables().has_calls;
        if !wanted || search.went_on == BELIEVED || search.seen() < NEAR {
            search.went_on = 0;
            return false;
        }
        search.went_on += 1;
        search.solved_at = search.work();
        true
    }

    /// Where constraints take part, looks early whether backtracking leads anywhere. False if that has been done.
    fn looks_early(&mut self) -> bool {
        let search = &mut self.search;
        let wanted = self.strategy == Strategy::Automatic && self.model.tables().has_calls;
        if !wanted || search.looked {
            return false;
        }
        search.looked = true;
        search.patience = search.patience.saturating_mul(CALLS_PATIENCE);
        let hopeless = search.stats.solutions == 0 && search.seen() < HOPELESS;
        search.eager = if hopeless { EAGER } else { 0 };
        true
    }

    /// Has a run that nobody asked for go on where its end is near.
    pub(super) fn prolong_run(&mut self) -> bool {
        let near = self.restarts == Restarts::Never && self.search.seen() >= NEAR;
        if near {
            self.search.run = MORE;
        }
        near
    }

    /// Where constraints take part and there is no solution yet: has variables that led to dead ends go first, and the
    /// search begin again from the root now and then. False if that has been done, or is of no use.
    fn begin_weighted(&mut self) -> bool {
        let search = &mut self.search;
        let wanted = self.strategy == Strategy::Automatic && self.model.tables().has_calls;
        // An order that is as good already leads nowhere.
        let suggested = self.suggestion.as_ref().is_some_and(|order| order.is_weighted());
        let far = suggested && search.seen() < FAR;
        if !wanted || search.weighted || search.found > 0 || far {
            return false;
        }
        search.weighted = true;
        search.solved_at = search.work();
        self.choose_runs();
        true
    }

    /// Where nobody chose how long the runs are that begin anew, chooses what is best now, and says so.
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
    fn begin_learning(&mut self) -> bool {
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
        // Where backtracking has been: below the decisions that stood, what failed or was solved. If that is next to nothing,
        // clauses as long as that only lead astray.
        let been = search.found > 0 || search.eager == 0;
        for &(standing, failed) in search.refuted.iter().filter(|_| been) {
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
        search.prolonged = false;
        search.turn = (search.stats.solutions, search.stats.conflicts);
        search.learning = true;
        true
    }

    /// The same as [`advance`](Self::advance) for the learner. `None` if it is backtracking's turn: where
    /// solutions are many, walking from one to the next is cheaper than ruling each of them out.
    pub(super) fn advance_learning(&mut self) -> Option<bool> {
        let Search { learner, stats, meter, state, turn, eager, .. } = &mut self.search;
        let learner = learner.as_mut()?;
        let (solutions, conflicts) = (stats.solutions - turn.0, stats.conflicts - turn.1);
        let many = solutions >= MANY && conflicts / RARE < solutions;
        let goes_on = meter.enough(stats.solutions).is_none();
        if many && self.strategy == Strategy::Automatic && goes_on && learner.leave_solution() {
            self.search.learning = false;
            self.search.solved_at = self.search.work();
            return None;
        }
        *state = match learner.next(stats, meter) {
            Step::Solution => State::AtSolution,
            Step::Exhausted => State::Exhausted,
            Step::Stopped(limit) => State::Stopped(limit),
            Step::Paused => {
                let brief = if *eager > 0 { BRIEF_ENOUGH } else { BRIEF };
                if learner.is_brief(brief) && self.search.prolong_turn() {
                    return self.advance_learning();
                }
                self.search.eager = self.search.eager.saturating_sub(1);
                self.search.learning = false;
                self.search.solved_at = self.search.work();
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
