//! Variant puzzles: a board, givens and a list of rules, as data.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::board::Board;
use super::cell::Cell;
use super::plan::{ByPlaces, Plan, Wanted};
use super::rule::{Rule, RuleFault};
use crate::{Model, ModelError, Solution, Solver, Var, Weighted};

mod entry;
mod error;
mod form;
mod generate;
mod picture;
mod plain;
mod read;

pub use entry::{Import, VariantEntry};
pub use error::{VariantError, VariantFault};
pub use form::{VARIANT_FORMS, VariantForm, claimed_by, variant_form};
pub use generate::VariantGenerator;
pub use picture::VariantPicture;
pub use read::VariantReader;

/// A puzzle of any rules.
///
/// ```
/// use houserules::grid::Variant;
/// use houserules::{Solver, Uniqueness};
///
/// let puzzle = Variant::from_json(br#"{
///     "rows": 4, "cols": 4, "min_value": 1, "max_value": 4, "latin": true,
///     "regions": [["R1C1", "R1C2", "R2C1", "R2C2"], ["R1C3", "R1C4", "R2C3", "R2C4"],
///                 ["R3C1", "R3C2", "R4C1", "R4C2"], ["R3C3", "R3C4", "R4C3", "R4C4"]],
///     "givens": {"R1C1": 1},
///     "constraints": [{"type": "thermometer", "cells": ["R4C4", "R3C4"]}]
/// }"#)?;
/// let compiled = puzzle.model()?;
/// let outcome = Solver::new(&compiled.model).first();
/// let values = compiled.values(&outcome.solution().expect("there is one"));
/// assert!(puzzle.broken(&values).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Variant {
    board: Board,
    /// For each place of the board the candidates as a mask; all of them where nothing is said.
    candidates: Vec<u64>,
    rules: Vec<Arc<dyn Rule>>,
}

impl Variant {
    /// A puzzle of this board with nothing given and no rule but those of the board.
    pub fn new(board: Board) -> Variant {
        let candidates = vec![board.full_mask(); board.len()];
        Variant { board, candidates, rules: Vec::new() }
    }

    /// Says that a cell has one of these values.
    ///
    /// # Errors
    /// A cell or a value that the board does not have.
    pub fn restrict(&mut self, cell: Cell, values: &[i32]) -> Result<(), RuleFault> {
        let place = self.board.index(cell).ok_or(RuleFault::Outside { cell })?;
        if let Some(&value) = values.iter().find(|value| !self.board.values().contains(value)) {
            let (first, last) = (self.board.first_value(), self.board.last_value());
            return Err(RuleFault::Value { value, first, last });
        }
        self.candidates[place] &= self.board.mask(values.iter().copied());
        Ok(())
    }

    /// Adds a rule.
    ///
    /// # Errors
    /// A rule that makes no sense on this board.
    pub fn add(&mut self, rule: Box<dyn Rule>) -> Result<(), RuleFault> {
        if let Some(cell) = rule.cells().into_iter().find(|&c| self.board.index(c).is_none()) {
            return Err(RuleFault::Outside { cell });
        }
        rule.check(&self.board)?;
        self.rules.push(rule.into());
        Ok(())
    }

    /// Opens a cell to every value of the board; one that does not exist is left alone.
    pub fn open(&mut self, cell: Cell) {
        if let Some(place) = self.board.index(cell) {
            self.candidates[place] = self.board.full_mask();
        }
    }

    /// The same without the rules that `keep` says no to, by their place in the list.
    pub fn only(&self, keep: impl Fn(usize) -> bool) -> Variant {
        let rules = self.rules.iter().enumerate();
        let rules = rules.filter(|(place, _)| keep(*place)).map(|(_, rule)| rule.clone()).collect();
        Variant { rules, ..self.clone() }
    }

    /// Whether some open cell cannot hold every value.
    pub fn has_marks(&self) -> bool {
        let full = self.board.full_mask();
        let places = (0..self.board.len()).filter(|&place| self.board.exists(place));
        let masks = places.map(|place| self.candidates[place]);
        masks.into_iter().any(|mask| mask != full && mask.count_ones() != 1)
    }

    /// The value that is given at a place of the board.
    pub fn given(&self, place: usize) -> Option<i32> {
        let mask = *self.candidates.get(place).filter(|_| self.board.exists(place))?;
        // The lowest candidate is the only one.
        mask.is_power_of_two().then(|| self.board.first_value() + mask.trailing_zeros() as i32)
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The rules, in order.
    pub fn rules(&self) -> &[Arc<dyn Rule>] {
        &self.rules
    }

    /// The values that are given.
    pub fn givens(&self) -> impl Iterator<Item = (Cell, i32)> + '_ {
        let places = 0..self.board.len();
        places.filter_map(|place| Some((self.board.cell(place), self.given(place)?)))
    }

