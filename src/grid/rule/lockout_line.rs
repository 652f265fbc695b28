//! Lockout lines: the ends lie far apart, and the middle outside them.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, at_least, listed};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::{Drawing, Stroke};
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// The ends differ by at least `min_diff`, and no value between them on the line lies between their values or equals one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LockoutLine {
    /// The cells, in order.
    pub cells: Cells,
    /// How much the ends differ at least.
    pub min_diff: u32,
}

pub(super) static KIND: Kind = Kind::of::<LockoutLine>(
    "lockout_line",
    "the ends differ by `min_diff` or more, the middle lies outside them",
);

impl Rule for LockoutLine {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn check(&self, _: &Board) -> Result<(), RuleFault> {
        at_least(2, &self.cells, "a line has two ends")
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let values = grid.line(&self.cells);
        let [first, middle @ .., last] = &values[..] else { return false };
        let (least, most) = (first.min(last), first.max(last));
        first.abs_diff(*last) >= self.min_diff && middle.iter().all(|v| v < least || most < v)
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let board = plan.board();
        let count = self.cells.len();
        let mut cases = Vec::new();
        for a in board.values() {
            for b in board.values().filter(|b| a.abs_diff(*b) >= self.min_diff) {
                let middle = board.mask_where(|v| v < a.min(b) || a.max(b) < v);
                let mut case = vec![middle; count];
                (case[0], case[count - 1]) = (board.mask([a]), board.mask([b]));
                cases.push(case);
            }
        }
        plan.cases(&self.cells, cases);
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.line(&self.cells, Stroke::new("#9dc3e6", 6));
        for end in [self.cells.first(), self.cells.last()].into_iter().flatten() {
            picture.diamond(*end);
        }
    }
}
