//! What can be wrong with the text of a variant puzzle, and where.

use std::fmt;
use std::ops::Range;

use crate::grid::board::BoardError;
use crate::grid::form::{Fault, FormError};
use crate::grid::lines::Line;
use crate::grid::nearest::nearest;
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
            VariantFault::Board(
                BoardError::Cell { cell }
                | BoardError::Repeated { cell }
                | BoardError::Grid { corner: cell, .. }
                | BoardError::Crowded { cell, .. },
            )
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

    /// Where a range first names one of these, in order of preference; or else the first line of the range.
    pub(super) fn mention<'n>(
        &self,
        range: Range<usize>,
        names: impl IntoIterator<Item = &'n str>,
    ) -> Range<usize> {
        let range = self.within(range);
        let part = &self.bytes[range.clone()];
        let end = part.iter().position(|&b| b == b'\n').unwrap_or(part.len());
        let at = |(at, length): (usize, usize)| range.start + at..range.start + at + length;
        let mut found = names.into_iter().filter_map(|name| find(part, name));
        found.next().map_or(range.start..range.start + end, at)
    }

    /// Where a range first has a line that says just this; or else where it mentions it.
    pub(super) fn line(&self, range: Range<usize>, says: &str) -> Range<usize> {
        let range = self.within(range);
        let mut at = range.start;
        for line in self.bytes[range.clone()].split_inclusive(|&b| b == b'\n') {
            let blanks = line.len() - line.trim_ascii_start().len();
            let words = line.trim_ascii();
            let words =
                words.strip_suffix(b"\"\"\"").or(words.strip_suffix(b"'''")).unwrap_or(words);
            if !says.is_empty() && words == says.as_bytes() {
                return at + blanks..at + blanks + words.len();
            }
            at += line.len();
        }
        self.mention(range, [says])
    }

    fn within(&self, range: Range<usize>) -> Range<usize> {
        let start = range.start.min(self.bytes.len());
        start..range.end.clamp(start, self.bytes.len())
    }

    /// The head of a table of TOML with the lines behind it, up to the next head; or else the range itself.
    pub(super) fn table(&self, range: Range<usize>) -> Range<usize> {
        let range = self.within(range);
        let lines = || self.bytes[range.start..].split_inclusive(|&b| b == b'\n');
        let begins = range.start == 0 || self.bytes[range.start - 1] == b'\n';
        if !begins || !self.bytes[range.start..].starts_with(b"[") {
            return range;
        }
        let next = lines().skip(1).take_while(|line| !line.starts_with(b"["));
        let end = lines().take(1).chain(next).map(<[u8]>::len).sum::<usize>();
        range.start..range.start + end
    }

    /// Where a range last names one of these, in order of preference.
    pub(super) fn last_mention<'n>(
        &self,
        range: Range<usize>,
        names: impl IntoIterator<Item = &'n str>,
    ) -> Option<Range<usize>> {
        let range = self.within(range);
        names.into_iter().find_map(|name| {
            let mut at = range.start;
            let mut last = None;
            while let Some((found, length)) = find(&self.bytes[at..range.end], name) {
                last = Some(at + found..at + found + length);
                at += found + length.max(1);
            }
            last
        })
    }

    pub(super) fn error(&self, fault: VariantFault, span: Range<usize>) -> VariantError {
        let before = &self.bytes[..span.start.min(self.bytes.len())];
        let number = before.iter().filter(|&&b| b == b'\n').count() + 1;
        let start =
            before.iter().rposition(|&b| b == b'\n').map_or(self.text_offset(), |at| at + 1);
        let start = start.min(before.len());
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

/// Where a text first has a name, and how long it is. Not within a longer word: `r1c1` does not stand in `r1c12`.
fn find(text: &[u8], name: &str) -> Option<(usize, usize)> {
    let name = name.as_bytes();
    let word = |b: Option<&u8>| b.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
    let ends = |at: usize| {
        let before = at.checked_sub(1).and_then(|at| text.get(at));
        let longer_before = word(name.first()) && word(before);
        let longer_behind = word(name.last()) && word(text.get(at + name.len()));
        !longer_before && !longer_behind
    };
    let mut windows = text.windows(name.len().max(1)).enumerate();
    let at = windows.find(|(at, here)| here.eq_ignore_ascii_case(name) && ends(*at))?.0;
    Some((at, name.len()))
}

/// What serde calls the numbers that it expects, and what people call them.
const NUMBERS: [(&str, &str); 7] = [
    (" as i128", ""),
    (" as u128", ""),
    ("expected i32", "expected a whole number"),
    ("expected i64", "expected a whole number"),
    ("expected u32", "expected a whole number from 0"),
    ("expected u64", "expected a whole number from 0"),
    ("expected usize", "expected a whole number from 0"),
];

/// What serde says of a mistake, in one line and in words for people.
pub(super) fn in_words(message: &str) -> String {
    let lines = message.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut words = lines.collect::<Vec<_>>().join("; ");
    for (number, plain) in NUMBERS {
        words = words.replace(number, plain);
    }
    let near = words.strip_prefix("unknown field `").and_then(|rest| {
        let (wrong, known) = rest.split_once("`, expected ")?;
        let known = known.split("; ").next()?.split('`').skip(1).step_by(2);
        let near = nearest(wrong, known)?;
        Some(format!("no field is called `{wrong}`; did you mean `{near}`?"))
    });
    near.unwrap_or(words)
}

/// What such a message names, as it may stand in the text: what is wrong, then the field that it stands in.
pub(super) fn named(message: &str) -> impl Iterator<Item = &str> {
    let quoted =
        message.strip_prefix("invalid type: string \"").and_then(|rest| rest.split('"').next());
    let missing = message.starts_with("missing field");
    quoted.into_iter().chain(message.split('`').skip(if missing { 3 } else { 1 }).step_by(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn serde_is_put_into_words() {
        for (said, words) in [
            (
                "unknown field `summ`, expected `cells` or `sum`\n\n",
                "no field is called `summ`; did you mean `sum`?",
            ),
            ("unknown field `x`, expected `cells`\n", "unknown field `x`, expected `cells`"),
            (
                "invalid type: string \"a\", expected i64\n\nin `sum`\n",
                "invalid type: string \"a\", expected a whole number; in `sum`",
            ),
            (
                "invalid value: integer `-3`, expected u32",
                "invalid value: integer `-3`, expected a whole number from 0",
            ),
        ] {
            assert_eq!(in_words(said), words);
        }
        let named = |message| named(message).next();
        assert_eq!(named("unknown field `summ`, expected `sum`"), Some("summ"));
        assert_eq!(named("invalid type: string \"a\", expected i64"), Some("a"));
        assert_eq!(named("missing field `arm`"), None);
    }

    #[test]
    fn names_are_whole_words() {
        assert_eq!(find(b"r1c12 r11c1 r1c1", "r1c1"), Some((12, 4)));
        assert_eq!(find(b"r12c1 = 12", "12"), Some((8, 2)));
        assert_eq!(find(b"sums = 1, sum = 2", "sum"), Some((10, 3)));
        assert_eq!(find(b"12.\n1.\n", "1."), Some((4, 2)));
        assert_eq!(find(b"anything", ""), None);
    }
}
