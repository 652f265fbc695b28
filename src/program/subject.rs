//! What commands ask of a puzzle, whether it is one of a shape or one of rules.

mod plain;
mod variant;

use std::collections::BTreeMap;

use houserules::grid::{Cell, Form, WriteError};
use houserules::{Budget, Solution, Solver, Var};

use super::bench::Bench;
use super::purse::Purse;
use super::reason::Reason;

/// A puzzle that was read.
pub trait Subject {
    /// Its first line in the text, from 1.
    fn line(&self) -> usize;

    /// Its shape, as it can be said after `--shape`.
    fn shape(&self) -> Option<String>;

    /// The names of its rules, each once.
    fn rules(&self) -> Vec<&'static str>;

    /// What was not understood and left out.
    fn ignored(&self) -> &[String];

    /// How many places the board has, row by row.
    fn places(&self) -> usize;

    /// How many of them are a row.
    fn columns(&self) -> usize;

    /// The largest value, if the smallest is 1; else more than any form has digits for.
    fn values_end(&self) -> usize;

    /// The cell at a place.
    fn cell(&self, place: usize) -> Cell;

    /// The sign of a value.
    fn sign(&self, value: i32) -> String;

    /// The value that is given at a place.
    fn given(&self, place: usize) -> Option<i32>;

    /// Whether every cell is given.
    fn is_full(&self) -> bool {
        (0..self.places()).all(|place| self.var(place).is_none() || self.given(place).is_some())
    }

    /// The variable of a place; none where there is no cell.
    fn var(&self, place: usize) -> Option<Var>;

    /// Tells a solver of the puzzle, in place of whatever it assumed.
    fn tell(&self, solver: &mut Solver);

    /// A solver that has been told the puzzle.
    fn solver<'b>(&self, bench: &'b mut Bench, lex: bool, budget: &Budget) -> &'b mut Solver;

    /// The values of a solution row by row, 0 where there is no cell.
    fn values(&self, solution: &Solution) -> Vec<i32>;

    /// What can stand in each cell by the rules and the givens alone; none if a look shows a contradiction.
    fn candidates(&self, bench: &mut Bench) -> Option<Vec<Vec<i32>>>;

    /// Why there is no solution, as far as a look shows it.
    fn why_none(&self) -> Reason;

    /// Why there is no solution: the same, or a smallest part of the puzzle that has none.
    fn why_none_proved(&self, bench: &mut Bench, purse: &Purse) -> Reason;

    /// The solution that the text gives beside the puzzle, if there is one; an open cell is `None`.
    ///
    /// # Errors
    /// Why what stands there is none.
    fn claimed(&self) -> Result<Option<Vec<Option<i32>>>, String>;

    /// What a claimed solution breaks, the givens apart; of an open grid, as far as that can be said.
    fn breaks(&self, claimed: &[Option<i32>]) -> Option<String>;

    /// What a full grid breaks, by the plain meaning of the rules.
    fn broken(&self, values: &[i32]) -> Option<String>;

    /// Writes a full grid.
    fn write(&self, form: &dyn Form, values: &[i32], out: &mut String) -> Result<(), WriteError>;
}

/// A full grid in one line, in the symbols of the puzzle; numbers with blanks between them where a digit is not enough.
pub fn line(subject: &dyn Subject, values: &[i32]) -> String {
    // Each value stands many times in a grid.
    let mut signs = BTreeMap::new();
    for &value in values {
        signs.entry(value).or_insert_with(|| subject.sign(value));
    }
    let line: Vec<&str> = values.iter().map(|value| &*signs[value]).collect();
    line.join(if signs.values().any(|sign| sign.len() > 1) { " " } else { "" })
}
