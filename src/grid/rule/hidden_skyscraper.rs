//! Hidden skyscrapers: the first one that is not seen.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, listed, on_board};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::Drawing;
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// The first cell that is smaller than some cell before it has this value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HiddenSkyscraper {
    /// The cells, in order.
    pub cells: Cells,
    /// The value of the first hidden one.
    pub value: i32,
}

pub(super) static KIND: Kind = Kind::of::<HiddenSkyscraper>(
    "hidden_skyscraper",
    "the first cell that is smaller than one before it has `value`",
);

impl Rule for HiddenSkyscraper {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn check(&self, board: &Board) -> Result<(), RuleFault> {
        on_board([&self.value], board)
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let values = grid.line(&self.cells);
        let hidden = |&i: &usize| values[..i].iter().any(|&before| before > values[i]);
        (0..values.len()).find(hidden).is_some_and(|i| values[i] == self.value)
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let wanted = self.value;
        // Where the cells differ, the one that is hidden is not seen before.
        let differ = plan.differ(&self.cells);
        // The tallest so far, until one is hidden.
        let step = move |&(tallest, found): &(i32, bool), value: i32| match (found, value < tallest)
        {
            (true, _) => (!differ || value != wanted).then_some((tallest, true)),
            (false, true) => (value == wanted).then_some((0, true)),
            (false, false) if differ && (value == wanted || value == tallest) => None,
            (false, false) => Some((value, false)),
        };
        plan.line(&self.cells, vec![(i32::MIN, false)], step, |&(_, found)| found);
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.clue(&self.cells, &format!("h{}", self.value));
    }
}
