//! Why a variable has the values it has: the deductions behind it, read off the trail.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::domain::Domain;
use crate::model::Model;
use crate::search::Solver;
use crate::store::{Conflict, Reason, Store, Var};

/// One narrowing of one variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deduction {
    /// The variable.
    pub var: Var,
    /// The values that went.
    pub removed: Domain,
    /// The values that were left.
    pub left: Domain,
    /// Why.
    pub reason: Reason,
    /// Whether the value that is left had no other place in the group that is the reason.
    pub only_place: bool,
    /// The deductions that this one stands on, by their place in the explanation; all come before it.
    pub from: Vec<usize>,
}

/// The deductions that lead to a fact, each with those it stands on before it.
///
/// What followed from the model alone, before anything was assumed, needs no deduction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The deductions, in the order in which they were made.
    pub steps: Vec<Deduction>,
    /// The conflict that they lead to, if that was to be explained.
    pub conflict: Option<Conflict>,
}

/// What people call the parts of a model.
pub trait Names {
    /// A variable: `r1c1`.
    fn var(&self, x: Var) -> String {
        format!("{x:?}")
    }

    /// A group: `box 1`.
    fn group(&self, group: usize) -> String {
        format!("group {group}")
    }

    /// A constraint.
    fn constraint(&self, constraint: usize) -> String {
        format!("constraint {constraint}")
    }

    /// A value.
    fn value(&self, value: i32) -> String {
        value.to_string()
    }
}

/// Numbers for names, constraints as they show themselves.
impl Names for Model {
    fn constraint(&self, constraint: usize) -> String {
        format!("{:?}", self.constraints()[constraint])
    }
}

impl Solver {
    /// Why `x` has the values that it has where the solver stands: after [`propagate`](Self::propagate), or at
    /// a solution.
    ///
    /// Groups explain themselves exactly: a value has one place left in a house because of what removed it
    /// from each of the other places. A constraint is explained by all that had happened to its variables.
    /// O(changes since the root · variables of their reasons).
    ///
    /// ```
    /// use houserules::{Group, ModelBuilder, Solver};
    ///
    /// let mut model = ModelBuilder::new();
    /// let x = model.vars(3, 1..=3);
    /// model.group(Group::new(&x));
    /// let model = model.build()?;
    /// let mut solver = Solver::new(&model);
    /// solver.assume(x[0], 1..=2);
    /// solver.assume(x[1], 1..=2);
    /// solver.assume(x[1], 2);
    /// solver.propagate()?;
    /// assert_eq!(
    ///     solver.explain(x[2]).in_words(&model).to_string(),
    ///     "x0 is not 3: given\n\
    ///      x1 is not 3: given\n\
    ///      x1 = 2: given\n\
    ///      x0 = 1: no other value is left after x1 = 2\n\
    ///      x2 is not 2: x1 = 2\n\
    ///      x2 = 3: no other value is left after x0 = 1\n"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the model has no such variable.
    pub fn explain(&self, x: Var) -> Explanation {
        assert!(x.index() < self.model().variables(), "{x:?} is a variable of another model");
        let log = Log::new(self.model(), self.store());
        let goals = log.of_var(x, log.events.len());
        log.explanation(goals, None)
    }

    /// The same for a conflict that [`propagate`](Self::propagate) just returned.
    pub fn explain_conflict(&self, conflict: &Conflict) -> Explanation {
        let log = Log::new(self.model(), self.store());
        let end = log.events.len();
        let mut goals: Vec<usize> = conflict.var().map_or(Vec::new(), |x| log.of_var(x, end));
        match conflict.reason() {
            Reason::Peer(x) => goals.extend(log.of_var(x, end)),
            Reason::Group(g) if g < self.model().groups().len() => {
                self.model().groups()[g].vars().for_each(|x| goals.extend(log.of_var(x, end)));
            }
            Reason::Constraint(c) if c < self.model().constraints().len() => {
                let scope = self.model().constraints()[c].scope();
                scope.iter().for_each(|&x| goals.extend(log.of_var(x, end)));
            }
            _ => {}
        }
        log.explanation(goals, Some(*conflict))
    }
}

