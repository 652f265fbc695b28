//! A constraint from a closure, for quick embedding.

use core::fmt;

use smallvec::SmallVec;

use super::{Constraint, Status, by_meaning};
use crate::store::{Conflict, Events, Store, Var};

/// Holds where a function of the values says so.
///
/// The function must be pure: the same values, the same answer. It is called at the beginning and
/// each time a variable of the scope becomes fixed; if one variable is open then, or at most 256
/// combinations of values are left, the scope is made domain consistent, otherwise nothing is
/// removed.
///
/// ```
/// use houserules::{ModelBuilder, Predicate, Solver};
///
/// let mut model = ModelBuilder::new();
/// let (a, b, c) = (model.var(1..=20), model.var(1..=20), model.var(1..=20));
/// model.post(Predicate::new([a, b, c], |v| v[0] < v[1] && v[0] * v[0] + v[1] * v[1] == v[2] * v[2]));
/// let model = model.build()?;
/// let mut solver = Solver::new(&model);
/// let triples: Vec<_> = solver.solutions().map(|s| (s[a], s[b], s[c])).collect();
/// assert_eq!(triples.len(), 6);
/// assert!(triples.contains(&(3, 4, 5)));
/// # Ok::<(), houserules::ModelError>(())
/// ```
pub struct Predicate<F> {
    scope: SmallVec<[Var; 4]>,
    holds: F,
}

impl<F: Fn(&[i32]) -> bool + Send + Sync> Predicate<F> {
    /// Holds where `holds` says yes to the values of `scope`, in that order.
    pub fn new(scope: impl IntoIterator<Item = Var>, holds: F) -> Predicate<F> {
        Predicate { scope: scope.into_iter().collect(), holds }
    }
}

impl<F> fmt::Debug for Predicate<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Predicate({:?})", self.scope)
    }
}

impl<F: Fn(&[i32]) -> bool + Send + Sync> Constraint for Predicate<F> {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        (self.holds)(values)
    }

    fn wakes_on(&self) -> Events {
        // Combinations become few by fixing; waiting for that saves most calls.
        Events::FIXED
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        by_meaning(&self.scope, &self.holds, store)
    }
}
