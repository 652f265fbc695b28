//! A puzzle of a shape: groups are all its rules.

use houserules::grid::{Cell, Entry, Form, Known, Line, Puzzle, WriteError, parse_line};
use houserules::{Budget, Solution, Solver, Var};

use super::Subject;
use crate::program::bench::Bench;
use crate::program::purse::Purse;
use crate::program::reason::{self, Reason};
use crate::program::style;

impl Subject for Entry {
    fn line(&self) -> usize {
        self.line
    }

    fn shape(&self) -> Option<String> {
        Some(self.puzzle.shape().to_string())
    }

    fn rules(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn ignored(&self) -> &[String] {
        &[]
    }

    fn places(&self) -> usize {
        self.puzzle.shape().len()
    }

    fn columns(&self) -> usize {
        self.puzzle.shape().side()
    }

    fn values_end(&self) -> usize {
        self.puzzle.shape().side()
    }

    fn cell(&self, place: usize) -> Cell {
        self.puzzle.shape().cell(place)
    }

    fn sign(&self, value: i32) -> String {
        let values = self.puzzle.shape().side();
        let sign = usize::try_from(value).ok().and_then(|value| self.symbols.sign(value, values));
        sign.unwrap_or_else(|| value.to_string())
    }

    fn given(&self, place: usize) -> Option<i32> {
        self.puzzle.given(place)
    }

    fn var(&self, place: usize) -> Option<Var> {
        Some(Var::new(place))
    }

    fn tell(&self, solver: &mut Solver) {
        self.puzzle.assume(solver);
    }

    fn solver<'b>(&self, bench: &'b mut Bench, lex: bool, budget: &Budget) -> &'b mut Solver {
        bench.solver(&self.puzzle, lex, budget)
    }

    fn values(&self, solution: &Solution) -> Vec<i32> {
        solution.values().to_vec()
    }

    fn candidates(&self, _: &mut Bench) -> Option<Vec<Vec<i32>>> {
        Some(reason::candidates(&self.puzzle))
    }

    fn why_none(&self) -> Reason {
        Reason::at_sight(&self.puzzle)
    }

    fn why_none_proved(&self, bench: &mut Bench, purse: &Purse) -> Reason {
        Reason::proved(&self.puzzle, bench, purse)
    }

    fn claimed(&self) -> Result<Option<Vec<Option<i32>>>, String> {
        let given =
            |claimed: Puzzle| (0..self.places()).map(|place| claimed.given(place)).collect();
        Ok(claimed(self).map(given))
    }

    fn breaks(&self, claimed: &[Option<i32>]) -> Option<String> {
        let clashes = Puzzle::new(self.puzzle.shape().clone(), claimed).ok()?.clashes();
        let words = || Reason::Clash(clashes.clone()).in_words(|value| self.sign(value));
        (!clashes.is_empty()).then(|| words()[2..].to_owned())
    }

    fn broken(&self, _: &[i32]) -> Option<String> {
        // Groups are all there is, and the kernel has verified them.
        None
    }

    fn write(&self, form: &dyn Form, values: &[i32], out: &mut String) -> Result<(), WriteError> {
        style::solution(form, self, values, out)
    }
}

/// A solution that the text gives beside the puzzle: a field with as many cells.
fn claimed(entry: &Entry) -> Option<Puzzle> {
    let shape = entry.puzzle.shape();
    let known =
        Known { shape: Some(shape.clone()), symbols: Some(entry.symbols), ..Known::default() };
    let mut fields = entry.notes.iter().flat_map(|note| {
        note.text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '=' | '"'))
    });
    fields.find_map(|field| {
        if field.chars().count() != shape.len() {
            return None;
        }
        let line = Line::new(1, 0, field.as_bytes());
        parse_line(&line, &known).ok().map(|entry| entry.puzzle)
    })
}
