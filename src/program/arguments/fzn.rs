//! What `fzn` is told.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::words::{ANSWERS, SEARCH};

/// `fzn`.
#[derive(Args)]
pub struct Fzn {
    /// The FlatZinc file; `-` is standard input, and so is no file at all
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// All solutions; if there is something to optimise, each that is better than those before it
    #[arg(short = 'a', long, help_heading = ANSWERS)]
    pub all: bool,
    /// So many solutions; 0 means all
    #[arg(short = 'n', long, value_name = "N", help_heading = ANSWERS)]
    pub number: Option<u64>,
    /// Each solution that is better than those before it
    #[arg(short = 'i', long, help_heading = ANSWERS)]
    pub intermediate: bool,
    /// Statistics behind the last solution
    #[arg(short = 's', long, help_heading = ANSWERS)]
    pub statistics: bool,
    /// Say on standard error what was read
    #[arg(short = 'v', long)]
    pub verbose: bool,
    /// Search as the solver likes, whatever the file says, and learn from dead ends
    #[arg(short = 'f', long, help_heading = SEARCH)]
    pub free: bool,
    /// Where chance begins, in searches that ask for it
    #[arg(short = 'r', long, value_name = "SEED", default_value_t, help_heading = SEARCH)]
    pub seed: u64,
    /// So many threads ask for one solution, each in its own way; other questions are one thread's
    #[arg(short = 'p', long, value_name = "N", help_heading = SEARCH)]
    pub threads: Option<u16>,
    /// Stop after so many milliseconds, reading included
    #[arg(short = 't', long, value_name = "MS", help_heading = SEARCH)]
    pub time_limit: Option<u64>,
    /// Write into a folder what MiniZinc has to know to find this solver
    #[arg(long, value_name = "FOLDER")]
    #[arg(conflicts_with_all = ["file", "all", "number", "free"])]
    pub install: Option<PathBuf>,
}

impl Fzn {
    /// How long it may take; 0 milliseconds are no limit.
    pub fn time(&self) -> Option<Duration> {
        self.time_limit.filter(|&limit| limit > 0).map(Duration::from_millis)
    }

    /// How many threads to use.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or(1).into()
    }
}
