//! Why a task cannot start there: moments at which others must be under way and need too much (Schutt et al.,
//! *Explaining the cumulative propagator*, 2011).

use alloc::vec::Vec;

use super::{Cumulative, Disjunctive, Task};
use crate::learn::{Fact, Reasons};

/// More moments than this are not named for one fact.
const MANY: usize = 64;

/// The tasks with when each of them was under way in any case: from the first moment to before the second.
struct Past<'c> {
    tasks: &'c [Task],
    capacity: i64,
    sure: Vec<(i64, i64)>,
}

impl Cumulative {
    fn past(&self, why: &Reasons<'_>) -> Past<'_> {
        let sure = self.tasks.iter().map(|task| {
            let end = i64::from(why.min(task.start)) + i64::from(task.duration);
            (i64::from(why.max(task.start)), end)
        });
        Past { sure: sure.collect(), tasks: &self.tasks, capacity: self.capacity.into() }
    }

    /// The tasks that need something, one of which a fact is about.
    fn concerned(&self, fact: Fact) -> impl Iterator<Item = usize> {
        let (Fact::IsNot(x, _) | Fact::AtLeast(x, _) | Fact::AtMost(x, _)) = fact;
        let concerned = move |&i: &usize| self.tasks[i].start == x && self.tasks[i].duration > 0;
        (0..self.tasks.len()).filter(concerned)
    }

    /// Names the reasons for `fact`; false if they are not moments at which too much is needed.
    pub(super) fn reasons(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        let past = self.past(why);
        let Some(fact) = fact else { return past.overload(why) };
        self.concerned(fact).any(|i| {
            past.attempt(why, |why| match fact {
                Fact::IsNot(_, value) => past.excludes(i, value.into(), why),
                Fact::AtLeast(_, least) => past.not_before(i, least.into(), why),
                Fact::AtMost(_, most) => past.not_after(i, most.into(), why),
            })
        })
    }
}

impl Past<'_> {
    /// Takes back what was named if it is not enough.
    fn attempt(&self, why: &mut Reasons<'_>, name: impl FnOnce(&mut Reasons<'_>) -> bool) -> bool {
        let start = why.len();
        let named = name(why) && !why.is_void();
        if !named {
            why.truncate(start);
        }
        named
    }

    /// The demand of the tasks that were surely under way then, but for one of them.
    fn spent(&self, moment: i64, but: Option<usize>) -> i64 {
        let under_way = |&(i, sure): &(usize, &(i64, i64))| {
            Some(i) != but && sure.0 <= moment && moment < sure.1
        };
        let demands = self.sure.iter().enumerate().filter(under_way);
        demands.map(|(i, _)| i64::from(self.tasks[i].demand)).sum()
    }

    /// What is left to a task, or for `None` what there is at all.
    fn room(&self, task: Option<usize>) -> i64 {
        self.capacity - task.map_or(0, |i| self.tasks[i].demand.into())
    }

    fn is_crowded(&self, moment: i64, but: Option<usize>) -> bool {
        self.spent(moment, but) > self.room(but)
    }

    /// Names tasks under way at a moment, few, that leave too little room.
    fn name_crowd(&self, moment: i64, but: Option<usize>, why: &mut Reasons<'_>) {
        let mut crowd: Vec<(bool, i64, usize)> = Vec::new();
        for (i, (task, sure)) in self.tasks.iter().zip(&self.sure).enumerate() {
            if Some(i) != but && sure.0 <= moment && moment < sure.1 && task.demand > 0 {
                let latest_end = i64::from(why.first(task.start)) + i64::from(task.duration);
                let always = i64::from(why.last(task.start)) <= moment && moment < latest_end;
                crowd.push((!always, -i64::from(task.demand), i));
            }
        }
        // Those that always were under way are no reasons, and of the others the large ones say most.
        crowd.sort_unstable();
        let mut room = self.room(but);
        for (_, demand, i) in crowd {
            if room < 0 {
                break;
            }
            room += demand;
            let task = &self.tasks[i];
            why.within(task.start, moment - i64::from(task.duration) + 1, moment);
        }
    }

    /// Whether a task may not start then, since there is a crowded moment on its way.
    fn excludes(&self, i: usize, start: i64, why: &mut Reasons<'_>) -> bool {
        let moment = self.first_crowded(i, start);
        if let Some(moment) = moment {
            self.name_crowd(moment, Some(i), why);
        }
        moment.is_some()
    }

    /// The first crowded moment of a task that starts then.
    fn first_crowded(&self, i: usize, start: i64) -> Option<i64> {
        let end = start + i64::from(self.tasks[i].duration);
        if self.is_crowded(start, Some(i)) {
            return Some(start);
        }
        let begins = self.sure.iter().map(|sure| sure.0).filter(|&at| start < at && at < end);
        begins.filter(|&at| self.is_crowded(at, Some(i))).min()
    }

    /// The last.
    fn last_crowded(&self, i: usize, start: i64) -> Option<i64> {
        let last = start + i64::from(self.tasks[i].duration) - 1;
        if self.is_crowded(last, Some(i)) {
            return Some(last);
        }
        let ends = self.sure.iter().map(|sure| sure.1 - 1).filter(|&at| start <= at && at < last);
        ends.filter(|&at| self.is_crowded(at, Some(i))).max()
    }

    /// A task starts at that moment or later: each start before is on the way to a crowded moment.
    fn not_before(&self, i: usize, moment: i64, why: &mut Reasons<'_>) -> bool {
        let Task { start, duration, .. } = self.tasks[i];
        let least = i64::from(why.min(start));
        let mut from = moment;
        for _ in 0..MANY {
            if from <= least {
                why.within(start, from, i64::MAX);
                return true;
            }
            let Some(crowded) = self.first_crowded(i, from - 1) else { return false };
            self.name_crowd(crowded, Some(i), why);
            from = crowded - i64::from(duration) + 1;
        }
        false
    }

    /// A task starts at that moment or sooner.
    fn not_after(&self, i: usize, moment: i64, why: &mut Reasons<'_>) -> bool {
        let start = self.tasks[i].start;
        let most = i64::from(why.max(start));
        let mut to = moment;
        for _ in 0..MANY {
            if to >= most {
                why.within(start, i64::MIN, to);
                return true;
            }
            let Some(crowded) = self.last_crowded(i, to + 1) else { return false };
            self.name_crowd(crowded, Some(i), why);
            to = crowded;
        }
        false
    }

    /// Too much is needed at one moment, or there is no start left to a task.
    fn overload(&self, why: &mut Reasons<'_>) -> bool {
        let needs = |task: &&Task| task.duration > 0 && i64::from(task.demand) > self.capacity;
        if self.tasks.iter().any(|task| needs(&task)) {
            return true;
        }
        let begins = self.sure.iter().filter(|sure| sure.0 < sure.1).map(|sure| sure.0);
        if let Some(moment) = begins.clone().find(|&moment| self.is_crowded(moment, None)) {
            self.name_crowd(moment, None, why);
            return true;
        }
        (0..self.tasks.len()).filter(|&i| self.tasks[i].duration > 0).any(|i| {
            self.attempt(why, |why| {
                let most = i64::from(why.max(self.tasks[i].start));
                if self.first_crowded(i, most).is_none() {
                    return false;
                }
                why.within(self.tasks[i].start, i64::MIN, most);
                self.not_before(i, most + 1, why)
            })
        })
    }
}

