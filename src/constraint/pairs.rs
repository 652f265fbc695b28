//! Allowed pairs of values of two variables.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use smallvec::{SmallVec, smallvec};

use super::{Constraint, Cost, Simple, Status};
use crate::domain::Domain;
use crate::store::{Conflict, Events, Store, Var, bits};

/// Which pairs of values are allowed, as data that many [`Pairs`] can share; clones are cheap.
///
/// Where both values span at most 64, each first value has a word with a bit for each second value.
#[derive(Clone, PartialEq, Eq)]
pub struct PairTable(Arc<Rows>);

#[derive(PartialEq, Eq)]
enum Rows {
    /// `words[a]` is the set of second values from `base.1` on beside the value `base.0 + a`.
    Words { base: (i32, i32), words: Vec<u64> },
    /// The pairs, sorted, each once.
    List(Vec<(i32, i32)>),
}

/// Whether each value of those that have a partner has all of the others' but one at most: it takes a variable with one
/// value left to leave another without a partner.
fn is_generous(words: &[u64]) -> bool {
    let (all, mut missed) = (words.iter().fold(0, |all, word| all | word), 0);
    words.iter().filter(|word| **word != 0).all(|word| {
        let missing = all & !word;
        let few = missing & missing.wrapping_sub(1) == 0 && missing & missed == 0;
        missed |= missing;
        few
    })
}

impl PairTable {
    /// Allows these pairs. O(pairs · log).
    pub fn new(pairs: impl IntoIterator<Item = (i32, i32)>) -> PairTable {
        let mut pairs: Vec<(i32, i32)> = pairs.into_iter().collect();
        pairs.sort_unstable();
        pairs.dedup();
        let seconds = || pairs.iter().map(|pair| pair.1);
        let (Some(first), Some(last)) = (pairs.first(), pairs.last()) else {
            return PairTable(Arc::new(Rows::Words { base: (0, 0), words: Vec::new() }));
        };
        let base = (first.0, seconds().min().unwrap_or(0));
        let top = (last.0, seconds().max().unwrap_or(0));
        if top.0.abs_diff(base.0) >= 64 || top.1.abs_diff(base.1) >= 64 {
            return PairTable(Arc::new(Rows::List(pairs)));
        }
        let mut words = alloc::vec![0; top.0.abs_diff(base.0) as usize + 1];
        for (a, b) in pairs {
            words[a.abs_diff(base.0) as usize] |= 1 << b.abs_diff(base.1);
        }
        PairTable(Arc::new(Rows::Words { base, words }))
    }

    /// Allows the pairs of a value from `xs` and one from `ys` for which `allows` says yes.
    ///
    /// O(values of `xs` · values of `ys`).
    pub fn by(
        xs: impl Into<Domain>,
        ys: impl Into<Domain>,
        mut allows: impl FnMut(i32, i32) -> bool,
    ) -> PairTable {
        let (xs, ys) = (xs.into(), ys.into());
        let pairs: Vec<(i32, i32)> = xs
            .iter()
            .flat_map(|a| ys.iter().map(move |b| (a, b)))
            .filter(|&(a, b)| allows(a, b))
            .collect();
        PairTable::new(pairs)
    }

    /// Allows the pairs told by words: bit `b` of `words[a]` is the pair of `base + a` and `base + b`.
    pub fn from_words(base: i32, words: impl Into<Vec<u64>>) -> PairTable {
        PairTable(Arc::new(Rows::Words { base: (base, base), words: words.into() }))
    }

    /// Whether this pair is allowed.
    pub fn contains(&self, a: i32, b: i32) -> bool {
        match &*self.0 {
            Rows::Words { base, words } => {
                let row = usize::try_from(i64::from(a) - i64::from(base.0));
                let bit = i64::from(b) - i64::from(base.1);
                let word = row.ok().and_then(|row| words.get(row)).copied().unwrap_or(0);
                (0..64).contains(&bit) && word >> bit & 1 == 1
            }
            Rows::List(pairs) => pairs.binary_search(&(a, b)).is_ok(),
        }
    }
}

impl fmt::Debug for PairTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Rows::Words { base, words } => {
                let row = |(a, word): (usize, &u64)| {
                    let first = base.0.wrapping_add_unsigned(a as u32);
                    let pair = move |bit| (first, base.1.wrapping_add_unsigned(bit));
                    bits(*word).map(pair).collect::<Vec<_>>()
                };
                f.debug_set().entries(words.iter().enumerate().flat_map(row)).finish()
            }
            Rows::List(pairs) => f.debug_set().entries(pairs).finish(),
        }
    }
}

impl<const N: usize> From<[(i32, i32); N]> for PairTable {
    fn from(pairs: [(i32, i32); N]) -> PairTable {
        PairTable::new(pairs)
    }
}

impl From<&PairTable> for PairTable {
    fn from(table: &PairTable) -> PairTable {
        table.clone()
    }
}

