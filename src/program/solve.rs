//! `houserules solve`: a solution, or why there is none.

use std::fmt::{self, Write};

use houserules::grid::{Plain, Puzzle, Shape};
use houserules::{Count, Limit};

use super::bench::{Answer, Ask, Bench, Question};
use super::bulk;
use super::page::Page;
use super::pipeline::Task;
use super::reason::Reason;
use super::record::Record;
use super::report::Complaint;
use super::sight::Sight;
use super::style::{Style, Way};
use super::subject::Subject;
use super::text::{Item, Piece, Text};

/// Solves puzzles.
pub struct Solve {
    question: Question,
    style: Style,
    bench: Bench,
    /// What plain lines are looked at with, for the shape they had last.
    sight: Option<(Shape, Option<Sight>)>,
}

impl Solve {
    /// Asks this of each puzzle, and answers so.
    pub fn new(question: Question, style: Style) -> Solve {
        Solve { question, style, bench: Bench::default(), sight: None }
    }
}

impl Task for Solve {
    fn work(&mut self, items: &[Item], page: &mut Page<'_>) {
        let mut rest = items;
        while let Some(item) = rest.first() {
            // Puzzles of one shape that follow each other go through the door together.
            let shape = puzzle(item).map(Puzzle::shape);
            let alike = |item: &&Item| puzzle(item).map(Puzzle::shape) == shape;
            let puzzles = rest.iter().take_while(alike).count();
            match (&item.piece, self.question.ask) {
                (Piece::Puzzle(entry), Ask::Each(limit)) => {
                    rest = &rest[1..];
                    let way = self.style.way(&item.text, entry);
                    self.each(Reply { text: &item.text, subject: entry, way }, limit, page);
                }
                (Piece::Variant(entry), ask) => {
                    rest = &rest[1..];
                    item.tell_ignored(page);
                    let way = self.style.in_text(&item.text);
                    let reply = Reply { text: &item.text, subject: &**entry, way };
                    match ask {
                        Ask::Each(limit) => self.each(reply, limit, page),
                        _ => self.one(reply, page),
                    }
                }
                (Piece::Puzzle(_), _) => {
                    let (run, others) = rest.split_at(puzzles);
                    rest = others;
                    self.run(run, page);
                }
                (Piece::Plain(plain), _) => {
                    rest = &rest[1..];
                    self.plain(&item.text, plain, page);
                }
                (Piece::Mistake(_) | Piece::Unreadable(_), _) => {
                    rest = &rest[1..];
                    item.complain(self.style.in_text(&item.text), page);
                }
            }
            if !page.offer() {
                return;
            }
        }
    }
}

/// That there is no solution; why comes after it.
const NONE: &str = "no solution";

/// That there are several solutions, and where two of them differ.
struct Several<C, V> {
    cell: C,
    values: [V; 2],
}

impl<C: fmt::Display, V: fmt::Display> fmt::Display for Several<C, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Several { cell, values: [a, b] } = self;
        write!(f, "several solutions: {cell} is {a} or {b}")
    }
}

/// The line in place of a solution.
fn instead(why: impl fmt::Display, out: &mut String) {
    let _ = writeln!(out, "# {why}");
}

/// Why a plain line has no solution, as far as a first look shows it; `None` if it needs a closer one.
fn seen(
    sight: &mut Option<(Shape, Option<Sight>)>,
    plain: &Plain,
    number: usize,
) -> Option<Reason> {
    let shape = plain.shape();
    let (_, sight) = match sight {
        Some(known) if known.0 == *shape => known,
        other => other.insert((shape.clone(), Sight::of(shape))),
    };
    let cells = plain.puzzles().nth(number).unwrap_or_default();
    Reason::seen(sight.as_mut()?.look(|cell| cells[cell]), shape)
}

fn puzzle(item: &Item) -> Option<&Puzzle> {
    match &item.piece {
        Piece::Puzzle(entry) => Some(&entry.puzzle),
        Piece::Variant(_) | Piece::Plain(_) | Piece::Mistake(_) | Piece::Unreadable(_) => None,
    }
}

impl Solve {
    /// One answer for each of these puzzles.
    fn run(&mut self, items: &[Item], page: &mut Page<'_>) {
        let mut left = items.iter();
        let Solve { question, style, bench, .. } = self;
        bench.answer_many(items.iter().filter_map(puzzle), question, |answer, stats| {
            let Some(Item { text, piece: Piece::Puzzle(entry) }) = left.next() else {
                return false;
            };
            if !page.begins(|| text.at(entry.line)) {
                return false;
            }
            page.tally().searched(stats);
            let way = style.way(text, entry);
            Reply { text, subject: entry, way }.answer(answer, question.ask, page)
        });
    }

    /// One answer for a puzzle of rules.
    fn one(&mut self, reply: Reply<'_>, page: &mut Page<'_>) {
        let Solve { question, bench, .. } = self;
        if !page.begins(|| reply.place()) {
            return;
        }
        let solver = reply.subject.solver(bench, question.lexicographic, &question.budget);
        let answer = question.ask.answer(solver, 1);
        page.tally().searched(solver.stats());
        reply.answer(answer, question.ask, page);
    }

