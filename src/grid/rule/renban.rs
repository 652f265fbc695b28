//! Renbans: different values without a gap, in any order.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, all_differ, listed, no_repeats};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::{Drawing, Stroke};
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// Different values that leave no gap between the smallest and the largest, in any order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Renban {
    /// The cells.
    pub cells: Cells,
}

pub(super) static KIND: Kind = Kind::of::<Renban>("renban", "values are consecutive, in any order");

impl Rule for Renban {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn check(&self, board: &Board) -> Result<(), RuleFault> {
        no_repeats(&self.cells)?;
        if self.cells.len() > board.value_count() {
            return Err(RuleFault::Impossible(format!(
                "a renban of {} cells needs as many values; there are {}",
                self.cells.len(),
                board.value_count()
            )));
        }
        Ok(())
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let values = grid.line(&self.cells);
        let (least, most) = (values.iter().min(), values.iter().max());
        all_differ(&values)
            && least.zip(most).is_none_or(|(least, most)| most - least + 1 == values.len() as i32)
    }

    fn groups(&self, _: &Board) -> Vec<Vec<Cell>> {
        vec![listed(&self.cells)]
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let (count, values) = (self.cells.len(), plan.board().value_count());
        if count > 1 {
            let run = u64::MAX >> (64 - count);
            plan.sets(&self.cells, (0..=values - count).map(|start| run << start).collect());
        }
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.line(&self.cells, Stroke::new("#e39bd8", 11));
    }
}
