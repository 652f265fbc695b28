//! The form of collections: a puzzle a line, n times n signs, and perhaps something after it.

use std::ops::Range;

use super::super::lines::{Line, Lines};
use super::super::puzzle::Puzzle;
use super::super::shape::Shape;
use super::super::symbols::{self, Symbols, is_blank};
use super::block::{self, Reading, Survey};
use super::{Claim, Entry, Fault, Form, FormError, Glance, Known, Note, Signs, WriteError, given};

pub(super) struct OneLine;

const NAME: &str = "line";

impl Form for OneLine {
    fn name(&self) -> &'static str {
        NAME
    }

    fn about(&self) -> &'static str {
        "a puzzle a line: n times n signs, a dot for an open cell"
    }

    fn example(&self) -> &'static str {
        "..1..4.....2.2..\n"
    }

    fn claim(&self, lines: &mut Lines<'_>, known: &Known) -> Claim {
        let Some(survey) = Survey::of(lines, known) else {
            return Claim::No;
        };
        match survey.reading(known) {
            Reading::Block | Reading::Neither => Claim::No,
            Reading::Line | Reading::Either => Claim::Maybe(survey.as_lines()),
        }
    }

    fn read(&self, lines: &mut Lines<'_>, known: &mut Known) -> Option<Result<Entry, FormError>> {
        lines.skip_blank();
        let title = if known.begun { None } else { title(lines, known) };
        if title.is_some() {
            lines.take();
            lines.skip_blank();
        }
        let mut read = parse_line(&lines.take()?, known);
        if let Ok(entry) = &mut read {
            entry.notes.extend(title);
        }
        Some(read)
    }

    fn glance(&self, known: &Known) -> Option<Glance> {
        let n = known.shape.as_ref()?.len();
        Some(Box::new(move |line| match line.get(n) {
            None => Some(0..line.len()),
            // A short word may be one of several cells with gaps.
            Some(&after) => (n > 3 && is_separator(after.into())).then_some(0..n),
        }))
    }

    fn write(
        &self,
        puzzle: &Puzzle,
        symbols: Option<Symbols>,
        out: &mut String,
    ) -> Result<(), WriteError> {
        let signs = Signs::of(puzzle, symbols, NAME)?;
        write(puzzle, &signs, out);
        out.push('\n');
        Ok(())
    }
}

/// What the first line says of the puzzles below it, if it is no puzzle and nothing that was meant as one.
fn title(lines: &mut Lines<'_>, known: &Known) -> Option<Note> {
    let line = lines.peek(0)?;
    // A line that may be a puzzle is not kept waiting for the next.
    if !block::has_word(&line.text) || parse_line(line, known).is_ok() {
        return None;
    }
    let cell = |sign: &char| sign.is_ascii_digit() || is_blank(*sign, 9) && !sign.is_alphabetic();
    let cells = |word: &str| word.chars().filter(cell).count();
    if line.damage.is_some() || line.text.split_whitespace().any(|word| cells(word) > MOST_DIGITS) {
        return None;
    }
    let title = line.text.trim().to_owned();
    let mut next = 1;
    while lines.peek(next)?.says_nothing() {
        next += 1;
    }
    let puzzle = parse_line(lines.peek(next)?, known).ok()?.puzzle;
    let meant = title.chars().count() == puzzle.shape().len();
    (puzzle.shape().side() <= 9 && !meant).then(|| Note::new("title", &title))
}

/// A word of a title has no more digits and blanks than a date.
const MOST_DIGITS: usize = 10;

/// Writes cells without gaps, or with blanks between them if they are numbers.
pub(super) fn write(puzzle: &Puzzle, signs: &Signs, out: &mut String) {
    let numbers = signs.width > 1;
    for cell in 0..puzzle.shape().len() {
        if numbers && cell > 0 {
            out.push(' ');
        }
        let open = if numbers { "0" } else { "." };
        out.push_str(signs.get(puzzle, cell).unwrap_or(open));
    }
}

