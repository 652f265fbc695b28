//! Clones: two pieces of the grid are the same, cell by cell.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::Drawing;
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// Two lists of cells hold the same values, cell by cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clone {
    /// The first piece.
    pub cells: Cells,
    /// The second, in the same order.
    pub clone_cells: Cells,
}

pub(super) static KIND: Kind = Kind::of::<Clone>("clone", "two pieces are the same, cell by cell");

impl Rule for Clone {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        [&self.cells[..], &self.clone_cells[..]].concat()
    }

    fn check(&self, _: &Board) -> Result<(), RuleFault> {
        if self.cells.len() == self.clone_cells.len() {
            Ok(())
        } else {
            Err(RuleFault::Form("both pieces must have as many cells"))
        }
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        grid.line(&self.cells) == grid.line(&self.clone_cells)
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let pairs = self.cells.iter().zip(self.clone_cells.iter());
        plan.pairs(pairs.map(|(&a, &b)| [a, b]), |x, y| x == y);
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.shade(&self.cells, "#c9c9c9");
        picture.shade(&self.clone_cells, "#c9c9c9");
    }
}
