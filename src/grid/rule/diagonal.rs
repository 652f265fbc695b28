//! A diagonal whose cells hold different values.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, all_differ, listed, no_repeats};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::{Drawing, Stroke};
use crate::grid::variant::Grid;

/// A diagonal whose cells hold different values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Diagonal {
    /// The cells.
    pub cells: Cells,
    /// Which way it runs, `/` or `\\`: for pictures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub direction: Option<String>,
}

pub(super) static KIND: Kind =
    Kind::of::<Diagonal>("diagonal", "the cells of a diagonal hold different values");

impl Rule for Diagonal {
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
        all_differ(&grid.line(&self.cells))
    }

    fn groups(&self, _: &Board) -> Vec<Vec<Cell>> {
        vec![listed(&self.cells)]
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.through(&self.cells, Stroke::new("#9ab8d8", 2));
    }
}
