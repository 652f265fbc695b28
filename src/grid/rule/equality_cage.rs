//! Equality cages: as many even as odd values, as many low as high ones.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, all_differ, listed, no_repeats};
use crate::Share;
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::Drawing;
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// Different values, half of them even and half odd, half of them low and half high. The middle value of an odd number of values is neither.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EqualityCage {
    /// The cells.
    pub cells: Cells,
}

pub(super) static KIND: Kind = Kind::of::<EqualityCage>(
    "equality_cage",
    "cells differ; half are even, half odd; half are low, half high",
);

impl Rule for EqualityCage {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn check(&self, _: &Board) -> Result<(), RuleFault> {
        no_repeats(&self.cells)?;
        if self.cells.len().is_multiple_of(2) {
            Ok(())
        } else {
            Err(RuleFault::Impossible("half of an odd number of cells is no whole number".into()))
        }
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let values = grid.line(&self.cells);
        let count = |keep: &dyn Fn(i32) -> bool| values.iter().filter(|&&v| keep(v)).count();
        let middle = i64::from(grid.board().first_value()) + i64::from(grid.board().last_value());
        let side = |v: i32| (2 * i64::from(v)).cmp(&middle);
        let half = values.len() / 2;
        all_differ(&values)
            && 2 * half == values.len()
            && count(&|v| v % 2 == 0) == half
            && count(&|v| side(v).is_lt()) == half
            && count(&|v| side(v).is_gt()) == half
    }

    fn groups(&self, _: &Board) -> Vec<Vec<Cell>> {
        vec![listed(&self.cells)]
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let board = plan.board();
        let middle = i64::from(board.first_value()) + i64::from(board.last_value());
        let side = |v: i32| (2 * i64::from(v)).cmp(&middle);
        let half = self.cells.len() as u32 / 2;
        let share = |mask| Share { mask, least: half, most: half };
        plan.counts(&self.cells, vec![share(board.mask_where(|v| v % 2 == 0))]);
        let low = share(board.mask_where(|v| side(v).is_lt()));
        let high = share(board.mask_where(|v| side(v).is_gt()));
        plan.counts(&self.cells, vec![low, high]);
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.cage(&self.cells, Some("e=o"));
    }
}
