//! Neighbours are not consecutive.

use serde::{Deserialize, Serialize};

use super::{Kind, Rule};
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// Cells that share a side are not consecutive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nonconsecutive {}

pub(super) static KIND: Kind =
    Kind::of::<Nonconsecutive>("nonconsecutive", "cells that share a side are not consecutive");

impl Rule for Nonconsecutive {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        grid.board().neighbours().all(|[a, b]| grid.at(a).abs_diff(grid.at(b)) != 1)
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        plan.pairs(plan.board().neighbours(), |x, y| x.abs_diff(y) != 1);
    }
}
