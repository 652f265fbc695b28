//! `houserules count`: how many solutions each puzzle has.

use std::fmt::Write;

use houserules::{Budget, Count as Number, Limit};

use super::bench::Bench;
use super::page::Page;
use super::pipeline::Task;
use super::record::Record;
use super::style;
use super::text::{Item, Piece};

/// Counts solutions.
pub struct Count {
    json: bool,
    budget: Budget,
    bench: Bench,
}

impl Count {
    /// Spends so much on each puzzle.
    pub fn new(json: bool, budget: Budget) -> Count {
        Count { json, budget, bench: Bench::default() }
    }
}

impl Task for Count {
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
            let (count, stats) = self.bench.count(&entry.puzzle, &self.budget);
            match self.json {
                true => {
                    let status = match count {
                        Number::Exactly(0) => "none",
                        Number::Exactly(1) => "unique",
                        Number::Exactly(_) | Number::AtLeast(2.., _) => "several",
                        Number::AtLeast(1, Limit::Solutions) => "solved",
                        Number::AtLeast(..) => "unknown",
                    };
                    let record = Record::of(&item.text, entry, status);
                    record.count(count).search(stats).write(page.out());
                }
                false => {
                    let _ = writeln!(page.out(), "{count}");
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
