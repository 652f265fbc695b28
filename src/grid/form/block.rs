//! Blocks: consecutive lines that hold one grid, drawn with or without gaps and frames.
//!
//! The forms that draw a grid over several lines differ in what they write; what they read is read here.

use std::ops::Range;

use super::super::lines::{Line, Lines};
use super::super::regions::Regions;
use super::super::shape::{MAX_SIDE, Shape};
use super::super::symbols::{self, Symbols, is_blank};
use super::{Entry, Fault, FormError, Known, Note, given};

mod cut;

pub(super) use cut::{Cut, fields};
use cut::{Kind, is_bar, kind, longest_word, words};

/// The longest row, in bytes: more than the largest board needs, even if quoted and drawn.
const MAX_ROW: usize = 12 * MAX_SIDE;

/// What the next lines look like, up to a blank one, before any of them is taken.
#[derive(Debug)]
pub(super) struct Survey {
    /// What each line is.
    kinds: Vec<Kind>,
    /// The rows among them.
    texts: Vec<String>,
    /// A number that stands on a line before the grid.
    heading: Option<String>,
    /// Something is drawn between or around the cells.
    pub framed: bool,
    /// How the cells are told apart.
    pub cut: Cut,
    /// The first row is one word.
    pub one_word: bool,
    /// How many cells the first row has.
    pub side: usize,
}

/// How the next lines are to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// A grid drawn over several lines.
    Block,
    /// A puzzle a line.
    Line,
    /// Both make sense.
    Either,
    /// Neither does: hardly anything there can be a cell.
    Neither,
}

impl Survey {
    /// Looks at the next lines; `None` if no row follows.
    pub fn of(lines: &mut Lines<'_>, known: &Known) -> Option<Survey> {
        Survey::cut(lines, known, None)
    }

    /// The same, if it is certain how cells are told apart.
    fn cut(lines: &mut Lines<'_>, known: &Known, cut: Option<Cut>) -> Option<Survey> {
        let mut at = 0;
        while lines.peek(at)?.says_nothing() {
            at += 1;
        }
        let heading = heading(lines, at);
        if heading.is_some() {
            at += 1;
            while lines.peek(at)?.says_nothing() {
                at += 1;
            }
        }
        let known_side = known.shape.as_ref().map(Shape::side);
        let (kinds, texts) = paragraph(lines, at, known_side.unwrap_or(2 * MAX_SIDE + 1));
        let first = texts.first()?;
        let barred = texts.iter().any(|text| text.contains(is_bar));
        let mut survey = Survey {
            framed: barred || kinds.contains(&Kind::Frame),
            cut: cut.unwrap_or_else(|| Cut::of(&texts, known_side)),
            one_word: words(first).len() == 1,
            side: 0,
            heading,
            kinds,
            texts,
        };
        survey.side = match longest_word(&survey.texts[0]) > Symbols::Digits.capacity() {
            // No row is that long, and how long it is does not matter.
            true => usize::MAX,
            false => survey.length(0),
        };
        survey.dashes_as_cells(lines, at, barred);
        survey.join_bands(lines, at, known);
        Some(survey)
    }

    /// The number of cells of a row.
    fn length(&self, row: usize) -> usize {
        let text = self.texts.get(row);
        text.map_or(0, |text| self.cut.cells(text).len())
    }

    /// Takes dashes alone for a row, where a dash is how open cells are written and nothing else is drawn.
    fn dashes_as_cells(&mut self, lines: &mut Lines<'_>, at: usize, barred: bool) {
        let dashed = |text: &String| text.contains('-') && !text.contains("-1");
        if barred || self.cut.apart() || !self.texts.iter().any(dashed) {
            return;
        }
        let mut texts = Vec::new();
        for (i, kind) in self.kinds.iter_mut().enumerate() {
            let Some(line) = lines.peek(at + i) else {
                break;
            };
            let text = line.text.trim();
            if *kind == Kind::Frame && text.len() == self.side && text.bytes().all(|b| b == b'-') {
                *kind = Kind::Row;
            }
            if *kind == Kind::Row {
                texts.push(line.text.clone());
            }
        }
        self.texts = texts;
        self.framed = self.kinds.contains(&Kind::Frame);
    }

