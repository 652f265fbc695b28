//! Puzzles of one shape without marks: from cells to lines, many puzzles at once in lanes.

use std::slice::ChunksExact;
use std::sync::{Arc, Mutex};

use houserules::grid::{Plain, Puzzle, Shape};
use houserules::lanes::{self, Answer, Ask, Feed, Lanes};

use super::bench::KEPT;
use super::interrupt;
use super::page::Page;

/// A puzzle that takes more guesses needs a search that thinks harder.
const GUESSES: u64 = 50_000;

/// With more values a puzzle is hard enough, and lanes are few enough, that to learn from conflicts is better.
const MOST_VALUES: usize = 16;

/// The puzzles of a block, one after the other.
struct Block<'p>(ChunksExact<'p, u8>);

impl Feed for Block<'_> {
    fn next(&mut self) -> Option<lanes::Puzzle<'_>> {
        self.0.next().map(lanes::Puzzle::Cells)
    }

    fn at_most(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// Asks for up to so many solutions of each puzzle, with at most so many guesses. What takes more, or too many, is left
/// open: not complete.
pub fn solutions(limit: u64, guesses: u64) -> Ask<'static> {
    Ask::default().limit(limit).nodes(guesses.min(GUESSES)).progress(&|_| interrupt::going())
}

/// The same for puzzles of one shape that were read one by one.
///
/// False, and nothing is told, if one of them has marks or the shape does not fit lanes.
pub fn solve_each(
    puzzles: &[&Puzzle],
    ask: Ask<'_>,
    page: &mut Page<'_>,
    tell: impl FnMut(usize, Answer<'_>, &mut Page<'_>),
) -> bool {
    let Some(shape) = puzzles.first().map(|puzzle| puzzle.shape()) else { return true };
    if shape.side() > MOST_VALUES || puzzles.iter().any(|puzzle| puzzle.has_marks()) {
        return false;
    }
    let given = |puzzle: &Puzzle, cell| puzzle.given(cell).map_or(0, |value| value as u8);
    let cells: Vec<u8> = puzzles
        .iter()
        .flat_map(|puzzle| (0..shape.len()).map(|cell| given(puzzle, cell)))
        .collect();
    in_lanes(shape, Block(cells.chunks_exact(shape.len())), ask, page, tell)
}

/// Asks this of each puzzle and tells what came of it: the number of the puzzle and the answer.
///
/// False, and nothing is told, if the shape does not fit lanes.
pub fn solve(
    plain: &Plain,
    ask: Ask<'_>,
    page: &mut Page<'_>,
    tell: impl FnMut(usize, Answer<'_>, &mut Page<'_>),
) -> bool {
    in_lanes(plain.shape(), Block(plain.puzzles()), ask, page, tell)
}

fn in_lanes(
    shape: &Shape,
    mut feed: Block<'_>,
    ask: Ask<'_>,
    page: &mut Page<'_>,
    mut tell: impl FnMut(usize, Answer<'_>, &mut Page<'_>),
) -> bool {
    let Some(lanes) = compiled(shape) else { return false };
    let ask = ask.cancel(interrupt::cancel().flag());
    let mut number = 0;
    let stats = lanes.solve(&ask, &mut feed, &mut |answer| {
        tell(number, answer, page);
        number += 1;
    });
    page.tally().swept(stats);
    true
}

/// A shape compiled for lanes, from those that were compiled already if it is one of them. Many times quicker than by way
/// of its model, which nobody needs here.
fn compiled(shape: &Shape) -> Option<Arc<Lanes>> {
    static COMPILED: Mutex<Vec<(Shape, Option<Arc<Lanes>>)>> = Mutex::new(Vec::new());
    let mut kept = COMPILED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some((_, lanes)) = kept.iter().find(|(known, _)| known == shape) {
        return lanes.clone();
    }
    let cells = |cells: &[usize]| cells.iter().map(|&cell| cell as u32).collect();
    let groups: Vec<Vec<u32>> = shape.groups().iter().map(|group| cells(&group.cells)).collect();
    let lanes = Lanes::new(shape.len(), shape.side() as u32, &groups).map(Arc::new);
    kept.truncate(KEPT - 1);
    kept.insert(0, (shape.clone(), lanes.clone()));
    lanes
}
