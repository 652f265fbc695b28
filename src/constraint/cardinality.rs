//! Global cardinality: how often each of some values is taken.

use alloc::vec::Vec;
use core::borrow::Borrow;

use smallvec::SmallVec;

use super::among::Tally;
use super::{Amount, Constraint, Scope, Status, settled};
use crate::domain::Domain;
use crate::learn::{Fact, Reasons};
use crate::store::{Conflict, Store, Var};

/// Each of some values is taken so many times.
///
/// Reasons about each value by itself, how often it must and can be taken, and about the sum of all
/// amounts. (Régin, *Generalized arc consistency for global cardinality constraint*, 1996, tells the
/// meaning; his propagation by flows would be stronger.)
///
/// ```
/// use houserules::{Cardinality, ModelBuilder, Solver};
///
/// // A magic sequence: x[i] is how often i stands in the sequence.
/// let mut model = ModelBuilder::new();
/// let x = model.vars(4, 0..4);
/// model.post(Cardinality::new(&x, (0..4).zip(x.iter().copied())).closed());
/// let solutions: Vec<_> = Solver::new(&model.build()?).solutions().map(|s| s.into_values()).collect();
/// assert_eq!(solutions, [[1, 2, 1, 0], [2, 0, 2, 0]]);
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cardinality {
    /// The variables counted, then those of the amounts.
    scope: Scope,
    counted: usize,
    amounts: Vec<(i32, Amount)>,
    /// The values, each once.
    values: Domain,
    closed: bool,
}

impl Cardinality {
    /// Each value is taken by so many of `vars`; other values as often as they like.
    pub fn new<A: Into<Amount>>(
        vars: impl IntoIterator<Item = impl Borrow<Var>>,
        amounts: impl IntoIterator<Item = (i32, A)>,
    ) -> Cardinality {
        let mut scope = super::scope(vars);
        let counted = scope.len();
        let amounts: Vec<(i32, Amount)> =
            amounts.into_iter().map(|(value, amount)| (value, amount.into())).collect();
        scope.extend(amounts.iter().filter_map(|(_, amount)| amount.var()));
        let values = amounts.iter().map(|&(value, _)| value).collect();
        Cardinality { scope, counted, amounts, values, closed: false }
    }

    /// No other value is taken.
    pub fn closed(self) -> Cardinality {
        Cardinality { closed: true, ..self }
    }
}

impl Constraint for Cardinality {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let (counted, amounts) = values.split_at(self.counted);
        let mut amounts = amounts.iter().copied();
        if self.closed && counted.iter().any(|&value| !self.values.contains(value)) {
            return false;
        }
        self.amounts.iter().all(|(value, amount)| {
            let count = counted.iter().filter(|&v| v == value).count();
            let own = amount.var().and_then(|_| amounts.next());
            amount.allows(count, own)
        })
    }

    fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        let counted = &self.scope[..self.counted];
        let mark = why.len();
        self.amounts.iter().any(|(value, amount)| {
            let has = |other: i32| other == *value;
            let tally = Tally { counted, amount, has: &has };
            let explained = tally.explain(fact, why) && !why.is_void();
            if !explained {
                why.truncate(mark);
            }
            explained
        })
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let before = store.changes();
        let counted = &self.scope[..self.counted];
        if self.closed {
            for &x in counted {
                store.intersect(x, &self.values)?;
            }
        }
        let mut reaches: SmallVec<[(i64, i64); 16]> = SmallVec::new();
        for (value, amount) in &self.amounts {
            let (mut must, mut can) = (0, 0);
            for &x in counted {
                if store.contains(x, *value) {
                    can += 1;
                    must += i64::from(store.is_fixed(x));
                }
            }
            amount.within(store, must..=can)?;
            let (lo, hi) = amount.reach(store);
            let (lo, hi) = (lo.max(must), hi.min(can));
            reaches.push((lo, hi));
            if must == can {
                continue;
            }
            for &x in counted {
                if lo == can && store.contains(x, *value) {
                    store.assign(x, *value)?;
                } else if hi == must && !store.is_fixed(x) {
                    store.remove(x, *value)?;
                }
            }
        }
        // All amounts together are all variables, or at most that.
        if self.values.len() == self.amounts.len() as u64 {
            let all = self.counted as i64;
            let least: i64 = reaches.iter().map(|reach| reach.0).sum();
            let most: i64 = reaches.iter().map(|reach| reach.1).sum();
            for ((_, amount), (lo, hi)) in self.amounts.iter().zip(reaches) {
                let up = all - (least - lo);
                let down = if self.closed { all - (most - hi) } else { i64::MIN };
                amount.within(store, down..=up)?;
                if down > hi {
                    return Err(store.conflict());
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
