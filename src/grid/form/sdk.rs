//! The form of SadMan Sudoku and SudoCue, `.sdk`: rows under `[Puzzle]`, or after headers such as `#A`.

use super::super::lines::{Line, Lines};
use super::super::puzzle::Puzzle;
use super::super::symbols::Symbols;
use super::block::{Block, is_section};
use super::{Claim, Entry, Form, FormError, Known, Note, Signs, WriteError, rows};

pub(super) struct Sdk;

/// What the letters of headers mean.
const HEADERS: &[(char, &str)] = &[
    ('A', "author"),
    ('D', "description"),
    ('C', "comment"),
    ('B', "date"),
    ('S', "source"),
    ('L', "level"),
    ('U', "url"),
];

impl Form for Sdk {
    fn name(&self) -> &'static str {
        "sdk"
    }

    fn about(&self) -> &'static str {
        "rows under `[Puzzle]`, as in files of SadMan Sudoku and SudoCue"
    }

    fn example(&self) -> &'static str {
        "#ASomebody\n#DA small one\n[Puzzle]\n..1.\n.4..\n...2\n.2..\n"
    }

    fn claim(&self, lines: &mut Lines<'_>, _: &Known) -> Claim {
        let (mut next, mut headers) = (0, 0);
        while let Some(line) = lines.peek(next) {
            if begins(line, "puzzle") {
                return Claim::Sure;
            }
            if !line.is_blank() && header(line).is_none() {
                break;
            }
            headers += usize::from(!line.is_blank());
            next += 1;
        }
        // One line like that is as well a comment.
        if headers > 1 { Claim::Sure } else { Claim::No }
    }

    fn read(&self, lines: &mut Lines<'_>, known: &mut Known) -> Option<Result<Entry, FormError>> {
        let mut notes = Vec::new();
        loop {
            let line = lines.peek(0)?;
            if let Some(header) = header(line) {
                notes.push(header);
            } else if !line.is_blank() && !line.is_comment() && !begins(line, "puzzle") {
                break;
            }
            lines.take();
        }
        let mut read =
            Block::take(lines, known)?.and_then(|block| block.puzzle(known, self.name()));
        if let Ok(entry) = &mut read {
            entry.notes.splice(0..0, notes);
        }
        // What follows in other sections is the player's work.
        while lines.peek(0).is_some_and(Line::is_blank) {
            lines.take();
        }
        if lines.peek(0).is_some_and(is_section) {
            while lines.peek(0).is_some_and(|line| !begins(line, "puzzle")) {
                lines.take();
            }
        }
        Some(read)
    }

    fn write(
        &self,
        puzzle: &Puzzle,
        symbols: Option<Symbols>,
        out: &mut String,
    ) -> Result<(), WriteError> {
        let signs = Signs::single(puzzle, symbols, self.name())?;
        out.push_str("[Puzzle]\n");
        rows::write(puzzle, &signs, out);
        Ok(())
    }
}

/// Whether a section of that name begins with a line.
fn begins(line: &Line, name: &str) -> bool {
    is_section(line) && line.text.trim()[1..].to_ascii_lowercase().starts_with(name)
}

/// What a line such as `#ASomebody` says.
fn header(line: &Line) -> Option<Note> {
    let text = line.text.trim().strip_prefix('#')?;
    let (_, name) = HEADERS.iter().find(|(letter, _)| text.starts_with(*letter))?;
    Some(Note::new(name, text[1..].trim()))
}
