//! Different variables that together take one of certain sets of values.

use alloc::sync::Arc;
use core::borrow::Borrow;

use smallvec::SmallVec;

use super::distinct_sum::{OPEN, Open, fill, singles};
use super::{Constraint, Scope, Status, settled};
use crate::store::{Conflict, Store, Var};

/// Different variables that together take exactly the values of one set of a list, and others that
/// take none of these values.
///
/// A sum of different digits is such a list (the sets of that size and sum), a run of consecutive
/// digits is another. The others are variables that differ from all of the first: what every set that is
/// left needs, they cannot have. While at most 6 of the first are open they are domain consistent;
/// with more, a set is out when some variable has none of its values, or some value no variable.
///
/// ```
/// use houserules::{ModelBuilder, Solver, ValueSets};
///
/// // Three different digits that are consecutive in some order: bit b is the value 1 + b.
/// let mut model = ModelBuilder::new();
/// let x = model.vars(3, 1..=5);
/// model.post(ValueSets::new(&x, 1, [0b00111, 0b01110, 0b11100]));
/// assert_eq!(Solver::new(&model.build()?).count().to_string(), "18");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueSets {
    scope: Scope,
    /// How many of the scope are the first ones; behind them stand the others.
    first: usize,
    base: i64,
    sets: Arc<[u64]>,
}

impl ValueSets {
    /// `vars` take exactly the values of one of `sets`; bit `b` of a set is the value `base + b`.
    ///
    /// A set of another size than there are variables can never be taken.
    pub fn new(
        vars: impl IntoIterator<Item = impl Borrow<Var>>,
        base: i64,
        sets: impl Into<Arc<[u64]>>,
    ) -> ValueSets {
        let (scope, mut sets) = (super::scope(vars), sets.into());
        let fits = |set: &u64| set.count_ones() as usize == scope.len();
        if !sets.iter().all(fits) {
            sets = sets.iter().copied().filter(fits).collect();
        }
        ValueSets { first: scope.len(), scope, base, sets }
    }

    /// And `others` take none of the values that `vars` take.
    pub fn without(mut self, others: impl IntoIterator<Item = impl Borrow<Var>>) -> ValueSets {
        self.scope.extend(others.into_iter().map(|x| *x.borrow()));
        self
    }

    /// The set of some values, if they are all different.
    fn taken(&self, values: &[i32]) -> Option<u64> {
        let mut taken: u64 = 0;
        for &value in values {
            let bit = i64::from(value) - self.base;
            if !(0..64).contains(&bit) || taken >> bit & 1 == 1 {
                return None;
            }
            taken |= 1 << bit;
        }
        Some(taken)
    }
}

impl Constraint for ValueSets {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let (first, others) = values.split_at(self.first);
        self.taken(first).is_some_and(|taken| {
            self.sets.contains(&taken) && others.iter().all(|value| !first.contains(value))
        })
    }

    fn watched(&self) -> &[Var] {
        &self.scope[..self.first]
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let (first, others) = self.scope.split_at(self.first);
        let mut words: SmallVec<[u64; 16]> = SmallVec::new();
        words.extend(first.iter().map(|&x| store.window(x, self.base)));
        let mut open = Open::new();
        let taken = singles(&mut words, &mut open).ok_or_else(|| store.conflict())?;
        let union = open.iter().fold(taken, |union, &i| union | words[i]);
        let mut kept: SmallVec<[u64; 16]> = SmallVec::new();
        kept.resize(open.len(), 0);
        let (mut any, mut common, mut complete) = (false, u64::MAX, false);
        for &set in self.sets.iter() {
            let fits =
                set & !union == 0 && taken & !set == 0 && open.iter().all(|&i| words[i] & set != 0);
            if !fits {
                continue;
            }
            let rest = set & !taken;
            if open.len() <= OPEN {
                // A set of values that are all kept already need not be filled: that it may be is as much.
                let news =
                    !any || open.iter().zip(&kept).any(|(&i, &kept)| words[i] & rest & !kept != 0);
                if !news || fill(rest, &open, &words, &mut kept) {
                    any = true;
                    common &= set;
                    complete = open.iter().zip(&kept).all(|(&i, &kept)| words[i] == kept);
                }
            } else {
                any = true;
                common &= set;
                open.iter().zip(&mut kept).for_each(|(&i, kept)| *kept |= words[i] & rest);
            }
            if complete && common & !taken == 0 {
                break;
            }
        }
        if !any {
            return Err(store.conflict());
        }
        for (&i, &kept) in open.iter().zip(&kept) {
            words[i] = kept;
        }
        let before = store.changes();
        for (&x, &word) in first.iter().zip(&words) {
            store.keep_window(x, self.base, word)?;
        }
        for &x in others {
            store.keep_window(x, self.base, !common)?;
        }
        if open.len() > OPEN {
            self.place(first, common, store)?;
        }
        Ok(match open.len() {
            0 => Status::Entailed,
            1..=OPEN => Status::Fixpoint,
            _ => settled(store, before),
        })
    }
}

impl ValueSets {
    /// Values that these variables must take: one with a single place goes there.
    fn place(&self, vars: &[Var], required: u64, store: &mut Store) -> Result<(), Conflict> {
        let (mut once, mut twice, mut placed) = (0, 0, 0);
        for &x in vars {
            let word = store.window(x, self.base);
            twice |= once & word;
            once |= word;
            placed |= if word.is_power_of_two() { word } else { 0 };
        }
        if required & !once != 0 {
            return Err(store.conflict());
        }
        let single = required & once & !twice & !placed;
        for &x in vars.iter().filter(|_| single != 0) {
            let word = store.window(x, self.base) & single;
            if word != 0 {
                let only = if word.is_power_of_two() { word } else { 0 };
                store.keep_window(x, self.base, only)?;
            }
        }
        Ok(())
    }
}