    /// One answer for each of these plain lines.
    fn plain(&mut self, text: &Text, plain: &Plain, page: &mut Page<'_>) {
        let only = self.question.ask == Ask::Unique;
        let limit = if only { 2 } else { 1 };
        let told = bulk::solve(plain, limit, page, |number, answer, page| {
            if !page.begins(|| text.at(plain.line(number))) {
                return;
            }
            page.tally().puzzles += 1;
            match (answer.count, answer.first, answer.second) {
                (1, Some(values), _) if answer.complete || !only => {
                    page.tally().solved += 1;
                    bulk::line(values, page.out());
                }
                _ if answer.count < limit.into() && !answer.complete => {
                    page.tally().puzzles -= 1;
                    page.stop(text.at(plain.line(number)));
                    return;
                }
                (_, Some(one), Some(other)) => {
                    page.tally().several += 1;
                    let cell = (0..one.len()).find(|&cell| one[cell] != other[cell]).unwrap_or(0);
                    let values = [one[cell], other[cell]];
                    instead(Several { cell: plain.shape().cell(cell), values }, page.out());
                }
                // What is seen at sight takes no guess.
                _ if answer.nodes > 0 => {
                    page.tally().none += 1;
                    instead(NONE, page.out());
                }
                _ => match seen(&mut self.sight, plain, number) {
                    Some(reason) => {
                        page.tally().none += 1;
                        let words = reason.in_words(|value| value.to_string());
                        instead(format_args!("{NONE}{words}"), page.out());
                    }
                    None => {
                        let entry = &plain.entry(number);
                        let way = self.style.way(text, entry);
                        Reply { text, subject: entry, way }.none(page);
                    }
                },
            }
            if page.out().len() >= bulk::LARGE {
                page.offer();
            }
        });
        if !told {
            let item =
                |number| Item { text: text.clone(), piece: Piece::Puzzle(plain.entry(number)) };
            let items: Vec<Item> = (0..plain.len()).map(item).collect();
            self.run(&items, page);
        }
    }

    /// The solutions of one puzzle, as they are found.
    fn each(&mut self, reply: Reply<'_>, limit: u64, page: &mut Page<'_>) {
        if !page.begins(|| reply.place()) {
            return;
        }
        let Solve { question, bench, .. } = self;
        let Reply { text, subject, way } = reply;
        let solver = subject.solver(bench, question.lexicographic, &question.budget);
        let mut solutions = solver.solutions();
        let mut found: u64 = 0;
        if let Way::Line(_) = way {
            page.out().push('\n');
        }
        while found < limit
            && let Some(solution) = solutions.next()
        {
            found += 1;
            if !reply.solution("solution", &subject.values(&solution), page) {
                page.done();
                return;
            }
            if !page.offer() {
                return;
            }
        }
        page.tally().searched(solutions.stats());
        match solutions.stopped_by() {
            Some(Limit::Cancelled) => return page.stop(reply.place()),
            Some(limit) => reply.unknown(limit, found, page),
            None if found == 0 => reply.none(page),
            None => {
                page.tally().solved += 1;
                if let Way::Json = way {
                    let count = match found < limit {
                        true => Count::Exactly(found.into()),
                        false => Count::AtLeast(found.into(), Limit::Solutions),
                    };
                    Record::of(text, subject, "solved").count(count).write(page.out());
                }
            }
        }
        page.done();
    }
}

/// The answer to one puzzle, being written.
#[derive(Clone, Copy)]
struct Reply<'a> {
    text: &'a Text,
    subject: &'a dyn Subject,
    way: Way,
}

impl<'a> Reply<'a> {
    /// Where the puzzle stands.
    fn place(&self) -> String {
        self.text.at(self.subject.line())
    }

    /// Writes an answer, and says whether anybody wants more.
    fn answer(&self, answer: Answer, ask: Ask, page: &mut Page<'_>) -> bool {
        match answer {
            Answer::Solved(solution) => {
                let status = if ask == Ask::Unique { "unique" } else { "solved" };
                if self.solution(status, &self.subject.values(&solution), page) {
                    page.tally().solved += 1;
                }
            }
            Answer::None => self.none(page),
            Answer::Several(one, other) => {
                self.several(&self.subject.values(&one), &self.subject.values(&other), page);
            }
            Answer::Unknown(Limit::Cancelled) => {
                page.stop(self.place());
                return false;
            }
            Answer::Unknown(limit) => self.unknown(limit, 0, page),
        }
        page.done()
    }

    /// Writes a solution; false if the form cannot hold it.
    fn solution(&self, status: &'static str, solution: &[i32], page: &mut Page<'_>) -> bool {
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
    fn none(&self, page: &mut Page<'_>) {
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
    fn unknown(&self, limit: Limit, found: u64, page: &mut Page<'_>) {
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
