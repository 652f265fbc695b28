//! What is said on standard error: mistakes with their place, and why a puzzle has no answer.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use houserules::grid::{Fault, FormError};

/// Something to be said of the input.
#[derive(Clone, Debug)]
pub enum Complaint {
    /// In one line.
    Line(String),
    /// A mistake in a text, shown in its place.
    Mistake {
        /// The name of the text.
        name: Arc<str>,
        /// The mistake.
        error: Box<FormError>,
    },
}

/// One line on standard error, after the name of the program.
pub fn line(text: &str) {
    say(&format!("houserules: {text}\n"));
}

/// Says something of the input.
pub fn complain(complaint: &Complaint) {
    match complaint {
        Complaint::Line(text) => line(text),
        Complaint::Mistake { name, error } => match &error.fault {
            Fault::Io(_, message) => line(&format!("{name}: {}", without_number(message))),
            Fault::NotText { what } => line(&format!("{name}: not a text: this is {what}")),
            _ => say(&drawn(name, error)),
        },
    }
}

/// The words of an error of the system, without its number.
pub fn in_words(error: &io::Error) -> String {
    without_number(&error.to_string()).to_owned()
}

fn without_number(message: &str) -> &str {
    message.find(" (os error ").map_or(message, |at| &message[..at])
}

/// Says a whole text on standard error; nobody can be told that it is closed.
pub fn say(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// A mistake with its line, and a mark under the place.
fn drawn(name: &str, error: &FormError) -> String {
    let FormError { fault, place, cell } = error;
    let title = Level::ERROR.primary_title(fault.to_string());
    let origin = Origin::path(name).line(place.line).char_column(place.column);
    let quote = || {
        let mark = AnnotationKind::Primary.span(place.span.clone());
        let mark = mark.label(cell.map(|cell| cell.to_string()));
        Snippet::source(&*place.quote).line_start(place.line).annotation(mark)
    };
    let begins = place.quote.get(..place.span.start).map(|text| text.chars().count() + 1);
    let group = match begins {
        _ if place.quote.is_empty() => title.element(origin),
        Some(column) if column == place.column => title.element(quote().path(name)),
        // Part of a long line.
        _ => title.element(origin).element(quote()),
    };
    let group = match remedy(fault) {
        Some(remedy) => group.element(Level::HELP.message(remedy)),
        None => group,
    };
    let coloured =
        io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
    let renderer = if coloured { Renderer::styled() } else { Renderer::plain() };
    format!("{}\n", renderer.render(&[group]))
}

/// What can be done about a mistake, if an option helps.
fn remedy(fault: &Fault) -> Option<&'static str> {
    match fault {
        Fault::Ambiguous { .. } => Some("`--from`, `--shape` or `--symbols` says which is meant"),
        Fault::Unrecognised => Some("`--from FORM` says which form it is in"),
        _ => None,
    }
}
