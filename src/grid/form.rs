//! Forms of text: each is one file here and one line in [`FORMS`], and can be recognised, read and written.

use std::fmt;
use std::io;

use super::cell::Cell;
use super::lines::{Line, Lines};
use super::nearest::nearest;
use super::place::Place;
use super::puzzle::{Puzzle, PuzzleError};
use super::regions::Regions;
use super::shape::{Shape, ShapeError};
use super::symbols::{Earlier, Symbols};

mod array;
mod block;
mod boxed;
mod csv;
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
mod ss;
mod sukaku;
mod sumocue;
mod susser;
mod url;

pub use line::parse_line;

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
    let names = || FORMS.iter().map(|form| form.name());
    let found = FORMS.iter().find(|form| form.name() == name);
    found.copied().ok_or_else(|| UnknownForm {
        name: name.chars().take(40).collect(),
        nearest: nearest(name, names()),
    })
}

/// A name that no form has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownForm {
    /// The name.
    pub name: String,
    /// What was probably meant.
    pub nearest: Option<&'static str>,
}

impl fmt::Display for UnknownForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no form is called `{}`; ", self.name)?;
        match self.nearest {
            Some(nearest) => write!(f, "did you mean `{nearest}`?"),
            None => {
                let names: Vec<_> = FORMS.iter().map(|form| form.name()).collect();
                write!(f, "there are {}", names.join(", "))
            }
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
    pub(crate) fn new(name: &str, text: &str) -> Note {
        Note { name: name.to_owned(), text: text.to_owned() }
    }

    /// What a comment line says, if it says anything.
    pub(crate) fn comment(line: &Line) -> Option<Note> {
        let text = line.text.trim().strip_prefix('#')?.trim();
        (!text.is_empty()).then(|| Note::new("comment", text))
    }
}

/// The puzzle with these values, counted from 1.
pub(crate) fn given(shape: Shape, values: Vec<Option<usize>>) -> Result<Puzzle, Fault> {
    let first = *shape.values().start();
    let value = |value: usize| i32::try_from(value).ok()?.checked_add(first - 1);
    let givens: Vec<Option<i32>> = values.into_iter().map(|v| v.and_then(value)).collect();
    Puzzle::new(shape, givens).map_err(Fault::Puzzle)
}

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormError {
    /// What is wrong.
    pub fault: Fault,
    /// Where.
    pub place: Box<Place>,
    /// The cell, if it is about one.
    pub cell: Option<Cell>,
}

impl FormError {
    /// The same, about a cell of a board, counted row by row.
    pub(crate) fn in_cell(self, cell: usize, side: usize) -> FormError {
        FormError { cell: Some(Cell { row: cell / side, column: cell % side }), ..self }
    }
}

impl fmt::Display for FormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.fault)
    }
}

impl std::error::Error for FormError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.fault {
            Fault::Shape(error) => Some(error),
            _ => None,
        }
    }
}

