//! Inequality signs: the first of two cells is greater.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, listed};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::Drawing;
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// The first of two cells is greater than the second.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GreaterThan {
    /// The greater one, then the smaller one.
    pub cells: Cells,
}

pub(super) static KIND: Kind =
    Kind::of::<GreaterThan>("greater_than", "the first cell is greater than the second");

impl Rule for GreaterThan {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn check(&self, _: &Board) -> Result<(), RuleFault> {
        if self.cells.len() == 2 { Ok(()) } else { Err(RuleFault::Form("it is about two cells")) }
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        grid.at(self.cells[0]) > grid.at(self.cells[1])
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        plan.pair(self.cells[0], self.cells[1], |x, y| x > y);
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.greater(self.cells[0], self.cells[1]);
    }
}
