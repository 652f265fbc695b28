//! Reading variant puzzles from a text, one after the other.

use std::io::{self, BufRead, Read};

use super::entry::{Import, VariantEntry};
use super::error::{VariantError, VariantFault};
use super::form::VariantForm;
use crate::grid::lines::{Line, MAX_LINE};
use crate::grid::place::Place;

/// The longest text of a form that is read as a whole, in bytes.
const MAX_TEXT: u64 = 1 << 24;

/// Reads the variant puzzles of a text in one form. A puzzle with a mistake is one error, and reading goes on behind it.
///
/// ```
/// use houserules::grid::{VariantReader, variant_form};
/// let text = "size = 4\nodd = 'r1c1'\n---\nsize = 4\nodd = 'r9c9'\n";
/// let read: Vec<_> = VariantReader::new(text.as_bytes(), variant_form("toml")?).collect();
/// assert_eq!(read[0].as_ref().map(|entry| entry.puzzle.rules().len()), Ok(1));
/// let error = read[1].as_ref().unwrap_err();
/// assert_eq!(error.to_string(), "line 5, column 8: r9c9 is not on the board");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct VariantReader<R> {
    input: R,
    form: &'static dyn VariantForm,
    lenient: bool,
    /// What was read and holds further puzzles.
    text: Vec<u8>,
    whole: bool,
    /// Lines and bytes before what comes next.
    lines: usize,
    offset: u64,
    /// Characters before it in its line.
    before: usize,
    ended: bool,
}

impl<R: BufRead> VariantReader<R> {
    /// A reader of a text in this form.
    pub fn new(input: R, form: &'static dyn VariantForm) -> VariantReader<R> {
        VariantReader {
            input,
            form,
            lenient: false,
            text: Vec::new(),
            whole: false,
            lines: 0,
            offset: 0,
            before: 0,
            ended: false,
        }
    }

    /// Leaves out rules that are not understood, and says so, instead of refusing the puzzle.
    pub fn lenient(self, lenient: bool) -> VariantReader<R> {
        VariantReader { lenient, ..self }
    }

    /// The next puzzle's text, which may say nothing.
    fn piece(&mut self) -> Result<Option<Vec<u8>>, VariantError> {
        if self.form.extent(b"").is_none() {
            let mut line = Vec::new();
            let read = self.input.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line);
            read.map_err(|error| self.failed(&error))?;
            if line.len() > MAX_LINE {
                return Err(self.too_long(MAX_LINE));
            }
            return Ok((!line.is_empty()).then_some(line));
        }
        if !self.whole {
            self.whole = true;
            let read = self.input.by_ref().take(MAX_TEXT + 1).read_to_end(&mut self.text);
            read.map_err(|error| self.failed(&error))?;
            if self.text.len() as u64 > MAX_TEXT {
                return Err(self.too_long(MAX_TEXT as usize));
            }
        }
        if self.text.is_empty() {
            return Ok(None);
        }
        let end = self.form.extent(&self.text).unwrap_or(self.text.len());
        let rest = self.text.split_off(end.clamp(1, self.text.len()));
        Ok(Some(std::mem::replace(&mut self.text, rest)))
    }

    /// Nothing more can be read.
    fn failed(&mut self, error: &io::Error) -> VariantError {
        self.stop(VariantFault::Io(error.kind(), error.to_string()))
    }

    fn too_long(&mut self, limit: usize) -> VariantError {
        self.stop(VariantFault::TooLong { limit })
    }

    fn stop(&mut self, fault: VariantFault) -> VariantError {
        self.ended = true;
        let line = Line::new(self.lines + 1, self.offset, b"");
        VariantError { fault, place: Place::of(&line, 0..0) }
    }
}

/// Whether nothing stands in a text but blanks and comments.
fn says_nothing(text: &[u8]) -> bool {
    let mut lines = text.split(|&b| b == b'\n').map(|line| line.trim_ascii());
    lines.all(|line| line.is_empty() || line.starts_with(b"#") || line == b"---" || line == b"\x1A")
}

impl<R: BufRead> Iterator for VariantReader<R> {
    type Item = Result<VariantEntry, VariantError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            let piece = match self.piece() {
                Ok(piece) => piece?,
                Err(error) => return Some(Err(error)),
            };
            let (lines, offset, before) = (self.lines, self.offset, self.before);
            let last = piece.rsplit(|&b| b == b'\n').next().unwrap_or_default();
            let characters = String::from_utf8_lossy(last).chars().count();
            self.before = if last.len() < piece.len() { characters } else { before + characters };
            self.lines += piece.iter().filter(|&&b| b == b'\n').count();
            self.offset += piece.len() as u64;
            if says_nothing(&piece) {
                continue;
            }
            let mut import = Import { lenient: self.lenient, ..Import::default() };
            let read = self.form.read(&piece, &mut import).map_err(|mut error| {
                error.place.column += if error.place.line == 1 { before } else { 0 };
                error.place.line += lines;
                error.place.offset += offset;
                error
            });
            let blank = |line: &&[u8]| line.trim_ascii().is_empty() || line.starts_with(b"#");
            let blanks = piece.split(|&b| b == b'\n').take_while(blank).count();
            return Some(read.map(|puzzle| VariantEntry {
                puzzle,
                form: self.form.name(),
                line: lines + blanks + 1,
                notes: import.notes,
                ignored: import.ignored,
            }));
        }
        None
    }
}
