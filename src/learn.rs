//! Conflict-driven search: each dead end teaches a clause, and the search starts where it helps most.
//!
//! Literals are candidates, "x = v" and "x ≠ v", and [steps], "x ≥ v" and "x < v", of variables that constraints
//! bound. Groups are not written out as clauses: what they imply is read off [`sets`] of candidates, and so are
//! the reasons, when someone asks. Other constraints take part through a [store](mirror) that follows the trail, and
//! [explain](reasons) themselves.

mod analysis;
mod atoms;
mod clauses;
mod literal;
mod matchings;
mod mirror;
mod modes;
mod order;
mod reasons;
mod sets;
mod steps;
mod trail;
mod walk;

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use crate::branch::Decision;
use crate::budget::{Limit, Meter};
use crate::domain::Domain;
use crate::model::{Model, Violation};
use crate::restart::{Restarts, Runs};
use crate::stats::Stats;
use crate::store::{Events, Store, Var};

use analysis::Analysis;
use atoms::Atoms;
use clauses::Clauses;
use literal::Lit;
pub use literal::Literal;
use matchings::Matchings;
use mirror::Mirror;
use modes::Modes;
use order::Order;
pub use reasons::{Fact, Reasons};
use sets::Sets;
use trail::{MAX_PAYLOAD, Reason, Trail};

/// How a learning search behaves: tuning that changes its course but no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Learning {
    /// After how much work without a solution an automatic search begins to learn: changes of domains, and calls of
    /// constraints. Where these take part, if next to nothing of the tree is seen by then; if not, after eight times as much,
    /// and as much again for backtracking in another order.
    pub after: u64,
    /// How many conflicts the shortest run between two restarts has; more with more than some ten thousand
    /// candidates.
    pub restart: u64,
    /// With more learned clauses than this, half of them are forgotten; the limit then grows.
    pub clauses: usize,
    /// How many changes the first turns of the two ways to go on from a restart have: the quick one, which comes
    /// first, tries what was in conflicts lately; the steady one what did without conflicts longest.
    pub turn: u64,
    /// Where the search begins: each number is another order of what has not been in a conflict yet. With
    /// 0 it is that of the model.
    pub seed: u64,
}

impl Default for Learning {
    fn default() -> Learning {
        // That much work is a few hundred dead ends of a 9x9 grid or a hundred of a 25x25 one, and
        // about what a learner costs to set up.
        Learning { after: 20_000, restart: 50, clauses: 4000, turn: 1_000_000, seed: 0 }
    }
}

/// Is told each clause that a search learns: enough to check by other means that it was right.
///
/// A clause says that at least one of its literals is true, in each solution that the search has
/// not let out yet. It follows by *unit propagation* from the groups, from what the constraints in it
/// mean, and from the clauses before it; where a group thinks by [matching](crate::Strength::MATCHING), that
/// some of its members have no more values than they are is one step. The empty clause ends a
/// proof that there is no (further) solution.
pub trait Proof: fmt::Debug + Send + Sync {
    /// This clause was learned.
    fn learned(&self, clause: &[Literal]);

    /// This clause will not be used any more.
    fn forgotten(&self, _clause: &[Literal]) {}

    /// This clause follows from the constraint with this number alone; an analysis uses it.
    fn explained(&self, _constraint: usize, _clause: &[Literal]) {}
}

/// What a literal of a learned clause counts, in work, where learning and backtracking take turns.
const LITERAL: u64 = 16;

/// Up to so many candidates, learning is used.
pub(crate) const MAX_CANDIDATES: usize = 1 << 20;

/// Among so many candidates, the shortest run has one conflict more.
const CANDIDATES_PER_CONFLICT: usize = 128;

/// A conflict-driven search for all solutions below the domains of one store.
#[derive(Clone)]
pub(crate) struct Learner {
    model: Model,
    /// The values of the variables that are fixed at the root.
    roots: Vec<i32>,
    atoms: Atoms,
    /// Whether any variable has steps.
    has_steps: bool,
    sets: Sets,
    /// Whether a variable is in more than two groups.
    crosses: bool,
    clauses: Clauses,
    /// Groups that are thought about hard, if there are any.
    matchings: Option<Matchings>,
    /// The other constraints, if there are any.
    mirror: Option<Mirror>,
    trail: Trail,
    /// How far groups and clauses have read the trail.
    grouped: usize,
    claused: usize,
    order: Order,
    analysis: Analysis,
    modes: Modes,
    /// The state of the dice that walks throw.
    dice: u64,
    runs: Runs,
    /// Conflicts until the next restart.
    patience: u64,
    max_clauses: usize,
    at_solution: bool,
    exhausted: bool,
    /// At how many changes its turn is over.
    turn_ends: u64,
    /// How many clauses and literals of clauses were learned in this turn.
    lessons: (u64, u64),
    proof: Option<Arc<dyn Proof>>,
}

