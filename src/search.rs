//! Search: try, draw conclusions, go back; an iterator over solutions.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::borrow::BorrowMut;
use core::iter::FusedIterator;

use crate::answer::{Count, Outcome, Solution, Stats, Uniqueness};
use crate::branch::{Branching, Decision, InputOrder, MinimumRemaining};
use crate::budget::{Budget, Limit, Meter};
use crate::domain::Domain;
use crate::model::Model;
use crate::propagate::{Agenda, fixpoint};
use crate::store::{Cause, Conflict, Reason, Store, Var};

/// After so many dead ends, those before count half.
const MEMORY: u64 = 256;

/// Solves a model under assumptions.
///
/// A solver keeps its memory between searches: make one for each thread and use it for puzzle after
/// puzzle. Cloning one in the middle of a search gives two independent searches.
///
/// ```
/// use houserules::{ModelBuilder, Solver, Uniqueness};
///
/// let mut model = ModelBuilder::new();
/// let x = model.vars(3, 1..=3);
/// model.all_different(&x);
/// let model = model.build()?;
///
/// let mut solver = Solver::new(&model);
/// assert_eq!(solver.count().to_string(), "6");
///
/// solver.assume(x[0], 2);
/// solver.assume(x[1], 1..=2);
/// assert!(matches!(solver.uniqueness(), Uniqueness::One(s) if s.values() == [2, 1, 3]));
///
/// solver.clear(); // takes the assumptions back
/// assert_eq!(solver.solutions().count(), 6);
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    model: Model,
    assumptions: Vec<(Var, Domain)>,
    branching: Arc<dyn Branching>,
    budget: Budget,
    search: Search,
}

/// The state of one search.
#[derive(Clone, Debug)]
struct Search {
    store: Store,
    agenda: Agenda,
    /// The decisions that stand, one a level.
    decisions: Vec<Decision>,
    meter: Meter,
    stats: Stats,
    calls_before: u64,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// At a place from which there is more to see.
    Running,
    /// At a solution: go back before going on.
    AtSolution,
    /// Everything has been seen.
    Exhausted,
    Stopped(Limit),
}

impl Solver {
    /// A solver without assumptions, with the default branching and no limit.
    ///
    /// O(variables + groups + constraints), as is the start of each search.
    pub fn new(model: &Model) -> Solver {
        let budget = Budget::new();
        let agenda = Agenda::empty(model.tables(), model.constraints().len());
        Solver {
            search: Search {
                store: model.root().clone(),
                agenda,
                decisions: Vec::new(),
                meter: Meter::start(&budget),
                stats: Stats::default(),
                calls_before: 0,
                state: State::Running,
            },
            model: model.clone(),
            assumptions: Vec::new(),
            branching: Arc::new(MinimumRemaining::default()),
            budget,
        }
    }

    /// Chooses another branching.
    pub fn branching(mut self, branching: impl Branching + 'static) -> Solver {
        self.branching = Arc::new(branching);
        self
    }

    /// Limits each search from here on.
    pub fn budget(mut self, budget: Budget) -> Solver {
        self.set_budget(budget);
        self
    }

    /// Limits each search from here on.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Assumes in the searches to come that `x` has one of these values. Assumptions add up.
    ///
    /// # Panics
    /// If the model has no such variable.
    pub fn assume(&mut self, x: Var, domain: impl Into<Domain>) {
        assert!(x.index() < self.model.variables(), "{x:?} is a variable of another model");
        self.assumptions.push((x, domain.into()));
    }

    /// Takes all assumptions back.
    pub fn clear(&mut self) {
        self.assumptions.clear();
    }

    /// Some solution: the first that the branching finds.
    pub fn first(&mut self) -> Outcome {
        let mut solutions = self.solutions();
        match solutions.next() {
            Some(solution) => Outcome::Solved(solution),
            None => match solutions.stopped_by() {
                Some(limit) => Outcome::Unknown(limit),
                None => Outcome::None,
            },
        }
    }

    /// The lexicographically first solution, by the order in which the variables were created.
    pub fn lexicographic(&mut self) -> Outcome {
        let branching = core::mem::replace(&mut self.branching, Arc::new(InputOrder::default()));
        let outcome = self.first();
        self.branching = branching;
        outcome
    }

