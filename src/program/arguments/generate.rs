//! What `generate` is told.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use houserules::grid::{Level, Shape, Symmetry};

use super::shared::Work;
use super::words::{ANSWERS, LIMITS, PUZZLES, duration, new_style_named};
use crate::program::style::Style;

/// `generate`.
#[derive(Args)]
pub struct Generate {
    /// The shape: `16x16`, `6x6:3x2` (box height x width), `latin:7`, `9x9+x+windoku` [default: that of the
    /// solution, or 9x9]
    #[arg(long, value_name = "SHAPE", help_heading = PUZZLES)]
    pub shape: Option<Shape>,
    /// A map of the regions: a letter or number a cell, as a grid
    #[arg(long, value_name = "FILE", help_heading = PUZZLES)]
    pub regions: Option<PathBuf>,
    /// A variant puzzle: new puzzles keep its rules and have its givens, and as many more as it takes
    #[arg(long, value_name = "FILE", help_heading = PUZZLES)]
    #[arg(conflicts_with_all = ["shape", "regions", "givens", "symmetry", "from_solution"])]
    pub rules: Option<PathBuf>,
    /// So many puzzles
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = PUZZLES)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub count: u64,
    /// Where chance begins
    #[arg(long, value_name = "N", help_heading = PUZZLES)]
    pub seed: Option<u64>,
    /// No given can go: without it there would be several solutions
    ///
    /// Where the givens have no symmetry to keep, that is so on boards up to 9x9 anyway; on larger ones,
    /// givens that are hard to prove superfluous stay.
    #[arg(long, help_heading = PUZZLES)]
    pub minimal: bool,
    /// Exactly so many givens; by default as few as come of taking them away one after the other
    #[arg(long, value_name = "N", help_heading = PUZZLES)]
    pub givens: Option<usize>,
    /// The pattern of the givens: `none`, `rotational` (half a turn), `quarter`, `mirror` (left and right),
    /// `flip` (top and bottom), `diagonal`, `antidiagonal` or `full`
    #[arg(long, value_name = "SYMMETRY", default_value_t, help_heading = PUZZLES)]
    pub symmetry: Symmetry,
    /// So hard for people: `easy`, `medium`, `hard`, `expert` or `extreme`; `houserules rate` says how hard a
    /// puzzle is
    #[arg(long, value_name = "LEVEL", help_heading = PUZZLES)]
    pub difficulty: Option<Level>,
    /// The solution: a full grid, or a file with one
    #[arg(long, value_name = "GRID", help_heading = PUZZLES)]
    pub from_solution: Option<String>,
    /// The form to write: `line`, `grid`, `judge`, ... (`houserules forms` lists them), or `json`
    ///
    /// By default `line`; with --rules, `toml`: rules, givens and solution.
    #[arg(long = "to", value_name = "FORM", help_heading = ANSWERS)]
    #[arg(value_parser = new_style_named)]
    pub style: Option<Style>,
    /// Go on trying for this time: `2s`, `500ms`, `1m`; by default for a number of tries
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = LIMITS)]
    pub time_limit: Option<Duration>,
    #[command(flatten)]
    pub work: Work,
}
