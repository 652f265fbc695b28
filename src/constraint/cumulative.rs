//! Tasks that share a resource.

mod explain;

use alloc::vec::Vec;
use core::borrow::Borrow;

use super::{Constraint, Cost, Scope, Status, ranges, settled};
use crate::learn::{Fact, Reasons};
use crate::store::{Conflict, Events, Store, Var};

/// A task: when it starts, how long it takes, and how much of the resource it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// When it starts.
    pub start: Var,
    /// How long it takes; a task that takes no time needs nothing.
    pub duration: u32,
    /// How much of the resource it needs all the while.
    pub demand: u32,
}

/// At each moment, the tasks under way need no more than there is.
///
/// Time-table reasoning (Beldiceanu and Carlsson, *A new multi-resource cumulatives constraint*,
/// 2002): where a task must be under way whenever it starts, its demand is spent, and the others
/// start where there is enough left.
///
/// ```
/// use houserules::{Cumulative, ModelBuilder, Task};
///
/// let mut model = ModelBuilder::new();
/// let (long, short) = (model.var(0..=1), model.var(0..=6));
/// let tasks = [
///     Task { start: long, duration: 4, demand: 2 }, // under way from 1 to 4 in any case
///     Task { start: short, duration: 2, demand: 2 },
/// ];
/// model.post(Cumulative::new(tasks, 3));
/// assert_eq!(format!("{:?}", model.build()?.root().domain(short)), "{4, 5, 6}");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cumulative {
    scope: Scope,
    tasks: Vec<Task>,
    capacity: u32,
}

impl Cumulative {
    /// `tasks` share a resource of which there is `capacity` at each moment.
    pub fn new(tasks: impl IntoIterator<Item = Task>, capacity: u32) -> Cumulative {
        let tasks: Vec<Task> = tasks.into_iter().collect();
        Cumulative { scope: tasks.iter().map(|task| task.start).collect(), tasks, capacity }
    }
}

impl Constraint for Cumulative {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let spans = || {
            let spans = self.tasks.iter().zip(values).map(|(task, &start)| {
                (i64::from(start), i64::from(start) + i64::from(task.duration), task.demand)
            });
            spans.filter(|span| span.0 < span.1)
        };
        // The demand is highest where some task starts.
        spans().all(|(moment, ..)| {
            let under_way = spans().filter(|span| span.0 <= moment && moment < span.1);
            under_way.map(|span| u64::from(span.2)).sum::<u64>() <= self.capacity.into()
        })
    }

    fn wakes_on(&self) -> Events {
        Events::BOUNDS
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn bounds(&self) -> bool {
        true
    }

    fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        self.reasons(fact, why)
            || ranges::value_by_value(fact, why, |fact, why| self.reasons(Some(fact), why))
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let before = store.changes();
        // The profile: from each moment on, what must be spent. A change of demand an entry.
        let mut changes: Vec<(i64, i64)> = Vec::new();
        let mut open = false;
        for task in &self.tasks {
            let (first, last) = must_run(store, task);
            open |= !store.is_fixed(task.start);
            if first < last && task.demand > 0 {
                changes.push((first, task.demand.into()));
                changes.push((last, -i64::from(task.demand)));
            }
        }
        changes.sort_unstable();
        let mut profile: Vec<(i64, i64, i64)> = Vec::new();
        let mut spent = 0;
        for pair in changes.windows(2) {
            spent += pair[0].1;
            if pair[0].0 < pair[1].0 && spent > 0 {
                profile.push((pair[0].0, pair[1].0, spent));
            }
        }
        let capacity = i64::from(self.capacity);
        if profile.iter().any(|&(.., spent)| spent > capacity) {
            return Err(store.conflict());
        }
        for task in &self.tasks {
            let (demand, duration) = (i64::from(task.demand), i64::from(task.duration));
            if demand == 0 || duration == 0 || store.is_fixed(task.start) {
                continue;
            }
            let (first, last) = must_run(store, task);
            // Where others spend too much for it. Its own part of the profile does not count.
            let crowded = |&&(from, to, spent): &&(i64, i64, i64)| {
                let own = if first <= from && to <= last { demand } else { 0 };
                spent - own + demand > capacity
            };
            for &(from, to, _) in profile.iter().filter(crowded) {
                let start = i64::from(store.min(task.start));
                if start < to && from < start + duration {
                    store.within(task.start, to..=i64::MAX)?;
                }
            }
            for &(from, to, _) in profile.iter().rev().filter(crowded) {
                let start = i64::from(store.max(task.start));
                if start < to && from < start + duration {
                    store.within(task.start, i64::MIN..=from - duration)?;
                }
            }
            if demand > capacity {
                return Err(store.conflict());
            }
        }
        Ok(if open || store.changes() != before {
            settled(store, before)
        } else {
            Status::Entailed
        })
    }
}

