//! Windows: boxes set off by one cell, whose cells hold different values.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, all_differ, no_repeats, some_lists};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::Drawing;
use crate::grid::variant::Grid;

/// Windows whose cells hold different values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Windoku {
    /// The windows.
    pub regions: Vec<Cells>,
}

pub(super) static KIND: Kind =
    Kind::of::<Windoku>("windoku", "the cells of each window hold different values");

impl Rule for Windoku {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        self.regions.iter().flat_map(|window| window.to_vec()).collect()
    }

    fn check(&self, _: &Board) -> Result<(), RuleFault> {
        some_lists(&self.regions, "there is no window")?;
        self.regions.iter().try_for_each(|window| no_repeats(window))
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        self.regions.iter().all(|window| all_differ(&grid.line(window)))
    }

    fn groups(&self, _: &Board) -> Vec<Vec<Cell>> {
        self.regions.iter().map(|window| window.to_vec()).collect()
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        for region in &self.regions {
            picture.shade(region, "#c9c9c9");
        }
    }
}
