//! Look and say: how often certain values stand in the cells.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, listed, on_board};
use crate::Share;
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::Drawing;
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// For each `[count, value]`, exactly `count` of the cells hold `value`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LookAndSay {
    /// The cells.
    pub cells: Cells,
    /// How often, and which value.
    pub counts: Vec<(u32, i32)>,
}

pub(super) static KIND: Kind = Kind::of::<LookAndSay>(
    "look_and_say",
    "for each [count, value], exactly `count` cells hold `value`",
);

impl Rule for LookAndSay {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn check(&self, board: &Board) -> Result<(), RuleFault> {
        on_board(self.counts.iter().map(|(_, value)| value), board)
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let values = grid.line(&self.cells);
        let count = |value: i32| values.iter().filter(|&&v| v == value).count();
        self.counts.iter().all(|&(n, value)| count(value) == n as usize)
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let board = plan.board();
        let share = |&(count, value): &(u32, i32)| Share {
            mask: board.mask([value]),
            least: count,
            most: count,
        };
        plan.counts(&self.cells, self.counts.iter().map(share).collect());
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        let counts = self.counts.iter().map(|(count, value)| format!("{count}x{value}"));
        let counts: Vec<String> = counts.collect();
        picture.cage(&self.cells, Some(&counts.join(" ")));
    }
}