/// From when to when a task is under way whenever it starts; empty if the first is not smaller.
fn must_run(store: &Store, task: &Task) -> (i64, i64) {
    let last_start = i64::from(store.max(task.start));
    (last_start, i64::from(store.min(task.start)) + i64::from(task.duration))
}

/// Tasks of which one at a time is under way.
///
/// A task that takes no time is never in the way. Besides the time-table of [`Cumulative`], of each two
/// tasks one that cannot be the first is the second.
///
/// ```
/// use houserules::{Disjunctive, ModelBuilder, Solver};
///
/// let mut model = ModelBuilder::new();
/// let start = model.vars(3, 0..=4);
/// model.post(Disjunctive::new(start.iter().zip([2, 2, 2])));
/// assert_eq!(Solver::new(&model.build()?).count().to_string(), "6");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disjunctive(Cumulative);

impl Disjunctive {
    /// Tasks, each with its start and its duration, do not overlap.
    pub fn new(tasks: impl IntoIterator<Item = (impl Borrow<Var>, u32)>) -> Disjunctive {
        let task = |(start, duration): (_, u32)| {
            let start: Var = *Borrow::borrow(&start);
            Task { start, duration, demand: 1 }
        };
        Disjunctive(Cumulative::new(tasks.into_iter().map(task), 1))
    }
}

impl Constraint for Disjunctive {
    fn scope(&self) -> &[Var] {
        self.0.scope()
    }

    fn holds(&self, values: &[i32]) -> bool {
        self.0.holds(values)
    }

    fn wakes_on(&self) -> Events {
        Events::BOUNDS
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn bounds(&self) -> bool {
        true
    }

    fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        self.reasons(fact, why)
            || ranges::value_by_value(fact, why, |fact, why| self.reasons(Some(fact), why))
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let before = store.changes();
        let tasks = &self.0.tasks;
        for (i, a) in tasks.iter().enumerate().filter(|(_, task)| task.duration > 0) {
            for b in tasks[i + 1..].iter().filter(|task| task.duration > 0) {
                let fits = |store: &Store, a: &Task, b: &Task| {
                    i64::from(store.min(a.start)) + i64::from(a.duration)
                        <= i64::from(store.max(b.start))
                };
                let (first, second) = match (fits(store, a, b), fits(store, b, a)) {
                    (true, true) => continue,
                    (true, false) => (a, b),
                    (false, true) => (b, a),
                    (false, false) => return Err(store.conflict()),
                };
                let (duration, end) =
                    (i64::from(first.duration), i64::from(store.max(second.start)));
                store.within(first.start, i64::MIN..=end - duration)?;
                store.within(
                    second.start,
                    i64::from(store.min(first.start)) + duration..=i64::MAX,
                )?;
            }
        }
        match self.0.propagate(store)? {
            Status::Entailed => Ok(Status::Entailed),
            _ => Ok(settled(store, before)),
        }
    }
}
