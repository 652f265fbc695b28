//! What can be wrong with a text, and where, in words.

use std::fmt;
use std::io;

use super::super::cell::Cell;
use super::super::place::Place;
use super::super::puzzle::PuzzleError;
use super::super::regions::Regions;
use super::super::shape::{Shape, ShapeError};
use super::super::symbols::Symbols;

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
    /// What is wrong with a variant puzzle.
    #[cfg(feature = "variants")]
    Variant(super::super::variant::VariantFault),
}

impl Fault {
    /// Whether the text is well written, and only asks for what cannot be: a puzzle without a solution.
    pub fn is_contradiction(&self) -> bool {
        match self {
            #[cfg(feature = "variants")]
            Fault::Variant(fault) => fault.is_contradiction(),
            _ => false,
        }
    }
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
            Fault::CellCount { found: 0, expected: None } => f.write_str("no cells"),
            Fault::CellCount { found: 0, expected: Some(shape) } => {
                write!(f, "no cells where {shape} has {}", shape.len())
            }
            Fault::CellCount { found, expected: Some(shape) } => {
                write!(f, "{} where {shape} has {}", many(*found, "cell"), shape.len())
            }
            Fault::CellCount { found, expected: None } => {
                let fill = if *found == 1 { "fills" } else { "fill" };
                write!(f, "{} {fill} no board that has boxes", many(*found, "cell"))?;
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
                write!(f, "rows of {} where {expected} is expected", many(*found, "cell"),)
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
            #[cfg(feature = "variants")]
            Fault::Variant(fault) => fault.fmt(f),
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
