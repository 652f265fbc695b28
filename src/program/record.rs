//! Answers for programs: one JSON object a line, with the same names for the same things everywhere.

use houserules::grid::{Cell, FormError, Path, Shape, Step};
use houserules::{Count, Limit, Stats};
use serde::Serialize;

use super::subject::{Subject, line};
use super::text::Text;

/// What is said of one puzzle. What there is nothing to say about is left out.
#[derive(Debug, Default, Serialize)]
pub struct Record<'a> {
    /// The file.
    source: &'a str,
    /// The first line of the puzzle in it, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// What is the matter, in one word.
    status: &'static str,
    /// The shape, as it can be said after `--shape`.
    #[serde(skip_serializing_if = "Option::is_none")]
    shape: Option<String>,
    /// The names of the rules, if it has any besides a shape.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rules: Vec<&'static str>,
    /// What was not understood and left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ignored: Vec<String>,
    /// The puzzle, if it was not read but made, as a line of signs.
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<String>,
    /// Solutions, as lines of signs (of numbers with blanks between them if the board has too many values).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    solutions: Vec<String>,
    /// What can stand in each cell, row by row.
    #[serde(skip_serializing_if = "Option::is_none")]
    candidates: Option<Vec<Vec<i32>>>,
    /// The number of solutions; at least so many if the status is `unknown` or `several`.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u128>,
    /// Whether that is all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<bool>,
    /// The limit that was reached: `nodes`, `time`, `solutions`.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<Limit>,
    /// More about it, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// Where the mistake is.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    /// The cells in question.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cells: Vec<String>,
    /// How hard it is for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<Difficulty>,
    /// What the search did.
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<Stats>,
}

/// How hard a puzzle is, and perhaps the steps that solve it.
#[derive(Debug, Serialize)]
pub struct Difficulty {
    /// In one word.
    level: &'static str,
    /// How much work it is.
    score: u32,
    /// The hardest technique; `search` where the techniques do not suffice.
    hardest: Option<&'static str>,
    /// The steps, as far as they go.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<Told>>,
}

/// A step.
#[derive(Debug, Serialize)]
struct Told {
    technique: &'static str,
    /// The value that is certain now.
    #[serde(skip_serializing_if = "Option::is_none")]
    set: Option<(Cell, i32)>,
    /// The candidates that are gone now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    removed: Vec<(Cell, i32)>,
    /// The whole, for people.
    message: String,
}

impl Difficulty {
    /// What a path says, with its steps if they are wanted.
    pub fn of(subject: &dyn Subject, path: &Path, steps: bool) -> Difficulty {
        let told = |step: &Step| Told {
            technique: step.technique.name(),
            set: step.set,
            removed: step.removed.clone(),
            message: step.in_words(|value| subject.sign(value)),
        };
        Difficulty {
            level: path.level().name(),
            score: path.score(),
            hardest: match path.is_solved() {
                true => path.hardest().map(|technique| technique.name()),
                false => Some("search"),
            },
            steps: steps.then(|| path.steps().iter().map(told).collect()),
        }
    }
}

impl<'a> Record<'a> {
    /// Of a puzzle.
    pub fn of(text: &'a Text, subject: &dyn Subject, status: &'static str) -> Record<'a> {
        Record {
            source: &text.name,
            line: Some(subject.line()),
            status,
            shape: subject.shape(),
            rules: subject.rules(),
            ignored: subject.ignored().to_vec(),
            ..Record::default()
        }
    }

    /// Of a new puzzle: which one, and of which seed.
    pub fn made(
        source: &'a str,
        number: usize,
        shape: Option<&Shape>,
        status: &'static str,
    ) -> Record<'a> {
        let shape = shape.map(Shape::to_string);
        Record { source, line: Some(number), status, shape, ..Record::default() }
    }

    /// Adds the puzzle and its solution, as lines.
    pub fn puzzle(mut self, puzzle: String, solution: String) -> Self {
        self.solutions.push(solution);
        Record { puzzle: Some(puzzle), ..self }
    }

    /// Of a mistake in the place of a puzzle.
    pub fn mistake(text: &'a Text, error: &FormError) -> Record<'a> {
        Record {
            source: &text.name,
            line: Some(error.place.line),
            status: "bad",
            message: Some(error.fault.to_string()),
            column: Some(error.place.column),
            cells: error.cell.iter().map(ToString::to_string).collect(),
            ..Record::default()
        }
    }

    /// Of a file that cannot be read.
    pub fn unreadable(text: &'a Text, why: &str) -> Record<'a> {
        let message = Some(why.to_owned());
        Record { source: &text.name, status: "bad", message, ..Record::default() }
    }

    /// Adds a solution.
    pub fn solution(mut self, subject: &dyn Subject, solution: &[i32]) -> Self {
        self.solutions.push(line(subject, solution));
        self
    }

    /// Adds what can stand in each cell.
    pub fn candidates(self, candidates: Vec<Vec<i32>>) -> Self {
        Record { candidates: Some(candidates), ..self }
    }

    /// Adds the number of solutions.
    pub fn count(self, count: Count) -> Self {
        let (exact, limit) = match count {
            Count::Exactly(_) => (true, None),
            Count::AtLeast(_, limit) => (false, Some(limit)),
        };
        Record { count: Some(count.found()), exact: Some(exact), limit, ..self }
    }

    /// Adds the limit that was reached.
    pub fn limit(self, limit: Limit) -> Self {
        Record { limit: Some(limit), ..self }
    }

    /// Adds words for people.
    pub fn message(self, message: impl Into<String>) -> Self {
        Record { message: Some(message.into()), ..self }
    }

    /// Adds cells.
    pub fn cells(self, cells: Vec<String>) -> Self {
        Record { cells, ..self }
    }

    /// Adds how hard it is.
    pub fn difficulty(self, difficulty: Difficulty) -> Self {
        Record { difficulty: Some(difficulty), ..self }
    }

    /// Adds what the search did.
    pub fn search(self, stats: Stats) -> Self {
        Record { search: Some(stats), ..self }
    }

    /// Writes it.
    pub fn write(&self, out: &mut String) {
        // Text and numbers always become JSON.
        if let Ok(json) = serde_json::to_string(self) {
            out.push_str(&json);
            out.push('\n');
        }
    }
}
