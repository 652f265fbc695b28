//! `houserules candidates`: what can still stand in each cell.

use houserules::grid::{FORMS, Puzzle, WriteError};
use houserules::{Limit, Outcome, Solution};

use super::bench::Bench;
use super::item::{Item, Piece};
use super::page::Page;
use super::pipeline::Task;
use super::purse::Purse;
use super::record::Record;
use super::report::Complaint;
use super::style::{self, Style, Way};
use super::subject::Subject;

/// Finds candidates.
pub struct Candidates {
    /// Whether each must occur in some solution.
    pub true_ones: bool,
    /// How to write them.
    pub style: Style,
    /// What a puzzle may cost.
    pub purse: Purse,
    /// The solvers.
    pub bench: Bench,
}

impl Task for Candidates {
    fn work(&mut self, items: &[Item], page: &mut Page<'_>) {
        let way = match self.style {
            Style::Suited => Way::Grid(FORMS[0]),
            style => style.of(None),
        };
        for item in items {
            let Some(subject) = item.subject() else {
                item.complain(way, page);
                continue;
            };
            let place = || item.text.at(subject.line());
            if !page.begins(place) {
                return;
            }
            item.tell_ignored(page);
            let left = match self.true_ones {
                false => subject.candidates(&mut self.bench).ok_or(None),
                true => self.in_some_solution(subject),
            };
            let record = |status| Record::of(&item.text, subject, status);
            let without = match left {
                Ok(left) => match self.write(item, subject, left, page.out()) {
                    Ok(()) => {
                        page.tally().solved += 1;
                        None
                    }
                    Err(why) => {
                        page.tally().bad += 1;
                        Some((why, record("bad")))
                    }
                },
                Err(None) => {
                    page.tally().none += 1;
                    let reason = subject.why_none();
                    let why = reason.in_words(|value| subject.sign(value));
                    Some((format!("no solution{why}"), record("none").cells(reason.cells())))
                }
                Err(Some(Limit::Cancelled)) => return page.stop(place()),
                Err(Some(limit)) => {
                    page.tally().unknown += 1;
                    Some((format!("unknown: {limit}"), record("unknown").limit(limit)))
                }
            };
            match (without, way) {
                (None, _) => {}
                (Some((why, record)), Way::Json) => record.message(why).write(page.out()),
                (Some((why, _)), Way::Line(_)) => page.out().push_str(&format!("# {why}\n")),
                (Some((why, _)), Way::Grid(_)) => {
                    page.complain(Complaint::Line(format!("{}: {why}", place())));
                }
            }
            if !page.done() {
                return;
            }
        }
    }
}

impl Candidates {
    /// The candidates that occur in some solution: each is seen in one. An error is the limit that was
    /// reached first, or none if there is no solution.
    fn in_some_solution(&mut self, subject: &dyn Subject) -> Result<Vec<Vec<i32>>, Option<Limit>> {
        let left = subject.candidates(&mut self.bench).ok_or(None)?;
        let mut purse = self.purse.begin();
        let solver = subject.solver(&mut self.bench, false, &purse.budget());
        let mut known: Vec<Vec<i32>> = vec![Vec::new(); subject.places()];
        let see = |known: &mut Vec<Vec<i32>>, solution: &Solution| {
            for (place, value) in subject.values(solution).into_iter().enumerate() {
                if subject.var(place).is_some() && !known[place].contains(&value) {
                    known[place].push(value);
                }
            }
        };
        match solver.first() {
            Outcome::Solved(solution) => see(&mut known, &solution),
            Outcome::None => return Err(None),
            Outcome::Unknown(limit) => return Err(Some(limit)),
        }
        for (place, values) in left.into_iter().enumerate() {
            let Some(x) = subject.var(place) else { continue };
            for value in values {
                if known[place].contains(&value) {
                    continue;
                }
                purse.spend(solver.stats());
                solver.set_budget(purse.budget());
                subject.tell(solver);
                solver.assume(x, value);
                match solver.first() {
                    Outcome::Solved(solution) => see(&mut known, &solution),
                    Outcome::None => {}
                    Outcome::Unknown(limit) => return Err(Some(limit)),
                }
            }
        }
        known.iter_mut().for_each(|values| values.sort_unstable());
        Ok(known)
    }

    /// Writes candidates as they are wished for, or else as a grid of lists.
    fn write(
        &self,
        item: &Item,
        subject: &dyn Subject,
        left: Vec<Vec<i32>>,
        out: &mut String,
    ) -> Result<(), String> {
        let form = match self.style {
            Style::Json => {
                Record::of(&item.text, subject, "candidates").candidates(left).write(out);
                return Ok(());
            }
            Style::In(form) => Some(form),
            Style::Suited => {
                houserules::grid::form("pencil").ok().filter(|_| subject.values_end() <= 9)
            }
        };
        let blank = match &item.piece {
            Piece::Puzzle(entry) => Some(Puzzle::blank(entry.puzzle.shape().clone())),
            Piece::Variant(entry) => entry.puzzle.plain(vec![None; subject.places()]),
            Piece::Plain(_) | Piece::Mistake(_) | Piece::Unreadable(_) => None,
        };
        let (form, mut puzzle) = match (form, blank, self.style) {
            (Some(form), Some(blank), _) => (form, blank),
            (Some(form), None, Style::In(_)) => {
                let what = "such a board".to_owned();
                return Err(WriteError::Variant { form: form.name(), what }.to_string());
            }
            _ => {
                lists(subject, &left, out);
                return Ok(());
            }
        };
        for (cell, values) in left.iter().enumerate() {
            puzzle.restrict(cell, values).map_err(|error| error.to_string())?;
        }
        let before = out.len();
        if !style::is_lines(form) {
            out.push('\n');
        }
        let symbols = match &item.piece {
            Piece::Puzzle(entry) => style::symbols(form, entry),
            _ => None,
        };
        form.write(&puzzle, symbols, out).map_err(|error| {
            out.truncate(before);
            error.to_string()
        })
    }
}

/// A line a row, cells parted by blanks, values by commas where they are numbers.
fn lists(subject: &dyn Subject, left: &[Vec<i32>], out: &mut String) {
    let numbers = left.iter().flatten().any(|&value| subject.sign(value).len() > 1);
    let between = if numbers { "," } else { "" };
    let list = |(place, values): (usize, &Vec<i32>)| -> String {
        let signs: Vec<String> = values.iter().map(|&value| subject.sign(value)).collect();
        match subject.var(place) {
            None => "#".to_owned(),
            Some(_) if signs.is_empty() => "-".to_owned(),
            Some(_) => signs.join(between),
        }
    };
    let lists: Vec<String> = left.iter().enumerate().map(list).collect();
    let width = lists.iter().map(String::len).max().unwrap_or(1);
    out.push('\n');
    for row in lists.chunks(subject.columns()) {
        let row: Vec<String> = row.iter().map(|list| format!("{list:width$}")).collect();
        out.push_str(row.join(" ").trim_end());
        out.push('\n');
    }
}
