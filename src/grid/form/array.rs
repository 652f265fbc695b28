//! The form of programs: an array of arrays, as in JSON, Python, C and their kin.

use std::ops::Range;

use super::super::lines::{Line, Lines};
use super::super::puzzle::Puzzle;
use super::super::shape::MAX_SIDE;
use super::super::symbols::{self, Symbols};
use super::block::is_section;
use super::{Claim, Entry, Fault, Form, FormError, Known, Signs, WriteError, given};

pub(super) struct Array;

/// How deep brackets may stand in each other.
const MOST_BRACKETS: usize = 8;

/// What programs write for nothing.
const NOTHING: &[&str] = &["null", "None", "nil", "undefined", "NULL"];

impl Form for Array {
    fn name(&self) -> &'static str {
        "array"
    }

    fn about(&self) -> &'static str {
        "an array of arrays in brackets or braces, as in JSON, Python or C"
    }

    fn example(&self) -> &'static str {
        "[[0,0,1,0],\n [0,4,0,0],\n [0,0,0,2],\n [0,2,0,0]]\n"
    }

    fn claim(&self, lines: &mut Lines<'_>, _: &Known) -> Claim {
        let Some(line) = lines.peek_text() else {
            return Claim::No;
        };
        let text = line.text.trim();
        let section = is_section(line);
        let declared = text.split_once('=').is_some_and(|(_, value)| opens(value.trim_start()));
        if (opens(text) && !section) || declared { Claim::Sure } else { Claim::No }
    }

    fn read(&self, lines: &mut Lines<'_>, known: &mut Known) -> Option<Result<Entry, FormError>> {
        loop {
            let line = lines.peek(0)?;
            let between = line.text.trim().chars().all(|c| matches!(c, ']' | '}' | ',' | ';'));
            if line.damage.is_some() || !(between || line.is_comment()) {
                break;
            }
            lines.take();
        }
        let tokens = Tokens::take(lines);
        Some(tokens.and_then(|tokens| tokens.entry(known, self.name())))
    }

    fn write(
        &self,
        puzzle: &Puzzle,
        _: Option<Symbols>,
        out: &mut String,
    ) -> Result<(), WriteError> {
        let signs = Signs::of(puzzle, Some(Symbols::Numbers), self.name())?;
        let side = puzzle.shape().side();
        for row in 0..side {
            out.push_str(if row == 0 { "[[" } else { " [" });
            for column in 0..side {
                if column > 0 {
                    out.push(',');
                }
                out.push_str(signs.get(puzzle, row * side + column).unwrap_or("0"));
            }
            out.push_str(if row + 1 == side { "]]\n" } else { "],\n" });
        }
        Ok(())
    }
}

fn opens(text: &str) -> bool {
    text.starts_with(['[', '{'])
}

/// The values of an array, each with its line and where it is there, row by row.
struct Tokens {
    lines: Vec<Line>,
    rows: Vec<Vec<(usize, Range<usize>)>>,
}

impl Tokens {
    /// Takes the lines up to the one where the array ends.
    fn take(lines: &mut Lines<'_>) -> Result<Tokens, FormError> {
        let mut tokens = Tokens { lines: Vec::new(), rows: vec![Vec::new()] };
        // Brackets open around a value: one of a list of values, two of a list of rows, three of a list of boards.
        let (mut depth, mut deepest) = (0_usize, 0_usize);
        while let Some(line) = lines.take() {
            let scanned = tokens.scan(&line, &mut depth, &mut deepest);
            tokens.lines.push(line);
            if let Err(error) = scanned {
                lines.skip_paragraph();
                return Err(error);
            }
            // No board is that large, and a bracket that nothing closes must not make us hold the whole text.
            if tokens.lines.len() > MAX_SIDE * MAX_SIDE || depth > MOST_BRACKETS {
                break;
            }
            let ended = depth == deepest.saturating_sub(2);
            if deepest > 0 && ended && tokens.rows.iter().any(|row| !row.is_empty()) {
                tokens.rows.retain(|row| !row.is_empty());
                return Ok(tokens);
            }
        }
        match tokens.lines.first() {
            Some(first) => Err(first.error_here(Fault::Brackets)),
            None => Err(Line::default().error_here(Fault::Brackets)),
        }
    }

