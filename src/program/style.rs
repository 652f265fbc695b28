//! How answers are written: in which form, and what stands there for a puzzle without an answer.

use houserules::Solution;
use houserules::grid::{Entry, FORMS, Form, Puzzle, Symbols, WriteError};

use super::text::Text;

/// The form that somebody asked for, or the one that suits the input.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style(pub Option<&'static dyn Form>);

impl Style {
    /// The form of answers to a text that is in this form.
    pub fn of(self, own: Option<&'static dyn Form>) -> Option<&'static dyn Form> {
        self.0.or_else(|| own.map(suited_to))
    }

    /// The form of the answer to a puzzle of such a text.
    pub fn form(self, text: &Text, entry: &Entry) -> &'static dyn Form {
        let own = text.form.or_else(|| named(entry.form));
        self.of(own).unwrap_or(FORMS[0])
    }

    /// What stands before the first answer and after the last.
    pub fn around(self) -> [&'static str; 2] {
        self.0.map_or(["", ""], Form::around)
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

/// Writes the solution of a puzzle.
pub fn solution(
    form: &dyn Form,
    entry: &Entry,
    solution: &Solution,
    out: &mut String,
) -> Result<(), WriteError> {
    let givens: Vec<Option<i32>> = solution.values().iter().copied().map(Some).collect();
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
