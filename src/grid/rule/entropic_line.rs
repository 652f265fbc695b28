//! Entropic lines: any three cells in a row are a low, a middle and a high one.

use serde::{Deserialize, Serialize};

use super::modular_line::classes;
use super::{Cells, Kind, Rule, RuleFault, all_differ, listed};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::{Drawing, Stroke};
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// Any three cells in a row are a low, a middle and a high one: the thirds of the values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntropicLine {
    /// The cells, in order.
    pub cells: Cells,
}

pub(super) static KIND: Kind = Kind::of::<EntropicLine>(
    "entropic_line",
    "any three cells in a row are low, middle and high, in any order",
);

impl Rule for EntropicLine {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn check(&self, board: &Board) -> Result<(), RuleFault> {
        thirds(board)
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let values = grid.line(&self.cells);
        let thirds: Vec<i32> = values.into_iter().map(|v| third(grid.board(), v) as i32).collect();
        (0..thirds.len()).all(|i| all_differ(&thirds[i..thirds.len().min(i + 3)]))
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let board = plan.board();
        classes(plan, &self.cells, 3, |value| third(board, value));
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.line(&self.cells, Stroke::new("#f4b183", 8));
    }
}

/// Which third of the values a value is in: 0, 1 or 2.
pub(super) fn third(board: &Board, value: i32) -> i64 {
    i64::from(value.abs_diff(board.first_value())) / (board.value_count() as i64 / 3).max(1)
}

/// That the values have thirds.
pub(super) fn thirds(board: &Board) -> Result<(), RuleFault> {
    if board.value_count().is_multiple_of(3) {
        Ok(())
    } else {
        Err(RuleFault::Form("the values must fall into thirds"))
    }
}
