//! Plain lines of one shape: from cells to lines, many puzzles at once in lanes.

use std::slice::ChunksExact;
use std::str;
use std::sync::{Arc, Mutex, PoisonError};

use houserules::grid::{Plain, Shape};
use houserules::lanes::{Answer, Ask, Feed, Lanes, Puzzle};

use super::bench::{KEPT, model};
use super::interrupt;
use super::page::Page;

/// So many bytes of answers are passed on at once.
pub const LARGE: usize = 1 << 15;

/// The puzzles of a block, one after the other.
struct Block<'p>(ChunksExact<'p, u8>);

impl Feed for Block<'_> {
    fn next(&mut self) -> Option<Puzzle<'_>> {
        self.0.next().map(Puzzle::Cells)
    }
}

/// Asks for up to `limit` solutions of each puzzle and tells what came of it: the number of the puzzle and the answer.
///
/// False, and nothing is told, if the shape does not fit lanes.
pub fn solve(
    plain: &Plain,
    limit: u64,
    page: &mut Page<'_>,
    mut tell: impl FnMut(usize, Answer<'_>, &mut Page<'_>),
) -> bool {
    let Some(lanes) = lanes(plain.shape()) else { return false };
    let ask = Ask::default().limit(limit).cancel(interrupt::cancel().flag());
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

/// The lanes of a shape, from those that were compiled already if it is one of them.
fn lanes(shape: &Shape) -> Option<Arc<Lanes>> {
    static LANES: Mutex<Vec<(Shape, Option<Arc<Lanes>>)>> = Mutex::new(Vec::new());
    let mut all = LANES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, lanes)) = all.iter().find(|(known, _)| known == shape) {
        return lanes.clone();
    }
    let lanes = Lanes::of(&model(shape)).map(Arc::new);
    all.truncate(KEPT - 1);
    all.insert(0, (shape.clone(), lanes.clone()));
    lanes
}
