//! What `check` is told.

use std::path::PathBuf;

use clap::Args;

use super::shared::{Input, Search, Work};
use super::words::{ANSWERS, is_json};

/// `check`.
#[derive(Args)]
pub struct Check {
    #[command(flatten)]
    pub input: Input,
    /// How to answer: `text` or `json`, one object a line
    #[arg(long = "to", value_name = "HOW", default_value = "text", help_heading = ANSWERS)]
    #[arg(value_parser = is_json, action = clap::ArgAction::Set)]
    pub json: bool,
    /// Write a proof that the puzzle has no solution, or no other, for others to check
    ///
    /// In the form DRAT, over clauses in the form DIMACS that are written beside it, to the same name with
    /// `.cnf`. The number of "this cell has this value" there is c · n + v, with cells c from 0, row by
    /// row, and values v from 1 to n. One puzzle a run.
    #[arg(long, value_name = "FILE", help_heading = ANSWERS)]
    pub proof: Option<PathBuf>,
    #[command(flatten)]
    pub search: Search,
    #[command(flatten)]
    pub work: Work,
}
