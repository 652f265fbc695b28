//! Sum lines: the line splits into runs of one sum.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, at_least, listed, total};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::{Drawing, Stroke};
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// The line splits into runs that each add up to `sum`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SumLine {
    /// The cells, in order.
    pub cells: Cells,
    /// The sum of each run.
    pub sum: i64,
    /// Whether the line is a loop, so that a run may pass its end.
    #[serde(rename = "loop", default)]
    pub closed: bool,
}

pub(super) static KIND: Kind =
    Kind::of::<SumLine>("sum_line", "the line splits into runs that each add up to `sum`");

impl Rule for SumLine {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn check(&self, board: &Board) -> Result<(), RuleFault> {
        at_least(1, &self.cells, "a line needs a cell")?;
        if !(0..=MAX_SUM).contains(&self.sum) || board.first_value() < 0 {
            return Err(RuleFault::Form(
                "runs have a sum from 0 to 1000, and values are not negative",
            ));
        }
        Ok(())
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let values = grid.line(&self.cells);
        let starts = if self.closed { values.len().max(1) } else { 1 };
        // A run may also go on with zeros, or end before them.
        (0..starts).any(|start| {
            let mut turned = values.clone();
            turned.rotate_left(start);
            let mut sums = vec![false; turned.len() + 1];
            sums[0] = true;
            for end in 1..=turned.len() {
                sums[end] =
                    (0..end).any(|from| sums[from] && total(&turned[from..end]) == self.sum);
            }
            sums[turned.len()]
        })
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let sum = self.sum as i32;
        // What of the run that passes the end is still to come there; and the sum of the run so far.
        let step = move |&(rest, so_far, cut): &(i32, i32, bool), value: i32| {
            let next = so_far + value;
            match next.cmp(&sum) {
                std::cmp::Ordering::Less => Some((rest, next, cut)),
                std::cmp::Ordering::Equal => Some((rest, 0, true)),
                std::cmp::Ordering::Greater => None,
            }
        };
        if sum == 0 {
            return self.cells.iter().for_each(|&cell| plan.keep(cell, plan.board().mask([0])));
        }
        let starts = if self.closed { 0..sum } else { 0..1 };
        let starts = starts.map(|rest| (rest, rest, false)).collect();
        plan.line(&self.cells, starts, step, |&(rest, so_far, cut)| cut && so_far == rest);
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        let mut cells = self.cells.to_vec();
        cells.extend(self.cells.first().filter(|_| self.closed));
        picture.line(&cells, Stroke::new("#eadb70", 8));
        if let Some(&first) = self.cells.first() {
            picture.corner(first, &self.sum.to_string());
        }
    }
}

/// More than the longest line of the largest values needs.
const MAX_SUM: i64 = 1000;
