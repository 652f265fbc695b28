//! Allowed combinations listed one by one.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;

use smallvec::SmallVec;

use super::malformed::{Malformed, RowCheck};
use super::{Constraint, Cost, Status};
use crate::csr::Csr;
use crate::learn::{Fact, Reasons};
use crate::store::{Conflict, Store, Var, bits};

/// Holds where the values of the scope are one of the listed tuples. Domain consistent.
///
/// Each value at each position has the set of its tuples, and the set of those that are left is kept from call to
/// call: one call is a few bit operations for each value that went, or that is left where those are fewer, and 64 of
/// its tuples (Demeulenaere et al., *Compact-Table*, 2016). Under a condition, where nothing is kept, the set is
/// found anew.
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
#[derive(Clone, PartialEq, Eq)]
pub struct Table {
    scope: SmallVec<[Var; 4]>,
    /// Rows of `scope.len()` values, sorted, each once.
    rows: Vec<i32>,
    columns: Vec<Column>,
    /// Words in a set of rows; 0 without rows.
    words: usize,
    lengths: RowCheck,
}

/// What stands at one position of the rows.
#[derive(Clone, PartialEq, Eq)]
struct Column {
    /// Ascending.
    values: Vec<i32>,
    /// For each value the set of its rows, as the words that are not zero and where they stand: a
    /// column never takes more room than its rows, however many values they have.
    supports: Csr<(u32, u64)>,
}

impl Table {
    /// Holds where the values of `scope` are one of `rows`. O(rows · scope · log rows).
    ///
    /// A row with different values for a variable that stands twice can never be taken and is left out.
    /// Without rows nothing is allowed. A model with a row of another length than the scope cannot be
    /// [built](crate::ModelError::Malformed).
    pub fn new<R: AsRef<[i32]>>(
        scope: impl IntoIterator<Item = Var>,
        rows: impl IntoIterator<Item = R>,
    ) -> Table {
        let scope: SmallVec<[Var; 4]> = scope.into_iter().collect();
        let earlier =
            |(i, x): (usize, &Var)| scope[..i].iter().position(|y| y == x).map(|k| (k, i));
        let equal: Vec<(usize, usize)> = scope.iter().enumerate().filter_map(earlier).collect();
        let mut lengths = RowCheck::default();
        let mut sorted: Vec<SmallVec<[i32; 8]>> = rows
            .into_iter()
            .map(|row| SmallVec::from_slice(row.as_ref()))
            .filter(|row| lengths.takes(row.len(), scope.len()))
            .filter(|row| equal.iter().all(|&(k, i)| row[k] == row[i]))
            .collect();
        sorted.sort_unstable();
        sorted.dedup();
        let columns = (0..scope.len()).map(|i| Column::new(sorted.iter().map(|row| row[i])));
        Table {
            columns: columns.collect(),
            words: sorted.len().div_ceil(64),
            rows: sorted.concat(),
            scope,
            lengths,
        }
    }

    /// How many rows there are.
    fn len(&self) -> usize {
        if self.scope.is_empty() { self.words } else { self.rows.len() / self.scope.len() }
    }

    fn all(&self) -> Rows {
        let mut all = Rows::from_elem(u64::MAX, self.words);
        if let (Some(last), rest @ 1..) = (all.last_mut(), self.len() % 64) {
            *last = (1 << rest) - 1;
        }
        all
    }

    /// The rows whose values are all left.
    pub(super) fn valid(&self, store: &Store) -> Rows {
        let (mut valid, mut here) = (self.all(), Rows::from_elem(0, self.words));
        for (column, &x) in self.columns.iter().zip(&self.scope) {
            column.keep_left(store, x, &mut valid, &mut here);
        }
        valid
    }

