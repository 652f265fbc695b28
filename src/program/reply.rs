//! The answer of `solve` to one puzzle, in the form that was asked for: a solution, or what there is to say in its place.

use std::fmt::{self, Write};

use houserules::{Count, Limit};

use super::bench::{Answer, Ask};
use super::page::Page;
use super::record::Record;
use super::report::Complaint;
use super::style::Way;
use super::subject::Subject;
use super::text::Text;

/// That there is no solution; why comes after it.
pub const NONE: &str = "no solution";

/// That there are several solutions, and where two of them differ.
pub struct Several<C, V> {
    /// The cell.
    pub cell: C,
    /// Its values.
    pub values: [V; 2],
}

impl<C: fmt::Display, V: fmt::Display> fmt::Display for Several<C, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Several { cell, values: [a, b] } = self;
        write!(f, "several solutions: {cell} is {a} or {b}")
    }
}

/// The line in place of a solution.
pub fn instead(why: impl fmt::Display, out: &mut String) {
    let _ = writeln!(out, "# {why}");
}

/// The answer to one puzzle, being written.
#[derive(Clone, Copy)]
pub struct Reply<'a> {
    /// Where it was read.
    pub text: &'a Text,
    /// The puzzle.
    pub subject: &'a dyn Subject,
    /// How it is answered.
    pub way: Way,
}

impl<'a> Reply<'a> {
    /// Where the puzzle stands.
    pub fn place(&self) -> String {
        self.text.at(self.subject.line())
    }

    /// Writes an answer, and says whether anybody wants more.
    pub fn answer(&self, answer: Answer<Vec<i32>>, ask: Ask, page: &mut Page<'_>) -> bool {
        match answer {
            Answer::Solved(solution) => {
                let status = if ask == Ask::Unique { "unique" } else { "solved" };
                if self.solution(status, &solution, page) {
                    page.tally().solved += 1;
                }
            }
            Answer::None => self.none(page),
            Answer::Several(one, other) => self.several(&one, &other, page),
            Answer::Unknown(Limit::Cancelled) => {
                page.stop(self.place());
                return false;
            }
            Answer::Unknown(limit) => self.unknown(limit, 0, page),
        }
        page.done()
    }

    /// Writes a solution; false if the form cannot hold it.
    pub fn solution(&self, status: &'static str, solution: &[i32], page: &mut Page<'_>) -> bool {
        if let Some(broken) = self.subject.broken(solution) {
            page.tally().bad += 1;
            let why = format!("a mistake in this program: what it found breaks {broken}");
            self.without("bad", &why, |record| record, page);
            return false;
        }
        let out = page.out();
        let before = out.len();
        let form = match self.way {
            Way::Json => {
                let record = Record::of(self.text, self.subject, status);
                record.solution(self.subject, solution).write(out);
                return true;
            }
            Way::Line(form) => form,
            Way::Grid(form) => {
                out.push('\n');
                form
            }
        };
        match self.subject.write(form, solution, out) {
            Ok(()) => true,
            Err(error) => {
                out.truncate(before);
                page.tally().bad += 1;
                self.without("bad", &error.to_string(), |record| record, page);
                false
            }
        }
    }

    /// That there is no solution, and why if a look is enough to see it.
    pub fn none(&self, page: &mut Page<'_>) {
        page.tally().none += 1;
        let reason = self.subject.why_none();
        let words = reason.in_words(|value| self.subject.sign(value));
        let cells = |record: Record<'a>| record.cells(reason.cells());
        self.without("none", &format!("{NONE}{words}"), cells, page);
    }

    /// That there are several, and where two of them differ.
    fn several(&self, one: &[i32], other: &[i32], page: &mut Page<'_>) {
        page.tally().several += 1;
        let subject = self.subject;
        let differs = |place: &usize| one[*place] != other[*place];
        let place = (0..one.len()).find(differs).unwrap_or(0);
        let values = [one, other].map(|values| subject.sign(values[place]));
        let words = Several { cell: subject.cell(place), values }.to_string();
        let witnesses = |record: Record<'a>| {
            let cells = (0..one.len()).filter(differs).map(|place| subject.cell(place).to_string());
            record.solution(subject, one).solution(subject, other).cells(cells.collect())
        };
        self.without("several", &words, witnesses, page);
    }

    /// That a limit was reached, after so many solutions.
    pub fn unknown(&self, limit: Limit, found: u64, page: &mut Page<'_>) {
        page.tally().unknown += 1;
        let so_far = match found {
            0 => String::new(),
            1 => " after 1 solution".to_owned(),
            _ => format!(" after {found} solutions"),
        };
        let limited = |record: Record<'a>| match found {
            0 => record.limit(limit),
            _ => record.count(Count::AtLeast(found.into(), limit)),
        };
        self.without("unknown", &format!("unknown: {limit}{so_far}"), limited, page);
    }

    /// Says in place of a solution what there is to say.
    fn without(
        &self,
        status: &'static str,
        why: &str,
        more: impl FnOnce(Record<'a>) -> Record<'a>,
        page: &mut Page<'_>,
    ) {
        match self.way {
            Way::Json => {
                let record = Record::of(self.text, self.subject, status).message(why);
                more(record).write(page.out());
            }
            Way::Line(_) => instead(why, page.out()),
            Way::Grid(_) => {
                page.complain(Complaint::Line(format!("{}: {why}", self.place())));
            }
        }
    }
}
