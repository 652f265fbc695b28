//! The number of different values.

use core::borrow::Borrow;

use smallvec::SmallVec;

use super::{Amount, Constraint, Cost, Scope, Status, settled};
use crate::domain::Domain;
use crate::store::{Conflict, Store, Var};

/// Some variables have so many different values.
///
/// Counts values that are taken, variables that must add one (as many as have ranges that do not
/// overlap), and what could be added at most; when no value may be added, all take one that is taken
/// already. (Pachet and Roy, *Automatic generation of music programs*, 1999; Beldiceanu, *Pruning for
/// the minimum constraint family and for the number of distinct values constraint family*, 2001.)
///
/// ```
/// use houserules::{DistinctValues, ModelBuilder, Solver};
///
/// let mut model = ModelBuilder::new();
/// let x = model.vars(4, 1..=3);
/// model.post(DistinctValues::new(&x, 2));
/// assert_eq!(Solver::new(&model.build()?).count().to_string(), "42");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DistinctValues {
    /// The variables, then that of the amount.
    scope: Scope,
    counted: usize,
    amount: Amount,
}

impl DistinctValues {
    /// `vars` have `amount` different values.
    pub fn new(
        vars: impl IntoIterator<Item = impl Borrow<Var>>,
        amount: impl Into<Amount>,
    ) -> DistinctValues {
        let mut scope = super::scope(vars);
        let (counted, amount) = (scope.len(), amount.into());
        scope.extend(amount.var());
        DistinctValues { scope, counted, amount }
    }
}

impl Constraint for DistinctValues {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let (counted, amount) = values.split_at(self.counted);
        let mut counted: SmallVec<[i32; 16]> = counted.into();
        counted.sort_unstable();
        counted.dedup();
        self.amount.allows(counted.len(), amount.first().copied())
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let before = store.changes();
        let counted = &self.scope[..self.counted];
        let taken: Domain = counted.iter().filter_map(|&x| store.value(x)).collect();
        // Those that may add a value, and where; and what the values of all of them are.
        let mut open: SmallVec<[Var; 16]> = SmallVec::new();
        let mut must: SmallVec<[(i32, i32); 16]> = SmallVec::new();
        let mut new: SmallVec<[i32; 64]> = SmallVec::new();
        let mut many = false;
        for &x in counted.iter().filter(|&&x| !store.is_fixed(x)) {
            if store.is_sparse(x) {
                // More values than variables, surely.
                many = true;
                open.push(x);
                if store.domain(x).intersection(&taken).is_empty() {
                    must.push((store.max(x), store.min(x)));
                }
                continue;
            }
            let known = new.len();
            new.extend(store.values(x).filter(|&value| !taken.contains(value)));
            if new.len() > known {
                open.push(x);
            }
            if new.len() - known == store.len(x) as usize {
                must.push((store.max(x), store.min(x)));
            }
        }
        new.sort_unstable();
        new.dedup();
        let taken_count = taken.len() as i64;
        let news = if many { open.len() } else { open.len().min(new.len()) };
        let most = taken_count + news as i64;
        // Ranges that do not overlap, taken by their ends, have as many values as there are.
        must.sort_unstable();
        let (mut least, mut end) = (taken_count, i64::MIN);
        for (hi, lo) in must {
            if i64::from(lo) > end {
                least += 1;
                end = hi.into();
            }
        }
        self.amount.within(store, least..=most)?;
        let (lo, hi) = self.amount.reach(store);
        if hi == taken_count {
            for &x in &open {
                store.intersect(x, &taken)?;
            }
        } else if lo == taken_count + open.len() as i64 {
            for &x in &open {
                store.exclude(x, &taken)?;
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
