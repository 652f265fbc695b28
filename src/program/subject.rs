//! What commands ask of a puzzle, whether it is one of a shape or one of rules.

use std::collections::BTreeMap;

use houserules::grid::{Cell, Entry, Form, Puzzle, VariantEntry, WriteError};
use houserules::{Budget, Solution, Solver, Var};

use super::bench::Bench;
use super::check;
use super::core;
use super::reason::{self, Reason};
use super::style;
use super::text;

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
    fn why_none_proved(&self, bench: &mut Bench, budget: &Budget) -> Reason;

    /// The solution that the text gives beside the puzzle; an open cell is `None`.
    fn claimed(&self) -> Option<Vec<Option<i32>>>;

    /// What a claimed solution breaks, the givens apart; of an open grid, as far as that can be said.
    fn breaks(&self, claimed: &[Option<i32>]) -> Option<String>;

    /// What a full grid breaks, by the plain meaning of the rules.
    fn broken(&self, values: &[i32]) -> Option<String>;

    /// Writes a full grid.
    fn write(&self, form: &dyn Form, values: &[i32], out: &mut String) -> Result<(), WriteError>;
}

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
        text::sign(self, value)
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

    fn why_none_proved(&self, bench: &mut Bench, budget: &Budget) -> Reason {
        Reason::proved(&self.puzzle, bench, budget)
    }

    fn claimed(&self) -> Option<Vec<Option<i32>>> {
        let claimed = check::claimed(self)?;
        Some((0..self.places()).map(|place| claimed.given(place)).collect())
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

impl Subject for VariantEntry {
    fn line(&self) -> usize {
        self.line
    }

    fn shape(&self) -> Option<String> {
        None
    }

    fn rules(&self) -> Vec<&'static str> {
        let mut names: Vec<_> = self.puzzle.rules().iter().map(|rule| rule.kind().name).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    fn ignored(&self) -> &[String] {
        &self.ignored
    }

    fn places(&self) -> usize {
        self.puzzle.board().len()
    }

    fn columns(&self) -> usize {
        self.puzzle.board().columns()
    }

    fn values_end(&self) -> usize {
        let values = self.puzzle.board().values();
        usize::try_from(*values.end()).ok().filter(|_| *values.start() == 1).unwrap_or(usize::MAX)
    }

    fn cell(&self, place: usize) -> Cell {
        self.puzzle.board().cell(place)
    }

    fn sign(&self, value: i32) -> String {
        value.to_string()
    }

    fn given(&self, place: usize) -> Option<i32> {
        self.puzzle.given(place)
    }

    fn var(&self, place: usize) -> Option<Var> {
        // Cells come first among the variables, row by row.
        let board = self.puzzle.board();
        let before = || (0..place).filter(|&place| board.exists(place)).count();
        board.exists(place).then(|| Var::new(before()))
    }

    fn tell(&self, solver: &mut Solver) {
        // What is given is in the model.
        solver.clear();
    }

    fn solver<'b>(&self, bench: &'b mut Bench, lex: bool, budget: &Budget) -> &'b mut Solver {
        bench.variant(&self.puzzle, lex, budget)
    }

    fn values(&self, solution: &Solution) -> Vec<i32> {
        let board = self.puzzle.board();
        let mut cells = solution.values().iter();
        let mut value = |place| board.exists(place).then(|| cells.next().copied()).flatten();
        (0..board.len()).map(|place| value(place).unwrap_or(0)).collect()
    }

    fn candidates(&self, bench: &mut Bench) -> Option<Vec<Vec<i32>>> {
        let solver = self.solver(bench, false, &Budget::new());
        let store = solver.propagate().ok()?;
        let values = |place| self.var(place).map(|x| store.domain(x).iter().collect());
        Some((0..self.places()).map(|place| values(place).unwrap_or_default()).collect())
    }

    fn why_none(&self) -> Reason {
        core::at_sight(&self.puzzle)
    }

    fn why_none_proved(&self, bench: &mut Bench, budget: &Budget) -> Reason {
        core::proved(&self.puzzle, bench, budget)
    }

    fn claimed(&self) -> Option<Vec<Option<i32>>> {
        let text = &self.notes.iter().find(|note| note.name == "solution")?.text;
        let values: Option<Vec<i32>> = match text.contains([',', ' ']) {
            true => text.split([',', ' ']).map(|value| value.trim().parse().ok()).collect(),
            false => text.chars().map(|sign| sign.to_string().parse().ok()).collect(),
        };
        let values = values.filter(|values| values.len() == self.places())?;
        Some(values.into_iter().map(Some).collect())
    }

    fn breaks(&self, claimed: &[Option<i32>]) -> Option<String> {
        let values: Option<Vec<i32>> = claimed.iter().copied().collect();
        self.broken(&values?).map(|what| format!("it breaks {what}"))
    }

    fn broken(&self, values: &[i32]) -> Option<String> {
        self.puzzle.broken(values).map(|broken| broken.to_string())
    }

    fn write(&self, form: &dyn Form, values: &[i32], out: &mut String) -> Result<(), WriteError> {
        grid(self, form, values, out)
    }
}

/// Writes a full grid of any board: as rows of numbers, as one line, or as any form has it if the board has a shape.
fn grid(
    entry: &VariantEntry,
    to: &dyn Form,
    values: &[i32],
    out: &mut String,
) -> Result<(), WriteError> {
    match to.name() {
        "judge" => {
            for row in values.chunks(entry.puzzle.board().columns()) {
                let row: Vec<String> = row.iter().map(i32::to_string).collect();
                out.push_str(&row.join(" "));
                out.push('\n');
            }
            Ok(())
        }
        "line" => {
            out.push_str(&line(entry, values));
            out.push('\n');
            Ok(())
        }
        _ => match plain(entry, values) {
            Some(full) => to.write(&full, None, out),
            None => Err(WriteError::Variant { form: to.name(), what: "such a board".into() }),
        },
    }
}

/// A full grid as a puzzle of a shape, if the board has one.
fn plain(entry: &VariantEntry, values: &[i32]) -> Option<Puzzle> {
    let givens: Vec<Option<i32>> = values.iter().copied().map(Some).collect();
    entry.puzzle.plain(givens)
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
