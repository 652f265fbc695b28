//! Tasks in time.

use super::super::arguments::Arguments;
use super::super::error::Mistake;
use super::super::kernel::{Kernel, Meaning};
use super::super::problem::Value;
use super::Handler;
use crate::constraint::{
    AtMost, Constraint, Cumulative, Disjunctive, Linear, Member, Product, Task,
};
use crate::store::Var;
use std::sync::Arc;

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
    let tasks = Tasks {
        starts: vars.clone(),
        durations: kernel.vars(arguments, durations.clone())?,
        demands: kernel.vars(arguments, demands.clone())?,
        capacity: kernel.var(arguments, capacity)?,
    };
    let mut parts = enough_at_each_start(arguments, kernel, &tasks)?;
    // What is certain makes the propagation strong.
    let least = |values: &[Value]| -> Option<Vec<i64>> {
        values.iter().map(|&value| Some(arguments.problem.bounds(value)?.0.max(0))).collect()
    };
    let most = arguments.problem.bounds(capacity).map(|bounds| bounds.1).filter(|&most| most >= 0);
    if let (Some(durations), Some(demands), Some(most)) = (least(&durations), least(&demands), most)
        && let Meaning::All(certain) = fixed(arguments, vars, &durations, &demands, most)?
    {
        parts.extend(certain);
    }
    Ok(Meaning::All(parts))
}

/// Tasks of which not all is known.
struct Tasks {
    starts: Vec<Var>,
    durations: Vec<Var>,
    demands: Vec<Var>,
    capacity: Var,
}

/// Whenever a task starts, there is enough for all that are under way; nothing is negative.
fn enough_at_each_start(
    arguments: &Arguments<'_, '_>,
    kernel: &mut Kernel,
    tasks: &Tasks,
) -> Result<Vec<Arc<dyn Constraint>>, Mistake> {
    let mut parts: Vec<Arc<dyn Constraint>> = Vec::new();
    let (n, demands) = (tasks.starts.len(), arguments.values(2)?);
    for &size in tasks.durations.iter().chain(&tasks.demands) {
        parts.push(Arc::new(Member::new(size, 0..=i32::MAX)));
    }
    if n > 0 {
        parts.push(Arc::new(Member::new(tasks.capacity, 0..=i32::MAX)));
    }
    for j in 0..n {
        let mut terms = vec![(-1, tasks.capacity)];
        for (i, &demand) in demands.iter().enumerate() {
            // What the task i spends when j starts.
            let (start, moment) = (tasks.starts[i], tasks.starts[j]);
            let under_way = kernel.model.boolean();
            let before_end = [(1, moment), (-1, start), (-1, tasks.durations[i])];
            let running = AtMost::new(start, 0, moment).and(Linear::at_most(before_end, -1));
            kernel.model.post(running.iff(under_way));
            if let Value::Fixed(demand) = demand {
                terms.push((demand, under_way));
                continue;
            }
            let (lo, hi) = arguments.problem.bounds(demand).unwrap_or((0, i32::MAX.into()));
            if let Some(spent) = kernel.fresh(lo.min(0), hi.max(0)) {
                kernel.model.post(Product::new(under_way, tasks.demands[i], spent));
                terms.push((1, spent));
            }
        }
        parts.push(Arc::new(Linear::at_most(terms, 0)));
    }
    Ok(parts)
}

fn fixed(
    arguments: &Arguments<'_, '_>,
    vars: Vec<Var>,
    durations: &[i64],
    demands: &[i64],
    capacity: i64,
) -> Result<Meaning, Mistake> {
    if durations.iter().chain(demands).any(|&value| value < 0) {
        return Ok(Meaning::Never);
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
    let durations = kernel.vars(arguments, durations)?;
    let mut parts: Vec<Arc<dyn Constraint>> = Vec::new();
    for &duration in &durations {
        parts.push(Arc::new(Member::new(duration, 0..=i32::MAX)));
    }
    for i in 0..vars.len() {
        for j in 0..i {
            let before = |i: usize, j: usize| {
                Linear::at_most([(1, vars[i]), (1, durations[i]), (-1, vars[j])], 0)
            };
            let apart = before(i, j).or(before(j, i));
            parts.push(match strict {
                true => Arc::new(apart),
                false => Arc::new(
                    apart.or(Member::new(durations[i], 0)).or(Member::new(durations[j], 0)),
                ),
            });
        }
    }
    Ok(Meaning::All(parts))
}
