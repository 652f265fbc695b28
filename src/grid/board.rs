//! Boards: any rectangle of cells, some of which may not exist, and the groups drawn on it.

use std::fmt;
use std::ops::RangeInclusive;

use super::cell::Cell;
use super::group::{Group, GroupKind};

/// The most rows and the most columns a board may have.
pub const MAX_BOARD_SIDE: usize = 256;

/// The most values a board may have: one word holds a cell's candidates.
pub const MAX_VALUES: usize = 64;

/// Rows, columns, values and regions of a puzzle, before any rule.
///
/// A [`Shape`](super::Shape) is the square kind with values from 1; a board may have any sides, any run of values,
/// cells that do not exist, and regions of any size that may overlap.
///
/// ```
/// use houserules::grid::Board;
/// let board = Board::new(2, 3, 0..=2)?.latin();
/// assert_eq!(board.groups().len(), 5);
/// assert_eq!(board.groups()[4].to_string(), "column 3");
/// # Ok::<(), houserules::grid::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    rows: usize,
    columns: usize,
    values: (i32, i32),
    exists: Box<[bool]>,
    latin: bool,
    grids: Vec<Cell>,
    regions: usize,
    groups: Vec<Group>,
}

impl Board {
    /// A board whose cells all exist, without any group.
    ///
    /// # Errors
    /// 1 to [`MAX_BOARD_SIDE`] rows and columns, 1 to [`MAX_VALUES`] values.
    pub fn new(
        rows: usize,
        columns: usize,
        values: RangeInclusive<i32>,
    ) -> Result<Board, BoardError> {
        let sides = 1..=MAX_BOARD_SIDE;
        if !sides.contains(&rows) || !sides.contains(&columns) {
            return Err(BoardError::Sides { rows, columns });
        }
        let (first, last) = values.into_inner();
        if first > last || first.abs_diff(last) as usize >= MAX_VALUES {
            return Err(BoardError::Values { first, last });
        }
        Ok(Board {
            rows,
            columns,
            values: (first, last),
            exists: vec![true; rows * columns].into(),
            latin: false,
            grids: Vec::new(),
            regions: 0,
            groups: Vec::new(),
        })
    }

    /// The same without these cells. To be said before the groups.
    ///
    /// # Errors
    /// A cell outside the board.
    pub fn without(mut self, cells: &[Cell]) -> Result<Board, BoardError> {
        for &cell in cells {
            let at = self.place(cell)?;
            self.exists[at] = false;
        }
        Ok(self)
    }

    /// The same where every row and every column holds different values.
    pub fn latin(mut self) -> Board {
        self.latin = true;
        let mut lines = Vec::new();
        for row in 0..self.rows {
            let cells = (0..self.columns).map(|column| row * self.columns + column);
            lines.push((GroupKind::Row, format!("row {}", row + 1), self.existing(cells)));
        }
        for column in 0..self.columns {
            let cells = (0..self.rows).map(|row| row * self.columns + column);
            lines.push((GroupKind::Column, format!("column {}", column + 1), self.existing(cells)));
        }
        lines.retain(|(.., cells)| cells.len() > 1);
        let lines = lines.into_iter().map(|(kind, name, cells)| Group::new(kind, name, cells));
        self.groups.extend(lines);
        self
    }

