//! A look at the next lines: whether they are a grid, and how it is drawn.

use std::ops::Range;

use super::super::super::lines::{Line, Lines};
use super::super::super::regions::Regions;
use super::super::super::shape::{MAX_SIDE, Shape};
use super::super::super::symbols::{Symbols, is_blank};
use super::super::Known;
use super::cut::{Cut, Kind, has_word, is_bar, is_title, kind, longest_word, words};

/// The longest row, in bytes: more than the largest board needs, even if quoted and drawn.
const MAX_ROW: usize = 12 * MAX_SIDE;

/// The longest title, in bytes.
const MAX_TITLE: usize = 120;

/// What the next lines look like, up to a blank one, before any of them is taken.
#[derive(Debug)]
pub(in super::super) struct Survey {
    /// What each line is.
    pub(super) kinds: Vec<Kind>,
    /// The rows among them.
    texts: Vec<String>,
    /// What stands on a line before the grid.
    pub(super) heading: Option<Heading>,
    /// Something is drawn between or around the cells.
    pub framed: bool,
    /// How the cells are told apart.
    pub cut: Cut,
    /// The first row is one word.
    pub one_word: bool,
    /// How many cells the first row has.
    pub side: usize,
}

/// A line before a grid.
#[derive(Clone, Debug)]
pub(super) enum Heading {
    /// Its side or its order, as a number.
    Number(String),
    /// What it is called.
    Title(String),
}

/// How the next lines are to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Reading {
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
    pub(super) fn cut(lines: &mut Lines<'_>, known: &Known, cut: Option<Cut>) -> Option<Survey> {
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
        survey.side = survey.length(0);
        survey.dashes_as_cells(lines, at, barred);
        survey.join_bands(lines, at, known);
        Some(survey)
    }

    /// The number of cells of a row.
    fn length(&self, row: usize) -> usize {
        let text = self.texts.get(row);
        text.map_or(0, |text| self.cut.count(text))
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
            let even = |text: &String| self.cut.count(text) == self.side;
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
        let set_off: &[char] = match self.cut {
            Cut::Fields(_) | Cut::Ended(_) => &[],
            _ => &[',', ';', ':', '=', '"'],
        };
        let cells = first.split(set_off).next().unwrap_or(first);
        let cell = |c: char| {
            is_blank(c, 9) || c.is_numeric() || (self.side > 9 && c.is_ascii_alphabetic())
        };
        let gap = |c: char| c.is_whitespace() || is_bar(c) || matches!(c, ',' | ';' | '"' | '\'');
        let signs = || cells.chars().filter(|c| !gap(*c));
        if 2 * signs().filter(|c| cell(*c)).count() < signs().count() {
            return Reading::Neither;
        }
        if cells.len() < first.len() {
            return Reading::Line;
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
        let high = self.texts.iter().filter(|text| top(text) > root).count();
        if even && rows.is_multiple_of(self.side) && high > 0 {
            Reading::Block
        } else if even && rows == self.side {
            Reading::Either
        } else if top(first) > root && 2 * high > rows {
            // One value that is too high is a mistake on its line.
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
    let (mut kinds, mut texts): (Vec<Kind>, Vec<String>) = Default::default();
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
            if texts.first().is_some_and(|row| is_title(&line.text, row)) && !within {
                break;
            }
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

/// A number alone on a line or a title, before a row of several cells.
fn heading(lines: &mut Lines<'_>, at: usize) -> Option<Heading> {
    let text = lines.peek(at)?.text.trim().to_owned();
    let number = text.len() <= 3 && text.bytes().all(|b| b.is_ascii_digit());
    // A line that may be a puzzle is not kept waiting for the next.
    let title = text.len() <= MAX_TITLE && has_word(&text);
    if !number && !title {
        return None;
    }
    // At most a blank line and a frame stand between them.
    let mut next = at + 1;
    while next < at + 4 && kind(lines.peek(next)?) != Kind::Row {
        next += 1;
    }
    let row = &lines.peek(next)?.text;
    if is_title(&text, row) {
        return Some(Heading::Title(text));
    }
    let signs = Cut::Signs.count(row);
    (number && signs > 1 && signs != text.len()).then_some(Heading::Number(text))
}
