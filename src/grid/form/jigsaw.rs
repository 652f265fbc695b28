//! The form of jigsaws: a grid of region letters, and the grid of cells below, above or beside it.

use std::ops::Range;

use super::super::lines::{Line, Lines};
use super::super::puzzle::Puzzle;
use super::super::shape::{MAX_SIDE, Shape};
use super::super::symbols::{self, Symbols, is_blank};
use super::{Claim, Entry, Fault, Form, FormError, Known, Note, Signs, WriteError, given, rows};

pub(super) struct Jigsaw;

impl Form for Jigsaw {
    fn name(&self) -> &'static str {
        "jigsaw"
    }

    fn about(&self) -> &'static str {
        "a grid of region letters, a blank line, and the grid of cells (also side by side)"
    }

    fn example(&self) -> &'static str {
        "AAAB\nACBB\nCCDB\nCDDD\n\n1...\n..2.\n....\n...3\n"
    }

    fn tells_shape(&self) -> bool {
        true
    }

    fn claim(&self, lines: &mut Lines<'_>, _: &Known) -> Claim {
        let mut at = 0;
        while lines.peek(at).is_some_and(Line::says_nothing) {
            at += 1;
        }
        let Some(first) = lines.peek(at).map(|line| line.text.clone()) else {
            return Claim::No;
        };
        let words: Vec<&str> = first.split_whitespace().collect();
        let sure = match words[..] {
            [a, b] => {
                a.len() == b.len()
                    && is_map(a) != is_map(b)
                    && repeats(if is_map(a) { a } else { b })
            }
            // A map of regions: letters alone, and somewhere the same one twice in a row. A grid follows.
            [row] if is_map(row) && row.len() <= MAX_SIDE => {
                let side = row.len();
                let mut repeated = false;
                for row in 0..side {
                    let Some(line) = lines.peek(at + row) else {
                        return Claim::No;
                    };
                    let text = line.text.trim();
                    if text.len() != side || !is_map(text) {
                        return Claim::No;
                    }
                    repeated |= repeats(text);
                }
                let mut next = at + side;
                while next < at + 4 * side && lines.peek(next).is_some_and(Line::says_nothing) {
                    next += 1;
                }
                repeated && lines.peek(next).is_some_and(|line| line.text.trim().len() == side)
            }
            _ => false,
        };
        if sure { Claim::Sure } else { Claim::No }
    }

    fn read(&self, lines: &mut Lines<'_>, known: &mut Known) -> Option<Result<Entry, FormError>> {
        let mut notes = Vec::new();
        while lines.peek(0).is_some_and(Line::says_nothing) {
            notes.extend(lines.take().as_ref().and_then(Note::comment));
        }
        lines.peek(0)?;
        let read = halves(lines).and_then(|halves| halves.entry(known, self.name(), notes));
        Some(read)
    }

    fn write(
        &self,
        puzzle: &Puzzle,
        symbols: Option<Symbols>,
        out: &mut String,
    ) -> Result<(), WriteError> {
        let form = self.name();
        let signs = Signs::single(puzzle, symbols, form)?;
        let shape = puzzle.shape();
        let values = shape.side();
        for cell in 0..shape.len() {
            let region = shape.region(cell).ok_or(WriteError::Regions { form })?;
            let letter = Symbols::Letters.sign(region + 1, values);
            let most = Symbols::Letters.capacity();
            out.push_str(&letter.ok_or(WriteError::Values { form, values, most })?);
            if (cell + 1) % values == 0 {
                out.push('\n');
            }
        }
        out.push('\n');
        rows::write(puzzle, &signs, out);
        out.push('\n');
        Ok(())
    }
}

/// Whether a text can be a map of regions: letters alone.
fn is_map(text: &str) -> bool {
    text.len() > 1 && text.bytes().all(|b| b.is_ascii_alphabetic())
}

/// Whether a sign stands in a text twice.
fn repeats(text: &str) -> bool {
    text.bytes().enumerate().any(|(i, a)| text.bytes().skip(i + 1).any(|b| a == b))
}

/// Two grids of signs, as they were found: for each cell its line and where it is there.
struct Halves {
    lines: Vec<Line>,
    grids: [Vec<(usize, Range<usize>)>; 2],
}

