//! The cells at the same place of each box hold different values.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, all_differ, no_repeats, some_lists};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::{Drawing, TINTS};
use crate::grid::variant::Grid;

/// Sets of cells, one for each place of a box, that hold different values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DisjointGroups {
    /// The sets.
    pub sets: Vec<Cells>,
}

pub(super) static KIND: Kind = Kind::of::<DisjointGroups>(
    "disjoint_groups",
    "the cells at one place of every box hold different values",
);

impl Rule for DisjointGroups {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        self.sets.iter().flat_map(|set| set.to_vec()).collect()
    }

    fn check(&self, _: &Board) -> Result<(), RuleFault> {
        some_lists(&self.sets, "there is no set")?;
        self.sets.iter().try_for_each(|set| no_repeats(set))
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        self.sets.iter().all(|set| all_differ(&grid.line(set)))
    }

    fn groups(&self, _: &Board) -> Vec<Vec<Cell>> {
        self.sets.iter().map(|set| set.to_vec()).collect()
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        let tints = TINTS.iter().cycle();
        for (set, colour) in self.sets.iter().zip(tints) {
            picture.shade(set, colour);
        }
    }
}
