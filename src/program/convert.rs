//! `houserules convert`: the same puzzles in another form.

use houserules::grid::Form;

use super::page::Page;
use super::pipeline::Task;
use super::report::Complaint;
use super::style::{self, Style};
use super::text::{Item, Piece};

/// Writes puzzles in a form.
pub struct Convert {
    /// The form.
    pub to: &'static dyn Form,
}

impl Task for Convert {
    fn work(&mut self, items: &[Item], page: &mut Page<'_>) {
        let lines = style::is_lines(self.to);
        for item in items {
            let Piece::Puzzle(entry) = &item.piece else {
                item.complain(Style::In(self.to).of(None), page);
                continue;
            };
            let place = || item.text.at(entry.line);
            if !page.begins(place) {
                return;
            }
            let out = page.out();
            let before = out.len();
            if !lines {
                out.push('\n');
            }
            match self.to.write(&entry.puzzle, style::symbols(self.to, entry), out) {
                Ok(()) => page.tally().solved += 1,
                Err(error) => {
                    out.truncate(before);
                    if lines {
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