/// What can be wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// Reading failed.
    Io(io::ErrorKind, String),
    /// A file of another kind.
    NotText {
        /// The kind.
        what: &'static str,
    },
    /// A byte that is not UTF-8.
    NotUtf8 {
        /// The byte.
        byte: u8,
    },
    /// A control character, such as NUL.
    Control {
        /// The character.
        symbol: char,
    },
    /// A line too long to be read.
    LineTooLong {
        /// The length of the longest that is read, in bytes.
        limit: usize,
    },
    /// A text that no form recognises.
    Unrecognised,
    /// A text that can be read in several ways.
    Ambiguous {
        /// What is not certain.
        what: &'static str,
        /// The ways.
        readings: Vec<String>,
    },
    /// A sign that is no symbol.
    UnknownSymbol {
        /// The sign.
        symbol: char,
        /// The symbols.
        symbols: Symbols,
        /// How many of them are values.
        values: usize,
    },
    /// A digit, but none of 0-9.
    ForeignDigit {
        /// The digit.
        symbol: char,
    },
    /// Some signs that are no cell together.
    NotACell {
        /// The signs.
        text: String,
    },
    /// A value that the board does not have.
    Value {
        /// How it is written.
        sign: String,
        /// The symbols.
        symbols: Symbols,
        /// How many of them are values.
        values: usize,
    },
    /// Symbols that are not enough for the board.
    TooFewSymbols {
        /// The symbols.
        symbols: Symbols,
        /// How many values the board has.
        values: usize,
    },
    /// Symbols that are not those of earlier puzzles in the same text.
    SymbolsChange {
        /// The earlier symbols.
        seen: Symbols,
        /// The symbols that this puzzle shows.
        forced: Symbols,
        /// How many values the board has.
        values: usize,
    },
    /// Too few or too many cells.
    CellCount {
        /// How many there are.
        found: usize,
        /// The shape, if it is known.
        expected: Option<Shape>,
    },
    /// A board of another side than the shape.
    Side {
        /// Its side.
        found: usize,
        /// The shape.
        expected: Shape,
    },
    /// Rows of different lengths.
    UnevenRows {
        /// Rows of another length than most: their lines and lengths.
        rows: Vec<(usize, usize)>,
        /// How long a row is expected to be.
        expected: usize,
    },
    /// Too few rows.
    RowCount {
        /// How many there are.
        found: usize,
        /// How many there must be.
        expected: usize,
    },
    /// A number before a grid that is not its order or side.
    Heading {
        /// The number.
        number: String,
        /// The side of the grid.
        side: usize,
    },
    /// Fewer fields than columns that hold cells.
    Columns {
        /// How many fields there are.
        found: usize,
        /// The name of the column that holds the cells, and which one it is, from 1.
        puzzle: (String, usize),
    },
    /// A number of candidates that fills no board.
    CandidateCount {
        /// How many places for candidates there are.
        found: usize,
        /// The shape, if it is known.
        expected: Option<Shape>,
    },
    /// A sign at the place of a candidate.
    CandidatePlace {
        /// The sign.
        symbol: char,
        /// The candidate whose place it is.
        value: u32,
    },
    /// A cell that is no list of candidates.
    NotCandidates {
        /// The cell.
        text: String,
    },
    /// A quote that nothing closes on its line.
    OpenQuote,
    /// A bracket that nothing closes, or the other way round.
    Brackets,
    /// Something that is not read.
    Unsupported {
        /// What it is.
        what: String,
    },
    /// A board that has no shape, or regions that do not fit.
    Shape(ShapeError),
    /// Givens that do not fit the board.
    Puzzle(PuzzleError),
}

fn ordinal(n: usize) -> String {
    let ending = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{ending}")
}

