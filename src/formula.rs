//! The same question as a formula: a model of groups in clauses, and proofs that others can check.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use crate::answer::{Outcome, Solution};
use crate::budget::Budget;
use crate::domain::Domain;
use crate::group::Strength;
use crate::learn::{Literal, MAX_CANDIDATES, Proof};
use crate::model::{Model, ModelBuilder, ModelError};
use crate::search::{Solver, Strategy};
use crate::store::Var;

/// A model of groups under assumptions in conjunctive normal form, by the *direct encoding*.
///
/// Each value of each variable is a number, from 1, in the order of the variables and then of their values;
/// that number says "has this value", its negative "has not". The clauses say:
///
/// - each variable has a value, and no two;
/// - no two members of a group are equal;
/// - where a group has as many values as members, each value has a place;
/// - what was assumed, a clause for each value that is ruled out;
/// - not that one solution, if it was [excluded](Self::exclude).
///
/// [`prove`](Self::prove) shows that nothing satisfies them all, and tells each step.
///
/// ```
/// use std::sync::Arc;
/// use houserules::{Budget, Formula, ModelBuilder, Outcome, Var};
/// # #[derive(Debug)] struct Silent;
/// # impl houserules::Proof for Silent { fn learned(&self, _: &[houserules::Literal]) {} }
///
/// let mut model = ModelBuilder::new();
/// let x = model.vars(2, 1..=2);
/// model.all_different(&x);
/// let mut formula = Formula::new(&model)?;
/// formula.assume(x[0], 1);
/// formula.exclude(vec![1, 2]);
/// let mut text = String::new();
/// formula.write_dimacs(&mut text)?;
/// assert!(text.starts_with("p cnf 4 10\n1 2 0\n"));
/// assert_eq!(formula.prove(Arc::new(Silent), Budget::new()), Outcome::None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Formula {
    numbers: Numbers,
    /// The members of each group.
    groups: Vec<Vec<(Var, i32)>>,
    assumptions: Vec<(Var, Domain)>,
    excluded: Option<Vec<i32>>,
    model: Model,
}

/// Which number each literal of a [`Formula`] has.
#[derive(Clone, Debug)]
pub struct Numbers {
    domains: Vec<Domain>,
    /// The number of the smallest value of each variable, and one more.
    first: Vec<i64>,
}

/// Why there is no formula for a model.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormulaError {
    /// The model has this constraint, which is no group.
    Constraint(usize),
    /// This group has fewer values than members: it takes no more than counting to see that.
    Crowded(usize),
    /// There are more than 2²⁰ values of variables.
    TooLarge,
    /// There is no such model.
    Model(ModelError),
}

