//! How often values are taken.

use super::super::arguments::Arguments;
use super::super::error::Mistake;
use super::super::kernel::{Kernel, Meaning};
use super::super::problem::Value;
use super::Handler;
use super::linear::relation;
use crate::constraint::{
    Among, Amount, BinPacking, Cardinality, DistinctValues, Equal, Member, Reified, Relation,
};
use crate::domain::Domain;
use crate::store::Var;

pub(super) fn find(name: &str) -> Option<Handler> {
    Some(match name {
        "count_eq" | "count_eq_par" | "count" => |a, k| count(a, k, Relation::Equal, 1, 0),
        "count_neq" | "count_neq_par" => |a, k| count(a, k, Relation::NotEqual, 1, 0),
        // As MiniZinc has it: the amount is at least the count, and so on.
        "count_geq" | "count_geq_par" => |a, k| count(a, k, Relation::AtMost, 1, 0),
        "count_gt" | "count_gt_par" => |a, k| count(a, k, Relation::AtMost, 1, -1),
        "count_leq" | "count_leq_par" => |a, k| count(a, k, Relation::AtMost, -1, 0),
        "count_lt" | "count_lt_par" => |a, k| count(a, k, Relation::AtMost, -1, -1),
        "among" => among,
        "at_least_int" => |a, k| fixed_count(a, k, |n| Amount::from(n..)),
        "at_most_int" => |a, k| fixed_count(a, k, |n| Amount::from(..=n)),
        "exactly_int" => |a, k| fixed_count(a, k, Amount::from),
        "member_int" | "member_bool" => member,
        "nvalue" => nvalue,
        "global_cardinality" => |a, k| cardinality(a, k, false),
        "global_cardinality_closed" => |a, k| cardinality(a, k, true),
        "global_cardinality_low_up" => |a, k| low_up(a, k, false),
        "global_cardinality_low_up_closed" => |a, k| low_up(a, k, true),
        "bin_packing" => |a, k| {
            let capacity = a.small(0)?;
            packing(a, k, |_| Ok(Amount::from(..=capacity)), None)
        },
        "bin_packing_capa" => |a, k| {
            let place = a.len().saturating_sub(3);
            let loads: Vec<Amount> =
                a.smalls(place)?.into_iter().map(|load| Amount::from(..=load)).collect();
            packing(a, k, |bin| Ok(loads[bin].clone()), Some(loads.len()))
        },
        "bin_packing_load" => |a, k| {
            let loads = a.values(a.len().saturating_sub(3))?;
            let loads = k.vars(a, loads)?;
            packing(a, k, |bin| Ok(Amount::Var(loads[bin])), Some(loads.len()))
        },
        _ => return None,
    })
}

fn amount(
    arguments: &Arguments<'_, '_>,
    kernel: &mut Kernel,
    value: Value,
) -> Result<Amount, Mistake> {
    match value {
        Value::Fixed(value) => match i32::try_from(value) {
            Ok(value) => Ok(Amount::from(value)),
            Err(_) => Err(arguments.mistake("a number does not fit 32 bits")),
        },
        Value::Open(_) => Ok(Amount::Var(kernel.var(arguments, value)?)),
    }
}

/// `sign · (how often y stands in x) - sign · c  relation  total`.
fn count(
    arguments: &Arguments<'_, '_>,
    kernel: &mut Kernel,
    relate: Relation,
    sign: i64,
    total: i64,
) -> Result<Meaning, Mistake> {
    arguments.expect(3)?;
    let (values, y, c) = (arguments.values(0)?, arguments.value(1)?, arguments.value(2)?);
    if let (Relation::Equal, Value::Fixed(y)) = (relate, y) {
        let Ok(y) = i32::try_from(y) else {
            return relation(arguments, kernel, arguments.sum_of([(1, c)], 0)?, Relation::Equal);
        };
        let amount = amount(arguments, kernel, c)?;
        let vars = kernel.vars(arguments, values)?;
        return Ok(Meaning::one(Among::new(vars, y, amount)));
    }
    // What is counted gets a variable, which the others determine.
    let counted = counted(arguments, kernel, values, y)?;
    let mut terms: Vec<(i64, Var)> = vec![(sign, counted)];
    let mut total = total;
    match c {
        Value::Fixed(c) => total = total.saturating_add(c.saturating_mul(sign)),
        Value::Open(_) => terms.push((-sign, kernel.var(arguments, c)?)),
    }
    Ok(Meaning::one(crate::Linear::new(terms, relate, total)))
}

