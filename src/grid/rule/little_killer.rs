//! Sums along a diagonal, whose cells may repeat.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, at_least, listed, total};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::Drawing;
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// The cells of a diagonal add up to a sum; values may repeat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LittleKiller {
    /// The cells.
    pub cells: Cells,
    /// What they add up to.
    pub sum: i64,
}

pub(super) static KIND: Kind =
    Kind::of::<LittleKiller>("little_killer", "the cells of a diagonal add up to `sum`");

impl Rule for LittleKiller {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn check(&self, _: &Board) -> Result<(), RuleFault> {
        at_least(1, &self.cells, "a sum needs a cell")
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        total(&grid.line(&self.cells)) == self.sum
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        plan.sum(self.cells.iter().map(|&cell| (1, cell)), self.sum);
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.clue_along(&self.cells, &self.sum.to_string());
    }
}
