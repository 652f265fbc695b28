//! Cells with certain values hang together.

use serde::{Deserialize, Serialize};

use super::{Kind, Rule, RuleFault, on_board};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::Drawing;
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;
use crate::{Conflict, Constraint, Cost, Status, Store, Var};

/// All cells with one of these values form one piece, joined by their sides; with `size`, of so many cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConnectedValues {
    /// The values.
    pub values: Vec<i32>,
    /// How many cells the piece has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<usize>,
}

pub(super) static KIND: Kind = Kind::of::<ConnectedValues>(
    "connected_values",
    "the cells with one of `values` form one piece",
);

impl Rule for ConnectedValues {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn check(&self, board: &Board) -> Result<(), RuleFault> {
        on_board(&self.values, board)
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let board = grid.board();
        let mut left: Vec<Cell> =
            board.cells().filter(|&cell| self.values.contains(&grid.at(cell))).collect();
        if self.size.is_some_and(|size| size != left.len()) {
            return false;
        }
        let mut reached: Vec<Cell> = left.pop().into_iter().collect();
        while let Some(cell) = reached.pop() {
            left.retain(|&other| {
                let steps = cell.row.abs_diff(other.row) + cell.column.abs_diff(other.column);
                if steps == 1 {
                    reached.push(other);
                }
                steps != 1
            });
        }
        left.is_empty()
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let board = plan.board();
        let cells: Vec<Cell> = board.cells().collect();
        let place = |cell: Cell| cells.iter().position(|&other| other == cell);
        let beside = cells.iter().map(|&cell| {
            let steps = [(-1, 0), (0, -1), (0, 1), (1, 0)];
            let beside =
                steps.into_iter().filter_map(|(down, right)| board.step(cell, down, right));
            beside.filter_map(place).collect()
        });
        let piece = Piece {
            scope: plan.vars(&cells),
            beside: beside.collect(),
            base: plan.base(),
            mask: board.mask(self.values.iter().copied()),
            size: self.size,
        };
        plan.post(piece);
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        let values: Vec<String> = self.values.iter().map(i32::to_string).collect();
        let size = self.size.map_or(String::new(), |size| format!(", of {size} cells"));
        picture.note(format!("one piece of {}{size}", values.join(", ")));
    }
}

/// The variables with values of a mask hang together.
#[derive(Debug)]
struct Piece {
    scope: Vec<Var>,
    /// The neighbours of each variable, as places in the scope.
    beside: Vec<Vec<usize>>,
    base: i64,
    mask: u64,
    size: Option<usize>,
}

impl Piece {
    /// The variables that can be reached from one through others that are `open`.
    fn reach(&self, from: usize, open: &[bool]) -> Vec<bool> {
        let mut reached = vec![false; open.len()];
        let mut next = vec![from];
        reached[from] = true;
        while let Some(i) = next.pop() {
            for &j in self.beside[i].iter().filter(|&&j| open[j]) {
                if !std::mem::replace(&mut reached[j], true) {
                    next.push(j);
                }
            }
        }
        reached
    }
}

impl Constraint for Piece {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let bit = |value: &i32| i64::from(*value) - self.base;
        let inside: Vec<bool> = values
            .iter()
            .map(|value| (0..64).contains(&bit(value)) && self.mask >> bit(value) & 1 == 1)
            .collect();
        let count = inside.iter().filter(|&&inside| inside).count();
        let whole = inside.iter().position(|&inside| inside).is_none_or(|from| {
            self.reach(from, &inside).iter().filter(|&&reached| reached).count() == count
        });
        whole && self.size.is_none_or(|size| size == count)
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let window = |store: &Store, i: usize| store.window(self.scope[i], self.base);
        let count = self.scope.len();
        let maybe: Vec<bool> = (0..count).map(|i| window(store, i) & self.mask != 0).collect();
        let sure: Vec<bool> = (0..count).map(|i| window(store, i) & !self.mask == 0).collect();
        let Some(from) = sure.iter().position(|&sure| sure) else { return Ok(Status::Fixpoint) };
        let reached = self.reach(from, &maybe);
        if (0..count).any(|i| sure[i] && !reached[i]) {
            return Err(store.conflict());
        }
        for i in (0..count).filter(|&i| maybe[i] && !reached[i]) {
            store.keep_window(self.scope[i], self.base, !self.mask)?;
        }
        // A variable without which what is sure falls apart is sure itself.
        for i in (0..count).filter(|&i| reached[i] && !sure[i]) {
            let mut without = reached.clone();
            without[i] = false;
            let rest = self.reach(from, &without);
            if (0..count).any(|j| sure[j] && !rest[j]) {
                store.keep_window(self.scope[i], self.base, self.mask)?;
            }
        }
        Ok(Status::Active)
    }
}
