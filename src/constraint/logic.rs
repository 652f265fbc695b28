//! Constraints put together: not, all of them, any of them.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use smallvec::SmallVec;

use super::{Constraint, Cost, Malformed, Scope, Simple, Status, by_meaning, supports};
use crate::domain::Domain;
use crate::learn::{Fact, Reasons};
use crate::store::{Conflict, Events, Store, Var};

/// The constraint does not hold.
///
/// Where the constraint has an [`opposite`](Constraint::opposite), as comparisons and sums do, that
/// propagates. Otherwise this refuses what is entailed, and is domain consistent once at most 256
/// combinations of values are left.
///
/// ```
/// use houserules::{AllEqual, ModelBuilder, Not, Solver};
///
/// let mut model = ModelBuilder::new();
/// let x = model.vars(3, 1..=3);
/// model.post(Not::new(AllEqual::new(&x)));
/// assert_eq!(Solver::new(&model.build()?).count().to_string(), "24");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Not {
    constraint: Arc<dyn Constraint>,
    opposite: Option<Arc<dyn Constraint>>,
}

impl Not {
    /// Holds where `constraint` does not.
    pub fn new(constraint: impl Constraint + 'static) -> Not {
        Not { opposite: constraint.opposite(), constraint: Arc::new(constraint) }
    }

    /// Holds where `constraint` does not. Its scope is the same, in the same order.
    pub(super) fn of(constraint: &Arc<dyn Constraint>) -> Not {
        Not { opposite: constraint.opposite(), constraint: constraint.clone() }
    }

    /// The constraint that holds instead, if one is known.
    pub(super) fn known(&self) -> Option<&dyn Constraint> {
        self.opposite.as_deref()
    }
}

impl Constraint for Not {
    fn scope(&self) -> &[Var] {
        self.constraint.scope()
    }

    fn holds(&self, values: &[i32]) -> bool {
        !self.constraint.holds(values)
    }

    fn wakes_on(&self) -> Events {
        match &self.opposite {
            Some(opposite) => opposite.wakes_on(),
            None => self.constraint.wakes_on() | Events::FIXED,
        }
    }

    fn check(&self) -> Result<(), Malformed> {
        self.constraint.check()
    }

    fn cost(&self) -> Cost {
        self.opposite.as_ref().unwrap_or(&self.constraint).cost()
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        if let Some(opposite) = &self.opposite {
            return opposite.propagate(store);
        }
        match self.constraint.decided(store) {
            Some(true) => Err(store.conflict()),
            Some(false) => Ok(Status::Entailed),
            None => by_meaning(self.scope(), |values| self.holds(values), store),
        }
    }

    fn decided(&self, store: &mut Store) -> Option<bool> {
        let decided = self.constraint.decided(store).map(|holds| !holds);
        decided.or_else(|| self.opposite.as_ref()?.decided(store))
    }

    fn bounds(&self) -> bool {
        self.opposite.as_ref().is_some_and(|opposite| opposite.bounds())
    }

    fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        match &self.opposite {
            Some(opposite) => opposite.explain(fact, why),
            None => supports::explain(self.scope(), |values| self.holds(values), fact, why),
        }
    }

    fn opposite(&self) -> Option<Arc<dyn Constraint>> {
        Some(self.constraint.clone())
    }
}

/// Several constraints, their scopes one behind the other.
#[derive(Clone, Debug)]
struct Parts {
    scope: Scope,
    parts: SmallVec<[Arc<dyn Constraint>; 2]>,
}

impl Parts {
    fn new(parts: impl Iterator<Item = Arc<dyn Constraint>>) -> Parts {
        let parts: SmallVec<[Arc<dyn Constraint>; 2]> = parts.collect();
        Parts { scope: parts.iter().flat_map(|part| part.scope()).copied().collect(), parts }
    }

