//! Arithmetic of numbers.

use super::super::arguments::Arguments;
use super::super::error::Mistake;
use super::super::kernel::{Kernel, Meaning};
use super::super::problem::Value;
use super::linear::relation;
use super::{Handler, boolean_relation};
use crate::constraint::{
    Absolute, Constraint, Division, Extremum, Power, Product, Relation, Remainder,
};
use crate::store::Var;

pub(super) fn find(name: &str) -> Option<Handler> {
    Some(match name {
        "int_plus" => |a, k| weighted(a, k, &[1, 1, -1]),
        "int_minus" => |a, k| weighted(a, k, &[1, -1, -1]),
        "int_negate" => |a, k| weighted(a, k, &[1, 1]),
        "int_times" => times,
        "int_div" => |a, k| three(a, k, Division::new),
        "int_mod" => |a, k| three(a, k, Remainder::new),
        "int_pow" | "int_pow_fixed" => |a, k| three(a, k, Power::new),
        "int_abs" => |a, k| {
            a.expect(2)?;
            let (x, y) = (k.var(a, a.value(0)?)?, k.var(a, a.value(1)?)?);
            Ok(Meaning::one(Absolute::new(x, y)))
        },
        "int_max" => |a, k| three(a, k, |x, y, z| Extremum::maximum([x, y], z)),
        "int_min" => |a, k| three(a, k, |x, y, z| Extremum::minimum([x, y], z)),
        "array_int_maximum" | "maximum_int" => |a, k| extremum(a, k, true),
        "array_int_minimum" | "minimum_int" => |a, k| extremum(a, k, false),
        _ => return None,
    })
}

/// A sum with these factors is 0.
fn weighted(
    arguments: &Arguments<'_, '_>,
    kernel: &mut Kernel,
    factors: &[i64],
) -> Result<Meaning, Mistake> {
    arguments.expect(factors.len())?;
    let terms: Result<Vec<(i64, Value)>, Mistake> =
        factors.iter().enumerate().map(|(i, &c)| Ok((c, arguments.value(i)?))).collect();
    relation(arguments, kernel, arguments.sum_of(terms?, 0)?, Relation::Equal)
}

fn three<C: Constraint + 'static>(
    arguments: &Arguments<'_, '_>,
    kernel: &mut Kernel,
    new: impl Fn(Var, Var, Var) -> C,
) -> Result<Meaning, Mistake> {
    arguments.expect(3)?;
    let values = [arguments.value(0)?, arguments.value(1)?, arguments.value(2)?];
    let [x, y, z] = kernel.vars(arguments, values)?[..] else { return Ok(Meaning::Never) };
    Ok(Meaning::one(new(x, y, z)))
}

/// `x · y = z`: a sum if one factor is known, an `and` of truth values.
fn times(arguments: &Arguments<'_, '_>, kernel: &mut Kernel) -> Result<Meaning, Mistake> {
    arguments.expect(3)?;
    let [x, y, z] = [arguments.value(0)?, arguments.value(1)?, arguments.value(2)?];
    if let (Value::Fixed(factor), other) | (other, Value::Fixed(factor)) = (x, y) {
        let sum = arguments.sum_of([(factor, other), (-1, z)], 0)?;
        return relation(arguments, kernel, sum, Relation::Equal);
    }
    let truths = [x, y, z];
    if truths
        .iter()
        .all(|&value| arguments.problem.bounds(value).is_some_and(|b| b.0 >= 0 && b.1 <= 1))
    {
        return Ok(boolean_relation(kernel, &truths, |t| (t[0] && t[1]) == t[2]));
    }
    three(arguments, kernel, Product::new)
}

/// The first argument is the largest of the second, or the smallest.
fn extremum(
    arguments: &Arguments<'_, '_>,
    kernel: &mut Kernel,
    largest: bool,
) -> Result<Meaning, Mistake> {
    arguments.expect(2)?;
    let end = kernel.var(arguments, arguments.value(0)?)?;
    let values = arguments.values(1)?;
    if values.is_empty() {
        // There is none.
        return Ok(Meaning::Never);
    }
    let vars = kernel.vars(arguments, values)?;
    Ok(Meaning::one(match largest {
        true => Extremum::maximum(vars, end),
        false => Extremum::minimum(vars, end),
    }))
}