/// The changes on a trail, spelled out.
struct Log<'a> {
    model: &'a Model,
    events: Vec<Deduction>,
    /// For each variable its events, ascending.
    of: Vec<Vec<usize>>,
}

impl<'a> Log<'a> {
    /// Reads the trail from its end, undoing it.
    fn new(model: &'a Model, store: &Store) -> Log<'a> {
        let mut store = store.clone();
        let mut events = Vec::new();
        while let Some((x, left, change)) = store.undo_last() {
            let removed = store.domain(x).intersection(&left.complement());
            let reason = change.cause().reason();
            let (only_place, from) = (false, Vec::new());
            events.push(Deduction { var: x, removed, left, reason, only_place, from });
        }
        events.reverse();
        let mut of: Vec<Vec<usize>> = alloc::vec![Vec::new(); model.variables()];
        for (i, event) in events.iter().enumerate() {
            of[event.var.index()].push(i);
        }
        Log { model, events, of }
    }

    /// All that happened to a variable before some event.
    fn of_var(&self, x: Var, before: usize) -> Vec<usize> {
        let own = &self.of[x.index()];
        own[..own.partition_point(|&event| event < before)].to_vec()
    }

    /// What removed one of these values from a variable before some event.
    fn of_values(&self, x: Var, values: &Domain, before: usize) -> Vec<usize> {
        let mut events = self.of_var(x, before);
        events.retain(|&event| !self.events[event].removed.intersection(values).is_empty());
        events
    }

    /// The values of a variable before some event.
    fn domain(&self, x: Var, before: usize) -> Domain {
        match self.of_var(x, before).last() {
            Some(&event) => self.events[event].left.clone(),
            None => self.model.root().domain(x),
        }
    }

    /// What an event stands on, and whether it is the only place of a value.
    fn reasons(&self, at: usize) -> (Vec<usize>, bool) {
        let Deduction { var, left, reason, .. } = &self.events[at];
        let mut only_place = false;
        let mut from = match *reason {
            Reason::Given | Reason::Decision | Reason::Refuted => Vec::new(),
            Reason::Peer(y) => self.of_var(y, at),
            Reason::Group(g) => {
                let (from, exactly) = self.of_group(g, at);
                let inside = self.model.groups()[g].vars().any(|x| x == *var);
                only_place = exactly && inside;
                from
            }
            Reason::Constraint(c) => {
                let scope = self.model.constraints()[c].scope().iter();
                scope.filter(|&x| x != var).flat_map(|&x| self.of_var(x, at)).collect()
            }
        };
        // A last value, and what a constraint sees, also need what went before.
        let last = left.single().is_some() && !matches!(reason, Reason::Group(_));
        if last && !matches!(reason, Reason::Given | Reason::Decision)
            || matches!(reason, Reason::Constraint(_))
        {
            from.extend(self.of_var(*var, at));
        }
        from.sort_unstable();
        from.dedup();
        (from, only_place)
    }

    /// In a house, the only place of a value stands on its absence from the other places; and what is locked
    /// elsewhere on the absence of the values from the rest of the house.
    ///
    /// Where it is neither (stronger groups see more than that), all that happened in the group. Says whether
    /// it was one of the two.
    fn of_group(&self, g: usize, at: usize) -> (Vec<usize>, bool) {
        let Deduction { var: x, removed, left, .. } = &self.events[at];
        let terms = &self.model.groups()[g].terms;
        let own = terms.iter().find(|term| term.var == *x);
        let wanted = if own.is_some() { left } else { removed };
        let shift = own.map_or(0, |term| i64::from(term.offset));
        let (mut from, mut absent, mut all) = (Vec::new(), true, Vec::new());
        for term in terms.iter().filter(|term| term.var != *x) {
            let values = wanted.shifted(shift - i64::from(term.offset));
            absent &= self.domain(term.var, at).intersection(&values).is_empty();
            from.extend(self.of_values(term.var, &values, at));
            all.extend(self.of_var(term.var, at));
        }
        let only_place = own.is_some() && left.single().is_some() && absent;
        if only_place || own.is_none() { (from, true) } else { (all, false) }
    }

    /// The goals and all that they stand on.
    fn explanation(mut self, goals: Vec<usize>, conflict: Option<Conflict>) -> Explanation {
        let mut place: Vec<Option<usize>> = alloc::vec![None; self.events.len()];
        let mut wanted = goals;
        wanted.iter().for_each(|&event| place[event] = Some(0));
        while let Some(event) = wanted.pop() {
            let (from, only_place) = self.reasons(event);
            self.events[event].only_place = only_place;
            for &earlier in &from {
                if place[earlier].is_none() {
                    place[earlier] = Some(0);
                    wanted.push(earlier);
                }
            }
            self.events[event].from = from;
        }
        let mut steps: Vec<Deduction> = Vec::new();
        for (i, mut event) in self.events.into_iter().enumerate() {
            if place[i].is_some() {
                place[i] = Some(steps.len());
                event.from = event.from.iter().filter_map(|&earlier| place[earlier]).collect();
                steps.push(event);
            }
        }
        Explanation { steps, conflict }
    }
}

impl Explanation {
    /// The explanation as sentences, a line each, with these names.
    pub fn in_words<'a>(&'a self, names: &'a dyn Names) -> impl fmt::Display + 'a {
        Words { explanation: self, names }
    }
}

struct Words<'a> {
    explanation: &'a Explanation,
    names: &'a dyn Names,
}