/// Reads a line that holds one puzzle, as the form `line` does.
///
/// ```
/// use houserules::grid::{Known, Line, parse_line};
/// let line = Line::new(7, 0, b"1...\t.2..\t..3.\t...4  # no puzzle, 4 fields");
/// let error = parse_line(&line, &Known::default()).unwrap_err();
/// assert_eq!(error.to_string(), "line 7, column 1: 4 cells fill no board that has boxes");
///
/// let line = Line::new(8, 0, b"1....2....3....4,diagonal");
/// let entry = parse_line(&line, &Known::default())?;
/// assert_eq!(entry.puzzle.givens().count(), 4);
/// assert_eq!(entry.notes[0].text, "diagonal");
/// # Ok::<(), houserules::grid::FormError>(())
/// ```
///
/// # Errors
/// Any [`Fault`] that a line can have.
pub fn parse_line(line: &Line, known: &Known) -> Result<Entry, FormError> {
    let fields = fields(&line.text);
    let Some(first) = fields.first() else {
        line.sound()?;
        return Err(line.error_here(Fault::CellCount { found: 0, expected: known.shape.clone() }));
    };
    let length = |field: &Range<usize>| line.text[field.clone()].chars().count();
    let alone = |field: &Range<usize>| signs(&line.text, field.clone());
    let here = |fault| line.error(fault, first.clone());
    let mut notes = Vec::new();

    // Cells without gaps come first: the usual line.
    let gaps = fields.len() > 1 && length(first) <= 3;
    if !gaps && let Some(shape) = shape_of(length(first), known) {
        let other = fields[1..].iter().find(|field| {
            known.shape.is_none()
                && length(field) != length(first)
                && length(field) >= 16
                && shape_of(length(field), known).is_some()
                && looks_like_cells(&line.text[(*field).clone()])
        });
        if let Some(other) = other {
            let readings = [first, other].map(|field| {
                let column = line.text[..field.start].chars().count() + 1;
                format!("as the {} cells at column {column}", length(field))
            });
            let what = "the line";
            let readings = readings.into();
            return Err(here(Fault::Ambiguous { what, readings }));
        }
        notes.extend(rest(&line.text[first.end..]));
        let cells = Cells { line, cells: &alone(first), apart: false };
        return cells.read(shape, known, NAME, notes);
    }

    // Cells with gaps, one and all; between separators, a cell can be empty.
    let separator = [',', ';'].into_iter().find(|c| line.text.contains(*c));
    let cells = match separator {
        Some(separator) => block::fields(&line.text, separator),
        None => fields.clone(),
    };
    if gaps && let Some(shape) = shape_of(cells.len(), known) {
        let cells = Cells { line, cells: &cells, apart: true };
        return cells.read(shape, known, NAME, notes);
    }

    // A short name, then cells without gaps. A longer field first is more probably a puzzle with a mistake.
    let named = fields.iter().skip(1).find_map(|field| {
        let shape = shape_of(length(field), known).filter(|shape| shape.side() >= 4)?;
        let cells =
            looks_like_cells(&line.text[field.clone()]) && 2 * length(first) <= length(field);
        cells.then_some((field, shape))
    });
    if let Some((field, shape)) = named {
        notes.extend(rest(&line.text[..field.start]).map(|note| Note::new("name", &note.text)));
        notes.extend(rest(&line.text[field.end..]));
        let cells = Cells { line, cells: &alone(field), apart: false };
        return cells.read(shape, known, NAME, notes);
    }

    line.sound()?;
    let found = if gaps { cells.len() } else { length(first) };
    let fault = Fault::CellCount { found, expected: known.shape.clone() };
    let span = if gaps { first.start..line.text.trim_end().len() } else { first.clone() };
    Err(line.error(fault, span))
}

/// The shape of so many cells: the known one, or the usual one of a square that has boxes.
fn shape_of(cells: usize, known: &Known) -> Option<Shape> {
    match &known.shape {
        Some(shape) => (shape.len() == cells).then(|| shape.clone()),
        None => {
            let side = cells.isqrt();
            (side * side == cells).then(|| Shape::square(side).ok())?
        }
    }
}

