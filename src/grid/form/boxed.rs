//! The form for people: a grid with its boxes or regions drawn.

use super::super::lines::Lines;
use super::super::puzzle::Puzzle;
use super::super::symbols::Symbols;
use super::block::{self, Cut, Reading, Survey};
use super::{Claim, Entry, Form, FormError, Known, Signs, WriteError};

pub(super) struct Boxed;

impl Form for Boxed {
    fn name(&self) -> &'static str {
        "grid"
    }

    fn about(&self) -> &'static str {
        "a drawn grid with its boxes or regions, for people"
    }

    fn example(&self) -> &'static str {
        "+-----+-----+\n| . . | 1 . |\n| . 4 | . . |\n+-----+-----+\n| . . | . 2 |\n| . 2 | . . |\n+-----+-----+\n"
    }

    fn claim(&self, lines: &mut Lines<'_>, known: &Known) -> Claim {
        let Some(survey) = Survey::of(lines, known) else {
            return Claim::No;
        };
        let drawn = survey.framed || (survey.cut == Cut::Signs && !survey.one_word);
        match survey.reading(known) {
            Reading::Block | Reading::Either if drawn && !survey.lists_candidates() => {
                Claim::Maybe(survey.as_grid())
            }
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
        let signs = Signs::of(puzzle, symbols, self.name())?;
        draw(puzzle, signs.width, out, |cell| signs.get(puzzle, cell).unwrap_or("."));
        Ok(())
    }
}

/// Draws a board, each cell right-aligned in `width` columns.
///
/// A bar or a line stands between two cells of different regions; where no two cells across a column or a row of the
/// drawing are of different regions, nothing is left free for it either.
pub(super) fn draw<'s>(
    puzzle: &Puzzle,
    width: usize,
    out: &mut String,
    sign: impl Fn(usize) -> &'s str,
) {
    let shape = puzzle.shape();
    let side = shape.side();
    let region = |row: usize, column: usize| shape.region(row * side + column);
    // Whether a border is drawn left of a cell, or above it; the frame is a border too.
    let left = |row: usize, column: usize| {
        column == 0 || column == side || region(row, column - 1) != region(row, column)
    };
    let above = |row: usize, column: usize| {
        row == 0 || row == side || region(row - 1, column) != region(row, column)
    };
    let bars: Vec<bool> = (0..=side).map(|c| (0..side).any(|row| left(row, c))).collect();
    for row in 0..=side {
        if (0..side).any(|column| above(row, column)) {
            let start = out.len();
            for (column, bar) in bars.iter().enumerate() {
                if *bar {
                    let beside = [column.checked_sub(1), (column < side).then_some(column)];
                    let across = beside.into_iter().flatten().any(|c| above(row, c));
                    let beside = [row.checked_sub(1), (row < side).then_some(row)];
                    let down = beside.into_iter().flatten().any(|r| left(r, column));
                    out.push(match (across, down) {
                        (true, true) => '+',
                        (true, false) => '-',
                        (false, true) => '|',
                        (false, false) => ' ',
                    });
                    if column < side {
                        out.push(if above(row, column) { '-' } else { ' ' });
                    }
                }
                if column < side {
                    let line = if above(row, column) { "-" } else { " " };
                    out.push_str(&line.repeat(width + 1));
                }
            }
            out.truncate(start + out[start..].trim_end().len());
            out.push('\n');
        }
        if row == side {
            break;
        }
        for (column, bar) in bars.iter().enumerate() {
            if *bar {
                out.push(if left(row, column) { '|' } else { ' ' });
                if column < side {
                    out.push(' ');
                }
            }
            if column < side {
                let sign = sign(row * side + column);
                out.extend(std::iter::repeat_n(' ', width.saturating_sub(sign.len())));
                out.push_str(sign);
                out.push(' ');
            }
        }
        out.push('\n');
    }
}
