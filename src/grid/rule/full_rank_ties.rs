//! How lines that read the same are ranked.

use serde::{Deserialize, Serialize};

use super::full_rank::all_lines;
use super::{Kind, Rule};
use crate::grid::drawing::Drawing;
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// Which rows and columns may read the same, where they are ranked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FullRankTies {
    /// Which.
    pub mode: Ties,
}

pub(super) static KIND: Kind =
    Kind::of::<FullRankTies>("full_rank_ties", "which of the ranked lines may read the same");

impl Rule for FullRankTies {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        self.mode != Ties::None || {
            let lines = all_lines(grid.board());
            let read: Vec<Vec<i32>> = lines.iter().map(|line| grid.line(line)).collect();
            read.iter().enumerate().all(|(i, a)| !read[..i].contains(a))
        }
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        if self.mode == Ties::None {
            let lines = all_lines(plan.board());
            for (i, a) in lines.iter().enumerate() {
                for b in &lines[..i] {
                    if !plan.sees(a[0], b[0]) && a.len() == b.len() {
                        let count = a.len();
                        plan.check(&[&a[..], &b[..]].concat(), move |v| v[..count] != v[count..]);
                    }
                }
            }
        }
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        let words = match self.mode {
            Ties::None => "no ranked lines read the same",
            Ties::OnlyUnclued => "only lines without a clue may read the same",
            Ties::Any => "ranked lines may read the same",
        };
        picture.note(words);
    }
}

/// Which lines may read the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ties {
    /// None.
    None,
    /// Those without a clue. This holds where nothing is said.
    OnlyUnclued,
    /// Any; they have the same rank.
    Any,
}
