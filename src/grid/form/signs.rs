//! Writing: the signs of a puzzle's values, and what a form cannot hold.

use std::fmt;

use super::super::puzzle::Puzzle;
use super::super::symbols::Symbols;

/// A puzzle that a form cannot hold.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteError {
    /// The form has no place for pencil marks.
    Marks {
        /// The form.
        form: &'static str,
    },
    /// The form can only hold boards with boxes.
    Boxes {
        /// The form.
        form: &'static str,
    },
    /// The form can only hold boards with regions.
    Regions {
        /// The form.
        form: &'static str,
    },
    /// The board has more values than the form or the symbols have signs.
    Values {
        /// The form.
        form: &'static str,
        /// How many values there are.
        values: usize,
        /// How many there can be.
        most: usize,
    },
    /// The form has no place for rules, or for a board such as this one.
    #[cfg(feature = "variants")]
    Variant {
        /// The form.
        form: &'static str,
        /// What it cannot hold.
        what: String,
    },
    /// The form is only read.
    #[cfg(feature = "variants")]
    ReadOnly {
        /// The form.
        form: &'static str,
    },
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Marks { form } => {
                write!(f, "the form `{form}` has no place for pencil marks")
            }
            WriteError::Boxes { form } => write!(f, "the form `{form}` is for boards with boxes"),
            WriteError::Regions { form } => {
                write!(f, "the form `{form}` is for boards with regions")
            }
            WriteError::Values { form, values, most } => {
                write!(f, "the form `{form}` can write {most} values, and the board has {values}")
            }
            #[cfg(feature = "variants")]
            WriteError::Variant { form, what } => {
                write!(f, "the form `{form}` has no place for {what}")
            }
            #[cfg(feature = "variants")]
            WriteError::ReadOnly { form } => {
                write!(f, "the form `{form}` is read, and not written")
            }
        }
    }
}

impl std::error::Error for WriteError {}

/// Writes cells with one sign each where the symbols have enough of them, and as numbers where not.
pub(crate) struct Signs {
    signs: Vec<String>,
    /// The widest sign, in characters.
    pub width: usize,
}

impl Signs {
    /// The signs for a puzzle in a form without pencil marks.
    ///
    /// Without symbols: one sign a value if the usual ones suffice, else numbers.
    pub(crate) fn of(
        puzzle: &Puzzle,
        symbols: Option<Symbols>,
        form: &'static str,
    ) -> Result<Signs, WriteError> {
        if puzzle.has_marks() {
            return Err(WriteError::Marks { form });
        }
        let values = puzzle.shape().side();
        let usual = match values <= Symbols::Digits.capacity() {
            true => Symbols::Digits,
            false => Symbols::Numbers,
        };
        let symbols = symbols.unwrap_or(usual);
        let signs = (1..=values).map(|value| symbols.sign(value, values));
        let signs: Option<Vec<String>> = signs.collect();
        let most = symbols.capacity();
        let signs = signs.ok_or(WriteError::Values { form, values, most })?;
        let width = signs.iter().map(String::len).max().unwrap_or(1);
        Ok(Signs { signs, width })
    }

    /// The signs for a form that has no gaps between cells.
    pub(crate) fn single(
        puzzle: &Puzzle,
        symbols: Option<Symbols>,
        form: &'static str,
    ) -> Result<Signs, WriteError> {
        let values = puzzle.shape().side();
        let symbols = symbols.filter(|symbols| *symbols != Symbols::Numbers || values <= 9);
        let symbols = symbols.unwrap_or(Symbols::Digits);
        Signs::of(puzzle, Some(symbols), form)
    }

    /// The sign of a cell, if it is given.
    pub(crate) fn get(&self, puzzle: &Puzzle, cell: usize) -> Option<&str> {
        let value = puzzle.given(cell)? - puzzle.shape().values().start();
        self.signs.get(value as usize).map(String::as_str)
    }
}
