//! White dots: two cells differ by so much.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, listed};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::{Dot, Drawing};
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// White dots: two cells differ by so much.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// The two cells.
    pub cells: Cells,
    /// By how much.
    pub value: u64,
}

pub(super) static KIND: Kind = Kind::of::<Difference>("difference", "two cells differ by `value`");

impl Rule for Difference {
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
        i64::from(values[0]).abs_diff(values[1].into()) == self.value
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let value = self.value;
        plan.pair(self.cells[0], self.cells[1], |x, y| u64::from(x.abs_diff(y)) == value);
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        let text = if self.value == 1 { String::new() } else { self.value.to_string() };
        picture.dot(&self.cells, Dot::White, &text);
    }
}
