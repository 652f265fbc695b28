//! Lines whose parts in each region have one sum.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, some_lists, total};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::{Drawing, Stroke};
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// Lines whose parts in each region have one sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegionSumLine {
    /// The whole line: for pictures.
    #[serde(default, deserialize_with = "Cells::if_any")]
    pub cells: Cells,
    /// The parts.
    pub segments: Vec<Cells>,
}

pub(super) static KIND: Kind =
    Kind::of::<RegionSumLine>("region_sum_line", "each part of the line has the same sum");

impl Rule for RegionSumLine {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        let segments = self.segments.iter().flat_map(|segment| segment.iter());
        self.cells.iter().chain(segments).copied().collect()
    }

    fn check(&self, _: &Board) -> Result<(), RuleFault> {
        some_lists(&self.segments, "a line needs a part")
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
            picture.line(segment, Stroke::new("#85c1ee", 6));
        }
        if !self.cells.is_empty() {
            picture.line(&self.cells, Stroke::new("#85c1ee", 6));
        }
    }
}
