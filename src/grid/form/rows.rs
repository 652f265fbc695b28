//! The form of text files: n lines of n signs.

use super::super::lines::Lines;
use super::super::puzzle::Puzzle;
use super::super::symbols::Symbols;
use super::block::{self, Cut, Reading, Survey};
use super::{Claim, Entry, Form, FormError, Known, Signs, WriteError};

pub(super) struct Rows;

impl Form for Rows {
    fn name(&self) -> &'static str {
        "rows"
    }

    fn about(&self) -> &'static str {
        "n lines of n signs, a dot for an open cell"
    }

    fn example(&self) -> &'static str {
        "..1.\n.4..\n...2\n.2..\n"
    }

    fn claim(&self, lines: &mut Lines<'_>, known: &Known) -> Claim {
        let Some(survey) = Survey::of(lines, known) else {
            return Claim::No;
        };
        let signs = survey.one_word && survey.cut == Cut::Signs && !survey.framed;
        match survey.reading(known) {
            Reading::Block | Reading::Either if signs => Claim::Maybe(survey.as_grid()),
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
        let signs = Signs::single(puzzle, symbols, self.name())?;
        write(puzzle, &signs, out);
        Ok(())
    }
}

/// Writes cells without gaps, a row a line.
pub(super) fn write(puzzle: &Puzzle, signs: &Signs, out: &mut String) {
    let side = puzzle.shape().side();
    for cell in 0..puzzle.shape().len() {
        out.push_str(signs.get(puzzle, cell).unwrap_or("."));
        if (cell + 1) % side == 0 {
            out.push('\n');
        }
    }
}
