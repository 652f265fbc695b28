//! Sets of cells that have one sum.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, some_lists, total};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::Drawing;
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// Sets of cells that have one sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EqualSum {
    /// The parts.
    pub segments: Vec<Cells>,
}

pub(super) static KIND: Kind =
    Kind::of::<EqualSum>("equal_sum", "each set of cells has the same sum");

impl Rule for EqualSum {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        self.segments.iter().flat_map(|segment| segment.to_vec()).collect()
    }

    fn check(&self, _: &Board) -> Result<(), RuleFault> {
        some_lists(&self.segments, "sums are equal of parts, and there is none")
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let mut sums = self.segments.iter().map(|segment| total(&grid.line(segment)));
        let first = sums.next();
        sums.all(|sum| Some(sum) == first)
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let segments: Vec<&[Cell]> = self.segments.iter().map(|segment| &segment[..]).collect();
        plan.equal_sums(&segments);
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        for segment in &self.segments {
            picture.cage(segment, Some("="));
        }
    }
}
