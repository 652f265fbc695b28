//! Two variables that differ: `x ≠ y + offset`.

use alloc::sync::Arc;

use super::{Constraint, Cost, Equal, Status};
use crate::group::Term;
use crate::store::{Conflict, Events, Store, Var};

/// `x ≠ y + offset`. Domain consistent.
///
/// ```
/// use houserules::{ModelBuilder, NotEqual, Solver};
///
/// let mut model = ModelBuilder::new();
/// let (x, y) = (model.var(1..=3), model.var(1..=3));
/// model.post(NotEqual::new(x, y, 1));
/// assert_eq!(Solver::new(&model.build()?).count().to_string(), "7");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotEqual {
    scope: [Var; 2],
    offset: i32,
}

impl NotEqual {
    /// `x ≠ y + offset`.
    pub fn new(x: Var, y: Var, offset: i32) -> NotEqual {
        NotEqual { scope: [x, y], offset }
    }
}

impl Constraint for NotEqual {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        i64::from(values[0]) != i64::from(values[1]) + i64::from(self.offset)
    }

    fn decided(&self, store: &mut Store) -> Option<bool> {
        let ([x, y], offset) = (self.scope, self.offset);
        if x == y {
            return Some(offset != 0);
        }
        if !store.meets(x, y, offset) {
            return Some(true);
        }
        (store.is_fixed(x) && store.is_fixed(y)).then_some(false)
    }

    fn wakes_on(&self) -> Events {
        Events::FIXED
    }

    fn cost(&self) -> Cost {
        Cost::Low
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let ([x, y], offset) = (self.scope, i64::from(self.offset));
        if x == y {
            return if offset == 0 { Err(store.conflict()) } else { Ok(Status::Entailed) };
        }
        let remove = |store: &mut Store, z: Var, value: i64| match i32::try_from(value) {
            Ok(value) => store.remove(z, value),
            Err(_) => Ok(()),
        };
        if let Some(value) = store.value(y) {
            remove(store, x, i64::from(value) + offset)?;
        } else if let Some(value) = store.value(x) {
            remove(store, y, i64::from(value) - offset)?;
        } else {
            return Ok(Status::Fixpoint);
        }
        Ok(Status::Entailed)
    }

    fn as_difference(&self) -> Option<[Term; 2]> {
        let [x, y] = self.scope;
        Some([x.into(), y + self.offset])
    }

    fn opposite(&self) -> Option<Arc<dyn Constraint>> {
        let [x, y] = self.scope;
        Some(Arc::new(Equal::new(x, y, self.offset)))
    }
}
