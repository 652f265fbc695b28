//! Puzzles: a shape, the givens, and perhaps which candidates are left in the open cells.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::cell::Cell;
use super::group::GroupKind;
use super::shape::Shape;

/// A puzzle: a shape, the givens, and perhaps candidates ruled out from the start.
///
/// An open cell normally can hold every value. Where some are ruled out (a puzzle of pencil marks), a cell with one
/// candidate left is a given, and a cell with none is allowed: such a puzzle has no solution, but it is a puzzle.
///
/// ```
/// use houserules::grid::{Puzzle, Shape};
/// let mut puzzle = Puzzle::blank(Shape::square(4)?);
/// puzzle.set(0, Some(3))?;
/// puzzle.restrict(5, &[1, 4])?;
/// assert_eq!(puzzle.givens().collect::<Vec<_>>(), [(0, 3)]);
/// assert_eq!(puzzle.candidates(5).collect::<Vec<_>>(), [1, 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Record", into = "Record"))]
pub struct Puzzle {
    shape: Shape,
    givens: Box<[Option<i32>]>,
    /// The open cells that cannot hold every value, with what they can hold in ascending order: never one value
    /// (that is a given) and never all, so that equal puzzles are equal data.
    marks: BTreeMap<usize, Box<[i32]>>,
}

impl Puzzle {
    /// A puzzle with a given or `None` for each cell, row by row.
    ///
    /// ```
    /// use houserules::grid::{Puzzle, Shape};
    /// let error = Puzzle::new(Shape::square(4)?, [Some(5)]).unwrap_err();
    /// assert_eq!(error.to_string(), "1 cell where the shape 4x4 has 16");
    /// # Ok::<(), houserules::grid::ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// Too few or too many cells, or a value that the shape does not have.
    pub fn new(shape: Shape, givens: impl Into<Box<[Option<i32>]>>) -> Result<Puzzle, PuzzleError> {
        let givens = givens.into();
        if givens.len() != shape.len() {
            return Err(PuzzleError::CellCount { found: givens.len(), shape });
        }
        let range = shape.values();
        for (index, given) in givens.iter().enumerate() {
            if let Some(value) = *given
                && !range.contains(&value)
            {
                let cell = shape.cell(index);
                return Err(PuzzleError::Value { cell, value, range });
            }
        }
        Ok(Puzzle { shape, givens, marks: BTreeMap::new() })
    }

    /// A puzzle without givens.
    pub fn blank(shape: Shape) -> Puzzle {
        Puzzle { givens: vec![None; shape.len()].into(), shape, marks: BTreeMap::new() }
    }

    /// Its shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The given of a cell; `None` for an open cell, and for one that is not on the board.
    pub fn given(&self, cell: usize) -> Option<i32> {
        *self.givens.get(cell)?
    }

    /// The cells that are given, and their values.
    pub fn givens(&self) -> impl Iterator<Item = (usize, i32)> + '_ {
        let cells = self.givens.iter().enumerate();
        cells.filter_map(|(cell, given)| Some((cell, (*given)?)))
    }

    /// Whether every cell is given.
    pub fn is_full(&self) -> bool {
        self.givens.iter().all(Option::is_some)
    }

    /// Whether some open cell cannot hold every value: a puzzle of pencil marks.
    pub fn has_marks(&self) -> bool {
        !self.marks.is_empty()
    }

    /// The open cells that cannot hold every value, with what they can hold.
    pub fn marks(&self) -> impl Iterator<Item = (usize, &[i32])> + '_ {
        self.marks.iter().map(|(cell, values)| (*cell, &**values))
    }

    /// What a cell can hold from the start: its given, the candidates left to it, or every value of the shape.
    pub fn candidates(&self, cell: usize) -> impl Iterator<Item = i32> + '_ {
        let given = self.given(cell);
        let marks = self.marks.get(&cell);
        self.shape.values().filter(move |value| match given {
            Some(given) => given == *value,
            None => marks.is_none_or(|marks| marks.contains(value)),
        })
    }

    /// Gives a cell its value, or opens it to every value.
    ///
    /// # Errors
    /// A cell outside the board, or a value that the shape does not have.
    pub fn set(&mut self, cell: usize, given: Option<i32>) -> Result<(), PuzzleError> {
        match given {
            Some(value) => self.restrict(cell, &[value]),
            None => {
                let outside =
                    PuzzleError::Cell { cell: self.shape.cell(cell), side: self.shape.side() };
                *self.givens.get_mut(cell).ok_or(outside)? = None;
                self.marks.remove(&cell);
                Ok(())
            }
        }
    }

    /// Leaves these candidates to a cell; one alone makes it a given, and none makes a puzzle without a solution.
    ///
    /// # Errors
    /// A cell outside the board, or a value that the shape does not have.
    pub fn restrict(&mut self, cell: usize, values: &[i32]) -> Result<(), PuzzleError> {
        let side = self.shape.side();
        let range = self.shape.values();
        let name = self.shape.cell(cell);
        let given = self.givens.get_mut(cell).ok_or(PuzzleError::Cell { cell: name, side })?;
        if let Some(value) = values.iter().find(|value| !range.contains(value)) {
            return Err(PuzzleError::Value { cell: name, value: *value, range });
        }
        let values: BTreeSet<i32> = values.iter().copied().collect();
        *given = None;
        self.marks.remove(&cell);
        match values.len() {
            1 => *given = values.first().copied(),
            all if all == range.count() => {}
            _ => {
                self.marks.insert(cell, values.into_iter().collect());
            }
        }
        Ok(())
    }

    /// The givens that contradict each other, each pair of cells once; found without solving.
    ///
    /// ```
    /// use houserules::grid::{Puzzle, Shape};
    /// let mut puzzle = Puzzle::blank(Shape::sudoku());
    /// puzzle.set(1, Some(9))?;
    /// puzzle.set(2, Some(9))?;
    /// let clashes = puzzle.clashes();
    /// assert_eq!(clashes.len(), 1);
    /// assert_eq!(clashes[0].to_string(), "r1c2 and r1c3 are both 9, in row 1");
    /// # Ok::<(), houserules::grid::PuzzleError>(())
    /// ```
    pub fn clashes(&self) -> Vec<Clash> {
        let mut clashes = Vec::new();
        let mut seen = BTreeSet::new();
        let mut first: Vec<Option<usize>> = vec![None; self.shape.values().count()];
        for group in self.shape.groups() {
            first.fill(None);
            for &cell in &group.cells {
                let Some(value) = self.given(cell) else {
                    continue;
                };
                let place = (value - self.shape.values().start()) as usize;
                let Some(earlier) = first[place].replace(cell) else {
                    continue;
                };
                if seen.insert((earlier.min(cell), earlier.max(cell))) {
                    clashes.push(Clash {
                        cells: [self.shape.cell(earlier), self.shape.cell(cell)],
                        value,
                        group: group.name.clone(),
                        kind: group.kind,
                    });
                }
            }
        }
        clashes
    }
}

