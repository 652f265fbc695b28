//! What `show` is told.

use std::path::PathBuf;

use clap::Args;

use super::shared::{Input, Search};
use super::words::{ANSWERS, INPUT};

/// `show`.
#[derive(Args)]
pub struct Show {
    #[command(flatten)]
    pub input: Input,
    /// Which puzzle of the input, from 1
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = INPUT)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub number: u64,
    /// The file to write, a picture in SVG; `-` is standard output
    #[arg(long, value_name = "FILE", help_heading = ANSWERS)]
    pub svg: PathBuf,
    /// Draw the solution too
    #[arg(long, help_heading = ANSWERS, conflicts_with = "marks")]
    pub solve: bool,
    /// Draw in the open cells what can still stand there, as `candidates` finds it
    #[arg(long, help_heading = ANSWERS)]
    pub marks: bool,
    #[command(flatten)]
    pub search: Search,
}
