//! Two lists of variables with the same values, in any order.

use alloc::vec::Vec;
use core::borrow::Borrow;

use smallvec::SmallVec;

use super::{Constraint, Scope, Status, settled};
use crate::store::{Conflict, Store, Var, bits};

/// Each value stands as often in one list as in the other.
///
/// Reasons about each value by itself: how often it must stand and how often it can stand on either
/// side.
///
/// ```
/// use houserules::{ModelBuilder, SameValues, Solver};
///
/// let mut model = ModelBuilder::new();
/// let (left, right) = (model.vars(2, 1..=3), model.vars(2, 1..=3));
/// model.post(SameValues::new(&left, &right));
/// assert_eq!(Solver::new(&model.build()?).count().to_string(), "15");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SameValues {
    scope: Scope,
    left: usize,
}

impl SameValues {
    /// `left` and `right` have the same values, each as often.
    pub fn new(
        left: impl IntoIterator<Item = impl Borrow<Var>>,
        right: impl IntoIterator<Item = impl Borrow<Var>>,
    ) -> SameValues {
        let mut scope = super::scope(left);
        let left = scope.len();
        scope.extend(super::scope(right));
        SameValues { scope, left }
    }
}

impl Constraint for SameValues {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let (left, right) = values.split_at(self.left);
        let (mut left, mut right) =
            (SmallVec::<[i32; 16]>::from(left), SmallVec::<[i32; 16]>::from(right));
        left.sort_unstable();
        right.sort_unstable();
        left == right
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let (left, right) = self.scope.split_at(self.left);
        if left.len() != right.len() {
            return Err(store.conflict());
        }
        if self.scope.iter().any(|&x| store.is_sparse(x)) {
            return Ok(Status::Fixpoint);
        }
        let lo = self.scope.iter().map(|&x| store.min(x)).min().unwrap_or(0);
        let hi = self.scope.iter().map(|&x| store.max(x)).max().unwrap_or(0);
        if lo.abs_diff(hi) < 64 {
            return self.by_words(i64::from(lo), store);
        }
        let before = store.changes();
        let mut values: Vec<i32> = self.scope.iter().flat_map(|&x| store.values(x)).collect();
        values.sort_unstable();
        values.dedup();
        for value in values {
            // How often it must stand, and how often it can.
            let reach = |side: &[Var], store: &Store| {
                let can = side.iter().filter(|&&x| store.contains(x, value)).count();
                let must = side.iter().filter(|&&x| store.value(x) == Some(value)).count();
                (must, can)
            };
            let (a, b) = (reach(left, store), reach(right, store));
            let (least, most) = (a.0.max(b.0), a.1.min(b.1));
            if least > most {
                return Err(store.conflict());
            }
            for (side, (must, can)) in [(left, a), (right, b)] {
                if must == can {
                    continue;
                }
                for &x in side {
                    if can == least && store.contains(x, value) {
                        store.assign(x, value)?;
                    } else if must == most && !store.is_fixed(x) {
                        store.remove(x, value)?;
                    }
                }
            }
        }
        Ok(settled(store, before))
    }
}

impl SameValues {
    /// The same where all values fit a word from `base` on.
    fn by_words(&self, base: i64, store: &mut Store) -> Result<Status, Conflict> {
        let mut words: SmallVec<[u64; 32]> = SmallVec::new();
        words.extend(self.scope.iter().map(|&x| store.window(x, base)));
        let sides = [0..self.left, self.left..words.len()];
        for bit in bits(words.iter().fold(0, |all, word| all | word)) {
            let value = 1 << bit;
            let [a, b] = sides.clone().map(|side| {
                let (mut must, mut can) = (0, 0);
                for &word in &words[side] {
                    can += word >> bit & 1;
                    must += u64::from(word == value);
                }
                (must, can)
            });
            let (least, most) = (a.0.max(b.0), a.1.min(b.1));
            if least > most {
                return Err(store.conflict());
            }
            for (side, (must, can)) in
                sides.iter().zip([a, b]).filter(|(_, (must, can))| must != can)
            {
                for word in &mut words[side.clone()] {
                    if can == least && *word & value != 0 {
                        *word = value;
                    } else if must == most && *word != value {
                        *word &= !value;
                    }
                }
            }
        }
        let before = store.changes();
        for (&x, &word) in self.scope.iter().zip(&words) {
            store.keep_window(x, base, word)?;
        }
        Ok(settled(store, before))
    }
}
