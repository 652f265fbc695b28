//! The form of spreadsheets: n lines of n fields, empty for an open cell.

use super::super::lines::Lines;
use super::super::puzzle::Puzzle;
use super::super::symbols::Symbols;
use super::block::{self, Cut, Reading, Survey};
use super::{Claim, Entry, Form, FormError, Known, Signs, WriteError};

pub(super) struct Fields;

impl Form for Fields {
    fn name(&self) -> &'static str {
        "fields"
    }

    fn about(&self) -> &'static str {
        "n lines of n fields with commas between them, empty for an open cell (also semicolons, tabs)"
    }

    fn example(&self) -> &'static str {
        ",,1,\n,4,,\n,,,2\n,2,,\n"
    }

    fn claim(&self, lines: &mut Lines<'_>, known: &Known) -> Claim {
        let Some(survey) = Survey::of(lines, known) else {
            return Claim::No;
        };
        let fields = matches!(survey.cut, Cut::Fields(_) | Cut::Ended(_)) && !survey.framed;
        match survey.reading(known) {
            Reading::Block | Reading::Either if fields => Claim::Maybe(survey.as_grid()),
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
        let signs = Signs::of(puzzle, symbols.or(Some(Symbols::Numbers)), self.name())?;
        let side = puzzle.shape().side();
        // An empty line says nothing at all.
        let open = if side == 1 { "." } else { "" };
        for cell in 0..puzzle.shape().len() {
            out.push_str(signs.get(puzzle, cell).unwrap_or(open));
            out.push(if (cell + 1) % side == 0 { '\n' } else { ',' });
        }
        Ok(())
    }
}
