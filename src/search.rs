//! Search: try, draw conclusions, go back; an iterator over solutions.

mod culprits;
mod few;
mod improve;
#[cfg(feature = "lanes")]
mod in_lanes;
mod many;
mod projection;
#[cfg(feature = "threads")]
mod race;
mod runs;
mod turns;

use alloc::collections::BTreeSet;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::borrow::BorrowMut;
use core::iter::FusedIterator;

use crate::answer::{Count, Outcome, Solution, Uniqueness};
use crate::branch::{Branching, Decision, InputOrder, MinimumRemaining, Weighted};
use crate::budget::{Budget, Limit, Meter};
use crate::domain::Domain;
use crate::learn::{Learner, Learning, Proof};
use crate::model::Model;
use crate::propagate::{Agenda, fixpoint};
use crate::restart::{Restarts, Runs};
use crate::stats::Stats;
use crate::store::{Cause, Conflict, Reason, Store, Var};
pub use culprits::Culprits;
pub use many::{Answers, SolveMany};
pub use projection::Projections;
use runs::Place;
use turns::Turn;

/// After so many dead ends, those before count half.
const MEMORY: u64 = 256;

/// Of a dead end in a constraint on more variables than this, only the last decision is to blame.
const MOST_BLAMED: usize = 12;

/// The same of a dead end in a group of more members, where constraints take part.
const MOST_MEMBERS_BLAMED: usize = 32;

/// Which kind of search to use.
///
/// Each is exact and complete and finds each solution once; they differ in cost, and in which
/// solution comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Strategy {
    /// Backtracking, which is cheapest where it works, and learning after about a millisecond of it
    /// without a solution. Where constraints take part, that is so early only if next to nothing of the tree seems to be seen;
    /// if not, after eight times as much, and then restarts with what led to dead ends in front come before it, neither of
    /// them while a fifth of the tree seems to be seen.
    ///
    /// First of all, where the feature `lanes` is on, come lanes, if the model is of groups alone with at most 16 values, and
    /// nothing limits the search but a flag to cancel or, unless all solutions are to be counted, a time. Where variables begin
    /// with different values, or there are constraints beside houses that can be written as [simple relations](crate::Simple), of at
    /// most 1,024 variables, they come once backtracking is stuck instead, for about a second at most.
    ///
    /// Where a [branching](Solver::branching) was chosen, its order counts, and the search stays with backtracking.
    #[default]
    Automatic,
    /// Always backtracking, in the order of the branching.
    Backtracking,
    /// Always learning from conflicts, with its own branching. Where that is not possible
    /// (there are more than a million candidates) the search backtracks.
    Learning,
}

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
    /// `None` for the default, whose order nobody asked for.
    branching: Option<Arc<dyn Branching>>,
    suggestion: Option<Arc<dyn Branching>>,
    strategy: Strategy,
    restarts: Restarts,
    learning: Learning,
    proof: Option<Arc<dyn Proof>>,
    /// A solution that learning passes over.
    excluded: Option<Vec<i32>>,
    budget: Budget,
    search: Search,
    /// The puzzle as lanes take it.
    #[cfg(feature = "lanes")]
    masks: Vec<u64>,
    /// Once there was one that they were asked about.
    #[cfg(feature = "lanes")]
    lanes: Option<in_lanes::InLanes>,
    /// The same for lanes that come in once backtracking is stuck; `Some(None)` if the model does not fit.
    #[cfg(feature = "lanes")]
    late_lanes: Option<Option<in_lanes::InLanes>>,
}

