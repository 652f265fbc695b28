//! The form of online judges: n lines of n numbers, 0 for an open cell.

use super::super::lines::Lines;
use super::super::puzzle::Puzzle;
use super::super::symbols::Symbols;
use super::block::{self, Cut, Reading, Survey};
use super::{Claim, Entry, Form, FormError, Known, Signs, WriteError};

pub(super) struct Judge;

impl Form for Judge {
    fn name(&self) -> &'static str {
        "judge"
    }

    fn about(&self) -> &'static str {
        "n lines of n numbers separated by blanks, 0 for an open cell"
    }

    fn example(&self) -> &'static str {
        "0 0 1 0\n0 4 0 0\n0 0 0 2\n0 2 0 0\n"
    }

    fn claim(&self, lines: &mut Lines<'_>, known: &Known) -> Claim {
        let Some(survey) = Survey::of(lines, known) else {
            return Claim::No;
        };
        let numbers = survey.cut == Cut::Words && !survey.framed && !survey.lists_candidates();
        match survey.reading(known) {
            Reading::Block | Reading::Either if numbers => Claim::Maybe(survey.as_grid()),
            _ => Claim::No,
        }
    }

    fn read(&self, lines: &mut Lines<'_>, known: &mut Known) -> Option<Result<Entry, FormError>> {
        block::read(lines, known, self.name())
    }

    fn write(
        &self,
        puzzle: &Puzzle,
        _: Option<Symbols>,
        out: &mut String,
    ) -> Result<(), WriteError> {
        let signs = Signs::of(puzzle, Some(Symbols::Numbers), self.name())?;
        let side = puzzle.shape().side();
        for cell in 0..puzzle.shape().len() {
            out.push_str(signs.get(puzzle, cell).unwrap_or("0"));
            out.push(if (cell + 1) % side == 0 { '\n' } else { ' ' });
        }
        Ok(())
    }
}
