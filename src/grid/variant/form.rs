//! Forms of text that hold variant puzzles: each is one file here and one line in [`VARIANT_FORMS`].

use std::fmt;

use super::Variant;
use super::error::{VariantError, VariantFault};
use super::read::VariantEntry;
use crate::grid::cell::Cell;
use crate::grid::form::{Note, UnknownForm, WriteError};
use crate::grid::rule::Cells;

mod by_cell;
mod draft;
mod fpuzzles;
mod fpuzzles_json;
mod iss;
mod json;
mod killer;
mod packed;
mod print;
mod scl;
mod toml;

/// All forms of variant puzzles, in the order in which they are listed.
pub static VARIANT_FORMS: &[&dyn VariantForm] = &[
    &toml::Toml,
    &json::Json,
    &fpuzzles::FPuzzles,
    &fpuzzles_json::FPuzzlesJson,
    &scl::Scl,
    &iss::Iss,
    &killer::Numbers,
    &killer::Arrows,
    &killer::SumoCue,
];

/// A form of text that holds variant puzzles.
///
/// ```
/// use houserules::grid::{Import, variant_form};
/// let text = b"size = 4\nanti_knight = true\ngivens = { r1c2 = 3 }\n";
/// let puzzle = variant_form("toml")?.read(text, &mut Import::default())?;
/// assert_eq!(puzzle.givens().count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait VariantForm: Sync {
    /// What it is called, in one word.
    fn name(&self) -> &'static str;

    /// What it is, in one line.
    fn about(&self) -> &'static str;

    /// Whether a text that begins like this, from its first line that says something, is in this form.
    fn claims(&self, head: &str) -> bool;

    /// How many bytes of a text the next puzzle takes; `None` where each line is one.
    fn extent(&self, text: &[u8]) -> Option<usize> {
        let _ = text;
        None
    }

    /// Reads one puzzle.
    ///
    /// # Errors
    /// What is wrong, and where in the text.
    fn read(&self, text: &[u8], import: &mut Import) -> Result<Variant, VariantError>;

    /// What stands between two puzzles that are written.
    fn between(&self) -> &'static str {
        ""
    }

    /// Writes a puzzle.
    ///
    /// # Errors
    /// Some forms are only read.
    fn write(&self, entry: &VariantEntry) -> Result<String, WriteError> {
        let _ = entry;
        Err(WriteError::ReadOnly { form: self.name() })
    }
}

impl fmt::Debug for dyn VariantForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
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

/// The parts of a line in each region, in order: where the line comes back, a new part begins.
fn segments(line: &[Cell], regions: &[Vec<Cell>]) -> Vec<Cells> {
    let region = |cell: &Cell| regions.iter().position(|cells| cells.contains(cell));
    line.chunk_by(|a, b| region(a) == region(b)).map(|part| Cells(part.to_vec())).collect()
}

/// The form of that name.
///
/// # Errors
/// An unknown name.
pub fn variant_form(name: &str) -> Result<&'static dyn VariantForm, UnknownForm> {
    let names = VARIANT_FORMS.iter().map(|form| form.name());
    let found = VARIANT_FORMS.iter().find(|form| form.name() == name);
    found.copied().ok_or_else(|| UnknownForm::among(name, names))
}

/// The form that a text shows by its beginning, if it holds a variant puzzle.
///
/// ```
/// use houserules::grid::claimed_by;
/// assert_eq!(claimed_by("# mine\n\nsize = 6\n").map(|form| form.name()), Some("toml"));
/// assert!(claimed_by("1...2......3...4\n").is_none());
/// ```
pub fn claimed_by(head: &str) -> Option<&'static dyn VariantForm> {
    let mut head = head.trim_start_matches('\u{FEFF}');
    while let Some((line, rest)) = head.split_once('\n')
        && (line.trim().is_empty() || line.trim_start().starts_with('#'))
    {
        head = rest;
    }
    let head = head.trim_start();
    VARIANT_FORMS.iter().copied().find(|form| form.claims(head))
}
