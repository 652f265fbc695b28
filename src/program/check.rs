//! `houserules check`: is it a puzzle, how many solutions has it, and if not one, why?

use houserules::grid::{Entry, Known, Line, Puzzle, parse_line};
use houserules::{Budget, Limit, Solution, Uniqueness};

use super::bench::Bench;
use super::page::Page;
use super::pipeline::Task;
use super::proof;
use super::reason::Reason;
use super::record::{self, Record};
use super::report::Complaint;
use super::style;
use super::text::{Item, Piece, Text, sign};

/// Checks puzzles.
pub struct Check {
    /// Whether to answer in JSON.
    pub json: bool,
    /// What each question may cost.
    pub budget: Budget,
    /// The solvers.
    pub bench: Bench,
    /// Where a proof is wanted.
    pub proof: Option<proof::Outlet>,
}

/// What is to be said of a puzzle.
enum Verdict {
    /// One solution. If the puzzle is full, it is that.
    Unique(Solution),
    /// Several; these two differ.
    Several(Solution, Solution),
    /// None.
    None(Reason),
    /// A solution that was claimed does not keep a given, or breaks a rule.
    Wrong(String),
    /// The claimed solution is the one.
    Right(Solution),
    /// A limit was reached.
    Unknown(Limit),
}

impl Task for Check {
    fn work(&mut self, items: &[Item], page: &mut Page<'_>) {
        for item in items {
            let Piece::Puzzle(entry) = &item.piece else {
                item.complain(style::way_of_lines(self.json), page);
                continue;
            };
            let place = || item.text.at(entry.line);
            if !page.begins(place) {
                return;
            }
            let verdict = self.verdict(entry);
            let tally = page.tally();
            match &verdict {
                Verdict::Unique(_) | Verdict::Right(_) => tally.solved += 1,
                Verdict::Several(..) => tally.several += 1,
                Verdict::None(_) | Verdict::Wrong(_) => tally.none += 1,
                Verdict::Unknown(Limit::Cancelled) => return page.stop(place()),
                Verdict::Unknown(_) => tally.unknown += 1,
            }
            if let Err(why) = self.prove(&entry.puzzle, &verdict) {
                page.complain(Complaint::Line(format!("{}: {why}", place())));
                page.tally().bad += 1;
            }
            match self.json {
                true => record(&item.text, entry, &verdict).write(page.out()),
                false => {
                    let words = in_words(entry, &verdict);
                    page.out().push_str(&format!("{}: {words}\n", place()));
                }
            }
            if !page.done() {
                return;
            }
        }
    }
}

impl Check {
    /// Writes the proof, if one is wanted and there is something to prove.
    fn prove(&self, puzzle: &Puzzle, verdict: &Verdict) -> Result<(), String> {
        let Some(proof) = &self.proof else { return Ok(()) };
        match verdict {
            Verdict::Unique(solution) | Verdict::Right(solution) => {
                proof.prove(puzzle, Some(solution.values()), &self.budget)
            }
            Verdict::None(_) => proof.prove(puzzle, None, &self.budget),
            Verdict::Several(..) | Verdict::Wrong(_) | Verdict::Unknown(_) => Ok(()),
        }
    }

    fn verdict(&mut self, entry: &Entry) -> Verdict {
        let puzzle = &entry.puzzle;
        if let Some(claimed) = claimed(entry) {
            if let Some(wrong) = wrong(entry, &claimed) {
                return Verdict::Wrong(wrong);
            }
            if claimed.is_full() {
                return match self.bench.uniqueness(puzzle, &self.budget) {
                    Uniqueness::One(solution) => Verdict::Right(solution),
                    Uniqueness::Many(one, other) => Verdict::Several(one, other),
                    Uniqueness::None => Verdict::None(Reason::at_sight(puzzle)),
                    Uniqueness::Unknown(limit, _) => Verdict::Unknown(limit),
                };
            }
        }
        match self.bench.uniqueness(puzzle, &self.budget) {
            Uniqueness::One(solution) => Verdict::Unique(solution),
            Uniqueness::Many(one, other) => Verdict::Several(one, other),
            Uniqueness::None => {
                Verdict::None(Reason::proved(puzzle, &mut self.bench, &self.budget))
            }
            Uniqueness::Unknown(limit, _) => Verdict::Unknown(limit),
        }
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

/// What is wrong with a claimed solution.
fn wrong(entry: &Entry, claimed: &Puzzle) -> Option<String> {
    let shape = entry.puzzle.shape();
    for (cell, given) in entry.puzzle.givens() {
        let name = shape.cell(cell);
        match claimed.given(cell) {
            Some(value) if value != given => {
                let [value, given] = [value, given].map(|value| sign(entry, value));
                return Some(format!("{name} is {value} in the solution, and {given} is given"));
            }
            _ => {}
        }
    }
    let clashes = claimed.clashes();
    (!clashes.is_empty())
        .then(|| Reason::Clash(clashes).in_words(|value| sign(entry, value))[2..].to_owned())
}

/// The cells in which two solutions differ.
fn differing(entry: &Entry, one: &Solution, other: &Solution) -> Vec<String> {
    let shape = entry.puzzle.shape();
    let differs = |cell: &usize| one.values()[*cell] != other.values()[*cell];
    (0..shape.len()).filter(differs).map(|cell| shape.cell(cell).to_string()).collect()
}

/// The verdict in one line, and two more for witnesses.
fn in_words(entry: &Entry, verdict: &Verdict) -> String {
    match verdict {
        Verdict::Unique(_) if entry.puzzle.is_full() => "solved".to_owned(),
        Verdict::Unique(_) => "unique".to_owned(),
        Verdict::Right(_) => "unique, and the solution beside it is right".to_owned(),
        Verdict::Wrong(what) => format!("wrong solution: {what}"),
        Verdict::None(reason) => {
            format!("no solution{}", reason.in_words(|value| sign(entry, value)))
        }
        Verdict::Unknown(limit) => format!("unknown: {limit}"),
        Verdict::Several(one, other) => {
            let cells = differing(entry, one, other).join(" ");
            let [one, other] = [one, other].map(|solution| record::line(entry, solution.values()));
            format!("several solutions, such as two that differ in {cells}\n  {one}\n  {other}")
        }
    }
}

/// The verdict for a program.
fn record<'a>(text: &'a Text, entry: &Entry, verdict: &Verdict) -> Record<'a> {
    let status = match verdict {
        Verdict::Unique(_) if entry.puzzle.is_full() => "solved",
        Verdict::Unique(_) => "unique",
        Verdict::Right(_) => "right",
        Verdict::Wrong(_) => "wrong",
        Verdict::None(_) => "none",
        Verdict::Several(..) => "several",
        Verdict::Unknown(_) => "unknown",
    };
    let record = Record::of(text, entry, status);
    match verdict {
        Verdict::Unique(_) | Verdict::Right(_) => record,
        Verdict::Wrong(what) => record.message(what),
        Verdict::None(reason) => record.message(in_words(entry, verdict)).cells(reason.cells()),
        Verdict::Unknown(limit) => record.limit(*limit),
        Verdict::Several(one, other) => {
            let cells = differing(entry, one, other);
            record.solution(entry, one.values()).solution(entry, other.values()).cells(cells)
        }
    }
}
