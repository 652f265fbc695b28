//! From one solution to a better one, without beginning anew.

use super::{Solver, State};
use crate::answer::Solution;
use crate::budget::Limit;
use crate::domain::Domain;
use crate::store::{Cause, Var};

impl Solver {
    /// The first solution, or the limit that was reached.
    pub(crate) fn found_first(&mut self) -> (Option<Solution>, Option<Limit>) {
        let mut solutions = self.solutions();
        (solutions.next(), solutions.stopped_by())
    }

    /// Goes on from a solution to one in which `x` has one of these values, whatever else changes: what was learned
    /// stays, and each solution found until now is to be none of them.
    pub(crate) fn narrow(&mut self, x: Var, domain: &Domain) -> (Option<Solution>, Option<Limit>) {
        let search = &mut self.search;
        if search.state != State::AtSolution {
            return (None, self.stopped_at());
        }
        if let Some(limit) = search.meter.enough(search.stats.solutions) {
            search.state = State::Stopped(limit);
            return (None, Some(limit));
        }
        search.state = State::Running;
        let place = search.go_to_root();
        // While the learner finds one solution after the other, backtracking stands at the root already.
        search.left.get_or_insert(place);
        search.turn = (search.stats.solutions, search.stats.conflicts);
        (search.found, search.solved_at) = (0, search.work());
        search.ahead.clear();
        if self.choose_runs() {
            self.search.run = self.search.runs.next();
        }
        let search = &mut self.search;
        if let Some(learner) = &mut search.learner {
            learner.narrow(x, domain);
        }
        search.store.set_cause(Cause::GIVEN);
        if search.store.intersect(x, domain).is_err() || self.reach_fixpoint().is_err() {
            self.search.state = State::Exhausted;
        }
        if self.search.state == State::Running {
            self.search.state = State::Narrowed;
        }
        let found = self.advance().then(|| Solution::new(self.values()));
        (found, self.stopped_at())
    }
}
