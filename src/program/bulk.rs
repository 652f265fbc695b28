//! Plain lines of one shape: from cells to lines, many puzzles at once in lanes.

use std::slice::ChunksExact;
use std::str;

use houserules::grid::Plain;
use houserules::lanes::{Answer, Ask, Feed, Puzzle};

use super::bench::model;
use super::interrupt;
use super::page::Page;

/// So many bytes of answers are passed on at once.
pub const LARGE: usize = 1 << 15;

/// A puzzle that takes more guesses needs a search that thinks harder.
const GUESSES: u64 = 50_000;

/// The puzzles of a block, one after the other.
struct Block<'p>(ChunksExact<'p, u8>);

impl Feed for Block<'_> {
    fn next(&mut self) -> Option<Puzzle<'_>> {
        self.0.next().map(Puzzle::Cells)
    }

    fn at_most(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// Asks for up to so many solutions of each puzzle. What takes too many guesses is left open: not complete.
pub fn solutions(limit: u64) -> Ask<'static> {
    Ask::default().limit(limit).nodes(GUESSES)
}

/// Asks this of each puzzle and tells what came of it: the number of the puzzle and the answer.
///
/// False, and nothing is told, if the shape does not fit lanes.
pub fn solve(
    plain: &Plain,
    ask: Ask<'_>,
    page: &mut Page<'_>,
    mut tell: impl FnMut(usize, Answer<'_>, &mut Page<'_>),
) -> bool {
    let model = model(plain.shape());
    let Some(lanes) = model.lanes() else { return false };
    let ask = ask.cancel(interrupt::cancel().flag());
    let mut number = 0;
    let mut feed = Block(plain.puzzles());
    let stats = lanes.solve(&ask, &mut feed, &mut |answer| {
        tell(number, answer, page);
        number += 1;
    });
    page.tally().swept(stats);
    true
}

/// The line of a solution whose values are all digits.
pub fn line(values: &[u8], out: &mut String) {
    let mut digits = [b'\n'; 82];
    let digits = &mut digits[..=values.len()];
    for (digit, &value) in digits.iter_mut().zip(values) {
        *digit = b'0' + value;
    }
    out.push_str(str::from_utf8(digits).expect("digits are text"));
}