/// Why the trail is contradictory.
#[derive(Clone, Copy, Debug)]
enum Clash {
    /// This literal is false, though there is this reason for it.
    Denied(Lit, Reason),
    /// All candidates of this set are false.
    Set(u32),
    /// All literals of this clause are false.
    Clause(u32),
    /// The members of this group have too few values.
    Matching(u32),
    /// This constraint cannot hold. If it was one variable that would have lost its last value, that.
    Constraint(u32, Option<Var>),
}

/// How far a search came.
pub(crate) enum Step {
    /// It stands at a solution not seen before.
    Solution,
    /// There is no other.
    Exhausted,
    Stopped(Limit),
    /// Its turn is over.
    Paused,
}

impl Learner {
    /// Searches below `store`, which is at the root and at its fixpoint.
    ///
    /// `None` if there are too many candidates.
    pub(crate) fn new(
        model: &Model,
        store: &Store,
        learning: Learning,
        proof: Option<Arc<dyn Proof>>,
    ) -> Option<Learner> {
        if model.constraints().len() >= MAX_PAYLOAD {
            return None;
        }
        let mut stepped = alloc::vec![false; store.variables()];
        for constraint in model.constraints().iter().filter(|constraint| constraint.bounds()) {
            constraint.scope().iter().for_each(|x| stepped[x.index()] = true);
        }
        let atoms = Atoms::new(store, MAX_CANDIDATES, |v| stepped[v])?;
        let n = atoms.len();
        let (sets, crowded) = Sets::new(model.tables(), &atoms);
        // A run has to be worth the way down that it begins with.
        let unit = learning.restart.max((atoms.candidates() / CANDIDATES_PER_CONFLICT) as u64);
        let mut runs = Runs::new(Restarts::Luby(unit));
        let mut learner = Learner {
            roots: model.vars().map(|x| store.min(x)).collect(),
            // Who wants a proof wants more than counting.
            exhausted: crowded && proof.is_none(),
            crosses: (0..atoms.candidates() as u32).any(|c| sets.of(c).len() > 3),
            sets,
            clauses: Clauses::new(n),
            matchings: Matchings::new(model.tables(), &atoms),
            mirror: model.tables().has_calls.then(|| Mirror::new(model, store.clone())),
            trail: Trail::new(n),
            grouped: 0,
            claused: 0,
            order: Order::new(n, atoms.candidates(), learning.seed),
            analysis: Analysis::new(n),
            dice: learning.seed,
            modes: Modes::new(atoms.variables(), learning.turn),
            patience: runs.next(),
            runs,
            max_clauses: learning.clauses,
            at_solution: false,
            turn_ends: u64::MAX,
            lessons: (0, 0),
            proof,
            model: model.clone(),
            has_steps: atoms.len() > atoms.candidates(),
            atoms,
        };
        for set in learner.sets.exact() {
            // A value with one place left, in a group that was told not to look.
            if let [only] = *learner.sets.members(set)
                && learner.trail.is_open(Lit::is(only))
            {
                learner.trail.assign(Lit::is(only), Reason::TRIED);
            }
        }
        Some(learner)
    }

    /// Goes on to the next solution and stands there.
    pub(crate) fn next(&mut self, stats: &mut Stats, meter: &mut Meter) -> Step {
        if self.at_solution {
            // With the last solution found, a limit of solutions cuts nothing off.
            if self.trail.level() > 0
                && let Some(limit) = meter.enough(stats.solutions)
            {
                return Step::Stopped(limit);
            }
            self.leave_solution();
        }
        while !self.exhausted {
            let clash = match self.propagate() {
                Err(clash) => Some(clash),
                Ok(()) if self.trail.len() < self.atoms.len() => None,
                Ok(()) => match self.violated() {
                    None => {
                        // Here only where none was wanted at all.
                        if let Some(limit) = meter.enough(stats.solutions) {
                            return Step::Stopped(limit);
                        }
                        self.at_solution = true;
                        stats.solutions += 1;
                        return Step::Solution;
                    }
                    clash => clash,
                },
            };
            if let Some(clash) = clash {
                self.learn(clash, stats);
                meter.hurry();
            } else if self.patience == 0 {
                self.restart(stats);
                if stats.solutions == 0
                    && let Some(limit) = self.walk(stats, meter)
                {
                    return Step::Stopped(limit);
                }
                continue;
            }
            if let Some(limit) = meter.step(stats, self.changes()) {
                return Step::Stopped(limit);
            }
            if self.work() >= self.turn_ends {
                return Step::Paused;
            }
            if clash.is_none() {
                if let Some(limit) = meter.decided(stats.nodes) {
                    return Step::Stopped(limit);
                }
                self.decide(stats);
            }
        }
        Step::Exhausted
    }

