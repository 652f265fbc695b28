//! Lexicographic order of two lists of variables.

use alloc::sync::Arc;
use core::borrow::Borrow;

use smallvec::SmallVec;

use super::ranges::Assumed;
use super::{Constraint, Events, Scope, Status};
use crate::learn::{Fact, Reasons};
use crate::store::{Conflict, Store, Var};

/// One list of variables stands before another as in a dictionary, or may also be equal to it.
///
/// The first position where they differ decides; a list that ends there stands first. Domain
/// consistent while no variable stands twice (Frisch et al., *Global constraints for lexicographic
/// orderings*, 2002).
///
/// ```
/// use houserules::{Lexicographic, ModelBuilder, Solver};
///
/// // Pairs of rows, the smaller one first: mirror images are not counted twice.
/// let mut model = ModelBuilder::new();
/// let (above, below) = (model.vars(3, 0..=1), model.vars(3, 0..=1));
/// model.post(Lexicographic::at_most(&above, &below));
/// assert_eq!(Solver::new(&model.build()?).count().to_string(), "36");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lexicographic {
    scope: Scope,
    left: usize,
    strict: bool,
    repeats: bool,
}

impl Lexicographic {
    /// `left ≤ right`.
    pub fn at_most(
        left: impl IntoIterator<Item = impl Borrow<Var>>,
        right: impl IntoIterator<Item = impl Borrow<Var>>,
    ) -> Lexicographic {
        Lexicographic::new(super::scope(left), super::scope(right), false)
    }

    /// `left < right`.
    pub fn less(
        left: impl IntoIterator<Item = impl Borrow<Var>>,
        right: impl IntoIterator<Item = impl Borrow<Var>>,
    ) -> Lexicographic {
        Lexicographic::new(super::scope(left), super::scope(right), true)
    }

    fn new(mut scope: Scope, right: Scope, strict: bool) -> Lexicographic {
        let left = scope.len();
        scope.extend(right);
        Lexicographic { left, strict, repeats: super::repeats(&scope), scope }
    }

    /// Whether lists that are equal as far as both go are in order.
    fn ends_well(&self) -> bool {
        let (left, right) = (self.left, self.scope.len() - self.left);
        left < right || left == right && !self.strict
    }
}

impl Constraint for Lexicographic {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let (left, right) = values.split_at(self.left);
        left < right || left == right && !self.strict
    }

    fn wakes_on(&self) -> Events {
        Events::BOUNDS
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let before = store.changes();
        let (left, right) = self.scope.split_at(self.left);
        let mut pairs = left.iter().copied().zip(right.iter().copied());
        // Behind the positions that are surely equal ...
        let (x, y) = loop {
            let Some((x, y)) = pairs.next() else {
                return if self.ends_well() { Ok(Status::Entailed) } else { Err(store.conflict()) };
            };
            if x == y {
                continue;
            }
            // ... the next pair may not be the wrong way round, nor equal if the rest forbids that.
            store.within(x, i64::MIN..=store.max(y).into())?;
            store.within(y, store.min(x).into()..=i64::MAX)?;
            if store.value(x).is_none() || store.value(x) != store.value(y) {
                break (x, y);
            }
        };
        let rest_may_hold = pairs
            .filter(|(x, y)| x != y)
            .map(|(x, y)| store.min(x).cmp(&store.max(y)))
            .find(|order| order.is_ne())
            .map_or(self.ends_well(), |order| order.is_lt());
        if !rest_may_hold {
            store.within(x, i64::MIN..=i64::from(store.max(y)) - 1)?;
            store.within(y, i64::from(store.min(x)) + 1..=i64::MAX)?;
        }
        if store.max(x) < store.min(y) {
            return Ok(Status::Entailed);
        }
        // A pair that became equal leads on to the next.
        Ok(if store.is_fixed(x) || self.repeats {
            super::settled(store, before)
        } else {
            Status::Fixpoint
        })
    }

    fn bounds(&self) -> bool {
        true
    }

    fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        // With the fact wrong, no pair is the right way round before one is the wrong way round, or the lists end badly.
        let (left, right) = self.scope.split_at(self.left);
        let assumed = Assumed::against(fact);
        // For each pair the least of the left one, and the most of the right one.
        let mut pairs: SmallVec<[(Var, i64, Var, i64); 8]> = SmallVec::new();
        let mut wrong = false;
        for (&x, &y) in left.iter().zip(right).filter(|(x, y)| x != y) {
            let (least, most) = (assumed.range(x, why).0, assumed.range(y, why).1);
            if least < most {
                return false;
            }
            pairs.push((x, least, y, most));
            wrong = least > most;
            if wrong {
                break;
            }
        }
        if !wrong && self.ends_well() {
            return false;
        }
        let last = pairs.len().wrapping_sub(1);
        for (i, (x, least, y, most)) in pairs.into_iter().enumerate() {
            // One is at least this, the other at most that; there may be room between.
            let further = i64::from(wrong && i == last);
            let always = i64::from(why.last(y));
            let most = if always + further <= least { always } else { most };
            assumed.at_least(x, most + further, why);
            assumed.at_most(y, most, why);
        }
        true
    }

    fn opposite(&self) -> Option<Arc<dyn Constraint>> {
        let (left, right) = self.scope.split_at(self.left);
        Some(Arc::new(Lexicographic::new(right.into(), left.into(), !self.strict)))
    }
}