    /// The values that a cell may have by what is given for it alone.
    pub fn candidates(&self, cell: Cell) -> impl Iterator<Item = i32> + '_ {
        let mask = self.board.index(cell).map_or(0, |place| self.candidates[place]);
        let first = self.board.first_value();
        self.board.values().filter(move |value| mask >> value.abs_diff(first) & 1 == 1)
    }

    /// Compiles it for the kernel. Cells come first among the variables, row by row.
    ///
    /// # Errors
    /// Those of [`ModelBuilder::build`](crate::ModelBuilder::build); rules of the crate cause none.
    pub fn model(&self) -> Result<Compiled, ModelError> {
        Plan::new(self, &self.candidates).build()
    }

    /// What a full grid breaks, by the plain meaning of the rules: values row by row, 0 where there is no cell.
    ///
    /// # Panics
    /// If there is not one value for each place of the board.
    pub fn broken(&self, values: &[i32]) -> Option<Broken<'_>> {
        let grid = Grid::new(self, values);
        let given = self.board.cells().find(|&cell| {
            let value = grid.at(cell);
            !self.candidates(cell).any(|candidate| candidate == value)
        });
        if let Some(cell) = given {
            return Some(Broken::Given(cell));
        }
        for group in self.board.groups() {
            let mut seen = BTreeMap::new();
            for &place in &group.cells {
                if seen.insert(values[place], place).is_some() {
                    return Some(Broken::Group(group));
                }
            }
        }
        self.rules.iter().find(|rule| !rule.holds(&grid)).map(|rule| Broken::Rule(&**rule))
    }
}

/// What a full grid breaks; see [`Variant::broken`].
#[derive(Clone, Copy, Debug)]
pub enum Broken<'a> {
    /// The cell has a value that is not among those given for it.
    Given(Cell),
    /// A row, a column or a region has a value twice.
    Group(&'a super::group::Group),
    /// The rule does not hold.
    Rule(&'a dyn Rule),
}

impl fmt::Display for Broken<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broken::Given(cell) => write!(f, "{cell} is not what is given"),
            Broken::Group(group) => write!(f, "{group} has a value twice"),
            Broken::Rule(rule) => {
                write!(f, "{}", rule.kind().name)?;
                rule.cells().iter().take(12).try_for_each(|cell| write!(f, " {cell}"))
            }
        }
    }
}

/// A full grid, as rules see it.
#[derive(Clone, Copy, Debug)]
pub struct Grid<'a> {
    board: &'a Board,
    rules: &'a [Arc<dyn Rule>],
    values: &'a [i32],
}

impl<'a> Grid<'a> {
    /// A grid of a puzzle: values row by row, anything where there is no cell.
    ///
    /// # Panics
    /// If there is not one value for each place of the board.
    pub fn new(puzzle: &'a Variant, values: &'a [i32]) -> Grid<'a> {
        assert_eq!(values.len(), puzzle.board.len(), "one value for each place of the board");
        Grid { board: &puzzle.board, rules: &puzzle.rules, values }
    }

    /// The board.
    pub fn board(&self) -> &'a Board {
        self.board
    }

    /// All rules of the puzzle: some rules are settings of others.
    pub fn rules(&self) -> &'a [Arc<dyn Rule>] {
        self.rules
    }

    /// The value of a cell that exists.
    pub fn at(&self, cell: Cell) -> i32 {
        self.values[cell.row * self.board.columns() + cell.column]
    }

    /// The values of some cells, in order.
    pub fn line(&self, cells: &[Cell]) -> Vec<i32> {
        cells.iter().map(|&cell| self.at(cell)).collect()
    }
}

/// A compiled puzzle: the kernel's model, and which variable is which cell.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The model.
    pub model: Model,
    /// The variable of each place of the board; `None` where there is no cell.
    pub vars: Vec<Option<Var>>,
    /// Values that some cells must have.
    pub(super) wanted: Arc<[Wanted]>,
}

impl Compiled {
    /// A solver that begins as suits puzzles of many rules, and learns where that leads nowhere.
    pub fn solver(&self) -> Solver {
        let solver = Solver::new(&self.model);
        match self.wanted.is_empty() {
            true => solver.suggestion(Weighted::default()),
            false => solver.suggestion(ByPlaces { wanted: self.wanted.clone() }),
        }
    }

    /// The values of a solution row by row, 0 where there is no cell.
    pub fn values(&self, solution: &Solution) -> Vec<i32> {
        self.vars.iter().map(|var| var.map_or(0, |x| solution[x])).collect()
    }
}
