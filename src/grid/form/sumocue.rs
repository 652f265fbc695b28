//! The form of SumoCue: a value, then `J` and a region, for each cell; `D` for diagonals.

use std::ops::Range;

use super::super::lines::{Line, Lines};
use super::super::puzzle::Puzzle;
use super::super::regions::Regions;
use super::super::symbols::{self, Symbols};
use super::{Claim, Entry, Fault, Form, FormError, Known, Signs, WriteError, given, jigsaw, line};

pub(super) struct SumoCue;

const MARK: &str = "SumoCueV1";

impl Form for SumoCue {
    fn name(&self) -> &'static str {
        "sumocue"
    }

    fn about(&self) -> &'static str {
        "a jigsaw of SumoCue: a value and `J` and a region for each cell (no killer cages)"
    }

    fn example(&self) -> &'static str {
        "SumoCueV1=1J0=0J0=0J0=0J1=0J0=0J2=2J1=0J1=0J2=0J2=0J3=0J1=0J2=0J3=0J3=3J3\n"
    }

    fn tells_shape(&self) -> bool {
        true
    }

    fn claim(&self, lines: &mut Lines<'_>, _: &Known) -> Claim {
        let marked = |line: &Line| line.text.trim_start().starts_with(MARK);
        if lines.peek_text().is_some_and(marked) { Claim::Sure } else { Claim::No }
    }

    fn read(&self, lines: &mut Lines<'_>, known: &mut Known) -> Option<Result<Entry, FormError>> {
        lines.skip_blank();
        let line = lines.take()?;
        Some(read(&line, known, self.name()))
    }

    fn write(
        &self,
        puzzle: &Puzzle,
        _: Option<Symbols>,
        out: &mut String,
    ) -> Result<(), WriteError> {
        let form = self.name();
        let signs = Signs::of(puzzle, Some(Symbols::Numbers), form)?;
        let shape = puzzle.shape();
        out.push_str(MARK);
        if shape.extras().any(|extra| extra == "x") {
            out.push('D');
        }
        for cell in 0..shape.len() {
            let region = shape.region(cell).ok_or(WriteError::Regions { form })?;
            out.push('=');
            out.push_str(signs.get(puzzle, cell).unwrap_or("0"));
            if matches!(shape.regions(), Regions::Irregular { .. }) {
                out.push_str(&format!("J{region}"));
            }
        }
        out.push('\n');
        Ok(())
    }
}

fn read(line: &Line, known: &Known, form: &'static str) -> Result<Entry, FormError> {
    line.sound()?;
    let text = line.text.trim_end();
    let start = text.find(MARK).map(|at| at + MARK.len());
    let start = start.ok_or_else(|| line.error_here(Fault::Unrecognised))?;
    let head = text[start..].find(['=', '+']).map_or(text.len(), |at| start + at);
    let diagonals = match &text[start..head] {
        "" => false,
        "D" => true,
        rule => {
            let what = format!("the rule `{rule}`");
            return Err(line.error(Fault::Unsupported { what }, start..head));
        }
    };
    let mut cells: Vec<Range<usize>> = Vec::new();
    let mut map: Vec<&str> = Vec::new();
    let mut at = head;
    while at < text.len() {
        let end = text[at + 1..].find(['=', '+']).map_or(text.len(), |next| at + 1 + next);
        if text[at..].starts_with('+') {
            let what = "a killer, with cages,".to_owned();
            return Err(line.error(Fault::Unsupported { what }, at..end));
        }
        let (value, region) = match text[at..end].find('J') {
            Some(j) => (at + 1..at + j, Some(&text[at + j + 1..end])),
            None => (at + 1..end, None),
        };
        cells.push(value);
        map.extend(region);
        at = end;
    }
    let numbers = Known { symbols: Some(Symbols::Numbers), ..known.clone() };
    let mut entry = match map.is_empty() {
        true => line::read_cells(line, &cells, true, &numbers, form)?,
        false if map.len() != cells.len() => {
            let found = map.len();
            return Err(line.error_here(Fault::CellCount { found, expected: known.shape.clone() }));
        }
        false => {
            let shape = jigsaw::shape(&map, known).map_err(|fault| line.error_here(fault))?;
            let texts: Vec<&str> = cells.iter().map(|cell| &text[cell.clone()]).collect();
            let (values, symbols) = symbols::values(&texts, true, shape.side(), numbers.earlier())
                .map_err(|(cell, fault)| {
                    line.error(fault, cells[cell].clone()).in_cell(cell, shape.side())
                })?;
            let puzzle = given(shape, values).map_err(|fault| line.error_here(fault))?;
            Entry { puzzle, symbols, form, line: line.number, notes: Vec::new() }
        }
    };
    if diagonals {
        let shape = entry.puzzle.shape().with("x").map_err(Fault::Shape);
        let shape = shape.map_err(|fault| line.error_here(fault))?;
        let givens = (0..shape.len()).map(|cell| entry.puzzle.given(cell));
        let givens: Vec<Option<i32>> = givens.collect();
        let puzzle = Puzzle::new(shape, givens).map_err(Fault::Puzzle);
        entry.puzzle = puzzle.map_err(|fault| line.error_here(fault))?;
    }
    Ok(entry)
}
