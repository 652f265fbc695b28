//! Rellik cages: no part of the cage adds up to the value.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, all_differ, listed, no_repeats};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::Drawing;
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// Different values, no subset of which adds up to `value`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RellikCage {
    /// The cells.
    pub cells: Cells,
    /// The sum that may not be.
    pub value: i64,
}

pub(super) static KIND: Kind =
    Kind::of::<RellikCage>("rellik_cage", "cells differ, and no subset of them adds up to `value`");

impl Rule for RellikCage {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn check(&self, board: &Board) -> Result<(), RuleFault> {
        no_repeats(&self.cells)?;
        if board.value_count() > 16 {
            return Err(RuleFault::Form("a rellik cage needs a board of at most 16 values"));
        }
        if self.cells.len() > board.value_count() {
            return Err(RuleFault::Impossible(
                "the cage has more cells than there are values".into(),
            ));
        }
        Ok(())
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let values = grid.line(&self.cells);
        let mut sums = std::collections::BTreeSet::new();
        for &value in &values {
            let more: Vec<i64> = sums.iter().map(|sum| sum + i64::from(value)).collect();
            sums.extend(more);
            sums.insert(value.into());
        }
        all_differ(&values) && !sums.contains(&self.value)
    }

    fn groups(&self, _: &Board) -> Vec<Vec<Cell>> {
        vec![listed(&self.cells)]
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let board = plan.board();
        let count = self.cells.len() as u32;
        let sum = |set: u32| {
            let bits = (0..32).filter(|b| set >> b & 1 == 1);
            bits.map(|b| i64::from(board.first_value() + b)).sum::<i64>()
        };
        let bad: Vec<u32> =
            (1..1u32 << board.value_count()).filter(|&s| sum(s) == self.value).collect();
        let sets = (0..1u32 << board.value_count())
            .filter(|set| set.count_ones() == count && bad.iter().all(|bad| bad & !set != 0));
        plan.sets(&self.cells, sets.map(u64::from).collect());
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.cage(&self.cells, Some(&format!("≠{}", self.value)));
    }
}
