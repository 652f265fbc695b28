//! Texts of Interactive Sudoku Solver: `.Name~argument~…` for each rule.

use super::super::Variant;
use super::super::entry::Import;
use super::super::error::{Source, VariantError, VariantFault};
use super::VariantForm;
use super::draft::Draft;
use crate::grid::cell::Cell;
use crate::grid::rule::{CellValues, Cells, NegativePairs, Or, Rule};

mod rules;
mod text;

use text::{cell, cells, neighbours, number, wrong};

pub(super) struct Iss;

impl VariantForm for Iss {
    fn name(&self) -> &'static str {
        "iss"
    }

    fn about(&self) -> &'static str {
        "a text of Interactive Sudoku Solver, `.Cage~10~R1C1~R1C2`; a blank line between several; read only"
    }

    fn claims(&self, head: &str) -> bool {
        let line = head.lines().next().unwrap_or_default().trim();
        let rest = line.strip_prefix('.').unwrap_or_default();
        rest.starts_with('~')
            || rest.starts_with(|c: char| c.is_ascii_uppercase())
                && (line.contains('~')
                    || rest.chars().all(|c| c.is_ascii_alphabetic() || c == '.' || c == ' '))
    }

    fn extent(&self, text: &[u8]) -> Option<usize> {
        let (mut end, mut begun) = (0, false);
        for line in text.split_inclusive(|&b| b == b'\n') {
            let blank = line.trim_ascii().is_empty();
            if blank && begun {
                break;
            }
            begun |= !blank && !line.starts_with(b"#");
            end += line.len();
        }
        Some(end)
    }

    fn read(&self, text: &[u8], import: &mut Import) -> Result<Variant, VariantError> {
        let source = Source::new(text);
        let whole = source.text()?;
        let lines = whole.lines().filter(|line| !line.trim_start().starts_with('#'));
        let text: String = lines.flat_map(str::chars).filter(|c| !c.is_whitespace()).collect();
        puzzle(&text, import).map_err(|(fault, token)| {
            // Where it stands, if it stands on one line.
            let at = whole.find(token.as_str()).filter(|_| !token.is_empty());
            let span = at.map_or(0..whole.trim_end().len(), |at| at..at + token.len());
            let from = source.text_offset();
            source.error(fault, span.start + from..span.end + from)
        })
    }
}

type Fault = (VariantFault, String);

fn puzzle(text: &str, import: &mut Import) -> Result<Variant, Fault> {
    let tokens: Vec<Vec<&str>> = tokens(text).map(|token| token.split('~').collect()).collect();
    let named = |name: &str| tokens.iter().find(|token| token[0] == name);
    let at = |token: &[&str]| token.join("~");
    let shape = named("Shape").map_or(Ok(Draft::square(9)), |token| {
        shape(token).ok_or_else(|| (wrong("a shape is `9x9` or `6x8~0-8`"), at(token)))
    });
    let mut reading = Reading { draft: shape?, boxes: Vec::new(), import };
    let values = reading.draft.values.0.abs_diff(reading.draft.values.1) as usize + 1;
    let size = named("RegionSize").and_then(|token| token.get(1)?.parse().ok()).unwrap_or(values);
    if named("NoBoxes").is_none() && reading.draft.latin {
        reading.boxes = boxes(&reading.draft, size);
        reading.draft.regions = reading.boxes.clone();
    }
    for token in tokens.iter().filter(|token| token[0] == "Jigsaw") {
        let labels: Vec<Option<char>> = token.get(1).map_or(Vec::new(), |map| {
            map.chars().map(|c| Some(c).filter(|c| !matches!(c, '-' | '.'))).collect()
        });
        if labels.len() != reading.draft.rows * reading.draft.columns {
            return Err((wrong("a map of regions has a sign for each cell"), at(token)));
        }
        let mut pieces =
            Draft { rules: Vec::new(), given: Vec::new(), regions: Vec::new(), ..reading.draft };
        pieces.labels(&labels);
        // Pieces of another size are free.
        pieces.regions.retain(|cells| cells.len() == size);
        reading.draft.regions.extend(pieces.regions);
        (reading.draft.rules, reading.draft.given) = (pieces.rules, pieces.given);
    }
    let mut left = &tokens[..];
    while let Some(token) = left.first() {
        let before = left;
        let done = reading.add(&mut left);
        done.map_err(|fault| (fault, before.first().map_or(String::new(), |_| at(token))))?;
    }
    let strict = negative(&tokens);
    reading.draft.rules.extend(strict.map(|rule| Box::new(rule) as Box<dyn Rule>));
    reading.draft.puzzle().map_err(|fault| (fault, String::new()))
}

/// The texts between dots that begin a name.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches('.');
        if rest.is_empty() {
            return None;
        }
        let mut from = 0;
        let end = loop {
            let Some(dot) = rest[from..].find('.').map(|at| from + at) else {
                break rest.len();
            };
            let next = rest[dot + 1..].chars().next();
            if next.is_none_or(|c| c == '~' || c == '.' || c.is_ascii_uppercase()) {
                break dot;
            }
            from = dot + 1;
        };
        let token = &rest[..end];
        rest = &rest[end..];
        Some(token)
    })
}

