//! Two lists of variables with the same values, in any order.

use alloc::vec::Vec;
use core::borrow::Borrow;

use smallvec::SmallVec;

use super::{Constraint, Scope, Status, settled};
use crate::store::{Conflict, Store, Var};

/// Each value stands as often in one list as in the other.
///
/// Reasons about each value by itself: how often it must stand and how often it can stand on either
/// side.
///
/// ```
/// use houserules::{ModelBuilder, SameValues, Solver};
///
/// let mut model = ModelBuilder::new();
/// let (left, right) = (model.vars(2, 1..=3), model.vars(2, 1..=3));
/// model.post(SameValues::new(&left, &right));
/// assert_eq!(Solver::new(&model.build()?).count().to_string(), "15");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SameValues {
    scope: Scope,
    left: usize,
}

impl SameValues {
    /// `left` and `right` have the same values, each as often.
    pub fn new(
        left: impl IntoIterator<Item = impl Borrow<Var>>,
        right: impl IntoIterator<Item = impl Borrow<Var>>,
    ) -> SameValues {
        let mut scope = super::scope(left);
        let left = scope.len();
        scope.extend(super::scope(right));
        SameValues { scope, left }
    }
}

impl Constraint for SameValues {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let (left, right) = values.split_at(self.left);
        let (mut left, mut right) =
            (SmallVec::<[i32; 16]>::from(left), SmallVec::<[i32; 16]>::from(right));
        left.sort_unstable();
        right.sort_unstable();
        left == right
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let (left, right) = self.scope.split_at(self.left);
        if left.len() != right.len() {
            return Err(store.conflict());
        }
        if self.scope.iter().any(|&x| store.is_sparse(x)) {
            return Ok(Status::Fixpoint);
        }
        let before = store.changes();
        let mut values: Vec<i32> = self.scope.iter().flat_map(|&x| store.values(x)).collect();
        values.sort_unstable();
        values.dedup();
        for value in values {
            // How often it must stand, and how often it can.
            let reach = |side: &[Var], store: &Store| {
                let can = side.iter().filter(|&&x| store.contains(x, value)).count();
                let must = side.iter().filter(|&&x| store.value(x) == Some(value)).count();
                (must, can)
            };
            let (a, b) = (reach(left, store), reach(right, store));
            let (least, most) = (a.0.max(b.0), a.1.min(b.1));
            if least > most {
                return Err(store.conflict());
            }
            for (side, (must, can)) in [(left, a), (right, b)] {
                if must == can {
                    continue;
                }
                for &x in side {
                    if can == least && store.contains(x, value) {
                        store.assign(x, value)?;
                    } else if must == most && !store.is_fixed(x) {
                        store.remove(x, value)?;
                    }
                }
            }
        }
        Ok(settled(store, before))
    }
}
