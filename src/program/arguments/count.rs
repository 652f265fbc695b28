//! What `count` is told.

use clap::Args;

use super::shared::{Input, Search, Work};
use super::words::{ANSWERS, LIMITS, is_json};

/// `count`.
#[derive(Args)]
pub struct Count {
    #[command(flatten)]
    pub input: Input,
    /// Count no further than N
    #[arg(long, value_name = "N", help_heading = LIMITS)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
    /// How to answer: `text` or `json`, one object a line
    #[arg(long = "to", value_name = "HOW", default_value = "text", help_heading = ANSWERS)]
    #[arg(value_parser = is_json, action = clap::ArgAction::Set)]
    pub json: bool,
    #[command(flatten)]
    pub search: Search,
    #[command(flatten)]
    pub work: Work,
}
