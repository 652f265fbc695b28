//! Links of f-puzzles, and those of SudokuPad that hold the same.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::super::Variant;
use super::super::entry::Import;
use super::super::error::{Source, VariantError, VariantFault};
use super::draft::{Draft, usual_region};
use super::{VariantForm, packed, segments};
use crate::grid::cell::Cell;
use crate::grid::rule::{
    AntiKing, AntiKnight, Arrow, BetweenLine, Cells, Clone, ColumnIndexer, Difference,
    DisjointGroups, DoubleArrow, EntropicLine, Even, ExtraRegion, KillerCage, LittleKiller,
    LockoutLine, Maximum, Minimum, ModularLine, Nabner, NegativePairs, Nonconsecutive,
    NumberedRoom, Odd, PairSum, Palindrome, Quadruple, Ratio, RegionSumLine, Renban, RowIndexer,
    Sandwich, Skyscraper, SlowThermometer, Thermometer, Whisper, XSum, ZipperLine,
};

mod entry;

use entry::{
    Entry, bad, cell, cells, each, in_range, lines, number, one_cell, plain_text, with_cells,
    wrong, xv,
};

pub(super) struct FPuzzles;

/// What stands before what is packed.
const MARKS: &[&str] = &["load=", "fpuzzles", "fpuz"];

impl VariantForm for FPuzzles {
    fn name(&self) -> &'static str {
        "f-puzzles"
    }

    fn about(&self) -> &'static str {
        "a link of f-puzzles, or of SudokuPad with `fpuzzles`, or what is packed in it; read only"
    }

    fn claims(&self, head: &str) -> bool {
        let word = head.split_whitespace().next().unwrap_or_default();
        let link = word.contains("://");
        link && (word.contains("f-puzzles.com/") || word.contains("/fpuz"))
            || !link && word.len() > 40 && (word.starts_with("fpuz") || word.starts_with("N4Ig"))
    }

    fn read(&self, text: &[u8], import: &mut Import) -> Result<Variant, VariantError> {
        let source = Source::new(text);
        let whole = source.text()?;
        let mut read = || {
            let packed = packed::behind(whole, MARKS).unwrap_or(whole.trim());
            let text = packed::unpack(packed)?;
            let json: Map<String, Value> = serde_json::from_str(&text)
                .map_err(|error| VariantFault::Syntax(format!("what is packed: {error}")))?;
            puzzle(&json, import)
        };
        read().map_err(|fault| source.error(fault, 0..whole.trim_end().len()))
    }
}

/// What says nothing of the rules.
const NOTES: &[&str] = &[
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "solution",
    "disabledlogic",
    "truecandidatesoptions",
    "highlightConflicts",
    "successMessage",
    "msgcorrect",
    "negative",
    "fromConstraint",
    "source",
    "foglight",
    "fogofwar",
    "foglink",
    "disabledLogic",
];

/// What is only drawn.
const DRAWN: &[&str] = &["text", "circle", "rectangle", "line", "cage", "underlays", "overlays"];

/// The puzzle that a text of f-puzzles describes, once it is unpacked.
pub(super) fn puzzle(
    json: &Map<String, Value>,
    import: &mut Import,
) -> Result<Variant, VariantFault> {
    Reading { json, import }.puzzle()
}

struct Reading<'a> {
    json: &'a Map<String, Value>,
    import: &'a mut Import,
}

