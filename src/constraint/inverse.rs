//! Two lists that are inverse to each other.

use core::borrow::Borrow;

use smallvec::SmallVec;

use super::{Constraint, Scope, Status, settled};
use crate::learn::{Fact, Reasons};
use crate::store::{Conflict, Store, Var};

/// `xs[i] = j` exactly where `ys[j] = i`: each list says where the other has its positions.
///
/// Positions count from 0, or from what [`counted_from`](Self::counted_from) says. A value is gone
/// from one list as soon as its counterpart is gone from the other; both lists are thereby all
/// different, by naked and hidden singles. Lists of different lengths have no solution.
///
/// ```
/// use houserules::{Inverse, ModelBuilder, Solver};
///
/// let mut model = ModelBuilder::new();
/// let (job_of, worker_of) = (model.vars(3, 0..3), model.vars(3, 0..3));
/// model.post(Inverse::new(&job_of, &worker_of));
/// let model = model.build()?;
/// let mut solver = Solver::new(&model);
/// assert_eq!(solver.count().to_string(), "6");
/// solver.assume(job_of[1], 2);
/// assert_eq!(solver.propagate().unwrap().value(worker_of[2]), Some(1));
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inverse {
    scope: Scope,
    left: usize,
    first: i32,
}

impl Inverse {
    /// `xs` and `ys` are inverse to each other.
    pub fn new(
        xs: impl IntoIterator<Item = impl Borrow<Var>>,
        ys: impl IntoIterator<Item = impl Borrow<Var>>,
    ) -> Inverse {
        let mut scope = super::scope(xs);
        let left = scope.len();
        scope.extend(super::scope(ys));
        Inverse { scope, left, first: 0 }
    }

    /// The first position of either list is `first`.
    pub fn counted_from(self, first: i32) -> Inverse {
        Inverse { first, ..self }
    }
}

impl Constraint for Inverse {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let (xs, ys) = values.split_at(self.left);
        let first = i64::from(self.first);
        let leads_back = |from: &[i32], to: &[i32]| {
            from.iter().zip(first..).all(|(&value, i)| {
                let place = usize::try_from(i64::from(value) - first).ok();
                place.and_then(|place| to.get(place)).is_some_and(|&back| i64::from(back) == i)
            })
        };
        leads_back(xs, ys) && leads_back(ys, xs)
    }

    fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        let Some(Fact::IsNot(x, value)) = fact else { return false };
        let (xs, ys) = self.scope.split_at(self.left);
        let first = i64::from(self.first);
        for (from, to) in [(xs, ys), (ys, xs)] {
            for (i, _) in from.iter().enumerate().filter(|&(_, &y)| y == x) {
                let own = (first + i as i64) as i32;
                let place = usize::try_from(i64::from(value) - first).ok();
                let Some(&counterpart) = place.and_then(|place| to.get(place)) else { return true };
                if !why.contains(counterpart, own) {
                    why.is_not(counterpart, own);
                    return true;
                }
                // Or another one leads here.
                let other = to.iter().find(|&&y| y != counterpart && why.value(y) == Some(own));
                if let Some(&y) = other {
                    why.is(y, own);
                    return true;
                }
            }
        }
        false
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let (xs, ys) = self.scope.split_at(self.left);
        if xs.len() != ys.len() {
            return Err(store.conflict());
        }
        let before = store.changes();
        let first = i64::from(self.first);
        let places = first..=first + xs.len() as i64 - 1;
        for &x in &self.scope {
            store.within(x, places.clone())?;
        }
        for (from, to) in [(xs, ys), (ys, xs)] {
            for (&x, i) in from.iter().zip(first..) {
                let counterpart = |value: i32| to[(i64::from(value) - first) as usize];
                let i = i as i32;
                if let Some(value) = store.value(x) {
                    store.assign(counterpart(value), i)?;
                    continue;
                }
                let gone: SmallVec<[i32; 16]> = store
                    .values(x)
                    .filter(|&value| !store.contains(counterpart(value), i))
                    .collect();
                for value in gone {
                    store.remove(x, value)?;
                }
            }
        }
        let open = self.scope.iter().any(|&x| !store.is_fixed(x));
        Ok(if open || store.changes() != before {
            settled(store, before)
        } else {
            Status::Entailed
        })
    }
}
