//! Variables in ascending or descending order.

use core::borrow::Borrow;

use super::{Constraint, Scope, Status};
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
