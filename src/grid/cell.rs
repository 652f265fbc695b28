//! A cell's place on the board, which people write `r3c5`.

use std::fmt;
use std::str::FromStr;

/// A cell, by row and column counted from 0; read and printed as people do, from 1.
///
/// ```
/// use houserules::grid::Cell;
/// let cell: Cell = "r3c5".parse()?;
/// assert_eq!(cell, Cell { row: 2, column: 4 });
/// assert_eq!(cell.to_string(), "r3c5");
/// # Ok::<(), houserules::grid::CellError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
pub struct Cell {
    /// The row, from 0 at the top.
    pub row: usize,
    /// The column, from 0 at the left.
    pub column: usize,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Most boards are small, and this is written often.
        if self.row < 9 && self.column < 9 {
            let text = [b'r', b'1' + self.row as u8, b'c', b'1' + self.column as u8];
            return f.write_str(str::from_utf8(&text).unwrap_or_default());
        }
        match (self.row.checked_add(1), self.column.checked_add(1)) {
            (Some(row), Some(column)) => write!(f, "r{row}c{column}"),
            // The last row there could be is one past `usize` when counted from 1.
            _ => write!(f, "r{}c{}", self.row as u128 + 1, self.column as u128 + 1),
        }
    }
}

impl FromStr for Cell {
    type Err = CellError;

    fn from_str(text: &str) -> Result<Cell, CellError> {
        match Cell::first_in(text) {
            Some((cell, "")) => Ok(cell),
            _ => Err(CellError(text.chars().take(40).collect())),
        }
    }
}

impl Cell {
    /// The cell that `text` begins with, and what follows it.
    pub(crate) fn first_in(text: &str) -> Option<(Cell, &str)> {
        let (row, rest) = number(text.strip_prefix(['r', 'R'])?)?;
        let (column, rest) = number(rest.strip_prefix(['c', 'C'])?)?;
        Some((Cell { row, column }, rest))
    }
}

/// A number from 1, as one from 0, and the text after it.
fn number(text: &str) -> Option<(usize, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    Some((digits.parse::<usize>().ok()?.checked_sub(1)?, rest))
}

impl TryFrom<String> for Cell {
    type Error = CellError;

    fn try_from(text: String) -> Result<Cell, CellError> {
        text.parse()
    }
}

impl From<Cell> for String {
    fn from(cell: Cell) -> String {
        cell.to_string()
    }
}

/// A text that names no cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellError(String);

impl fmt::Display for CellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a cell such as `r3c5`", self.0)
    }
}

impl std::error::Error for CellError {}
