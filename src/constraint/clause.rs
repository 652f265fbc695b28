//! Clauses: at least one of these is true.

use alloc::sync::Arc;
use core::borrow::Borrow;

use super::reified::{set, truth};
use super::{And, Constraint, Cost, Member, Scope, Status};
use crate::learn::{Fact, Reasons};
use crate::store::{Conflict, Events, Store, Var};

/// At least one of some variables is true, or one of some others is false.
///
/// A variable is false when it is 0 and true otherwise. Domain consistent (unit propagation; Davis,
/// Logemann and Loveland, 1962); a clause with a variable on both sides always holds.
///
/// ```
/// use houserules::{Clause, ModelBuilder, Solver};
///
/// let mut model = ModelBuilder::new();
/// let x = model.vars(3, 0..=1);
/// model.post(Clause::new([x[0], x[1]], [x[2]])); // x0 or x1 or not x2
/// assert_eq!(Solver::new(&model.build()?).count().to_string(), "7");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The variables that should be true, then those that should be false.
    scope: Scope,
    positive: usize,
}

impl Clause {
    /// One of `positive` is true or one of `negative` is false.
    pub fn new(
        positive: impl IntoIterator<Item = impl Borrow<Var>>,
        negative: impl IntoIterator<Item = impl Borrow<Var>>,
    ) -> Clause {
        let mut scope = super::scope(positive);
        let positive = scope.len();
        scope.extend(super::scope(negative));
        Clause { scope, positive }
    }

    /// Each variable and what it should be.
    fn literals(&self) -> impl Iterator<Item = (Var, bool)> + '_ {
        self.scope.iter().enumerate().map(|(i, &x)| (x, i < self.positive))
    }
}

impl Constraint for Clause {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        values.iter().enumerate().any(|(i, &value)| (value != 0) == (i < self.positive))
    }

    fn wakes_on(&self) -> Events {
        // A variable with more than two values may become true without being fixed.
        Events::CHANGED
    }

    fn cost(&self) -> Cost {
        Cost::Low
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let mut open = None;
        let mut several = false;
        for (x, wanted) in self.literals() {
            match truth(store, x) {
                Some(truth) if truth == wanted => return Ok(Status::Entailed),
                Some(_) => {}
                // The same literal again is the same; both of a variable always hold.
                None => match open {
                    None => open = Some((x, wanted)),
                    Some(first) if first == (x, wanted) => {}
                    Some((y, _)) if x == y => return Ok(Status::Entailed),
                    Some(_) => several = true,
                },
            }
        }
        match open {
            _ if several => Ok(Status::Fixpoint),
            None => Err(store.conflict()),
            Some((x, wanted)) => {
                set(store, x, wanted)?;
                Ok(Status::Entailed)
            }
        }
    }

    fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        let concerned = match fact {
            None => None,
            Some(Fact::IsNot(x, value)) => {
                let other = |(y, wanted)| y != x || wanted == (value == 0);
                if !self.literals().all(other) {
                    return false;
                }
                Some(x)
            }
            Some(_) => return false,
        };
        for (x, wanted) in self.literals().filter(|&(x, _)| Some(x) != concerned) {
            if wanted { why.is(x, 0) } else { why.is_not(x, 0) }
        }
        true
    }

    fn opposite(&self) -> Option<Arc<dyn Constraint>> {
        let refuse = |(x, wanted)| if wanted { Member::new(x, 0) } else { Member::outside(x, 0) };
        Some(Arc::new(And::new(self.literals().map(refuse))))
    }
}
