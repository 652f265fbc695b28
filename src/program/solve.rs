//! `houserules solve`: a solution, or why there is none.

use houserules::Limit;
use houserules::grid::{Entry, Form, Puzzle, WriteError};

use super::bench::{Answer, Ask, Bench, Question};
use super::page::Page;
use super::pipeline::Task;
use super::report::Complaint;
use super::style::{self, Style};
use super::text::{Item, Piece, Text, sign};

/// Solves puzzles.
pub struct Solve {
    question: Question,
    style: Style,
    bench: Bench,
}

impl Solve {
    /// Asks this of each puzzle, and answers so.
    pub fn new(question: Question, style: Style) -> Solve {
        Solve { question, style, bench: Bench::default() }
    }
}

impl Task for Solve {
    fn work(&mut self, items: &[Item], page: &mut Page<'_>) {
        let mut rest = items;
        while let Some(item) = rest.first() {
            // Puzzles that follow each other go through the door together.
            let puzzles = rest.iter().map_while(puzzle).count();
            match (&item.piece, self.question.ask) {
                (Piece::Puzzle(entry), Ask::Each(limit)) => {
                    rest = &rest[1..];
                    self.each(&item.text, entry, limit, page);
                }
                (Piece::Puzzle(_), _) => {
                    let (run, others) = rest.split_at(puzzles);
                    rest = others;
                    self.run(run, page);
                }
                (Piece::Mistake(_) | Piece::Unreadable(_), _) => {
                    rest = &rest[1..];
                    let lines = self.style.of(item.text.form).is_some_and(style::is_lines);
                    item.complain(lines, page);
                }
            }
            if !page.offer() {
                return;
            }
        }
    }
}

fn puzzle(item: &Item) -> Option<&Puzzle> {
    match &item.piece {
        Piece::Puzzle(entry) => Some(&entry.puzzle),
        Piece::Mistake(_) | Piece::Unreadable(_) => None,
    }
}

impl Solve {
    /// One answer for each of these puzzles.
    fn run(&mut self, items: &[Item], page: &mut Page<'_>) {
        let mut left = items.iter();
        let Solve { question, style, bench } = self;
        bench.answer_many(items.iter().filter_map(puzzle), question, |answer, stats| {
            let Some(Item { text, piece: Piece::Puzzle(entry) }) = left.next() else {
                return false;
            };
            if !page.begins(|| text.at(entry.line)) {
                return false;
            }
            page.tally().searched(stats);
            let reply = Reply { text, entry, form: style.form(text, entry) };
            match answer {
                Answer::Solved(solution) => {
                    if reply.solution(&solution, page) {
                        page.tally().solved += 1;
                    }
                }
                Answer::None => {
                    page.tally().none += 1;
                    reply.without(&no_solution(&entry.puzzle), page);
                }
                Answer::Several(one, other) => {
                    page.tally().several += 1;
                    let differs = |cell: &usize| one.values()[*cell] != other.values()[*cell];
                    let cell = (0..entry.puzzle.shape().len()).find(differs).unwrap_or(0);
                    let name = entry.puzzle.shape().cell(cell);
                    let values = [&one, &other].map(|s| s.values()[cell]);
                    let [a, b] = values.map(|value| sign(entry, value));
                    reply.without(&format!("several solutions: {name} is {a} or {b}"), page);
                }
                Answer::Unknown(Limit::Cancelled) => {
                    page.stop(text.at(entry.line));
                    return false;
                }
                Answer::Unknown(limit) => {
                    page.tally().unknown += 1;
                    reply.without(&format!("unknown: {limit}"), page);
                }
            }
            page.done()
        });
    }

    /// The solutions of one puzzle, as they are found.
    fn each(&mut self, text: &Text, entry: &Entry, limit: u64, page: &mut Page<'_>) {
        if !page.begins(|| text.at(entry.line)) {
            return;
        }
        let reply = Reply { text, entry, form: self.style.form(text, entry) };
        let mut solutions = self.bench.solutions(&entry.puzzle, &self.question);
        let mut found: u64 = 0;
        if style::is_lines(reply.form) {
            page.out().push('\n');
        }
        while found < limit
            && let Some(solution) = solutions.next()
        {
            found += 1;
            if !reply.solution(&solution, page) {
                page.done();
                return;
            }
            if !page.offer() {
                return;
            }
        }
        page.tally().searched(solutions.stats());
        match solutions.stopped_by() {
            Some(Limit::Cancelled) => return page.stop(text.at(entry.line)),
            Some(limit) => {
                page.tally().unknown += 1;
                let so_far = match found {
                    0 => String::new(),
                    1 => " after 1 solution".to_owned(),
                    _ => format!(" after {found} solutions"),
                };
                reply.without(&format!("unknown: {limit}{so_far}"), page);
            }
            None if found == 0 => {
                page.tally().none += 1;
                reply.without(&no_solution(&entry.puzzle), page);
            }
            None => page.tally().solved += 1,
        }
        page.done();
    }
}

/// That there is no solution, and why if a look is enough to see it.
pub fn no_solution(puzzle: &Puzzle) -> String {
    match puzzle.clashes().first() {
        Some(clash) => format!("no solution: {clash}"),
        None => "no solution".to_owned(),
    }
}

/// The answer to one puzzle, being written.
struct Reply<'a> {
    text: &'a Text,
    entry: &'a Entry,
    form: &'static dyn Form,
}

impl Reply<'_> {
    /// Writes a solution; false if the form cannot hold it.
    fn solution(&self, solution: &houserules::Solution, page: &mut Page<'_>) -> bool {
        let out = page.out();
        let before = out.len();
        if !style::is_lines(self.form) {
            out.push('\n');
        }
        match style::solution(self.form, self.entry, solution, out) {
            Ok(()) => true,
            Err(error) => {
                out.truncate(before);
                self.unwritable(&error, page);
                false
            }
        }
    }

    fn unwritable(&self, error: &WriteError, page: &mut Page<'_>) {
        page.tally().bad += 1;
        self.without(&error.to_string(), page);
    }

    /// Says in place of a solution what there is to say.
    fn without(&self, why: &str, page: &mut Page<'_>) {
        if style::is_lines(self.form) {
            let out = page.out();
            out.push_str("# ");
            out.push_str(why);
            out.push('\n');
        } else {
            let place = self.text.at(self.entry.line);
            page.complain(Complaint::Line(format!("{place}: {why}")));
        }
    }
}
