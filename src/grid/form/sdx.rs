//! The form of SudoCue's work in progress, `.sdx`: rows of values, candidates and values placed by a player.

use super::super::lines::Lines;
use super::super::puzzle::Puzzle;
use super::super::symbols::Symbols;
use super::block::Block;
use super::{Claim, Entry, Fault, Form, FormError, Known, Note, Signs, WriteError};

pub(super) struct Sdx;

impl Form for Sdx {
    fn name(&self) -> &'static str {
        "sdx"
    }

    fn about(&self) -> &'static str {
        "rows of cells with gaps; `u5` is placed by a player, `125` are candidates, `5` is given"
    }

    fn example(&self) -> &'static str {
        "u2 u3 1 34\n13 4 23 13\n34 13 34 2\n34 2 34 1\n"
    }

    fn claim(&self, lines: &mut Lines<'_>, _: &Known) -> Claim {
        let placed = |word: &str| {
            let digits = word.strip_prefix('u').unwrap_or_default();
            digits.len() == 1 && digits.bytes().all(|b| b.is_ascii_digit())
        };
        let list = |word: &str| word.bytes().all(|b| matches!(b, b'1'..=b'9'));
        let mut any = false;
        let mut next = 0;
        while let Some(line) = lines.peek(next).filter(|_| next < 12) {
            let text = line.text.split('#').next().unwrap_or_default();
            if !text.split_whitespace().all(|word| placed(word) || list(word)) {
                return Claim::No;
            }
            any |= text.split_whitespace().any(placed);
            next += 1;
        }
        if any { Claim::Sure } else { Claim::No }
    }

    fn read(&self, lines: &mut Lines<'_>, known: &mut Known) -> Option<Result<Entry, FormError>> {
        let block = Block::take_words(lines, known)?;
        Some(block.and_then(|block| read(block, known, self.name())))
    }

    fn write(
        &self,
        puzzle: &Puzzle,
        _: Option<Symbols>,
        out: &mut String,
    ) -> Result<(), WriteError> {
        let form = self.name();
        let values = puzzle.shape().side();
        if !(2..=9).contains(&values) {
            return Err(WriteError::Values { form, values, most: 9 });
        }
        let signs = Signs::of(puzzle, Some(Symbols::Digits), form)?;
        let all: String = (1..=values).map(|value| value.to_string()).collect();
        for cell in 0..puzzle.shape().len() {
            out.push_str(signs.get(puzzle, cell).unwrap_or(&all));
            out.push(if (cell + 1) % values == 0 { '\n' } else { ' ' });
        }
        Ok(())
    }
}

/// The givens of a grid; what a player has done since is kept as a note.
fn read(block: Block, known: &Known, form: &'static str) -> Result<Entry, FormError> {
    let first = &block.rows[0].line;
    let shape = known.shape_of(block.rows.len());
    let shape = shape.map_err(|fault| first.error_here(fault))?;
    let side = shape.side();
    let mut puzzle = Puzzle::blank(shape);
    let mut placed = Vec::new();
    for (row, text) in block.rows.iter().enumerate() {
        for (column, word) in text.texts().enumerate() {
            let cell = row * side + column;
            let digits = word.strip_prefix('u').unwrap_or(word);
            if digits.is_empty() || digits.bytes().any(|b| !b.is_ascii_digit()) {
                let text = word.chars().take(40).collect();
                return Err(block.error(cell, Fault::NotCandidates { text }));
            }
            let given = (word.len() == 1).then(|| word.parse().ok()).flatten();
            puzzle.set(cell, given).map_err(|error| block.error(cell, Fault::Puzzle(error)))?;
            if word != digits {
                placed.push(format!("{}={digits}", puzzle.shape().cell(cell)));
            }
        }
    }
    let mut notes = block.notes;
    if !placed.is_empty() {
        notes.push(Note::new("placed", &placed.join(" ")));
    }
    Ok(Entry { puzzle, symbols: Symbols::Digits, form, line: first.number, notes })
}
