//! Truth values: clauses, and small relations as the clauses that follow from them.

use super::super::arguments::Arguments;
use super::super::error::Mistake;
use super::super::kernel::{Kernel, Meaning};
use super::super::problem::Value;
use super::Handler;
use crate::constraint::Parity;

pub(super) fn find(name: &str) -> Option<Handler> {
    Some(match name {
        "bool_eq" => |a, k| of(a, k, 2, |t| t[0] == t[1]),
        "bool_ne" | "bool_not" => |a, k| of(a, k, 2, |t| t[0] != t[1]),
        "bool_le" => |a, k| of(a, k, 2, |t| t[0] <= t[1]),
        "bool_lt" => |a, k| of(a, k, 2, |t| !t[0] && t[1]),
        "bool_ge" => |a, k| of(a, k, 2, |t| t[0] >= t[1]),
        "bool_gt" => |a, k| of(a, k, 2, |t| t[0] && !t[1]),
        "bool_xor" => |a, k| binary(a, k, |x, y| x != y),
        "bool_and" => |a, k| binary(a, k, |x, y| x && y),
        "bool_or" => |a, k| binary(a, k, |x, y| x || y),
        "bool_left_imp" => |a, k| binary(a, k, |x, y| x >= y),
        "bool_right_imp" => |a, k| binary(a, k, |x, y| x <= y),
        "bool_clause" => clause,
        "array_bool_and" => |a, k| array(a, k, true),
        "array_bool_or" => |a, k| array(a, k, false),
        "array_bool_xor" => parity,
        _ => return None,
    })
}

/// A relation of so many truth values.
fn of(
    arguments: &Arguments<'_, '_>,
    kernel: &mut Kernel,
    len: usize,
    holds: impl Fn(&[bool]) -> bool,
) -> Result<Meaning, Mistake> {
    arguments.expect(len)?;
    let values: Result<Vec<Value>, Mistake> =
        (0..len).map(|place| arguments.truth(place)).collect();
    Ok(relation(kernel, &values?, holds))
}

/// `x ∘ y`, or `z = x ∘ y` where there is a third argument.
fn binary(
    arguments: &Arguments<'_, '_>,
    kernel: &mut Kernel,
    operation: impl Fn(bool, bool) -> bool,
) -> Result<Meaning, Mistake> {
    match arguments.len() {
        2 => of(arguments, kernel, 2, |t| operation(t[0], t[1])),
        _ => of(arguments, kernel, 3, |t| operation(t[0], t[1]) == t[2]),
    }
}

/// The prime implicates of a relation of few truth values: as clauses, they miss nothing.
pub(in super::super) fn relation(
    kernel: &Kernel,
    values: &[Value],
    holds: impl Fn(&[bool]) -> bool,
) -> Meaning {
    let n = values.len();
    let truths = |case: usize| (0..n).map(|i| case >> i & 1 == 1).collect::<Vec<bool>>();
    let fails: Vec<bool> = (0..1 << n).map(|case| !holds(&truths(case))).collect();
    // A clause is which values it speaks of, and what they are where it is false.
    let mut candidates: Vec<(usize, usize)> = Vec::new();
    for of in 0..1usize << n {
        candidates.extend((0..1 << n).filter(|at| at & !of == 0).map(|at| (of, at)));
    }
    candidates.sort_by_key(|(of, _)| of.count_ones());
    let mut primes: Vec<(usize, usize)> = Vec::new();
    for (of, at) in candidates {
        let subsumed = primes.iter().any(|&(o, a)| o & !of == 0 && at & o == a);
        if !subsumed && (0..1 << n).all(|case| case & of != at || fails[case]) {
            primes.push((of, at));
        }
    }
    let literals = |(of, at): (usize, usize)| {
        let spoken = (0..n).filter(move |i| of >> i & 1 == 1);
        spoken.map(|i| (values[i], at >> i & 1 == 0)).collect::<Vec<_>>()
    };
    kernel.clauses(primes.into_iter().map(literals))
}

/// One of some is true or one of others is false.
fn clause(arguments: &Arguments<'_, '_>, kernel: &mut Kernel) -> Result<Meaning, Mistake> {
    arguments.expect(2)?;
    let positive = arguments.truths(0)?.into_iter().map(|value| (value, true));
    let negative = arguments.truths(1)?.into_iter().map(|value| (value, false));
    Ok(kernel.clauses([positive.chain(negative).collect()]))
}

/// All are true, or one is; with a second argument, that says whether.
fn array(
    arguments: &Arguments<'_, '_>,
    kernel: &mut Kernel,
    all: bool,
) -> Result<Meaning, Mistake> {
    let values = arguments.truths(0)?;
    let result = match arguments.len() {
        1 => Value::Fixed(1),
        _ => {
            arguments.expect(2)?;
            arguments.truth(1)?
        }
    };
    // An and is an or of opposites.
    let long = values.iter().map(|&value| (value, !all)).chain([(result, all)]).collect();
    let short = values.iter().map(|&value| vec![(value, all), (result, !all)]);
    Ok(kernel.clauses(short.chain([long])))
}

/// An odd number of them is true.
fn parity(arguments: &Arguments<'_, '_>, kernel: &mut Kernel) -> Result<Meaning, Mistake> {
    arguments.expect(1)?;
    let mut odd = true;
    let mut open = Vec::new();
    for value in arguments.truths(0)? {
        match value {
            Value::Fixed(value) => odd ^= value != 0,
            Value::Open(v) => open.push(v),
        }
    }
    let values: Vec<Value> = open.iter().map(|&v| Value::Open(v)).collect();
    if open.len() <= 3 {
        return Ok(relation(kernel, &values, |t| {
            t.iter().filter(|truth| **truth).count() % 2 == usize::from(odd)
        }));
    }
    Ok(Meaning::one(Parity::new(kernel.vars(arguments, values)?, odd)))
}
