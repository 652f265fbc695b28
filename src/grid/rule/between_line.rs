//! Between lines: the middle lies strictly between the ends.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{Cells, Kind, Rule, RuleFault, at_least, listed};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::{Drawing, Stroke};
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// The values between the ends lie strictly between their values, whichever is greater.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BetweenLine {
    /// The cells, in order.
    pub cells: Cells,
}

pub(super) static KIND: Kind =
    Kind::of::<BetweenLine>("between_line", "the middle lies strictly between the ends");

impl Rule for BetweenLine {
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
        middle.iter().all(|value| least < value && value < most)
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let board = plan.board();
        let count = self.cells.len();
        let ends = || board.values().map(|value| board.mask([value]));
        let cases = ends().flat_map(|a| ends().map(move |b| (a, b))).map(|(a, b)| {
            let (low, high) = (a.min(b), a.max(b));
            let mut case: SmallVec<[u64; 12]> =
                SmallVec::from_elem((high - 1) & !(low | (low - 1)), count);
            (case[0], case[count - 1]) = (a, b);
            case
        });
        plan.cases(&self.cells, cases);
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.line(&self.cells, Stroke::new("#b9b9b9", 6));
        for end in [self.cells.first(), self.cells.last()].into_iter().flatten() {
            picture.ring(&[*end]);
        }
    }
}
