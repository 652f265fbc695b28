//! Global entropy: each square of four cells has a low, a middle and a high one.

use serde::{Deserialize, Serialize};

use super::entropic_line::{third, thirds};
use super::{Kind, Rule, RuleFault};
use crate::Share;
use crate::grid::board::Board;
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// Each square of two by two cells has a low, a middle and a high value: the thirds of the values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GlobalEntropy {}

pub(super) static KIND: Kind = Kind::of::<GlobalEntropy>(
    "global_entropy",
    "each 2x2 square has a low, a middle and a high value",
);

impl Rule for GlobalEntropy {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn check(&self, board: &Board) -> Result<(), RuleFault> {
        thirds(board)
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        grid.board().squares().all(|cells| {
            let values = grid.line(&cells);
            (0..3).all(|t| values.iter().any(|&value| third(grid.board(), value) == t))
        })
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let board = plan.board();
        for cells in board.squares() {
            let share =
                |t| Share { mask: board.mask_where(|v| third(board, v) == t), least: 1, most: 4 };
            plan.counts(&cells, (0..3).map(share).collect());
        }
    }
}