    /// Joins what follows after blank lines, where these stand between bands of boxes.
    fn join_bands(&mut self, lines: &mut Lines<'_>, at: usize, known: &Known) {
        let Ok(shape) = known.shape_of(self.side) else {
            return;
        };
        let &Regions::Boxes { height, .. } = shape.regions() else {
            return;
        };
        if height < 2 || self.texts.len() != height {
            return;
        }
        let (mut kinds, mut texts) = (self.kinds.clone(), self.texts.clone());
        while texts.len() < self.side {
            while lines.peek(at + kinds.len()).is_some_and(Line::is_blank) {
                kinds.push(Kind::Blank);
                if kinds.len() > 8 * self.side {
                    return;
                }
            }
            let (more, band) = paragraph(lines, at + kinds.len(), height + 1);
            let even = |text: &String| self.cut.cells(text).len() == self.side;
            if band.len() != height || !band.iter().all(even) {
                return;
            }
            kinds.extend(more);
            texts.extend(band);
        }
        (self.kinds, self.texts) = (kinds, texts);
    }

    /// Whether each cell lists its candidates: several in some, none in no cell.
    pub fn lists_candidates(&self) -> bool {
        let all = || self.texts.iter().flat_map(|text| words(text).into_iter().map(|w| &text[w]));
        self.cut == Cut::Words
            && self.side <= 9
            && all().any(|word| word.len() > 1)
            && all().all(|word| is_list(word, self.side))
    }

    /// Whether the lines are a grid, or puzzles one a line; the rule is told in `docs/formats.md`.
    pub fn reading(&self, known: &Known) -> Reading {
        let first = &self.texts[0];
        if longest_word(first) > Symbols::Digits.capacity() || self.side > MAX_SIDE {
            return Reading::Line;
        }
        // What follows the cells of a puzzle on its line is set off like this; a row has nothing of the kind.
        if !matches!(self.cut, Cut::Fields(_)) && first.contains([',', ';', ':', '=', '"']) {
            return Reading::Line;
        }
        let cell = |c: char| {
            is_blank(c, 9) || c.is_numeric() || (self.side > 9 && c.is_ascii_alphabetic())
        };
        let gap = |c: char| c.is_whitespace() || is_bar(c) || matches!(c, ',' | ';');
        let signs = || first.chars().filter(|c| !gap(*c));
        if 2 * signs().filter(|c| cell(*c)).count() < signs().count() {
            return Reading::Neither;
        }
        if self.framed {
            return Reading::Block;
        }
        let rows = self.texts.len();
        let root = self.side.isqrt();
        let square = root * root == self.side;
        if let Some(side) = known.shape.as_ref().map(Shape::side) {
            let line = (square && root == side) || (rows == 1 && self.side > side);
            return if line && self.side != side { Reading::Line } else { Reading::Block };
        }
        if !square || root < 4 || Regions::default_box(root).is_none() {
            let alone = rows == 1 && self.side > 16;
            return if alone { Reading::Line } else { Reading::Block };
        }
        let even = (0..rows).all(|row| self.length(row) == self.side);
        let top = |text: &String| highest(text, self.cut);
        let low = self.texts.iter().map(top).max() <= Some(root);
        if even && rows.is_multiple_of(self.side) && !low {
            Reading::Block
        } else if even && rows == self.side {
            Reading::Either
        } else if top(first) > root {
            Reading::Block
        } else {
            Reading::Line
        }
    }

    /// In words, what the lines are as a grid.
    pub fn as_grid(&self) -> String {
        format!("as one grid of {0}x{0}", self.side)
    }