/// Takes both grids, one below the other or side by side.
fn halves(lines: &mut Lines<'_>) -> Result<Halves, FormError> {
    let mut taken: Vec<Line> = Vec::new();
    let mut grids = [Vec::new(), Vec::new()];
    let mut side = 0;
    let mut rows = [0, 0];
    while let Some(line) = lines.peek(0) {
        if line.says_nothing() {
            if rows == [side, side] {
                break;
            }
            lines.take();
            continue;
        }
        let words = words(&line.text);
        let length = |word: &Range<usize>| line.text[word.clone()].chars().count();
        let whole = side == 0 && words.len() == 2 && {
            let cells = length(&words[0]);
            cells.isqrt().pow(2) == cells && cells > Symbols::Digits.capacity()
        };
        if side == 0 {
            side = words.first().map_or(0, length);
        }
        let half = usize::from(rows[0] == side);
        if side > MAX_SIDE
            || words.is_empty()
            || words.len() > 2
            || words.iter().any(|word| length(word) != side)
            || (words.len() == 2 && rows[0] != rows[1])
        {
            let number = line.number;
            let found = words.iter().map(length).max().unwrap_or(0);
            let fault = Fault::UnevenRows { rows: vec![(number, found)], expected: side };
            let error = line.error_here(fault);
            // Both grids are lost, and only they.
            lines.skip_paragraph();
            if half == 0 {
                lines.skip_blank();
                lines.skip_paragraph();
            }
            return Err(error);
        }
        let text = line.text.clone();
        for (i, word) in words.iter().enumerate() {
            let grid = if words.len() == 2 { i } else { half };
            rows[grid] += 1;
            let signs = text[word.clone()].char_indices();
            grids[grid].extend(signs.map(|(at, sign)| {
                let at = word.start + at;
                (taken.len(), at..at + sign.len_utf8())
            }));
        }
        taken.extend(lines.take());
        if whole || rows == [side, side] {
            break;
        }
    }
    let [first, second] = &grids;
    match taken.last() {
        Some(last) if first.len() != second.len() => {
            let (found, expected) = (rows[1], side);
            Err(last.error_here(Fault::RowCount { found, expected }))
        }
        _ => Ok(Halves { lines: taken, grids }),
    }
}

fn words(text: &str) -> Vec<Range<usize>> {
    let words = text.split_whitespace();
    let at = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    words.map(|word| at(word)..at(word) + word.len()).collect()
}

impl Halves {
    fn entry(
        self,
        known: &Known,
        form: &'static str,
        notes: Vec<Note>,
    ) -> Result<Entry, FormError> {
        for line in &self.lines {
            line.sound()?;
        }
        let texts = |grid: &[(usize, Range<usize>)]| -> Vec<&str> {
            let cells = grid.iter();
            cells.map(|(line, cell)| &self.lines[*line].text[cell.clone()]).collect()
        };
        let [first, second] = &self.grids;
        let open = |cells: &[&str]| cells.iter().any(|cell| cell.chars().any(|c| is_blank(c, 9)));
        let letters = |cells: &[&str]| cells.iter().all(|cell| is_letter(cell));
        let (a, b) = (texts(first), texts(second));
        // The map has letters alone; or else it is the one without an open cell, or the first.
        let swap =
            (letters(&b) && !letters(&a)) || (letters(&a) == letters(&b) && open(&a) && !open(&b));
        let (map, cells) = if swap { (b, a) } else { (a, b) };
        let (map_at, cells_at) = if swap { (second, first) } else { (first, second) };
        let line_of = |grid: &[(usize, Range<usize>)]| grid.first().map_or(0, |(line, _)| *line);
        let fault = |grid, fault| self.lines[line_of(grid)].error_here(fault);
        let shape = shape(&map, known).map_err(|wrong| fault(map_at, wrong))?;
        let (values, symbols) = symbols::values(&cells, false, shape.side(), known.earlier())
            .map_err(|(cell, fault)| {
                let (line, span) = &cells_at[cell];
                self.lines[*line].error(fault, span.clone()).in_cell(cell, shape.side())
            })?;
        let puzzle = given(shape, values).map_err(|wrong| fault(cells_at, wrong))?;
        Ok(Entry { puzzle, symbols, form, line: self.lines[0].number, notes })
    }
}

fn is_letter(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_alphabetic())
}

/// The shape of a map of regions, with the extra groups that are known.
pub(super) fn shape<L: std::fmt::Display>(map: &[L], known: &Known) -> Result<Shape, Fault> {
    let shape = Shape::jigsaw(map).map_err(Fault::Shape)?;
    match &known.shape {
        None => Ok(shape),
        Some(known) if known.side() != shape.side() => {
            Err(Fault::Side { found: shape.side(), expected: known.clone() })
        }
        Some(known) => shape.or_alike(known).map_err(Fault::Shape),
    }
}