/// `1 cell`, `2 cells`.
fn many(n: usize, what: &str) -> String {
    match n {
        1 => format!("1 {what}"),
        _ => format!("{n} {what}s"),
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Io(_, message) => write!(f, "reading failed: {message}"),
            Fault::NotText { what } => write!(f, "not a text: this is {what}"),
            Fault::NotUtf8 { byte } => write!(f, "byte 0x{byte:02X} is not UTF-8"),
            Fault::Control { symbol } => {
                let code = *symbol as u32;
                write!(f, "control character U+{code:04X} in the text")
            }
            Fault::LineTooLong { limit } => write!(f, "a line of more than {limit} bytes"),
            Fault::Unrecognised => write!(f, "no form of a puzzle that is known"),
            Fault::Ambiguous { what, readings } => {
                write!(f, "{what} can be read {}", readings.join(", or "))
            }
            Fault::UnknownSymbol { symbol, symbols, values } => {
                write!(
                    f,
                    "unknown symbol {}; values are {}",
                    quoted(*symbol),
                    symbols.range(*values)
                )?;
                match symbols {
                    Symbols::Zero => write!(f, ", an open cell is `.`"),
                    _ => write!(f, ", an open cell is `.` or `0`"),
                }
            }
            Fault::ForeignDigit { symbol } => {
                write!(f, "{} is not one of the digits 0-9", quoted(*symbol))?;
                match (*symbol as u32).checked_sub('０' as u32) {
                    Some(digit @ 0..=9) => write!(f, "; it is the full-width form of {digit}"),
                    _ => Ok(()),
                }
            }
            Fault::NotACell { text } => write!(f, "`{text}` is neither a value nor an open cell"),
            Fault::Value { sign, symbols, values } => {
                write!(f, "value {sign} is outside {}", symbols.range(*values))
            }
            Fault::TooFewSymbols { symbols, values } => write!(
                f,
                "{values} values are more than {} has signs for",
                symbols.range(symbols.capacity()),
            ),
            Fault::SymbolsChange { seen, forced, values } => write!(
                f,
                "values look like {} here, but like {} earlier in the text",
                forced.range(*values),
                seen.range(*values),
            ),
            Fault::CellCount { found, expected: Some(shape) } => {
                write!(f, "{} where {shape} has {}", many(*found, "cell"), shape.len())
            }
            Fault::CellCount { found, expected: None } => {
                write!(f, "{}, which fill no board that has boxes", many(*found, "cell"))?;
                // What it was meant to be, if a few are missing or too many.
                let mut sides = found.isqrt()..=found.isqrt() + 1;
                let near = |side: &usize| (side * side).abs_diff(*found) <= 3 && *side >= 4;
                let boxed = |side: &usize| Regions::default_box(*side).is_some();
                match sides.rfind(|side| near(side) && boxed(side)) {
                    Some(side) => write!(f, "; {side}x{side} has {}", side * side),
                    None => Ok(()),
                }
            }
            Fault::Side { found, expected } => {
                write!(f, "a board of side {found} where {expected} is expected")
            }
            Fault::UnevenRows { rows, expected } => {
                for (i, (line, cells)) in rows.iter().take(3).enumerate() {
                    match i {
                        0 => write!(f, "line {line} has {}", many(*cells, "cell"))?,
                        _ => write!(f, ", line {line} has {cells}")?,
                    }
                }
                if rows.len() > 3 {
                    write!(f, " and {} more lines are wrong", rows.len() - 3)?;
                }
                write!(f, "; a row has {expected} here")
            }
            Fault::RowCount { found, expected } => {
                write!(f, "{} where {expected} are needed", many(*found, "row"))
            }
            Fault::Heading { number, side } => write!(
                f,
                "the number {number} before a grid of side {side} is neither its side nor its box order"
            ),
            Fault::Columns { found, puzzle: (name, column) } => write!(
                f,
                "{} where the column `{name}` is the {}",
                many(*found, "field"),
                ordinal(*column),
            ),
            Fault::CandidateCount { found, expected: Some(shape) } => {
                let needed = shape.len() * shape.side();
                write!(f, "{found} candidates where {shape} has {needed}")
            }
            Fault::CandidateCount { found, expected: None } => {
                write!(f, "{found} candidates, which fill no board; 9x9 has 729")
            }
            Fault::CandidatePlace { symbol, value } => write!(
                f,
                "{} at the place of the candidate {value}; expected `{value}` or `.`",
                quoted(*symbol)
            ),
            Fault::NotCandidates { text } => write!(f, "`{text}` is no list of candidates"),
            Fault::OpenQuote => f.write_str("a quote that is not closed on its line"),
            Fault::Brackets => f.write_str("brackets that do not match"),
            Fault::Unsupported { what } => write!(f, "{what} cannot be read"),
            Fault::Shape(error) => error.fmt(f),
            Fault::Puzzle(error) => error.fmt(f),
        }
    }
}

/// A sign, with its code if it does not show well or resembles another.
fn quoted(symbol: char) -> String {
    match symbol.is_ascii() && !symbol.is_control() {
        true => format!("`{symbol}`"),
        false => format!("`{}` (U+{:04X})", symbol.escape_debug(), symbol as u32),
    }
}

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