    /// Draws conclusions to the fixpoint: groups first, then clauses, then constraints.
    fn propagate(&mut self) -> Result<(), Clash> {
        loop {
            while self.grouped < self.trail.len() {
                let lit = self.trail.lits()[self.grouped];
                let atom = lit.atom();
                if self.has_steps && self.atoms.has_steps(self.atoms.var(atom)) {
                    self.step(lit)?;
                }
                self.grouped += 1;
                if self.atoms.is_candidate(atom) {
                    if lit.holds() { self.only(lit)? } else { self.without(lit)? }
                }
            }
            if self.claused < self.trail.len() {
                let lit = self.trail.lits()[self.claused];
                self.claused += 1;
                if let Some(clause) = self.clauses.propagate(lit, &mut self.trail) {
                    return Err(Clash::Clause(clause));
                }
            } else if !self.match_group()? && !self.call_constraint()? {
                return Ok(());
            }
        }
    }

    /// A candidate is true: the others of its sets are false.
    #[inline]
    fn only(&mut self, lit: Lit) -> Result<(), Clash> {
        let candidate = lit.atom();
        let reason = Reason::peer(candidate);
        for &set in self.sets.of(candidate) {
            for &other in self.sets.members(set).iter().filter(|&&other| other != candidate) {
                let other_is_not = Lit::is_not(other);
                if self.trail.is_open(other_is_not) {
                    self.trail.assign(other_is_not, reason);
                } else if self.trail.is_false(other_is_not) {
                    return Err(Clash::Denied(other_is_not, reason));
                }
            }
        }
        Ok(())
    }

    /// A candidate is false: where only one other of an exact set is left, that is true.
    #[inline]
    fn without(&mut self, lit: Lit) -> Result<(), Clash> {
        let trail = &mut self.trail;
        let mut result = Ok(());
        self.sets.cross_out(lit.atom(), |set, last| match last.map(Lit::is) {
            Some(is) if trail.is_open(is) => trail.assign(is, Reason::set(set)),
            Some(is) if trail.is_true(is) => {}
            _ => result = Err(Clash::Set(set)),
        });
        result
    }

    /// Lets the next group that lost a candidate look for matchings; false if there is none.
    fn match_group(&mut self) -> Result<bool, Clash> {
        let Some(matchings) = &mut self.matchings else { return Ok(false) };
        let Some(board) = matchings.next(&self.atoms, &self.trail) else {
            return Ok(false);
        };
        match matchings.conclude(board, &mut self.trail) {
            true => Ok(true),
            false => Err(Clash::Matching(board)),
        }
    }

    /// Lets the next constraint that waits narrow the store; false if none waits.
    fn call_constraint(&mut self) -> Result<bool, Clash> {
        let Some(mirror) = &mut self.mirror else { return Ok(false) };
        mirror.tell(&self.model, &self.atoms, self.trail.lits());
        let Some((c, start, result)) = mirror.call(&self.model) else { return Ok(false) };
        let store = mirror.store();
        let reason = Reason::constraint(c);
        let bounds = self.model.constraints()[c as usize].bounds();
        let (atoms, trail) = (&self.atoms, &mut self.trail);
        for change in &store.trail()[start..] {
            let Some(x) = store.var_of(change) else { continue };
            let mut range = atoms.of(x.index());
            if bounds && atoms.has_steps(x.index()) && change.events().contains(Events::BOUNDS) {
                // What was gone before needs no reason from here.
                let gone = |trail: &Trail, rank| trail.is_false(Lit::is(range.start + rank));
                let mut lo = atoms.below(x.index(), store.min(x).into());
                let mut hi = atoms.below(x.index(), i64::from(store.max(x)) + 1);
                while lo > 0 && gone(trail, lo - 1) {
                    lo -= 1;
                }
                while hi < range.len() as u32 && gone(trail, hi) {
                    hi += 1;
                }
                if lo > 0 && trail.is_open(atoms.at_least(x.index(), lo)) {
                    trail.assign(atoms.at_least(x.index(), lo), reason);
                }
                if hi < range.len() as u32 && trail.is_open(atoms.at_least(x.index(), hi)) {
                    trail.assign(!atoms.at_least(x.index(), hi), reason);
                }
                range = range.start + lo..range.start + hi;
            }
            for candidate in range {
                let gone = Lit::is_not(candidate);
                if trail.is_open(gone) && !store.contains(x, atoms.value(candidate)) {
                    trail.assign(gone, reason);
                }
            }
        }
        match result {
            Ok(()) => Ok(true),
            Err(conflict) => Err(Clash::Constraint(c, conflict.var())),
        }
    }

