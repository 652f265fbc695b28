//! Two variables that are equal up to a number: `x = y + offset`.

use alloc::sync::Arc;

use smallvec::{SmallVec, smallvec};

use super::{Constraint, Cost, NotEqual, Simple, Status};
use crate::store::{Conflict, Store, Var};

/// `x = y + offset`. Domain consistent.
///
/// ```
/// use houserules::{Equal, ModelBuilder, Solver};
///
/// let mut model = ModelBuilder::new();
/// let (x, y) = (model.var(1..=9), model.var([2, 4, 11]));
/// model.post(Equal::new(x, y, 1));
/// assert_eq!(Solver::new(&model.build()?).count().to_string(), "2"); // 3 and 5
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equal {
    scope: [Var; 2],
    offset: i32,
}

impl Equal {
    /// `x = y + offset`.
    pub fn new(x: Var, y: Var, offset: i32) -> Equal {
        Equal { scope: [x, y], offset }
    }
}

impl Constraint for Equal {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        i64::from(values[0]) == i64::from(values[1]) + i64::from(self.offset)
    }

    fn cost(&self) -> Cost {
        Cost::Low
    }

    fn as_simple(&self) -> Option<SmallVec<[Simple; 1]>> {
        let ([x, y], offset) = (self.scope, self.offset.into());
        let terms = smallvec![(1, x), (-1, y)];
        Some(smallvec![Simple::Sum { terms, at_least: offset, at_most: offset }])
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let ([x, y], offset) = (self.scope, self.offset);
        if x == y {
            return if offset == 0 { Ok(Status::Entailed) } else { Err(store.conflict()) };
        }
        store.keep_common(x, y, offset)?;
        // x has only partners now, so y loses only what is not beside one of them.
        let (lo, hi) = (i64::from(store.min(x)), i64::from(store.max(x)));
        let offset = i64::from(offset);
        store.within(y, lo - offset..=hi - offset)?;
        if store.is_sparse(y) {
            let partners = store.domain(x).shifted(-offset);
            store.intersect(y, &partners)?;
        } else if store.len(x) != store.len(y) {
            for base in (lo..=hi).step_by(64) {
                let gone = store.window(y, base - offset) & !store.window(x, base);
                for bit in crate::store::bits(gone) {
                    store.remove(y, (base - offset + i64::from(bit)) as i32)?;
                }
            }
        }
        Ok(if store.is_fixed(x) { Status::Entailed } else { Status::Fixpoint })
    }

    fn decided(&self, store: &mut Store) -> Option<bool> {
        let [x, y] = self.scope;
        NotEqual::new(x, y, self.offset).decided(store).map(|differ| !differ)
    }

    fn opposite(&self) -> Option<Arc<dyn Constraint>> {
        let [x, y] = self.scope;
        Some(Arc::new(NotEqual::new(x, y, self.offset)))
    }
}
