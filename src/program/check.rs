//! `houserules check`: is it a puzzle, how many solutions has it, and if not one, why?

use houserules::{Limit, Solution, Uniqueness};

use super::bench::Bench;
use super::item::{Item, Piece};
use super::page::Page;
use super::pipeline::Task;
use super::proof;
use super::purse::Purse;
use super::reason::Reason;
use super::record::Record;
use super::report::Complaint;
use super::style;
use super::subject::{Subject, line};
use super::text::Text;

/// Checks puzzles.
pub struct Check {
    /// Whether to answer in JSON.
    pub json: bool,
    /// What a puzzle may cost.
    pub purse: Purse,
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
    Several(Vec<i32>, Vec<i32>),
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
            let Some(subject) = item.subject() else {
                item.complain(style::way_of_lines(self.json), page);
                continue;
            };
            let place = || item.text.at(subject.line());
            if !page.begins(place) {
                return;
            }
            item.tell_ignored(page);
            let purse = self.purse.begin();
            let verdict = self.verdict(subject, &purse);
            let tally = page.tally();
            match &verdict {
                Verdict::Unique(_) | Verdict::Right(_) => tally.solved += 1,
                Verdict::Several(..) => tally.several += 1,
                Verdict::None(_) | Verdict::Wrong(_) => tally.none += 1,
                Verdict::Unknown(Limit::Cancelled) => return page.stop(place()),
                Verdict::Unknown(_) => tally.unknown += 1,
            }
            if let Err(why) = self.prove(item, &verdict, &purse) {
                page.complain(Complaint::Line(format!("{}: {why}", place())));
                // Where there is nothing to prove, the answer to that is the verdict.
                let proved =
                    matches!(verdict, Verdict::Unique(_) | Verdict::Right(_) | Verdict::None(_));
                page.tally().bad += u64::from(proved);
            }
            match self.json {
                true => record(&item.text, subject, &verdict).write(page.out()),
                false => {
                    let words = in_words(subject, &verdict);
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
    fn prove(&self, item: &Item, verdict: &Verdict, purse: &Purse) -> Result<(), String> {
        let Some(proof) = &self.proof else { return Ok(()) };
        let only = match verdict {
            Verdict::Unique(solution) | Verdict::Right(solution) => Some(solution.values()),
            Verdict::None(_) => None,
            Verdict::Several(..) => {
                return Err(format!("several solutions: {proof} was not written"));
            }
            Verdict::Wrong(_) | Verdict::Unknown(_) => {
                return Err(format!("there is nothing to prove: {proof} was not written"));
            }
        };
        let puzzle = match &item.piece {
            Piece::Puzzle(entry) => Some(entry.puzzle.clone()),
            Piece::Variant(entry) => entry.puzzle.puzzle(),
            _ => None,
        };
        let puzzle = puzzle.ok_or("a proof can only be written where all rules are groups")?;
        proof.prove(&puzzle, only, &purse.budget())
    }

    fn verdict(&mut self, subject: &dyn Subject, purse: &Purse) -> Verdict {
        let mut claimed_full = false;
        let claimed = match subject.claimed() {
            Ok(claimed) => claimed,
            Err(why) => return Verdict::Wrong(why),
        };
        if let Some(claimed) = claimed {
            if let Some(wrong) = wrong(subject, &claimed) {
                return Verdict::Wrong(wrong);
            }
            let open = |place: &usize| subject.var(*place).is_some() && claimed[*place].is_none();
            claimed_full = !(0..subject.places()).any(|place| open(&place));
        }
        let found = subject.solver(&mut self.bench, false, &purse.budget()).uniqueness();
        match found {
            Uniqueness::One(solution) if claimed_full => Verdict::Right(solution),
            Uniqueness::One(solution) => Verdict::Unique(solution),
            Uniqueness::Many(one, other) => {
                Verdict::Several(subject.values(&one), subject.values(&other))
            }
            Uniqueness::None if claimed_full => Verdict::None(subject.why_none()),
            Uniqueness::None => Verdict::None(subject.why_none_proved(&mut self.bench, purse)),
            Uniqueness::Unknown(limit, _) => Verdict::Unknown(limit),
        }
    }
}

/// What is wrong with a claimed solution.
fn wrong(subject: &dyn Subject, claimed: &[Option<i32>]) -> Option<String> {
    for (place, value) in claimed.iter().enumerate() {
        match (subject.given(place), value) {
            (Some(given), Some(value)) if *value != given => {
                let (name, [value, given]) =
                    (subject.cell(place), [*value, given].map(|value| subject.sign(value)));
                return Some(format!("{name} is {value} in the solution, and {given} is given"));
            }
            _ => {}
        }
    }
    subject.breaks(claimed)
}

/// The cells in which two solutions differ.
fn differing(subject: &dyn Subject, one: &[i32], other: &[i32]) -> Vec<String> {
    let differs = |place: &usize| one[*place] != other[*place];
    (0..one.len()).filter(differs).map(|place| subject.cell(place).to_string()).collect()
}

/// The verdict in one line, and two more for witnesses.
fn in_words(subject: &dyn Subject, verdict: &Verdict) -> String {
    match verdict {
        Verdict::Unique(_) if subject.is_full() => "solved".to_owned(),
        Verdict::Unique(_) => "unique".to_owned(),
        Verdict::Right(_) => "unique, and the solution beside it is right".to_owned(),
        Verdict::Wrong(what) => format!("wrong solution: {what}"),
        Verdict::None(reason) => {
            format!("no solution{}", reason.in_words(|value| subject.sign(value)))
        }
        Verdict::Unknown(limit) => format!("unknown: {limit}"),
        Verdict::Several(one, other) => {
            let cells = differing(subject, one, other).join(" ");
            let [one, other] = [one, other].map(|solution| line(subject, solution));
            format!("several solutions, such as two that differ in {cells}\n  {one}\n  {other}")
        }
    }
}

/// The verdict for a program.
fn record<'a>(text: &'a Text, subject: &dyn Subject, verdict: &Verdict) -> Record<'a> {
    let status = match verdict {
        Verdict::Unique(_) if subject.is_full() => "solved",
        Verdict::Unique(_) => "unique",
        Verdict::Right(_) => "right",
        Verdict::Wrong(_) => "wrong",
        Verdict::None(_) => "none",
        Verdict::Several(..) => "several",
        Verdict::Unknown(_) => "unknown",
    };
    let record = Record::of(text, subject, status);
    match verdict {
        Verdict::Unique(_) | Verdict::Right(_) => record,
        Verdict::Wrong(what) => record.message(what),
        Verdict::None(reason) => record.message(in_words(subject, verdict)).cells(reason.cells()),
        Verdict::Unknown(limit) => record.limit(*limit),
        Verdict::Several(one, other) => {
            let cells = differing(subject, one, other);
            record.solution(subject, one).solution(subject, other).cells(cells)
        }
    }
}
