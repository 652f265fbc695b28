//! The form of Simple Sudoku, `.ss`: a small drawing whose corners are stars.

use super::super::lines::Lines;
use super::super::puzzle::Puzzle;
use super::super::regions::Regions;
use super::super::symbols::Symbols;
use super::{Claim, Entry, Form, FormError, Known, Signs, WriteError, block};

pub(super) struct SimpleSudoku;

impl Form for SimpleSudoku {
    fn name(&self) -> &'static str {
        "ss"
    }

    fn about(&self) -> &'static str {
        "the small drawing of Simple Sudoku, with stars at its corners"
    }

    fn example(&self) -> &'static str {
        "*-----*\n|..|1.|\n|.4|..|\n|--+--|\n|..|.2|\n|.2|..|\n*-----*\n"
    }

    fn claim(&self, lines: &mut Lines<'_>, _: &Known) -> Claim {
        let Some(line) = lines.peek_text() else {
            return Claim::No;
        };
        let inside = line.text.trim().strip_prefix('*').and_then(|rest| rest.strip_suffix('*'));
        match inside {
            Some(line) if line.len() > 2 && line.bytes().all(|b| b == b'-') => Claim::Sure,
            _ => Claim::No,
        }
    }

    fn read(&self, lines: &mut Lines<'_>, known: &mut Known) -> Option<Result<Entry, FormError>> {
        block::read(lines, known, self.name())
    }

    fn write(
        &self,
        puzzle: &Puzzle,
        symbols: Option<Symbols>,
        out: &mut String,
    ) -> Result<(), WriteError> {
        let form = self.name();
        let signs = Signs::single(puzzle, symbols, form)?;
        let &Regions::Boxes { height, width } = puzzle.shape().regions() else {
            return Err(WriteError::Boxes { form });
        };
        let side = puzzle.shape().side();
        // Around a single cell, one dash would not be seen to be a frame.
        let edge = format!("*{}*\n", "-".repeat((side + side / width - 1).max(3)));
        let between = vec!["-".repeat(width); side / width].join("+");
        out.push_str(&edge);
        for row in 0..side {
            if row > 0 && row % height == 0 {
                out.push_str(&format!("|{between}|\n"));
            }
            for column in 0..side {
                if column % width == 0 {
                    out.push('|');
                }
                out.push_str(signs.get(puzzle, row * side + column).unwrap_or("."));
            }
            out.push_str("|\n");
        }
        out.push_str(&edge);
        Ok(())
    }
}
