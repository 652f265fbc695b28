//! What was read, piece by piece: a puzzle, a mistake, or a file that could not be read at all.

use std::fmt::Write;

use houserules::grid::{Entry, FormError, Plain, VariantEntry};

use super::page::Page;
use super::record::Record;
use super::report::Complaint;
use super::style::Way;
use super::subject::Subject;
use super::text::Text;

/// One piece of a text.
#[derive(Debug)]
pub struct Item {
    /// The text.
    pub text: Text,
    /// The piece.
    pub piece: Piece,
}

/// What a piece can be.
#[derive(Debug)]
pub enum Piece {
    /// A puzzle.
    Puzzle(Entry),
    /// A variant puzzle.
    Variant(Box<VariantEntry>),
    /// Many puzzles from plain lines; only for a task that takes them so.
    Plain(Plain),
    /// A mistake in the text, in the place of a puzzle.
    Mistake(FormError),
    /// Why the file cannot be read; nothing more comes of it.
    Unreadable(String),
}

impl Item {
    /// The puzzle, if it is one and not a block of plain lines.
    pub fn subject(&self) -> Option<&dyn Subject> {
        match &self.piece {
            Piece::Puzzle(entry) => Some(entry),
            Piece::Variant(entry) => Some(&**entry),
            Piece::Plain(_) | Piece::Mistake(_) | Piece::Unreadable(_) => None,
        }
    }

    /// Says what was left out of a variant puzzle.
    pub fn tell_ignored(&self, page: &mut Page<'_>) {
        if let Piece::Variant(entry) = &self.piece {
            for what in &entry.ignored {
                let place = self.text.at(entry.line);
                page.complain(Complaint::Line(format!("{place}: warning: ignored: {what}")));
            }
        }
    }

    /// Says what is wrong with this piece, in the place of its answer and on standard error.
    pub fn complain(&self, way: Way, page: &mut Page<'_>) {
        let complaint = match &self.piece {
            Piece::Puzzle(_) | Piece::Variant(_) | Piece::Plain(_) => return,
            Piece::Unreadable(why) => {
                if let Way::Json = way {
                    Record::unreadable(&self.text, why).write(page.out());
                }
                Complaint::Line(format!("{}: {why}", self.text.name))
            }
            Piece::Mistake(error) => {
                if !page.begins(|| self.text.at(error.place.line)) {
                    return;
                }
                match way {
                    Way::Line(_) => {
                        let line = match error.fault.is_contradiction() {
                            true => format!("{} ({})", error.fault, error.place),
                            false => format!("bad input: {}", one_line(error)),
                        };
                        let _ = writeln!(page.out(), "# {}", line.replace(['\n', '\r'], " "));
                    }
                    Way::Json => Record::mistake(&self.text, error).write(page.out()),
                    Way::Grid(_) => {}
                }
                let error = Box::new(error.clone());
                Complaint::Mistake { name: self.text.name.clone(), error }
            }
        };
        match &self.piece {
            // It is well written, and asks for what cannot be.
            Piece::Mistake(error) if error.fault.is_contradiction() => page.tally().none += 1,
            _ => page.tally().bad += 1,
        }
        if let Piece::Mistake(_) = self.piece {
            page.tally().puzzles += 1;
        }
        page.complain(complaint);
    }
}

/// A mistake and its place, without a line of its own being shown.
fn one_line(error: &FormError) -> String {
    let FormError { fault, place, cell } = error;
    let cell = cell.map_or_else(String::new, |cell| format!(" ({cell})"));
    format!("{place}{cell}: {fault}")
}
