//! Value indexing: the second cell says where the value of the first stands again.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, at_least, listed};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::{Drawing, Stroke};
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// The value of the first cell stands again, so many cells behind the second one as the second one says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueIndexing {
    /// The cells, in order.
    pub cells: Cells,
}

pub(super) static KIND: Kind = Kind::of::<ValueIndexing>(
    "value_indexing",
    "the value of the first cell stands again so many cells on as the second says",
);

impl Rule for ValueIndexing {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn check(&self, _: &Board) -> Result<(), RuleFault> {
        at_least(3, &self.cells, "it takes three cells")
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let values = grid.line(&self.cells);
        let place = usize::try_from(i64::from(values[1]) + 1);
        place.is_ok_and(|place| values.get(place) == Some(&values[0]))
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let board = plan.board();
        let full = board.full_mask();
        let mut cases = Vec::new();
        for value in board.values() {
            for place in 1..self.cells.len() {
                let mut case = vec![full; self.cells.len()];
                case[0] = board.mask([value]);
                case[1] = board.mask([place as i32 - 1]);
                case[place] &= board.mask([value]);
                cases.push(case);
            }
        }
        plan.cases(&self.cells, cases);
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.line(&self.cells, Stroke::new("#a9c7c0", 5));
        if let Some(&first) = self.cells.first() {
            picture.square(first, "#a9c7c0");
        }
    }
}
