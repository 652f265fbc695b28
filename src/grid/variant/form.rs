//! Forms of text that hold variant puzzles: each is one file here and one line in [`VARIANT_FORMS`].

use std::fmt;

use super::Variant;
use super::entry::{Import, VariantEntry};
use super::error::VariantError;
use crate::grid::cell::Cell;
use crate::grid::form::{UnknownForm, WriteError};
use crate::grid::rule::Cells;

mod boxes;
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

impl Variant {
    /// Reads a puzzle from either form: JSON if it begins with a brace, TOML otherwise.
    ///
    /// # Errors
    /// What is wrong, and where in the text.
    pub fn read(bytes: &[u8]) -> Result<Variant, VariantError> {
        let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let form: &dyn VariantForm = match text.trim_ascii_start().first() {
            Some(b'{') => &json::Json,
            _ => &toml::Toml,
        };
        form.read(bytes, &mut Import::default())
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
    // What most texts begin with needs no look from each form: all of them know their first word, or a line with such a sign.
    let line = head.lines().next().unwrap_or_default();
    let cells = line.bytes().all(|byte| byte == b'.' || byte.is_ascii_digit());
    if cells && memchr::memchr3(b'=', b'[', b'{', head.as_bytes()).is_none() {
        return None;
    }
    VARIANT_FORMS.iter().copied().find(|form| form.claims(head))
}
