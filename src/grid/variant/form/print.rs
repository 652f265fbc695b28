//! Writing a variant puzzle, in JSON and in TOML: what is written reads as the same puzzle.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Map, Value};

use super::super::Variant;
use super::super::entry::VariantEntry;
use super::boxes::{USUAL_SIDE, boxes_of, in_grids, tiles, usual_boxes};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::rule::{Rule, Typed};

/// The notes that are written, in this order.
const NOTES: [&str; 3] = ["name", "author", "solution"];

/// A JSON document, a rule a line.
pub(super) fn json(entry: &VariantEntry) -> String {
    let puzzle = &entry.puzzle;
    let board = puzzle.board();
    let mut fields = Vec::new();
    let mut field = |name: &str, value: String| fields.push(format!("  \"{name}\": {value}"));
    for name in NOTES {
        if let Some(note) = entry.notes.iter().find(|note| note.name == name) {
            field(name, Value::from(&*note.text).to_string());
        }
    }
    field("rows", board.rows().to_string());
    field("cols", board.columns().to_string());
    field("min_value", board.first_value().to_string());
    field("max_value", board.last_value().to_string());
    field("latin", board.is_latin().to_string());
    if !board.corners().is_empty() {
        field("grids", named(board.corners()).to_string());
    }
    field("regions", list(board.regions().map(|cells| named(&cells).to_string())));
    field("void", named(&void(board)).to_string());
    field("givens", Value::Object(givens(puzzle)).to_string());
    field("candidates", Value::Object(candidates(puzzle)).to_string());
    let rules = puzzle.rules().iter();
    // Rules are data, which always becomes JSON.
    let written = |rule: &dyn Rule| serde_json::to_string(&Typed::new(rule)).unwrap_or_default();
    field("constraints", list(rules.map(|rule| written(&**rule))));
    format!("{{\n{}\n}}\n", fields.join(",\n"))
}

fn in_json(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

fn list(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.map(|item| format!("    {item}")).collect();
    if items.is_empty() { "[]".into() } else { format!("[\n{}\n  ]", items.join(",\n")) }
}

fn named(cells: &[Cell]) -> Value {
    cells.iter().map(Cell::to_string).collect()
}

fn void(board: &Board) -> Vec<Cell> {
    let places = (0..board.len()).filter(|&place| !board.exists(place));
    places.map(|place| board.cell(place)).collect()
}

fn givens(puzzle: &Variant) -> Map<String, Value> {
    puzzle.givens().map(|(cell, value)| (cell.to_string(), value.into())).collect()
}

/// The candidates of cells that are neither given nor open to every value.
fn candidates(puzzle: &Variant) -> Map<String, Value> {
    let board = puzzle.board();
    let marks = board.cells().filter_map(|cell| {
        let values: Vec<i32> = puzzle.candidates(cell).collect();
        let marks = values.len() != 1 && values.len() != board.value_count();
        marks.then(|| (cell.to_string(), values.into()))
    });
    marks.collect()
}

/// A TOML document: what is usual is left out, and what can be drawn is drawn.
pub(super) fn toml(entry: &VariantEntry) -> String {
    let puzzle = &entry.puzzle;
    let board = puzzle.board();
    let mut out = String::new();
    for name in NOTES {
        if let Some(note) = entry.notes.iter().find(|note| note.name == name) {
            let _ = writeln!(out, "{name} = {}", quoted(&note.text));
        }
    }
    let (rows, columns) = (board.rows(), board.columns());
    let (first, last) = (board.first_value(), board.last_value());
    let corners = board.corners();
    if !corners.is_empty() {
        let _ = writeln!(out, "grids = \"{}\"", runs(corners));
    }
    let _ = match rows == columns {
        true => writeln!(out, "size = {rows}"),
        false => writeln!(out, "size = \"{rows}x{columns}\""),
    };
    let usual = if corners.is_empty() { rows.max(columns) } else { USUAL_SIDE };
    if first != 1 || last.unsigned_abs() as usize != usual || last < 1 {
        let between = if first < 0 { ".." } else { "-" };
        let _ = writeln!(out, "values = \"{first}{between}{last}\"");
    }
    let void: Vec<Cell> = void(board).into_iter().filter(|&cell| in_grids(board, cell)).collect();
    if !void.is_empty() {
        let _ = writeln!(out, "void = \"{}\"", runs(&void));
    }
    if board.is_latin() != corners.is_empty() {
        let _ = writeln!(out, "latin = {}", board.is_latin());
    }
    out.push_str(&regions(board));
    if puzzle.givens().next().is_some() {
        let _ = write!(out, "givens = \"\"\"\n{}\"\"\"\n", drawn(puzzle));
    }
    let marks = candidates(puzzle);
    if !marks.is_empty() {
        let _ = writeln!(out, "candidates = {}", in_toml(&Value::Object(marks)));
    }
    let mut kinds: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for rule in puzzle.rules() {
        kinds.entry(rule.kind().name).or_default().push(fields(&**rule));
    }
    for (kind, rules) in kinds {
        let _ = match &rules[..] {
            [rule] => writeln!(out, "{kind} = {rule}"),
            _ => writeln!(out, "{kind} = [\n    {},\n]", rules.join(",\n    ")),
        };
    }
    out
}

/// The fields of a rule: nothing but `true` where it has none, and its cells alone where it has nothing else.
fn fields(rule: &dyn Rule) -> String {
    let Value::Object(mut fields) = in_json(&rule) else { return "true".into() };
    fields.retain(|_, value| !value.is_null());
    match fields.get("cells") {
        _ if fields.is_empty() => "true".into(),
        Some(cells) if fields.len() == 1 => in_toml(cells),
        _ => in_toml(&Value::Object(fields)),
    }
}

fn in_toml(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(_, value)| !value.is_null());
            let fields = fields.map(|(name, value)| format!("{name} = {}", in_toml(value)));
            format!("{{ {} }}", fields.collect::<Vec<_>>().join(", "))
        }
        Value::Array(items) => match cells(items) {
            Some(cells) => format!("\"{}\"", runs(&cells)),
            None => {
                let items: Vec<String> = items.iter().map(in_toml).collect();
                format!("[{}]", items.join(", "))
            }
        },
        Value::String(text) => quoted(text),
        value => value.to_string(),
    }
}

