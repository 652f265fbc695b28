//! Cells a knight's move apart differ.

use serde::{Deserialize, Serialize};

use super::{Kind, Rule};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::variant::Grid;

/// Cells a knight's move apart differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AntiKnight {}

pub(super) static KIND: Kind =
    Kind::of::<AntiKnight>("anti_knight", "cells a knight's move apart differ");

impl Rule for AntiKnight {
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
const STEPS: [(isize, isize); 4] = [(1, 2), (2, 1), (1, -2), (2, -1)];
