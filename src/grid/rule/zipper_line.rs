//! Zippers: cells at the same distance from the middle have one sum.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, listed};
use crate::grid::cell::Cell;
use crate::grid::drawing::{Drawing, Stroke};
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// Pairs of cells at the same distance from the middle all have the same sum; the middle cell, if there is one, is that sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZipperLine {
    /// The cells, in order.
    pub cells: Cells,
}

pub(super) static KIND: Kind = Kind::of::<ZipperLine>(
    "zipper_line",
    "pairs from the ends inwards have one sum, the middle cell if there is one",
);

impl Rule for ZipperLine {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let values = grid.line(&self.cells);
        let half = values.len() / 2;
        let mut sums: Vec<i32> =
            (0..half).map(|i| values[i] + values[values.len() - 1 - i]).collect();
        if values.len() % 2 == 1 && half > 0 {
            sums.push(values[half]);
        }
        sums.windows(2).all(|pair| pair[0] == pair[1])
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let (count, half) = (self.cells.len(), self.cells.len() / 2);
        let pairs: Vec<[Cell; 2]> =
            (0..half).map(|i| [self.cells[i], self.cells[count - 1 - i]]).collect();
        let mut segments: Vec<&[Cell]> = pairs.iter().map(|pair| &pair[..]).collect();
        if count % 2 == 1 && half > 0 {
            segments.insert(0, &self.cells[half..=half]);
        }
        plan.equal_sums(&segments);
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.line(&self.cells, Stroke::new("#c3b1e8", 7));
        if let Some(&middle) = self.cells.get(self.cells.len() / 2) {
            picture.disc(middle, 7.0, "#c3b1e8");
        }
    }
}
