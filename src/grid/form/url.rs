//! The form of links: an address one of whose parameters holds the cells.

use std::ops::Range;

use super::super::lines::{Line, Lines};
use super::super::puzzle::Puzzle;
use super::super::symbols::Symbols;
use super::{Claim, Entry, Fault, Form, FormError, Known, Note, Signs, WriteError, line};

pub(super) struct Url;

/// What the parameter is called at various places.
const NAMES: &[&str] = &["bd", "s", "p", "puzzle", "sudoku", "board", "grid", "game", "import"];

impl Form for Url {
    fn name(&self) -> &'static str {
        "url"
    }

    fn about(&self) -> &'static str {
        "a link with the cells in a parameter such as `bd=`"
    }

    fn example(&self) -> &'static str {
        "https://example.org/sudoku?bd=0010040000020200\n"
    }

    fn claim(&self, lines: &mut Lines<'_>, _: &Known) -> Claim {
        let link = |line: &Line| {
            let text = line.text.trim_start();
            text.starts_with("http://") || text.starts_with("https://")
        };
        if lines.peek_text().is_some_and(link) { Claim::Sure } else { Claim::No }
    }

    fn read(&self, lines: &mut Lines<'_>, known: &mut Known) -> Option<Result<Entry, FormError>> {
        lines.skip_blank();
        let line = lines.take()?;
        Some(read(&line, known, self.name()))
    }

    fn write(
        &self,
        puzzle: &Puzzle,
        symbols: Option<Symbols>,
        out: &mut String,
    ) -> Result<(), WriteError> {
        let signs = Signs::single(puzzle, symbols, self.name())?;
        out.push_str("https://www.sudokuwiki.org/sudoku.htm?bd=");
        // The site reads `0` and not `.`.
        let open = if symbols == Some(Symbols::Zero) { "." } else { "0" };
        for cell in 0..puzzle.shape().len() {
            out.push_str(signs.get(puzzle, cell).unwrap_or(open));
        }
        out.push('\n');
        Ok(())
    }
}

fn read(line: &Line, known: &Known, form: &'static str) -> Result<Entry, FormError> {
    line.sound()?;
    let text = line.text.trim_end();
    let mut parameters: Vec<(&str, Range<usize>)> = Vec::new();
    let mut at = 0;
    for part in text.split(['?', '&', '#']) {
        if let Some((name, value)) = part.split_once('=') {
            let start = at + name.len() + 1;
            parameters.push((name, start..start + value.len()));
        }
        at += part.len() + 1;
    }
    let cells = NAMES.iter().find_map(|name| parameters.iter().find(|(own, _)| own == name));
    let Some((_, cells)) = cells else {
        let what = "a link whose cells are not in a parameter such as `bd=`".to_owned();
        return Err(line.error_here(Fault::Unsupported { what }));
    };
    let mut entry = line::read_field(line, cells.clone(), known, form)?;
    entry.notes.push(Note::new("url", text.trim_start()));
    Ok(entry)
}
