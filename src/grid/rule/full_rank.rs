//! Ranks: where a row or column, read as a number, stands among all of them.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::full_rank_ties::{FullRankTies, Ties};
use super::{Cells, Kind, Rule, RuleFault, listed};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::Drawing;
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;
use crate::{Conflict, Constraint, Cost, Linear, Status, Store, Var};

/// Of all rows and columns, read as numbers in both directions, the line is so many-th from the smallest. Lines that read the same have one rank; see `full_rank_ties`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FullRank {
    /// The line, from the side of the clue.
    pub cells: Cells,
    /// Its rank, from 1.
    pub rank: usize,
}

pub(super) static KIND: Kind = Kind::of::<FullRank>(
    "full_rank",
    "the line, read as a number, is the `rank`-th of all rows and columns",
);

impl Rule for FullRank {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn check(&self, board: &Board) -> Result<(), RuleFault> {
        let lines = all_lines(board);
        if !lines.iter().any(|line| line[..] == self.cells[..]) {
            return Err(RuleFault::Form("only whole rows and columns have a rank"));
        }
        if self.rank == 0 || self.rank > lines.len() {
            return Err(RuleFault::Impossible(format!(
                "there are ranks from 1 to {}",
                lines.len()
            )));
        }
        Ok(())
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let read = grid.line(&self.cells);
        let lines = all_lines(grid.board());
        let less = lines.iter().filter(|line| grid.line(line) < read).count();
        let equal = lines.iter().filter(|line| grid.line(line) == read).count();
        less + 1 == self.rank && (equal == 1 || ties(grid.rules()) == Ties::Any)
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let board = plan.board();
        let side = board.rows();
        let square = board.is_latin()
            && side == board.columns()
            && side == board.value_count()
            && board.cells().count() == board.len();
        let lines = all_lines(board);
        let own = lines.iter().position(|line| line[..] == self.cells[..]).unwrap_or(0);
        let ties = ties(plan.rules()) == Ties::Any;
        let vars: Vec<Vec<Var>> = lines.iter().map(|line| plan.vars(line)).collect();
        // A condition that does not hold would leave it open which lines are less.
        if !square || plan.is_conditional() {
            let scope = vars.concat();
            return plan.post(Ranked { lines: vars, scope, own, rank: self.rank, ties });
        }
        // Each value begins four lines: one from each side. Of the three other ones so many are less.
        let (before, wanted) = ((self.rank - 1) / 4, (self.rank - 1) % 4);
        let value = board.first_value() + before as i32;
        plan.keep(self.cells[0], board.mask([value]));
        let base = plan.base();
        // Lines come in pairs of both directions: rows, then columns.
        let sides = (0..4).map(|s| (0..side).map(move |i| 2 * side * (s / 2) + 2 * i + s % 2));
        let others: Vec<Var> = sides
            .filter(|side| side.clone().all(|i| i != own))
            .map(|side| {
                let less = plan.extra(0b11);
                for i in side {
                    plan.post(Beside::new(&vars[own], &vars[i], value, less, base, ties));
                }
                less
            })
            .collect();
        let total = others.len() as i64 * base + wanted as i64;
        plan.post(Linear::equal(others.into_iter().map(|less| (1, less)), total));
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.clue(&self.cells, &format!("r{}", self.rank));
    }
}

/// Every row and column, from both ends.
pub(super) fn all_lines(board: &Board) -> Vec<Vec<Cell>> {
    let rows = (0..board.rows())
        .map(|row| board.cells().filter(move |cell| cell.row == row).collect::<Vec<_>>());
    let columns = (0..board.columns())
        .map(|column| board.cells().filter(move |cell| cell.column == column).collect::<Vec<_>>());
    let lines = rows.chain(columns).filter(|line| !line.is_empty());
    lines.flat_map(|line| [line.iter().rev().copied().collect(), line]).collect()
}

/// What the puzzle says of ties.
fn ties(rules: &[Arc<dyn Rule>]) -> Ties {
    let said = rules.iter().find_map(|rule| {
        let rule: &dyn std::any::Any = &**rule;
        rule.downcast_ref::<FullRankTies>()
    });
    said.map_or(Ties::OnlyUnclued, |rule| rule.mode)
}

/// One line is so many-th among all.
#[derive(Debug)]
struct Ranked {
    lines: Vec<Vec<Var>>,
    /// The lines, one behind the other.
    scope: Vec<Var>,
    own: usize,
    rank: usize,
    /// Whether another line may read the same.
    ties: bool,
}