    /// The same as square grids that may overlap, given by their upper left corners: each has as many rows and columns as
    /// there are values, and each of these holds different values. A cell in none of the grids does not exist.
    ///
    /// ```
    /// use houserules::grid::{Board, Cell};
    /// // Two grids of 4x4 that share a corner of 2x2.
    /// let corners = [Cell { row: 0, column: 0 }, Cell { row: 2, column: 2 }];
    /// let board = Board::new(6, 6, 1..=4)?.grids(&corners)?;
    /// assert_eq!(board.cells().count(), 28);
    /// assert_eq!(board.groups()[8].to_string(), "row 1 of grid 2");
    /// # Ok::<(), houserules::grid::BoardError>(())
    /// ```
    ///
    /// # Errors
    /// A grid that leaves the board, or the same corner twice.
    pub fn grids(mut self, corners: &[Cell]) -> Result<Board, BoardError> {
        let side = self.value_count();
        let mut inside = vec![false; self.exists.len()];
        for (number, &corner) in corners.iter().enumerate() {
            let Cell { row, column } = corner;
            let end = |at: usize| at.saturating_add(side - 1);
            let inner = self.place(Cell { row: end(row), column: end(column) });
            let twice = corners[..number].contains(&corner);
            if twice || inner.is_err() {
                return Err(BoardError::Grid { corner, side, twice });
            }
            let at = |down: usize, right: usize| (row + down) * self.columns + column + right;
            let mut lines = Vec::new();
            for i in 0..side {
                let places: Vec<usize> = (0..side).map(|j| at(i, j)).collect();
                places.iter().for_each(|&place| inside[place] = true);
                lines.push((GroupKind::Row, "row", i, places));
            }
            for j in 0..side {
                lines.push((GroupKind::Column, "column", j, (0..side).map(|i| at(i, j)).collect()));
            }
            for (kind, word, line, places) in lines {
                let cells = self.existing(places.into_iter());
                let name = format!("{word} {} of grid {}", line + 1, number + 1);
                self.groups.extend((cells.len() > 1).then(|| Group::new(kind, name, cells)));
            }
        }
        if !corners.is_empty() {
            self.exists.iter_mut().zip(inside).for_each(|(exists, inside)| *exists &= inside);
        }
        self.grids = corners.to_vec();
        Ok(self)
    }

    /// The same with a region more: these cells hold different values.
    ///
    /// # Errors
    /// A cell that does not exist, the same cell twice, or more cells than there are values.
    pub fn region(mut self, cells: &[Cell]) -> Result<Board, BoardError> {
        let mut places = Vec::with_capacity(cells.len());
        for &cell in cells {
            let place = self.index(cell).ok_or(BoardError::Cell { cell })?;
            if places.contains(&place) {
                return Err(BoardError::Repeated { cell });
            }
            places.push(place);
        }
        let (size, values) = (cells.len(), self.value_count());
        if let Some(&cell) = cells.first().filter(|_| size > values) {
            return Err(BoardError::Crowded { cell, cells: size, values });
        }
        self.regions += 1;
        let name = format!("region {}", self.regions);
        self.groups.push(Group::new(GroupKind::Region, name, places));
        Ok(self)
    }

    fn existing(&self, cells: impl Iterator<Item = usize>) -> Vec<usize> {
        cells.filter(|&cell| self.exists[cell]).collect()
    }

    fn place(&self, cell: Cell) -> Result<usize, BoardError> {
        let inside = cell.row < self.rows && cell.column < self.columns;
        inside.then(|| cell.row * self.columns + cell.column).ok_or(BoardError::Cell { cell })
    }

    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns it has.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The values that a cell can hold.
    pub fn values(&self) -> RangeInclusive<i32> {
        self.values.0..=self.values.1
    }

    /// The smallest value.
    pub fn first_value(&self) -> i32 {
        self.values.0
    }

    /// The largest value.
    pub fn last_value(&self) -> i32 {
        self.values.1
    }

    /// How many values there are.
    pub fn value_count(&self) -> usize {
        self.values.0.abs_diff(self.values.1) as usize + 1
    }