/// The state of one search.
#[derive(Clone, Debug)]
struct Search {
    store: Store,
    agenda: Agenda,
    /// The decisions that stand, one a level.
    decisions: Vec<Decision>,
    /// The decisions that failed, each with the number of those before it that still stand.
    refuted: Vec<(usize, Decision)>,
    runs: Runs,
    /// How many dead ends are left of this run.
    run: u64,
    /// How many decisions had been refuted at the root when it began.
    run_began: usize,
    /// How many times in a row nothing was changed though it was stuck.
    went_on: u32,
    /// Whether the learner's turn has been made longer.
    prolonged: bool,
    /// Whether it was looked at early where backtracking leads, and for how many turns the learner goes before it since that
    /// seemed to be nowhere.
    looked: bool,
    eager: u32,
    /// Whether lanes are asked once it is stuck.
    #[cfg(feature = "lanes")]
    lanes_wait: bool,
    /// Whether variables that led to dead ends go first, though nobody asked for that.
    weighted: bool,
    /// After how much work without a solution to begin to learn.
    patience: u64,
    /// How many solutions backtracking has passed below its root.
    found: u64,
    /// How much work there had been at the last solution.
    solved_at: u64,
    /// The learning search, once there was need of it.
    learner: Option<Learner>,
    /// Whether it is the learner's turn; if not, backtracking stands at a place of its own.
    learning: bool,
    /// Solutions and conflicts when the learner's turn began.
    turn: (u64, u64),
    /// Solutions of the learner that backtracking has not passed yet.
    ahead: BTreeSet<Vec<i32>>,
    meter: Meter,
    stats: Stats,
    calls_before: u64,
    state: State,
    /// Where it stood when the root changed.
    left: Option<Place>,
    /// When a limit stopped it: the conflict from which it has yet to go back.
    pending: Option<Conflict>,
    /// Only these variables count: solutions that are the same there are one. Ascending.
    projection: Option<Arc<[Var]>>,
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
    /// Where lanes are asked before it goes on.
    #[cfg(feature = "lanes")]
    Aside,
    /// Where it was stopped, to go on from there.
    Resumed,
    /// At the root, which has changed.
    Narrowed,
}

impl Search {
    /// The conflict to go back from a solution with. Of a projection, everything goes first with which it
    /// would be the same.
    fn leave_solution(&mut self) -> Conflict {
        if let Some(vars) = self.projection.clone() {
            let level = self.store.level_of_last(&vars);
            while self.decisions.len() > level {
                self.go_back();
            }
        }
        self.store.conflict()
    }

    /// Undoes the last decision and what was concluded from it.
    fn go_back(&mut self) -> Decision {
        let standing = self.decisions.len();
        while self.refuted.pop_if(|(prefix, _)| *prefix >= standing).is_some() {}
        self.store.pop_level();
        self.decisions.pop().expect("a decision stands")
    }
}

impl Solver {
    /// A solver without assumptions, with the default branching and no limit.
    ///
    /// O(variables + groups + constraints), as is the start of each search.
    pub fn new(model: &Model) -> Solver {
        let budget = Budget::new();
        let agenda = Agenda::empty(model.tables(), model.constraints().len());
        let mut store = model.root().clone();
        store.make_room();
        Solver {
            search: Search {
                store,
                agenda,
                decisions: Vec::new(),
                refuted: Vec::new(),
                runs: Runs::new(Restarts::Never),
                run: u64::MAX,
                run_began: 0,
                went_on: 0,
                prolonged: false,
                looked: false,
                eager: 0,
                #[cfg(feature = "lanes")]
                lanes_wait: false,
                weighted: false,
                patience: 0,
                found: 0,
                solved_at: 0,
                learner: None,
                learning: false,
                turn: (0, 0),
                ahead: BTreeSet::new(),
                meter: Meter::start(&budget),
                stats: Stats::default(),
                calls_before: 0,
                state: State::Running,
                left: None,
                pending: None,
                projection: None,
            },
            model: model.clone(),
            assumptions: Vec::new(),
            branching: None,
            suggestion: None,
            strategy: Strategy::default(),
            restarts: Restarts::default(),
            learning: Learning::default(),
            proof: None,
            excluded: None,
            budget,
            #[cfg(feature = "lanes")]
            masks: Vec::new(),
            #[cfg(feature = "lanes")]
            lanes: None,
            #[cfg(feature = "lanes")]
            late_lanes: None,
        }
    }

    /// Suggests a branching: a search that may choose begins with it, and when that leads nowhere goes its own way.
    ///
    /// ```
    /// use houserules::{InputOrder, ModelBuilder, NotEqual, Solver};
    ///
    /// let mut model = ModelBuilder::new();
    /// let vars = model.vars(3, 0..3);
    /// model.post(NotEqual::new(vars[2], vars[0], 0));
    /// let mut solver = Solver::new(&model.build()?).suggestion(InputOrder::default());
    /// assert_eq!(solver.first().solution().unwrap().values(), [0, 0, 1]);
    /// # Ok::<(), houserules::ModelError>(())
    /// ```
    pub fn suggestion(mut self, branching: impl Branching + 'static) -> Solver {
        self.suggestion = Some(Arc::new(branching));
        self
    }

    /// Chooses another branching.
    pub fn branching(mut self, branching: impl Branching + 'static) -> Solver {
        self.branching = Some(Arc::new(branching));
        self
    }

    /// Chooses the kind of search.
    pub fn strategy(mut self, strategy: Strategy) -> Solver {
        self.strategy = strategy;
        self
    }

