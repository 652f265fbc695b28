//! A puzzle that a form puts together piece by piece.

use super::super::Variant;
use super::super::error::VariantFault;
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::regions::Regions;
use crate::grid::rule::{Cells, Diagonal, Rule};

/// The pieces of a puzzle.
pub(super) struct Draft {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) values: (i32, i32),
    /// Whether rows and columns hold different values.
    pub(super) latin: bool,
    pub(super) regions: Vec<Vec<Cell>>,
    pub(super) given: Vec<(Cell, Vec<i32>)>,
    pub(super) rules: Vec<Box<dyn Rule>>,
}

impl Draft {
    /// A square board with values from 1, without regions.
    pub(super) fn square(side: usize) -> Draft {
        let last = i32::try_from(side).unwrap_or(i32::MAX);
        Draft {
            rows: side,
            columns: side,
            values: (1, last),
            latin: true,
            regions: Vec::new(),
            given: Vec::new(),
            rules: Vec::new(),
        }
    }

    /// All cells, row by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| Cell { row, column }))
    }

    /// Adds a rule.
    pub(super) fn rule(&mut self, rule: impl Rule) {
        self.rules.push(Box::new(rule));
    }

    /// Adds the falling diagonal, or the rising one.
    pub(super) fn diagonal(&mut self, falls: bool) {
        let side = self.rows.min(self.columns);
        let column = |i| if falls { i } else { side - 1 - i };
        let cells = (0..side).map(|i| Cell { row: i, column: column(i) }).collect();
        let direction = Some(if falls { "\\" } else { "/" }.to_owned());
        self.rule(Diagonal { cells: Cells(cells), direction });
    }

    /// Cuts the board into regions by a label for each cell; cells without one are in none.
    pub(super) fn labels<L: PartialEq>(&mut self, labels: &[Option<L>]) {
        let mut names: Vec<(&L, Vec<Cell>)> = Vec::new();
        for (cell, label) in self.cells().zip(labels) {
            let Some(label) = label else { continue };
            match names.iter_mut().find(|(name, _)| *name == label) {
                Some((_, cells)) => cells.push(cell),
                None => names.push((label, vec![cell])),
            }
        }
        self.regions.extend(names.into_iter().map(|(_, cells)| cells));
    }

    /// The puzzle.
    pub(super) fn puzzle(self) -> Result<Variant, VariantFault> {
        let board = Board::new(self.rows, self.columns, self.values.0..=self.values.1)?;
        let mut board = if self.latin { board.latin() } else { board };
        for cells in &self.regions {
            board = board.region(cells)?;
        }
        let mut puzzle = Variant::new(board);
        for (cell, values) in self.given {
            puzzle.restrict(cell, &values)?;
        }
        for rule in self.rules {
            puzzle.add(rule)?;
        }
        Ok(puzzle)
    }
}

/// The number of the usual box of a cell on a square board; where there is none, of its row.
pub(super) fn usual_region(side: usize, cell: Cell) -> usize {
    match Regions::default_box(side) {
        Some(Regions::Boxes { height, width }) => {
            cell.row / height * (side / width) + cell.column / width
        }
        _ => cell.row,
    }
}
