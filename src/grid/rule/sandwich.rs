//! Sandwiches: the values between the smallest and the largest value of the board.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{Cells, Kind, Rule, RuleFault, at_least, listed, total};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::Drawing;
use crate::grid::plan::Plan;
use crate::grid::plan::sets_with_sum;
use crate::grid::variant::Grid;

/// The smallest and the largest value of the board (1 and 9) each stand once in the cells, and what lies between them adds up to `sum`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sandwich {
    /// The cells, in order.
    pub cells: Cells,
    /// The sum of what lies between them.
    pub sum: i64,
}

pub(super) static KIND: Kind = Kind::of::<Sandwich>(
    "sandwich",
    "what lies between the smallest and the largest value adds up to `sum`",
);

impl Rule for Sandwich {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn check(&self, _: &Board) -> Result<(), RuleFault> {
        at_least(1, &self.cells, "a sandwich needs cells")
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let values = grid.line(&self.cells);
        let board = grid.board();
        let places = |value: i32| -> Vec<usize> {
            (0..values.len()).filter(|&i| values[i] == value).collect()
        };
        let (first, last) = (places(board.first_value()), places(board.last_value()));
        // Where there is one value only, there are no two of them.
        let ([a], [b]) = (&first[..], &last[..]) else { return false };
        a != b && values.get(a.min(b) + 1..*a.max(b)).map_or(0, total) == self.sum
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let board = plan.board();
        let (first, last) = (board.first_value(), board.last_value());
        let count = self.cells.len();
        if !plan.differ(&self.cells) || board.value_count() > 12 {
            // Before the first crust, inside with the sum so far, or after the second.
            let sum = self.sum;
            let step = move |state: &(Option<i32>, i64, bool), value: i32| {
                let crust = value == first || value == last;
                match *state {
                    (None, ..) if crust => Some((Some(value), 0, false)),
                    (Some(open), so_far, false) if crust => {
                        (open != value && so_far == sum).then_some((Some(open), 0, true))
                    }
                    (.., true) if crust => None,
                    (Some(open), so_far, false) => {
                        Some((Some(open), so_far + i64::from(value), false))
                    }
                    state => Some(state),
                }
            };
            return plan.line(&self.cells, vec![(None, 0, false)], step, |state| state.2);
        }
        let (low, high) = (board.mask([first]), board.mask([last]));
        let inner = board.full_mask() & !low & !high;
        let mut cases = Vec::new();
        for gap in 0..count.saturating_sub(1) {
            for set in sets_with_sum(board, inner, gap, self.sum) {
                for start in 0..count - 1 - gap {
                    for ends in [(low, high), (high, low)] {
                        let mut case: SmallVec<[u64; 12]> =
                            SmallVec::from_elem(inner & !set, count);
                        case[start + 1..][..gap].fill(set);
                        (case[start], case[start + 1 + gap]) = ends;
                        cases.push(case);
                    }
                }
            }
        }
        plan.cases(&self.cells, cases);
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.clue(&self.cells, &self.sum.to_string());
    }
}
