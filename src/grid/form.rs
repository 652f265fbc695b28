//! Forms of text: each is one file here and one line in [`FORMS`], and can be recognised, read and written.

use std::fmt;
use std::ops::Range;

use memchr::memchr_iter;

use super::lines::{Line, Lines};
use super::nearest::nearest;
use super::puzzle::Puzzle;
use super::shape::Shape;
use super::symbols::{Earlier, Symbols};

mod array;
mod block;
mod boxed;
mod csv;
mod fault;
mod fields;
mod hodoku;
mod jigsaw;
mod judge;
mod line;
#[cfg(feature = "xml")]
mod opensudoku;
mod pencil;
mod rows;
mod sdk;
mod sdx;
mod signs;
mod ss;
mod sukaku;
mod sumocue;
mod susser;
mod url;

pub use fault::{Fault, FormError};
pub use line::parse_line;
use signs::Signs;
pub use signs::WriteError;

/// All forms, in the order in which they are listed; those that bear a mark of their own come last.
pub static FORMS: &[&dyn Form] = &[
    &judge::Judge,
    &line::OneLine,
    &rows::Rows,
    &boxed::Boxed,
    &fields::Fields,
    &csv::Csv,
    &pencil::Pencil,
    &sukaku::Sukaku,
    &jigsaw::Jigsaw,
    &sumocue::SumoCue,
    &sdk::Sdk,
    &sdx::Sdx,
    &ss::SimpleSudoku,
    &hodoku::Hodoku,
    &susser::Susser,
    &array::Array,
    &url::Url,
    #[cfg(feature = "xml")]
    &opensudoku::OpenSudoku,
];

/// A form of text in which puzzles are written down.
///
/// ```
/// use houserules::grid::{Puzzle, form};
/// let judge = form("judge")?;
/// let puzzle: Puzzle = "1234341221434321".parse()?;
/// let mut text = String::new();
/// judge.write(&puzzle, None, &mut text)?;
/// assert_eq!(text, "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Form: Sync {
    /// What it is called, in one word.
    fn name(&self) -> &'static str;

    /// What it is, in one line.
    fn about(&self) -> &'static str;

    /// A text in this form.
    fn example(&self) -> &'static str;

    /// Whether its texts say the shape themselves, so that each puzzle can have another.
    fn tells_shape(&self) -> bool {
        false
    }

    /// Whether a text that begins like this is in this form. Lines may be looked at, not taken.
    fn claim(&self, lines: &mut Lines<'_>, known: &Known) -> Claim;

    /// Reads the next puzzle and leaves what comes after it; `None` at the end of the text.
    ///
    /// After an error, the next call goes on behind what was wrong.
    fn read(&self, lines: &mut Lines<'_>, known: &mut Known) -> Option<Result<Entry, FormError>>;

    /// Where a form of one puzzle a line has the cells, for lines by the thousand: `None` if it takes a closer look at
    /// each line, as most forms do.
    fn glance(&self, _known: &Known) -> Option<Glance> {
        None
    }

    /// What stands before the first puzzle of a text, and after the last.
    fn around(&self) -> [&'static str; 2] {
        ["", ""]
    }

    /// Writes a puzzle with the given symbols, or the usual ones.
    ///
    /// # Errors
    /// Some forms cannot hold every puzzle.
    fn write(
        &self,
        puzzle: &Puzzle,
        symbols: Option<Symbols>,
        out: &mut String,
    ) -> Result<(), WriteError>;
}

/// Finds the cells on a line that is given without what ends it.
///
/// If these bytes are one digit or blank a cell, [`Form::read`] must take the same puzzle from the line. `None` for a
/// line that needs a closer look, such as one with a mistake.
pub type Glance = Box<dyn Fn(&[u8]) -> Option<Range<usize>>>;

impl fmt::Debug for dyn Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The form of that name.
///
/// ```
/// use houserules::grid::form;
/// let error = form("jugde").unwrap_err();
/// assert_eq!(error.to_string(), "no form is called `jugde`; did you mean `judge`?");
/// ```
///
/// # Errors
/// An unknown name.
pub fn form(name: &str) -> Result<&'static dyn Form, UnknownForm> {
    let found = FORMS.iter().find(|form| form.name() == name);
    found.copied().ok_or_else(|| UnknownForm::among(name, FORMS.iter().map(|form| form.name())))
}

/// A name that no form has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownForm {
    /// The name.
    pub name: String,
    /// What was probably meant.
    pub nearest: Option<&'static str>,
    /// What could have been said.
    pub names: Vec<&'static str>,
}

