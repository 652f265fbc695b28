//! The form of pencil marks: a grid whose cells list their candidates.

use super::super::lines::Lines;
use super::super::puzzle::Puzzle;
use super::super::symbols::Symbols;
use super::block::{Block, Reading, Survey};
use super::boxed::draw;
use super::{Claim, Entry, Fault, Form, FormError, Known, WriteError};

pub(super) struct Pencil;

impl Form for Pencil {
    fn name(&self) -> &'static str {
        "pencil"
    }

    fn about(&self) -> &'static str {
        "a grid whose cells list their candidates; a cell with one is given"
    }

    fn example(&self) -> &'static str {
        "24 23 1 34\n1234 4 123 13\n34 13 34 2\n134 2 34 1\n"
    }

    fn claim(&self, lines: &mut Lines<'_>, known: &Known) -> Claim {
        match Survey::of(lines, known) {
            Some(survey)
                if survey.lists_candidates() && survey.reading(known) == Reading::Block =>
            {
                Claim::Sure
            }
            _ => Claim::No,
        }
    }

    fn read(&self, lines: &mut Lines<'_>, known: &mut Known) -> Option<Result<Entry, FormError>> {
        let block = Block::take(lines, known)?;
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
        if values > 9 {
            return Err(WriteError::Values { form, values, most: 9 });
        }
        let list = |cell| {
            let list: String = puzzle.candidates(cell).map(|value| value.to_string()).collect();
            if list.is_empty() { "-".to_owned() } else { list }
        };
        let lists: Vec<String> = (0..puzzle.shape().len()).map(list).collect();
        let width = lists.iter().map(String::len).max().unwrap_or(1);
        draw(puzzle, width, out, |cell| &lists[cell]);
        Ok(())
    }
}

fn read(block: Block, known: &Known, form: &'static str) -> Result<Entry, FormError> {
    let first = &block.rows[0].line;
    let shape = known.shape_of(block.rows.len());
    let shape = shape.map_err(|fault| first.error_here(fault))?;
    let side = shape.side();
    let mut puzzle = Puzzle::blank(shape);
    for (row, text) in block.rows.iter().enumerate() {
        for (column, list) in text.texts().enumerate() {
            let cell = row * side + column;
            let candidates = match list {
                "-" => Some(Vec::new()),
                _ => list.chars().map(|c| Some(c.to_digit(10)? as i32)).collect(),
            };
            let candidates = candidates.ok_or_else(|| {
                let text = list.chars().take(40).collect();
                block.error(cell, Fault::NotCandidates { text })
            })?;
            puzzle
                .restrict(cell, &candidates)
                .map_err(|error| block.error(cell, Fault::Puzzle(error)))?;
        }
    }
    Ok(Entry { puzzle, symbols: Symbols::Digits, form, line: first.number, notes: block.notes })
}
