//! Variables in ascending or descending order.

use core::borrow::Borrow;

use smallvec::{SmallVec, smallvec};

use super::{Constraint, Scope, Simple, Status};
use crate::learn::{Fact, Reasons};
use crate::store::{Conflict, Events, Store, Var};

/// Each variable is at least as large as the one before it, or smaller; strictly or not.
///
/// Domain consistent while no variable stands twice.
///
/// ```
/// use houserules::{ModelBuilder, Ordered, Solver};
///
/// let mut model = ModelBuilder::new();
/// let thermometer = model.vars(4, 1..=9);
/// model.post(Ordered::strictly_increasing(&thermometer));
/// let model = model.build()?;
/// assert_eq!(format!("{:?}", model.root().domain(thermometer[1])), "{2, 3, 4, 5, 6, 7}");
/// assert_eq!(Solver::new(&model).count().to_string(), "126");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ordered {
    /// Ascending.
    scope: Scope,
    /// How much there is at least from one to the next: 0 or 1.
    step: i32,
    /// Whether a variable stands twice.
    repeats: bool,
}

impl Ordered {
    /// Never falls.
    pub fn increasing(vars: impl IntoIterator<Item = impl Borrow<Var>>) -> Ordered {
        Ordered::new(super::scope(vars), 0)
    }

    /// Always rises.
    pub fn strictly_increasing(vars: impl IntoIterator<Item = impl Borrow<Var>>) -> Ordered {
        Ordered::new(super::scope(vars), 1)
    }

    /// Never rises.
    pub fn decreasing(vars: impl IntoIterator<Item = impl Borrow<Var>>) -> Ordered {
        Ordered::new(super::scope(vars).into_iter().rev().collect(), 0)
    }

    /// Always falls.
    pub fn strictly_decreasing(vars: impl IntoIterator<Item = impl Borrow<Var>>) -> Ordered {
        Ordered::new(super::scope(vars).into_iter().rev().collect(), 1)
    }

    fn new(scope: Scope, step: i32) -> Ordered {
        Ordered { repeats: super::repeats(&scope), scope, step }
    }
}

impl Constraint for Ordered {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let step = i64::from(self.step);
        values.windows(2).all(|pair| i64::from(pair[0]) + step <= i64::from(pair[1]))
    }

    fn wakes_on(&self) -> Events {
        Events::BOUNDS
    }

    fn bounds(&self) -> bool {
        true
    }

    fn as_simple(&self) -> Option<SmallVec<[Simple; 1]>> {
        let rises = |pair: &[Var]| Simple::Sum {
            terms: smallvec![(1, pair[1]), (-1, pair[0])],
            at_least: self.step.into(),
            at_most: i64::MAX,
        };
        Some(self.scope.windows(2).map(rises).collect())
    }

    fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        let place = |x: Var| self.scope.iter().position(|&y| y == x);
        match fact {
            _ if self.repeats => false,
            Some(Fact::AtLeast(x, least)) => {
                place(x).is_some_and(|place| self.pushed(place, least.into(), why))
            }
            Some(Fact::AtMost(x, most)) => place(x).is_some_and(|place| {
                let most = |behind: usize| i64::from(most) + self.apart(place, behind);
                let fits = |&behind: &usize| i64::from(why.max(self.scope[behind])) <= most(behind);
                let Some(behind) = (place + 1..self.scope.len()).find(fits) else { return false };
                why.within(self.scope[behind], i64::MIN, most(behind));
                true
            }),
            Some(Fact::IsNot(..)) => false,
            None => (1..self.scope.len()).any(|place| {
                let most = i64::from(why.max(self.scope[place]));
                let pushed = self.pushed(place, most + 1, why);
                if pushed {
                    why.within(self.scope[place], i64::MIN, most);
                }
                pushed
            }),
        }
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        if self.repeats && self.step > 0 {
            // What is before itself is below itself. Seen at once, not value by value.
            return Err(store.conflict());
        }
        let before = store.changes();
        let step = i64::from(self.step);
        for pair in self.scope.windows(2) {
            let least = i64::from(store.min(pair[0])) + step;
            store.within(pair[1], least..=i64::MAX)?;
        }
        for pair in self.scope.windows(2).rev() {
            let most = i64::from(store.max(pair[1])) - step;
            store.within(pair[0], i64::MIN..=most)?;
        }
        let apart =
            |pair: &[Var]| i64::from(store.max(pair[0])) + step <= i64::from(store.min(pair[1]));
        Ok(if self.scope.windows(2).all(apart) {
            Status::Entailed
        } else if self.repeats {
            super::settled(store, before)
        } else {
            Status::Fixpoint
        })
    }
}

impl Ordered {
    fn apart(&self, before: usize, behind: usize) -> i64 {
        i64::from(self.step) * (behind - before) as i64
    }

    /// Names the bound of one before that pushes a variable so far up, the nearest that does.
    fn pushed(&self, place: usize, least: i64, why: &mut Reasons<'_>) -> bool {
        let least = |before: usize| least - self.apart(before, place);
        let fits = |&before: &usize| i64::from(why.min(self.scope[before])) >= least(before);
        let Some(before) = (0..place).rev().find(fits) else { return false };
        why.within(self.scope[before], least(before), i64::MAX);
        true
    }
}
