//! Assignments, tours, tables and automata.

use super::super::arguments::Arguments;
use super::super::error::Mistake;
use super::super::kernel::{Kernel, Meaning};
use super::super::problem::Value;
use super::Handler;
use crate::constraint::{
    AllDifferentExcept, Automaton, Circuit, Inverse, Linear, PairTable, Pairs, Regular, Subcircuit,
    Table,
};
use crate::domain::Domain;

pub(super) fn find(name: &str) -> Option<Handler> {
    Some(match name {
        "all_different_int" | "alldifferent" | "all_different" => all_different,
        "alldifferent_except_0" | "all_different_except_0" => |a, k| {
            a.expect(1)?;
            let vars = k.vars(a, a.values(0)?)?;
            Ok(Meaning::one(AllDifferentExcept::new(vars, 0)))
        },
        "alldifferent_except" | "all_different_except" => |a, k| {
            a.expect(2)?;
            let vars = k.vars(a, a.values(0)?)?;
            Ok(Meaning::one(AllDifferentExcept::new(vars, a.constant_set(1)?)))
        },
        "inverse" => inverse,
        "symmetric_all_different" => |a, k| {
            a.expect(1)?;
            let vars = k.vars(a, a.values(0)?)?;
            Ok(Meaning::one(Inverse::new(&vars, &vars).counted_from(1)))
        },
        "circuit" => |a, k| tour(a, k, true),
        "subcircuit" => |a, k| tour(a, k, false),
        "table_int" | "table_bool" => table,
        "regular" => regular,
        _ => return None,
    })
}

fn all_different(arguments: &Arguments<'_, '_>, kernel: &mut Kernel) -> Result<Meaning, Mistake> {
    arguments.expect(1)?;
    let values = arguments.values(0)?;
    let mut sorted: Vec<Value> = values.clone();
    sorted.sort_unstable_by_key(|value| match *value {
        Value::Fixed(value) => (0, value),
        Value::Open(v) => (1, v.into()),
    });
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        return Ok(Meaning::Never);
    }
    let vars = kernel.vars(arguments, values)?;
    Ok(match vars.len() {
        0 | 1 => Meaning::ALWAYS,
        _ => Meaning::Differ(vars.into_iter().map(|x| (x, 0)).collect()),
    })
}

/// `inverse(f, g)` with positions from 1, or `inverse(first of f, f, first of g, g)`.
fn inverse(arguments: &Arguments<'_, '_>, kernel: &mut Kernel) -> Result<Meaning, Mistake> {
    let whole = arguments.len() == 4;
    arguments.expect(if whole { 4 } else { 2 })?;
    let [f, g] = if whole { [1, 3] } else { [0, 1] };
    let mut f = kernel.vars(arguments, arguments.values(f)?)?;
    let g = kernel.vars(arguments, arguments.values(g)?)?;
    let (first, other) = match whole {
        true => (arguments.small(0)?, arguments.small(2)?),
        false => (1, 1),
    };
    if first != other {
        // Values that count as the positions of the first list do.
        let shift = i64::from(first) - i64::from(other);
        for (x, value) in f.iter_mut().zip(arguments.values(1)?) {
            let ends = arguments.problem.bounds(value);
            let (lo, hi) = ends.unwrap_or((i32::MIN.into(), i32::MAX.into()));
            let shifted = kernel.fresh(lo + shift, hi + shift);
            let shifted = shifted.ok_or_else(|| arguments.mistake("a value is beyond 32 bits"))?;
            kernel.model.post(Linear::equal([(1, shifted), (-1, *x)], shift));
            *x = shifted;
        }
    }
    Ok(Meaning::one(Inverse::new(f, g).counted_from(first)))
}

/// `circuit(x)` with places from 1, or `circuit(first, x)`.
fn tour(
    arguments: &Arguments<'_, '_>,
    kernel: &mut Kernel,
    whole: bool,
) -> Result<Meaning, Mistake> {
    let (first, place) = match arguments.len() {
        1 => (1, 0),
        _ => {
            arguments.expect(2)?;
            (arguments.small(0)?, 1)
        }
    };
    let vars = kernel.vars(arguments, arguments.values(place)?)?;
    Ok(match whole {
        true => Meaning::one(Circuit::new(vars).counted_from(first)),
        false => Meaning::one(Subcircuit::new(vars).counted_from(first)),
    })
}

/// `table_int(x, rows)`, the rows one behind the other.
fn table(arguments: &Arguments<'_, '_>, kernel: &mut Kernel) -> Result<Meaning, Mistake> {
    arguments.expect(2)?;
    let vars = kernel.vars(arguments, arguments.values(0)?)?;
    let rows = arguments.smalls(1)?;
    if vars.is_empty() {
        return match rows.is_empty() {
            true => Ok(Meaning::ALWAYS),
            false => Err(arguments.mistake("a table without columns has no values")),
        };
    }
    if rows.len() % vars.len() != 0 {
        return Err(arguments.mistake(format_args!(
            "{} values are no rows of {}",
            rows.len(),
            vars.len()
        )));
    }
    // A word for each value is the quickest table of two columns.
    if let [x, y] = vars[..]
        && x != y
        && [0, 1].into_iter().all(|column| fit_a_word(rows.iter().skip(column).step_by(2)))
    {
        let table = PairTable::new(rows.chunks(2).map(|row| (row[0], row[1])));
        return Ok(Meaning::one(Pairs::new(x, y, table)));
    }
    let width = vars.len();
    Ok(Meaning::one(Table::new(vars, rows.chunks(width))))
}

/// Whether some numbers span at most 64.
fn fit_a_word<'a>(values: impl Iterator<Item = &'a i32> + Clone) -> bool {
    let ends = values.clone().min().zip(values.max());
    ends.is_some_and(|(lo, hi)| lo.abs_diff(*hi) < 64)
}

/// `regular(x, states, symbols, steps, start, finals)`: states and symbols from 1, and a step to 0 fails.
fn regular(arguments: &Arguments<'_, '_>, kernel: &mut Kernel) -> Result<Meaning, Mistake> {
    arguments.expect(6)?;
    let vars = kernel.vars(arguments, arguments.values(0)?)?;
    let (states, symbols) = (arguments.int(1)?, arguments.int(2)?);
    let (steps, start) = (arguments.ints(3)?, arguments.int(4)?);
    let finals: Domain = arguments.constant_set(5)?;
    let wrong = |what: &str| Err(arguments.mistake(what));
    if states < 1 || symbols < 1 || i128::from(states) * i128::from(symbols) != steps.len() as i128
    {
        return wrong("the steps should be one for each state and symbol, of which there are some");
    }
    if !(1..=states).contains(&start) {
        return wrong("the start is no state");
    }
    let inside = |value: i64| (0..=states).contains(&value);
    if !steps.iter().all(|&to| inside(to)) || !finals.iter().all(|to| inside(to.into())) {
        return wrong("a step leads to no state, or a final state is none");
    }
    let width = symbols as usize;
    let moves = steps
        .iter()
        .enumerate()
        .filter(|(_, to)| **to > 0)
        .map(|(i, &to)| (i / width, (i % width) as i32 + 1, to as usize - 1));
    let finals = finals.iter().filter(|&state| state > 0).map(|state| state as usize - 1);
    let automaton = Automaton::new(states as usize, start as usize - 1, finals, moves);
    Ok(Meaning::one(Regular::new(vars, &automaton)))
}
