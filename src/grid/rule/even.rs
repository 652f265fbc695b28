//! Cells that hold even values.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, listed};
use crate::grid::cell::Cell;
use crate::grid::drawing::Drawing;
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// The cells hold even values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Even {
    /// The cells.
    pub cells: Cells,
}

pub(super) static KIND: Kind = Kind::of::<Even>("even", "the cells hold even values");

impl Rule for Even {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        self.cells.iter().all(|&cell| grid.at(cell) % 2 == 0)
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let mask = plan.board().mask_where(|value| value % 2 == 0);
        self.cells.iter().for_each(|&cell| plan.keep(cell, mask));
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        for &cell in self.cells.iter() {
            picture.square(cell, "#cfcfcf");
        }
    }
}
