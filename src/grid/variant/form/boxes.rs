//! How a board is cut: its usual boxes, boxes of a size, and the places without a cell.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::regions::Regions;
use crate::grid::rule::Cells;

/// The places without a cell.
#[derive(Deserialize)]
#[serde(transparent)]
pub(super) struct Void(#[serde(deserialize_with = "Cells::if_any")] pub Cells);

/// The boxes that a board of its size usually has; none if there are no usual ones.
pub(super) fn usual_boxes(board: &Board) -> Vec<Vec<Cell>> {
    let side = board.rows();
    match Regions::default_box(side).filter(|_| side == board.columns()) {
        Some(Regions::Boxes { height, width }) => boxes_of(board, height, width),
        _ => Vec::new(),
    }
}

/// Whether boxes of so many rows and columns fill the board.
pub(super) fn tiles(board: &Board, height: usize, width: usize) -> bool {
    let fills = |side: usize, part: usize| part > 0 && side.is_multiple_of(part);
    fills(board.rows(), height) && fills(board.columns(), width)
}

/// Boxes from the corner on; what is left at the edges makes smaller ones.
pub(super) fn boxes_of(board: &Board, height: usize, width: usize) -> Vec<Vec<Cell>> {
    let mut boxes: BTreeMap<(usize, usize), Vec<Cell>> = BTreeMap::new();
    for cell in board.cells() {
        boxes.entry((cell.row / height, cell.column / width)).or_default().push(cell);
    }
    boxes.into_values().collect()
}
