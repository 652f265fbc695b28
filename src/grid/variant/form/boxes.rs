//! How a board is cut: its usual boxes, boxes of a size, and the places without a cell.

use std::collections::BTreeSet;

use serde::Deserialize;

use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::regions::Regions;
use crate::grid::rule::Cells;

/// The places without a cell.
#[derive(Deserialize)]
#[serde(transparent)]
pub(super) struct Void(#[serde(deserialize_with = "Cells::if_any")] pub Cells);

/// The rows, columns and values of a board or a grid of which nothing is said.
pub(super) const USUAL_SIDE: usize = 9;

/// The boxes that a board of its size usually has, or each of its grids; none if there are no usual ones.
pub(super) fn usual_boxes(board: &Board) -> Vec<Vec<Cell>> {
    let (rows, columns) = sides(board);
    match Regions::default_box(rows).filter(|_| rows == columns) {
        Some(Regions::Boxes { height, width }) => boxes_of(board, height, width),
        _ => Vec::new(),
    }
}

/// Whether boxes of so many rows and columns fill the board, or each of its grids.
pub(super) fn tiles(board: &Board, height: usize, width: usize) -> bool {
    let fills = |side: usize, part: usize| part > 0 && side.is_multiple_of(part);
    let (rows, columns) = sides(board);
    fills(rows, height) && fills(columns, width)
}

/// Boxes from the corner of the board on, or of each of its grids; what is left at the edges makes smaller ones. A box
/// that two grids share is one.
pub(super) fn boxes_of(board: &Board, height: usize, width: usize) -> Vec<Vec<Cell>> {
    let whole = [Cell { row: 0, column: 0 }];
    let corners = if board.corners().is_empty() { &whole } else { board.corners() };
    let (rows, columns) = sides(board);
    let mut boxes: Vec<Vec<Cell>> = Vec::new();
    let mut seen = BTreeSet::new();
    for corner in corners {
        for row in (0..rows).step_by(height) {
            for column in (0..columns).step_by(width) {
                let right = column..columns.min(column + width);
                let cells: Vec<Cell> = (row..rows.min(row + height))
                    .flat_map(|row| right.clone().map(move |column| (row, column)))
                    .map(|(row, column)| Cell {
                        row: corner.row + row,
                        column: corner.column + column,
                    })
                    .filter(|&cell| board.index(cell).is_some())
                    .collect();
                if !cells.is_empty() && seen.insert(cells.clone()) {
                    boxes.push(cells);
                }
            }
        }
    }
    boxes
}

/// How many rows and columns the board has, or each of its grids.
fn sides(board: &Board) -> (usize, usize) {
    match board.corners() {
        [] => (board.rows(), board.columns()),
        _ => (board.value_count(), board.value_count()),
    }
}

/// Whether a place of the board is in one of its grids, if it has any.
pub(super) fn in_grids(board: &Board, Cell { row, column }: Cell) -> bool {
    let (rows, columns) = sides(board);
    let along = |at: usize, corner: usize, side: usize| (corner..corner + side).contains(&at);
    board.corners().is_empty()
        || board
            .corners()
            .iter()
            .any(|corner| along(row, corner.row, rows) && along(column, corner.column, columns))
}
