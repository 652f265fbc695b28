//! Puzzles of one small shape, many at once in lanes.

use std::slice::ChunksExact;
use std::str;

use houserules::grid;
use houserules::grid::{Plain, Shape};
use houserules::lanes::{Answer, Ask, Feed, Puzzle};

use super::bench::model;
use super::interrupt;
use super::page::Page;

/// So many bytes of answers are passed on at once.
pub const LARGE: usize = 1 << 15;

/// Larger boards need a search that thinks harder.
const MOST_VALUES: usize = 9;

/// A puzzle of some shape that takes more guesses needs one as well.
const GUESSES: u64 = 1 << 16;

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

/// Plain lines.
pub fn cells(plain: &Plain) -> impl Feed + '_ {
    Block(plain.puzzles())
}

/// Puzzles of one shape.
struct Marked<P> {
    puzzles: P,
    masks: Vec<u64>,
}

impl<'p, P: ExactSizeIterator<Item = &'p grid::Puzzle>> Feed for Marked<P> {
    fn next(&mut self) -> Option<Puzzle<'_>> {
        let puzzle = self.puzzles.next()?;
        let mask = |cell| puzzle.candidates(cell).fold(0, |mask, value| mask | 1 << (value - 1));
        self.masks.clear();
        self.masks.extend((0..puzzle.shape().len()).map(mask));
        Some(Puzzle::Masks(&self.masks))
    }

    fn at_most(&self) -> Option<usize> {
        Some(self.puzzles.len())
    }
}

/// Puzzles with their givens and marks.
pub fn masks<'p>(puzzles: impl ExactSizeIterator<Item = &'p grid::Puzzle>) -> impl Feed {
    Marked { puzzles, masks: Vec::new() }
}

/// Asks for up to so many solutions of each puzzle. What takes too many guesses is left open: not complete.
pub fn solutions(limit: u64) -> Ask<'static> {
    Ask::default().limit(limit).nodes(GUESSES)
}

/// Asks this of each puzzle and tells what came of it: the number of the puzzle and the answer.
///
/// False, and nothing is told, if the shape does not fit lanes.
pub fn solve(
    shape: &Shape,
    feed: &mut dyn Feed,
    ask: Ask<'_>,
    page: &mut Page<'_>,
    mut tell: impl FnMut(usize, Answer<'_>, &mut Page<'_>),
) -> bool {
    if shape.side() > MOST_VALUES {
        return false;
    }
    let model = model(shape);
    let Some(lanes) = model.lanes() else { return false };
    let ask = ask.cancel(interrupt::cancel().flag());
    let mut number = 0;
    let stats = lanes.solve(&ask, feed, &mut |answer| {
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
