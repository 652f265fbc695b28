//! Double arrows: the two ends add up to what lies between them.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, at_least, listed, total};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::{Drawing, Stroke};
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// The two ends add up to the sum of the cells between them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DoubleArrow {
    /// The cells, in order.
    pub cells: Cells,
}

pub(super) static KIND: Kind =
    Kind::of::<DoubleArrow>("double_arrow", "the ends add up to the cells between them");

impl Rule for DoubleArrow {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn check(&self, _: &Board) -> Result<(), RuleFault> {
        at_least(2, &self.cells, "a double arrow has two ends")
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let values = grid.line(&self.cells);
        let [first, middle @ .., last] = &values[..] else { return false };
        i64::from(*first) + i64::from(*last) == total(middle)
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let last = self.cells.len() - 1;
        let sign = |i: usize| if i == 0 || i == last { 1 } else { -1 };
        plan.sum(self.cells.iter().enumerate().map(|(i, &cell)| (sign(i), cell)), 0);
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.line(&self.cells, Stroke::new("#777", 3));
        for end in [self.cells.first(), self.cells.last()].into_iter().flatten() {
            picture.ring(&[*end]);
        }
    }
}
