//! What can be wrong with the text of a variant puzzle, and where.

use std::fmt;
use std::ops::Range;

use crate::grid::board::BoardError;
use crate::grid::form::{Fault, FormError};
use crate::grid::lines::Line;
use crate::grid::place::Place;
use crate::grid::rule::RuleFault;

/// Why a text is no variant puzzle, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantError {
    /// What is wrong.
    pub fault: VariantFault,
    /// Where.
    pub place: Place,
}

/// What can be wrong with the text of a variant puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VariantFault {
    /// Bytes that are no UTF-8.
    NotUtf8,
    /// It is not written as it should be: in the words of the one who read it.
    Syntax(String),
    /// No board can be like that.
    Board(BoardError),
    /// A rule, or something given, that makes no sense on the board.
    Rule(RuleFault),
    /// A rule that is not understood.
    Unknown(String),
    /// Reading failed.
    Io(std::io::ErrorKind, String),
    /// A text too long to be read.
    TooLong {
        /// The length of the longest that is read, in bytes.
        limit: usize,
    },
}

impl VariantFault {
    /// Whether the text is well written, and only asks for what cannot be: a puzzle without a solution.
    pub fn is_contradiction(&self) -> bool {
        matches!(self, VariantFault::Rule(RuleFault::Impossible(_)))
    }

    /// What it names, as it may stand in the text.
    pub(super) fn about(&self) -> Option<String> {
        match self {
            VariantFault::Board(BoardError::Cell { cell } | BoardError::Repeated { cell })
            | VariantFault::Rule(RuleFault::Outside { cell } | RuleFault::Repeated { cell }) => {
                Some(cell.to_string())
            }
            VariantFault::Rule(RuleFault::Value { value, .. }) => Some(value.to_string()),
            _ => None,
        }
    }
}

impl From<BoardError> for VariantFault {
    fn from(error: BoardError) -> VariantFault {
        VariantFault::Board(error)
    }
}

impl From<RuleFault> for VariantFault {
    fn from(fault: RuleFault) -> VariantFault {
        VariantFault::Rule(fault)
    }
}

impl fmt::Display for VariantFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VariantFault::NotUtf8 => f.write_str("this is no UTF-8"),
            VariantFault::Syntax(words) => f.write_str(words),
            VariantFault::Board(error) => error.fmt(f),
            VariantFault::Rule(fault) => fault.fmt(f),
            VariantFault::Unknown(name) => write!(f, "the rule `{name}` is not understood"),
            VariantFault::Io(_, message) => write!(f, "reading failed: {message}"),
            VariantFault::TooLong { limit } => write!(f, "a puzzle of more than {limit} bytes"),
        }
    }
}

impl fmt::Display for VariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.fault)
    }
}

impl std::error::Error for VariantError {}

impl From<VariantError> for FormError {
    fn from(error: VariantError) -> FormError {
        let VariantError { fault, place } = error;
        let fault = match fault {
            VariantFault::Io(kind, message) => Fault::Io(kind, message),
            fault => Fault::Variant(fault),
        };
        FormError { fault, place: Box::new(place), cell: None }
    }
}

/// The bytes that are read, to say where in them something is wrong.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    bytes: &'a [u8],
}

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

impl<'a> Source<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Source<'a> {
        Source { bytes }
    }

    /// The text, without a byte order mark.
    pub(super) fn text(&self) -> Result<&'a str, VariantError> {
        let start = self.text_offset();
        std::str::from_utf8(&self.bytes[start..]).map_err(|error| {
            let at = start + error.valid_up_to();
            self.error(VariantFault::NotUtf8, at..at + 1)
        })
    }

    /// Where the text begins.
    pub(super) fn text_offset(&self) -> usize {
        if self.bytes.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 }
    }

    /// Where a range first names something; or else the first line of the range.
    pub(super) fn mention(&self, range: Range<usize>, about: Option<&str>) -> Range<usize> {
        let part = &self.bytes[range.clone()];
        let digit = |i: Option<usize>| i.and_then(|i| part.get(i)).is_some_and(u8::is_ascii_digit);
        let named = about.filter(|about| !about.is_empty()).and_then(|about| {
            let windows = part.windows(about.len()).enumerate();
            // Not within a longer number: `r1c1` does not stand in `r1c12`.
            let mut found = windows.filter(|(at, here)| {
                here.eq_ignore_ascii_case(about.as_bytes())
                    && !digit(at.checked_sub(1))
                    && !digit(Some(at + about.len()))
            });
            found.next().map(|(at, _)| range.start + at..range.start + at + about.len())
        });
        let end = part.iter().position(|&b| b == b'\n').unwrap_or(part.len());
        named.unwrap_or(range.start..range.start + end)
    }

    pub(super) fn error(&self, fault: VariantFault, span: Range<usize>) -> VariantError {
        let before = &self.bytes[..span.start.min(self.bytes.len())];
        let number = before.iter().filter(|&&b| b == b'\n').count() + 1;
        let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        let rest = &self.bytes[start..];
        let end = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
        let line = Line::new(number, start as u64, &rest[..end]);
        let from = before.len() - start;
        VariantError {
            fault,
            place: Place::of(
                &line,
                from..span.end.saturating_sub(start).clamp(from, end.max(from)),
            ),
        }
    }
}
