//! Bin packing: things of some size in bins with some load.

mod explain;

use alloc::vec::Vec;
use core::borrow::Borrow;

use smallvec::SmallVec;

use super::{Amount, Constraint, Cost, Scope, Status, ranges, settled};
use crate::learn::{Fact, Reasons};
use crate::store::{Conflict, Store, Var};

/// Each thing lies in one bin, and the sizes of the things in a bin are its load.
///
/// A load is a number, a range such as `..=10`, or a variable; bins count from 0, or from what
/// [`counted_from`](Self::counted_from) says. A thing leaves a bin where it would be too much, and stays
/// where without it there would be too little; all loads together are all sizes (the basic rules of
/// Shaw, *A constraint for bin packing*, 2004).
///
/// ```
/// use houserules::{BinPacking, ModelBuilder, Solver};
///
/// let mut model = ModelBuilder::new();
/// let bin_of = model.vars(4, 0..=1);
/// model.post(BinPacking::new(bin_of.iter().zip([4, 3, 3, 2]), [..=6, ..=6]));
/// assert_eq!(Solver::new(&model.build()?).count().to_string(), "2"); // {4, 2} and {3, 3}
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BinPacking {
    /// The variables of the things, then those of the loads.
    scope: Scope,
    sizes: Vec<u32>,
    loads: Vec<Amount>,
    first: i32,
}

impl BinPacking {
    /// Things, each with the variable of its bin and its size, in bins with these loads.
    pub fn new<A: Into<Amount>>(
        things: impl IntoIterator<Item = (impl Borrow<Var>, u32)>,
        loads: impl IntoIterator<Item = A>,
    ) -> BinPacking {
        let (mut scope, sizes): (Scope, Vec<u32>) =
            things.into_iter().map(|(x, size)| (*x.borrow(), size)).unzip();
        let loads: Vec<Amount> = loads.into_iter().map(Into::into).collect();
        scope.extend(loads.iter().filter_map(Amount::var));
        BinPacking { scope, sizes, loads, first: 0 }
    }

    /// The first bin has the number `first`.
    pub fn counted_from(self, first: i32) -> BinPacking {
        BinPacking { first, ..self }
    }

    fn bins(&self) -> impl Iterator<Item = (i64, &Amount)> {
        (i64::from(self.first)..).zip(&self.loads)
    }
}

impl Constraint for BinPacking {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let (places, loads) = values.split_at(self.sizes.len());
        let mut loads = loads.iter().copied();
        let last = i64::from(self.first) + self.loads.len() as i64 - 1;
        if places.iter().any(|&bin| !(i64::from(self.first)..=last).contains(&bin.into())) {
            return false;
        }
        self.bins().all(|(bin, load)| {
            let here =
                places.iter().zip(&self.sizes).filter(|&(&place, _)| i64::from(place) == bin);
            let sum: u64 = here.map(|(_, &size)| u64::from(size)).sum();
            let own = load.var().and_then(|_| loads.next());
            usize::try_from(sum).is_ok_and(|sum| load.allows(sum, own))
        })
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn bounds(&self) -> bool {
        true
    }

    fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        self.reasons(fact, why)
            || ranges::value_by_value(fact, why, |fact, why| self.reasons(Some(fact), why))
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let before = store.changes();
        let things = || self.scope.iter().copied().zip(self.sizes.iter().map(|&s| i64::from(s)));
        let first = i64::from(self.first);
        for (x, _) in things() {
            store.within(x, first..=first + self.loads.len() as i64 - 1)?;
        }
        let mut reaches: SmallVec<[(i64, i64); 16]> = SmallVec::new();
        for (bin, load) in self.bins() {
            let Ok(bin) = i32::try_from(bin) else { break };
            let (mut must, mut can) = (0, 0);
            for (x, size) in things().filter(|&(x, _)| store.contains(x, bin)) {
                can += size;
                must += if store.is_fixed(x) { size } else { 0 };
            }
            load.within(store, must..=can)?;
            let (lo, hi) = load.reach(store);
            for (x, size) in things() {
                if size > 0 && !store.is_fixed(x) && store.contains(x, bin) {
                    if must + size > hi {
                        store.remove(x, bin)?;
                        can -= size;
                    } else if can - size < lo {
                        store.assign(x, bin)?;
                        must += size;
                    }
                }
            }
            reaches.push((lo.max(must), hi.min(can)));
        }
        let all: i64 = things().map(|(_, size)| size).sum();
        let least: i64 = reaches.iter().map(|reach| reach.0).sum();
        let most: i64 = reaches.iter().map(|reach| reach.1).sum();
        if all < least || all > most {
            return Err(store.conflict());
        }
        for (load, (lo, hi)) in self.loads.iter().zip(reaches) {
            load.within(store, all - (most - hi)..=all - (least - lo))?;
        }
        let open = self.scope.iter().any(|&x| !store.is_fixed(x));
        Ok(if open || store.changes() != before {
            settled(store, before)
        } else {
            Status::Entailed
        })
    }
}
