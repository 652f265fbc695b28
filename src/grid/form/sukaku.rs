//! The form of candidates on one line: n signs a cell, each a candidate at its own place or a dot.

use super::super::lines::{Line, Lines};
use super::super::puzzle::Puzzle;
use super::super::shape::Shape;
use super::super::symbols::Symbols;
use super::{Claim, Entry, Fault, Form, FormError, Known, WriteError};

pub(super) struct Sukaku;

impl Form for Sukaku {
    fn name(&self) -> &'static str {
        "sukaku"
    }

    fn about(&self) -> &'static str {
        "a puzzle of candidates a line: n signs a cell, 729 for 9x9, a dot for a candidate ruled out"
    }

    fn example(&self) -> &'static str {
        "12..12341...1234.2.4...41.34123412.41234123.1.34123...3.123.1234\n"
    }

    fn claim(&self, lines: &mut Lines<'_>, known: &Known) -> Claim {
        let Some(line) = lines.peek_text() else {
            return Claim::No;
        };
        let cells = line.text.split_whitespace().next().unwrap_or_default();
        let side =
            known.shape.as_ref().map_or_else(|| cube_root(cells.len()), |shape| Some(shape.side()));
        // With one value, a cell with a candidate and a cell with its value look alike: that is a line.
        let Some(side) = side.filter(|&side| side > 1 && cells.len() == side.pow(3)) else {
            return Claim::No;
        };
        let in_place = |(at, sign): (usize, char)| {
            is_out(sign) || sign.to_digit(10) == Some((at % side + 1) as u32)
        };
        // Else it may be a board of side 8 or 27 with few givens.
        let signs: Vec<char> = cells.chars().collect();
        let open = signs.chunks(side).filter(|cell| cell.iter().any(|sign| !is_out(*sign)));
        if 2 * open.count() >= side * side && cells.chars().enumerate().all(in_place) {
            Claim::Sure
        } else {
            Claim::No
        }
    }

    fn read(&self, lines: &mut Lines<'_>, known: &mut Known) -> Option<Result<Entry, FormError>> {
        lines.skip_blank();
        let line = lines.take()?;
        Some(read(&line, known, self.name()))
    }

    fn write(
        &self,
        puzzle: &Puzzle,
        _: Option<Symbols>,
        out: &mut String,
    ) -> Result<(), WriteError> {
        let values = puzzle.shape().side();
        let form = self.name();
        if values > 9 {
            return Err(WriteError::Values { form, values, most: 9 });
        }
        for cell in 0..puzzle.shape().len() {
            let start = out.len();
            out.extend(std::iter::repeat_n('.', values));
            for (place, candidate) in puzzle.shape().values().enumerate() {
                if puzzle.candidates(cell).any(|value| value == candidate) {
                    let at = start + place;
                    out.replace_range(at..at + 1, &(place + 1).to_string());
                }
            }
        }
        out.push('\n');
        Ok(())
    }
}

/// A sign for a candidate that is ruled out.
fn is_out(sign: char) -> bool {
    matches!(sign, '.' | '0')
}

/// The side of a board whose candidates are so many, from 4 to 9.
fn cube_root(candidates: usize) -> Option<usize> {
    (4..=9).find(|side: &usize| side.pow(3) == candidates)
}

fn read(line: &Line, known: &Known, form: &'static str) -> Result<Entry, FormError> {
    let start = line.text.len() - line.text.trim_start().len();
    let cells = line.text.split_whitespace().next().unwrap_or_default();
    let signs: Vec<(usize, char)> = cells.char_indices().collect();
    if line.damaged_before(start + cells.len()) {
        line.sound()?;
    }
    let here = |fault| line.error(fault, start..start + cells.len());
    let side = known.shape.as_ref().map(Shape::side).or_else(|| cube_root(signs.len()));
    let side = side.filter(|side| side.checked_pow(3) == Some(signs.len()) && *side <= 9);
    let side = side.ok_or_else(|| {
        let found = signs.len();
        here(Fault::CandidateCount { found, expected: known.shape.clone() })
    })?;
    let shape = known.shape_of(side).map_err(here)?;
    let mut puzzle = Puzzle::blank(shape);
    for (cell, places) in signs.chunks(side).enumerate() {
        let mut candidates = Vec::new();
        for (place, &(at, symbol)) in places.iter().enumerate() {
            let value = place as u32 + 1;
            if symbol.to_digit(10) == Some(value) {
                candidates.push(value as i32);
            } else if !is_out(symbol) {
                let at = start + at;
                let fault = Fault::CandidatePlace { symbol, value };
                return Err(line.error(fault, at..at + symbol.len_utf8()));
            }
        }
        puzzle.restrict(cell, &candidates).map_err(|error| here(Fault::Puzzle(error)))?;
    }
    Ok(Entry { puzzle, symbols: Symbols::Digits, form, line: line.number, notes: Vec::new() })
}
