//! Lunchboxes: what lies between the smallest and the largest cell.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, all_differ, listed, no_repeats, total};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::{Drawing, Stroke};
use crate::grid::plan::Plan;
use crate::grid::plan::sets_with_sum;
use crate::grid::variant::Grid;

/// Different values; those between the smallest and the largest of them add up to `sum`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lunchbox {
    /// The cells, in order.
    pub cells: Cells,
    /// The sum of what lies between them.
    pub sum: i64,
}

pub(super) static KIND: Kind = Kind::of::<Lunchbox>(
    "lunchbox",
    "cells differ; what lies between the smallest and the largest of them adds up to `sum`",
);

impl Rule for Lunchbox {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn check(&self, _: &Board) -> Result<(), RuleFault> {
        no_repeats(&self.cells)
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let values = grid.line(&self.cells);
        let place = |value: Option<&i32>| values.iter().position(|v| Some(v) == value);
        let (a, b) = (place(values.iter().min()), place(values.iter().max()));
        let (Some(a), Some(b)) = (a, b) else { return self.sum == 0 };
        let between = values.get(a.min(b) + 1..a.max(b)).map_or(0, total);
        all_differ(&values) && between == self.sum
    }

    fn groups(&self, _: &Board) -> Vec<Vec<Cell>> {
        vec![listed(&self.cells)]
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let board = plan.board();
        let count = self.cells.len();
        if count < 2 || board.value_count() > 12 {
            let sum = self.sum;
            return plan.check(&self.cells, move |values| {
                let place = |value: Option<&i32>| values.iter().position(|v| Some(v) == value);
                let (a, b) = (place(values.iter().min()), place(values.iter().max()));
                let (Some(a), Some(b)) = (a, b) else { return sum == 0 };
                values.get(a.min(b) + 1..a.max(b)).map_or(0, total) == sum
            });
        }
        let mut cases = Vec::new();
        for low in board.values() {
            for high in (low..=board.last_value()).filter(|high| (high - low) as usize + 1 >= count)
            {
                let inner = board.mask_where(|value| low < value && value < high);
                let (low, high) = (board.mask([low]), board.mask([high]));
                for gap in 0..count - 1 {
                    for set in sets_with_sum(board, inner, gap, self.sum) {
                        for start in 0..count - 1 - gap {
                            for ends in [(low, high), (high, low)] {
                                let mut case = vec![inner & !set; count];
                                case[start + 1..][..gap].fill(set);
                                (case[start], case[start + 1 + gap]) = ends;
                                cases.push(case);
                            }
                        }
                    }
                }
            }
        }
        plan.cases(&self.cells, cases);
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.line(&self.cells, Stroke::new("#e3d5b8", 22));
        if let Some(&first) = self.cells.first() {
            picture.corner(first, &self.sum.to_string());
        }
    }
}
