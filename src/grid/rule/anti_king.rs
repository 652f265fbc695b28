//! Cells that touch at a corner differ.

use serde::{Deserialize, Serialize};

use super::{Kind, Rule};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::variant::Grid;

/// Cells that touch at a corner differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AntiKing {}

pub(super) static KIND: Kind =
    Kind::of::<AntiKing>("anti_king", "cells that touch at a corner differ");

impl Rule for AntiKing {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        grid.board().apart(&STEPS).all(|[a, b]| grid.at(a) != grid.at(b))
    }

    fn groups(&self, board: &Board) -> Vec<Vec<Cell>> {
        board.apart(&STEPS).map(|pair| pair.to_vec()).collect()
    }
}

/// Half of the moves; the others are these from the other end.
const STEPS: [(isize, isize); 2] = [(1, 1), (1, -1)];
