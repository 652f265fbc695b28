//! Nabners: no two values of the line are equal or consecutive.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, listed, no_repeats};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::{Drawing, Stroke};
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// No two values, wherever they stand on the line, are equal or consecutive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nabner {
    /// The cells.
    pub cells: Cells,
}

pub(super) static KIND: Kind =
    Kind::of::<Nabner>("nabner", "no two values are equal or consecutive");

impl Rule for Nabner {
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
        let values = grid.line(&self.cells);
        values.iter().enumerate().all(|(i, &a)| values[..i].iter().all(|&b| a.abs_diff(b) >= 2))
    }

    fn groups(&self, _: &Board) -> Vec<Vec<Cell>> {
        vec![listed(&self.cells)]
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let cells = &self.cells;
        let pairs = (0..cells.len()).flat_map(|i| (0..i).map(move |j| [cells[j], cells[i]]));
        plan.pairs(pairs, |x, y| x.abs_diff(y) >= 2);
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.line(&self.cells, Stroke::new("#e8b23c", 5).dashed());
    }
}
