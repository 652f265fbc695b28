//! What `solve` is told.

use clap::Args;
use houserules::Budget;

use super::shared::{Input, Search, Work};
use super::words::{ANSWERS, style_named};
use crate::program::bench::{Ask, Question};
use crate::program::style::Style;

/// `solve`.
#[derive(Args)]
pub struct Solve {
    #[command(flatten)]
    pub input: Input,
    /// Answer only if there is exactly one solution
    #[arg(long, help_heading = ANSWERS, conflicts_with_all = ["all", "limit"])]
    unique: bool,
    /// All solutions of each puzzle, with a blank line between puzzles
    #[arg(long, help_heading = ANSWERS, conflicts_with = "limit")]
    all: bool,
    /// Up to N solutions of each puzzle, with a blank line between puzzles
    #[arg(long, value_name = "N", help_heading = ANSWERS)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// The lexicographically first solution, or solutions in lexicographic order
    #[arg(long, help_heading = ANSWERS)]
    lex: bool,
    /// The form to answer in: `judge`, `line`, `grid`, ... (`houserules forms` lists them), or `json`
    ///
    /// By default that of the input if it is a grid, and `line` if it has one puzzle a line. JSON is one
    /// object a line.
    #[arg(long = "to", value_name = "FORM", help_heading = ANSWERS, value_parser = style_named)]
    pub style: Option<Style>,
    #[command(flatten)]
    pub search: Search,
    #[command(flatten)]
    pub work: Work,
}

impl Solve {
    /// What is asked of each puzzle.
    pub fn question(&self, budget: Budget) -> Question {
        let ask = match (self.unique, self.all, self.limit) {
            (true, ..) => Ask::Unique,
            (_, true, _) => Ask::Each(u64::MAX),
            (.., Some(limit)) => Ask::Each(limit),
            _ => Ask::First,
        };
        let threads = self.work.threads.map_or(1, usize::from);
        let order = self.lex || matches!(ask, Ask::Each(_));
        let guesses = self.search.guesses().filter(|_| !order);
        Question { ask, lexicographic: self.lex, budget, threads, guesses }
    }
}
