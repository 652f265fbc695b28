//! A variable with a value from a set.

use alloc::sync::Arc;

use super::{Constraint, Cost, Status};
use crate::domain::Domain;
use crate::store::{Conflict, Store, Var};

/// `x` is one of some values, or with [`outside`](Member::outside) none of them. Domain consistent.
///
/// Alone it is better said by the domain of `x`; it is here for conditions.
///
/// ```
/// use houserules::{Member, ModelBuilder, Reified, Solver};
///
/// let mut model = ModelBuilder::new();
/// let (x, odd) = (model.var(1..=9), model.var(0..=1));
/// model.post(Reified::new(odd, Member::new(x, [1, 3, 5, 7, 9])));
/// let model = model.build()?;
/// let mut solver = Solver::new(&model);
/// solver.assume(odd, 0);
/// assert_eq!(solver.count().to_string(), "4");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    scope: [Var; 1],
    values: Domain,
    inside: bool,
}

impl Member {
    /// `x` is one of `values`.
    pub fn new(x: Var, values: impl Into<Domain>) -> Member {
        Member { scope: [x], values: values.into(), inside: true }
    }

    /// `x` is none of `values`.
    pub fn outside(x: Var, values: impl Into<Domain>) -> Member {
        Member { inside: false, ..Member::new(x, values) }
    }
}

impl Constraint for Member {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        self.values.contains(values[0]) == self.inside
    }

    fn cost(&self) -> Cost {
        Cost::Low
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let [x] = self.scope;
        if self.inside {
            store.intersect(x, &self.values)?;
        } else {
            store.exclude(x, &self.values)?;
        }
        Ok(Status::Entailed)
    }

    fn decided(&self, store: &mut Store) -> Option<bool> {
        match Overlap::of(store, self.scope[0], &self.values) {
            Overlap::Whole => Some(self.inside),
            Overlap::Part => None,
            Overlap::Nothing => Some(!self.inside),
        }
    }

    fn opposite(&self) -> Option<Arc<dyn Constraint>> {
        Some(Arc::new(Member { inside: !self.inside, ..self.clone() }))
    }
}

/// How many of the values left are in a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overlap {
    Whole,
    Part,
    Nothing,
}

impl Overlap {
    pub(super) fn of(store: &Store, x: Var, values: &Domain) -> Overlap {
        let (Some(lo), Some(hi)) = (values.min(), values.max()) else { return Overlap::Nothing };
        if lo == hi {
            return match store.contains(x, lo) {
                true if store.is_fixed(x) => Overlap::Whole,
                true => Overlap::Part,
                false => Overlap::Nothing,
            };
        }
        if store.max(x) < lo || store.min(x) > hi {
            return Overlap::Nothing;
        }
        if store.is_sparse(x) {
            let all = store.domain(x);
            let common = all.intersection(values);
            return match common.len() {
                0 => Overlap::Nothing,
                len if len == all.len() => Overlap::Whole,
                _ => Overlap::Part,
            };
        }
        let (mut some_in, mut some_out) = (false, false);
        for value in store.values(x) {
            if values.contains(value) {
                some_in = true;
            } else {
                some_out = true;
            }
            if some_in && some_out {
                return Overlap::Part;
            }
        }
        if some_in { Overlap::Whole } else { Overlap::Nothing }
    }
}
