//! Constraints under a condition: `b ⇔ C` and `b ⇒ C`.

use alloc::sync::Arc;
use core::slice;

use super::{Constraint, Cost, Malformed, Not, Scope, Status};
use crate::learn::{Fact, Reasons};
use crate::store::{Conflict, Events, Store, Var};

/// `b ⇔ C`: the variable `b` is 0 exactly where the constraint does not hold.
///
/// `b` is usually 0 or 1; any other value is as good as 1. While `b` is open, it is fixed as soon as
/// the constraint or its opposite is seen to fail; from then on the one or the other propagates with
/// its own strength. Works for any constraint (Beldiceanu et al., *On the reification of global
/// constraints*, 2013).
///
/// ```
/// use houserules::{AtMost, ModelBuilder, Reified, Solver};
///
/// let mut model = ModelBuilder::new();
/// let (x, y, b) = (model.var(1..=3), model.var(1..=3), model.var(0..=1));
/// model.post(Reified::new(b, AtMost::new(x, 1, y))); // b ⇔ x < y
/// let model = model.build()?;
/// let mut solver = Solver::new(&model);
/// assert_eq!(solver.count().to_string(), "9");
/// solver.assume(b, 1);
/// assert_eq!(solver.count().to_string(), "3");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reified {
    /// `b`, then the scope of the constraint.
    scope: Scope,
    constraint: Arc<dyn Constraint>,
    opposite: Not,
}

impl Reified {
    /// `b ⇔ constraint`.
    pub fn new(b: Var, constraint: impl Constraint + 'static) -> Reified {
        let constraint: Arc<dyn Constraint> = Arc::new(constraint);
        Reified { scope: under(b, &constraint), opposite: Not::of(&constraint), constraint }
    }
}

impl Constraint for Reified {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        (values[0] != 0) == self.constraint.holds(&values[1..])
    }

    fn wakes_on(&self) -> Events {
        self.constraint.wakes_on() | self.opposite.wakes_on() | Events::FIXED
    }

    fn check(&self) -> Result<(), Malformed> {
        self.constraint.check()
    }

    fn cost(&self) -> Cost {
        self.constraint.cost()
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let b = self.scope[0];
        match truth(store, b) {
            Some(true) => self.constraint.propagate(store),
            Some(false) => self.opposite.propagate(store),
            None => match self.decided_inside(store) {
                Some(holds) => {
                    set(store, b, holds)?;
                    // Decided is decided, unless `b` is a variable of the constraint too.
                    let inside = self.scope[1..].contains(&b);
                    Ok(if inside { Status::Active } else { Status::Entailed })
                }
                None => Ok(Status::Fixpoint),
            },
        }
    }

    fn bounds(&self) -> bool {
        self.constraint.bounds() || self.opposite.bounds()
    }

    fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        let b = self.scope[0];
        if self.scope[1..].contains(&b) {
            return false;
        }
        match fact {
            Some(Fact::IsNot(x, value)) if x == b => match value {
                0 => self.opposite.explain(None, why),
                _ => self.constraint.explain(None, why),
            },
            Some(Fact::AtLeast(x, _) | Fact::AtMost(x, _)) if x == b => false,
            _ if !why.contains(b, 0) => {
                why.is_not(b, 0);
                self.constraint.explain(fact, why)
            }
            _ => {
                why.is(b, 0);
                self.opposite.explain(fact, why)
            }
        }
    }

    fn opposite(&self) -> Option<Arc<dyn Constraint>> {
        let constraint: Arc<dyn Constraint> = Arc::new(self.opposite.clone());
        let opposite = Not::of(&constraint);
        Some(Arc::new(Reified { scope: self.scope.clone(), constraint, opposite }))
    }
}

impl Reified {
    fn decided_inside(&self, store: &mut Store) -> Option<bool> {
        let decided = self.constraint.decided(store);
        decided.or_else(|| Some(!self.opposite.known()?.decided(store)?))
    }
}

/// `b ⇒ C`: the constraint holds unless the variable `b` is 0.
///
/// While `b` is open, it becomes 0 as soon as the constraint is seen to fail; once `b` cannot be 0
/// the constraint propagates with its own strength.
///
/// ```
/// use houserules::{Implied, ModelBuilder, NotEqual, Solver};
///
/// let mut model = ModelBuilder::new();
/// let (x, y, b) = (model.var(1..=3), model.var(1..=3), model.var(0..=1));
/// model.post(Implied::new(b, NotEqual::new(x, y, 0)));
/// assert_eq!(Solver::new(&model.build()?).count().to_string(), "15"); // 9 + 6
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Implied {
    /// `b`, then the scope of the constraint.
    scope: Scope,
    constraint: Arc<dyn Constraint>,
}

impl Implied {
    /// `b ⇒ constraint`.
    pub fn new(b: Var, constraint: impl Constraint + 'static) -> Implied {
        let constraint: Arc<dyn Constraint> = Arc::new(constraint);
        Implied { scope: under(b, &constraint), constraint }
    }
}

impl Constraint for Implied {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        values[0] == 0 || self.constraint.holds(&values[1..])
    }

    fn wakes_on(&self) -> Events {
        self.constraint.wakes_on() | Events::FIXED
    }

    fn check(&self) -> Result<(), Malformed> {
        self.constraint.check()
    }

    fn cost(&self) -> Cost {
        self.constraint.cost()
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let b = self.scope[0];
        match truth(store, b) {
            Some(true) => self.constraint.propagate(store),
            Some(false) => Ok(Status::Entailed),
            None => match self.constraint.decided(store) {
                Some(true) => Ok(Status::Entailed),
                Some(false) => {
                    store.assign(b, 0)?;
                    Ok(Status::Entailed)
                }
                None => Ok(Status::Fixpoint),
            },
        }
    }

    fn bounds(&self) -> bool {
        self.constraint.bounds()
    }

    fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        let b = self.scope[0];
        if self.scope[1..].contains(&b) {
            return false;
        }
        match fact {
            Some(Fact::IsNot(x, _)) if x == b => self.constraint.explain(None, why),
            Some(Fact::AtLeast(x, _) | Fact::AtMost(x, _)) if x == b => false,
            _ => {
                why.is_not(b, 0);
                self.constraint.explain(fact, why)
            }
        }
    }
}

fn under(b: Var, constraint: &Arc<dyn Constraint>) -> Scope {
    slice::from_ref(&b).iter().chain(constraint.scope()).copied().collect()
}

/// Whether a variable is true, which is anything but 0; `None` while it may be either.
pub(super) fn truth(store: &Store, b: Var) -> Option<bool> {
    if !store.contains(b, 0) {
        Some(true)
    } else if store.is_fixed(b) {
        Some(false)
    } else {
        None
    }
}

/// Makes a variable true or false.
pub(super) fn set(store: &mut Store, b: Var, truth: bool) -> Result<(), Conflict> {
    if truth { store.remove(b, 0) } else { store.assign(b, 0) }
}
