//! Skyscrapers: how many are seen along the line.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, listed};
use crate::grid::cell::Cell;
use crate::grid::drawing::Drawing;
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// So many cells are greater than all before them. Zeros are no buildings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skyscraper {
    /// The cells, in order.
    pub cells: Cells,
    /// How many are seen.
    pub count: u32,
}

pub(super) static KIND: Kind =
    Kind::of::<Skyscraper>("skyscraper", "so many cells are greater than all before them");

impl Rule for Skyscraper {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let mut tallest = 0;
        let seen = grid.line(&self.cells).into_iter().filter(|&value| {
            let visible = value > tallest;
            tallest = tallest.max(value);
            visible
        });
        seen.count() == self.count as usize
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let count = self.count;
        let step = move |&(tallest, seen): &(i32, u32), value: i32| match value > tallest {
            true => (seen < count).then_some((value, seen + 1)),
            false => Some((tallest, seen)),
        };
        plan.line(&self.cells, vec![(0, 0)], step, move |&(_, seen)| seen == count);
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.clue(&self.cells, &format!("^{}", self.count));
    }
}
