//! A number looked up in a table of rows and columns.

use alloc::vec::Vec;

use smallvec::SmallVec;

use super::element::{keep_places, place};
use super::malformed::{Malformed, RowCheck};
use super::{Constraint, Cost, Status, settled};
use crate::store::{Conflict, Store, Var};

/// `matrix[row][column] = result` for rows of numbers. Domain consistent while no variable stands twice.
///
/// Positions count from 0, or from what [`counted_from`](Self::counted_from) says; a position outside has no
/// solution. One call looks at each row and column that is left. (Two dimensions of
/// [`Element`](super::Element), without a variable for the place in one long list.)
///
/// ```
/// use houserules::{ElementMatrix, ModelBuilder};
///
/// let distances = [[0, 4, 7], [4, 0, 5], [7, 5, 0]];
/// let mut model = ModelBuilder::new();
/// let (from, to, far) = (model.var(0..=2), model.var(0..=2), model.var(6..=9));
/// model.post(ElementMatrix::new(from, to, distances, far));
/// let model = model.build()?;
/// assert_eq!(format!("{:?}", model.root().domain(to)), "{0, 2}");
/// assert_eq!(model.root().value(far), Some(7));
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementMatrix {
    /// Row, column, result.
    scope: [Var; 3],
    /// One row after the other.
    numbers: Vec<i32>,
    rows: usize,
    columns: usize,
    first: [i32; 2],
    lengths: RowCheck,
}

impl ElementMatrix {
    /// `matrix[row][column] = result`. A model with rows of different lengths cannot be
    /// [built](crate::ModelError::Malformed).
    pub fn new<R: AsRef<[i32]>>(
        row: Var,
        column: Var,
        matrix: impl IntoIterator<Item = R>,
        result: Var,
    ) -> ElementMatrix {
        let (mut numbers, mut rows, mut columns) = (Vec::new(), 0, None);
        let mut lengths = RowCheck::default();
        for line in matrix {
            let line = line.as_ref();
            if lengths.takes(line.len(), *columns.get_or_insert(line.len())) {
                numbers.extend_from_slice(line);
                rows += 1;
            }
        }
        let (columns, first) = (columns.unwrap_or(0), [0, 0]);
        ElementMatrix { scope: [row, column, result], numbers, rows, columns, first, lengths }
    }

    /// The first row has the position `row`, the first column the position `column`.
    pub fn counted_from(self, row: i32, column: i32) -> ElementMatrix {
        ElementMatrix { first: [row, column], ..self }
    }

    fn at(&self, row: i32, column: i32) -> Option<i32> {
        let (row, column) = (place(row, self.first[0])?, place(column, self.first[1])?);
        let inside = row < self.rows && column < self.columns;
        inside.then(|| self.numbers[row * self.columns + column])
    }
}

impl Constraint for ElementMatrix {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        self.at(values[0], values[1]) == Some(values[2])
    }

    fn check(&self) -> Result<(), Malformed> {
        self.lengths.verdict()
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let [row, column, result] = self.scope;
        let before = store.changes();
        keep_places(store, row, self.first[0], self.rows)?;
        keep_places(store, column, self.first[1], self.columns)?;
        let columns: SmallVec<[i32; 32]> = store.values(column).collect();
        let mut used: SmallVec<[bool; 32]> = SmallVec::from_elem(false, columns.len());
        let (mut rows, mut results) = (SmallVec::<[i32; 32]>::new(), SmallVec::<[i32; 32]>::new());
        for r in store.values(row) {
            let known = results.len();
            for (&c, used) in columns.iter().zip(&mut used) {
                let Some(number) = self.at(r, c) else { continue };
                // Where a variable stands twice, it has one value.
                let same = (row != column || r == c)
                    && (row != result || r == number)
                    && (column != result || c == number);
                if same && store.contains(result, number) {
                    results.push(number);
                    *used = true;
                }
            }
            if results.len() > known {
                rows.push(r);
            }
        }
        if results.is_empty() {
            return Err(store.conflict());
        }
        results.sort_unstable();
        results.dedup();
        store.keep_values(row, &rows)?;
        for (c, _) in columns.into_iter().zip(used).filter(|(_, used)| !used) {
            store.remove(column, c)?;
        }
        store.keep_partners(result, &results)?;
        let fixed = store.is_fixed(row) && store.is_fixed(column);
        Ok(if fixed { Status::Entailed } else { settled(store, before) })
    }
}