impl UnknownForm {
    /// A name that is none of these.
    ///
    /// ```
    /// use houserules::grid::UnknownForm;
    /// let error = UnknownForm::among("jsn", ["line", "grid", "json"]);
    /// assert_eq!(error.to_string(), "no form is called `jsn`; did you mean `json`?");
    /// ```
    pub fn among(name: &str, names: impl IntoIterator<Item = &'static str>) -> UnknownForm {
        let names: Vec<&'static str> = names.into_iter().collect();
        UnknownForm {
            name: name.chars().take(40).collect(),
            nearest: nearest(name, names.iter().copied()),
            names,
        }
    }
}

impl fmt::Display for UnknownForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no form is called `{}`; ", self.name)?;
        match self.nearest {
            Some(nearest) => write!(f, "did you mean `{nearest}`?"),
            None => write!(f, "there are {}", self.names.join(", ")),
        }
    }
}

impl std::error::Error for UnknownForm {}

/// What a form says of a text that it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The text is in another form.
    No,
    /// The text can be read so; in these words, in case another form can read it too.
    Maybe(String),
    /// The text bears the mark of this form.
    Sure,
}

/// What is known before a puzzle is read.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// The shape: somebody said it, or an earlier puzzle of the same text had it.
    pub shape: Option<Shape>,
    /// The symbols that somebody said.
    pub symbols: Option<Symbols>,
    /// The symbols of earlier puzzles of the same text.
    pub seen: Option<Symbols>,
    /// The names of the columns of a table, from its first line.
    pub columns: Option<Vec<String>>,
    /// Something of the text has been read: a puzzle, or a mistake.
    pub begun: bool,
}

impl Known {
    pub(crate) fn earlier(&self) -> Earlier {
        Earlier { said: self.symbols, seen: self.seen }
    }

    /// The known shape if it has that side; the usual one of that side if none is known.
    pub(crate) fn shape_of(&self, side: usize) -> Result<Shape, Fault> {
        match &self.shape {
            Some(shape) if shape.side() == side => Ok(shape.clone()),
            Some(shape) => Err(Fault::Side { found: side, expected: shape.clone() }),
            None => Shape::square(side).map_err(Fault::Shape),
        }
    }
}

/// A drawing of a puzzle, for people.
pub(crate) fn drawing(puzzle: &Puzzle) -> String {
    let mut out = String::new();
    let forms: [&dyn Form; 2] = [&boxed::Boxed, &pencil::Pencil];
    // One of them draws every puzzle but those of many values with marks; then the givens must do.
    if !forms.iter().any(|form| form.write(puzzle, None, &mut out).is_ok()) {
        let givens = (0..puzzle.shape().len()).map(|cell| puzzle.given(cell));
        let givens: Vec<Option<i32>> = givens.collect();
        if let Ok(bare) = Puzzle::new(puzzle.shape().clone(), givens) {
            return drawing(&bare);
        }
    }
    out
}

/// A puzzle as it was read, with what stood around it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The symbols that it was written in.
    pub symbols: Symbols,
    /// The form that it was written in.
    pub form: &'static str,
    /// Its first line in the text, from 1.
    pub line: usize,
    /// What else was said of it: fields, headers, comments.
    pub notes: Vec<Note>,
}

/// Something that a text says besides the cells of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Note {
    /// What it is: the name of a column or of a header, or `rest` or `comment`.
    pub name: String,
    /// What it says.
    pub text: String,
}

impl Note {
    /// A note of that name.
    pub fn new(name: &str, text: &str) -> Note {
        Note { name: name.to_owned(), text: text.to_owned() }
    }

    /// What a comment line says, if it says anything.
    pub(crate) fn comment(line: &Line) -> Option<Note> {
        let text = line.text.trim().strip_prefix('#')?.trim();
        (!text.is_empty()).then(|| Note::new("comment", text))
    }
}

/// A field of a line, counted from 0, without the blanks around it.
fn field(line: &[u8], separator: u8, number: usize) -> Option<Range<usize>> {
    let mut ends = memchr_iter(separator, line);
    let start = match number {
        0 => 0,
        _ => ends.nth(number - 1)? + 1,
    };
    let field = &line[start..ends.next().unwrap_or(line.len())];
    let start = start + (field.len() - field.trim_ascii_start().len());
    Some(start..start + field.trim_ascii().len())
}

/// The puzzle with these values, counted from 1.
pub(crate) fn given(shape: Shape, values: Vec<Option<usize>>) -> Result<Puzzle, Fault> {
    let first = *shape.values().start();
    let value = |value: usize| i32::try_from(value).ok()?.checked_add(first - 1);
    let givens: Vec<Option<i32>> = values.into_iter().map(|v| v.and_then(value)).collect();
    Puzzle::new(shape, givens).map_err(Fault::Puzzle)
}