/// A variable that says how often a value stands among others.
fn counted(
    arguments: &Arguments<'_, '_>,
    kernel: &mut Kernel,
    values: Vec<Value>,
    y: Value,
) -> Result<Var, Mistake> {
    let most = values.len() as i64;
    let n = kernel.fresh(0, most).ok_or_else(|| arguments.mistake("the array is too long"))?;
    let vars = kernel.vars(arguments, values)?;
    match y {
        Value::Fixed(y) => {
            let set = i32::try_from(y).map_or(Domain::empty(), Domain::from);
            kernel.model.post(Among::new(vars, set, n));
        }
        Value::Open(_) => {
            let y = kernel.var(arguments, y)?;
            let mut terms = vec![(-1, n)];
            for x in vars {
                let b = kernel.model.boolean();
                kernel.model.post(Reified::new(b, Equal::new(x, y, 0)));
                terms.push((1, b));
            }
            kernel.model.post(crate::Linear::equal(terms, 0));
        }
    }
    Ok(n)
}

/// `among(n, x, set)`.
fn among(arguments: &Arguments<'_, '_>, kernel: &mut Kernel) -> Result<Meaning, Mistake> {
    arguments.expect(3)?;
    let amount = amount(arguments, kernel, arguments.value(0)?)?;
    let vars = kernel.vars(arguments, arguments.values(1)?)?;
    Ok(Meaning::one(Among::new(vars, arguments.constant_set(2)?, amount)))
}

/// `at_least_int(n, x, v)` and its like.
fn fixed_count(
    arguments: &Arguments<'_, '_>,
    kernel: &mut Kernel,
    amount: impl Fn(i32) -> Amount,
) -> Result<Meaning, Mistake> {
    arguments.expect(3)?;
    let vars = kernel.vars(arguments, arguments.values(1)?)?;
    Ok(Meaning::one(Among::new(vars, arguments.small(2)?, amount(arguments.small(0)?))))
}

/// `member_int(x, y)`: some element of `x` is `y`.
fn member(arguments: &Arguments<'_, '_>, kernel: &mut Kernel) -> Result<Meaning, Mistake> {
    arguments.expect(2)?;
    let (values, y) = (arguments.values(0)?, arguments.value(1)?);
    if let Value::Fixed(y) = y {
        let vars = kernel.vars(arguments, values)?;
        return Ok(match i32::try_from(y) {
            Ok(y) => Meaning::one(Among::new(vars, y, 1..)),
            Err(_) => Meaning::Never,
        });
    }
    if let [x] = values[..] {
        let sum = arguments.sum_of([(1, x), (-1, y)], 0)?;
        return relation(arguments, kernel, sum, Relation::Equal);
    }
    let n = counted(arguments, kernel, values, y)?;
    Ok(Meaning::one(Member::outside(n, 0)))
}

/// `nvalue(n, x)`.
fn nvalue(arguments: &Arguments<'_, '_>, kernel: &mut Kernel) -> Result<Meaning, Mistake> {
    arguments.expect(2)?;
    let amount = amount(arguments, kernel, arguments.value(0)?)?;
    let vars = kernel.vars(arguments, arguments.values(1)?)?;
    Ok(Meaning::one(DistinctValues::new(vars, amount)))
}

