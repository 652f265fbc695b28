//! Dutch flatmates: each middle value has the smallest above or the largest below.

use serde::{Deserialize, Serialize};

use super::{Kind, Rule, RuleFault};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// Each cell with the middle value (5 of 1 to 9) has the smallest one directly above or the largest one directly below.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DutchFlatmates {}

pub(super) static KIND: Kind = Kind::of::<DutchFlatmates>(
    "dutch_flatmates",
    "each 5 has a 1 directly above or a 9 directly below",
);

impl Rule for DutchFlatmates {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn check(&self, board: &Board) -> Result<(), RuleFault> {
        if board.value_count() % 2 == 1 {
            Ok(())
        } else {
            Err(RuleFault::Form("there must be a middle value"))
        }
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let board = grid.board();
        let (first, last) = (board.first_value(), board.last_value());
        let has = |cell: Option<Cell>, value| cell.is_some_and(|cell| grid.at(cell) == value);
        board.cells().all(|cell| {
            2 * i64::from(grid.at(cell)) != i64::from(first) + i64::from(last)
                || has(board.step(cell, -1, 0), first)
                || has(board.step(cell, 1, 0), last)
        })
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let board = plan.board();
        let full = board.full_mask();
        let (first, last) = (board.first_value(), board.last_value());
        let middle = board.mask_where(|v| 2 * i64::from(v) == i64::from(first) + i64::from(last));
        for cell in board.cells() {
            let mates = [(board.step(cell, -1, 0), first), (board.step(cell, 1, 0), last)];
            let mates = mates.into_iter().filter_map(|(mate, value)| Some((mate?, value)));
            let mates: Vec<(Cell, i32)> = mates.collect();
            let mut cells = vec![cell];
            cells.extend(mates.iter().map(|(mate, _)| *mate));
            let mut cases = vec![vec![full; cells.len()]];
            cases[0][0] = full & !middle;
            for (i, (_, value)) in mates.iter().enumerate() {
                let mut case = vec![full; cells.len()];
                case[i + 1] = board.mask([*value]);
                cases.push(case);
            }
            plan.cases(&cells, cases);
        }
    }
}