impl Constraint for Ranked {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let mut at = 0;
        let read: Vec<&[i32]> = self
            .lines
            .iter()
            .map(|line| {
                at += line.len();
                &values[at - line.len()..at]
            })
            .collect();
        let own = read[self.own];
        let less = read.iter().filter(|line| **line < own).count();
        let equal = read.iter().filter(|line| **line == own).count();
        less + 1 == self.rank && (equal == 1 || self.ties)
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let own = &self.lines[self.own];
        let (mut less, mut open) = (0, Vec::new());
        for (i, line) in self.lines.iter().enumerate().filter(|(i, _)| *i != self.own) {
            match below(line, own, store) {
                Some(true) => less += 1,
                Some(false) => {}
                None => open.push(i),
            }
        }
        if less >= self.rank || less + open.len() + 1 < self.rank {
            return Err(store.conflict());
        }
        // Only one way is left for all that are open.
        let all_less = less + open.len() + 1 == self.rank;
        if less + 1 == self.rank || all_less {
            for &i in &open {
                let (small, great) =
                    if all_less { (&self.lines[i], own) } else { (own, &self.lines[i]) };
                ordered(small, great, store)?;
            }
        }
        Ok(Status::Active)
    }
}

/// Whether a line is less than another with the same first value, if it begins with that.
#[derive(Debug)]
struct Beside {
    /// The cells of the line that has a rank, those of the other one, and a variable whose second value says that the
    /// other one is less.
    scope: Vec<Var>,
    value: i32,
    /// That variable's values.
    says: [i32; 2],
    /// Whether they may read the same.
    ties: bool,
}

impl Beside {
    fn new(own: &[Var], other: &[Var], value: i32, less: Var, base: i64, ties: bool) -> Beside {
        let scope = own.iter().chain(other).copied().chain([less]).collect();
        Beside { scope, value, says: [base as i32, base as i32 + 1], ties }
    }
}

impl Constraint for Beside {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let (own, rest) = values.split_at(values.len() / 2);
        let (other, less) = rest.split_at(own.len());
        other[0] != self.value
            || (other < own) == (less[0] == self.says[1]) && (self.ties || other != own)
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let (own, rest) = self.scope.split_at(self.scope.len() / 2);
        let (other, less) = (&rest[..own.len()], rest[own.len()]);
        if !store.contains(other[0], self.value) {
            return Ok(Status::Entailed);
        }
        let [no, yes] = self.says;
        let may_be = store.contains(less, yes) && possibly_less(other, own, false, store);
        let may_not = store.contains(less, no) && possibly_less(own, other, self.ties, store);
        if !may_be && !may_not {
            store.remove(other[0], self.value)?;
            return Ok(Status::Entailed);
        }
        if may_be && may_not || !store.is_fixed(other[0]) || !store.is_fixed(own[0]) {
            return Ok(Status::Active);
        }
        store.assign(less, if may_be { yes } else { no })?;
        let (small, great) = if may_be { (other, own) } else { (own, other) };
        ordered(small, great, store)?;
        Ok(Status::Active)
    }
}

/// Whether the first line may read as less than the second, or, with `ties`, the same.
fn possibly_less(small: &[Var], great: &[Var], ties: bool, store: &Store) -> bool {
    // Both begin with the same value.
    for (&a, &b) in small.iter().zip(great).skip(1) {
        if a == b {
            continue;
        }
        let (least, most) = (store.min(a), store.max(b));
        if least != most {
            return least < most;
        }
    }
    ties
}

/// Whether a line certainly reads as less than another, or certainly not.
fn below(line: &[Var], own: &[Var], store: &Store) -> Option<bool> {
    for (&a, &b) in line.iter().zip(own) {
        if store.max(a) < store.min(b) {
            return Some(true);
        }
        if store.min(a) > store.max(b) {
            return Some(false);
        }
        if a != b && !(store.is_fixed(a) && store.is_fixed(b)) {
            return None;
        }
    }
    Some(line.len() < own.len())
}

/// The first reads as no more than the second.
fn ordered(small: &[Var], great: &[Var], store: &mut Store) -> Result<(), Conflict> {
    for (&a, &b) in small.iter().zip(great) {
        if a == b {
            continue;
        }
        let (most, least) = (store.max(b), store.min(a));
        store.at_most(a, most)?;
        store.at_least(b, least)?;
        if !(store.is_fixed(a) && store.is_fixed(b) && store.min(a) == store.min(b)) {
            break;
        }
    }
    Ok(())
}
