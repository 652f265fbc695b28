//! Cells that contain certain values exactly so often.

use serde::{Deserialize, Serialize};

use super::contain_at_least::{fits, tally};
use super::{Cells, Kind, Rule, RuleFault, listed, on_board};
use crate::Share;
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::Drawing;
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// The cells contain each of these values exactly as often as it is listed; others are free.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContainExact {
    /// The cells.
    pub cells: Cells,
    /// The values.
    pub values: Vec<i32>,
}

pub(super) static KIND: Kind = Kind::of::<ContainExact>(
    "contain_exact",
    "each listed value stands in the cells exactly as often as listed",
);

impl Rule for ContainExact {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn check(&self, board: &Board) -> Result<(), RuleFault> {
        on_board(&self.values, board)?;
        fits(&self.cells, &self.values)
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let values = grid.line(&self.cells);
        let count = |all: &[i32], value: i32| all.iter().filter(|&&v| v == value).count();
        self.values.iter().all(|&value| count(&values, value) == count(&self.values, value))
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let board = plan.board();
        let share = |(value, count)| Share { mask: board.mask([value]), least: count, most: count };
        plan.counts(&self.cells, tally(&self.values).into_iter().map(share).collect());
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        let values: Vec<String> = self.values.iter().map(i32::to_string).collect();
        picture.cage(&self.cells, Some(&format!("={}", values.join(","))));
    }
}