    fn scan(
        &mut self,
        line: &Line,
        depth: &mut usize,
        deepest: &mut usize,
    ) -> Result<(), FormError> {
        line.sound()?;
        let text = &*line.text;
        let number = self.lines.len();
        // What is declared before the array is no value.
        let from = match *deepest {
            0 => text.find('=').map_or(0, |at| at + 1),
            _ => 0,
        };
        let mut quote: Option<(char, usize)> = None;
        let mut start: Option<usize> = None;
        for (at, sign) in text[from..].char_indices().map(|(at, sign)| (from + at, sign)) {
            if let Some((open, begin)) = quote {
                if sign == open {
                    self.push((number, begin..at));
                    quote = None;
                }
                continue;
            }
            let value = !sign.is_whitespace()
                && !matches!(
                    sign,
                    '[' | ']' | '{' | '}' | ',' | ';' | ':' | '"' | '\'' | '(' | ')'
                );
            match (value, start) {
                (true, None) => start = Some(at),
                (false, Some(begin)) => {
                    self.push((number, begin..at));
                    start = None;
                }
                _ => {}
            }
            match sign {
                '"' | '\'' => quote = Some((sign, at + 1)),
                ':' => {
                    let what = "an object with names in it".to_owned();
                    return Err(line.error(Fault::Unsupported { what }, at..at + 1));
                }
                '[' | '{' | '(' => {
                    *depth += 1;
                    *deepest = (*deepest).max(*depth);
                }
                ']' | '}' | ')' => {
                    *depth = depth.checked_sub(1).unwrap_or(*depth);
                    self.rows.push(Vec::new());
                }
                _ => {}
            }
        }
        if let Some(begin) = start {
            self.push((number, begin..text.len()));
        }
        match quote {
            Some((_, begin)) => Err(line.error(Fault::OpenQuote, begin - 1..begin)),
            None => Ok(()),
        }
    }

    fn push(&mut self, token: (usize, Range<usize>)) {
        if let Some(row) = self.rows.last_mut() {
            row.push(token);
        }
    }

    fn text(&self, (line, span): &(usize, Range<usize>)) -> &str {
        self.lines[*line].text[span.clone()].trim()
    }

    fn entry(mut self, known: &Known, form: &'static str) -> Result<Entry, FormError> {
        // Rows as texts, `["12..", "34.."]`, are cut into their signs.
        let long = |token| self.text(token).chars().count();
        let texts = self
            .rows
            .iter()
            .flatten()
            .all(|token| long(token) > 3 && !NOTHING.contains(&self.text(token)));
        let apart = !texts;
        if texts {
            let cut = |token: &(usize, Range<usize>)| {
                let (line, span) = token.clone();
                let signs = self.lines[line].text[span.clone()].char_indices();
                let cell = |(at, sign): (usize, char)| {
                    (line, span.start + at..span.start + at + sign.len_utf8())
                };
                signs.map(cell).collect::<Vec<_>>()
            };
            self.rows = self.rows.iter().flatten().map(cut).collect();
        }
        let cells: Vec<_> = self.rows.iter().flatten().cloned().collect();
        let first = &self.lines[cells.first().map_or(0, |(line, _)| *line)];
        let side = match self.rows.len() {
            1 => cells.len().isqrt(),
            rows => rows,
        };
        if self.rows.len() > 1 {
            let row_line = |row: &[(usize, Range<usize>)]| row.first().map_or(0, |(line, _)| *line);
            let wrong = self.rows.iter().filter(|row| row.len() != side);
            let wrong: Vec<(usize, usize)> =
                wrong.map(|row| (self.lines[row_line(row)].number, row.len())).collect();
            if !wrong.is_empty() {
                let fault = Fault::UnevenRows { rows: wrong, expected: side };
                return Err(first.error_here(fault));
            }
        }
        if side * side != cells.len() {
            let found = cells.len();
            return Err(first.error_here(Fault::CellCount { found, expected: known.shape.clone() }));
        }
        let shape = known.shape_of(side).map_err(|fault| first.error_here(fault))?;
        let nothing = |text| if NOTHING.contains(&text) { "" } else { text };
        let texts: Vec<&str> = cells.iter().map(|cell| nothing(self.text(cell))).collect();
        let (values, symbols) = symbols::values(&texts, apart, shape.side(), known.earlier())
            .map_err(|(cell, fault)| {
                let (line, span) = &cells[cell];
                self.lines[*line].error(fault, span.clone()).in_cell(cell, shape.side())
            })?;
        let puzzle = given(shape, values).map_err(|fault| first.error_here(fault))?;
        Ok(Entry { puzzle, symbols, form, line: first.number, notes: Vec::new() })
    }
}
