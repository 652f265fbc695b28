//! Row indexers: a cell says in which row its own row number stands.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, listed};
use crate::grid::cell::Cell;
use crate::grid::drawing::Drawing;
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// A cell with value v says: row v of its column holds the number of the cell's own row. Rows and columns count like the values: from 0 where the values do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowIndexer {
    /// The cells.
    pub cells: Cells,
}

pub(super) static KIND: Kind =
    Kind::of::<RowIndexer>("row_indexer", "a cell says in which row the number of its row stands");

impl Rule for RowIndexer {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let first = grid.board().first_value();
        self.cells.iter().all(|&cell| {
            let place = grid.at(cell).abs_diff(first) as usize;
            let target = Cell { row: place, column: cell.column };
            let number = i64::from(first) + cell.row as i64;
            grid.board().index(target).is_some() && i64::from(grid.at(target)) == number
        })
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let board = plan.board();
        let first = board.first_value();
        for &cell in self.cells.iter() {
            let number = first + cell.row as i32;
            for value in board.values() {
                let place = value.abs_diff(first) as usize;
                let target = Cell { row: place, column: cell.column };
                if board.index(target).is_none() {
                    plan.keep(cell, !board.mask([value]));
                } else {
                    plan.pair(cell, target, |v, found| v != value || found == number);
                }
            }
        }
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.shade(&self.cells, "#f7c0b5");
    }
}
