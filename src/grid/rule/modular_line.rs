//! Modular lines: any so many cells in a row have different remainders.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, all_differ, listed};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::{Drawing, Stroke};
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// Any `mod` cells in a row have different remainders when divided by `mod`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModularLine {
    /// The cells, in order.
    pub cells: Cells,
    /// The divisor.
    #[serde(rename = "mod")]
    pub modulus: u32,
}

pub(super) static KIND: Kind =
    Kind::of::<ModularLine>("modular_line", "any `mod` cells in a row differ modulo `mod`");

impl Rule for ModularLine {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn check(&self, _: &Board) -> Result<(), RuleFault> {
        match self.modulus {
            0 => Err(RuleFault::Form("nothing is divided by 0")),
            _ => Ok(()),
        }
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let values = grid.line(&self.cells);
        let rest = |value: i32| i64::from(value).rem_euclid(self.modulus.into()) as i32;
        let rests: Vec<i32> = values.into_iter().map(rest).collect();
        (0..rests.len()).all(|i| all_differ(&rests[i..rests.len().min(i + self.modulus as usize)]))
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let modulus = i64::from(self.modulus);
        classes(plan, &self.cells, self.modulus as usize, |value| {
            i64::from(value).rem_euclid(modulus)
        });
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.line(&self.cells, Stroke::new("#7fcdbb", 8));
        if let Some(&first) = self.cells.first().filter(|_| self.modulus != 3) {
            picture.corner(first, &format!("mod {}", self.modulus));
        }
    }
}

/// Any `count` cells in a row are of different classes, of which there are no more.
pub(super) fn classes(
    plan: &mut Plan<'_>,
    cells: &[Cell],
    count: usize,
    class: impl Fn(i32) -> i64,
) {
    for (i, &a) in cells.iter().enumerate() {
        for (j, &b) in cells.iter().enumerate().skip(i + 1) {
            // Each run of `count` cells has every class once, so they come round in one order.
            if (j - i) % count == 0 {
                plan.pair(a, b, |x, y| class(x) == class(y));
            } else if j - i < count || cells.len() >= count {
                plan.pair(a, b, |x, y| class(x) != class(y));
            }
        }
    }
}