impl fmt::Display for Puzzle {
    /// Draws it, as the form `grid` does, or `pencil` if it has marks and these can be drawn.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&super::form::drawing(self))
    }
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |cell: usize| self.shape.cell(cell).to_string();
        let mut debug = f.debug_struct("Puzzle");
        debug.field("shape", &self.shape);
        let givens: BTreeMap<_, _> = self.givens().map(|(c, v)| (named(c), v)).collect();
        debug.field("givens", &givens);
        if self.has_marks() {
            let marks: BTreeMap<_, _> = self.marks().map(|(c, v)| (named(c), v)).collect();
            debug.field("marks", &marks);
        }
        debug.finish()
    }
}

/// Two givens that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// Where they are.
    pub cells: [Cell; 2],
    /// What both are.
    pub value: i32,
    /// The name of a group that holds both.
    pub group: Arc<str>,
    /// The kind of that group.
    pub kind: GroupKind,
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Clash { cells: [a, b], value, group, kind } = self;
        write!(f, "{a} and {b} are both {value}, ")?;
        match kind {
            GroupKind::Move => write!(f, "{group} apart"),
            _ => write!(f, "in {group}"),
        }
    }
}

/// Givens that do not fit their shape.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PuzzleError {
    /// More or fewer cells than the shape has.
    CellCount {
        /// How many were found.
        found: usize,
        /// The shape.
        shape: Shape,
    },
    /// A cell that is not on the board.
    Cell {
        /// The cell.
        cell: Cell,
        /// The side of the board.
        side: usize,
    },
    /// A value that the shape does not have.
    Value {
        /// Where it stands.
        cell: Cell,
        /// The value.
        value: i32,
        /// The values that the shape has.
        range: RangeInclusive<i32>,
    },
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PuzzleError::CellCount { found, shape } => {
                let cells = if *found == 1 { "cell" } else { "cells" };
                write!(f, "{found} {cells} where the shape {shape} has {}", shape.len())
            }
            PuzzleError::Cell { cell, side } => {
                write!(f, "{cell} is not on a board of {side} rows and columns")
            }
            PuzzleError::Value { cell, value, range } => {
                let (first, last) = (range.start(), range.end());
                write!(f, "{cell} is {value}, which is not from {first} to {last}")
            }
        }
    }
}

impl std::error::Error for PuzzleError {}

/// What is written down of a puzzle.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct Record {
    shape: Shape,
    givens: Box<[Option<i32>]>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    candidates: BTreeMap<Cell, Box<[i32]>>,
}

#[cfg(feature = "serde")]
impl From<Puzzle> for Record {
    fn from(puzzle: Puzzle) -> Record {
        let Puzzle { shape, givens, marks } = puzzle;
        let marks = marks.into_iter();
        let candidates = marks.map(|(i, marks)| (shape.cell(i), marks)).collect();
        Record { shape, givens, candidates }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<Record> for Puzzle {
    type Error = PuzzleError;

    fn try_from(record: Record) -> Result<Puzzle, PuzzleError> {
        let mut puzzle = Puzzle::new(record.shape, record.givens)?;
        for (cell, values) in &record.candidates {
            let side = puzzle.shape.side();
            let index = puzzle.shape.index(*cell);
            let index = index.ok_or(PuzzleError::Cell { cell: *cell, side })?;
            puzzle.restrict(index, values)?;
        }
        Ok(puzzle)
    }
}
