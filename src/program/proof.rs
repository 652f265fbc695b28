//! Where proofs go: a formula and the steps that show that nothing satisfies it.

use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use houserules::grid::Puzzle;
use houserules::{Budget, Literal, Numbers, Outcome, Proof};

use super::report;

/// The files of one proof, which many threads may want to write.
#[derive(Clone)]
pub struct Outlet {
    path: PathBuf,
    taken: Arc<AtomicBool>,
}

impl fmt::Display for Outlet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.path.display().fmt(f)
    }
}

impl Outlet {
    /// The proof goes to `path`, the formula beside it.
    pub fn new(path: PathBuf) -> Outlet {
        Outlet { path, taken: Arc::default() }
    }

    /// Proves that a puzzle has no solution, or none but this one. An error is in words.
    pub fn prove(
        &self,
        puzzle: &Puzzle,
        solution: Option<&[i32]>,
        budget: &Budget,
    ) -> Result<(), String> {
        if self.taken.swap(true, Ordering::Relaxed) {
            return Err(format!("{} has the proof of another puzzle", self.path.display()));
        }
        let mut formula = puzzle.formula().map_err(|error| error.to_string())?;
        if let Some(solution) = solution {
            formula.exclude(solution.to_vec());
        }
        let beside = self.path.with_extension("cnf");
        if beside == self.path {
            return Err(format!("{}: a proof is no .cnf file", self.path.display()));
        }
        let mut dimacs = Text::create(&beside)?;
        let written = formula.write_dimacs(&mut dimacs);
        dimacs.finish(written, &beside)?;

        let numbers = formula.numbers().clone();
        let steps =
            Arc::new(Steps { numbers, text: Mutex::new((Text::create(&self.path)?, Ok(()))) });
        let outcome = formula.prove(steps.clone(), budget.clone());
        let mut steps = steps.text.lock().unwrap_or_else(PoisonError::into_inner);
        let (text, written) = &mut *steps;
        text.finish(*written, &self.path)?;
        match outcome {
            Outcome::None => Ok(()),
            Outcome::Unknown(limit) => Err(format!("the proof is not complete: {limit}")),
            Outcome::Solved(_) => Err("there is nothing to prove".to_owned()),
        }
    }
}

/// A text file that is written as it comes.
#[derive(Debug)]
struct Text {
    file: BufWriter<File>,
    error: Option<io::Error>,
}

impl Text {
    fn create(path: &Path) -> Result<Text, String> {
        let file = File::create(path)
            .map_err(|error| format!("{}: {}", path.display(), report::in_words(&error)))?;
        Ok(Text { file: BufWriter::new(file), error: None })
    }

    fn finish(&mut self, written: fmt::Result, path: &Path) -> Result<(), String> {
        let flushed = self.file.flush();
        match self.error.take().or(flushed.err()) {
            Some(error) => Err(format!("{}: {}", path.display(), report::in_words(&error))),
            None => written.map_err(|error| format!("{}: {error}", path.display())),
        }
    }
}

impl fmt::Write for Text {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.file.write_all(text.as_bytes()).map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }
}

/// Takes the steps down as they come.
#[derive(Debug)]
struct Steps {
    numbers: Numbers,
    text: Mutex<(Text, fmt::Result)>,
}

impl Steps {
    fn step(&self, clause: &[Literal], forgotten: bool) {
        let mut text = self.text.lock().unwrap_or_else(PoisonError::into_inner);
        let (text, written) = &mut *text;
        if written.is_ok() {
            *written = self.numbers.write_drat(text, clause, forgotten);
        }
    }
}

impl Proof for Steps {
    fn learned(&self, clause: &[Literal]) {
        self.step(clause, false);
    }

    fn forgotten(&self, clause: &[Literal]) {
        self.step(clause, true);
    }
}
