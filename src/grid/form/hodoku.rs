//! The form of HoDoKu's libraries: `:technique:digits:cells:deleted:eliminations:placements:comment`.

use super::super::lines::{Line, Lines, is_sound};
use super::super::puzzle::Puzzle;
use super::super::symbols::Symbols;
use super::{
    Claim, Entry, Fault, Form, FormError, Glance, Known, Note, Signs, WriteError, field, line,
    susser,
};

pub(super) struct Hodoku;

/// The fields between colons, and which of them holds the cells.
const FIELDS: [&str; 7] =
    ["technique", "digits", "cells", "deleted", "eliminations", "placements", "comment"];
const CELLS: usize = 2;

impl Form for Hodoku {
    fn name(&self) -> &'static str {
        "hodoku"
    }

    fn about(&self) -> &'static str {
        "a line of HoDoKu's library: fields between colons, the third holds the cells"
    }

    fn example(&self) -> &'static str {
        ":0000:x:..1..4.....2.2..:::\n"
    }

    fn claim(&self, lines: &mut Lines<'_>, _: &Known) -> Claim {
        let library = |line: &Line| {
            let text = line.text.trim_start();
            text.starts_with(':') && text.matches(':').count() > CELLS
        };
        if lines.peek_text().is_some_and(library) { Claim::Sure } else { Claim::No }
    }

    fn read(&self, lines: &mut Lines<'_>, known: &mut Known) -> Option<Result<Entry, FormError>> {
        lines.skip_blank();
        let line = lines.take()?;
        let text = line.text.trim_end();
        let mut at = text.len() - text.trim_start().len();
        let mut fields = Vec::new();
        for field in text.trim_start().split(':') {
            fields.push(at..at + field.len());
            at += field.len() + 1;
        }
        // Before the first colon stands nothing.
        let Some(cells) = fields.get(CELLS + 1) else {
            let found = fields.len().saturating_sub(1);
            let puzzle = (FIELDS[CELLS].to_owned(), CELLS + 1);
            return Some(Err(line.error_here(Fault::Columns { found, puzzle })));
        };
        let mut read = susser::read_cells(&line, cells.clone(), known, self.name());
        if let Ok(entry) = &mut read {
            let named = FIELDS.iter().zip(&fields[1..]).filter(|(name, _)| **name != FIELDS[CELLS]);
            let said = named.filter(|(_, field)| !field.is_empty());
            entry.notes.extend(said.map(|(name, field)| Note::new(name, &text[field.clone()])));
        }
        Some(read)
    }

    fn glance(&self, _: &Known) -> Option<Glance> {
        Some(Box::new(|line| {
            // Before the first colon stands nothing.
            let cells = field(line, b':', CELLS + 1).filter(|_| line.starts_with(b":"))?;
            is_sound(&line[..cells.start]).then_some(cells)
        }))
    }

    fn write(
        &self,
        puzzle: &Puzzle,
        symbols: Option<Symbols>,
        out: &mut String,
    ) -> Result<(), WriteError> {
        let signs = Signs::single(puzzle, symbols, self.name())?;
        out.push_str(":0000:x:");
        line::write(puzzle, &signs, out);
        out.push_str(":::\n");
        Ok(())
    }
}
