//! Palindromes: the line reads the same both ways.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, listed};
use crate::grid::cell::Cell;
use crate::grid::drawing::{Drawing, Stroke};
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// The line reads the same both ways.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Palindrome {
    /// The cells, in order.
    pub cells: Cells,
}

pub(super) static KIND: Kind =
    Kind::of::<Palindrome>("palindrome", "the line reads the same both ways");

impl Rule for Palindrome {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let values = grid.line(&self.cells);
        values.iter().eq(values.iter().rev())
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let ends = self.cells.iter().zip(self.cells.iter().rev()).take(self.cells.len() / 2);
        plan.pairs(ends.map(|(&a, &b)| [a, b]), |x, y| x == y);
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.line(&self.cells, Stroke::new("#b5b5b5", 9));
    }
}