    /// Each part, with the values of its scope.
    fn with<'a>(
        &'a self,
        values: &'a [i32],
    ) -> impl Iterator<Item = (&'a Arc<dyn Constraint>, &'a [i32])> {
        self.parts.iter().scan(0, move |start, part| {
            let own: Range<usize> = *start..*start + part.scope().len();
            *start = own.end;
            Some((part, &values[own]))
        })
    }

    fn wakes_on(&self) -> Events {
        self.parts.iter().fold(Events::FIXED, |events, part| events | part.wakes_on())
    }

    fn bounds(&self) -> bool {
        self.parts.iter().any(|part| part.bounds())
    }

    fn opposites(&self) -> impl Iterator<Item = Arc<dyn Constraint>> {
        self.parts.iter().map(|part| Arc::new(Not::of(part)) as Arc<dyn Constraint>)
    }
}

/// What one of several constraints says, if it knows; otherwise nothing is said.
fn said(part: &Arc<dyn Constraint>, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
    let mark = why.len();
    let said = part.explain(fact, why) && !why.is_void();
    if !said {
        why.truncate(mark);
    }
    said
}

/// All of some constraints hold; without constraints always.
///
/// Each propagates with its own strength. Constraints that always hold are better posted one by one;
/// this is for what stands inside [`Or`], [`Not`] or a [`Reified`](super::Reified).
///
/// ```
/// use houserules::{And, AtMost, ModelBuilder, Not, Solver};
///
/// let mut model = ModelBuilder::new();
/// let (x, y, z) = (model.var(1..=3), model.var(1..=3), model.var(1..=3));
/// let ascending = And::new([AtMost::new(x, 1, y), AtMost::new(y, 1, z)]);
/// model.post(Not::new(ascending));
/// assert_eq!(Solver::new(&model.build()?).count().to_string(), "26");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct And(Parts);

impl And {
    /// All of `parts`. Of different kinds, they come as `Arc<dyn Constraint>`, or one by one through
    /// [`and`](Self::and).
    pub fn new<C: Constraint + 'static>(parts: impl IntoIterator<Item = C>) -> And {
        And(Parts::new(parts.into_iter().map(|part| Arc::new(part) as Arc<dyn Constraint>)))
    }

    /// And `part` as well.
    pub fn and(mut self, part: impl Constraint + 'static) -> And {
        self.0.scope.extend_from_slice(part.scope());
        self.0.parts.push(Arc::new(part));
        self
    }
}

impl Constraint for And {
    fn scope(&self) -> &[Var] {
        &self.0.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        self.0.with(values).all(|(part, values)| part.holds(values))
    }

    fn wakes_on(&self) -> Events {
        self.0.wakes_on()
    }

    fn check(&self) -> Result<(), Malformed> {
        self.0.parts.iter().try_for_each(|part| part.check())
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let before = store.changes();
        let mut entailed = true;
        for part in &self.0.parts {
            entailed &= part.propagate(store)? == Status::Entailed;
        }
        // What is entailed stays so, whatever the others remove.
        Ok(match store.changes() == before {
            _ if entailed => Status::Entailed,
            true => Status::Fixpoint,
            false => Status::Active,
        })
    }

    fn decided(&self, store: &mut Store) -> Option<bool> {
        let mut all = true;
        for part in &self.0.parts {
            match part.decided(store) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => all = false,
            }
        }
        all.then_some(true)
    }

    fn bounds(&self) -> bool {
        self.0.bounds()
    }

    fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        self.0.parts.iter().any(|part| said(part, fact, why))
    }

    fn as_simple(&self) -> Option<SmallVec<[Simple; 1]>> {
        let mut all = SmallVec::new();
        for part in &self.0.parts {
            all.extend(part.as_simple()?);
        }
        Some(all)
    }

    fn opposite(&self) -> Option<Arc<dyn Constraint>> {
        Some(Arc::new(Or(Parts::new(self.0.opposites()))))
    }
}

/// At least one of some constraints holds; without constraints never.
///
/// A value stays if one of the constraints would keep it (constructive disjunction; Van Hentenryck,
/// Saraswat and Deville, 1998), so the last one that is possible propagates with its own strength.
///
/// ```
/// use houserules::{AtMost, ModelBuilder, Or, Solver};
///
/// // Two tasks of length 3 in 6 hours, one after the other.
/// let mut model = ModelBuilder::new();
/// let (x, y) = (model.var(0..=3), model.var(0..=3));
/// model.post(Or::new([AtMost::new(x, 3, y), AtMost::new(y, 3, x)]));
/// let model = model.build()?;
/// assert_eq!(format!("{:?}", model.root().domain(x)), "{0, 3}");
/// assert_eq!(Solver::new(&model).count().to_string(), "2");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Or(Parts);