impl Disjunctive {
    /// Names the reasons for `fact`: another task that must be the first or the second, or what [`Cumulative`] says.
    pub(super) fn reasons(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        let Cumulative { tasks, .. } = &self.0;
        let past = self.0.past(why);
        let by_order = match fact {
            None => self.neither_first(why),
            Some(Fact::IsNot(x, value)) => self.0.concerned(Fact::IsNot(x, value)).any(|i| {
                let value = i64::from(value);
                past.attempt(why, |why| self.behind(&tasks[i], value + 1, Some(value), why))
                    || past.attempt(why, |why| self.ahead(&tasks[i], value - 1, Some(value), why))
            }),
            Some(Fact::AtLeast(x, least)) => self
                .0
                .concerned(Fact::AtLeast(x, least))
                .any(|i| past.attempt(why, |why| self.behind(&tasks[i], least.into(), None, why))),
            Some(Fact::AtMost(x, most)) => self
                .0
                .concerned(Fact::AtMost(x, most))
                .any(|i| past.attempt(why, |why| self.ahead(&tasks[i], most.into(), None, why))),
        };
        by_order || self.0.reasons(fact, why)
    }

    fn others(&self, task: &Task) -> impl Iterator<Item = &Task> {
        self.0.tasks.iter().filter(move |other| other.start != task.start && other.duration > 0)
    }

