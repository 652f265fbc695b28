//! `houserules convert`: the same puzzles in another form.

use houserules::grid::{Entry, Form, Variant, VariantEntry, VariantForm, WriteError};

use super::item::{Item, Piece};
use super::page::Page;
use super::pipeline::Task;
use super::report::Complaint;
use super::style::{self, Way};

/// The form that is written.
#[derive(Clone, Copy, Debug)]
pub enum To {
    /// One of puzzles of a shape.
    Puzzles(&'static dyn Form),
    /// One of variant puzzles.
    Variants(&'static dyn VariantForm),
}

impl To {
    /// What stands before the first puzzle and after the last.
    pub fn around(self) -> [&'static str; 2] {
        match self {
            To::Puzzles(form) => form.around(),
            To::Variants(_) => ["", ""],
        }
    }

    /// What parts a puzzle from the one before; the outlet leaves out the very first.
    fn between(self) -> &'static str {
        match self {
            To::Puzzles(form) if style::is_lines(form) => "",
            To::Puzzles(_) => "\n",
            To::Variants(form) => form.between(),
        }
    }

    fn way(self) -> Way {
        match self {
            To::Puzzles(form) if style::is_lines(form) => Way::Line(form),
            To::Puzzles(form) => Way::Grid(form),
            // What is no puzzle leaves nothing.
            To::Variants(_) => style::way_of_grids(),
        }
    }

    fn puzzle(self, entry: &Entry, out: &mut String) -> Result<(), WriteError> {
        match self {
            To::Puzzles(form) => form.write(&entry.puzzle, style::symbols(form, entry), out),
            To::Variants(form) => {
                let variant = Variant::try_from(&entry.puzzle).map_err(|error| {
                    WriteError::Variant { form: form.name(), what: error.to_string() }
                })?;
                out.push_str(&form.write(&VariantEntry::new(variant))?);
                Ok(())
            }
        }
    }

    fn variant(self, entry: &VariantEntry, out: &mut String) -> Result<(), WriteError> {
        let form = match self {
            To::Puzzles(form) => form,
            To::Variants(form) => {
                out.push_str(&form.write(entry)?);
                return Ok(());
            }
        };
        let cannot = |what: String| WriteError::Variant { form: form.name(), what };
        let puzzle = &entry.puzzle;
        if let Some(rule) = puzzle.rules().first() {
            return Err(cannot(format!("the rule `{}`", rule.kind().name)));
        }
        let givens: Vec<_> = (0..puzzle.board().len()).map(|place| puzzle.given(place)).collect();
        let mut plain = puzzle.plain(givens).ok_or_else(|| cannot("such a board".into()))?;
        for (place, cell) in puzzle.board().cells().enumerate() {
            let values: Vec<i32> = puzzle.candidates(cell).collect();
            plain.restrict(place, &values).map_err(|error| cannot(error.to_string()))?;
        }
        form.write(&plain, None, out)
    }
}

/// Writes puzzles in a form.
pub struct Convert {
    /// The form.
    pub to: To,
}

impl Task for Convert {
    fn work(&mut self, items: &[Item], page: &mut Page<'_>) {
        let way = self.to.way();
        for item in items {
            let Some(subject) = item.subject() else {
                item.complain(way, page);
                continue;
            };
            let place = || item.text.at(subject.line());
            if !page.begins(place) {
                return;
            }
            item.tell_ignored(page);
            let out = page.out();
            let before = out.len();
            out.push_str(self.to.between());
            let written = match &item.piece {
                Piece::Puzzle(entry) => self.to.puzzle(entry, out),
                Piece::Variant(entry) => self.to.variant(entry, out),
                Piece::Plain(_) | Piece::Mistake(_) | Piece::Unreadable(_) => Ok(()),
            };
            match written {
                Ok(()) => page.tally().solved += 1,
                Err(error) => {
                    out.truncate(before);
                    if let Way::Line(_) = way {
                        out.push_str(&format!("# {error}\n"));
                    }
                    page.tally().bad += 1;
                    page.complain(Complaint::Line(format!("{}: {error}", place())));
                }
            }
            if !page.done() {
                return;
            }
        }
    }
}
