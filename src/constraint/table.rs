//! Allowed combinations listed one by one.

use alloc::vec::Vec;

use smallvec::SmallVec;

use super::{Constraint, Cost, Status};
use crate::store::{Conflict, Store, Var};

/// Holds where the values of the scope are one of the listed tuples. Domain consistent.
///
/// Each value of each variable has the set of its tuples as a bitset, so that one call is a few
/// bit operations for each 64 tuples and value left (the idea of Demeulenaere et al., *Compact-Table*,
/// 2016, without its memory between calls).
///
/// ```
/// use houserules::{ModelBuilder, Solver, Table};
///
/// let mut model = ModelBuilder::new();
/// let (x, y) = (model.var(1..=9), model.var(1..=9));
/// model.post(Table::new([x, y], [[1, 2], [4, 5], [7, 8]]));
/// let model = model.build()?;
/// let mut solver = Solver::new(&model);
/// solver.assume(x, 4);
/// assert_eq!(solver.first().solution().unwrap()[y], 5);
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    scope: SmallVec<[Var; 4]>,
    /// Rows of `scope.len()` values, sorted, each once.
    rows: Vec<i32>,
    /// For each position the values that occur there, ascending.
    values: Vec<Vec<i32>>,
    /// For each position and value in that order, the set of its rows.
    supports: Vec<Vec<u64>>,
    /// Words in a set of rows; 0 without rows.
    words: usize,
}

impl Table {
    /// Holds where the values of `scope` are one of `rows`. O(rows · scope · log).
    ///
    /// A row of another length than the scope can never be taken and is left out. Without rows
    /// nothing is allowed.
    pub fn new<R: AsRef<[i32]>>(
        scope: impl IntoIterator<Item = Var>,
        rows: impl IntoIterator<Item = R>,
    ) -> Table {
        let scope: SmallVec<[Var; 4]> = scope.into_iter().collect();
        let mut sorted: Vec<SmallVec<[i32; 8]>> = rows
            .into_iter()
            .map(|row| SmallVec::from_slice(row.as_ref()))
            .filter(|row| row.len() == scope.len())
            .collect();
        sorted.sort_unstable();
        sorted.dedup();
        let words = sorted.len().div_ceil(64);
        let (mut values, mut supports) = (Vec::new(), Vec::new());
        for i in 0..scope.len() {
            let mut column: Vec<i32> = sorted.iter().map(|row| row[i]).collect();
            column.sort_unstable();
            column.dedup();
            let mut sets = alloc::vec![0u64; column.len() * words];
            for (r, row) in sorted.iter().enumerate() {
                let at = column.partition_point(|&value| value < row[i]);
                sets[at * words + r / 64] |= 1 << (r % 64);
            }
            values.push(column);
            supports.push(sets);
        }
        Table { scope, rows: sorted.concat(), values, supports, words }
    }

    /// The rows of the value number `k` at position `i`.
    fn support(&self, i: usize, k: usize) -> &[u64] {
        &self.supports[i][k * self.words..][..self.words]
    }
}

impl Constraint for Table {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        match self.scope.len() {
            0 => self.words > 0,
            n => self.rows.chunks_exact(n).any(|row| row == values),
        }
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        if self.scope.is_empty() {
            return if self.words > 0 { Ok(Status::Entailed) } else { Err(store.conflict()) };
        }
        // The rows whose values are all left.
        let mut valid: SmallVec<[u64; 16]> = SmallVec::from_elem(u64::MAX, self.words);
        for (i, &x) in self.scope.iter().enumerate() {
            let mut here: SmallVec<[u64; 16]> = SmallVec::from_elem(0, self.words);
            for (k, &value) in self.values[i].iter().enumerate() {
                if store.contains(x, value) {
                    here.iter_mut().zip(self.support(i, k)).for_each(|(h, s)| *h |= s);
                }
            }
            valid.iter_mut().zip(&here).for_each(|(v, h)| *v &= h);
        }
        if valid.iter().all(|&word| word == 0) {
            return Err(store.conflict());
        }
        let before = store.changes();
        for (i, &x) in self.scope.iter().enumerate() {
            if store.is_fixed(x) {
                continue;
            }
            store.retain(x, |value| {
                self.values[i]
                    .binary_search(&value)
                    .is_ok_and(|k| self.support(i, k).iter().zip(&valid).any(|(s, v)| s & v != 0))
            })?;
        }
        // One pass is the fixpoint, unless a variable stands twice.
        Ok(if store.changes() == before { Status::Fixpoint } else { Status::Active })
    }
}
