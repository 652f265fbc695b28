//! Links of SudokuPad: `scl` and the packed description of a puzzle, in which only cages, regions and givens are rules.

use super::super::Variant;
use super::super::entry::Import;
use super::super::error::{Source, VariantError, VariantFault};
use super::draft::Draft;
use super::{VariantForm, packed};
use crate::grid::cell::Cell;
use crate::grid::rule::{Cells, KillerCage};

pub(super) struct Scl;

const MARKS: &[&str] = &["/scl", "=scl", "scl"];

impl VariantForm for Scl {
    fn name(&self) -> &'static str {
        "scl"
    }

    fn about(&self) -> &'static str {
        "a link of SudokuPad with `scl`, or what is packed in it; cages and givens, read only"
    }

    fn claims(&self, head: &str) -> bool {
        let word = head.split_whitespace().next().unwrap_or_default();
        match word.contains("://") {
            true => word.contains("sudokupad.") || word.contains("/scl") || word.contains("=scl"),
            false => word.starts_with("scl") && word.len() > 40,
        }
    }

    fn read(&self, text: &[u8], import: &mut Import) -> Result<Variant, VariantError> {
        let source = Source::new(text);
        let whole = source.text()?;
        let mut read = || {
            let packed = packed::behind(whole, MARKS).ok_or_else(|| {
                wrong("the link only names a puzzle on a server; one with `scl` holds it")
            })?;
            let text = packed::unpack(packed)?;
            let literal = Literal::read(&text)
                .ok_or_else(|| wrong("what is packed is no description of a puzzle"))?;
            puzzle(&literal, import)
        };
        read().map_err(|fault| source.error(fault, 0..whole.trim_end().len()))
    }
}

fn wrong(words: impl Into<String>) -> VariantFault {
    VariantFault::Syntax(words.into())
}

/// What is drawn and says no rule, by its short and its long name.
const DRAWN: &[(&str, &str)] =
    &[("o", "overlays"), ("u", "underlays"), ("l", "lines"), ("a", "arrows"), ("fl", "foglight")];

fn puzzle(literal: &Literal, import: &mut Import) -> Result<Variant, VariantFault> {
    let rows = literal.get("ce", "cells").and_then(Literal::list).unwrap_or_default();
    let columns = rows.iter().filter_map(Literal::list).map(<[_]>::len).max().unwrap_or(0);
    let side = rows.len();
    let mut draft = Draft { rows: side, columns, ..Draft::square(side.max(columns)) };
    for (row, line) in rows.iter().enumerate() {
        for (column, entry) in line.list().unwrap_or_default().iter().enumerate() {
            let value = entry.get("v", "value").map(Literal::text).filter(|text| !text.is_empty());
            if let Some(text) = value {
                let value = text.parse().map_err(|_| wrong(format!("`{text}` is no value")))?;
                draft.given.push((Cell { row, column }, vec![value]));
            }
        }
    }
    for region in literal.get("re", "regions").and_then(Literal::list).unwrap_or_default() {
        let cells = cells(region)?;
        // Regions of another size are drawn, and no more.
        if cells.len() == side {
            draft.regions.push(cells);
        }
    }
    let mut drawn = 0;
    for cage in literal.get("ca", "cages").and_then(Literal::list).unwrap_or_default() {
        drawn += usize::from(!add_cage(cage, &mut draft, import)?);
    }
    if drawn > 0 {
        import.ignore(format!("{drawn} cages without a sum, which are only drawn"));
    }
    for (short, long) in DRAWN {
        let count = literal.get(short, long).and_then(Literal::list).map_or(0, <[_]>::len);
        if count > 0 {
            import.ignore(format!("{count} {long}, which are only drawn"));
        }
    }
    if let Some(metadata) = literal.get("md", "metadata") {
        for (name, key) in [("name", "title"), ("author", "author"), ("rules", "rules")] {
            import.note(name, metadata.get(key, key).map(Literal::text));
        }
        import.note("solution", metadata.get("solution", "solution").map(Literal::text));
    }
    let rules = import.notes.iter().find(|note| note.name == "rules").map(|note| &note.text);
    let usual = |text: &str| {
        let text = text.to_lowercase().replace(['.', '!', ','], "");
        matches!(text.trim(), "normal sudoku rules apply" | "normal sudoku rules" | "")
    };
    if let Some(text) = rules.filter(|text| !usual(text)) {
        let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let short: String = text.chars().take(200).collect();
        let more = if short.len() < text.len() { "..." } else { "" };
        import.ignore(format!("what is told in words only: {short}{more}"));
    }
    draft.puzzle()
}