    /// Tries the most active candidate, or what its variable aims at. *True*, always: it decides a whole
    /// variable and a place in each group, where "not this one" would decide next to nothing.
    fn decide(&mut self, stats: &mut Stats) {
        let candidate = loop {
            let candidate = self.order.pop().expect("a candidate is open");
            if self.trail.is_open(Lit::is(candidate)) {
                break candidate;
            }
        };
        let candidate = self.modes.choose(candidate, &self.trail, &self.atoms);
        self.trail.push_level();
        if let Some(mirror) = &mut self.mirror {
            mirror.push_level();
        }
        self.trail.assign(Lit::is(candidate), Reason::TRIED);
        stats.nodes += 1;
        stats.depth = stats.depth.max(u64::from(self.trail.level()));
    }

    /// Turns a conflict into a clause, goes back to where the clause implies something, and there
    /// implies it.
    fn learn(&mut self, clash: Clash, stats: &mut Stats) {
        stats.conflicts += 1;
        self.modes.remember(&self.trail, &self.atoms);
        self.patience = self.patience.saturating_sub(1);
        let Some(lesson) = self.analyse(clash) else {
            self.exhausted = true;
            if let Some(proof) = &self.proof {
                proof.learned(&[]);
            }
            return;
        };
        stats.learned += 1;
        self.back_to(lesson.level);
        let clause = core::mem::take(&mut self.analysis.clause);
        if let Some(proof) = &self.proof {
            proof.learned(&self.atoms.spell(&clause));
        }
        // A long clause was long in the making, and seldom helps: it shortens the turn.
        self.turn_ends = self.turn_ends.saturating_sub(LITERAL * clause.len() as u64);
        self.lessons = (self.lessons.0 + 1, self.lessons.1 + clause.len() as u64);
        self.imply(&clause, lesson.levels);
        self.analysis.clause = clause;
        self.order.decay();
        self.clauses.decay();
    }

    /// Adds a clause whose first literal is open and whose others are false, the second on the
    /// present level.
    fn imply(&mut self, clause: &[Lit], levels: u32) {
        let reason = match clause.len() {
            1 => Reason::TRIED,
            _ => Reason::clause(self.clauses.add(clause, levels)),
        };
        self.trail.assign(clause[0], reason);
    }

    fn restart(&mut self, stats: &mut Stats) {
        self.back_to(0);
        self.patience = self.runs.next().saturating_mul(self.modes.next_run(self.changes()));
        stats.restarts += 1;
        if self.clauses.learned > self.max_clauses || self.clauses.full() {
            let before = self.clauses.learned;
            self.clauses.forget(&self.trail, |old, new| {
                if let Some(proof) = &self.proof {
                    if !new.is_empty() {
                        proof.learned(&self.atoms.spell(new));
                    }
                    proof.forgotten(&self.atoms.spell(old));
                }
            });
            stats.forgotten += (before - self.clauses.learned) as u64;
            self.max_clauses += self.max_clauses / 10;
        }
    }

    fn back_to(&mut self, level: u32) {
        if level >= self.trail.level() {
            return;
        }
        let Learner { order, atoms, sets, .. } = self;
        let start = self.trail.start_of(level);
        for lit in &self.trail.lits()[start.min(self.grouped)..self.grouped] {
            if !lit.holds() && atoms.is_candidate(lit.atom()) {
                sets.put_back(lit.atom());
            }
        }
        self.trail.back_to(level, |lit| {
            if atoms.is_candidate(lit.atom()) {
                order.insert(lit.atom());
            }
        });
        self.grouped = self.trail.len();
        self.claused = self.trail.len();
        if let Some(matchings) = &mut self.matchings {
            matchings.back_to(self.trail.len());
        }
        if let Some(mirror) = &mut self.mirror {
            mirror.back_to(level, self.trail.len());
        }
    }

