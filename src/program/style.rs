//! How answers are written: in which form, and what stands there for a puzzle without an answer.

use houserules::grid::{Entry, FORMS, Form, Puzzle, Symbols, WriteError};

use super::text::Text;

/// How answers are written.
#[derive(Clone, Copy, Debug)]
pub enum Style {
    /// In the form that suits the input.
    Suited,
    /// In this form.
    In(&'static dyn Form),
    /// As JSON, one object a line.
    Json,
}

/// How one answer is written.
#[derive(Clone, Copy, Debug)]
pub enum Way {
    /// On one line, or a line that begins with `#` in its place.
    Line(&'static dyn Form),
    /// On several lines; what is no solution goes to standard error.
    Grid(&'static dyn Form),
    /// As a JSON object on one line.
    Json,
}

impl Style {
    /// How puzzles of a text in this form are answered.
    pub fn of(self, own: Option<&'static dyn Form>) -> Way {
        let form = match self {
            Style::Json => return Way::Json,
            Style::In(form) => form,
            Style::Suited => own.map_or(FORMS[0], suited_to),
        };
        match is_lines(form) {
            true => Way::Line(form),
            false => Way::Grid(form),
        }
    }

    /// How this puzzle of a text is answered.
    pub fn way(self, text: &Text, entry: &Entry) -> Way {
        self.of(text.form.or_else(|| named(entry.form)))
    }

    /// How what is in a text is answered, as far as the text says.
    pub fn in_text(self, text: &Text) -> Way {
        match (self, text.variants) {
            // Rows of numbers hold the solution of any board.
            (Style::Suited, Some(variants)) => match variants.extent(b"") {
                None => Way::Line(FORMS[1]),
                Some(_) => Way::Grid(FORMS[0]),
            },
            _ => self.of(text.form),
        }
    }

    /// What stands before the first answer and after the last.
    pub fn around(self) -> [&'static str; 2] {
        match self {
            Style::In(form) => form.around(),
            Style::Suited | Style::Json => ["", ""],
        }
    }
}

/// The form in which puzzles of this form are answered: the same where it is a grid, and a plain line where it is
/// one puzzle a line, or a form that says more than cells.
fn suited_to(form: &'static dyn Form) -> &'static dyn Form {
    let answer = match form.name() {
        "pencil" => "grid",
        "jigsaw" => "rows",
        "opensudoku" => "line",
        _ if is_lines(form) => "line",
        own => own,
    };
    named(answer).unwrap_or(form)
}

fn named(name: &str) -> Option<&'static dyn Form> {
    FORMS.iter().copied().find(|form| form.name() == name)
}

/// Whether a form has one line a puzzle, so that a line beginning with `#` can stand for an answer.
pub fn is_lines(form: &dyn Form) -> bool {
    matches!(form.name(), "line" | "csv" | "sukaku" | "sumocue" | "hodoku" | "susser" | "url")
}

/// How a command answers that has one line a puzzle, whatever the form of the input.
pub fn way_of_lines(json: bool) -> Way {
    if json { Way::Json } else { Way::Line(FORMS[0]) }
}

/// How a command answers that writes whole texts: what is no puzzle leaves nothing there.
pub fn way_of_grids() -> Way {
    Way::Grid(FORMS[0])
}

/// Writes the solution of a puzzle.
pub fn solution(
    form: &dyn Form,
    entry: &Entry,
    solution: &[i32],
    out: &mut String,
) -> Result<(), WriteError> {
    let givens: Vec<Option<i32>> = solution.iter().copied().map(Some).collect();
    match Puzzle::new(entry.puzzle.shape().clone(), givens) {
        Ok(full) => form.write(&full, symbols(form, entry), out),
        Err(error) => unreachable!("a solution fits the shape of its puzzle: {error}"),
    }
}

/// The symbols of a puzzle in a form: its own, but numbers only where it was in that form or there is no other way.
pub fn symbols(form: &dyn Form, entry: &Entry) -> Option<Symbols> {
    let keep = entry.form == form.name() || entry.symbols != Symbols::Numbers;
    keep.then_some(entry.symbols)
}
