//! How many variables have the value that another variable has.

use core::borrow::Borrow;

use smallvec::SmallVec;

use super::{Amount, Constraint, Scope, Status, settled};
use crate::store::{Conflict, Store, Var};

/// So many of some variables have the value that a variable has: [`Among`](super::Among) for a value that is
/// to be found as well.
///
/// The amount is kept within the bounds that some value allows, the value to those that some amount allows;
/// once the value is known, it is domain consistent for the variables that are counted.
///
/// ```
/// use houserules::{ModelBuilder, Occurrences};
///
/// // Three of four dice show the same number, and two do not show a 6.
/// let mut model = ModelBuilder::new();
/// let dice = [model.var(1..=5), model.var(1..=5), model.var(1..=6), model.var(6)];
/// let number = model.var(1..=6);
/// model.post(Occurrences::new(dice, number, 3));
/// let model = model.build()?;
/// assert_eq!(format!("{:?}", model.root().domain(number)), "{1, 2, 3, 4, 5}");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrences {
    /// What is counted, the value, and the amount if it is a variable.
    scope: Scope,
    counted: usize,
    amount: Amount,
}

impl Occurrences {
    /// `amount` of `vars` have the value of `value`.
    pub fn new(
        vars: impl IntoIterator<Item = impl Borrow<Var>>,
        value: Var,
        amount: impl Into<Amount>,
    ) -> Occurrences {
        let mut scope = super::scope(vars);
        let (counted, amount) = (scope.len(), amount.into());
        scope.push(value);
        scope.extend(amount.var());
        Occurrences { scope, counted, amount }
    }
}

impl Constraint for Occurrences {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let (counted, rest) = values.split_at(self.counted);
        let count = counted.iter().filter(|&value| *value == rest[0]).count();
        self.amount.allows(count, rest.get(1).copied())
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let before = store.changes();
        let (counted, value) = (&self.scope[..self.counted], self.scope[self.counted]);
        self.amount.within(store, 0..=self.counted as i64)?;
        if store.is_sparse(value) {
            return Ok(settled(store, before));
        }
        let (lo, hi) = self.amount.reach(store);
        let (mut least, mut most) = (i64::MAX, i64::MIN);
        let mut gone: SmallVec<[i32; 16]> = SmallVec::new();
        for v in store.values(value) {
            let can = counted.iter().filter(|&&x| store.contains(x, v)).count() as i64;
            let must = counted.iter().filter(|&&x| store.value(x) == Some(v)).count() as i64;
            if must > hi || can < lo {
                gone.push(v);
            } else {
                (least, most) = (least.min(must), most.max(can));
            }
        }
        for v in gone {
            store.remove(value, v)?;
        }
        self.amount.within(store, least..=most)?;
        let Some(v) = store.value(value) else { return Ok(settled(store, before)) };
        let (lo, hi) = self.amount.reach(store);
        for &x in counted.iter().filter(|&&x| least < most && x != value) {
            if hi == least && !store.is_fixed(x) {
                store.remove(x, v)?;
            } else if lo == most && store.contains(x, v) {
                store.assign(x, v)?;
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
