//! What constraints become: parts of a kernel model, always, under a condition or both ways.

use std::collections::HashMap;
use std::ops::Not;
use std::sync::Arc;

use super::arguments::Arguments;
use super::cliques::Differences;
use super::error::Mistake;
use super::problem::{Problem, Value};
use crate::constraint::{And, Clause, Constraint, Implied, Member, NotEqual, Reified};
use crate::domain::Domain;
use crate::model::ModelBuilder;
use crate::store::Var;

/// A truth value or its opposite, still open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Literal {
    pub var: Var,
    pub positive: bool,
}

impl Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal { positive: !self.positive, ..self }
    }
}

/// What a constraint means, in terms of the kernel.
#[derive(Debug)]
pub(super) enum Meaning {
    /// It cannot hold.
    Never,
    /// Each of these clauses has a true literal; without clauses it always holds.
    Clauses(Vec<Vec<Literal>>),
    /// All differ, each with what is added to it.
    Differ(Vec<(Var, i32)>),
    /// All hold.
    All(Vec<Arc<dyn Constraint>>),
}

impl Meaning {
    pub const ALWAYS: Meaning = Meaning::Clauses(Vec::new());

    pub fn one(constraint: impl Constraint + 'static) -> Meaning {
        Meaning::All(vec![Arc::new(constraint)])
    }

    /// Always or never.
    pub fn known(holds: bool) -> Meaning {
        if holds { Meaning::ALWAYS } else { Meaning::Never }
    }
}

/// When a constraint is to hold.
#[derive(Clone, Copy, Debug)]
pub(super) enum Mode {
    Always,
    /// At least where this is true.
    If(Value),
    /// Exactly where this is true.
    Iff(Value),
}

/// The model that is being built.
#[derive(Debug, Default)]
pub(super) struct Kernel {
    pub model: ModelBuilder,
    /// For each declared variable that stands for itself and is open, its place in the model.
    vars: Vec<Option<Var>>,
    constants: HashMap<i32, Var>,
    differences: Differences,
    /// Where one constraint was seen never to hold.
    never: bool,
}

impl Kernel {
    /// A variable for each that is open.
    pub fn new(problem: &Problem<'_>) -> Kernel {
        let mut kernel = Kernel::default();
        for v in 0..problem.file.vars.len() as u32 {
            let open = problem.settled(Value::Open(v)) == Value::Open(v);
            let any = || Domain::from(i32::MIN..=i32::MAX);
            let var = open.then(|| {
                let domain = problem.domain(v).cloned();
                kernel.model.var(domain.unwrap_or_else(any))
            });
            kernel.vars.push(var);
        }
        kernel.never = problem.contradiction;
        kernel
    }

    /// The variable for a value, which may be known; an error where it does not fit 32 bits.
    pub fn var(&mut self, arguments: &Arguments<'_, '_>, value: Value) -> Result<Var, Mistake> {
        self.any_var(value).ok_or_else(|| arguments.mistake("a number does not fit 32 bits"))
    }

    pub fn any_var(&mut self, value: Value) -> Option<Var> {
        match value {
            Value::Open(v) => self.vars[v as usize],
            Value::Fixed(value) => {
                let value = i32::try_from(value).ok()?;
                let model = &mut self.model;
                Some(*self.constants.entry(value).or_insert_with(|| model.var(value)))
            }
        }
    }

