//! What can be wrong with the data that a constraint was made of.

use alloc::string::String;
use core::fmt;

/// Why the data of a constraint can mean nothing; see [`Constraint::check`](super::Constraint::check).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Malformed {
    /// A row has more or fewer entries than there are variables.
    RowLength {
        /// The row's number, from 0 in the order in which they were given.
        row: usize,
        /// How many entries it has.
        entries: usize,
        /// How many variables there are.
        variables: usize,
    },
    /// Something else, in words that end a sentence: "constraint 3 cannot be used: ...".
    Other(String),
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Malformed::RowLength { row, entries, variables } => {
                write!(f, "row {row} has {entries} entries for {variables} variables")
            }
            Malformed::Other(words) => f.write_str(words),
        }
    }
}

impl core::error::Error for Malformed {}

/// Notes the first row that does not have an entry a variable, while rows are gone through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RowCheck {
    rows: usize,
    fault: Option<Malformed>,
}

impl RowCheck {
    /// Whether the next row is all right.
    pub(super) fn takes(&mut self, entries: usize, variables: usize) -> bool {
        if entries != variables && self.fault.is_none() {
            self.fault = Some(Malformed::RowLength { row: self.rows, entries, variables });
        }
        self.rows += 1;
        entries == variables
    }

    pub(super) fn verdict(&self) -> Result<(), Malformed> {
        self.fault.clone().map_or(Ok(()), Err)
    }
}
