//! A region more: its cells hold different values.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, all_differ, listed, no_repeats};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::Drawing;
use crate::grid::variant::Grid;

/// A region more: its cells hold different values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExtraRegion {
    /// The cells.
    pub cells: Cells,
}

pub(super) static KIND: Kind =
    Kind::of::<ExtraRegion>("extra_region", "one more region, whose cells hold different values");

impl Rule for ExtraRegion {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn check(&self, _: &Board) -> Result<(), RuleFault> {
        no_repeats(&self.cells)
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        all_differ(&grid.line(&self.cells))
    }

    fn groups(&self, _: &Board) -> Vec<Vec<Cell>> {
        vec![listed(&self.cells)]
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.shade(&self.cells, "#ffe08a");
    }
}