    /// The same from what the last call kept, and the columns that lost a value since. In the first call, values that no
    /// row has are still there, and rows with values that a variable never had.
    fn recall(&self, store: &Store) -> (Rows, Lost) {
        let [1, memory @ ..] = store.memory() else { return (self.valid(store), Lost::Several) };
        let (mut valid, mut here) = (self.all(), Rows::from_elem(0, self.words));
        let (domains, gone) = memory.split_at(self.scope.len());
        valid.iter_mut().zip(gone).for_each(|(valid, gone)| *valid &= !gone);
        let mut lost = Lost::Nothing;
        for (i, (column, &x)) in self.columns.iter().zip(&self.scope).enumerate() {
            let Some((base, left)) = store.bits(x) else {
                column.keep_left(store, x, &mut valid, &mut here);
                lost = lost.and(i);
                continue;
            };
            let went = !domains[i] & !left;
            if went == 0 {
                continue;
            }
            lost = lost.and(i);
            let place = |bit| column.place(base.wrapping_add_unsigned(bit));
            if went.count_ones() < left.count_ones() {
                for k in bits(went).filter_map(place) {
                    for &(word, rows) in column.supports.of(k) {
                        valid[word as usize] &= !rows;
                    }
                }
            } else {
                column.keep_any(bits(left).filter_map(place), &mut valid, &mut here);
            }
        }
        (valid, lost)
    }

    /// Keeps for the next call what is left now.
    fn keep(&self, store: &mut Store, valid: &[u64]) {
        let domains: SmallVec<[u64; 8]> =
            self.scope.iter().map(|&x| store.bits(x).map_or(0, |(_, left)| !left)).collect();
        let rows = valid.iter().map(|word| !word);
        store.remember_all([1].into_iter().chain(domains).chain(rows));
    }

    /// The values at position `i` of the rows, ascending.
    pub(super) fn values(&self, i: usize) -> &[i32] {
        &self.columns[i].values
    }

    /// How many of the `valid` rows have a value at position `i`.
    pub(super) fn count(&self, i: usize, value: i32, valid: &[u64]) -> u64 {
        let column = &self.columns[i];
        column.values.binary_search(&value).map_or(0, |k| {
            let rows = column.supports.of(k).iter();
            rows.map(|&(word, rows)| u64::from((valid[word as usize] & rows).count_ones())).sum()
        })
    }
}

/// A set of rows, a bit each.
type Rows = SmallVec<[u64; 16]>;

/// The columns that lost a value since the last call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lost {
    Nothing,
    Only(usize),
    Several,
}

impl Lost {
    fn and(self, column: usize) -> Lost {
        if self == Lost::Nothing { Lost::Only(column) } else { Lost::Several }
    }
}

impl Column {
    /// Where a value stands among those of the column.
    fn place(&self, value: i32) -> Option<usize> {
        let ahead = value.checked_sub(*self.values.first()?).map_or(0, |ahead| ahead as usize);
        // Without gaps it is as far from the first as they are apart.
        match self.values.get(ahead) {
            Some(&there) if there == value => Some(ahead),
            _ => self.values.binary_search(&value).ok(),
        }
    }

    /// Keeps the rows with one of the values at these places; `here` is all zero, before and after.
    fn keep_any(&self, places: impl Iterator<Item = usize>, rows: &mut [u64], here: &mut [u64]) {
        for k in places {
            for &(word, rows) in self.supports.of(k) {
                here[word as usize] |= rows;
            }
        }
        for (rows, here) in rows.iter_mut().zip(here) {
            *rows &= core::mem::take(here);
        }
    }

    /// Keeps the rows with a value that a variable has.
    fn keep_left(&self, store: &Store, x: Var, rows: &mut [u64], here: &mut [u64]) {
        let values = self.values.iter().enumerate();
        let left = values.filter(|(_, value)| store.contains(x, **value));
        self.keep_any(left.map(|(k, _)| k), rows, here);
    }

    /// Keeps the rows with this value.
    fn keep(&self, value: i32, rows: &mut [u64]) {
        let own = self.values.binary_search(&value).map_or(&[][..], |k| self.supports.of(k));
        let mut own = own.iter().peekable();
        for (i, word) in rows.iter_mut().enumerate() {
            *word &= own.next_if(|own| own.0 as usize == i).map_or(0, |own| own.1);
        }
    }

    fn new(cells: impl Iterator<Item = i32> + Clone) -> Column {
        let mut values: Vec<i32> = cells.clone().collect();
        values.sort_unstable();
        values.dedup();
        let mut sets: Vec<SmallVec<[(u32, u64); 1]>> = alloc::vec![SmallVec::new(); values.len()];
        for (r, cell) in cells.enumerate() {
            let set = &mut sets[values.partition_point(|&value| value < cell)];
            let (word, bit) = ((r / 64) as u32, 1 << (r % 64));
            match set.last_mut() {
                Some(last) if last.0 == word => last.1 |= bit,
                _ => set.push((word, bit)),
            }
        }
        Column { values, supports: Csr::new(sets) }
    }