/// Each sign of a field.
fn signs(text: &str, field: Range<usize>) -> Vec<Range<usize>> {
    let from = field.start;
    let signs = text[field].char_indices();
    let signs = signs.map(|(at, sign)| from + at..from + at + sign.len_utf8());
    signs.collect()
}

/// Reads the cells of a field: its signs, or its words if it has several.
pub(super) fn read_field(
    line: &Line,
    field: Range<usize>,
    known: &Known,
    form: &'static str,
) -> Result<Entry, FormError> {
    let text = &line.text[field.clone()];
    let apart = text.contains(char::is_whitespace);
    let cells = match apart {
        true => {
            let words = text.split_whitespace();
            let at = |word: &str| word.as_ptr() as usize - line.text.as_ptr() as usize;
            words.map(|word| at(word)..at(word) + word.len()).collect()
        }
        false => signs(&line.text, field),
    };
    read_cells(line, &cells, apart, known, form)
}

/// Reads cells that stand at these places of a line.
pub(super) fn read_cells(
    line: &Line,
    cells: &[Range<usize>],
    apart: bool,
    known: &Known,
    form: &'static str,
) -> Result<Entry, FormError> {
    let Some(shape) = shape_of(cells.len(), known) else {
        line.sound()?;
        let (found, expected) = (cells.len(), known.shape.clone());
        let fault = Fault::CellCount { found, expected };
        return Err(match (cells.first(), cells.last()) {
            (Some(first), Some(last)) => line.error(fault, first.start..last.end),
            _ => line.error_here(fault),
        });
    };
    Cells { line, cells, apart }.read(shape, known, form, Vec::new())
}

/// As many cells on one line as the board has.
struct Cells<'l> {
    line: &'l Line,
    cells: &'l [Range<usize>],
    apart: bool,
}

impl Cells<'_> {
    fn read(
        self,
        shape: Shape,
        known: &Known,
        form: &'static str,
        notes: Vec<Note>,
    ) -> Result<Entry, FormError> {
        let Cells { line, cells, apart } = self;
        // A name in another encoding behind the cells does no harm to them.
        if line.damaged_before(cells.last().map_or(0, |cell| cell.end)) {
            line.sound()?;
        }
        let texts: Vec<&str> = cells.iter().map(|cell| &line.text[cell.clone()]).collect();
        let (values, symbols) = symbols::values(&texts, apart, shape.side(), known.earlier())
            .map_err(|(cell, fault)| {
                line.error(fault, cells[cell].clone()).in_cell(cell, shape.side())
            })?;
        let puzzle = given(shape, values).map_err(|fault| line.error_here(fault))?;
        Ok(Entry { puzzle, symbols, form, line: line.number, notes })
    }
}

/// What stands between separators, up to a comment.
fn fields(text: &str) -> Vec<Range<usize>> {
    let mut fields = Vec::new();
    let mut start = None;
    for (at, sign) in text.char_indices() {
        match (is_separator(sign), start) {
            (false, None) => start = Some(at),
            (true, Some(from)) => {
                fields.push(from..at);
                start = None;
            }
            _ => {}
        }
        if sign == '#' {
            return fields;
        }
    }
    fields.extend(start.map(|from| from..text.len()));
    fields
}

fn is_separator(sign: char) -> bool {
    sign.is_whitespace() || matches!(sign, ',' | ';' | ':' | '=' | '|' | '"' | '#')
}

/// Whether a field holds nothing but signs that cells can be written with.
fn looks_like_cells(field: &str) -> bool {
    field.chars().all(|c| c.is_ascii_alphanumeric() || is_blank(c, 9))
}

/// What is said beside the cells.
fn rest(text: &str) -> Option<Note> {
    let text = text.trim_matches(is_separator);
    (!text.is_empty()).then(|| Note::new("rest", text))
}
