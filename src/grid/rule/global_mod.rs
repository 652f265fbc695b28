//! Global modulus: each square of four cells has all remainders.

use serde::{Deserialize, Serialize};

use super::{Kind, Rule, RuleFault};
use crate::Share;
use crate::grid::board::Board;
use crate::grid::drawing::Drawing;
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// Each square of two by two cells has a value of each remainder when divided by `mod`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GlobalMod {
    /// The divisor.
    #[serde(rename = "mod")]
    pub modulus: u32,
}

pub(super) static KIND: Kind =
    Kind::of::<GlobalMod>("global_mod", "each 2x2 square has every remainder modulo `mod`");

impl Rule for GlobalMod {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn check(&self, _: &Board) -> Result<(), RuleFault> {
        match self.modulus {
            1..=4 => Ok(()),
            _ => Err(RuleFault::Form(
                "four cells have at most four remainders; the divisor is 1 to 4",
            )),
        }
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        grid.board().squares().all(|cells| {
            let rest = |value: i32| i64::from(value).rem_euclid(self.modulus.into());
            let values = grid.line(&cells);
            (0..self.modulus.into()).all(|r| values.iter().any(|&value| rest(value) == r))
        })
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let board = plan.board();
        let modulus = i64::from(self.modulus);
        for cells in board.squares() {
            let share = |r| Share {
                mask: board.mask_where(|v| i64::from(v).rem_euclid(modulus) == r),
                least: 1,
                most: 4,
            };
            plan.counts(&cells, (0..modulus).map(share).collect());
        }
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.note(format!("every square: all remainders by {}", self.modulus));
    }
}
