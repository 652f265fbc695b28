//! Cells that contain certain values.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, listed, on_board};
use crate::Share;
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::Drawing;
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// The cells contain these values, each at least as often as it is listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContainAtLeast {
    /// The cells.
    pub cells: Cells,
    /// The values.
    pub values: Vec<i32>,
}

pub(super) static KIND: Kind = Kind::of::<ContainAtLeast>(
    "contain_at_least",
    "the cells contain these values, at least as often as listed",
);

impl Rule for ContainAtLeast {
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
        picture.cage(&self.cells, Some(&format!("+{}", values.join(","))));
    }
}

/// Whether each of the wanted values is there as often as it is wanted.
pub(super) fn contains(values: &[i32], wanted: &[i32]) -> bool {
    let count = |all: &[i32], value: i32| all.iter().filter(|&&v| v == value).count();
    wanted.iter().all(|&value| count(values, value) >= count(wanted, value))
}

/// That there is a cell for each value.
pub(super) fn fits(cells: &[Cell], values: &[i32]) -> Result<(), RuleFault> {
    let (cells, values) = (cells.len(), values.len());
    if values <= cells {
        return Ok(());
    }
    Err(RuleFault::Impossible(format!("{values} values have no place in {cells} cells")))
}

/// Each value once, with how often it is listed.
pub(super) fn tally(values: &[i32]) -> Vec<(i32, u32)> {
    let mut tally: Vec<(i32, u32)> = Vec::new();
    for &value in values {
        match tally.iter_mut().find(|(v, _)| *v == value) {
            Some((_, count)) => *count += 1,
            None => tally.push((value, 1)),
        }
    }
    tally
}

pub(super) fn at_least_these(plan: &mut Plan<'_>, cells: &[Cell], values: &[i32]) {
    let board = plan.board();
    let most = cells.len() as u32;
    let share = |(value, least)| Share { mask: board.mask([value]), least, most };
    plan.counts(cells, tally(values).into_iter().map(share).collect());
}