    /// Has backtracking begin again from the root now and then, until it finds a first solution.
    ///
    /// Of use with a branching that learns from dead ends, such as [`Weighted`]. Growing
    /// runs keep a search complete, and no solution comes twice.
    ///
    /// ```
    /// use houserules::{ModelBuilder, NotEqual, Outcome, Restarts, Solver, Strategy, Weighted};
    ///
    /// // Four colours for a ring of five with a centre do; three do not.
    /// for (colours, solvable) in [(4, true), (3, false)] {
    ///     let mut model = ModelBuilder::new();
    ///     let x = model.vars(6, 1..=colours);
    ///     for i in 0..5 {
    ///         model.post(NotEqual::new(x[i], x[(i + 1) % 5], 0));
    ///         model.post(NotEqual::new(x[i], x[5], 0));
    ///     }
    ///     let mut solver = Solver::new(&model.build()?)
    ///         .strategy(Strategy::Backtracking)
    ///         .branching(Weighted::default())
    ///         .restarts(Restarts::Luby(1));
    ///     assert_eq!(matches!(solver.first(), Outcome::Solved(_)), solvable);
    /// }
    /// # Ok::<(), houserules::ModelError>(())
    /// ```
    pub fn restarts(mut self, restarts: Restarts) -> Solver {
        self.restarts = restarts;
        self
    }

    /// Tunes the learning search.
    pub fn learning(mut self, learning: Learning) -> Solver {
        self.learning = learning;
        self
    }

    /// Has each clause that is learned told to `proof`.
    pub fn proof(mut self, proof: Arc<dyn Proof>) -> Solver {
        self.proof = Some(proof);
        self
    }

