//! The form of Susser: a line in which `+` marks values that a player placed, then eliminated candidates.

use std::ops::Range;

use memchr::memchr;

use super::super::lines::{Line, Lines};
use super::super::puzzle::Puzzle;
use super::super::symbols::Symbols;
use super::{Claim, Entry, Form, FormError, Glance, Known, Note, Signs, WriteError, line};

pub(super) struct Susser;

impl Form for Susser {
    fn name(&self) -> &'static str {
        "susser"
    }

    fn about(&self) -> &'static str {
        "a puzzle a line; `+` before a value that a player placed, and after a colon what is eliminated"
    }

    fn example(&self) -> &'static str {
        "..1.+1+4.....2.2..:211 311\n"
    }

    fn claim(&self, lines: &mut Lines<'_>, _: &Known) -> Claim {
        let Some(line) = lines.peek_text() else {
            return Claim::No;
        };
        let (cells, rest) = halves(&line.text);
        let placed =
            cells.contains('+') && !cells.contains(|c: char| c.is_whitespace() || c == '|');
        let digits = |word: &str| word.len() == 3 && word.bytes().all(|b| b.is_ascii_digit());
        let eliminated =
            cells.len() >= 16 && !rest.is_empty() && rest.split_whitespace().all(digits);
        let values = cells.bytes().any(|b| b.is_ascii_digit());
        if values && (placed || eliminated) { Claim::Sure } else { Claim::No }
    }

    fn read(&self, lines: &mut Lines<'_>, known: &mut Known) -> Option<Result<Entry, FormError>> {
        lines.skip_blank();
        let line = lines.take()?;
        let (cells, rest) = halves(&line.text);
        let start = line.text.len() - line.text.trim_start().len();
        let mut read = read_cells(&line, start..start + cells.len(), known, self.name());
        if let Ok(entry) = &mut read
            && !rest.is_empty()
        {
            entry.notes.push(Note::new("eliminated", rest));
        }
        Some(read)
    }

    fn glance(&self, _: &Known) -> Option<Glance> {
        Some(Box::new(|line| {
            let end = memchr(b':', line).unwrap_or(line.len());
            Some(0..line[..end].trim_ascii_end().len())
        }))
    }

    fn write(
        &self,
        puzzle: &Puzzle,
        symbols: Option<Symbols>,
        out: &mut String,
    ) -> Result<(), WriteError> {
        let signs = Signs::single(puzzle, symbols, self.name())?;
        line::write(puzzle, &signs, out);
        out.push_str(":\n");
        Ok(())
    }
}

/// The cells, and what is eliminated.
fn halves(text: &str) -> (&str, &str) {
    let (cells, rest) = text.split_once(':').unwrap_or((text, ""));
    (cells.trim(), rest.trim())
}

/// Reads cells of which some may be marked as placed by a player. These are not given: they are kept as a note.
pub(super) fn read_cells(
    line: &Line,
    field: Range<usize>,
    known: &Known,
    form: &'static str,
) -> Result<Entry, FormError> {
    let mut cells = Vec::new();
    let mut placed = Vec::new();
    let mut marked = false;
    for (at, sign) in line.text[field.clone()].char_indices() {
        let at = field.start + at;
        if sign == '+' && !marked {
            marked = true;
            continue;
        }
        if std::mem::take(&mut marked) {
            placed.push(cells.len());
        }
        cells.push(at..at + sign.len_utf8());
    }
    let mut entry = line::read_cells(line, &cells, false, known, form)?;
    let mut values = Vec::new();
    for cell in placed {
        let name = entry.puzzle.shape().cell(cell);
        if entry.puzzle.given(cell).is_some() {
            values.push(format!("{name}={}", &line.text[cells[cell].clone()]));
        }
        // A cell of the board, because it was just counted.
        let _ = entry.puzzle.set(cell, None);
    }
    if !values.is_empty() {
        entry.notes.push(Note::new("placed", &values.join(" ")));
    }
    Ok(entry)
}
