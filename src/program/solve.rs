//! `houserules solve`: a solution, or why there is none.

use houserules::grid::{Plain, Puzzle, Shape};
use houserules::{Count, Limit, lanes};

use super::bench::{Answer, Ask, Bench, Question};
use super::bulk;
use super::item::{Item, Piece};
use super::page::Page;
use super::pipeline::Task;
use super::reason::Reason;
use super::record::Record;
use super::reply::{NONE, Reply, Several, instead};
use super::sight::Sight;
use super::style::{Style, Way};
use super::subject::Subject;
use super::text::Text;

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

/// Answers a plain line by a line; false, and nothing is answered, if why there is no solution needs a closer look.
fn at_once(
    sight: &mut Option<(Shape, Option<Sight>)>,
    plain: &Plain,
    number: usize,
    answer: lanes::Answer<'_>,
    page: &mut Page<'_>,
) -> bool {
    match (answer.first, answer.second) {
        (Some(values), None) => {
            page.tally().solved += 1;
            page.line(values);
        }
        (Some(one), Some(other)) => {
            page.tally().several += 1;
            let cell = (0..one.len()).find(|&cell| one[cell] != other[cell]).unwrap_or(0);
            let values = [one[cell], other[cell]];
            instead(Several { cell: plain.shape().cell(cell), values }, page.out());
        }
        // What is seen at sight takes no guess.
        (None, _) if answer.nodes > 0 => {
            page.tally().none += 1;
            instead(NONE, page.out());
        }
        (None, _) => {
            let Some(reason) = seen(sight, plain, number) else { return false };
            page.tally().none += 1;
            let words = reason.in_words(|value| value.to_string());
            instead(format_args!("{NONE}{words}"), page.out());
        }
    }
    true
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
    Reason::seen(sight.as_mut()?.look(cells), shape)
}

/// The answer of lanes, if they have one.
fn in_lanes(answer: lanes::Answer<'_>) -> Option<Answer<Vec<i32>>> {
    let values = |values: &[u8]| values.iter().copied().map(i32::from).collect();
    match (answer.first, answer.second) {
        _ if !answer.complete => None,
        (Some(one), Some(other)) => Some(Answer::Several(values(one), values(other))),
        (Some(one), None) if answer.count == 1 => Some(Answer::Solved(values(one))),
        (None, None) if answer.count == 0 => Some(Answer::None),
        _ => None,
    }
}

/// The answer for a puzzle that is too hard for lanes.
fn think(
    bench: &mut Bench,
    question: &Question,
    puzzle: &Puzzle,
    racers: usize,
    page: &mut Page<'_>,
) -> Answer<Vec<i32>> {
    let solver = bench.solver(puzzle, false, &question.budget);
    let answer = match question.ask {
        Ask::Unique => solver.uniqueness_by(racers).into(),
        ask => ask.answer(solver),
    };
    page.tally().searched(solver.stats());
    answer.map(|solution| solution.values().to_vec())
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
        let Solve { question, style, bench, .. } = self;
        let puzzles: Vec<&Puzzle> = items.iter().filter_map(puzzle).collect();
        let racers = if puzzles.len() == 1 { question.threads } else { 1 };
        let ask = bulk::solutions(question.ask.most(), question.guesses.unwrap_or(0));
        let told = question.guesses.is_some()
            && bulk::solve_each(&puzzles, ask, page, |number, answer, page| {
                let Item { text, piece: Piece::Puzzle(entry) } = &items[number] else { return };
                if !page.begins(|| text.at(entry.line)) {
                    return;
                }
                let answer = match in_lanes(answer) {
                    Some(answer) => answer,
                    None => think(bench, question, &entry.puzzle, racers, page),
                };
                let reply = Reply { text, subject: entry, way: style.way(text, entry) };
                reply.answer(answer, question.ask, page);
            });
        if told {
            return;
        }
        let mut left = items.iter();
        bench.answer_many(items.iter().filter_map(puzzle), question, |answer, stats| {
            let Some(Item { text, piece: Piece::Puzzle(entry) }) = left.next() else {
                return false;
            };
            if !page.begins(|| text.at(entry.line)) {
                return false;
            }
            page.tally().searched(stats);
            let reply = Reply { text, subject: entry, way: style.way(text, entry) };
            reply.answer(answer.map(|solution| entry.values(&solution)), question.ask, page)
        });
    }

    /// One answer for a puzzle of rules.
    fn one(&mut self, reply: Reply<'_>, page: &mut Page<'_>) {
        let Solve { question, bench, .. } = self;
        if !page.begins(|| reply.place()) {
            return;
        }
        let solver = reply.subject.solver(bench, question.lexicographic, &question.budget);
        let answer = question.ask.answer(solver);
        page.tally().searched(solver.stats());
        let answer = answer.map(|solution| reply.subject.values(&solution));
        reply.answer(answer, question.ask, page);
    }

    /// One answer for each of these plain lines.
    fn plain(&mut self, text: &Text, plain: &Plain, page: &mut Page<'_>) {
        let Solve { question, style, sight, bench } = self;
        let way = style.in_text(text);
        let line = matches!(way, Way::Line(form) if form.name() == "line");
        let ask = bulk::solutions(question.ask.most(), question.guesses.unwrap_or(0));
        let told = bulk::solve(plain, ask, page, |number, answer, page| {
            if !page.begins(|| text.at(plain.line(number))) {
                return;
            }
            if line && answer.complete && at_once(sight, plain, number, answer, page) {
                page.tally().puzzles += 1;
                if page.is_full() {
                    page.offer();
                }
                return;
            }
            let entry = &plain.entry(number);
            let answer = match in_lanes(answer) {
                Some(answer) => answer,
                None => think(bench, question, &entry.puzzle, 1, page),
            };
            Reply { text, subject: entry, way }.answer(answer, question.ask, page);
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
