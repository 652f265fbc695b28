//! Blocks: consecutive lines that hold one grid, drawn with or without gaps and frames.
//!
//! The forms that draw a grid over several lines differ in what they write; what they read is read here.

use std::ops::Range;

use super::super::lines::{Line, Lines};
use super::super::symbols;
use super::{Entry, Fault, FormError, Known, Note, given};

mod cut;
mod survey;

use cut::Kind;
pub(super) use cut::{Cut, fields, has_word, is_section};
use survey::Heading;
pub(super) use survey::{Reading, Survey};

/// A row of a grid: its line, and where its cells are.
pub(super) struct Row {
    pub line: Line,
    pub cells: Vec<Range<usize>>,
}

impl Row {
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.cells.iter().map(|cell| &self.line.text[cell.clone()])
    }
}

/// A grid as it was drawn: as many rows as each has cells.
pub(super) struct Block {
    pub rows: Vec<Row>,
    pub cut: Cut,
    pub notes: Vec<Note>,
}

impl Block {
    /// Takes the next grid; `None` at the end of the text.
    pub fn take(lines: &mut Lines<'_>, known: &Known) -> Option<Result<Block, FormError>> {
        Block::take_cut(lines, known, None)
    }

    fn take_cut(
        lines: &mut Lines<'_>,
        known: &Known,
        cut: Option<Cut>,
    ) -> Option<Result<Block, FormError>> {
        let mut notes = Vec::new();
        while lines.peek(0)?.says_nothing() {
            notes.extend(Note::comment(&lines.take()?));
        }
        let Some(survey) = Survey::cut(lines, known, cut) else {
            // Frames without a row.
            let line = lines.take()?;
            lines.skip_paragraph();
            return Some(Err(line.error_here(Fault::Unrecognised)));
        };
        let block = survey.block(lines, known, notes);
        if block.is_err() {
            // Where the next grid begins, nobody can say.
            lines.skip_paragraph();
        }
        Some(block)
    }

    /// Takes the next grid, each of whose cells is a word.
    pub fn take_words(lines: &mut Lines<'_>, known: &Known) -> Option<Result<Block, FormError>> {
        Block::take_cut(lines, known, Some(Cut::Words))
    }

    /// The puzzle of the grid.
    pub fn puzzle(self, known: &Known, form: &'static str) -> Result<Entry, FormError> {
        let first = &self.rows[0].line;
        let shape = known.shape_of(self.rows.len());
        let shape = shape.map_err(|fault| first.error_here(fault))?;
        let side = shape.side();
        let cells: Vec<&str> = self.rows.iter().flat_map(Row::texts).collect();
        let (values, symbols) = symbols::values(&cells, self.cut.apart(), side, known.earlier())
            .map_err(|(cell, fault)| self.error(cell, fault))?;
        let puzzle = given(shape, values).map_err(|fault| first.error_here(fault))?;
        Ok(Entry { puzzle, symbols, form, line: first.number, notes: self.notes })
    }

    /// An error about a cell, counted row by row.
    pub fn error(&self, cell: usize, fault: Fault) -> FormError {
        let side = self.rows.len();
        let row = &self.rows[cell / side];
        row.line.error(fault, row.cells[cell % side].clone()).in_cell(cell, side)
    }
}

impl Survey {
    /// Takes the grid.
    fn block(
        self,
        lines: &mut Lines<'_>,
        known: &Known,
        mut notes: Vec<Note>,
    ) -> Result<Block, FormError> {
        let side = self.side;
        if let Some(heading) = self.heading.clone() {
            let line = lines.take().unwrap_or_default();
            match heading {
                Heading::Title(title) => notes.push(Note::new("title", &title)),
                Heading::Number(number) => {
                    let n = number.parse().unwrap_or(0);
                    if n != side && n * n != side {
                        return Err(line.error_here(Fault::Heading { number, side }));
                    }
                }
            }
            lines.skip_blank();
        }
        let mut rows: Vec<Row> = Vec::new();
        for kind in &self.kinds {
            if rows.len() == side && !matches!(kind, Kind::Frame | Kind::Text) {
                break;
            }
            let Some(line) = lines.take() else { break };
            match kind {
                Kind::Blank | Kind::Frame => {}
                Kind::Comment => notes.extend(Note::comment(&line)),
                Kind::Text => notes.push(Note::new("text", line.text.trim())),
                Kind::Row => {
                    line.sound()?;
                    let cells = self.cut.cells(&line.text);
                    rows.push(Row { line, cells });
                }
            }
        }
        self.check(&rows, known)?;
        Ok(Block { rows, cut: self.cut, notes })
    }

    /// As many rows as cells in each, and as many cells in each as in the others.
    fn check(&self, rows: &[Row], known: &Known) -> Result<(), FormError> {
        // The first row may be the wrong one.
        let as_rows = |row: &&Row| row.cells.len() == rows.len();
        let expected = match 2 * rows.iter().filter(as_rows).count() > rows.len() {
            true => rows.len(),
            false => self.side,
        };
        let wrong: Vec<&Row> = rows.iter().filter(|row| row.cells.len() != expected).collect();
        if let Some(first) = wrong.first() {
            let rows = wrong.iter().map(|row| (row.line.number, row.cells.len()));
            let fault = Fault::UnevenRows { rows: rows.collect(), expected };
            return Err(first.line.error_here(fault));
        }
        // Rows of another shape are more of a mistake than too few of them.
        if let (Some(first), Err(fault @ Fault::Side { .. })) =
            (rows.first(), known.shape_of(self.side))
        {
            return Err(first.line.error_here(fault));
        }
        match rows.last() {
            Some(last) if rows.len() < self.side => Err(last
                .line
                .error_here(Fault::RowCount { found: rows.len(), expected: self.side })),
            _ => Ok(()),
        }
    }
}

/// The next puzzle drawn as a grid.
pub(super) fn read(
    lines: &mut Lines<'_>,
    known: &Known,
    form: &'static str,
) -> Option<Result<Entry, FormError>> {
    let block = Block::take(lines, known)?;
    Some(block.and_then(|block| block.puzzle(known, form)))
}