/// A list of cells, if it is that.
fn cells(items: &[Value]) -> Option<Vec<Cell>> {
    let cells = items.iter().map(|item| item.as_str()?.parse().ok());
    cells.collect::<Option<Vec<Cell>>>().filter(|cells| !cells.is_empty())
}

/// A basic string of TOML.
fn quoted(text: &str) -> String {
    // JSON escapes what TOML does, but for one sign.
    Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}

/// Cells in order, with straight runs of at least three put together.
fn runs(cells: &[Cell]) -> String {
    let step = |from: Cell, to: Cell| {
        let [down, right] = [(from.row, to.row), (from.column, to.column)]
            .map(|(from, to)| to as isize - from as isize);
        (down.abs() <= 1 && right.abs() <= 1 && (down, right) != (0, 0)).then_some((down, right))
    };
    let mut parts = Vec::new();
    let mut from = 0;
    while from < cells.len() {
        let mut to = from;
        if let [first, second, ..] = cells[from..]
            && let Some(way) = step(first, second)
        {
            while to + 1 < cells.len() && step(cells[to], cells[to + 1]) == Some(way) {
                to += 1;
            }
        }
        if to < from + 2 {
            to = from;
            parts.push(cells[from].to_string());
        } else {
            parts.push(format!("{}-{}", cells[from], cells[to]));
        }
        from = to + 1;
    }
    parts.join(" ")
}

/// How the board is cut, unless that is usual: as boxes, as a drawing, or as lists.
fn regions(board: &Board) -> String {
    let own: Vec<Vec<Cell>> = board.regions().collect();
    if own.is_empty() {
        return "boxes = false\n".into();
    }
    if own == usual_boxes(board) {
        return String::new();
    }
    let sides = own[0].last().zip(own[0].first()).map(|(last, first)| {
        (last.row.saturating_sub(first.row) + 1, last.column.saturating_sub(first.column) + 1)
    });
    if let Some((height, width)) = sides
        && tiles(board, height, width)
        && own == boxes_of(board, height, width)
    {
        return format!("boxes = \"{height}x{width}\"\n");
    }
    // In the order of the letters, which is that of the regions.
    let letters = ('1'..='9').chain('A'..='Z').chain('a'..='z');
    let mut drawing = vec!['.'; board.len()];
    let mut apart = own.len() <= 9 + 26 + 26;
    for (letter, cells) in letters.zip(&own) {
        // Drawn, cells come row by row.
        apart &= cells.is_sorted() && !cells.is_empty();
        for place in cells.iter().filter_map(|&cell| board.index(cell)) {
            apart &= drawing[place] == '.';
            drawing[place] = letter;
        }
    }
    match apart {
        true => {
            let rows = drawing.chunks(board.columns());
            let rows: String = rows.map(|row| row.iter().collect::<String>() + "\n").collect();
            format!("regions = \"\"\"\n{rows}\"\"\"\n")
        }
        false => {
            let lists: Vec<String> =
                own.iter().map(|cells| format!("\"{}\"", runs(cells))).collect();
            format!("regions = [\n    {},\n]\n", lists.join(",\n    "))
        }
    }
}

/// The givens as a grid: dots for open cells.
fn drawn(puzzle: &Variant) -> String {
    let board = puzzle.board();
    let sign = |place| match puzzle.given(place) {
        Some(value) => value.to_string(),
        None => if board.exists(place) { "." } else { "#" }.to_owned(),
    };
    let signs: Vec<String> = (0..board.len()).map(sign).collect();
    let width = signs.iter().map(String::len).max().unwrap_or(1);
    let rows = signs.chunks(board.columns()).map(|row| {
        let row: Vec<String> = row.iter().map(|sign| format!("{sign:>width$}")).collect();
        row.join(" ") + "\n"
    });
    rows.collect()
}
