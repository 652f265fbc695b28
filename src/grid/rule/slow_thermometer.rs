//! Slow thermometers: values never fall from the bulb on.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, listed};
use crate::grid::cell::Cell;
use crate::grid::drawing::{Drawing, Stroke};
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// Slow thermometers: values never fall from the bulb on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SlowThermometer {
    /// The cells, in order.
    pub cells: Cells,
}

pub(super) static KIND: Kind =
    Kind::of::<SlowThermometer>("slow_thermometer", "values never fall along the line");

impl Rule for SlowThermometer {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        grid.line(&self.cells).windows(2).all(|pair| pair[0] <= pair[1])
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        plan.rising(&self.cells, false);
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        if let Some(&bulb) = self.cells.first() {
            picture.disc(bulb, 17.0, "#c4c4c4");
        }
        picture.line(&self.cells, Stroke::new("#c4c4c4", 13));
        // Hollow, to tell it from one that must rise.
        picture.line(&self.cells, Stroke::new("#fff", 6));
    }
}