    /// The regions, each a list of cells.
    pub fn regions(&self) -> impl Iterator<Item = Vec<Cell>> + '_ {
        let regions = self.groups.iter().filter(|group| group.kind == GroupKind::Region);
        regions.map(|group| group.cells.iter().map(|&place| self.cell(place)).collect())
    }

    /// Whether every row and every column holds different values.
    pub fn is_latin(&self) -> bool {
        self.latin
    }

    /// The upper left corners of the grids that it is made of; none if it is one whole.
    pub fn corners(&self) -> &[Cell] {
        &self.grids
    }

    /// How many places it has, those without a cell included.
    #[expect(clippy::len_without_is_empty, reason = "no board is empty")]
    pub fn len(&self) -> usize {
        self.exists.len()
    }

    /// The index of a cell that exists.
    pub fn index(&self, cell: Cell) -> Option<usize> {
        self.place(cell).ok().filter(|&place| self.exists[place])
    }

    /// The cell of an index below [`len`](Board::len).
    pub fn cell(&self, index: usize) -> Cell {
        Cell { row: index / self.columns, column: index % self.columns }
    }

    /// Whether there is a cell at an index.
    pub fn exists(&self, index: usize) -> bool {
        self.exists[index]
    }

    /// All cells that exist, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.len()).filter(|&i| self.exists[i]).map(|i| self.cell(i))
    }

    /// The cell some rows down and some columns to the right, if it exists.
    pub fn step(&self, from: Cell, down: isize, right: isize) -> Option<Cell> {
        let row = from.row.checked_add_signed(down)?;
        let column = from.column.checked_add_signed(right)?;
        let cell = Cell { row, column };
        self.index(cell).map(|_| cell)
    }

    /// Every two cells that share a side.
    pub fn neighbours(&self) -> impl Iterator<Item = [Cell; 2]> + '_ {
        self.apart(&[(0, 1), (1, 0)])
    }

    /// Every two cells of which the second is one of these steps (down, right) from the first.
    pub fn apart<'a>(
        &'a self,
        steps: &'a [(isize, isize)],
    ) -> impl Iterator<Item = [Cell; 2]> + 'a {
        self.cells().flat_map(move |cell| {
            let to = steps.iter().filter_map(move |&(down, right)| self.step(cell, down, right));
            to.map(move |other| [cell, other])
        })
    }

    /// Every block of two by two cells, row by row in the block.
    pub fn squares(&self) -> impl Iterator<Item = [Cell; 4]> + '_ {
        self.cells().filter_map(|cell| {
            let step = |down, right| self.step(cell, down, right);
            Some([cell, step(0, 1)?, step(1, 0)?, step(1, 1)?])
        })
    }

    /// The sets of cells that must hold different values: rows and columns, then regions.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// A word with the bits of these values; values that the board lacks have none.
    pub fn mask(&self, values: impl IntoIterator<Item = i32>) -> u64 {
        let bit = |value: i32| i64::from(value) - i64::from(self.values.0);
        let count = self.value_count() as i64;
        let bits = values.into_iter().map(bit).filter(|bit| (0..count).contains(bit));
        bits.fold(0, |mask, bit| mask | 1 << bit)
    }

    /// The bits of the values that `keep` says yes to.
    pub fn mask_where(&self, keep: impl Fn(i32) -> bool) -> u64 {
        let values = self.values().zip(0..);
        values.fold(0, |mask, (value, bit)| mask | u64::from(keep(value)) << bit)
    }

    /// The bits of all values.
    pub fn full_mask(&self) -> u64 {
        u64::MAX >> (64 - self.value_count())
    }
}

/// What no board can be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    /// Too few or too many rows or columns.
    Sides {
        /// The rows asked for.
        rows: usize,
        /// The columns asked for.
        columns: usize,
    },
    /// No value, or too many.
    Values {
        /// The smallest value asked for.
        first: i32,
        /// The largest.
        last: i32,
    },
    /// A cell that does not exist.
    Cell {
        /// The cell.
        cell: Cell,
    },
    /// A cell that stands twice in one region.
    Repeated {
        /// The cell.
        cell: Cell,
    },
    /// A grid that stands twice, or leaves the board.
    Grid {
        /// Its upper left corner.
        corner: Cell,
        /// How many rows and columns it has.
        side: usize,
        /// Whether it stands twice.
        twice: bool,
    },
    /// A region that has more cells than there are values, all of which would differ.
    Crowded {
        /// Its first cell.
        cell: Cell,
        /// How many cells it has.
        cells: usize,
        /// How many values there are.
        values: usize,
    },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::Sides { rows, columns } => write!(
                f,
                "{rows} rows and {columns} columns; a board has 1 to {MAX_BOARD_SIDE} of each"
            ),
            BoardError::Values { first, last } => {
                write!(f, "values from {first} to {last}; a board has 1 to {MAX_VALUES} values")
            }
            BoardError::Cell { cell } => write!(f, "{cell} is not on the board"),
            BoardError::Repeated { cell } => write!(f, "{cell} stands twice in a region"),
            BoardError::Grid { corner, twice: true, .. } => {
                write!(f, "two grids have their corner at {corner}")
            }
            BoardError::Grid { corner, side, .. } => {
                write!(f, "a grid of {side}x{side} from {corner} on leaves the board")
            }
            BoardError::Crowded { cell, cells, values } => {
                write!(f, "the region of {cell} has {cells} cells, and there are {values} values")
            }
        }
    }
}

impl std::error::Error for BoardError {}
