//! Killers in one line, as older programs write them: numbers of sum and cage, arrows that lead to the cage, SumoCue.

use super::super::Variant;
use super::super::entry::Import;
use super::super::error::{Source, VariantError, VariantFault};
use super::VariantForm;
use super::draft::Draft;
use crate::grid::cell::Cell;
use crate::grid::rule::{Cells, KillerCage};

/// `3x3:d:k:` and a number for each cell: 256 times the sum of its cage, and the number of the cage.
pub(super) struct Numbers;

/// A sign for each cell: where the cage goes on, or its sum.
pub(super) struct Arrows;

/// `SumoCueV1`, and for each cell `=` and the sum of its cage, or `+` and the first cell of that.
pub(super) struct SumoCue;

const MARK: &str = "SumoCueV1";

fn wrong(words: impl Into<String>) -> VariantFault {
    VariantFault::Syntax(words.into())
}

/// The word that the text is.
fn word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}

/// Reads the word, and says of a fault where it is.
fn read(
    text: &[u8],
    puzzle: impl FnOnce(&str) -> Result<Variant, VariantFault>,
) -> Result<Variant, VariantError> {
    let source = Source::new(text);
    let whole = source.text()?;
    puzzle(word(whole)).map_err(|fault| source.error(fault, 0..whole.trim_end().len()))
}

/// A board of usual boxes with cages: a sum and a list of places each.
fn killer(
    mut draft: Draft,
    cages: impl IntoIterator<Item = (i64, Vec<usize>)>,
) -> Result<Variant, VariantFault> {
    if draft.regions.is_empty() {
        let side = draft.rows;
        let boxes: Vec<Option<usize>> =
            draft.cells().map(|cell| Some(super::draft::usual_region(side, cell))).collect();
        draft.labels(&boxes);
    }
    for (sum, places) in cages {
        let cell = |place| Cell { row: place / draft.columns, column: place % draft.columns };
        let cells = Cells(places.into_iter().map(cell).collect());
        // A cage of one cell without a sum says nothing.
        if sum != 0 || cells.len() > 1 {
            draft.rule(KillerCage { cells, sum: (sum != 0).then_some(sum) });
        }
    }
    draft.puzzle()
}

/// The side of a board of so many cells.
fn side(cells: usize) -> Result<usize, VariantFault> {
    let side = cells.isqrt();
    match side * side == cells && (2..=36).contains(&side) {
        true => Ok(side),
        false => Err(wrong(format!("{cells} cells, which fill no board"))),
    }
}

impl VariantForm for Numbers {
    fn name(&self) -> &'static str {
        "killer-numbers"
    }

    fn about(&self) -> &'static str {
        "a killer as `3x3:d:k:` and a number a cell, 256 times the sum and the cage; read only"
    }

    fn claims(&self, head: &str) -> bool {
        let mut fields = word(head).split(':');
        let sides = fields.next().and_then(|sides| sides.split_once('x'));
        let sides = sides.is_some_and(|(h, w)| h.parse::<u8>().is_ok() && w.parse::<u8>().is_ok());
        sides && fields.clone().count() > 12 && fields.nth(1) == Some("k")
    }

    fn read(&self, text: &[u8], import: &mut Import) -> Result<Variant, VariantError> {
        read(text, |word| {
            let fields: Vec<&str> = word.trim_end_matches(':').split(':').collect();
            let [sides, extras, _, numbers @ ..] = &fields[..] else {
                return Err(wrong("no cells"));
            };
            let side = side(numbers.len())?;
            let mut draft = Draft::square(side);
            let sides =
                sides.split_once('x').and_then(|(h, w)| Some((h.parse().ok()?, w.parse().ok()?)));
            let (height, width): (usize, usize) = sides.ok_or_else(|| wrong("no size of boxes"))?;
            if height.checked_mul(width) != Some(side) {
                return Err(wrong(format!("boxes of {height}x{width} on a board of {side}")));
            }
            let boxes: Vec<Option<usize>> = draft
                .cells()
                .map(|cell| Some(cell.row / height * (side / width) + cell.column / width))
                .collect();
            draft.labels(&boxes);
            for extra in extras.chars() {
                match extra {
                    'd' => [true, false].into_iter().for_each(|falls| draft.diagonal(falls)),
                    other => import.unknown(other.to_string())?,
                }
            }
            let mut cages: Vec<(i64, Vec<usize>)> = Vec::new();
            let mut names: Vec<u32> = Vec::new();
            for (place, number) in numbers.iter().enumerate() {
                let number: u32 =
                    number.parse().map_err(|_| wrong(format!("`{number}` is no number")))?;
                match names.iter().position(|name| *name == number) {
                    Some(cage) => cages[cage].1.push(place),
                    None => {
                        names.push(number);
                        cages.push((i64::from(number / 256), vec![place]));
                    }
                }
            }
            killer(draft, cages)
        })
    }
}

