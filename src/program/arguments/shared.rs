//! What several commands are told: what is read, what a puzzle may cost, how the work is done.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use houserules::Budget;
use houserules::grid::{Shape, Symbols};

use super::words::{INPUT, LIMITS, duration, from_named};
use crate::program::input::From;
use crate::program::purse::Purse;

/// What is read.
#[derive(Args)]
pub struct Input {
    /// Files to read; `-` is standard input, and so is no file at all
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The shape of the puzzles: `16x16`, `6x6:3x2` (box height x width), `latin:7`, `9x9+x+windoku`
    ///
    /// Without it, the shape is the usual one for the size of the first puzzle of a file. `houserules
    /// shapes` lists names and extra groups.
    #[arg(long, value_name = "SHAPE", help_heading = INPUT)]
    pub shape: Option<Shape>,
    /// A map of the regions: a letter or number a cell, as a grid
    ///
    /// The regions take the place of the boxes. Extra groups come from --shape.
    #[arg(long, value_name = "FILE", help_heading = INPUT)]
    pub regions: Option<PathBuf>,
    /// The form of the text, if it cannot be told from its beginning; `houserules forms` lists them
    #[arg(long, value_name = "FORM", value_parser = from_named, help_heading = INPUT)]
    pub from: Option<From>,
    /// The symbols of values above 9: `1-G`, `0-F`, `A-P` or `numbers`
    #[arg(long, value_name = "SYMBOLS", help_heading = INPUT)]
    pub symbols: Option<Symbols>,
    /// Leave out rules of variant puzzles that are not understood, and say so on standard error
    #[arg(long, help_heading = INPUT)]
    pub lenient: bool,
}

/// So many microseconds are enough for a guess in lanes.
const GUESS: u64 = 8;

/// How much may be spent on a puzzle.
#[derive(Args, Clone, Copy)]
#[command(next_help_heading = LIMITS)]
pub struct Search {
    /// Give up on a puzzle after this time: `2s`, `500ms`, `1m`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time_limit: Option<Duration>,
    /// Give up on a puzzle after so many decisions of the search; unlike time, the same everywhere
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
}

impl Search {
    /// How many guesses of a puzzle lanes may make, if that is limited; `None` if they cannot keep the limit.
    pub fn guesses(self) -> Option<u64> {
        let enough = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX) / GUESS;
        self.nodes.is_none().then(|| self.time_limit.map_or(u64::MAX, enough))
    }

    /// The limits for each puzzle.
    pub fn purse(self) -> Purse {
        Purse::new(self.time_limit, self.nodes)
    }

    /// The limits as a budget, for a puzzle that takes one search.
    pub fn budget(self) -> Budget {
        let budget = Budget::new();
        let budget = self.nodes.map_or(budget.clone(), |nodes| budget.nodes(nodes));
        self.time_limit.map_or(budget.clone(), |time| budget.time(time))
    }
}

/// How the work is done.
#[derive(Args, Clone, Copy)]
#[command(next_help_heading = "Work")]
pub struct Work {
    /// Work with so many threads [default: one a core]; the output is the same for any number
    ///
    /// They share a list of puzzles. If N is given and there is one puzzle, all look for the answer to `solve --unique`.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: Option<u16>,
    /// Say on standard error what was done and what it took
    #[arg(long)]
    pub stats: bool,
    /// Say on standard error how far it is: a bar on a terminal, else a line now and then
    ///
    /// Without it, a bar is drawn if standard error is a terminal and standard output is not, and the work
    /// takes more than a second.
    #[arg(long)]
    pub progress: bool,
}

impl Work {
    /// The number of threads.
    pub fn threads(self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }
}
