//! Tasks in time.

use super::super::arguments::Arguments;
use super::super::error::Mistake;
use super::super::kernel::{Kernel, Meaning};
use super::super::problem::Value;
use super::Handler;
use crate::constraint::{Cumulative, Disjunctive, Predicate, Task};
use crate::store::Var;

pub(super) fn find(name: &str) -> Option<Handler> {
    Some(match name {
        "cumulative" => cumulative,
        "disjunctive_strict" => |a, k| disjunctive(a, k, true),
        "disjunctive" => |a, k| disjunctive(a, k, false),
        _ => return None,
    })
}

/// The numbers, if all are known.
fn known(values: &[Value]) -> Option<Vec<i64>> {
    let number = |value: &Value| match *value {
        Value::Fixed(value) => Some(value),
        Value::Open(_) => None,
    };
    values.iter().map(number).collect()
}

/// `cumulative(starts, durations, demands, capacity)`.
fn cumulative(arguments: &Arguments<'_, '_>, kernel: &mut Kernel) -> Result<Meaning, Mistake> {
    arguments.expect(4)?;
    let starts = arguments.values(0)?;
    let (durations, demands) = (arguments.values(1)?, arguments.values(2)?);
    let capacity = arguments.value(3)?;
    if starts.len() != durations.len() || starts.len() != demands.len() {
        return Err(arguments.mistake("each task should have a start, a duration and a demand"));
    }
    let vars = kernel.vars(arguments, starts)?;
    if let (Some(durations), Some(demands), Value::Fixed(capacity)) =
        (known(&durations), known(&demands), capacity)
    {
        return fixed(arguments, vars, &durations, &demands, capacity);
    }
    // By its meaning, and by what is certain of it.
    let least = |values: &[Value]| -> Option<Vec<i64>> {
        values.iter().map(|&value| Some(arguments.problem.bounds(value)?.0)).collect()
    };
    let most = arguments.problem.bounds(capacity).map(|bounds| bounds.1);
    let certain = match (least(&durations), least(&demands), most) {
        (Some(durations), Some(demands), Some(most)) if most >= 0 => {
            let clamp = |v: Vec<i64>| v.into_iter().map(|v| v.max(0)).collect::<Vec<_>>();
            Some(fixed(arguments, vars.clone(), &clamp(durations), &clamp(demands), most)?)
        }
        _ => None,
    };
    let n = vars.len();
    let mut scope = vars;
    scope.extend(kernel.vars(arguments, durations)?);
    scope.extend(kernel.vars(arguments, demands)?);
    scope.push(kernel.var(arguments, capacity)?);
    let meaning = Predicate::new(scope, move |values: &[i32]| {
        let (starts, rest) = values.split_at(n);
        let (durations, rest) = rest.split_at(n);
        let (demands, capacity) = rest.split_at(n);
        fits(starts, durations, demands, capacity[0])
    });
    let mut parts: Vec<std::sync::Arc<dyn crate::Constraint>> = vec![std::sync::Arc::new(meaning)];
    match certain {
        Some(Meaning::All(certain)) => parts.extend(certain),
        Some(Meaning::Never) => return Ok(Meaning::Never),
        _ => {}
    }
    Ok(Meaning::All(parts))
}

/// No duration or demand is negative, and at each start there is enough for all that are under way.
fn fits(starts: &[i32], durations: &[i32], demands: &[i32], capacity: i32) -> bool {
    if durations.iter().chain(demands).any(|&value| value < 0) || capacity < 0 {
        return false;
    }
    let under_way = |moment: i64| -> i64 {
        let tasks = starts.iter().zip(durations).zip(demands);
        let running = tasks.filter(|((start, duration), _)| {
            let start = i64::from(**start);
            (start..start + i64::from(**duration)).contains(&moment)
        });
        running.map(|(_, &demand)| i64::from(demand)).sum()
    };
    starts.iter().all(|&start| under_way(start.into()) <= i64::from(capacity))
}

fn fixed(
    arguments: &Arguments<'_, '_>,
    vars: Vec<Var>,
    durations: &[i64],
    demands: &[i64],
    capacity: i64,
) -> Result<Meaning, Mistake> {
    if durations.iter().chain(demands).any(|&value| value < 0) {
        return Err(arguments.mistake("durations and demands must not be negative"));
    }
    if capacity < 0 {
        return Ok(Meaning::known(vars.is_empty()));
    }
    let number = |value: i64| {
        u32::try_from(value).map_err(|_| arguments.mistake("a number does not fit 32 bits"))
    };
    let mut tasks = Vec::new();
    for ((start, &duration), &demand) in vars.into_iter().zip(durations).zip(demands) {
        if duration > 0 && demand > 0 {
            tasks.push(Task { start, duration: number(duration)?, demand: number(demand)? });
        }
    }
    Ok(Meaning::one(Cumulative::new(tasks, number(capacity)?)))
}

/// `disjunctive(starts, durations)`: no two overlap; if `strict`, a task of no time is not inside another.
fn disjunctive(
    arguments: &Arguments<'_, '_>,
    kernel: &mut Kernel,
    strict: bool,
) -> Result<Meaning, Mistake> {
    arguments.expect(2)?;
    let (starts, durations) = (arguments.values(0)?, arguments.values(1)?);
    if starts.len() != durations.len() {
        return Err(arguments.mistake("each task should have a start and a duration"));
    }
    let vars = kernel.vars(arguments, starts)?;
    if let Some(durations) = known(&durations)
        && durations.iter().all(|&duration| duration > i64::from(strict) - 1)
    {
        let sizes: Result<Vec<u32>, _> = durations.into_iter().map(u32::try_from).collect();
        let sizes = sizes.map_err(|_| arguments.mistake("a number does not fit 32 bits"))?;
        return Ok(Meaning::one(Disjunctive::new(vars.into_iter().zip(sizes))));
    }
    let n = vars.len();
    let mut scope = vars;
    scope.extend(kernel.vars(arguments, durations)?);
    Ok(Meaning::one(Predicate::new(scope, move |values: &[i32]| {
        let (starts, durations) = values.split_at(n);
        let end = |i: usize| i64::from(starts[i]) + i64::from(durations[i]);
        let apart = |i: usize, j: usize| {
            end(i) <= starts[j].into()
                || end(j) <= starts[i].into()
                || !strict && (durations[i] == 0 || durations[j] == 0)
        };
        durations.iter().all(|&duration| duration >= 0)
            && (0..n).all(|i| (0..i).all(|j| apart(i, j)))
    })))
}
