//! Sets of cells with the same values.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, some_lists};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::{Drawing, TINTS};
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// Each set of cells has the same values, each equally often.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SameValues {
    /// The sets.
    pub sets: Vec<Cells>,
    /// What it is called: for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

pub(super) static KIND: Kind =
    Kind::of::<SameValues>("same_values", "each set of cells holds the same values");

impl Rule for SameValues {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        self.sets.iter().flat_map(|set| set.to_vec()).collect()
    }

    fn check(&self, _: &Board) -> Result<(), RuleFault> {
        some_lists(&self.sets, "the same values are those of sets, and there is none")?;
        if self.sets.windows(2).any(|pair| pair[0].len() != pair[1].len()) {
            return Err(RuleFault::Form("all sets must have as many cells"));
        }
        Ok(())
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let sorted = |set: &Cells| {
            let mut values = grid.line(set);
            values.sort_unstable();
            values
        };
        self.sets.windows(2).all(|pair| sorted(&pair[0]) == sorted(&pair[1]))
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        for pair in self.sets.windows(2) {
            plan.same_values(&pair[0], &pair[1]);
        }
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        for (set, colour) in self.sets.iter().zip(TINTS.iter().cycle()) {
            picture.shade(set, colour);
        }
    }
}
