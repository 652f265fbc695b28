//! Groups: the sets of cells that must hold different values.

use std::fmt;
use std::sync::Arc;

/// Cells, by index, that must hold different values.
///
/// ```
/// use houserules::grid::Shape;
/// let shape = Shape::sudoku();
/// assert_eq!(shape.groups()[2].to_string(), "row 3");
/// assert_eq!(shape.groups()[2].cells[..3], [18, 19, 20]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Where it comes from.
    pub kind: GroupKind,
    /// What people call it: `row 3`, `box 5`, `region C`.
    pub name: Arc<str>,
    /// Its cells, as indices counted row by row from 0.
    pub cells: Box<[usize]>,
}

/// Where a group comes from; for pictures and messages, not for solving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GroupKind {
    /// A row.
    Row,
    /// A column.
    Column,
    /// A rectangular box.
    Box,
    /// An irregular region.
    Region,
    /// One of the two long diagonals.
    Diagonal,
    /// A window of windoku.
    Window,
    /// The cells at one place of every box.
    Disjoint,
    /// Two cells some move of a chess piece apart.
    Move,
    /// A list of cells that somebody wrote down.
    Cells,
}

impl Group {
    pub(crate) fn new(
        kind: GroupKind,
        name: impl Into<Arc<str>>,
        cells: impl IntoIterator<Item = usize>,
    ) -> Group {
        Group { kind, name: name.into(), cells: cells.into_iter().collect() }
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