impl VariantForm for Arrows {
    fn name(&self) -> &'static str {
        "killer-arrows"
    }

    fn about(&self) -> &'static str {
        "a killer in 81 signs: `<` `>` `^` `v` towards the cage, 0-9 A-Z a-z its sum; read only"
    }

    fn claims(&self, head: &str) -> bool {
        let word = word(head);
        let sign = |c: char| c.is_ascii_alphanumeric() || matches!(c, '<' | '>' | '^' | '.');
        word.len() == 81 && word.contains(['<', '^']) && word.chars().all(sign)
    }

    fn read(&self, text: &[u8], _: &mut Import) -> Result<Variant, VariantError> {
        read(text, |word| {
            let signs: Vec<char> = word.chars().collect();
            let side = side(signs.len())?;
            let draft = Draft::square(side);
            let next = |place: usize| match signs[place] {
                '<' if !place.is_multiple_of(side) => Some(place - 1),
                '>' if place % side < side - 1 => Some(place + 1),
                '^' if place >= side => Some(place - side),
                'v' if place + side < signs.len() => Some(place + side),
                _ => None,
            };
            let mut cages: Vec<Vec<usize>> = vec![Vec::new(); signs.len()];
            for place in 0..signs.len() {
                let mut end = place;
                for _ in 0..signs.len() {
                    end = next(end).unwrap_or(end);
                }
                cages[end].push(place);
            }
            let sum = |end: usize| match signs[end] {
                '.' => Ok(0),
                sign @ '0'..='9' => Ok(i64::from(sign as u32 - '0' as u32)),
                sign @ 'A'..='Z' => Ok(i64::from(sign as u32 - 'A' as u32) + 10),
                sign @ 'a'..='z' if sign != 'v' => Ok(i64::from(sign as u32 - 'a' as u32) + 36),
                sign => {
                    let cell = Cell { row: end / side, column: end % side };
                    Err(wrong(format!("`{sign}` at {cell} leads to no sum")))
                }
            };
            let cages = cages.into_iter().enumerate().filter(|(_, cage)| !cage.is_empty());
            let cages = cages.map(|(end, cage)| sum(end).map(|sum| (sum, cage)));
            killer(draft, cages.collect::<Result<Vec<_>, VariantFault>>()?)
        })
    }
}

impl VariantForm for SumoCue {
    fn name(&self) -> &'static str {
        "sumocue"
    }

    fn about(&self) -> &'static str {
        "a killer of SumoCue: `=` and a sum, or `+` and the first cell of the cage; read only"
    }

    fn claims(&self, head: &str) -> bool {
        let word = word(head);
        word.starts_with(MARK) && word.contains('+')
    }

    fn read(&self, text: &[u8], import: &mut Import) -> Result<Variant, VariantError> {
        read(text, |word| {
            let rest = word.strip_prefix(MARK).ok_or_else(|| wrong(format!("no `{MARK}`")))?;
            let head = rest.find(['=', '+']).unwrap_or(rest.len());
            let (rules, mut rest) = rest.split_at(head);
            let (mut cells, mut labels) = (Vec::new(), Vec::new());
            while let Some(sign) = rest.chars().next() {
                let end = rest[1..].find(['=', '+']).map_or(rest.len(), |at| at + 1);
                let (number, label) = match rest[1..end].split_once('J') {
                    Some((number, label)) => (number, Some(label.to_owned())),
                    None => (&rest[1..end], None),
                };
                let number: usize =
                    number.parse().map_err(|_| wrong(format!("`{}` is no cell", &rest[..end])))?;
                cells.push((sign, number));
                labels.push(label);
                rest = &rest[end..];
            }
            let mut draft = Draft::square(side(cells.len())?);
            if labels.iter().any(Option::is_some) {
                draft.labels(&labels);
            }
            match rules {
                "" => {}
                "D" => [true, false].into_iter().for_each(|falls| draft.diagonal(falls)),
                other => import.unknown(other)?,
            }
            let mut cages: Vec<(i64, Vec<usize>)> = vec![(0, Vec::new()); cells.len()];
            for (place, &(sign, number)) in cells.iter().enumerate() {
                if sign == '=' {
                    cages[place].0 = number as i64;
                    cages[place].1.push(place);
                    continue;
                }
                // The first cell of the cage, or one that leads on to it.
                let mut first = number;
                for _ in 0..cells.len() {
                    match cells.get(first) {
                        Some(('+', on)) => first = *on,
                        _ => break,
                    }
                }
                let cage = cages.get_mut(first).filter(|_| cells[first].0 == '=');
                cage.ok_or_else(|| wrong(format!("cell {place} leads to no sum")))?.1.push(place);
            }
            killer(draft, cages.into_iter().filter(|(_, cage)| !cage.is_empty()))
        })
    }
}
