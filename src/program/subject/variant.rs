//! A puzzle of rules, on any board.

use houserules::grid::{Broken, Cell, Form, Puzzle, VariantEntry, WriteError};
use houserules::{Budget, Solution, Solver, Var};

use super::{Subject, line};
use crate::program::bench::Bench;
use crate::program::core;
use crate::program::purse::Purse;
use crate::program::reason::Reason;

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

    fn why_none_proved(&self, bench: &mut Bench, purse: &Purse) -> Reason {
        core::proved(&self.puzzle, bench, purse)
    }

    fn claimed(&self) -> Result<Option<Vec<Option<i32>>>, String> {
        let Some(note) = self.notes.iter().find(|note| note.name == "solution") else {
            return Ok(None);
        };
        let text = note.text.trim();
        let signs: Vec<String> = match text.contains([',', ' ']) {
            true => text.split([',', ' ']).filter(|s| !s.is_empty()).map(str::to_owned).collect(),
            false => text.chars().map(String::from).collect(),
        };
        let mut values = Vec::with_capacity(signs.len());
        for sign in &signs {
            // Not every cell must be told.
            if matches!(&**sign, "." | "?" | "_" | "-") {
                values.push(None);
                continue;
            }
            let short = || sign.chars().take(20).collect::<String>();
            values.push(Some(sign.parse().map_err(|_| format!("`{}` is no value", short()))?));
        }
        match values.len() == self.places() {
            true => Ok(Some(values)),
            false => {
                Err(format!("it has {} values, and the board {}", values.len(), self.places()))
            }
        }
    }

    fn breaks(&self, claimed: &[Option<i32>]) -> Option<String> {
        let values: Option<Vec<i32>> = claimed.iter().copied().collect();
        let broken = self.puzzle.broken(&values?)?;
        Some(match broken {
            Broken::Rule(_) => format!("it breaks {broken}"),
            Broken::Given(_) | Broken::Group(_) => broken.to_string(),
        })
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