impl fmt::Display for FormulaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormulaError::Constraint(c) => {
                write!(f, "only groups are written as clauses, and constraint {c} is none")
            }
            FormulaError::Crowded(g) => {
                write!(f, "group {g} has more members than values: counting is the proof")
            }
            FormulaError::TooLarge => {
                write!(f, "the variables have more than {MAX_CANDIDATES} values together")
            }
            FormulaError::Model(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for FormulaError {}

impl Formula {
    /// The formula of a model without assumptions.
    ///
    /// What groups were told about their [`Strength`] does not matter here.
    pub fn new(builder: &ModelBuilder) -> Result<Formula, FormulaError> {
        let ModelBuilder { domains, groups, constraints } = builder;
        if !constraints.is_empty() {
            return Err(FormulaError::Constraint(0));
        }
        if domains.iter().map(Domain::len).sum::<u64>() > MAX_CANDIDATES as u64 {
            return Err(FormulaError::TooLarge);
        }
        // What singles see, unit propagation sees.
        let mut plain = ModelBuilder { domains: domains.clone(), ..ModelBuilder::new() };
        for group in groups {
            plain.group(group.clone().strength(Strength::HIDDEN_SINGLES));
        }
        let model = plain.build().map_err(FormulaError::Model)?;
        if let Some(g) = model.tables().crowded_group {
            return Err(FormulaError::Crowded(g));
        }
        let mut first = alloc::vec![1];
        for domain in domains {
            first.push(first[first.len() - 1] + domain.len() as i64);
        }
        let members = |g: usize| groups[g].terms.iter().map(|term| (term.var, term.offset));
        Ok(Formula {
            numbers: Numbers { domains: domains.clone(), first },
            groups: (0..groups.len()).map(|g| members(g).collect()).collect(),
            assumptions: Vec::new(),
            excluded: None,
            model,
        })
    }

    /// Assumes that `x` has one of these values. Assumptions add up.
    ///
    /// # Panics
    /// If the model has no such variable.
    pub fn assume(&mut self, x: Var, domain: impl Into<Domain>) {
        assert!(x.index() < self.model.variables(), "{x:?} is a variable of another model");
        self.assumptions.push((x, domain.into()));
    }

    /// Rules one solution out: what is to be proved is then that there is no other.
    ///
    /// # Panics
    /// If there is not one value a variable.
    pub fn exclude(&mut self, solution: Vec<i32>) {
        assert_eq!(solution.len(), self.model.variables(), "one value a variable");
        self.excluded = Some(solution);
    }

    /// Which number each literal has.
    pub fn numbers(&self) -> &Numbers {
        &self.numbers
    }

    /// Tells each clause.
    ///
    /// O(members² · values) for each group.
    pub fn each_clause(&self, mut tell: impl FnMut(&[i64]) -> fmt::Result) -> fmt::Result {
        for v in 0..self.numbers.domains.len() {
            let all: Vec<i64> = (self.numbers.first[v]..self.numbers.first[v + 1]).collect();
            tell(&all)?;
            at_most_one(&all, &mut tell)?;
        }
        let mut places: Vec<(i64, i64)> = Vec::new();
        for members in &self.groups {
            places.clear();
            for &(x, offset) in members {
                let first = self.numbers.first[x.index()];
                let values = self.numbers.domains[x.index()].iter().zip(first..);
                places.extend(values.map(|(value, n)| (i64::from(value) + i64::from(offset), n)));
            }
            places.sort_unstable();
            let house = places.chunk_by(|a, b| a.0 == b.0).count() == members.len();
            for chunk in places.chunk_by(|a, b| a.0 == b.0) {
                let all: Vec<i64> = chunk.iter().map(|&(_, number)| number).collect();
                if house {
                    tell(&all)?;
                }
                at_most_one(&all, &mut tell)?;
            }
        }
        for (x, domain) in &self.assumptions {
            let values =
                self.numbers.domains[x.index()].iter().zip(self.numbers.first[x.index()]..);
            for (_, number) in values.filter(|&(value, _)| !domain.contains(value)) {
                tell(&[-number])?;
            }
        }
        if let Some(solution) = &self.excluded {
            let is_not = |(v, &value): (usize, &i32)| {
                let literal = Literal { var: Var::new(v), value, holds: false };
                self.numbers.of(literal)
            };
            // A value that a variable does not have rules nothing out.
            if let Some(clause) =
                solution.iter().enumerate().map(is_not).collect::<Option<Vec<_>>>()
            {
                tell(&clause)?;
            }
        }
        Ok(())
    }

    /// Writes the formula in the DIMACS form that SAT solvers and checkers of proofs read.
    pub fn write_dimacs(&self, out: &mut impl fmt::Write) -> fmt::Result {
        let mut clauses = 0u64;
        self.each_clause(|_| {
            clauses += 1;
            Ok(())
        })?;
        writeln!(out, "p cnf {} {clauses}", self.numbers.first[self.numbers.domains.len()] - 1)?;
        self.each_clause(|clause| write_clause(out, clause.iter().copied()))
    }

    /// Proves that nothing satisfies the formula: each step is told to `proof`, the empty clause last.
    ///
    /// `None` means that the proof is complete; `Solved`, that there is nothing to be proved.
    pub fn prove(&self, proof: Arc<dyn Proof>, budget: Budget) -> Outcome {
        let mut solver = Solver::new(&self.model)
            .strategy(Strategy::Learning)
            .budget(budget)
            .proof(proof.clone())
            .excluding(self.excluded.clone());
        for (x, domain) in &self.assumptions {
            solver.assume(*x, domain.clone());
        }
        let fixed = |store: &crate::Store| -> Option<Vec<i32>> {
            self.model.vars().map(|x| store.value(x)).collect()
        };
        match solver.propagate().map(fixed) {
            Ok(None) => solver.first(),
            Ok(Some(values)) if self.excluded.as_ref() != Some(&values) => {
                Outcome::Solved(Solution::new(values))
            }
            _ => {
                proof.learned(&[]);
                Outcome::None
            }
        }
    }
}

impl Numbers {
    /// The number of a literal; `None` if the variable never had that value.
    pub fn of(&self, literal: Literal) -> Option<i64> {
        let domain = self.domains.get(literal.var.index())?;
        let mut before = 0;
        for range in domain.ranges() {
            if range.contains(&literal.value) {
                before += i64::from(literal.value) - i64::from(*range.start());
                let number = self.first[literal.var.index()] + before;
                return Some(if literal.holds { number } else { -number });
            }
            before += i64::from(*range.end()) - i64::from(*range.start()) + 1;
        }
        None
    }

    /// Writes a step of a proof as a line of DRAT (Wetzler, Heule and Hunt, *DRAT-trim*, 2014).
    ///
    /// # Panics
    /// If it speaks of a value that its variable never had.
    pub fn write_drat(
        &self,
        out: &mut impl fmt::Write,
        clause: &[Literal],
        forgotten: bool,
    ) -> fmt::Result {
        if forgotten {
            out.write_str("d ")?;
        }
        let number = |&literal: &Literal| self.of(literal).expect("a literal of this model");
        write_clause(out, clause.iter().map(number))
    }
}

fn at_most_one(all: &[i64], tell: &mut impl FnMut(&[i64]) -> fmt::Result) -> fmt::Result {
    for (i, &a) in all.iter().enumerate() {
        for &b in &all[i + 1..] {
            tell(&[-a, -b])?;
        }
    }
    Ok(())
}

fn write_clause(out: &mut impl fmt::Write, clause: impl Iterator<Item = i64>) -> fmt::Result {
    for number in clause {
        write!(out, "{number} ")?;
    }
    out.write_str("0\n")
}
