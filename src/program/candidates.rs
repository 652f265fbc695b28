//! `houserules candidates`: what can still stand in each cell.

use houserules::grid::{Entry, FORMS, Puzzle};
use houserules::{Budget, Limit, Outcome};

use super::bench::Bench;
use super::page::Page;
use super::pipeline::Task;
use super::reason::{self, Reason};
use super::record::Record;
use super::report::Complaint;
use super::style::{self, Style, Way};
use super::text::{Item, Piece, Text, sign};

/// Finds candidates.
pub struct Candidates {
    /// Whether each must occur in some solution.
    pub true_ones: bool,
    /// How to write them.
    pub style: Style,
    /// What each question may cost.
    pub budget: Budget,
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
            let Piece::Puzzle(entry) = &item.piece else {
                item.complain(way, page);
                continue;
            };
            let place = || item.text.at(entry.line);
            if !page.begins(place) {
                return;
            }
            let left = match self.true_ones {
                false => Ok(reason::candidates(&entry.puzzle)),
                true => self.in_some_solution(&entry.puzzle),
            };
            let record = |status| Record::of(&item.text, entry, status);
            let without = match left {
                Ok(left) => match self.write(&item.text, entry, left, page.out()) {
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
                    let reason = Reason::at_sight(&entry.puzzle);
                    let why = reason.in_words(|value| sign(entry, value));
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
    fn in_some_solution(&mut self, puzzle: &Puzzle) -> Result<Vec<Vec<i32>>, Option<Limit>> {
        let mut seen = vec![Vec::new(); puzzle.shape().len()];
        let mut see = |solution: &[i32]| {
            for (seen, value) in seen.iter_mut().zip(solution) {
                if !seen.contains(value) {
                    seen.push(*value);
                }
            }
            seen.clone()
        };
        let mut known = match self.bench.first(puzzle, &self.budget) {
            Outcome::Solved(solution) => see(solution.values()),
            Outcome::None => return Err(None),
            Outcome::Unknown(limit) => return Err(Some(limit)),
        };
        for (cell, values) in reason::candidates(puzzle).into_iter().enumerate() {
            for value in values {
                if known[cell].contains(&value) {
                    continue;
                }
                let mut tried = puzzle.clone();
                if tried.set(cell, Some(value)).is_err() {
                    continue;
                }
                match self.bench.first(&tried, &self.budget) {
                    Outcome::Solved(solution) => known = see(solution.values()),
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
        text: &Text,
        entry: &Entry,
        left: Vec<Vec<i32>>,
        out: &mut String,
    ) -> Result<(), String> {
        let shape = entry.puzzle.shape();
        let form = match self.style {
            Style::Json => {
                Record::of(text, entry, "candidates").candidates(left).write(out);
                return Ok(());
            }
            Style::In(form) => Some(form),
            Style::Suited => houserules::grid::form("pencil").ok().filter(|_| shape.side() <= 9),
        };
        let Some(form) = form else {
            lists(entry, &left, out);
            return Ok(());
        };
        let mut puzzle = Puzzle::blank(shape.clone());
        for (cell, values) in left.iter().enumerate() {
            puzzle.restrict(cell, values).map_err(|error| error.to_string())?;
        }
        let before = out.len();
        if !style::is_lines(form) {
            out.push('\n');
        }
        form.write(&puzzle, style::symbols(form, entry), out).map_err(|error| {
            out.truncate(before);
            error.to_string()
        })
    }
}

/// A line a row, cells parted by blanks, values by commas where they are numbers.
fn lists(entry: &Entry, left: &[Vec<i32>], out: &mut String) {
    let between = if sign(entry, 10).len() > 1 { "," } else { "" };
    let list = |values: &Vec<i32>| -> String {
        let signs: Vec<String> = values.iter().map(|&value| sign(entry, value)).collect();
        if signs.is_empty() { "-".to_owned() } else { signs.join(between) }
    };
    let lists: Vec<String> = left.iter().map(list).collect();
    let width = lists.iter().map(String::len).max().unwrap_or(1);
    out.push('\n');
    for row in lists.chunks(entry.puzzle.shape().side()) {
        let row: Vec<String> = row.iter().map(|list| format!("{list:width$}")).collect();
        out.push_str(row.join(" ").trim_end());
        out.push('\n');
    }
}
