//! Arrows: the number in the bulb is the sum along the arm.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, at_least, total};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::{Drawing, Stroke};
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// The bulb, read as a decimal number, is the sum of the arm.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrow {
    /// The cells of the bulb, the highest digit first.
    pub bulb: Cells,
    /// The cells of the arm.
    pub arm: Cells,
}

pub(super) static KIND: Kind = Kind::of::<Arrow>("arrow", "the bulb is the sum of the arm");

impl Rule for Arrow {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        [&self.bulb[..], &self.arm[..]].concat()
    }

    fn check(&self, _: &Board) -> Result<(), RuleFault> {
        at_least(1, &self.bulb, "a bulb needs a cell")?;
        if self.bulb.len() > 9 {
            return Err(RuleFault::Form("a bulb has at most nine digits"));
        }
        at_least(1, &self.arm, "an arm needs a cell")
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let number =
            grid.line(&self.bulb).into_iter().fold(0, |all, digit| 10 * all + i128::from(digit));
        number == i128::from(total(&grid.line(&self.arm)))
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let digits = self.bulb.iter().rev().zip(0..).map(|(&cell, place)| (10i64.pow(place), cell));
        plan.sum(digits.chain(self.arm.iter().map(|&cell| (-1, cell))), 0);
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.ring(&self.bulb);
        let from = self.bulb.last().copied().into_iter();
        let arm: Vec<Cell> = from.chain(self.arm.iter().copied()).collect();
        picture.arrow(&arm, Stroke::new("#777", 3));
        // The ring hides where the arm begins.
        picture.ring(&self.bulb);
    }
}