/// `9x9`, perhaps with the number of values or their range.
fn shape(token: &[&str]) -> Option<Draft> {
    let (rows, columns) = token.get(1)?.split_once('x')?;
    let (rows, columns): (usize, usize) = (rows.parse().ok()?, columns.parse().ok()?);
    let mut draft = Draft { rows, columns, ..Draft::square(rows.max(columns)) };
    if let Some(values) = token.get(2).filter(|values| !values.is_empty()) {
        draft.values = match values.split_once('-') {
            Some((first, last)) => (first.parse().ok()?, last.parse().ok()?),
            None => (1, values.parse().ok()?),
        };
    }
    // `Raw`: nothing but what is said.
    draft.latin = token.get(3) != Some(&"Raw");
    Some(draft)
}

/// The most nearly square boxes of that size that fill the board.
fn boxes(draft: &Draft, size: usize) -> Vec<Vec<Cell>> {
    let Draft { rows, columns, .. } = *draft;
    let heights = (1..=size.isqrt()).rev().filter(|height| size.is_multiple_of(*height));
    let sides = heights.flat_map(|height| [(height, size / height), (size / height, height)]);
    let fits = |&(height, width): &(usize, usize)| rows % height == 0 && columns % width == 0;
    let mut sides = sides.filter(|&(h, w)| h > 1 && w > 1).filter(fits);
    let Some((height, width)) = sides.next() else { return Vec::new() };
    let mut pieces = Draft { regions: Vec::new(), given: Vec::new(), rules: Vec::new(), ..*draft };
    let labels: Vec<Option<usize>> = pieces
        .cells()
        .map(|cell| Some(cell.row / height * (columns / width) + cell.column / width))
        .collect();
    pieces.labels(&labels);
    pieces.regions
}

struct Reading<'a> {
    draft: Draft,
    boxes: Vec<Vec<Cell>>,
    import: &'a mut Import,
}

/// What is left of the tokens.
type Left<'l, 't> = &'l [Vec<&'t str>];

impl Reading<'_> {
    /// Adds the first of the tokens, with what belongs to it.
    fn add(&mut self, left: &mut Left<'_, '_>) -> Result<(), VariantFault> {
        let (token, rest) = left.split_first().ok_or_else(|| wrong("something ends too early"))?;
        *left = rest;
        let (name, arguments) = (token[0], &token[1..]);
        match name {
            "Shape" | "NoBoxes" | "RegionSize" | "Jigsaw" | "StrictKropki" | "StrictXV" | "End" => {
            }
            "" => {
                for text in arguments.iter().filter(|text| !text.is_empty()) {
                    self.given(text)?;
                }
            }
            "Or" => {
                let mut branches = Vec::new();
                while left.first().is_some_and(|token| token[0] != "End") {
                    branches.push(self.branch(left)?);
                }
                *left = left.get(1..).unwrap_or_default();
                self.draft.rule(Or { branches });
            }
            "And" => {
                while left.first().is_some_and(|token| token[0] != "End") {
                    self.add(left)?;
                }
                *left = left.get(1..).unwrap_or_default();
            }
            _ => {
                if !self.rule(name, arguments)? {
                    self.import.unknown(name)?;
                }
            }
        }
        Ok(())
    }

    /// What the next token adds, as a list of its own.
    fn branch(&mut self, left: &mut Left<'_, '_>) -> Result<Vec<Box<dyn Rule>>, VariantFault> {
        let rules = std::mem::take(&mut self.draft.rules);
        let given = std::mem::take(&mut self.draft.given);
        let added = self.add(left);
        let mut branch = std::mem::replace(&mut self.draft.rules, rules);
        for (cell, values) in std::mem::replace(&mut self.draft.given, given) {
            branch.push(Box::new(CellValues { cell, values }));
        }
        added.map(|()| branch)
    }

    /// `R1C2_3`, or more values.
    fn given(&mut self, text: &str) -> Result<(), VariantFault> {
        let mut parts = text.split('_');
        let at = cell(parts.next().unwrap_or_default())?;
        let values: Result<Vec<i32>, _> = parts.map(number).collect();
        self.draft.given.push((at, values?));
        Ok(())
    }
}

/// What strict rules forbid: every pair of neighbours that is as a dot says, and has none.
fn negative(tokens: &[Vec<&str>]) -> impl Iterator<Item = NegativePairs> {
    let marked = |names: &[&str]| -> Vec<Cells> {
        let marks = tokens.iter().filter(|token| names.contains(&token[0]));
        let pairs = marks.filter_map(|token| cells(&token[1..]).ok());
        pairs.flat_map(|cells| neighbours(&cells)).collect()
    };
    let asked = |name: &str| tokens.iter().any(|token| token[0] == name);
    let rule = |kind: &str, exempt| NegativePairs {
        kind: Some(kind.to_owned()),
        diffs: Vec::new(),
        ratios: Vec::new(),
        sums: Vec::new(),
        exempt,
    };
    let kropki = asked("StrictKropki").then(|| NegativePairs {
        diffs: vec![1],
        ratios: vec![2],
        ..rule("kropki", marked(&["WhiteDot", "BlackDot"]))
    });
    let xv = asked("StrictXV")
        .then(|| NegativePairs { sums: vec![5, 10], ..rule("xv", marked(&["X", "V"])) });
    kropki.into_iter().chain(xv)
}