impl Words<'_> {
    /// `5`, or `1, 2 or 3`.
    fn values(&self, values: &Domain) -> String {
        const MANY: u64 = 12;
        if values.len() > MANY {
            let runs = values.ranges().map(|run| {
                let (lo, hi) = (self.names.value(*run.start()), self.names.value(*run.end()));
                if lo == hi { lo } else { format!("{lo} to {hi}") }
            });
            return runs.collect::<Vec<_>>().join(", ");
        }
        let mut words: Vec<String> = values.iter().map(|value| self.names.value(value)).collect();
        match words.pop() {
            Some(last) if !words.is_empty() => format!("{} or {last}", words.join(", ")),
            last => last.unwrap_or_default(),
        }
    }

    /// `r1c1 = 5`, or `r1c1 is not 3`.
    fn fact(&self, step: &Deduction) -> String {
        let name = self.names.var(step.var);
        match step.left.single() {
            Some(value) => format!("{name} = {}", self.names.value(value)),
            None if step.removed.len() <= step.left.len() => {
                format!("{name} is not {}", self.values(&step.removed))
            }
            None => format!("{name} is {}", self.values(&step.left)),
        }
    }

    fn because(&self, step: &Deduction) -> String {
        let names = self.names;
        match step.reason {
            Reason::Given => "given".into(),
            Reason::Decision => "tried".into(),
            Reason::Refuted => "the opposite was tried and failed".into(),
            Reason::Peer(y) => {
                // The last thing that happened to the other one is the value that it took.
                let steps = &self.explanation.steps;
                let other = step.from.iter().rev().map(|&i| &steps[i]).find(|from| from.var == y);
                let other = match other {
                    Some(other) => self.fact(other),
                    None => format!("the value of {}", names.var(y)),
                };
                match step.left.single() {
                    Some(_) => format!("no other value is left after {other}"),
                    None => other,
                }
            }
            Reason::Group(g) => match step.left.single() {
                Some(value) if step.only_place => {
                    format!("the only place for {} in {}", names.value(value), names.group(g))
                }
                _ => format!("{} needs {} elsewhere", names.group(g), self.values(&step.removed)),
            },
            Reason::Constraint(c) => names.constraint(c),
        }
    }
}

impl fmt::Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in &self.explanation.steps {
            writeln!(f, "{}: {}", self.fact(step), self.because(step))?;
        }
        let Some(conflict) = &self.explanation.conflict else { return Ok(()) };
        let what = match conflict.reason() {
            Reason::Given => "what was given".into(),
            Reason::Decision | Reason::Refuted => "what was tried".into(),
            Reason::Peer(x) => format!("the value of {}", self.names.var(x)),
            Reason::Group(g) => self.names.group(g),
            Reason::Constraint(c) => self.names.constraint(c),
        };
        match conflict.var() {
            Some(x) => writeln!(f, "nothing is left for {}: {what}", self.names.var(x)),
            None => writeln!(f, "that cannot be: {what}"),
        }
    }
}
