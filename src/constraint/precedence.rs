//! Values that first appear in a given order.

use alloc::vec::Vec;
use core::borrow::Borrow;

use smallvec::SmallVec;

use super::{Constraint, Scope, Status, settled};
use crate::store::{Conflict, Store, Var};

/// The first of some values appears before the second, the second before the third, and so on; a value
/// appears only if all those before it in the order have.
///
/// This breaks the symmetry of values that could change places (Law and Lee, *Global constraints for
/// integer and set value precedence*, 2004). Domain consistent while no variable stands twice.
///
/// ```
/// use houserules::{ModelBuilder, Precedence, Solver};
///
/// // Four pupils in up to three teams that have no names: 1 + 7 + 6 ways.
/// let mut model = ModelBuilder::new();
/// let team = model.vars(4, 1..=3);
/// model.post(Precedence::new(&team, 1..=3));
/// assert_eq!(Solver::new(&model.build()?).count().to_string(), "14");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Precedence {
    scope: Scope,
    /// The values in their order, each once.
    order: Vec<i32>,
    /// The values with their ranks from 1, by value.
    ranks: Vec<(i32, usize)>,
    repeats: bool,
}

impl Precedence {
    /// In `vars`, the values of `order` first appear in this order. If one is named twice, its first
    /// mention counts.
    pub fn new(
        vars: impl IntoIterator<Item = impl Borrow<Var>>,
        order: impl IntoIterator<Item = i32>,
    ) -> Precedence {
        let scope = super::scope(vars);
        let mut named: Vec<(i32, usize)> = order.into_iter().zip(1..).collect();
        named.sort_unstable();
        named.dedup_by_key(|named| named.0);
        named.sort_unstable_by_key(|named| named.1);
        let order: Vec<i32> = named.iter().map(|named| named.0).collect();
        let mut ranks: Vec<(i32, usize)> = order.iter().copied().zip(1..).collect();
        ranks.sort_unstable();
        Precedence { repeats: super::repeats(&scope), scope, order, ranks }
    }

    /// The place of a value in the order, from 1; 0 if it has none.
    fn rank(&self, value: i32) -> usize {
        self.ranks.binary_search_by_key(&value, |ranked| ranked.0).map_or(0, |i| self.ranks[i].1)
    }
}

impl Constraint for Precedence {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let mut seen = 0;
        values.iter().all(|&value| {
            let rank = self.rank(value);
            seen = seen.max(rank.min(seen + 1));
            rank <= seen
        })
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let before = store.changes();
        // How many values of the order can have appeared before each variable: the more, the
        // freer is what follows.
        let mut most: SmallVec<[usize; 32]> = SmallVec::new();
        let mut seen = 0;
        for &x in &self.scope {
            most.push(seen);
            seen +=
                usize::from(self.order.get(seen).is_some_and(|&value| store.contains(x, value)));
        }
        // And how many must have, for what follows to be possible.
        let mut needed = 0;
        for (&x, &most) in self.scope.iter().zip(&most).rev() {
            // Of many values, most are not in the order and may stay.
            let sparse = store.is_sparse(x);
            let mut needed_before = if sparse { needed } else { usize::MAX };
            let mut gone: SmallVec<[i32; 16]> = SmallVec::new();
            let named = self.order.iter().copied().filter(|&value| store.contains(x, value));
            let all = store.values(x).take(if sparse { 0 } else { usize::MAX });
            for value in all.chain(named.take(if sparse { usize::MAX } else { 0 })) {
                let rank = self.rank(value);
                if rank > most + 1 || rank.max(most) < needed {
                    gone.push(value);
                } else {
                    let enough = if rank >= needed { rank.saturating_sub(1) } else { needed };
                    needed_before = needed_before.min(enough);
                }
            }
            for value in gone {
                store.remove(x, value)?;
            }
            needed = needed_before;
        }
        let open = self.scope.iter().any(|&x| !store.is_fixed(x));
        Ok(match open {
            false if !self.repeats => Status::Entailed,
            _ if self.repeats => settled(store, before),
            _ => Status::Fixpoint,
        })
    }
}
