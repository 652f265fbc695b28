//! Different variables that together take one of certain sets of values.

use alloc::sync::Arc;
use core::borrow::Borrow;

use smallvec::{SmallVec, smallvec};

use super::distinct_sum::{OPEN, Open, fill, singles};
use super::{Constraint, Scope, Simple, Status, settled, supports};
use crate::learn::{Fact, Reasons};
use crate::store::{Conflict, Store, Var, bits};

/// Different variables that together take exactly the values of one set of a list, and others that
/// differ from some of them.
///
/// A sum of different digits is such a list (the sets of that size and sum), a run of consecutive
/// digits is another. What every set that is left needs is gone from the others that differ from all that can have
/// it. While at most 6 of the first are open they are domain consistent;
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
    /// For each of the first ones which of the others differ from it: 64 of these after the other.
    apart: SmallVec<[u64; 9]>,
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
        ValueSets { first: scope.len(), scope, base, sets, apart: SmallVec::new() }
    }

    /// And another variable differs from those of `vars` whose bit is set: the lowest bit is the first one. More than 64
    /// cannot be different values of a set anyway.
    pub fn apart(mut self, other: impl Borrow<Var>, from: u64) -> ValueSets {
        self.add_apart(*other.borrow(), from);
        self
    }

    /// Makes room for so many variables that are [apart](Self::apart).
    #[cfg(feature = "variants")]
    pub(crate) fn reserve(&mut self, others: usize) {
        self.scope.reserve_exact(others);
    }

    /// The same as [`apart`](Self::apart) in place.
    pub(crate) fn add_apart(&mut self, other: Var, from: u64) {
        let place = (self.scope.len() - self.first) % 64;
        if place == 0 {
            self.apart.extend(core::iter::repeat_n(0, self.first));
        }
        let rows = self.apart.len() - self.first;
        let mut left = from;
        for row in &mut self.apart[rows..] {
            *row |= (left & 1) << place;
            left >>= 1;
        }
        self.scope.push(other);
    }

    /// The set of some values, if they are all different.
    fn taken(&self, values: &[i32]) -> Option<u64> {
        let mut taken: u64 = 0;
        for &value in values {
            let bit = i64::from(value).saturating_sub(self.base);
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
            self.sets.contains(&taken)
                && others.iter().enumerate().all(|(i, value)| {
                    let rows = &self.apart[i / 64 * self.first..];
                    first.iter().zip(rows).all(|(x, row)| row >> (i % 64) & 1 == 0 || x != value)
                })
        })
    }

    fn watched(&self) -> &[Var] {
        &self.scope[..self.first]
    }

    fn as_simple(&self) -> Option<SmallVec<[Simple; 1]>> {
        let (first, others) = self.scope.split_at(self.first);
        let vars = first.into();
        let mut all = smallvec![Simple::Sets { vars, base: self.base, sets: self.sets.clone() }];
        for (i, &other) in others.iter().enumerate() {
            let rows = &self.apart[i / 64 * self.first..];
            let apart = first.iter().zip(rows).filter(|(_, row)| *row >> (i % 64) & 1 == 1);
            all.extend(apart.map(|(&x, _)| Simple::Different([x.into(), other.into()])));
        }
        Some(all)
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
        // What all sets need is gone from whatever differs from all its places. What is taken stands in groups as a
        // rule, which see to that at once.
        let fixed = words.iter().all(|word| word.is_power_of_two());
        let needed = if fixed { common } else { common & !taken };
        for bit in bits(needed) {
            let has = |word: &u64| word >> bit & 1 == 1;
            for (rows, others) in self.apart.chunks(self.first.max(1)).zip(others.chunks(64)) {
                let rows = rows.iter().zip(&words).filter(|(_, word)| has(word));
                for i in bits(rows.fold(u64::MAX, |apart, (row, _)| apart & row)) {
                    if let Some(&x) = others.get(i as usize) {
                        store.drop_window(x, self.base, 1 << bit)?;
                    }
                }
            }
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

    fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        let first = &self.scope[..self.first];
        let about = match fact {
            Some(Fact::IsNot(x, _) | Fact::AtLeast(x, _) | Fact::AtMost(x, _)) => Some(x),
            None => None,
        };
        let holds = |values: &[i32]| self.taken(values).is_some_and(|set| self.sets.contains(&set));
        let before = why.len();
        if about.is_none_or(|x| first.contains(&x)) && supports::explain(first, holds, fact, why) {
            return true;
        }
        // Whatever goes from a variable goes because of the first ones. One of the others may be left without a value.
        why.truncate(before);
        first.iter().filter(|_| about.is_some()).for_each(|&x| why.all_of(x));
        about.is_some()
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
