//! The fields of an entry: numbers that may be texts, cells, lines.

use serde_json::Value;

use crate::grid::cell::Cell;
use crate::grid::rule::{Cells, Rule};
use crate::grid::variant::VariantFault;
use crate::grid::variant::form::draft::Draft;

/// An entry of a list, with the name of the list.
pub(super) type Entry<'a> = (&'a str, &'a Value);

pub(super) fn wrong(words: impl Into<String>) -> VariantFault {
    VariantFault::Syntax(words.into())
}

pub(super) fn bad((key, _): Entry<'_>, field: &str) -> VariantFault {
    wrong(format!("`{field}` of `{key}` is not understood"))
}

/// What a text or a number says.
pub(super) fn plain_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.trim().to_owned(),
        value => value.to_string(),
    }
}

/// A number, which may be written as a text; nothing where that is empty.
pub(super) fn number(entry: Entry<'_>, field: &str) -> Result<Option<i64>, VariantFault> {
    let Some(value) = entry.1.get(field).filter(|value| !value.is_null()) else { return Ok(None) };
    let text = plain_text(value);
    if text.is_empty() {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| {
        let short: String = text.chars().take(20).collect();
        wrong(format!("`{short}`, the `{field}` of `{}`, is no number", entry.0))
    })
}

pub(super) fn in_range(value: i64) -> i32 {
    // What no board has is refused by the board.
    i32::try_from(value).unwrap_or(i32::MAX)
}

pub(super) fn cell(text: &Value) -> Result<Cell, VariantFault> {
    plain_text(text).parse().map_err(|error: crate::grid::CellError| wrong(error.to_string()))
}

pub(super) fn cells((_, fields): Entry<'_>, field: &str) -> Result<Vec<Cell>, VariantFault> {
    let list = fields.get(field).and_then(Value::as_array).into_iter().flatten();
    list.map(cell).collect()
}

/// The lines of an entry that have cells.
pub(super) fn lines((_, fields): Entry<'_>) -> Result<Vec<Vec<Cell>>, VariantFault> {
    let lines = fields.get("lines").and_then(Value::as_array).into_iter().flatten();
    let lines = lines.map(|line| line.as_array().into_iter().flatten().map(cell).collect());
    let lines: Vec<Vec<Cell>> = lines.collect::<Result<_, _>>()?;
    Ok(lines.into_iter().filter(|line| !line.is_empty()).collect())
}

pub(super) fn each<R: Rule>(lines: Vec<Vec<Cell>>, draft: &mut Draft, rule: impl Fn(Cells) -> R) {
    lines.into_iter().for_each(|line| draft.rule(rule(Cells(line))));
}

pub(super) fn with_cells<R: Rule>(
    entry: Entry<'_>,
    draft: &mut Draft,
    rule: impl Fn(Cells) -> R,
) -> Result<(), VariantFault> {
    let cells = cells(entry, "cells")?;
    if !cells.is_empty() {
        draft.rule(rule(Cells(cells)));
    }
    Ok(())
}

pub(super) fn one_cell<R: Rule>(
    (_, fields): Entry<'_>,
    draft: &mut Draft,
    rule: impl Fn(Cells) -> R,
) -> Result<(), VariantFault> {
    if let Some(text) = fields.get("cell") {
        draft.rule(rule(Cells(vec![cell(text)?])));
    }
    Ok(())
}

pub(super) fn xv(fields: &Value) -> Result<Option<i64>, VariantFault> {
    match fields.get("value").map(plain_text).as_deref() {
        Some("X" | "x") => Ok(Some(10)),
        Some("V" | "v") => Ok(Some(5)),
        None | Some("") => Ok(None),
        Some(other) => Err(wrong(format!("`{other}` is neither X nor V"))),
    }
}
