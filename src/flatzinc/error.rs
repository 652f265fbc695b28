//! What is wrong with a text that should be FlatZinc, and where.

use std::fmt;

/// Why a text is not a FlatZinc instance that can be solved here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The line, from 1.
    pub line: usize,
    /// The column in bytes, from 1.
    pub column: usize,
    /// What was found, and what was expected.
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for Error {}

/// The same before somebody asked for line and column: the number of bytes before the place.
#[derive(Debug)]
pub(super) struct Mistake {
    pub at: usize,
    pub message: String,
}

impl Mistake {
    pub fn new(at: usize, message: impl Into<String>) -> Mistake {
        Mistake { at, message: message.into() }
    }

    /// Counts lines.
    pub fn in_text(self, text: &[u8]) -> Error {
        let before = &text[..self.at.min(text.len())];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        Error { line, column: before.len() - start + 1, message: self.message }
    }
}
