//! Whispers: neighbours on the line differ by at least so much.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, listed};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::{Drawing, Stroke};
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// Whispers: neighbours on the line differ by at least so much.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Whisper {
    /// The cells, in order.
    pub cells: Cells,
    /// How much neighbours differ at least; half as much as there are values, rounded up, where nothing is said.
    #[serde(default)]
    pub min_diff: Option<i64>,
}

pub(super) static KIND: Kind =
    Kind::of::<Whisper>("whisper", "neighbours on the line differ by at least `min_diff`");

impl Rule for Whisper {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let least = self.least(grid.board());
        grid.line(&self.cells)
            .windows(2)
            .all(|pair| i64::from(pair[0]).abs_diff(pair[1].into()) as i64 >= least)
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let least = self.least(plan.board());
        let pairs = self.cells.windows(2).map(|pair| [pair[0], pair[1]]);
        plan.pairs(pairs, |x, y| i64::from(x.abs_diff(y)) >= least);
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.line(&self.cells, Stroke::new("#8fd08f", 9));
        if let (Some(least), Some(&first)) = (self.min_diff, self.cells.first()) {
            let usual = picture.board().value_count().div_ceil(2) as i64;
            if least != usual {
                picture.corner(first, &format!("≥{least}"));
            }
        }
    }
}

impl Whisper {
    fn least(&self, board: &Board) -> i64 {
        self.min_diff.unwrap_or(board.value_count().div_ceil(2) as i64)
    }
}
