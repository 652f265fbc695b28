//! Drawings in a file: a letter a cell, and a drawn grid of givens.

use std::collections::BTreeMap;
use std::ops::Range;

use super::Text;
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::symbols::{self, Earlier};
use crate::grid::variant::error::VariantError;

impl Text<'_> {
    /// The cells with each letter of a drawing, in which dots are no letters.
    pub(super) fn labels(
        &self,
        board: &Board,
        drawing: &str,
        span: Range<usize>,
    ) -> Result<BTreeMap<char, Vec<Cell>>, VariantError> {
        let rows: Vec<Vec<char>> = drawing
            .lines()
            .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect())
            .filter(|line: &Vec<char>| !line.is_empty())
            .collect();
        if rows.len() != board.rows() || rows.iter().any(|row| row.len() != board.columns()) {
            let (rows, columns) = (board.rows(), board.columns());
            let of_length =
                |line: &&str| line.chars().filter(|c| !c.is_whitespace()).count() == columns;
            let odd = drawing.lines().find(|line| !line.trim().is_empty() && !of_length(line));
            let words = format!("a drawing needs {rows} rows of {columns} letters");
            return self.wrong_at((words, odd.unwrap_or_default().trim()), span);
        }
        let mut labels: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
        for (row, line) in rows.into_iter().enumerate() {
            for (column, letter) in line.into_iter().enumerate().filter(|(_, c)| *c != '.') {
                labels.entry(letter).or_default().push(Cell { row, column });
            }
        }
        Ok(labels)
    }
}

/// The values of a drawn grid, or what is wrong in which line. Bars between the cells and lines between the rows are
/// only drawn. On boards with values from 1, letters stand for values as in the forms of plain puzzles.
pub(super) fn drawn<'t>(
    board: &Board,
    text: &'t str,
) -> Result<Vec<(Cell, i32)>, (String, &'t str)> {
    let bar = |c: char| c.is_whitespace() || matches!(c, '|' | ',');
    let ruled = |line: &&str| line.chars().all(|c| bar(c) || matches!(c, '-' | '+' | '='));
    let lines: Vec<&str> = text.lines().filter(|line| !ruled(line)).collect();
    if lines.len() != board.rows() {
        let words = format!("{} rows of givens where the board has {}", lines.len(), board.rows());
        return Err((words, ""));
    }
    let columns = board.columns();
    let mut cells = Vec::new();
    for (row, line) in lines.iter().enumerate() {
        let parts: Vec<&str> = line.split(bar).filter(|part| !part.is_empty()).collect();
        let signs = line.char_indices().filter(|(_, c)| !bar(*c));
        let signs = signs.map(|(at, c)| &line[at..at + c.len_utf8()]);
        match parts.len() == columns {
            true => cells.extend(parts),
            false => cells.extend(signs),
        }
        let found = cells.len() - row * columns;
        if found != columns {
            return Err((format!("row {} has {found} cells, not {columns}", row + 1), line.trim()));
        }
    }
    let open = |cell: &str| {
        matches!(cell, "." | "_" | "?" | "*" | "#") || cell == "0" && !board.values().contains(&0)
    };
    let letter = |cell: &&str| cell.len() == 1 && cell.as_bytes()[0].is_ascii_alphabetic();
    let values = match board.first_value() == 1 && cells.iter().any(letter) {
        true => symbols::values(
            &cells.iter().map(|cell| if *cell == "#" { "." } else { cell }).collect::<Vec<_>>(),
            cells.iter().any(|cell| cell.len() > 1),
            board.value_count(),
            Earlier::default(),
        )
        .map(|(values, _)| values.into_iter().map(|value| value.map(|v| v as i32)).collect())
        .map_err(|(cell, fault)| (fault.to_string(), lines[cell / columns].trim()))?,
        false => {
            let value = |(place, cell): (usize, &&str)| match open(cell) {
                true => Ok(None),
                false => cell.parse().map(Some).map_err(|_| {
                    let cell: String = cell.chars().take(20).collect();
                    let words = "is no value: values are numbers, a dot stands for an open cell";
                    (format!("`{cell}` {words}"), lines[place / columns].trim())
                }),
            };
            cells.iter().enumerate().map(value).collect::<Result<Vec<Option<i32>>, _>>()?
        }
    };
    let cell = |place: usize| Cell { row: place / columns, column: place % columns };
    let given = values.into_iter().enumerate();
    Ok(given.filter_map(|(place, value)| Some((cell(place), value?))).collect())
}