    /// Whether there is none, one, or more than one solution, with witnesses.
    pub fn uniqueness(&mut self) -> Uniqueness {
        let mut solutions = self.solutions();
        let first = solutions.next();
        let second = first.as_ref().and_then(|_| solutions.next());
        match (first, second, solutions.stopped_by()) {
            (Some(first), Some(second), _) => Uniqueness::Many(first, second),
            (first, _, Some(limit)) => Uniqueness::Unknown(limit, first),
            (Some(first), None, None) => Uniqueness::One(first),
            (None, ..) => Uniqueness::None,
        }
    }

    /// How many solutions there are.
    pub fn count(&mut self) -> Count {
        self.begin();
        let mut count: u128 = 0;
        while self.advance() {
            count += 1;
        }
        match self.search.state {
            State::Stopped(limit) => Count::AtLeast(count, limit),
            _ => Count::Exactly(count),
        }
    }

    /// The solutions one by one, each once, in the order of the branching. Begins a new search.
    pub fn solutions(&mut self) -> Solutions<&mut Solver> {
        self.begin();
        Solutions { solver: self }
    }

    /// The same as an iterator that owns its solver.
    pub fn into_solutions(mut self) -> Solutions<Solver> {
        self.begin();
        Solutions { solver: self }
    }

    /// Draws the conclusions of the assumptions without trying anything, and shows what is left.
    pub fn propagate(&mut self) -> Result<&Store, Conflict> {
        self.begin();
        self.settle_root()?;
        Ok(&self.search.store)
    }

    /// What the last search has done.
    pub fn stats(&self) -> Stats {
        Stats {
            changes: self.search.store.changes(),
            calls: self.search.agenda.calls() - self.search.calls_before,
            ..self.search.stats
        }
    }

    /// The domains at the place where the last search stands, and its trail.
    pub fn store(&self) -> &Store {
        &self.search.store
    }

    fn begin(&mut self) {
        let search = &mut self.search;
        search.store.restart(self.model.root());
        search.agenda.clear();
        search.decisions.clear();
        search.meter = Meter::start(&self.budget);
        search.stats = Stats::default();
        search.calls_before = search.agenda.calls();
        search.state = State::Running;
    }

    /// The assumptions and their conclusions.
    fn settle_root(&mut self) -> Result<(), Conflict> {
        if let Some(conflict) = self.model.contradiction() {
            return Err(conflict);
        }
        let search = &mut self.search;
        search.store.set_cause(Cause::GIVEN);
        for (x, domain) in &self.assumptions {
            search.store.intersect(*x, domain)?;
        }
        fixpoint(
            self.model.tables(),
            self.model.constraints(),
            &mut search.store,
            &mut search.agenda,
        )
    }

    /// Goes on to the next solution and stands there; false if there is none, or a limit was reached.
    fn advance(&mut self) -> bool {
        let mut consistent = match self.search.state {
            State::Running => self.settle_root(),
            // Go back as from a dead end.
            State::AtSolution => Err(self.search.store.conflict()),
            State::Exhausted | State::Stopped(_) => return false,
        };
        // Going back from a solution is no conflict.
        let mut counts = self.search.state != State::AtSolution;
        loop {
            match consistent {
                Err(conflict) => {
                    if counts {
                        self.blame(&conflict);
                    }
                    counts = true;
                    if self.search.decisions.is_empty() {
                        self.search.state = State::Exhausted;
                        return false;
                    }
                    if self.stopped() {
                        return false;
                    }
                    let decision = self.search.decisions.pop().expect("not empty");
                    self.search.store.pop_level();
                    consistent = self.conclude(decision, false);
                }
                Ok(()) if self.search.store.open().iter().all(|&word| word == 0) => {
                    if self.verified() {
                        // Here only where none was wanted at all.
                        if self.stopped_by(|meter, stats| meter.enough(stats.solutions)) {
                            return false;
                        }
                        self.search.stats.solutions += 1;
                        self.search.state = State::AtSolution;
                        return true;
                    }
                    consistent = Err(self.search.store.conflict());
                }
                Ok(()) => {
                    if self.stopped_by(|meter, stats| meter.decided(stats.nodes)) || self.stopped()
                    {
                        return false;
                    }
                    let decision = self.choose();
                    let search = &mut self.search;
                    search.store.push_level();
                    search.decisions.push(decision);
                    search.stats.nodes += 1;
                    search.stats.depth = search.stats.depth.max(search.decisions.len() as u64);
                    consistent = self.conclude(decision, true);
                }
            }
        }
    }