    /// What the assignment that the search stands at breaks, by the meaning of the model.
    fn violated(&self) -> Option<Clash> {
        match self.model.verify(&self.values()) {
            Err(Violation::Constraint(c)) => Some(Clash::Constraint(c as u32, None)),
            verdict => {
                debug_assert!(verdict.is_ok(), "groups are propagated completely");
                None
            }
        }
    }

    /// The values at a solution.
    pub(crate) fn values(&self) -> Vec<i32> {
        let mut values = self.roots.clone();
        let values_taken = |lit: &&Lit| lit.holds() && self.atoms.is_candidate(lit.atom());
        for lit in self.trail.lits().iter().filter(values_taken) {
            values[self.atoms.var(lit.atom())] = self.atoms.value(lit.atom());
        }
        values
    }

    /// Never comes back to the solution where it stands: not all decisions together again. False if
    /// that was the last.
    pub(crate) fn leave_solution(&mut self) -> bool {
        self.at_solution = false;
        if self.trail.level() == 0 {
            self.exhausted = true;
            return false;
        }
        let mut clause: Vec<Lit> = self.trail.decisions().map(|lit| !lit).collect();
        clause.reverse();
        self.back_to(self.trail.level() - 1);
        self.imply(&clause, 0);
        true
    }

    /// Rules out whatever takes all of these decisions: another search has been there. False if that
    /// cannot be said in literals.
    pub(crate) fn exclude(&mut self, decisions: impl Iterator<Item = Decision>) -> bool {
        self.back_to(0);
        let mut clause: Vec<Lit> = Vec::new();
        for decision in decisions {
            let Decision::Is(x, value) = decision else { return false };
            match self.atoms.find(x.index(), value).map(Lit::is) {
                Some(lit) if self.trail.is_open(lit) => clause.push(!lit),
                Some(lit) if self.trail.is_true(lit) => {}
                // It holds at the root, or it cannot hold, and all is said.
                None if self.atoms.of(x.index()).is_empty() && self.roots[x.index()] == value => {}
                _ => return true,
            }
        }
        match clause[..] {
            [] => self.exhausted = true,
            [only] => self.trail.assign(only, Reason::TRIED),
            _ => {
                self.clauses.add(&clause, 0);
            }
        }
        true
    }

    /// Goes on at the root, where a variable keeps only these values. No solution found until now has one of them.
    pub(crate) fn narrow(&mut self, x: Var, domain: &Domain) {
        self.back_to(0);
        self.at_solution = false;
        if self.atoms.of(x.index()).is_empty() && !domain.contains(self.roots[x.index()]) {
            self.exhausted = true;
        }
        for candidate in self.atoms.of(x.index()) {
            let gone = Lit::is_not(candidate);
            if !domain.contains(self.atoms.value(candidate)) {
                if self.trail.is_open(gone) {
                    self.trail.assign(gone, Reason::TRIED);
                }
                self.exhausted |= self.trail.is_false(gone);
            }
        }
    }

    /// Pauses after so much more work.
    pub(crate) fn begin_turn(&mut self, work: u64) {
        self.turn_ends = self.work().saturating_add(work);
        self.lessons = (0, 0);
    }

    /// Whether the clauses learned in this turn have no more literals than this on average.
    pub(crate) fn is_brief(&self, literals: u64) -> bool {
        self.lessons.1 <= literals * self.lessons.0
    }

    /// How many literals have become true.
    pub(crate) fn changes(&self) -> u64 {
        self.trail.assigned
    }

    /// Changes and calls of constraints.
    pub(crate) fn work(&self) -> u64 {
        self.changes() + self.calls()
    }

    /// How many times a constraint was called.
    pub(crate) fn calls(&self) -> u64 {
        self.mirror.as_ref().map_or(0, Mirror::calls)
    }
}

impl fmt::Debug for Learner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Learner")
            .field("candidates", &self.atoms.candidates())
            .field("clauses", &self.clauses.learned)
            .field("level", &self.trail.level())
            .finish_non_exhaustive()
    }
}
