//! Weighted sums, and the simpler constraint that many of them are.

use super::super::arguments::Arguments;
use super::super::error::Mistake;
use super::super::kernel::{Kernel, Meaning};
use super::super::problem::{Sum, Value};
use super::{Handler, boolean_relation};
use crate::constraint::{AtMost, Equal, Linear, Member, Relation};
use crate::domain::Domain;
use crate::store::Var;

pub(super) fn find(name: &str) -> Option<Handler> {
    Some(match name {
        "int_lin_eq" | "bool_lin_eq" => |a, k| linear(a, k, Relation::Equal, 0, 1),
        "int_lin_ne" | "bool_lin_ne" => |a, k| linear(a, k, Relation::NotEqual, 0, 1),
        "int_lin_le" | "bool_lin_le" => |a, k| linear(a, k, Relation::AtMost, 0, 1),
        "int_lin_lt" | "bool_lin_lt" => |a, k| linear(a, k, Relation::AtMost, 1, 1),
        "int_lin_ge" | "bool_lin_ge" => |a, k| linear(a, k, Relation::AtMost, 0, -1),
        "int_lin_gt" | "bool_lin_gt" => |a, k| linear(a, k, Relation::AtMost, 1, -1),
        _ => return None,
    })
}

/// `Σ sign · factor · variable  relation  sign · total - less`; the total may be a variable.
fn linear(
    arguments: &Arguments<'_, '_>,
    kernel: &mut Kernel,
    relate: Relation,
    less: i64,
    sign: i64,
) -> Result<Meaning, Mistake> {
    arguments.expect(3)?;
    let sum = arguments.sum(0, 1, 0)?;
    let terms = sum.terms.iter().map(|&(factor, v)| (factor, Value::Open(v)));
    let known = (-1, Value::Fixed(sum.total));
    let total = (-1, arguments.value(2)?);
    let terms = terms.chain([known, total]);
    let terms = terms.map(|(factor, value)| (sign.checked_mul(factor).unwrap_or(i64::MAX), value));
    let sum = arguments.sum_of(terms, -less)?;
    relation(arguments, kernel, sum, relate)
}

/// A sum against its total as the simplest constraint that says it.
pub(super) fn relation(
    arguments: &Arguments<'_, '_>,
    kernel: &mut Kernel,
    sum: Sum,
    relate: Relation,
) -> Result<Meaning, Mistake> {
    if let Some(meaning) = of_truths(arguments, kernel, &sum, relate) {
        return Ok(meaning);
    }
    let terms: Vec<(i64, Var)> =
        sum.terms.iter().filter_map(|&(factor, v)| Some((factor, kernel.open(v)?))).collect();
    let total = sum.total;
    let small = i32::try_from(total).ok().filter(|total| *total != i32::MIN);
    Ok(match (&terms[..], small) {
        ([], _) => Meaning::known(match relate {
            Relation::Equal => total == 0,
            Relation::AtMost => total >= 0,
            Relation::NotEqual => total != 0,
        }),
        (&[(factor, x)], _) => alone(factor, x, relate, total),
        (&[(1, x), (-1, y)], Some(total)) => apart(x, y, relate, total),
        (&[(-1, y), (1, x)], Some(total)) => apart(x, y, relate, total),
        _ => Meaning::one(Linear::new(terms, relate, total)),
    })
}

/// `factor · x  relation  total`.
fn alone(factor: i64, x: Var, relate: Relation, total: i64) -> Meaning {
    let (factor, total) = (i128::from(factor), i128::from(total));
    let clamp = |end: i128| end.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    if relate == Relation::AtMost {
        // Rounded towards what is allowed.
        let (lo, hi) = match factor > 0 {
            true => (i128::MIN, total.div_euclid(factor)),
            false => (-total.div_euclid(-factor), i128::MAX),
        };
        let empty = lo > i32::MAX.into() || hi < i32::MIN.into();
        return match empty {
            true => Meaning::Never,
            false => Meaning::one(Member::new(x, clamp(lo)..=clamp(hi))),
        };
    }
    let value = i32::try_from(total / factor).ok().filter(|_| total % factor == 0);
    match (value, relate) {
        (Some(value), Relation::Equal) => Meaning::one(Member::new(x, value)),
        (Some(value), _) => Meaning::one(Member::outside(x, Domain::from(value))),
        (None, relate) => Meaning::known(relate == Relation::NotEqual),
    }
}

/// `x - y  relation  total`.
fn apart(x: Var, y: Var, relate: Relation, total: i32) -> Meaning {
    match relate {
        Relation::Equal => Meaning::one(Equal::new(x, y, total)),
        Relation::NotEqual => Meaning::Differ(vec![(x, 0), (y, total)]),
        Relation::AtMost => Meaning::one(AtMost::new(x, -total, y)),
    }
}

/// So many truth values are looked at case by case.
const FEW: usize = 3;

/// A sum of truth values as clauses, if it is one or it is short.
fn of_truths(
    arguments: &Arguments<'_, '_>,
    kernel: &mut Kernel,
    sum: &Sum,
    relate: Relation,
) -> Option<Meaning> {
    let is_truth = |v: u32| {
        let domain = arguments.problem.domain(v);
        domain.is_some_and(|domain| domain.min() == Some(0) && domain.max() == Some(1))
    };
    let total = i128::from(sum.total);
    if sum.terms.is_empty() || !sum.terms.iter().all(|&(_, v)| is_truth(v)) {
        return None;
    }
    if sum.terms.len() <= FEW {
        let values: Vec<Value> = sum.terms.iter().map(|&(_, v)| Value::Open(v)).collect();
        let holds = |truths: &[bool]| {
            let chosen = sum.terms.iter().zip(truths).filter(|(_, truth)| **truth);
            let value: i128 = chosen.map(|(term, _)| i128::from(term.0)).sum();
            match relate {
                Relation::Equal => value == total,
                Relation::AtMost => value <= total,
                Relation::NotEqual => value != total,
            }
        };
        return Some(boolean_relation(kernel, &values, holds));
    }
    if relate != Relation::AtMost {
        return None;
    }
    // Of these literals, so much may be true; the largest sum is one term too much.
    let least: i128 = sum.terms.iter().map(|&(c, _)| i128::from(c.min(0))).sum();
    let most: i128 = sum.terms.iter().map(|&(c, _)| i128::from(c.max(0))).sum();
    let lightest = sum.terms.iter().map(|&(c, _)| i128::from(c.unsigned_abs())).min()?;
    if total >= most {
        return Some(Meaning::ALWAYS);
    }
    if total < least {
        return Some(Meaning::Never);
    }
    if most - lightest <= total {
        let clause = sum.terms.iter().map(|&(c, v)| (Value::Open(v), c < 0)).collect();
        return Some(kernel.clauses([clause]));
    }
    None
}