    /// The variables for values.
    pub fn vars(
        &mut self,
        arguments: &Arguments<'_, '_>,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<Vec<Var>, Mistake> {
        values.into_iter().map(|value| self.var(arguments, value)).collect()
    }

    /// The variable of the model for one that is open.
    pub fn open(&self, v: u32) -> Option<Var> {
        self.vars[v as usize]
    }

    /// A clause of values and what each should be; `None` if it always holds.
    pub fn clause(
        &self,
        literals: impl IntoIterator<Item = (Value, bool)>,
    ) -> Option<Vec<Literal>> {
        let mut clause = Vec::new();
        for (value, positive) in literals {
            match value {
                Value::Fixed(value) if (value != 0) == positive => return None,
                Value::Fixed(_) => {}
                Value::Open(v) => clause.extend(self.open(v).map(|var| Literal { var, positive })),
            }
        }
        clause.sort_unstable();
        clause.dedup();
        let opposites = clause.windows(2).any(|pair| pair[0].var == pair[1].var);
        (!opposites).then_some(clause)
    }

    /// Several clauses.
    pub fn clauses(&self, clauses: impl IntoIterator<Item = Vec<(Value, bool)>>) -> Meaning {
        Meaning::Clauses(clauses.into_iter().filter_map(|clause| self.clause(clause)).collect())
    }

    /// Adds a constraint to the model.
    pub fn post(&mut self, meaning: Meaning, mode: Mode) {
        match mode {
            Mode::Always | Mode::If(Value::Fixed(1)) | Mode::Iff(Value::Fixed(1)) => {
                self.post_always(meaning);
            }
            Mode::If(Value::Fixed(_)) => {}
            Mode::Iff(Value::Fixed(_)) => {
                let opposite = self.whole(meaning).map(|whole| whole.not());
                match opposite {
                    Some(opposite) => {
                        self.model.post(opposite);
                    }
                    None => self.never = true,
                }
            }
            Mode::If(Value::Open(b)) => {
                if let Some(b) = self.open(b) {
                    self.post_if(meaning, b);
                }
            }
            Mode::Iff(Value::Open(b)) => {
                if let Some(b) = self.open(b) {
                    self.post_iff(meaning, b);
                }
            }
        }
    }

    fn post_always(&mut self, meaning: Meaning) {
        match meaning {
            Meaning::Never => self.never = true,
            Meaning::Clauses(clauses) => clauses.into_iter().for_each(|clause| self.add(clause)),
            Meaning::Differ(terms) => self.differences.add(terms, &mut self.model),
            Meaning::All(constraints) => {
                for constraint in constraints {
                    self.model.post_shared(constraint);
                }
            }
        }
    }

    fn add(&mut self, clause: Vec<Literal>) {
        match clause[..] {
            [] => self.never = true,
            [Literal { var, positive }] => {
                self.model.post(Member::new(var, i32::from(positive)));
            }
            _ => {
                self.model.post(as_constraint(&clause));
            }
        }
    }

    fn post_if(&mut self, meaning: Meaning, b: Var) {
        let not = Literal { var: b, positive: false };
        match meaning {
            Meaning::Never => self.add(vec![not]),
            Meaning::Clauses(clauses) => {
                for clause in clauses {
                    self.add_simplified(clause.into_iter().chain([not]).collect());
                }
            }
            Meaning::All(constraints) => {
                for constraint in constraints {
                    self.model.post(Implied::new(b, constraint));
                }
            }
            Meaning::Differ(_) => {
                if let Some(whole) = self.whole(meaning) {
                    self.model.post(Implied::new(b, whole));
                }
            }
        }
    }

    fn post_iff(&mut self, meaning: Meaning, b: Var) {
        let b_is = |positive| Literal { var: b, positive };
        match meaning {
            Meaning::Never => self.add(vec![b_is(false)]),
            Meaning::Clauses(clauses) if clauses.len() == 1 => {
                self.either_way(&clauses[0], b_is(true));
            }
            // b ⇔ (x ∧ y) is ¬b ⇔ (¬x ∨ ¬y).
            Meaning::Clauses(clauses) if clauses.iter().all(|clause| clause.len() == 1) => {
                let opposites: Vec<Literal> = clauses.iter().map(|clause| !clause[0]).collect();
                self.either_way(&opposites, b_is(false));
            }
            _ => {
                if let Some(whole) = self.whole(meaning) {
                    self.model.post(Reified::new(b, whole));
                }
            }
        }
    }

    /// `b` is true exactly where the clause is.
    fn either_way(&mut self, clause: &[Literal], b: Literal) {
        self.add_simplified(clause.iter().copied().chain([!b]).collect());
        for &literal in clause {
            self.add_simplified(vec![!literal, b]);
        }
    }

    /// Adds a clause that may have a literal twice or both ways.
    fn add_simplified(&mut self, mut clause: Vec<Literal>) {
        clause.sort_unstable();
        clause.dedup();
        if clause.windows(2).all(|pair| pair[0].var != pair[1].var) {
            self.add(clause);
        }
    }

    /// All of it as one constraint; `None` if it always holds.
    pub fn whole(&mut self, meaning: Meaning) -> Option<Arc<dyn Constraint>> {
        let mut parts: Vec<Arc<dyn Constraint>> = match meaning {
            Meaning::Never => vec![Arc::new(Clause::new([] as [Var; 0], [] as [Var; 0]))],
            Meaning::Clauses(clauses) => {
                let arc = |clause: &Vec<Literal>| -> Arc<dyn Constraint> {
                    Arc::new(as_constraint(clause))
                };
                clauses.iter().map(arc).collect()
            }
            Meaning::All(parts) => parts,
            Meaning::Differ(terms) => {
                let pairs = terms.iter().enumerate().flat_map(|(i, &a)| {
                    terms[..i].iter().map(move |&b| -> Arc<dyn Constraint> {
                        let offset = i64::from(b.1) - i64::from(a.1);
                        match i32::try_from(offset) {
                            Ok(offset) => Arc::new(NotEqual::new(a.0, b.0, offset)),
                            Err(_) => {
                                Arc::new(crate::Linear::not_equal([(1, a.0), (-1, b.0)], offset))
                            }
                        }
                    })
                });
                pairs.collect()
            }
        };
        match parts.len() {
            0 => None,
            1 => parts.pop(),
            _ => Some(Arc::new(And::new(parts))),
        }
    }

    /// A new variable that is a number between two others.
    pub fn fresh(&mut self, lo: i64, hi: i64) -> Option<Var> {
        let domain = Domain::from(i32::try_from(lo).ok()?..=i32::try_from(hi).ok()?);
        Some(self.model.var(domain))
    }

    /// Adds what was kept for last.
    pub fn finish(&mut self) {
        std::mem::take(&mut self.differences).finish(&mut self.model);
        if self.never {
            self.model.var(Domain::empty());
        }
    }
}

fn as_constraint(clause: &[Literal]) -> Clause {
    let side = |wanted: bool| {
        clause.iter().filter(move |literal| literal.positive == wanted).map(|literal| literal.var)
    };
    Clause::new(side(true), side(false))
}
