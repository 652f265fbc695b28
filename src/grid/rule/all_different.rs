//! Cells that hold different values.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, all_differ, listed, no_repeats};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::Drawing;
use crate::grid::variant::Grid;

/// Cells that hold different values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AllDifferent {
    /// The cells.
    pub cells: Cells,
}

pub(super) static KIND: Kind =
    Kind::of::<AllDifferent>("all_different", "cells that hold different values");

impl Rule for AllDifferent {
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
        picture.cage(&self.cells, None);
    }
}
