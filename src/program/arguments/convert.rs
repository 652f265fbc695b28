//! What `convert` is told.

use clap::Args;

use super::shared::{Input, Work};
use super::words::{ANSWERS, to_named};
use crate::program::convert::To;

/// `convert`.
#[derive(Args)]
pub struct Convert {
    #[command(flatten)]
    pub input: Input,
    /// The form to write; `houserules forms` lists them
    #[arg(long, value_name = "FORM", help_heading = ANSWERS, value_parser = to_named)]
    pub to: To,
    #[command(flatten)]
    pub work: Work,
}