    /// Whether a value has a row among `valid`.
    fn has(&self, value: i32, valid: &[u64]) -> bool {
        self.place(value).is_some_and(|k| {
            self.supports.of(k).iter().any(|&(word, rows)| valid[word as usize] & rows != 0)
        })
    }
}

impl fmt::Debug for Table {
    /// `Table([x0, x1], [[1, 2], [4, 5]])`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<&[i32]> = match self.scope.len() {
            0 => alloc::vec![&[][..]; self.words],
            n => self.rows.chunks(n).collect(),
        };
        f.debug_tuple("Table").field(&self.scope).field(&rows).finish()
    }
}

impl Constraint for Table {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let n = self.scope.len();
        if n == 0 {
            return self.words > 0;
        }
        // The rows are sorted: halve the range in which the row may stand.
        let (mut from, mut to) = (0, self.rows.len() / n);
        while from < to {
            let middle = from.midpoint(to);
            match self.rows[middle * n..][..n].cmp(values) {
                Ordering::Less => from = middle + 1,
                Ordering::Equal => return true,
                Ordering::Greater => to = middle,
            }
        }
        false
    }

    fn check(&self) -> Result<(), Malformed> {
        self.lengths.verdict()
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        let concerned = match fact {
            None => None,
            Some(Fact::IsNot(x, value)) => {
                self.scope.iter().position(|&y| y == x).map(|i| (i, value))
            }
            Some(_) => return false,
        };
        // The rows that would do, less and less.
        let mut rows = self.all();
        if let Some((i, value)) = concerned {
            self.columns[i].keep(value, &mut rows);
        }
        let others = || {
            self.columns
                .iter()
                .zip(&self.scope)
                .enumerate()
                .filter(|(i, _)| concerned.is_none_or(|(own, _)| own != *i))
                .map(|(_, column)| column)
        };
        // A variable that has its value says much with one literal.
        for (column, &x) in others() {
            if let Some(value) = why.value(x) {
                let before = rows.clone();
                column.keep(value, &mut rows);
                if rows != before {
                    why.is(x, value);
                }
            }
        }
        for (column, &x) in others() {
            if rows.iter().all(|&word| word == 0) {
                break;
            }
            for (k, &value) in column.values.iter().enumerate() {
                let mut hit = false;
                if !why.contains(x, value) {
                    for &(word, gone) in column.supports.of(k) {
                        hit |= rows[word as usize] & gone != 0;
                        rows[word as usize] &= !gone;
                    }
                }
                if hit {
                    why.is_not(x, value);
                }
            }
        }
        rows.iter().all(|&word| word == 0)
    }

    /// Whether there was a call; what each variable lost, if it is a narrow one; the rows that went.
    fn memory(&self) -> usize {
        1 + self.scope.len() + self.words
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        if self.scope.is_empty() {
            return if self.words > 0 { Ok(Status::Entailed) } else { Err(store.conflict()) };
        }
        let keeps = store.memory().len() == self.memory();
        let (valid, lost) = self.recall(store);
        if valid.iter().all(|&word| word == 0) {
            return Err(store.conflict());
        }
        let rows_went = || {
            let gone = &store.memory()[1 + self.scope.len()..];
            valid.iter().zip(gone).any(|(valid, gone)| valid ^ !gone != 0)
        };
        if keeps && store.memory()[0] == 1 && !rows_went() {
            self.keep(store, &valid);
            return Ok(Status::Fixpoint);
        }
        for (i, (column, &x)) in self.columns.iter().zip(&self.scope).enumerate() {
            // What a variable lost takes no rows from its other values.
            if lost == Lost::Only(i) || store.is_fixed(x) {
                continue;
            }
            if let Some((base, left)) = store.bits(x) {
                let has = |&bit: &u32| column.has(base.wrapping_add_unsigned(bit), &valid);
                let kept = bits(left).filter(has).fold(0, |kept, bit| kept | 1 << bit);
                store.keep_window(x, base.into(), kept)?;
            } else {
                // Far more values than rows, perhaps.
                let left = column.values.iter().filter(|&&value| column.has(value, &valid));
                store.intersect(x, &left.copied().collect())?;
            }
        }
        if keeps {
            self.keep(store, &valid);
        }
        // Each valid row keeps all its values, so that one pass is the fixpoint.
        Ok(Status::Fixpoint)
    }
}
