//! What `rate` is told.

use clap::Args;

use super::shared::{Input, Search, Work};
use super::words::{ANSWERS, is_json};

/// `rate`.
#[derive(Args)]
pub struct Rate {
    #[command(flatten)]
    pub input: Input,
    /// Tell the steps before the rating
    #[arg(long, help_heading = ANSWERS)]
    pub steps: bool,
    /// How to answer: `text` or `json`, one object a line
    #[arg(long = "to", value_name = "HOW", default_value = "text", help_heading = ANSWERS)]
    #[arg(value_parser = is_json, action = clap::ArgAction::Set)]
    pub json: bool,
    #[command(flatten)]
    pub search: Search,
    #[command(flatten)]
    pub work: Work,
}
