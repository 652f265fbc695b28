//! Minimum: a cell is smaller than those beside it.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule};
use crate::grid::cell::Cell;
use crate::grid::drawing::Drawing;
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// A cell is smaller than each of its neighbours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Minimum {
    /// The cell.
    pub cell: Cell,
    /// What it is smaller than.
    pub neighbours: Cells,
}

pub(super) static KIND: Kind =
    Kind::of::<Minimum>("minimum", "a cell is smaller than each of its neighbours");

impl Rule for Minimum {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        self.neighbours.iter().copied().chain([self.cell]).collect()
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        self.neighbours.iter().all(|&other| grid.at(self.cell) < grid.at(other))
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let pairs = self.neighbours.iter().map(|&other| [self.cell, other]);
        plan.pairs(pairs, |x, y| x < y);
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.shade(&[self.cell], "#e4e4e4");
        for &other in self.neighbours.iter() {
            picture.greater(other, self.cell);
        }
    }
}
