//! Doppelgangers: what each region lacks.

use serde::{Deserialize, Serialize};

use super::{Kind, Rule, RuleFault};
use crate::Cases;
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::group::{Group, GroupKind};
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

/// Values from 0 on, one more than a row has cells. Each row, column and region has a 0 and lacks one other value; no two of the same kind lack the same, and at each 0 its row, column and region lack different ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Doppelganger {}

pub(super) static KIND: Kind = Kind::of::<Doppelganger>(
    "doppelganger",
    "each house lacks one value; none lacks what another of its kind lacks, nor do those that meet in a 0",
);

impl Rule for Doppelganger {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn check(&self, board: &Board) -> Result<(), RuleFault> {
        let square = board.rows() == board.columns() && board.value_count() == board.rows() + 1;
        let houses = board.groups().iter().all(|group| group.cells.len() == board.rows());
        if square && houses && board.is_latin() && board.first_value() == 0 {
            Ok(())
        } else {
            Err(RuleFault::Form(
                "it needs a square board with values from 0 and one more than rows",
            ))
        }
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let board = grid.board();
        let lacks = |group: &Group| -> Option<i32> {
            let values: Vec<i32> =
                group.cells.iter().map(|&place| grid.at(board.cell(place))).collect();
            let missing: Vec<i32> =
                board.values().filter(|value| !values.contains(value)).collect();
            match missing[..] {
                [value] if value != board.first_value() => Some(value),
                _ => None,
            }
        };
        let lacking: Vec<(&Group, Option<i32>)> =
            board.groups().iter().map(|group| (group, lacks(group))).collect();
        let apart = |(a, x): &(&Group, Option<i32>), (b, y): &(&Group, Option<i32>)| {
            let meet = a.cells.iter().filter(|&place| b.cells.contains(place));
            let zero =
                meet.map(|&place| grid.at(board.cell(place))).any(|v| v == board.first_value());
            (a.kind != b.kind && !zero) || x != y
        };
        lacking
            .iter()
            .enumerate()
            .all(|(i, a)| a.1.is_some() && lacking[..i].iter().all(|b| apart(a, b)))
    }

    fn stands_alone(&self) -> bool {
        true
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let board = plan.board();
        let zero = board.mask([0]);
        let others = board.full_mask() & !zero;
        let lacks: Vec<_> = board.groups().iter().map(|_| plan.extra(others)).collect();
        for (group, &x) in board.groups().iter().zip(&lacks) {
            let cells: Vec<Cell> = group.cells.iter().map(|&place| board.cell(place)).collect();
            let mut vars = plan.vars(&cells);
            vars.push(x);
            plan.different(vars);
        }
        for kind in [GroupKind::Row, GroupKind::Column, GroupKind::Region] {
            let same = board.groups().iter().zip(&lacks).filter(|(group, _)| group.kind == kind);
            plan.different(same.map(|(_, &x)| x).collect());
        }
        for cell in board.cells() {
            let place = board.index(cell).unwrap_or(0);
            let mut vars = vec![plan.var(cell)];
            let here = board.groups().iter().zip(&lacks).filter(|(g, _)| g.cells.contains(&place));
            vars.extend(here.map(|(_, &x)| x));
            // Unless the cell is 0, nothing is said; otherwise each two differ.
            for i in 1..vars.len() {
                for j in 1..i {
                    let mut cases = vec![[others, others, others]];
                    cases.extend(board.values().skip(1).map(|value| {
                        let lack = board.mask([value]);
                        [zero, lack, others & !lack]
                    }));
                    plan.post(Cases::new(&[vars[0], vars[i], vars[j]], plan.base(), cases));
                }
            }
        }
    }
}