    /// In words, what the lines are as puzzles.
    pub fn as_lines(&self) -> String {
        let root = self.side.isqrt();
        format!("as {} puzzles of {root}x{root}, one a line", self.texts.len())
    }
}

/// The lines up to the next blank one, or up to so many rows: what they are, and the rows.
fn paragraph(lines: &mut Lines<'_>, at: usize, most: usize) -> (Vec<Kind>, Vec<String>) {
    let (mut kinds, mut texts) = (Vec::new(), Vec::new());
    // Something is drawn, and the rows stand within it.
    let (mut drawn, mut within) = (false, false);
    // However long the text is, a paragraph is no longer than a drawing of that many rows. Only a drawing goes on
    // behind its last row.
    while (texts.len() < most || drawn) && kinds.len() < 4 * most + 4 {
        let Some(line) = lines.peek(at + kinds.len()) else {
            break;
        };
        let mut kind = kind(line);
        if kind == Kind::Row {
            let bar = line.text.trim_start().starts_with(is_bar);
            within |= texts.is_empty() && bar;
            drawn |= line.text.contains(is_bar);
            if within && !bar {
                kind = Kind::Text;
            } else if texts.len() == most {
                break;
            } else {
                texts.push(line.text.clone());
            }
        }
        drawn |= kind == Kind::Frame;
        if kind == Kind::Blank {
            break;
        }
        kinds.push(kind);
        // A puzzle on its first line needs no look at the others, which may be long in coming. Nor does what is too
        // long for a row.
        let whole = texts.len() == 1 && longest_word(&texts[0]) > Symbols::Digits.capacity();
        if whole || texts.last().is_some_and(|text| text.len() > MAX_ROW) {
            break;
        }
    }
    (kinds, texts)
}

/// The highest value of a row, as digits and letters if its cells are single signs.
fn highest(text: &str, cut: Cut) -> usize {
    let value = |cell: Range<usize>| {
        let sign = text[cell.clone()].chars().next().filter(|c| !is_blank(*c, 9));
        let value = || sign?.to_digit(36).map(|digit| digit as usize);
        text[cell].parse().ok().or_else(value)
    };
    cut.cells(text).into_iter().filter_map(value).max().unwrap_or(0)
}

/// Whether a word is a list of candidates: different digits in ascending order, none above `side`.
fn is_list(word: &str, side: usize) -> bool {
    let fits = |digit: u8| matches!(digit, b'1'..=b'9') && usize::from(digit - b'0') <= side;
    word == "-"
        || word.bytes().all(fits) && word.as_bytes().windows(2).all(|pair| pair[0] < pair[1])
}

/// A number alone on a line, before a row of several cells.
fn heading(lines: &mut Lines<'_>, at: usize) -> Option<String> {
    let number = lines.peek(at)?.text.trim().to_owned();
    if number.len() > 3 || !number.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    // At most a blank line and a frame stand between them.
    let mut next = at + 1;
    while next < at + 4 && kind(lines.peek(next)?) != Kind::Row {
        next += 1;
    }
    let signs = Cut::Signs.cells(&lines.peek(next)?.text).len();
    (signs > 1 && signs != number.len()).then_some(number)
}

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
        let block = survey.block(lines, notes);
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
    fn block(self, lines: &mut Lines<'_>, mut notes: Vec<Note>) -> Result<Block, FormError> {
        let side = self.side;
        if let Some(number) = self.heading.clone() {
            let n = number.parse().unwrap_or(0);
            let line = lines.take().unwrap_or_default();
            if n != side && n * n != side {
                return Err(line.error_here(Fault::Heading { number, side }));
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
        self.check(&rows)?;
        Ok(Block { rows, cut: self.cut, notes })
    }

    /// As many rows as cells in each, and as many cells in each as in the others.
    fn check(&self, rows: &[Row]) -> Result<(), FormError> {
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
