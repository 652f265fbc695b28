//! Parity: whether an odd number of some variables is true.

use core::borrow::Borrow;

use super::reified::{set, truth};
use super::{Constraint, Cost, Scope, Status};
use crate::store::{Conflict, Events, Store, Var};

/// An odd number of some variables is true, or an even number.
///
/// A variable is false when it is 0 and true otherwise. Domain consistent: nothing follows before one
/// variable is left. One that stands twice counts twice.
///
/// ```
/// use houserules::{ModelBuilder, Parity, Solver};
///
/// let mut model = ModelBuilder::new();
/// let x = model.booleans(4);
/// model.post(Parity::new(&x, true));
/// assert_eq!(Solver::new(&model.build()?).count().to_string(), "8");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parity {
    scope: Scope,
    odd: bool,
}

impl Parity {
    /// Of `vars`, an odd number is true if `odd`, an even number otherwise. O(vars · log).
    pub fn new(vars: impl IntoIterator<Item = impl Borrow<Var>>, odd: bool) -> Parity {
        let mut vars = super::scope(vars);
        vars.sort_unstable();
        // What stands twice makes no difference.
        let mut scope = Scope::new();
        for x in vars {
            match scope.last() {
                Some(&last) if last == x => {
                    scope.pop();
                }
                _ => scope.push(x),
            }
        }
        Parity { scope, odd }
    }
}

impl Constraint for Parity {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let count = values.iter().filter(|value| **value != 0).count();
        (count % 2 == 1) == self.odd
    }

    fn wakes_on(&self) -> Events {
        // A variable with more than two values may become true without being fixed.
        Events::CHANGED
    }

    fn cost(&self) -> Cost {
        Cost::Low
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let (mut open, mut wanted) = (None, self.odd);
        for &x in &self.scope {
            match truth(store, x) {
                Some(truth) => wanted ^= truth,
                None if open.is_some() => return Ok(Status::Fixpoint),
                None => open = Some(x),
            }
        }
        match open {
            Some(x) => set(store, x, wanted)?,
            None if wanted => return Err(store.conflict()),
            None => {}
        }
        Ok(Status::Entailed)
    }

    fn opposite(&self) -> Option<alloc::sync::Arc<dyn Constraint>> {
        Some(alloc::sync::Arc::new(Parity { odd: !self.odd, ..self.clone() }))
    }
}
