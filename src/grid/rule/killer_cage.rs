//! Killer cages: cells that differ and have a sum.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, all_differ, at_least, listed, no_repeats, total};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::Drawing;
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// Cells that all differ; with `sum`, they add up to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KillerCage {
    /// The cells.
    pub cells: Cells,
    /// What they add up to; `null` where nothing is said.
    #[serde(default)]
    pub sum: Option<i64>,
}

pub(super) static KIND: Kind =
    Kind::of::<KillerCage>("killer_cage", "cells differ and add up to `sum`");

impl Rule for KillerCage {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn check(&self, board: &Board) -> Result<(), RuleFault> {
        no_repeats(&self.cells)?;
        at_least(1, &self.cells, "a cage needs a cell")?;
        let count = self.cells.len();
        if count > board.value_count() {
            return Err(RuleFault::Impossible(format!(
                "a cage of {count} cells cannot hold different values, of which there are {}",
                board.value_count()
            )));
        }
        let Some(sum) = self.sum else { return Ok(()) };
        let sum_of =
            |values: &mut dyn Iterator<Item = i32>| values.take(count).map(i64::from).sum::<i64>();
        let (least, most) = (sum_of(&mut board.values()), sum_of(&mut board.values().rev()));
        let limit = if sum < least {
            format!("at least {least}")
        } else if sum > most {
            format!("at most {most}")
        } else {
            return Ok(());
        };
        let cells = if count == 1 { "1 cell".into() } else { format!("{count} different cells") };
        Err(RuleFault::Impossible(format!("the sum of {cells} is {limit}, not {sum}")))
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let values = grid.line(&self.cells);
        all_differ(&values) && self.sum.is_none_or(|sum| total(&values) == sum)
    }

    fn groups(&self, _: &Board) -> Vec<Vec<Cell>> {
        vec![listed(&self.cells)]
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        if let Some(sum) = self.sum {
            plan.sum(self.cells.iter().map(|&cell| (1, cell)), sum);
        }
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        let sum = self.sum.map(|sum| sum.to_string());
        picture.cage(&self.cells, sum.as_deref());
    }
}
