//! X and V: two cells add up to so much.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, listed};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::{Dot, Drawing};
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// X and V: two cells add up to so much.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairSum {
    /// The two cells.
    pub cells: Cells,
    /// Their sum.
    pub value: i64,
}

pub(super) static KIND: Kind =
    Kind::of::<PairSum>("pair_sum", "two cells add up to `value` (X is 10, V is 5)");

impl Rule for PairSum {
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
        let values = grid.line(&self.cells);
        i64::from(values[0]) + i64::from(values[1]) == self.value
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let value = self.value;
        plan.pair(self.cells[0], self.cells[1], |x, y| i64::from(x) + i64::from(y) == value);
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        let text = match self.value {
            5 => "V".to_owned(),
            10 => "X".to_owned(),
            sum => sum.to_string(),
        };
        picture.dot(&self.cells, Dot::Bare, &text);
    }
}