impl Reading<'_> {
    fn puzzle(self) -> Result<Variant, VariantFault> {
        let Reading { json, import } = self;
        let size = json.get("size").and_then(|size| match size {
            Value::String(text) => text.parse().ok(),
            size => size.as_u64(),
        });
        let grid = json.get("grid").and_then(Value::as_array).ok_or_else(|| wrong("no `grid`"))?;
        let side = size.unwrap_or(grid.len() as u64) as usize;
        if grid.len() != side || !(1..=64).contains(&side) {
            return Err(wrong(format!("a grid of {} rows where the size is {side}", grid.len())));
        }
        let mut draft = Draft::square(side);
        cells_of(grid, &mut draft)?;
        for (name, key) in [("name", "title"), ("author", "author"), ("rules", "ruleset")] {
            import.note(name, json.get(key).and_then(Value::as_str).map(str::to_owned));
        }
        if let Some(values) = json.get("solution").and_then(Value::as_array) {
            let sign = |value| Some(plain_text(value)).filter(|text| !text.is_empty());
            let values: Vec<String> =
                values.iter().map(|value| sign(value).unwrap_or_else(|| ".".into())).collect();
            import.note("solution", Some(values.join(if side > 9 { " " } else { "" })));
        }
        for (key, value) in json {
            let nothing = match value {
                Value::Null | Value::Bool(false) => true,
                Value::Array(list) => list.is_empty(),
                Value::String(text) => text.is_empty(),
                _ => false,
            };
            if nothing || NOTES.contains(&&**key) {
                continue;
            }
            if DRAWN.contains(&&**key) {
                drawn(key, value, json, import);
            } else if !whole(key, &mut draft) {
                let mut known = true;
                for entry in value.as_array().into_iter().flatten() {
                    if !rule((key, entry), json, &mut draft)? {
                        known = false;
                        break;
                    }
                }
                if !known || !value.is_array() {
                    import.unknown(&**key)?;
                }
            }
        }
        for kind in json.get("negative").and_then(Value::as_array).into_iter().flatten() {
            let kind = plain_text(kind);
            match negative(&kind, json)? {
                Some(rule) => draft.rule(rule),
                None => import.unknown(format!("negative {kind}"))?,
            }
        }
        draft.puzzle()
    }
}

/// Givens, candidates that are given, and regions.
fn cells_of(grid: &[Value], draft: &mut Draft) -> Result<(), VariantFault> {
    let side = draft.rows;
    let mut labels = Vec::with_capacity(side * side);
    for (row, line) in grid.iter().enumerate() {
        let line = line.as_array().filter(|line| line.len() == side);
        let line = line.ok_or_else(|| wrong(format!("row {} has not {side} cells", row + 1)))?;
        for (column, entry) in line.iter().enumerate() {
            let cell = Cell { row, column };
            let region = entry.get("region").and_then(Value::as_u64);
            labels.push(Some(region.map_or_else(|| usual_region(side, cell), |r| r as usize)));
            // A value that is not given is one that a player has put there.
            if entry.get("given") == Some(&Value::Bool(true))
                && let Some(value) = number(("the value of a cell", entry), "value")?
            {
                draft.given.push((cell, vec![in_range(value)]));
            }
            if let Some(marks) = entry.get("givenPencilMarks").and_then(Value::as_array) {
                let values: Vec<i32> =
                    marks.iter().filter_map(|v| plain_text(v).parse().ok()).collect();
                if !values.is_empty() {
                    draft.given.push((cell, values));
                }
            }
        }
    }
    draft.labels(&labels);
    // Rows are no regions.
    draft.regions.retain(|cells| cells.iter().any(|cell| cell.row != cells[0].row));
    Ok(())
}

/// A rule of the whole board, if it is one.
fn whole(key: &str, draft: &mut Draft) -> bool {
    match key {
        "diagonal+" => draft.diagonal(false),
        "diagonal-" => draft.diagonal(true),
        "antiknight" => draft.rule(AntiKnight {}),
        "antiking" => draft.rule(AntiKing {}),
        "nonconsecutive" => draft.rule(Nonconsecutive {}),
        "disjointgroups" => {
            // The first cells of all boxes, the second ones, and so on.
            let mut boxes: BTreeMap<usize, Vec<Cell>> = BTreeMap::new();
            for cell in draft.cells() {
                boxes.entry(usual_region(draft.rows, cell)).or_default().push(cell);
            }
            let set = |i: usize| Cells(boxes.values().map(|cells| cells[i]).collect());
            draft.rule(DisjointGroups { sets: (0..draft.rows).map(set).collect() });
        }
        _ => return false,
    }
    true
}