    /// Has learning pass over a solution.
    pub(crate) fn excluding(mut self, solution: Option<Vec<i32>>) -> Solver {
        self.excluded = solution;
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
    ///
    /// The same model and assumptions have the same answer each time. With [`Strategy::Automatic`] it may be another one
    /// than the first of [`solutions`](Self::solutions).
    pub fn first(&mut self) -> Outcome {
        self.few(1).into()
    }

    /// The lexicographically first solution, by the order in which the variables were created.
    pub fn lexicographic(&mut self) -> Outcome {
        let branching = self.branching.replace(Arc::new(InputOrder::default()));
        let strategy = core::mem::replace(&mut self.strategy, Strategy::Backtracking);
        let outcome = self.few(1).into();
        self.branching = branching;
        self.strategy = strategy;
        outcome
    }

    /// Whether there is none, one, or more than one solution, with witnesses.
    pub fn uniqueness(&mut self) -> Uniqueness {
        self.few(2).into()
    }

    /// How many solutions there are.
    pub fn count(&mut self) -> Count {
        #[cfg(feature = "lanes")]
        if let Some(few) = self.in_lanes(u64::MAX) {
            return few.into();
        }
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

    /// Goes on with the last search from where a [limit](Solutions::stopped_by) stopped it, with the
    /// [budget](Self::set_budget) that is set now; what was found before is not found again.
    ///
    /// A search that saw everything stays at its end. The assumptions are those that it began with.
    ///
    /// ```
    /// use houserules::{Budget, ModelBuilder, Solver};
    ///
    /// let mut model = ModelBuilder::new();
    /// model.vars(4, 0..=9);
    /// let mut solver = Solver::new(&model.build()?).budget(Budget::new().solutions(3));
    /// assert_eq!(solver.solutions().last().unwrap().values(), [0, 0, 0, 2]);
    /// assert_eq!(solver.resume().last().unwrap().values(), [0, 0, 0, 5]);
    /// # Ok::<(), houserules::ModelError>(())
    /// ```
    pub fn resume(&mut self) -> Solutions<&mut Solver> {
        if let State::Stopped(_) = self.search.state {
            let stats = self.stats();
            self.search.meter = Meter::resume(&self.budget, &stats);
            self.search.state = State::Resumed;
        }
        Solutions { solver: self }
    }

    /// Draws the conclusions of the assumptions without trying anything, and shows what is left.
    ///
    /// Where a limit of the budget ends that, what is left is not all that could be concluded.
    pub fn propagate(&mut self) -> Result<&Store, Conflict> {
        self.begin();
        self.settle_root()?;
        Ok(&self.search.store)
    }

    /// What the last search has done.
    pub fn stats(&self) -> Stats {
        let Search { store, agenda, calls_before, learner, stats, .. } = &self.search;
        Stats {
            changes: store.changes() + learner.as_ref().map_or(0, Learner::changes),
            calls: agenda.calls() - calls_before + learner.as_ref().map_or(0, Learner::calls),
            ..*stats
        }
    }

    /// The domains at the place where the last search stands, and its trail. A search that went
    /// over to learning leaves them where it did.
    pub fn store(&self) -> &Store {
        &self.search.store
    }

    /// The limit that stopped the last search.
    fn stopped_at(&self) -> Option<Limit> {
        match self.search.state {
            State::Stopped(limit) => Some(limit),
            _ => None,
        }
    }

    fn begin(&mut self) {
        self.begin_with(Meter::start(&self.budget));
    }

    fn begin_with(&mut self, meter: Meter) {
        let patience = self.first_patience();
        let search = &mut self.search;
        search.store.restart(self.model.root());
        search.agenda.restart();
        search.decisions.clear();
        search.refuted.clear();
        search.learner = None;
        search.learning = false;
        search.ahead.clear();
        search.solved_at = 0;
        search.runs = Runs::new(self.restarts);
        search.run = search.runs.next();
        search.run_began = 0;
        search.went_on = 0;
        (search.looked, search.eager) = (false, 0);
        #[cfg(feature = "lanes")]
        {
            search.lanes_wait = false;
        }
        search.weighted = false;
        search.found = 0;
        search.patience = patience;
        search.meter = meter;
        search.stats = Stats::default();
        search.calls_before = search.agenda.calls();
        search.state = State::Running;
        search.left = None;
        search.pending = None;
        search.projection = None;
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
        if !self.model.is_settled() {
            search.store.announce_fixed();
            search.agenda = Agenda::everything(self.model.tables(), self.model.constraints().len());
            search.calls_before = 0;
        }
        self.reach_fixpoint()
    }

    /// Draws all conclusions; a limit may stop that, and then the state says so.
    fn reach_fixpoint(&mut self) -> Result<(), Conflict> {
        let Search { store, agenda, meter, state, .. } = &mut self.search;
        let mut limit = None;
        let mut stop = |changes| {
            limit = meter.over(changes);
            limit.is_some()
        };
        let (tables, constraints) = (self.model.tables(), self.model.constraints());
        fixpoint(tables, constraints, store, agenda, &mut stop)?;
        if let Some(limit) = limit {
            *state = State::Stopped(limit);
        }
        Ok(())
    }

    /// Goes on to the next solution and stands there; false if there is none, or a limit was reached.
    fn advance(&mut self) -> bool {
        let went_back = self.search.pending.is_some();
        let mut consistent = match self.search.state {
            State::Exhausted | State::Stopped(_) => return false,
            #[cfg(feature = "lanes")]
            State::Aside => return false,
            // Backtracking waits where the learner took over.
            _ if self.search.learning => {
                if self.search.state == State::Narrowed {
                    self.search.state = State::Running;
                }
                Ok(())
            }
            State::Running => self.settle_root(),
            State::Narrowed => {
                self.search.state = State::Running;
                Ok(())
            }
            // Go back as from a dead end.
            State::AtSolution => Err(self.search.leave_solution()),
            State::Resumed => {
                self.search.state = State::Running;
                match self.search.pending.take() {
                    Some(conflict) => Err(conflict),
                    None => self.reach_fixpoint(),
                }
            }
        };
        // Going back from a solution is no conflict.
        let mut counts = !went_back && self.search.state != State::AtSolution;
        if self.search.state == State::AtSolution {
            self.search.state = State::Running;
        }
        loop {
            if matches!(self.search.state, State::Stopped(_)) {
                return false;
            }
            if self.search.learning
                && let Some(found) = self.advance_learning()
            {
                return found;
            }
            if let Some(place) = self.search.left.take() {
                consistent = self.go_towards(&place);
                continue;
            }
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
                        self.search.pending = Some(conflict);
                        return false;
                    }
                    let begins_anew =
                        self.search.run == 0 && self.search.found == 0 && !self.prolong_run();
                    let decision = self.search.go_back();
                    if begins_anew {
                        consistent = self.begin_run(Some(decision));
                        continue;
                    }
                    // Where groups alone see dead ends, to stay there costs more than it saves.
                    if matches!(conflict.reason(), Reason::Constraint(_)) {
                        self.search.store.note_failed(decision.var());
                    }
                    consistent = self.conclude(decision, false);
                }
                Ok(()) if self.search.store.open().iter().all(|&word| word == 0) => {
                    let values = self.values();
                    if self.model.verify(&values).is_ok() {
                        // Here only where none was wanted at all.
                        if self.stopped_by(|meter, stats| meter.enough(stats.solutions)) {
                            return false;
                        }
                        let search = &mut self.search;
                        if search.ahead.is_empty() || !search.ahead.remove(&values) {
                            search.stats.solutions += 1;
                            search.found += 1;
                            search.solved_at = search.work();
                            search.state = State::AtSolution;
                            return true;
                        }
                        counts = false;
                    }
                    consistent = Err(self.search.store.conflict());
                }
                Ok(()) => {
                    if self.stopped_by(|meter, stats| meter.decided(stats.nodes)) || self.stopped()
                    {
                        return false;
                    }
                    match self.next_turn() {
                        Turn::Same => {}
                        Turn::Anew => {
                            consistent = self.begin_run(None);
                            continue;
                        }
                        Turn::Learner => continue,
                        #[cfg(feature = "lanes")]
                        Turn::Lanes => {
                            self.search.state = State::Aside;
                            return false;
                        }
                    }
                    let decision = self.choose();
                    let search = &mut self.search;
                    search.store.push_level();
                    search.decisions.push(decision);
                    search.stats.nodes += 1;
                    search.stats.depth = search.stats.depth.max(search.decisions.len() as u64);
                    consistent = self.conclude(decision, true);
                    if consistent.is_ok() {
                        self.search.store.note_stands(decision.var());
                    }
                }
            }
        }
    }

    /// Counts a dead end, and remembers who had to do with it.
    fn blame(&mut self, conflict: &Conflict) {
        let Search { store, stats, run, decisions, .. } = &mut self.search;
        stats.conflicts += 1;
        *run = run.saturating_sub(1);
        if stats.conflicts.is_multiple_of(MEMORY) {
            store.forgive();
        }
        match conflict.reason() {
            Reason::Constraint(c) => {
                let watched = self.model.constraints()[c].watched();
                // Where all have to do with it, nobody has.
                if watched.len() <= MOST_BLAMED {
                    watched.iter().for_each(|&x| store.blame(x));
                }
                if let Some(decision) = decisions.last() {
                    store.blame(decision.var());
                }
            }
            Reason::Group(g) => {
                let group = &self.model.groups()[g];
                if group.terms.len() <= MOST_MEMBERS_BLAMED || !self.model.tables().has_calls {
                    group.vars().for_each(|x| store.blame(x));
                } else if let Some(decision) = decisions.last() {
                    store.blame(decision.var());
                }
            }
            Reason::Peer(x) => {
                store.blame(x);
                conflict.var().into_iter().for_each(|y| store.blame(y));
            }
            Reason::Given | Reason::Decision | Reason::Refuted => {}
        }
    }

    /// Makes a decision, or its opposite, and draws the conclusions.
    fn conclude(&mut self, decision: Decision, holds: bool) -> Result<(), Conflict> {
        let Search { store, decisions, refuted, .. } = &mut self.search;
        if holds {
            store.set_cause(Cause::DECISION);
            decision.apply(store)?;
        } else {
            refuted.push((decisions.len(), decision));
            store.set_cause(Cause::REFUTED);
            decision.refute(store)?;
        }
        self.reach_fixpoint()
    }

    /// What to try next: something that leads somewhere, whatever the branching says.
    fn choose(&self) -> Decision {
        let store = &self.search.store;
        let choice = match &self.branching {
            Some(branching) => branching.choose(&self.model, store),
            None if self.search.weighted => Weighted::default().choose(&self.model, store),
            None => match &self.suggestion {
                Some(suggestion) => suggestion.choose(&self.model, store),
                None => MinimumRemaining::default().choose(&self.model, store),
            },
        };
        choice
            .filter(|decision| decision.leads_on(store))
            .or_else(|| InputOrder::default().choose(&self.model, store))
            .expect("a variable is open")
    }

    fn values(&self) -> Vec<i32> {
        match &self.search.learner {
            Some(learner) if self.search.learning => learner.values(),
            _ => self.model.vars().map(|x| self.search.store.min(x)).collect(),
        }
    }

    /// Whether a limit ends the search here, between two steps.
    fn stopped(&mut self) -> bool {
        let changes = self.search.store.changes();
        self.stopped_by(|meter, stats| {
            meter.enough(stats.solutions).or_else(|| meter.step(stats, changes))
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
        self.solver.borrow().stopped_at()
    }

    /// The solver, to ask something else of it or to [resume](Solver::resume) later.
    pub fn into_solver(self) -> S {
        self.solver
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
