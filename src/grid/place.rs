//! A place in a text, with enough of its line to show it to a person.

use std::fmt;
use std::ops::Range;

use super::lines::Line;

/// How much of a line is kept on each side of the place, so that an error stays small in a line of megabytes.
const AROUND: usize = 120;

/// A place in a text: which line and column, and the line itself to quote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// Where it begins, in bytes from the start of the text.
    pub offset: u64,
    /// The line; the part around the place if it is long; bytes that are no UTF-8 are replaced.
    pub quote: String,
    /// The place within `quote`, in bytes, on character boundaries.
    pub span: Range<usize>,
}

impl Place {
    /// The place of a range of bytes in a line.
    pub(crate) fn of(line: &Line, span: Range<usize>) -> Place {
        let text = &*line.text;
        let start = floor(text, span.start);
        let end = floor(text, span.end.max(start));
        let from = floor(text, start.saturating_sub(AROUND));
        let to = floor(text, end.min(start + AROUND) + AROUND);
        let quote = text[from..to].to_owned();
        let end = (end - from).min(quote.len());
        Place {
            line: line.number,
            column: line.before + text[..start].chars().count() + 1,
            offset: line.offset + start as u64,
            span: start - from..end,
            quote,
        }
    }
}

/// The nearest character boundary at or before a byte.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}