/// Adds the rules of one entry of a list; false if no such list is known.
fn rule(
    entry: Entry<'_>,
    json: &Map<String, Value>,
    draft: &mut Draft,
) -> Result<bool, VariantFault> {
    let (key, fields) = entry;
    let lines = || lines(entry);
    let usual = draft.rows.div_ceil(2) as i64;
    let value = |usual: i64| number(entry, "value").map(|value| value.unwrap_or(usual));
    match key {
        "killercage" => {
            let cells = cells(entry, "cells")?;
            if !cells.is_empty() {
                draft.rule(KillerCage { cells: Cells(cells), sum: number(entry, "value")? });
            }
        }
        "extraregion" => with_cells(entry, draft, |cells| ExtraRegion { cells })?,
        "rowindexer" => with_cells(entry, draft, |cells| RowIndexer { cells })?,
        "columnindexer" => with_cells(entry, draft, |cells| ColumnIndexer { cells })?,
        "odd" => one_cell(entry, draft, |cells| Odd { cells })?,
        "even" => one_cell(entry, draft, |cells| Even { cells })?,
        "maximum" | "minimum" => extremum(entry, json, draft)?,
        "clone" => {
            let (cells, clones) = (cells(entry, "cells")?, cells(entry, "cloneCells")?);
            if !cells.is_empty() {
                draft.rule(Clone { cells: Cells(cells), clone_cells: Cells(clones) });
            }
        }
        "quadruple" => {
            let listed = fields.get("values").and_then(Value::as_array).into_iter().flatten();
            let values: Vec<i32> = listed.filter_map(|v| plain_text(v).parse().ok()).collect();
            let cells = cells(entry, "cells")?;
            if !values.is_empty() && !cells.is_empty() {
                draft.rule(Quadruple { cells: Cells(cells), values });
            }
        }
        "difference" => {
            let value = value(1)?.unsigned_abs();
            with_cells(entry, draft, |cells| Difference { cells, value })?;
        }
        "ratio" => {
            let value = value(2)?;
            with_cells(entry, draft, |cells| Ratio { cells, value })?;
        }
        "xv" => {
            if let Some(value) = xv(fields)? {
                with_cells(entry, draft, |cells| PairSum { cells, value })?;
            }
        }
        "arrow" => {
            let mut bulb = cells(entry, "cells")?;
            bulb.sort_unstable();
            for line in lines()? {
                let arm: Vec<Cell> = line.into_iter().filter(|cell| !bulb.contains(cell)).collect();
                if !arm.is_empty() && !bulb.is_empty() {
                    draft.rule(Arrow { bulb: Cells(bulb.clone()), arm: Cells(arm) });
                }
            }
        }
        "littlekillersum" => {
            if let Some(sum) = number(entry, "value")? {
                with_cells(entry, draft, |cells| LittleKiller { cells, sum })?;
            }
        }
        "sandwichsum" | "xsum" | "skyscraper" | "numberedroom" => outside(entry, draft)?,
        "thermometer" => each(lines()?, draft, |cells| Thermometer { cells }),
        "slowthermometer" => each(lines()?, draft, |cells| SlowThermometer { cells }),
        "palindrome" => each(lines()?, draft, |cells| Palindrome { cells }),
        "renban" => each(lines()?, draft, |cells| Renban { cells }),
        "betweenline" => each(lines()?, draft, |cells| BetweenLine { cells }),
        "entropicline" => each(lines()?, draft, |cells| EntropicLine { cells }),
        "zipperline" => each(lines()?, draft, |cells| ZipperLine { cells }),
        "nabner" => each(lines()?, draft, |cells| Nabner { cells }),
        "doublearrow" => each(lines()?, draft, |cells| DoubleArrow { cells }),
        "modularline" => {
            let modulus = u32::try_from(value(3)?).map_err(|_| bad(entry, "value"))?;
            each(lines()?, draft, |cells| ModularLine { cells, modulus });
        }
        "whispers" => {
            let least = value(usual)?;
            each(lines()?, draft, |cells| Whisper { cells, min_diff: Some(least) });
        }
        "lockout" => {
            let least = value((draft.rows / 2) as i64)?;
            let min_diff = u32::try_from(least).map_err(|_| bad(entry, "value"))?;
            each(lines()?, draft, |cells| LockoutLine { cells, min_diff });
        }
        "regionsumline" => {
            for line in lines()? {
                let segments = segments(&line, &draft.regions);
                draft.rule(RegionSumLine { cells: Cells(line), segments });
            }
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// A cell is compared with neighbours that do not bear the same mark.
fn extremum(
    (key, fields): Entry<'_>,
    json: &Map<String, Value>,
    draft: &mut Draft,
) -> Result<(), VariantFault> {
    let Some(text) = fields.get("cell") else { return Ok(()) };
    let at = cell(text)?;
    let marked = |kind: &str| {
        let list = json.get(kind).and_then(Value::as_array).into_iter().flatten();
        list.filter_map(|entry| cell(entry.get("cell")?).ok()).collect::<Vec<Cell>>()
    };
    let marked = marked(key);
    let near = |other: &Cell| {
        other.row.abs_diff(at.row) + other.column.abs_diff(at.column) == 1
            && !marked.contains(other)
    };
    let neighbours = Cells(draft.cells().filter(near).collect());
    match key {
        "maximum" => draft.rule(Maximum { cell: at, neighbours }),
        _ => draft.rule(Minimum { cell: at, neighbours }),
    }
    Ok(())
}

/// A clue outside the board: its cell is in row or column 0, or behind the last one.
fn outside(entry: Entry<'_>, draft: &mut Draft) -> Result<(), VariantFault> {
    let (Some(value), Some(text)) = (number(entry, "value")?, entry.1.get("cell")) else {
        return Ok(());
    };
    let text = plain_text(text).to_uppercase();
    let side = draft.rows;
    let place = text.strip_prefix('R').and_then(|rest| rest.split_once('C'));
    let place = place.and_then(|(r, c)| Some((r.parse().ok()?, c.parse::<usize>().ok()?)));
    let line = |from_end: bool, of: &dyn Fn(usize) -> Cell| -> Vec<Cell> {
        (0..side).map(|i| of(if from_end { side - 1 - i } else { i })).collect()
    };
    let cells = match place {
        Some((row, column)) if (1..=side).contains(&row) && (column == 0 || column > side) => {
            line(column > 0, &|i| Cell { row: row - 1, column: i })
        }
        Some((row, column)) if (1..=side).contains(&column) && (row == 0 || row > side) => {
            line(row > 0, &|i| Cell { row: i, column: column - 1 })
        }
        _ => return Err(wrong(format!("`{text}` is not beside the board"))),
    };
    let cells = Cells(cells);
    match entry.0 {
        "sandwichsum" => draft.rule(Sandwich { cells, sum: value }),
        "xsum" => draft.rule(XSum { cells, sum: value }),
        "skyscraper" => {
            let count = u32::try_from(value).map_err(|_| bad(entry, "value"))?;
            draft.rule(Skyscraper { cells, count });
        }
        _ => draft.rule(NumberedRoom { cells, value: in_range(value) }),
    }
    Ok(())
}

/// No two neighbours are as a mark says, unless they bear it.
fn negative(kind: &str, json: &Map<String, Value>) -> Result<Option<NegativePairs>, VariantFault> {
    let key = if kind == "xv" || kind == "ratio" || kind == "difference" {
        kind
    } else {
        return Ok(None);
    };
    let entries = json.get(key).and_then(Value::as_array).into_iter().flatten();
    let (mut exempt, mut values) = (Vec::new(), Vec::new());
    for fields in entries {
        let pair = cells((key, fields), "cells")?;
        if pair.len() == 2 {
            exempt.push(Cells(pair));
        }
        if key != "xv" {
            values.push(number((key, fields), "value")?.unwrap_or(if key == "ratio" {
                2
            } else {
                1
            }));
        }
    }
    values.sort_unstable();
    values.dedup();
    if values.is_empty() {
        values.push(if key == "ratio" { 2 } else { 1 });
    }
    let mut rule = NegativePairs {
        kind: Some(kind.to_owned()),
        diffs: Vec::new(),
        ratios: Vec::new(),
        sums: Vec::new(),
        exempt,
    };
    match key {
        "xv" => rule.sums = vec![5, 10],
        "ratio" => rule.ratios = values.into_iter().map(in_range).collect(),
        _ => rule.diffs = values.iter().filter_map(|&value| value.try_into().ok()).collect(),
    }
    Ok(Some(rule))
}

/// What is only drawn is named, unless it is the drawing of a rule that was read.
fn drawn(key: &str, value: &Value, json: &Map<String, Value>, import: &mut Import) {
    let own = |entry: &&Value| {
        let rule = entry.get("fromConstraint").and_then(Value::as_str);
        let name = rule.map(|name| name.to_lowercase().replace([' ', '-'], ""));
        let known =
            |name: &String| json.keys().any(|key| key.starts_with(name.trim_end_matches('s')));
        let lockout = entry.get("isLLConstraint") == Some(&Value::Bool(true));
        !name.as_ref().is_some_and(known) && !lockout
    };
    let count = value.as_array().map_or(1, |list| list.iter().filter(own).count());
    if count > 0 {
        import.ignore(format!("{count} times `{key}`, which is only drawn"));
    }
}