    /// Counts a dead end, and remembers who had to do with it.
    fn blame(&mut self, conflict: &Conflict) {
        let Search { store, stats, .. } = &mut self.search;
        stats.conflicts += 1;
        if stats.conflicts.is_multiple_of(MEMORY) {
            store.forgive();
        }
        match conflict.reason() {
            Reason::Constraint(c) => {
                self.model.constraints()[c].scope().iter().for_each(|&x| store.blame(x));
            }
            Reason::Group(g) => self.model.groups()[g].vars().for_each(|x| store.blame(x)),
            Reason::Peer(x) => {
                store.blame(x);
                conflict.var().into_iter().for_each(|y| store.blame(y));
            }
            Reason::Given | Reason::Decision | Reason::Refuted => {}
        }
    }

    /// Makes a decision, or its opposite, and draws the conclusions.
    fn conclude(&mut self, decision: Decision, holds: bool) -> Result<(), Conflict> {
        let Search { store, agenda, .. } = &mut self.search;
        if holds {
            store.set_cause(Cause::DECISION);
            decision.apply(store)?;
        } else {
            store.set_cause(Cause::REFUTED);
            decision.refute(store)?;
        }
        fixpoint(self.model.tables(), self.model.constraints(), store, agenda)
    }

    /// What to try next: something that leads somewhere, whatever the branching says.
    fn choose(&self) -> Decision {
        let store = &self.search.store;
        let leads_on = |decision: &Decision| match *decision {
            Decision::Is(x, value) => !store.is_fixed(x) && store.contains(x, value),
            Decision::AtMost(x, value) => (store.min(x)..store.max(x)).contains(&value),
            Decision::AtLeast(x, value) => store.min(x) < value && value <= store.max(x),
        };
        self.branching
            .choose(&self.model, store)
            .filter(leads_on)
            .or_else(|| InputOrder::default().choose(&self.model, store))
            .expect("a variable is open")
    }

    /// Whether the assignment that the search stands at is a solution, by the meaning of the model.
    fn verified(&self) -> bool {
        self.model.verify(&self.values()).is_ok()
    }

    fn values(&self) -> Vec<i32> {
        self.model.vars().map(|x| self.search.store.min(x)).collect()
    }

    /// Whether a limit ends the search here, between two steps.
    fn stopped(&mut self) -> bool {
        let changes = self.search.store.changes();
        self.stopped_by(|meter, stats| {
            meter.enough(stats.solutions).or_else(|| meter.over(changes))
        })
    }

    fn stopped_by(&mut self, limit: impl FnOnce(&mut Meter, &Stats) -> Option<Limit>) -> bool {
        let Search { meter, stats, state, .. } = &mut self.search;
        let limit = limit(meter, stats);
        if let Some(limit) = limit {
            *state = State::Stopped(limit);
        }
        limit.is_some()
    }
}

/// The solutions of a search, one by one; see [`Solver::solutions`].
///
/// Lazy: each call searches just as far as the next solution. After the last one it stays at
/// `None`. Solutions are owned values: nothing that the search does later changes them.
#[derive(Clone, Debug)]
pub struct Solutions<S: BorrowMut<Solver>> {
    solver: S,
}

impl<S: BorrowMut<Solver>> Solutions<S> {
    /// The limit that ended the search before it had seen everything; `None` while it runs and when it
    /// is complete.
    pub fn stopped_by(&self) -> Option<Limit> {
        match self.solver.borrow().search.state {
            State::Stopped(limit) => Some(limit),
            _ => None,
        }
    }

    /// What the search has done so far.
    pub fn stats(&self) -> Stats {
        self.solver.borrow().stats()
    }
}

impl<S: BorrowMut<Solver>> Iterator for Solutions<S> {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        let solver = self.solver.borrow_mut();
        solver.advance().then(|| Solution::new(solver.values()))
    }
}

impl<S: BorrowMut<Solver>> FusedIterator for Solutions<S> {}
