//! `houserules rate`: how hard a puzzle is for people, and the steps that solve it.

use houserules::grid::{Logic, Path, Puzzle, Shape};
use houserules::{Limit, Uniqueness};

use super::bench::Bench;
use super::interrupt;
use super::item::{Item, Piece};
use super::page::Page;
use super::pipeline::Task;
use super::purse::Purse;
use super::reason::Reason;
use super::record::{Difficulty, Record};
use super::style;
use super::subject::Subject;

/// Rates puzzles.
pub struct Rate {
    /// Whether to tell the steps.
    pub steps: bool,
    /// Whether to answer in JSON.
    pub json: bool,
    /// What a puzzle may cost.
    pub purse: Purse,
    /// The solvers.
    pub bench: Bench,
    /// The logic of the last shape.
    pub logic: Option<(Shape, Option<Logic>)>,
}

/// What is to be said of a puzzle.
enum Verdict {
    Rated(Path),
    None(Reason),
    Several,
    Unknown(Limit),
    /// The techniques do not go so far.
    NotRated(&'static str),
}

impl Task for Rate {
    fn work(&mut self, items: &[Item], page: &mut Page<'_>) {
        for item in items {
            let Some(subject) = item.subject() else {
                item.complain(style::way_of_lines(self.json), page);
                continue;
            };
            let place = || item.text.at(subject.line());
            if !page.begins(place) {
                return;
            }
            item.tell_ignored(page);
            let verdict = match &item.piece {
                Piece::Puzzle(entry) => self.verdict(&entry.puzzle),
                Piece::Variant(entry) => match entry.puzzle.puzzle() {
                    Some(puzzle) => self.verdict(&puzzle),
                    None => Verdict::NotRated("rules that say more than which cells differ"),
                },
                _ => continue,
            };
            let record = |status| Record::of(&item.text, subject, status);
            let (words, record) = match verdict {
                Verdict::Rated(path) => {
                    page.tally().solved += 1;
                    let difficulty = Difficulty::of(subject, &path, self.steps);
                    let record = record("unique").difficulty(difficulty);
                    (self.in_words(subject, &path), record)
                }
                Verdict::None(reason) => {
                    page.tally().none += 1;
                    let why = reason.in_words(|value| subject.sign(value));
                    let record = record("none").cells(reason.cells());
                    (format!("# no solution{why}"), record)
                }
                Verdict::Several => {
                    page.tally().several += 1;
                    ("# several solutions".to_owned(), record("several"))
                }
                Verdict::Unknown(Limit::Cancelled) => return page.stop(place()),
                Verdict::Unknown(limit) => {
                    page.tally().unknown += 1;
                    (format!("# unknown: {limit}"), record("unknown").limit(limit))
                }
                Verdict::NotRated(what) => {
                    page.tally().bad += 1;
                    let why = format!("no techniques are known for {what}");
                    (format!("# not rated: {why}"), record("unrated").message(why))
                }
            };
            match self.json {
                true => record.write(page.out()),
                false => page.out().push_str(&format!("{words}\n")),
            }
            if !page.done() {
                return;
            }
        }
    }
}

impl Rate {
    fn verdict(&mut self, puzzle: &Puzzle) -> Verdict {
        let shape = puzzle.shape();
        if self.logic.as_ref().is_none_or(|(known, _)| known != shape) {
            self.logic = Some((shape.clone(), Logic::new(shape)));
        }
        let Some((_, Some(logic))) = &self.logic else {
            return Verdict::NotRated("boards of more than 64 values");
        };
        // Only what has one solution can be solved by logic, and on a board with hardly a given that takes long to find out.
        let purse = self.purse.begin();
        match self.bench.solver(puzzle, false, &purse.budget()).uniqueness() {
            Uniqueness::One(_) => {}
            Uniqueness::Many(..) => return Verdict::Several,
            Uniqueness::None => return Verdict::None(Reason::at_sight(puzzle)),
            Uniqueness::Unknown(limit, _) => return Verdict::Unknown(limit),
        }
        match logic.path_while(puzzle, || purse.has_time()) {
            Some(path) => Verdict::Rated(path),
            None if interrupt::cancel().is_cancelled() => Verdict::Unknown(Limit::Cancelled),
            None => Verdict::Unknown(Limit::Time),
        }
    }

    /// `hard 57 swordfish`, after the steps if these are asked for.
    fn in_words(&self, subject: &dyn Subject, path: &Path) -> String {
        let mut words = String::new();
        for step in path.steps().iter().filter(|_| self.steps) {
            words += &format!("  {}\n", step.in_words(|value| subject.sign(value)));
        }
        words += &format!("{} {}", path.level(), path.score());
        match (path.hardest(), path.is_solved()) {
            (_, false) => words += " search",
            (Some(hardest), true) => words += &format!(" {hardest}"),
            (None, true) => {}
        }
        words
    }
}
