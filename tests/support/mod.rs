//! Small models as plain data, with a solver that tries everything: what the tests compare with.
//!
//! The meanings are written down a second time here, so that a mistake in the crate's own `holds`
//! shows too.
#![allow(dead_code)]

pub mod neutral;

use std::collections::BTreeSet;

use houserules::{
    AtMost, Constraint, Domain, Group, Linear, Model, ModelBuilder, NotEqual, Predicate, Relation,
    Strength, Table, Term, Var,
};

/// A constraint as data.
#[derive(Clone, Debug)]
pub enum Rule {
    /// `x ≠ y + k`
    NotEqual(usize, usize, i32),
    /// `x + k ≤ y`
    AtMost(usize, i32, usize),
    /// `Σ c·x  relation  total`
    Linear(Vec<(i64, usize)>, Relation, i64),
    Table(Vec<usize>, Vec<Vec<i32>>),
    /// The sum of the values, divided by the modulus, leaves the rest.
    Rest(Vec<usize>, i64, i64),
}

impl Rule {
    pub fn scope(&self) -> Vec<usize> {
        match self {
            Rule::NotEqual(x, y, _) | Rule::AtMost(x, _, y) => vec![*x, *y],
            Rule::Linear(terms, ..) => terms.iter().map(|&(_, x)| x).collect(),
            Rule::Table(scope, _) | Rule::Rest(scope, ..) => scope.clone(),
        }
    }

    /// The meaning, for the values of all variables.
    pub fn holds(&self, values: &[i32]) -> bool {
        let at = |x: usize| i128::from(values[x]);
        match self {
            Rule::NotEqual(x, y, k) => at(*x) != at(*y) + i128::from(*k),
            Rule::AtMost(x, k, y) => at(*x) + i128::from(*k) <= at(*y),
            Rule::Linear(terms, relation, total) => {
                let sum: i128 = terms.iter().map(|&(c, x)| i128::from(c) * at(x)).sum();
                match relation {
                    Relation::Equal => sum == i128::from(*total),
                    Relation::AtMost => sum <= i128::from(*total),
                    Relation::NotEqual => sum != i128::from(*total),
                }
            }
            Rule::Table(scope, rows) => {
                rows.iter().any(|row| row.iter().copied().eq(scope.iter().map(|&x| values[x])))
            }
            Rule::Rest(scope, modulus, rest) => {
                let sum: i64 = scope.iter().map(|&x| i64::from(values[x])).sum();
                sum.rem_euclid(*modulus) == *rest
            }
        }
    }

    pub fn post(&self, model: &mut ModelBuilder) {
        let var = |x: &usize| Var::new(*x);
        match self.clone() {
            Rule::NotEqual(x, y, k) => model.post(NotEqual::new(var(&x), var(&y), k)),
            Rule::AtMost(x, k, y) => model.post(AtMost::new(var(&x), k, var(&y))),
            Rule::Linear(terms, relation, total) => {
                let terms = terms.into_iter().map(|(c, x)| (c, Var::new(x)));
                model.post(Linear::new(terms, relation, total))
            }
            Rule::Table(scope, rows) => model.post(Table::new(scope.iter().map(var), rows)),
            Rule::Rest(scope, modulus, rest) => {
                model.post(Predicate::new(scope.iter().map(var), move |values| {
                    let sum: i64 = values.iter().map(|&v| i64::from(v)).sum();
                    sum.rem_euclid(modulus) == rest
                }))
            }
        };
    }
}

/// A model as data.
#[derive(Clone, Debug, Default)]
pub struct Spec {
    pub domains: Vec<Domain>,
    /// Variables with what is added to them, and the strength.
    pub groups: Vec<(Vec<(usize, i32)>, Strength)>,
    pub rules: Vec<Rule>,
    pub assumptions: Vec<(usize, Domain)>,
}

impl Spec {
    pub fn model(&self) -> Model {
        self.builder(None).build().expect("a valid model")
    }

    /// The model with one strength for all groups.
    pub fn model_of_strength(&self, strength: Strength) -> Model {
        self.builder(Some(strength)).build().expect("a valid model")
    }

    fn builder(&self, strength: Option<Strength>) -> ModelBuilder {
        let mut model = ModelBuilder::new();
        for domain in &self.domains {
            model.var(domain.clone());
        }
        for (terms, own) in &self.groups {
            let terms = terms.iter().map(|&(x, offset)| Term { var: Var::new(x), offset });
            model.group(Group::new(terms).strength(strength.unwrap_or(*own)));
        }
        for rule in &self.rules {
            rule.post(&mut model);
        }
        model
    }

    pub fn holds(&self, values: &[i32]) -> bool {
        let differ = |(terms, _): &(Vec<(usize, i32)>, Strength)| {
            let sums: BTreeSet<i64> =
                terms.iter().map(|&(x, k)| i64::from(values[x]) + i64::from(k)).collect();
            sums.len() == terms.len()
        };
        self.assumptions.iter().all(|(x, domain)| domain.contains(values[*x]))
            && self.groups.iter().all(differ)
            && self.rules.iter().all(|rule| rule.holds(values))
    }

    /// All solutions in lexicographic order, by trying everything.
    pub fn solutions(&self) -> Vec<Vec<i32>> {
        let domains: Vec<Vec<i32>> = self.domains.iter().map(|d| d.iter().collect()).collect();
        assignments(&domains).filter(|values| self.holds(values)).collect()
    }
}

/// Every way to take one value of each list, in lexicographic order.
pub fn assignments(lists: &[Vec<i32>]) -> impl Iterator<Item = Vec<i32>> + '_ {
    let size: usize = lists.iter().map(Vec::len).product();
    (0..size).map(move |mut number| {
        let mut values: Vec<i32> = lists
            .iter()
            .rev()
            .map(|list| {
                let value = list[number % list.len()];
                number /= list.len();
                value
            })
            .collect();
        values.reverse();
        values
    })
}

/// The values of a variable of a constraint under test.
pub fn values_of(constraint: &dyn Constraint, of: &[i32]) -> Vec<i32> {
    constraint.scope().iter().map(|x| of[x.index()]).collect()
}