/// The values of two variables are one of some pairs. Domain consistent.
///
/// One call costs an `and` and an `or` a value where the values span at most 64 (the bitwise arc
/// consistency of Lecoutre and Vion, *Enforcing arc consistency using bitwise operations*, 2008).
///
/// ```
/// use houserules::{ModelBuilder, PairTable, Pairs, Solver};
///
/// // Neighbours on a line differ by at least 5.
/// let mut model = ModelBuilder::new();
/// let line = model.vars(3, 1..=9);
/// let far = PairTable::by(1..=9, 1..=9, |a, b| a.abs_diff(b) >= 5);
/// for pair in line.windows(2) {
///     model.post(Pairs::new(pair[0], pair[1], &far));
/// }
/// let model = model.build()?;
/// assert_eq!(format!("{:?}", model.root().domain(line[1])), "{1, 2, 3, 4, 6, 7, 8, 9}");
/// assert_eq!(Solver::new(&model).count().to_string(), "60");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairs {
    scope: [Var; 2],
    table: PairTable,
    wakes_on: Events,
}

impl Pairs {
    /// `(x, y)` is one of the pairs of `table`.
    pub fn new(x: Var, y: Var, table: impl Into<PairTable>) -> Pairs {
        let table = table.into();
        let generous = matches!(&*table.0, Rows::Words { words, .. } if is_generous(words));
        let wakes_on = if generous { Events::FIXED } else { Events::CHANGED };
        Pairs { scope: [x, y], table, wakes_on }
    }
}

impl Constraint for Pairs {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        self.table.contains(values[0], values[1])
    }

    fn wakes_on(&self) -> Events {
        self.wakes_on
    }

    fn cost(&self) -> Cost {
        Cost::Low
    }

    fn as_simple(&self) -> Option<SmallVec<[Simple; 1]>> {
        Some(smallvec![Simple::Pairs(self.scope, self.table.clone())])
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let [x, y] = self.scope;
        if x == y {
            if store.is_sparse(x) {
                match &*self.table.0 {
                    Rows::Words { base, words } => {
                        let first = i64::from(base.0);
                        store.within(x, first..=first + words.len() as i64 - 1)?;
                    }
                    Rows::List(pairs) => {
                        store.intersect(x, &pairs.iter().map(|pair| pair.0).collect())?;
                    }
                }
            }
            store.retain(x, |value| self.table.contains(value, value))?;
            return Ok(Status::Entailed);
        }
        match &*self.table.0 {
            Rows::Words { base, words } => {
                let (x_base, y_base) = (i64::from(base.0), i64::from(base.1));
                let (xs, ys) = (store.window(x, x_base), store.window(y, y_base));
                // The first values with a partner, the partners of any and those of all of them.
                let (mut kept, mut any, mut all) = (0, 0, u64::MAX);
                for a in bits(xs) {
                    let partners = words.get(a as usize).map_or(0, |word| word & ys);
                    if partners != 0 {
                        kept |= 1 << a;
                        any |= partners;
                        all &= partners;
                    }
                }
                store.keep_window(x, x_base, kept)?;
                store.keep_window(y, y_base, any)?;
                Ok(if any == all { Status::Entailed } else { Status::Fixpoint })
            }
            Rows::List(pairs) => {
                let possible =
                    |&&(a, b): &&(i32, i32)| store.contains(x, a) && store.contains(y, b);
                let left: Vec<(i32, i32)> = pairs.iter().filter(possible).copied().collect();
                let firsts: Domain = left.iter().map(|pair| pair.0).collect();
                let seconds: Domain = left.iter().map(|pair| pair.1).collect();
                store.intersect(x, &firsts)?;
                store.intersect(y, &seconds)?;
                let open = !store.is_fixed(x) && !store.is_fixed(y);
                Ok(if open { Status::Fixpoint } else { Status::Entailed })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ModelBuilder;

    #[test]
    fn what_only_single_values_wake_is_domain_consistent_at_any_change() {
        // Each table of three values by three, and all that is left of two variables.
        for code in 0..1u64 << 9 {
            let rows = [code & 7, code >> 3 & 7, code >> 6];
            let pairs = Pairs::new(Var::new(0), Var::new(1), PairTable::from_words(0, rows));
            if pairs.wakes_on() != Events::FIXED {
                continue;
            }
            let some = |mask: u64| (0..3).filter(move |v| mask >> v & 1 == 1).collect::<Domain>();
            let mut model = ModelBuilder::new();
            let vars = model.vars(2, 0..=2);
            model.post(pairs);
            let model = model.build().unwrap();
            for masks in (1..64).map(|both: u64| [both & 7, both >> 3]) {
                let mut solver = crate::Solver::new(&model);
                vars.iter().zip(masks).for_each(|(&x, mask)| solver.assume(x, some(mask)));
                let partner = |own: u64, a: u32| own >> a & 1 == 1;
                let left = |side: usize, a: u32| {
                    let fits = |b: u32| {
                        let (x, y) = if side == 0 { (a, b) } else { (b, a) };
                        partner(masks[1 - side], b) && rows[x as usize] >> y & 1 == 1
                    };
                    partner(masks[side], a) && (0..3).any(fits)
                };
                let expected = [0, 1].map(|side| {
                    (0..3).filter(|&a| left(side, a)).map(|a| a as i32).collect::<Domain>()
                });
                match solver.propagate() {
                    Ok(store) => assert_eq!([0, 1].map(|i| store.domain(vars[i])), expected),
                    Err(_) => assert!(expected.iter().any(Domain::is_empty), "{rows:?} {masks:?}"),
                }
            }
        }
    }
}
