//! A variant puzzle with what stands around it in a text, and what is told to who reads it.

use super::Variant;
use super::error::VariantFault;
use crate::grid::form::Note;

/// A variant puzzle as it was read, with what stood around it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct VariantEntry {
    /// The puzzle.
    pub puzzle: Variant,
    /// The form that it was written in.
    pub form: &'static str,
    /// Its first line in the text, from 1.
    pub line: usize,
    /// What else was said of it: the name, the author, the solution.
    pub notes: Vec<Note>,
    /// What was not understood and left out.
    pub ignored: Vec<String>,
}

impl VariantEntry {
    /// A puzzle that was made, not read.
    pub fn new(puzzle: Variant) -> VariantEntry {
        VariantEntry { puzzle, form: "", line: 1, notes: Vec::new(), ignored: Vec::new() }
    }
}

/// What is told to a form that reads, and what it tells besides the puzzle.
#[derive(Clone, Debug, Default)]
pub struct Import {
    /// A rule that is not understood is left out, and named in `ignored`, instead of being an error.
    pub lenient: bool,
    /// What was left out.
    pub ignored: Vec<String>,
    /// What stands in the text besides the puzzle: the name, the author, the solution.
    pub notes: Vec<Note>,
}

impl Import {
    /// A rule of that name is not understood: noted, or an error.
    pub(crate) fn unknown(&mut self, name: impl Into<String>) -> Result<(), VariantFault> {
        let name: String = name.into();
        let name: String = name.chars().take(60).collect();
        if !self.lenient {
            return Err(VariantFault::Unknown(name));
        }
        self.ignore(name);
        Ok(())
    }

    /// Something is left out, once however often it stands there.
    pub(crate) fn ignore(&mut self, name: impl Into<String>) {
        let name = name.into();
        if !self.ignored.contains(&name) {
            self.ignored.push(name);
        }
    }

    /// Notes something that stands besides the puzzle.
    pub(crate) fn note(&mut self, name: &str, text: Option<String>) {
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            self.notes.push(Note::new(name, &text));
        }
    }
}
