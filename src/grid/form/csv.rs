//! The form of data sets: a table with a header, the cells of a puzzle in one column.

use std::ops::Range;

use memchr::{memchr, memchr3};

use super::super::lines::{Line, Lines, is_sound};
use super::super::puzzle::Puzzle;
use super::super::symbols::Symbols;
use super::{
    Claim, Entry, Fault, Form, FormError, Glance, Known, Note, Signs, WriteError, field, line,
};

pub(super) struct Csv;

/// What the column of cells is called in data sets.
const PUZZLE: &[&str] = &[
    "puzzle",
    "puzzles",
    "quiz",
    "quizzes",
    "question",
    "questions",
    "sudoku",
    "sudokus",
    "problem",
    "givens",
    "grid",
    "board",
    "unsolved",
];

impl Form for Csv {
    fn name(&self) -> &'static str {
        "csv"
    }

    fn about(&self) -> &'static str {
        "a table with a header; the cells are in the column `puzzle`, `quizzes`, `question` or the like"
    }

    fn example(&self) -> &'static str {
        "puzzle,solution\n..1..4.....2.2..,2314143232414123\n"
    }

    fn claim(&self, lines: &mut Lines<'_>, _: &Known) -> Claim {
        match lines.peek_text().map(|line| header(&line.text)) {
            Some(Some(_)) => Claim::Sure,
            _ => Claim::No,
        }
    }

    fn read(&self, lines: &mut Lines<'_>, known: &mut Known) -> Option<Result<Entry, FormError>> {
        if known.columns.is_none() {
            lines.skip_blank();
            let line = lines.take()?;
            let Some(columns) = header(&line.text) else {
                let what = "a table without a column such as `puzzle` or `quizzes`".to_owned();
                lines.skip_paragraph();
                return Some(Err(line.error_here(Fault::Unsupported { what })));
            };
            known.columns = Some(columns);
        }
        while lines.peek(0)?.is_blank() {
            lines.take();
        }
        let line = lines.take()?;
        Some(row(&line, known))
    }

    fn glance(&self, known: &Known) -> Option<Glance> {
        let column = column(known.columns.as_deref()?);
        Some(Box::new(move |line| {
            let cells = match memchr(b'"', line) {
                None => {
                    let outside = memchr3(b',', b';', b'\t', line).map_or(b',', |at| line[at]);
                    field(line, outside, column)?
                }
                Some(_) => {
                    let text = str::from_utf8(line).ok()?;
                    split(text, separator(text)).ok()?.get(column)?.clone()
                }
            };
            is_sound(&line[..cells.start]).then_some(cells)
        }))
    }

    fn around(&self) -> [&'static str; 2] {
        ["puzzle\n", ""]
    }

    fn write(
        &self,
        puzzle: &Puzzle,
        symbols: Option<Symbols>,
        out: &mut String,
    ) -> Result<(), WriteError> {
        let signs = Signs::of(puzzle, symbols, self.name())?;
        line::write(puzzle, &signs, out);
        out.push('\n');
        Ok(())
    }
}

/// The separator of a table, and the names of its columns if one of them holds cells.
fn header(text: &str) -> Option<Vec<String>> {
    let fields = split(text, separator(text)).ok()?;
    let name = |field: &Range<usize>| text[field.clone()].trim().to_lowercase();
    let names: Vec<String> = fields.iter().map(name).collect();
    names.iter().any(|name| PUZZLE.contains(&&**name)).then_some(names)
}

fn separator(text: &str) -> char {
    let outside = |c: &char| matches!(c, ',' | ';' | '\t');
    text.chars().find(outside).unwrap_or(',')
}

/// The fields of a line, without their quotes.
fn split(text: &str, separator: char) -> Result<Vec<Range<usize>>, usize> {
    let mut fields = Vec::new();
    let (mut start, mut quote, mut quoted) = (0, None, false);
    let mut push = |range: Range<usize>, quoted: bool| {
        let field = &text[range.clone()];
        let bare = if quoted { field.trim().trim_matches('"') } else { field.trim() };
        let start = range.start + (bare.as_ptr() as usize - field.as_ptr() as usize);
        fields.push(start..start + bare.len());
    };
    for (at, sign) in text.char_indices() {
        match sign {
            '"' if quote.is_some() => quote = None,
            '"' => (quote, quoted) = (Some(at), true),
            _ if sign == separator && quote.is_none() => {
                push(start..at, quoted);
                (start, quoted) = (at + sign.len_utf8(), false);
            }
            _ => {}
        }
    }
    push(start..text.len(), quoted);
    match quote {
        None => Ok(fields),
        Some(at) => Err(at),
    }
}

/// The column of cells. The best name first: a table of `board` and `puzzle` has its cells in `puzzle`.
fn column(columns: &[String]) -> usize {
    let column = PUZZLE.iter().find_map(|name| columns.iter().position(|c| c == name));
    column.unwrap_or_default()
}

fn row(line: &Line, known: &Known) -> Result<Entry, FormError> {
    let columns = known.columns.as_deref().unwrap_or_default();
    let fields = split(&line.text, separator(&line.text));
    let fields = fields.map_err(|at| line.error(Fault::OpenQuote, at..at + 1))?;
    let column = column(columns);
    let Some(field) = fields.get(column).cloned() else {
        line.sound()?;
        let name = columns.get(column).cloned().unwrap_or_default();
        let puzzle = (name, column + 1);
        return Err(line.error_here(Fault::Columns { found: fields.len(), puzzle }));
    };
    let mut entry = line::read_field(line, field, known, Csv.name())?;
    for (i, field) in fields.into_iter().enumerate() {
        let text = &line.text[field];
        if let Some(name) = columns.get(i).filter(|_| i != column && !text.is_empty()) {
            entry.notes.push(Note::new(name, &text.replace("\"\"", "\"")));
        }
    }
    Ok(entry)
}
