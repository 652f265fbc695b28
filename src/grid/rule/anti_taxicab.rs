//! A digit d is never d steps along rows and columns from another d.

use serde::{Deserialize, Serialize};

use super::{Kind, Rule};
use crate::grid::cell::Cell;
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// A digit d is never d steps along rows and columns from another d.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AntiTaxicab {}

pub(super) static KIND: Kind = Kind::of::<AntiTaxicab>(
    "anti_taxicab",
    "two equal digits d are not d steps apart along rows and columns",
);

impl Rule for AntiTaxicab {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let cells: Vec<Cell> = grid.board().cells().collect();
        cells.iter().enumerate().all(|(i, &a)| {
            cells[..i].iter().all(|&b| {
                let steps = a.row.abs_diff(b.row) + a.column.abs_diff(b.column);
                !(grid.at(a) == grid.at(b) && i64::from(grid.at(a)) == steps as i64)
            })
        })
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let cells: Vec<Cell> = plan.board().cells().collect();
        for (i, &a) in cells.iter().enumerate() {
            for &b in &cells[..i] {
                let steps = (a.row.abs_diff(b.row) + a.column.abs_diff(b.column)) as i32;
                if plan.board().values().contains(&steps) && !plan.sees(a, b) {
                    plan.pair(a, b, |x, y| x != y || x != steps);
                }
            }
        }
    }
}
