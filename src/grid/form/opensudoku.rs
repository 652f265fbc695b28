//! The form of OpenSudoku: XML with a `game` for each puzzle.

use quick_xml::events::{BytesStart, Event};

use super::super::lines::{Line, Lines, Spot};
use super::super::puzzle::Puzzle;
use super::super::symbols::Symbols;
use super::{Claim, Entry, Fault, Form, FormError, Known, Note, Signs, WriteError, line};

pub(super) struct OpenSudoku;

/// How many tags and texts one reader reads.
const EVENTS: usize = 1000;

impl Form for OpenSudoku {
    fn name(&self) -> &'static str {
        "opensudoku"
    }

    fn about(&self) -> &'static str {
        "XML of OpenSudoku (versions 1 and 2): `<game data=\"...\"/>` for each puzzle"
    }

    fn example(&self) -> &'static str {
        "<opensudoku>\n  <game data=\"0010040000020200\"/>\n</opensudoku>\n"
    }

    fn claim(&self, lines: &mut Lines<'_>, _: &Known) -> Claim {
        let xml = |line: &Line| {
            let text = line.text.trim_start();
            text.starts_with("<?xml") || text.starts_with("<opensudoku")
        };
        if lines.peek_text().is_some_and(xml) { Claim::Sure } else { Claim::No }
    }

    fn read(&self, lines: &mut Lines<'_>, known: &mut Known) -> Option<Result<Entry, FormError>> {
        loop {
            // Each reader goes on where the last one stopped, so that names may end that never began; and none goes on
            // for long, because it remembers the names that never end.
            let mut reader = quick_xml::Reader::from_reader(lines.bytes());
            reader.config_mut().check_end_names = false;
            reader.config_mut().allow_unmatched_ends = true;
            let mut buffer = Vec::new();
            for _ in 0..EVENTS {
                buffer.clear();
                let spot = reader.get_ref().spot();
                match reader.read_event_into(&mut buffer) {
                    Ok(Event::Start(tag) | Event::Empty(tag)) if tag.name().as_ref() == "game" => {
                        return Some(game(&tag, &piece(&tag, spot), known, self.name()));
                    }
                    Ok(Event::Eof) => return None,
                    Ok(_) => {}
                    Err(error) => {
                        let what = format!("XML with a mistake ({error})");
                        lines.end();
                        return Some(Err(at(spot, "").error_here(Fault::Unsupported { what })));
                    }
                }
            }
        }
    }

    fn around(&self) -> [&'static str; 2] {
        [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku version=\"2\">\n  <folder name=\"houserules\">\n",
            "  </folder>\n</opensudoku>\n",
        ]
    }

    fn write(
        &self,
        puzzle: &Puzzle,
        _: Option<Symbols>,
        out: &mut String,
    ) -> Result<(), WriteError> {
        let signs = Signs::single(puzzle, Some(Symbols::Digits), self.name())?;
        out.push_str("    <game data=\"");
        for cell in 0..puzzle.shape().len() {
            out.push_str(signs.get(puzzle, cell).unwrap_or("0"));
        }
        out.push_str("\" state=\"0\" time=\"0\"/>\n");
        Ok(())
    }
}

/// A text that begins at a place.
fn at(spot: Option<Spot>, text: &str) -> Line {
    let (number, offset) = spot.map_or((1, 0), |spot| (spot.line, spot.offset));
    Line {
        before: spot.map_or(0, |spot| spot.before),
        ..Line::new(number, offset, text.as_bytes())
    }
}

/// A tag as the text that it is, on one line.
fn piece(tag: &BytesStart<'_>, spot: Option<Spot>) -> Line {
    at(spot, &one_line(&format!("<{}/>", &**tag)))
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

fn game(
    tag: &BytesStart<'_>,
    piece: &Line,
    known: &Known,
    form: &'static str,
) -> Result<Entry, FormError> {
    let mut data = None;
    let mut notes = Vec::new();
    for attribute in tag.attributes() {
        let attribute = attribute.map_err(|error| {
            let what = format!("a game with a mistake ({error})");
            piece.error_here(Fault::Unsupported { what })
        })?;
        let name = attribute.key.as_ref().to_owned();
        let value = one_line(&attribute.value);
        if matches!(&*name, "data" | "cells_data") {
            data = Some(value);
        } else if !value.is_empty() {
            notes.push(Note::new(&name, &value));
        }
    }
    let Some(data) = data else {
        let what = "a game without `data`".to_owned();
        return Err(piece.error_here(Fault::Unsupported { what }));
    };
    let start = piece.text.find(&data).unwrap_or_default();
    // The form has its own symbols, whatever those of other texts are.
    let symbols = Some(Symbols::Digits);
    let known = &Known { symbols, ..known.clone() };
    let mut entry = match data.trim_start().starts_with("version") {
        true => played(piece, &data, start, known, form)?,
        false => line::read_field(piece, start..start + data.len(), known, form)?,
    };
    entry.notes = notes;
    Ok(entry)
}

/// A game under way: after its version, each cell with what a player wrote into it and whether it may be changed.
fn played(
    piece: &Line,
    data: &str,
    start: usize,
    known: &Known,
    form: &'static str,
) -> Result<Entry, FormError> {
    let wrong = || {
        let what = "a game under way of this version".to_owned();
        piece.error_here(Fault::Unsupported { what })
    };
    let version = data.find(|c: char| c.is_ascii_digit()).ok_or_else(wrong)?;
    let digits = data[version..].find(|c: char| !c.is_ascii_digit()).ok_or_else(wrong)?;
    let mut from = version + digits;
    // What ends the line of the version may be written as a character reference.
    for end in ["&#10;", "&#xA;", "&#xa;"] {
        from += data[from..].strip_prefix(end).map_or(0, |_| end.len());
    }
    let mut fields = Vec::new();
    let mut at = from;
    for field in data[from..].split('|') {
        let blank = field.len() - field.trim_start().len();
        fields.push(start + at + blank..start + at + blank + field.trim().len());
        at += field.len() + 1;
    }
    // The last separator has nothing behind it.
    let fields = &fields[..fields.len() - 1];
    let each = fields.len() / 81;
    if fields.len() != 81 * each || !(3..=4).contains(&each) {
        return Err(wrong());
    }
    let cells: Vec<_> = fields.iter().step_by(each).cloned().collect();
    let fixed: Vec<bool> = fields
        .iter()
        .skip(each - 1)
        .step_by(each)
        .map(|field| &piece.text[field.clone()] == "0")
        .collect();
    let mut entry = line::read_cells(piece, &cells, true, known, form)?;
    for (cell, fixed) in fixed.into_iter().enumerate() {
        if !fixed {
            let cleared = entry.puzzle.set(cell, None);
            cleared.map_err(|error| piece.error_here(Fault::Puzzle(error)))?;
        }
    }
    Ok(entry)
}
