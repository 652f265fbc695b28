//! An order of two variables: `x + offset ≤ y`.

use alloc::sync::Arc;

use smallvec::{SmallVec, smallvec};

use super::{Constraint, Cost, Simple, Status};
use crate::learn::{Fact, Reasons};
use crate::store::{Conflict, Events, Store, Var};

/// `x + offset ≤ y`; with offset 1 this is `x < y`. Domain consistent.
///
/// ```
/// use houserules::{AtMost, ModelBuilder, Solver};
///
/// let mut model = ModelBuilder::new();
/// let (x, y) = (model.var(1..=3), model.var(1..=3));
/// model.post(AtMost::new(x, 1, y)); // x < y
/// assert_eq!(Solver::new(&model.build()?).count().to_string(), "3");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtMost {
    scope: [Var; 2],
    offset: i32,
}

impl AtMost {
    /// `x + offset ≤ y`.
    pub fn new(x: Var, offset: i32, y: Var) -> AtMost {
        AtMost { scope: [x, y], offset }
    }
}

impl Constraint for AtMost {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        i64::from(values[0]) + i64::from(self.offset) <= i64::from(values[1])
    }

    fn wakes_on(&self) -> Events {
        Events::BOUNDS
    }

    fn cost(&self) -> Cost {
        Cost::Low
    }

    fn as_simple(&self) -> Option<SmallVec<[Simple; 1]>> {
        let terms = smallvec![(1, self.scope[1]), (-1, self.scope[0])];
        Some(smallvec![Simple::Sum { terms, at_least: self.offset.into(), at_most: i64::MAX }])
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let ([x, y], offset) = (self.scope, i64::from(self.offset));
        if x == y {
            return if offset > 0 { Err(store.conflict()) } else { Ok(Status::Entailed) };
        }
        store.within(x, i64::MIN..=i64::from(store.max(y)) - offset)?;
        store.within(y, i64::from(store.min(x)) + offset..=i64::MAX)?;
        if i64::from(store.max(x)) + offset <= i64::from(store.min(y)) {
            return Ok(Status::Entailed);
        }
        Ok(Status::Fixpoint)
    }

    fn bounds(&self) -> bool {
        true
    }

    fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        let ([x, y], offset) = (self.scope, i64::from(self.offset));
        match fact {
            _ if x == y => return fact.is_none(),
            Some(Fact::AtLeast(z, least)) if z == y => {
                why.within(x, i64::from(least) - offset, i64::MAX);
            }
            Some(Fact::AtMost(z, most)) if z == x => {
                why.within(y, i64::MIN, i64::from(most) + offset);
            }
            Some(Fact::IsNot(z, value)) if z == y => {
                why.within(x, i64::from(value) - offset + 1, i64::MAX);
            }
            Some(Fact::IsNot(z, value)) if z == x => {
                why.within(y, i64::MIN, i64::from(value) + offset - 1);
            }
            Some(_) => return false,
            None => {
                let least = i64::from(why.min(x));
                why.within(x, least, i64::MAX);
                why.within(y, i64::MIN, least + offset - 1);
            }
        }
        true
    }

    fn opposite(&self) -> Option<Arc<dyn Constraint>> {
        // x + k > y is y + (1 - k) ≤ x.
        let ([x, y], offset) = (self.scope, 1i32.checked_sub(self.offset)?);
        Some(Arc::new(AtMost::new(y, offset, x)))
    }
}