/// The values of a variable as a word, and those of them that some constraint would keep.
struct Hull {
    x: Var,
    base: i32,
    all: u64,
    kept: u64,
}

impl Or {
    /// Any of `parts`. Of different kinds, they come as `Arc<dyn Constraint>`, or one by one through
    /// [`or`](Self::or).
    pub fn new<C: Constraint + 'static>(parts: impl IntoIterator<Item = C>) -> Or {
        Or(Parts::new(parts.into_iter().map(|part| Arc::new(part) as Arc<dyn Constraint>)))
    }

    /// Or else `part`.
    pub fn or(mut self, part: impl Constraint + 'static) -> Or {
        self.0.scope.extend_from_slice(part.scope());
        self.0.parts.push(Arc::new(part));
        self
    }
}

impl Constraint for Or {
    fn scope(&self) -> &[Var] {
        &self.0.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        self.0.with(values).any(|(part, values)| part.holds(values))
    }

    fn wakes_on(&self) -> Events {
        self.0.wakes_on()
    }

    fn check(&self) -> Result<(), Malformed> {
        self.0.parts.iter().try_for_each(|part| part.check())
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let mut open: SmallVec<[&Arc<dyn Constraint>; 4]> = SmallVec::new();
        for part in &self.0.parts {
            match part.decided(store) {
                Some(true) => return Ok(Status::Entailed),
                Some(false) => {}
                None => open.push(part),
            }
        }
        match open[..] {
            [] => return Err(store.conflict()),
            [last] => return last.propagate(store),
            _ => {}
        }
        // Only a variable that all of them speak of can lose a value.
        let mut narrow: SmallVec<[Hull; 16]> = SmallVec::new();
        let mut wide: SmallVec<[(Var, Domain); 1]> = SmallVec::new();
        for (i, &x) in open[0].scope().iter().enumerate() {
            let new = !store.is_fixed(x) && !open[0].scope()[..i].contains(&x);
            if new && open[1..].iter().all(|part| part.scope().contains(&x)) {
                match store.bits(x) {
                    Some((base, all)) => narrow.push(Hull { x, base, all, kept: 0 }),
                    None => wide.push((x, Domain::empty())),
                }
            }
        }
        for part in &open {
            if wide.is_empty() && narrow.iter().all(|hull| hull.kept == hull.all) {
                return Ok(Status::Fixpoint);
            }
            store.suppose(|store| {
                if part.propagate(store).is_ok() {
                    for hull in &mut narrow {
                        hull.kept |= store.window(hull.x, hull.base.into());
                    }
                    for (x, kept) in &mut wide {
                        let both = Vec::from(kept.clone()).into_iter();
                        *kept = both.chain(Vec::from(store.domain(*x))).collect::<Vec<_>>().into();
                    }
                }
            });
        }
        let before = store.changes();
        for hull in &narrow {
            store.keep_window(hull.x, hull.base.into(), hull.kept)?;
        }
        for (x, kept) in &wide {
            store.intersect(*x, kept)?;
        }
        Ok(super::settled(store, before))
    }

    fn decided(&self, store: &mut Store) -> Option<bool> {
        let mut none = true;
        for part in &self.0.parts {
            match part.decided(store) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => none = false,
            }
        }
        none.then_some(false)
    }

    fn bounds(&self) -> bool {
        self.0.bounds()
    }

    fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        // Each of them fails, or says the same.
        self.0
            .parts
            .iter()
            .all(|part| said(part, None, why) || fact.is_some() && said(part, fact, why))
    }

    fn opposite(&self) -> Option<Arc<dyn Constraint>> {
        Some(Arc::new(And(Parts::new(self.0.opposites()))))
    }
}
