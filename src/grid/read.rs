//! Reading puzzles from a text of any size, one after the other.

use std::io::BufRead;
use std::str::FromStr;

use super::form::{Claim, Entry, FORMS, Fault, Form, FormError, Known};
use super::lines::{Line, Lines};
use super::plain::{Look, Plain};
use super::puzzle::Puzzle;
use super::shape::Shape;
use super::symbols::Symbols;

/// Reads the puzzles of a text, one after the other, in memory that does not grow with the text.
///
/// Unless they are said, the form is told from the beginning of the text, and the shape and the symbols from its first
/// puzzle; both then hold for the whole text. A puzzle with a mistake is one error, and reading goes on behind it.
///
/// ```
/// use houserules::grid::Reader;
/// let text = "# two of 4x4, and one that is cut off\n1...2......3...4\n...1...2....3..4\n1...2......3\n";
/// let read: Vec<_> = Reader::new(text.as_bytes()).collect();
/// assert_eq!(read[0].as_ref().map(|entry| entry.puzzle.givens().count()), Ok(4));
/// assert_eq!(read[0].as_ref().map(|entry| (entry.form, entry.line)), Ok(("line", 2)));
/// let error = read[2].as_ref().unwrap_err();
/// assert_eq!(error.to_string(), "line 4, column 1: 12 cells where 4x4 has 16");
/// assert_eq!(read.len(), 3);
/// ```
pub struct Reader<'r> {
    lines: Lines<'r>,
    form: Option<&'static dyn Form>,
    known: Known,
    /// Nothing that follows can be read.
    ended: bool,
}

impl<'r> Reader<'r> {
    /// A reader that knows nothing of the text beforehand.
    pub fn new(input: impl BufRead + 'r) -> Reader<'r> {
        Reader { lines: Lines::new(input), form: None, known: Known::default(), ended: false }
    }

    /// Says which form the text is in.
    pub fn form(mut self, form: &'static dyn Form) -> Reader<'r> {
        self.form = Some(form);
        self
    }

    /// Says which shape the puzzles have.
    pub fn shape(mut self, shape: Shape) -> Reader<'r> {
        self.known.shape = Some(shape);
        self
    }

    /// Says which symbols the values have.
    pub fn symbols(mut self, symbols: Symbols) -> Reader<'r> {
        self.known.symbols = Some(symbols);
        self
    }

    /// The form the text is in, once it is known.
    pub fn form_read(&self) -> Option<&'static dyn Form> {
        self.form
    }

    /// The puzzles on the lines that come next, if they are plain and have been read from the input already.
    ///
    /// Many times faster than one after the other, and says the same: `None` where a line needs a closer look, which
    /// [`next`](Iterator::next) then takes. Notes are left out. Only in forms that can be read at a
    /// [glance](Form::glance), once the shape is known, up to 9 values.
    ///
    /// ```
    /// use houserules::grid::Reader;
    /// let text = "1...2......3...4\n.1..2......3...4\n..1.2......3...4\n";
    /// let mut reader = Reader::new(text.as_bytes());
    /// assert!(reader.plain().is_none()); // the shape is not known yet
    /// assert!(reader.next().is_some());
    /// assert_eq!(reader.plain().map(|plain| plain.len()), Some(2));
    /// assert!(reader.next().is_none());
    /// ```
    pub fn plain(&mut self) -> Option<Plain> {
        let shape = self.known.shape.as_ref().filter(|shape| shape.side() <= 9)?;
        let digits = |symbols: Option<Symbols>| matches!(symbols, None | Some(Symbols::Digits));
        let digits = digits(self.known.symbols) && digits(self.known.seen);
        if self.ended || !digits {
            return None;
        }
        let form = self.form?;
        let look = Look::new(form.glance(&self.known)?, shape.len(), shape.side() as u8);
        let mut cells = Vec::new();
        let line = self.lines.take_plain(&look, &mut cells)?;
        let (shape, form) = (shape.clone(), form.name());
        self.known.seen.get_or_insert(Symbols::Digits);
        Some(Plain { shape, form, line, cells })
    }

    /// The form that the text shows, or that its first line is in none.
    fn detect(&mut self) -> Option<Result<&'static dyn Form, FormError>> {
        self.lines.peek(0)?;
        // Lines that say nothing at the beginning, of which a form may know some as headers.
        let mut next = 0;
        while self.lines.peek(next).is_some_and(Line::says_nothing) {
            match next < MOST_HEADERS {
                true => next += 1,
                false => drop(self.lines.take()),
            }
        }
        if let Some(line) = self.lines.peek(next)
            && let Some(foreign) = FOREIGN.iter().find(|foreign| (foreign.mark)(line.text.trim()))
        {
            let what = foreign.what.to_owned();
            return Some(Err(line.error_here(Fault::Unsupported { what })));
        }
        // Marks are looked for first, and on the first lines alone: what is no text of lines must not be cut into them.
        let mut maybe = Vec::new();
        for form in FORMS.iter().rev() {
            match form.claim(&mut self.lines, &self.known) {
                Claim::No => {}
                Claim::Maybe(reading) => maybe.push((*form, reading)),
                Claim::Sure => return Some(Ok(*form)),
            }
        }
        let mut maybe = maybe.into_iter().rev();
        let (first, second) = (maybe.next(), maybe.next());
        if let (Some((form, _)), None) = (&first, &second) {
            return Some(Ok(*form));
        }
        // Comments say nothing of the form, and a text of nothing else has none.
        self.lines.skip_blank();
        let line = self.lines.peek(0)?;
        let readings: Vec<String> = [first, second]
            .into_iter()
            .flatten()
            .chain(maybe)
            .map(|(form, reading)| format!("{reading} (form `{}`)", form.name()))
            .collect();
        if readings.is_empty() {
            return Some(Err(damage_or(line, Fault::Unrecognised)));
        }
        let what = "the text";
        Some(Err(damage_or(line, Fault::Ambiguous { what, readings })))
    }
}

