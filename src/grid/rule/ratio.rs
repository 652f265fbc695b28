//! Black dots: one of two cells is so many times the other.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, listed};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::{Dot, Drawing};
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// Black dots: one of two cells is so many times the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ratio {
    /// The two cells.
    pub cells: Cells,
    /// How many times.
    pub value: i64,
}

pub(super) static KIND: Kind =
    Kind::of::<Ratio>("ratio", "one of two cells is `value` times the other");

impl Rule for Ratio {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn check(&self, _: &Board) -> Result<(), RuleFault> {
        if self.cells.len() != 2 {
            return Err(RuleFault::Form("it is about two cells"));
        }
        if self.value.unsigned_abs() > 1_000_000 {
            return Err(RuleFault::Form("a ratio is at most a million"));
        }
        Ok(())
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let values = grid.line(&self.cells);
        {
            let (a, b) = (i64::from(values[0]), i64::from(values[1]));
            a == self.value * b || b == self.value * a
        }
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let value = self.value;
        plan.pair(self.cells[0], self.cells[1], |x, y| {
            let (x, y) = (i64::from(x), i64::from(y));
            x == value * y || y == value * x
        });
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        let text = if self.value == 2 { String::new() } else { self.value.to_string() };
        picture.dot(&self.cells, Dot::Black, &text);
    }
}
