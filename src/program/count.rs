//! `houserules count`: how many solutions each puzzle has.

use std::fmt::Write;
use std::sync::Arc;

use houserules::grid::Plain;
use houserules::{Budget, Count as Number, Limit, lanes};

use super::bench::Bench;
use super::bulk;
use super::interrupt;
use super::item::{Item, Piece};
use super::page::Page;
use super::pipeline::Task;
use super::progress::Found;
use super::record::Record;
use super::style;
use super::text::Text;

/// Counts solutions.
pub struct Count {
    json: bool,
    /// Count no further, if that is said; the budget knows it as well.
    limit: Option<u64>,
    budget: Budget,
    /// Where all say how many solutions there are so far.
    found: Found,
    bench: Bench,
}

impl Count {
    /// Spends so much on each puzzle.
    pub fn new(json: bool, limit: Option<u64>, budget: Budget, found: Found) -> Count {
        Count { json, limit, budget, found, bench: Bench::default() }
    }

    /// A number for each of these plain lines.
    fn plain(&mut self, text: &Text, plain: &Plain, page: &mut Page<'_>) {
        let limit = self.limit.unwrap_or(u64::MAX);
        let mut stopped = false;
        let share = self.found.share();
        let progress = |stats: &lanes::Stats| {
            share.at(stats.solutions);
            interrupt::going();
        };
        let ask = lanes::Ask::default().limit(limit).progress(&progress);
        let told = bulk::solve(plain, ask, page, |number, answer, page| {
            let place = || text.at(plain.line(number));
            let enough = self.limit.is_some_and(|limit| answer.count >= limit.into());
            if !stopped && !answer.complete && !enough {
                stopped = true;
                let _ = writeln!(page.out(), ">={}", answer.count);
                page.stop(place());
            }
            if stopped || !page.begins(place) {
                return;
            }
            let found = if enough { ">=" } else { "" };
            let _ = writeln!(page.out(), "{found}{}", answer.count);
            match answer.count {
                0 => page.tally().none += 1,
                _ => page.tally().solved += 1,
            }
            page.done();
        });
        if !told {
            let item =
                |number| Item { text: text.clone(), piece: Piece::Puzzle(plain.entry(number)) };
            let items: Vec<Item> = (0..plain.len()).map(item).collect();
            self.work(&items, page);
        }
    }
}

impl Task for Count {
    fn work(&mut self, items: &[Item], page: &mut Page<'_>) {
        for item in items {
            if let Piece::Plain(plain) = &item.piece {
                self.plain(&item.text, plain, page);
                continue;
            }
            let Some(subject) = item.subject() else {
                item.complain(style::way_of_lines(self.json), page);
                continue;
            };
            let place = || item.text.at(subject.line());
            if !page.begins(place) {
                return;
            }
            item.tell_ignored(page);
            let share = Arc::new(self.found.share());
            let own = share.clone();
            let budget = self.budget.clone().progress(move |stats| own.at(stats.solutions));
            let solver = subject.solver(&mut self.bench, false, &budget);
            let count = solver.count();
            share.at(count.found().try_into().unwrap_or(u64::MAX));
            let stats = solver.stats();
            match self.json {
                true => {
                    let status = match count {
                        Number::Exactly(0) => "none",
                        Number::Exactly(1) => "unique",
                        Number::Exactly(_) | Number::AtLeast(2.., _) => "several",
                        Number::AtLeast(1, Limit::Solutions) => "solved",
                        Number::AtLeast(..) => "unknown",
                    };
                    let record = Record::of(&item.text, subject, status);
                    record.count(count).search(stats).write(page.out());
                }
                false => {
                    // Lanes do not say whether the last solution was the limit's or the puzzle's, and which of the two counts
                    // depends on the lines around.
                    let enough = self.limit.is_some_and(|limit| count.found() >= limit.into());
                    let found = if enough { ">=" } else { "" };
                    let _ = match count {
                        Number::Exactly(number) => writeln!(page.out(), "{found}{number}"),
                        count => writeln!(page.out(), "{count}"),
                    };
                }
            }
            let tally = page.tally();
            tally.searched(stats);
            match count {
                Number::Exactly(0) => tally.none += 1,
                Number::Exactly(_) | Number::AtLeast(_, Limit::Solutions) => tally.solved += 1,
                Number::AtLeast(_, Limit::Cancelled) => return page.stop(place()),
                Number::AtLeast(..) => tally.unknown += 1,
            }
            if !page.done() {
                return;
            }
        }
    }
}
