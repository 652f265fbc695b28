//! One cell and the values it may have.

use serde::{Deserialize, Serialize};

use super::{Kind, Rule};
use crate::grid::cell::Cell;
use crate::grid::drawing::Drawing;
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// A cell has one of these values: what a branch of `or` says most often.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellValues {
    /// The cell.
    pub cell: Cell,
    /// The values.
    pub values: Vec<i32>,
}

pub(super) static KIND: Kind = Kind::of::<CellValues>("cell_values", "a cell has one of `values`");

impl Rule for CellValues {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        vec![self.cell]
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        self.values.contains(&grid.at(self.cell))
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        plan.keep(self.cell, plan.board().mask(self.values.iter().copied()));
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        let values: Vec<String> = self.values.iter().map(i32::to_string).collect();
        picture.corner(self.cell, &values.join("/"));
    }
}