/// Adds what a cage says: a rule, or something about the puzzle; false if it is only drawn.
fn add_cage(cage: &Literal, draft: &mut Draft, import: &mut Import) -> Result<bool, VariantFault> {
    let said = cage.get("v", "value").map(Literal::text).unwrap_or_default();
    let cells = cage.get("ce", "cells").map(cells).transpose()?.unwrap_or_default();
    if cells.is_empty() {
        for (name, key) in
            [("name", "title"), ("author", "author"), ("rules", "rules"), ("solution", "solution")]
        {
            if let Some((head, text)) = said.split_once(':')
                && head.trim().eq_ignore_ascii_case(key)
            {
                import.note(name, Some(text.trim().to_owned()));
            }
        }
        return Ok(true);
    }
    let unique = match cage.get("unique", "unique") {
        Some(Literal::Word(word)) => Some(word == "t" || word == "true"),
        _ => None,
    };
    let sum = cage.get("sum", "sum").map(Literal::text).unwrap_or(said);
    let sum: Option<i64> = sum.trim().parse().ok();
    if unique == Some(false) || unique.is_none() && sum.is_none() {
        return Ok(false);
    }
    draft.rule(KillerCage { cells: Cells(cells), sum });
    Ok(true)
}

/// Cells as pairs of row and column from 0.
fn cells(list: &Literal) -> Result<Vec<Cell>, VariantFault> {
    let cell = |pair: &Literal| {
        let [row, column] = pair.list()? else { return None };
        Some(Cell { row: row.text().parse().ok()?, column: column.text().parse().ok()? })
    };
    let cells: Option<Vec<Cell>> = list.list().unwrap_or_default().iter().map(cell).collect();
    cells.ok_or_else(|| wrong("a cell that is no pair of row and column"))
}

/// A value in the notation of the script that makes these links: names without quotes, lists with gaps.
#[derive(Debug)]
enum Literal {
    Nothing,
    /// A number, a name, a colour.
    Word(String),
    Text(String),
    List(Vec<Literal>),
    Fields(Vec<(String, Literal)>),
}

/// How deep lists may stand in each other.
const DEEPEST: usize = 16;

impl Literal {
    fn read(text: &str) -> Option<Literal> {
        let mut rest = text.trim();
        let literal = value(&mut rest, DEEPEST)?;
        rest.trim().is_empty().then_some(literal)
    }

    fn get(&self, short: &str, long: &str) -> Option<&Literal> {
        let Literal::Fields(fields) = self else { return None };
        fields.iter().find(|(name, _)| name == short || name == long).map(|(_, value)| value)
    }

    fn list(&self) -> Option<&[Literal]> {
        match self {
            Literal::List(list) => Some(list),
            _ => None,
        }
    }

    fn text(&self) -> String {
        match self {
            Literal::Word(text) | Literal::Text(text) => text.clone(),
            _ => String::new(),
        }
    }
}

fn value(rest: &mut &str, deep: usize) -> Option<Literal> {
    *rest = rest.trim_start();
    match rest.chars().next() {
        Some('[') => {
            *rest = &rest[1..];
            let mut list = Vec::new();
            loop {
                // Between two commas nothing is something too, but not in an empty list.
                *rest = rest.trim_start();
                match rest.chars().next()? {
                    ']' if list.is_empty() => {}
                    ',' | ']' => list.push(Literal::Nothing),
                    _ => list.push(value(rest, deep.checked_sub(1)?)?),
                }
                *rest = rest.trim_start();
                let end = rest.starts_with(']');
                *rest = rest.strip_prefix([',', ']'])?;
                if end {
                    return Some(Literal::List(list));
                }
            }
        }
        Some('{') => {
            *rest = rest[1..].trim_start();
            let mut fields = Vec::new();
            while !rest.starts_with('}') {
                let name = match value(rest, 0)? {
                    Literal::Word(name) | Literal::Text(name) => name,
                    _ => return None,
                };
                *rest = rest.trim_start().strip_prefix(':')?;
                fields.push((name, value(rest, deep.checked_sub(1)?)?));
                *rest = rest.trim_start();
                match rest.strip_prefix(',') {
                    Some(next) => *rest = next.trim_start(),
                    None if rest.starts_with('}') => {}
                    None => return None,
                }
            }
            *rest = &rest[1..];
            Some(Literal::Fields(fields))
        }
        Some(quote @ ('\'' | '"')) => {
            let mut text = String::new();
            let mut signs = rest[1..].char_indices();
            while let Some((at, sign)) = signs.next() {
                match sign {
                    '\\' => match signs.next()?.1 {
                        'n' => text.push('\n'),
                        't' => text.push('\t'),
                        sign => text.push(sign),
                    },
                    _ if sign == quote => {
                        *rest = &rest[1 + at + 1..];
                        return Some(Literal::Text(text));
                    }
                    _ => text.push(sign),
                }
            }
            None
        }
        _ => {
            let end = rest.find([',', ']', '}', ':']).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            *rest = after;
            Some(Literal::Word(word.trim().to_owned()))
        }
    }
}
