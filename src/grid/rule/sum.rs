//! Weighted sums of cells that may repeat.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, at_least, cells_in_words, listed};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::{Drawing, Stroke};
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// Cells add up to a sum, each times its coefficient. A cell may stand twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sum {
    /// The cells.
    pub cells: Cells,
    /// What they add up to.
    pub sum: i64,
    /// One coefficient a cell; all 1 where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coeffs: Option<Vec<i64>>,
}

pub(super) static KIND: Kind = Kind::of::<Sum>("sum", "cells, times `coeffs`, add up to `sum`");

impl Rule for Sum {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn check(&self, _: &Board) -> Result<(), RuleFault> {
        at_least(1, &self.cells, "a sum needs a cell")?;
        match &self.coeffs {
            Some(coeffs) if coeffs.len() != self.cells.len() => {
                Err(RuleFault::Form("there must be one coefficient a cell"))
            }
            Some(coeffs) if coeffs.iter().any(|c| c.unsigned_abs() > MAX_COEFFICIENT) => {
                Err(RuleFault::Form("a coefficient is at most a million"))
            }
            _ => Ok(()),
        }
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let weighted = grid.line(&self.cells).into_iter().zip(self.coefficients());
        let sum: i128 = weighted.map(|(value, c)| i128::from(value) * i128::from(c)).sum();
        sum == i128::from(self.sum)
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        plan.sum(self.coefficients().zip(self.cells.iter().copied()), self.sum);
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        let factors = self.coeffs.as_ref().map(|factors| {
            let factors: Vec<String> = factors.iter().map(i64::to_string).collect();
            format!("{} times {}", cells_in_words(&self.cells), factors.join(", "))
        });
        picture.line(&self.cells, Stroke::new("#d9c8ef", 4).dashed());
        match factors {
            Some(words) => picture.note(format!("the sum of {words} is {}", self.sum)),
            None => {
                if let Some(&first) = self.cells.first() {
                    picture.corner(first, &format!("Σ{}", self.sum));
                }
            }
        }
    }
}

/// Far from where sums overflow.
const MAX_COEFFICIENT: u64 = 1_000_000;

impl Sum {
    fn coefficients(&self) -> impl Iterator<Item = i64> + '_ {
        let given = self.coeffs.as_deref().unwrap_or_default().iter().copied();
        given.chain(std::iter::repeat(1)).take(self.cells.len())
    }
}
