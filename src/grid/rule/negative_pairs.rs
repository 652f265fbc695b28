//! Negative rules: neighbours without a mark have none of the marked relations.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, words_of};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::Drawing;
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// No two cells that share a side have one of these differences, ratios or sums, unless they are exempt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NegativePairs {
    /// What it is called: for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Differences that may not be.
    #[serde(default)]
    pub diffs: Vec<u32>,
    /// Ratios that may not be.
    #[serde(default)]
    pub ratios: Vec<i32>,
    /// Sums that may not be.
    #[serde(default)]
    pub sums: Vec<i64>,
    /// Pairs of neighbours that may.
    #[serde(default)]
    pub exempt: Vec<Cells>,
}

pub(super) static KIND: Kind = Kind::of::<NegativePairs>(
    "negative_pairs",
    "neighbours that are not exempt have none of these differences, ratios and sums",
);

impl Rule for NegativePairs {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        self.exempt.iter().flat_map(|pair| pair.to_vec()).collect()
    }

    fn check(&self, _: &Board) -> Result<(), RuleFault> {
        if self.exempt.iter().any(|pair| pair.len() != 2) {
            return Err(RuleFault::Form("each exemption is two cells"));
        }
        Ok(())
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        grid.board().neighbours().all(|[a, b]| self.allows(a, b, grid.at(a), grid.at(b)))
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let pairs = plan.board().neighbours().filter(|&[a, b]| !self.exempts(a, b));
        plan.pairs(pairs, |x, y| self.relates(x, y));
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        let not = [
            ("differ by", words_of(&self.diffs)),
            ("are as", words_of(&self.ratios)),
            ("add up to", words_of(&self.sums)),
        ];
        for (what, values) in not.into_iter().filter(|(_, values)| !values.is_empty()) {
            picture.note(format!("no neighbours {what} {values}, but where it is marked"));
        }
    }
}

impl NegativePairs {
    fn exempts(&self, a: Cell, b: Cell) -> bool {
        self.exempt.iter().any(|pair| pair[..] == [a, b] || pair[..] == [b, a])
    }

    /// Whether the values have none of the relations.
    fn relates(&self, x: i32, y: i32) -> bool {
        let (a, b) = (i64::from(x), i64::from(y));
        let ratio = |&ratio: &i32| a == b * i64::from(ratio) || b == a * i64::from(ratio);
        !self.diffs.contains(&x.abs_diff(y))
            && !self.ratios.iter().any(ratio)
            && !self.sums.contains(&(a + b))
    }

    fn allows(&self, a: Cell, b: Cell, x: i32, y: i32) -> bool {
        self.exempts(a, b) || self.relates(x, y)
    }
}
