//! Sets: of each integer that may be in one, whether it is.

use super::super::arguments::Arguments;
use super::super::error::Mistake;
use super::super::kernel::{Kernel, Meaning};
use super::super::problem::{SetView, Value, both, each};
use super::element::element;
use super::linear::relation;
use super::{Handler, boolean_relation};
use crate::constraint::{Clause, Constraint, Member, Or, Predicate, Relation};
use crate::domain::Domain;
use std::sync::Arc;

pub(super) fn find(name: &str) -> Option<Handler> {
    Some(match name {
        "set_in" => inside,
        "set_eq" => |a, k| two(a, k, |x, y| x == y),
        "set_ne" => different,
        "set_subset" => |a, k| two(a, k, |x, y| x <= y),
        "set_superset" => |a, k| two(a, k, |x, y| x >= y),
        "set_union" => |a, k| three(a, k, |x, y| x || y),
        "set_intersect" => |a, k| three(a, k, |x, y| x && y),
        "set_diff" => |a, k| three(a, k, |x, y| x && !y),
        "set_symdiff" => |a, k| three(a, k, |x, y| x != y),
        "set_le" => |a, k| ordered(a, k, false),
        "set_lt" => |a, k| ordered(a, k, true),
        "set_card" => |a, k| {
            a.expect(2)?;
            let ones = a.set(0)?.into_iter().map(|(_, bit)| (1, bit));
            let sum = a.sum_of(ones.chain([(-1, a.value(1)?)]), 0)?;
            relation(a, k, sum, Relation::Equal)
        },
        "array_set_element" | "array_var_set_element" => at_place,
        _ => return None,
    })
}

/// A relation that holds if it holds of each integer.
fn two(
    arguments: &Arguments<'_, '_>,
    kernel: &mut Kernel,
    holds: impl Fn(bool, bool) -> bool,
) -> Result<Meaning, Mistake> {
    arguments.expect(2)?;
    let (x, y) = (arguments.set(0)?, arguments.set(1)?);
    let mut clauses = Vec::new();
    for (x, y) in both(&x, &y) {
        if let Meaning::Clauses(more) = boolean_relation(kernel, &[x, y], |t| holds(t[0], t[1])) {
            clauses.extend(more);
        }
    }
    Ok(Meaning::Clauses(clauses))
}

fn different(arguments: &Arguments<'_, '_>, kernel: &mut Kernel) -> Result<Meaning, Mistake> {
    let equal = two(arguments, kernel, |x, y| x == y)?;
    Ok(match kernel.whole(equal) {
        Some(equal) => Meaning::one(equal.not()),
        None => Meaning::Never,
    })
}

/// A third set is made of two others, integer by integer.
fn three(
    arguments: &Arguments<'_, '_>,
    kernel: &mut Kernel,
    operation: impl Fn(bool, bool) -> bool,
) -> Result<Meaning, Mistake> {
    arguments.expect(3)?;
    let (x, y, z) = (arguments.set(0)?, arguments.set(1)?, arguments.set(2)?);
    let elements: SetView = each(&x, &y).map(|(element, ..)| (element, Value::Fixed(0))).collect();
    let all: SetView =
        each(&elements, &z).map(|(element, ..)| (element, Value::Fixed(0))).collect();
    let bits = |set: &SetView| each(&all, set).map(|(_, _, bit)| bit).collect::<Vec<Value>>();
    let mut clauses = Vec::new();
    for ((x, y), z) in bits(&x).into_iter().zip(bits(&y)).zip(bits(&z)) {
        let holds = |t: &[bool]| operation(t[0], t[1]) == t[2];
        if let Meaning::Clauses(more) = boolean_relation(kernel, &[x, y, z], holds) {
            clauses.extend(more);
        }
    }
    Ok(Meaning::Clauses(clauses))
}

/// `x ∈ S`.
fn inside(arguments: &Arguments<'_, '_>, kernel: &mut Kernel) -> Result<Meaning, Mistake> {
    arguments.expect(2)?;
    let x = arguments.value(0)?;
    if let Ok(set) = arguments.constant_set(1) {
        return Ok(match x {
            Value::Fixed(x) => Meaning::known(i32::try_from(x).is_ok_and(|x| set.contains(x))),
            Value::Open(_) => Meaning::one(Member::new(kernel.var(arguments, x)?, set)),
        });
    }
    let set = arguments.set(1)?;
    if let Value::Fixed(x) = x {
        let bit = set.iter().find(|(element, _)| i64::from(*element) == x);
        let bit = bit.map_or(Value::Fixed(0), |bit| bit.1);
        return Ok(kernel.clauses([vec![(bit, true)]]));
    }
    let x = kernel.var(arguments, x)?;
    let possible: Domain =
        set.iter().filter(|bit| bit.1 != Value::Fixed(0)).map(|bit| bit.0).collect();
    let mut parts: Vec<Arc<dyn Constraint>> = vec![Arc::new(Member::new(x, possible))];
    for &(element, bit) in &set {
        if let Value::Open(_) = bit {
            let bit = kernel.var(arguments, bit)?;
            let not_it = Member::outside(x, element);
            parts.push(Arc::new(Or::new([not_it]).or(Clause::new([bit], [] as [crate::Var; 0]))));
        }
    }
    Ok(Meaning::All(parts))
}

/// Sets as their elements in ascending order, compared like words.
fn ordered(
    arguments: &Arguments<'_, '_>,
    kernel: &mut Kernel,
    strict: bool,
) -> Result<Meaning, Mistake> {
    arguments.expect(2)?;
    let (x, y) = (arguments.set(0)?, arguments.set(1)?);
    let bits = x.iter().chain(&y).map(|bit| bit.1);
    let scope = kernel.vars(arguments, bits)?;
    let elements = |set: &SetView| set.iter().map(|bit| bit.0).collect::<Vec<i32>>();
    let (left, right) = (elements(&x), elements(&y));
    Ok(Meaning::one(Predicate::new(scope, move |values: &[i32]| {
        let (x, y) = values.split_at(left.len());
        let chosen = |elements: &[i32], bits: &[i32]| -> Vec<i32> {
            elements.iter().zip(bits).filter(|(_, bit)| **bit != 0).map(|(e, _)| *e).collect()
        };
        let (x, y) = (chosen(&left, x), chosen(&right, y));
        if strict { x < y } else { x <= y }
    })))
}

/// `sets[index] = set`, positions from 1.
fn at_place(arguments: &Arguments<'_, '_>, kernel: &mut Kernel) -> Result<Meaning, Mistake> {
    arguments.expect(3)?;
    let (index, sets, result) = (arguments.value(0)?, arguments.sets(1)?, arguments.set(2)?);
    let mut universe: Vec<i32> = sets.iter().chain([&result]).flatten().map(|bit| bit.0).collect();
    universe.sort_unstable();
    universe.dedup();
    let place = kernel.var(arguments, index)?;
    let Ok(len) = i32::try_from(sets.len()) else {
        return Err(arguments.mistake("the array is too long"));
    };
    let mut parts: Vec<Arc<dyn Constraint>> = vec![Arc::new(Member::new(place, 1..=len))];
    for e in universe {
        let bit = |set: &SetView| {
            let found = set.binary_search_by_key(&e, |bit| bit.0);
            found.map_or(Value::Fixed(0), |i| set[i].1)
        };
        let column = sets.iter().map(bit).collect();
        if let Meaning::All(more) = element(arguments, kernel, index, column, bit(&result))? {
            parts.extend(more);
        }
    }
    Ok(Meaning::All(parts))
}