    /// A task starts at `moment` or later, behind one that must be before it and ends so late; or it does not start
    /// at `given`.
    fn behind(
        &self,
        task: &Task,
        mut moment: i64,
        given: Option<i64>,
        why: &mut Reasons<'_>,
    ) -> bool {
        let least = given.unwrap_or(why.min(task.start).into());
        for _ in 0..MANY {
            // From this start on, the task ends too late to be the first.
            let too_late = |other: &&Task| {
                let end = i64::from(why.min(other.start)) + i64::from(other.duration);
                (end >= moment)
                    .then(|| i64::from(why.max(other.start)) - i64::from(task.duration) + 1)
                    .filter(|&from| from < moment)
            };
            let first = self
                .others(task)
                .filter_map(|other| Some((too_late(&other)?, other)))
                .min_by_key(|found| found.0);
            let Some((from, other)) = first else { return false };
            let known = from.max(given.unwrap_or(why.first(task.start).into())).min(moment - 1);
            why.within(
                other.start,
                moment - i64::from(other.duration),
                known + i64::from(task.duration) - 1,
            );
            if known <= least {
                if given.is_none() {
                    why.within(task.start, known, i64::MAX);
                }
                return true;
            }
            moment = known;
        }
        false
    }

    /// A task starts at `moment` or sooner, ahead of one that must come behind it and starts so soon; or it does
    /// not start at `given`.
    fn ahead(
        &self,
        task: &Task,
        mut moment: i64,
        given: Option<i64>,
        why: &mut Reasons<'_>,
    ) -> bool {
        let most = given.unwrap_or(why.max(task.start).into());
        let duration = i64::from(task.duration);
        for _ in 0..MANY {
            // Up to this start, the task starts too soon to be the second.
            let too_soon = |other: &&Task| {
                (i64::from(why.max(other.start)) <= moment + duration)
                    .then(|| i64::from(why.min(other.start)) + i64::from(other.duration) - 1)
                    .filter(|&to| to > moment)
            };
            let first = self
                .others(task)
                .filter_map(|other| Some((too_soon(&other)?, other)))
                .max_by_key(|found| found.0);
            let Some((to, other)) = first else { return false };
            let known = to.min(given.unwrap_or(why.last(task.start).into())).max(moment + 1);
            why.within(other.start, known - i64::from(other.duration) + 1, moment + duration);
            if known >= most {
                if given.is_none() {
                    why.within(task.start, i64::MIN, known);
                }
                return true;
            }
            moment = known;
        }
        false
    }

    /// Of two tasks, neither can be the first.
    fn neither_first(&self, why: &mut Reasons<'_>) -> bool {
        let fits = |why: &Reasons<'_>, a: &Task, b: &Task| {
            i64::from(why.min(a.start)) + i64::from(a.duration) <= i64::from(why.max(b.start))
        };
        let tasks = &self.0.tasks;
        for (i, a) in tasks.iter().enumerate().filter(|(_, task)| task.duration > 0) {
            for b in tasks[i + 1..].iter().filter(|task| task.duration > 0) {
                if fits(why, a, b) || fits(why, b, a) {
                    continue;
                }
                for (a, b) in [(a, b), (b, a)] {
                    let least = i64::from(why.min(a.start));
                    why.within(a.start, least, i64::MAX);
                    why.within(b.start, i64::MIN, least + i64::from(a.duration) - 1);
                }
                return true;
            }
        }
        false
    }
}
