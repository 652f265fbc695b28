//! Variables that all have one value.

use super::{Constraint, Scope, Status, scope};
use crate::store::{Conflict, Store, Var};
use core::borrow::Borrow;

/// All variables have the same value. Domain consistent.
///
/// ```
/// use houserules::{AllEqual, ModelBuilder};
///
/// let mut model = ModelBuilder::new();
/// let (x, y, z) = (model.var(1..=9), model.var([2, 5, 8]), model.var(4..=20));
/// model.post(AllEqual::new([x, y, z]));
/// assert_eq!(format!("{:?}", model.build()?.root().domain(z)), "{5, 8}");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllEqual {
    scope: Scope,
}

impl AllEqual {
    /// All of `vars` are equal.
    pub fn new(vars: impl IntoIterator<Item = impl Borrow<Var>>) -> AllEqual {
        AllEqual { scope: scope(vars) }
    }
}

impl Constraint for AllEqual {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        values.windows(2).all(|pair| pair[0] == pair[1])
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let Some((&first, others)) = self.scope.split_first() else { return Ok(Status::Entailed) };
        for &x in others {
            store.keep_common(first, x, 0)?;
        }
        for &x in others {
            store.keep_common(x, first, 0)?;
        }
        Ok(if store.is_fixed(first) { Status::Entailed } else { Status::Fixpoint })
    }
}