/// `global_cardinality(x, cover, counts)`.
fn cardinality(
    arguments: &Arguments<'_, '_>,
    kernel: &mut Kernel,
    closed: bool,
) -> Result<Meaning, Mistake> {
    arguments.expect(3)?;
    let (values, cover) = (arguments.values(0)?, arguments.smalls(1)?);
    let amounts: Result<Vec<Amount>, Mistake> =
        arguments.values(2)?.into_iter().map(|value| amount(arguments, kernel, value)).collect();
    each_so_often(arguments, kernel, values, cover, amounts?, closed)
}

/// `global_cardinality_low_up(x, cover, least, most)`.
fn low_up(
    arguments: &Arguments<'_, '_>,
    kernel: &mut Kernel,
    closed: bool,
) -> Result<Meaning, Mistake> {
    arguments.expect(4)?;
    let (values, cover) = (arguments.values(0)?, arguments.smalls(1)?);
    let (least, most) = (arguments.smalls(2)?, arguments.smalls(3)?);
    if least.len() != most.len() {
        return Err(arguments.mistake("arguments 3 and 4 should be of one length"));
    }
    let amounts = least.into_iter().zip(most).map(|(lo, hi)| Amount::Within(lo..=hi)).collect();
    each_so_often(arguments, kernel, values, cover, amounts, closed)
}

fn each_so_often(
    arguments: &Arguments<'_, '_>,
    kernel: &mut Kernel,
    values: Vec<Value>,
    cover: Vec<i32>,
    amounts: Vec<Amount>,
    closed: bool,
) -> Result<Meaning, Mistake> {
    if cover.len() != amounts.len() {
        return Err(arguments.mistake("each value of the cover should have its count"));
    }
    let vars = kernel.vars(arguments, values)?;
    let cardinality = Cardinality::new(vars, cover.into_iter().zip(amounts));
    Ok(Meaning::one(if closed { cardinality.closed() } else { cardinality }))
}

/// `bin_packing…(first bin, loads, bin, size)`, bins from 1 if that is not said; without a number of bins,
/// there are as many as can be named.
fn packing(
    arguments: &Arguments<'_, '_>,
    kernel: &mut Kernel,
    load: impl Fn(usize) -> Result<Amount, Mistake>,
    bins: Option<usize>,
) -> Result<Meaning, Mistake> {
    let first = match (bins, arguments.len()) {
        (Some(_), 4) => arguments.int(0)?,
        _ => {
            arguments.expect(3)?;
            1
        }
    };
    let place = arguments.len() - 2;
    let (values, sizes) = (arguments.values(place)?, arguments.ints(place + 1)?);
    if values.len() != sizes.len() {
        return Err(arguments.mistake("each thing should have its size"));
    }
    let sizes: Result<Vec<u32>, _> = sizes.into_iter().map(u32::try_from).collect();
    let sizes = sizes.map_err(|_| arguments.mistake("a size is negative or beyond 32 bits"))?;
    let known = |value: &Value| arguments.problem.bounds(*value);
    let ends: Option<Vec<(i64, i64)>> = values.iter().map(known).collect();
    let Some(ends) = ends else { return Err(arguments.mistake("a bin has no bounds")) };
    let lo = ends.iter().map(|end| end.0).min().unwrap_or(1);
    let hi = ends.iter().map(|end| end.1).max().unwrap_or(0);
    let (first, bins) = match bins {
        Some(bins) => (first, bins),
        None => (lo, (hi - lo + 1).max(0) as usize),
    };
    if bins > 1 << 20 {
        return Err(arguments.mistake("there are too many bins"));
    }
    let loads: Result<Vec<Amount>, Mistake> = (0..bins).map(load).collect();
    let vars = kernel.vars(arguments, values)?;
    let Ok(first) = i32::try_from(first) else { return Ok(Meaning::Never) };
    Ok(Meaning::one(BinPacking::new(vars.into_iter().zip(sizes), loads?).counted_from(first)))
}
