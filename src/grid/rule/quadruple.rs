//! Quadruples: values that stand around a corner.

use serde::{Deserialize, Serialize};

use super::contain_at_least::{at_least_these, contains, fits};
use super::{Cells, Kind, Rule, RuleFault, listed, on_board};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::{Dot, Drawing};
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// The cells contain these values, each as often as it is listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quadruple {
    /// The cells.
    pub cells: Cells,
    /// The values.
    pub values: Vec<i32>,
}

pub(super) static KIND: Kind = Kind::of::<Quadruple>("quadruple", "the cells contain these values");

impl Rule for Quadruple {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn check(&self, board: &Board) -> Result<(), RuleFault> {
        on_board(&self.values, board)?;
        fits(&self.cells, &self.values)
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        contains(&grid.line(&self.cells), &self.values)
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        at_least_these(plan, &self.cells, &self.values);
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        let values: Vec<String> = self.values.iter().map(i32::to_string).collect();
        picture.dot(&self.cells, Dot::White, &values.join(" "));
    }
}
