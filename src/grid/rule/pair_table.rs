//! Relations written out: which pairs of values may stand beside each other.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, cells_in_words, listed};
use crate::grid::cell::Cell;
use crate::grid::drawing::{Drawing, Stroke};
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// Pairs of cells have one of the allowed pairs of values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairTable {
    /// The cells, in order.
    pub cells: Cells,
    /// Which pairs of the cells.
    pub scope: PairScope,
    /// The pairs of values that may be, the earlier cell first.
    pub allowed: Vec<[i32; 2]>,
    /// What it is called: for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

pub(super) static KIND: Kind =
    Kind::of::<PairTable>("pair_table", "pairs of cells have one of the `allowed` pairs of values");

impl Rule for PairTable {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let values = grid.line(&self.cells);
        self.pairs().all(|[i, j]| self.allowed.contains(&[values[i], values[j]]))
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let pairs = self.pairs().map(|[i, j]| [self.cells[i], self.cells[j]]);
        plan.pairs(pairs, |x, y| self.allowed.contains(&[x, y]));
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.line(&self.cells, Stroke::new("#f0c0a8", 4));
        if let Some(name) = &self.name {
            picture.note(format!("the line through {}: {name}", cells_in_words(&self.cells)));
        }
    }
}

/// Which pairs of cells a [`PairTable`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PairScope {
    /// Each cell and the next.
    Consecutive,
    /// Each two cells.
    AllPairs,
}

impl PairTable {
    /// The pairs, by index, the earlier one first.
    fn pairs(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        let count = self.cells.len();
        (0..count).flat_map(move |i| {
            let end = match self.scope {
                PairScope::Consecutive => count.min(i + 2),
                PairScope::AllPairs => count,
            };
            (i + 1..end).map(move |j| [i, j])
        })
    }
}
