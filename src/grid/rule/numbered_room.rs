//! Numbered rooms: the first cell says where the value stands.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, at_least, listed, on_board};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::Drawing;
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// The cell that the first one points to has the value. The smallest value of the board points to the first cell itself, the next one to the second.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NumberedRoom {
    /// The cells, in order.
    pub cells: Cells,
    /// The value that is pointed to.
    pub value: i32,
}

pub(super) static KIND: Kind = Kind::of::<NumberedRoom>(
    "numbered_room",
    "the cell at the place that the first cell says has `value`",
);

impl Rule for NumberedRoom {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn check(&self, board: &Board) -> Result<(), RuleFault> {
        at_least(1, &self.cells, "a room needs a cell")?;
        on_board([&self.value], board)
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let values = grid.line(&self.cells);
        let place = values[0].abs_diff(grid.board().first_value()) as usize;
        values.get(place) == Some(&self.value)
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let board = plan.board();
        let full = board.full_mask();
        let cases = (0..self.cells.len().min(board.value_count())).map(|place| {
            let mut case = vec![full; self.cells.len()];
            case[0] = 1 << place;
            case[place] &= board.mask([self.value]);
            case
        });
        plan.cases(&self.cells, cases.collect::<Vec<_>>());
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.clue(&self.cells, &format!("#{}", self.value));
    }
}
