//! What `candidates` is told.

use clap::Args;

use super::shared::{Input, Search, Work};
use super::words::{ANSWERS, style_named};
use crate::program::style::Style;

/// `candidates`.
#[derive(Args)]
pub struct Candidates {
    #[command(flatten)]
    pub input: Input,
    /// Only what occurs in some solution; each candidate is proved
    #[arg(long = "true", help_heading = ANSWERS)]
    pub true_ones: bool,
    /// The form to write them in: `pencil` (which is usual), or `sukaku`, a line a puzzle; or `json`
    #[arg(long = "to", value_name = "FORM", help_heading = ANSWERS, value_parser = style_named)]
    pub style: Option<Style>,
    #[command(flatten)]
    pub search: Search,
    #[command(flatten)]
    pub work: Work,
}
