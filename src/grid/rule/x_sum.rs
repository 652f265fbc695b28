//! X-sums: the first cell says how many cells, itself included, add up to the sum.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, at_least, listed, total};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::Drawing;
use crate::grid::plan::Plan;
use crate::grid::plan::sets_with_sum;
use crate::grid::variant::Grid;

/// The first so many cells as the first one says, itself included, add up to `sum`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct XSum {
    /// The cells, in order.
    pub cells: Cells,
    /// The sum.
    pub sum: i64,
}

pub(super) static KIND: Kind =
    Kind::of::<XSum>("x_sum", "the first X cells add up to `sum`, where X is the first of them");

impl Rule for XSum {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn check(&self, _: &Board) -> Result<(), RuleFault> {
        at_least(1, &self.cells, "a sum needs a cell")
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let values = grid.line(&self.cells);
        let count = usize::try_from(values[0]);
        let first = count.ok().and_then(|count| values.get(..count));
        first.is_some_and(|first| total(first) == self.sum)
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let board = plan.board();
        let count = self.cells.len();
        if !plan.differ(&self.cells) || board.value_count() > 12 {
            let sum = self.sum;
            // How many cells are still to come, and the sum so far.
            let step = move |state: &(Option<i32>, i64), value: i32| {
                let (left, so_far) = (state.0.unwrap_or(value), state.1);
                match left {
                    i32::MIN..0 => None,
                    0 => Some((Some(0), so_far)),
                    _ => Some((Some(left - 1), so_far + i64::from(value))),
                }
            };
            return plan.line(&self.cells, vec![(None, 0)], step, move |&(left, so_far)| {
                left == Some(0) && so_far == sum
            });
        }
        let mut cases = Vec::new();
        for number in board.values().filter(|&x| usize::try_from(x).is_ok_and(|x| x <= count)) {
            let own = board.mask([number]);
            let others = board.full_mask() & !own;
            if number == 0 {
                if self.sum == 0 {
                    let mut case = vec![others; count];
                    case[0] = own;
                    cases.push(case);
                }
                continue;
            }
            let more = number as usize - 1;
            for set in sets_with_sum(board, others, more, self.sum - i64::from(number)) {
                let mut case = vec![others & !set; count];
                case[0] = own;
                case[1..][..more].fill(set);
                cases.push(case);
            }
        }
        plan.cases(&self.cells, cases);
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.clue(&self.cells, &format!("x{}", self.sum));
    }
}
