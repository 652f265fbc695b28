//! `houserules count`: how many solutions each puzzle has.

use std::fmt::Write;

use houserules::{Budget, Count as Number, Limit};

use super::bench::Bench;
use super::page::Page;
use super::pipeline::Task;
use super::text::{Item, Piece};

/// Counts solutions.
pub struct Count {
    budget: Budget,
    bench: Bench,
}

impl Count {
    /// Spends so much on each puzzle.
    pub fn new(budget: Budget) -> Count {
        Count { budget, bench: Bench::default() }
    }
}

impl Task for Count {
    fn work(&mut self, items: &[Item], page: &mut Page<'_>) {
        for item in items {
            let Piece::Puzzle(entry) = &item.piece else {
                item.complain(true, page);
                continue;
            };
            let place = || item.text.at(entry.line);
            if !page.begins(place) {
                return;
            }
            let (count, stats) = self.bench.count(&entry.puzzle, &self.budget);
            let _ = writeln!(page.out(), "{count}");
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