/// How many lines without cells are kept at the beginning of a text until its form is known.
const MOST_HEADERS: usize = 64;

/// Texts that say more than cells and would be misread as such.
struct Foreign {
    mark: fn(&str) -> bool,
    what: &'static str,
}

const FOREIGN: &[Foreign] = &[
    Foreign {
        mark: |text| text.starts_with("3x3:") && text.matches(':').count() > 80,
        what: "a killer of SumoCue, with cages,",
    },
    Foreign {
        mark: |text| text.len() == 81 && text.contains('<') && text.contains('^'),
        what: "a killer whose cages are arrows",
    },
    Foreign {
        mark: |text| {
            ["scl", "fpuz", "N4Ig"].iter().any(|mark| text.starts_with(mark)) && text.len() > 100
        },
        what: "a packed puzzle of SudokuPad or f-puzzles",
    },
    Foreign {
        mark: |text| text.starts_with('.') && text.contains('~'),
        what: "a text of Interactive Sudoku Solver",
    },
];

/// What is wrong with the line, or else that fault.
fn damage_or(line: &Line, fault: Fault) -> FormError {
    line.sound().err().unwrap_or_else(|| line.error_here(fault))
}

impl Iterator for Reader<'_> {
    type Item = Result<Entry, FormError>;

    fn next(&mut self) -> Option<Result<Entry, FormError>> {
        if self.ended {
            return None;
        }
        let form = match self.form {
            Some(form) => form,
            None => match self.detect()? {
                Ok(form) => *self.form.insert(form),
                Err(error) => {
                    self.ended = true;
                    return Some(Err(error));
                }
            },
        };
        let read = form.read(&mut self.lines, &mut self.known)?;
        self.known.begun = true;
        if let Ok(entry) = &read {
            if self.known.shape.is_none() && !form.tells_shape() {
                self.known.shape = Some(entry.puzzle.shape().clone());
            }
            if self.known.seen.is_none() && entry.puzzle.givens().next().is_some() {
                self.known.seen = Some(entry.symbols);
            }
        }
        Some(read)
    }
}

impl FromStr for Puzzle {
    type Err = ParseError;

    /// Reads the only puzzle of a text, in any form.
    fn from_str(text: &str) -> Result<Puzzle, ParseError> {
        let mut reader = Reader::new(text.as_bytes());
        let entry = reader.next().ok_or(ParseError::Empty)?.map_err(ParseError::Form)?;
        match reader.next() {
            None => Ok(entry.puzzle),
            Some(_) => Err(ParseError::Several),
        }
    }
}

/// A text that is not one puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseError {
    /// No puzzle.
    Empty,
    /// More than one puzzle; a [`Reader`] reads them all.
    Several,
    /// A mistake.
    Form(FormError),
}

impl std::fmt::Display for ParseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ParseError::Empty => f.write_str("no puzzle in the text"),
            ParseError::Several => f.write_str("more than one puzzle in the text"),
            ParseError::Form(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ParseError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ParseError::Form(error) => Some(error),
            _ => None,
        }
    }
}
