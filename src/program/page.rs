//! Answers on their way from a task to the outlet, as chunks of whole lines.

use houserules::{Stats, lanes};

use super::interrupt;
use super::outlet::LARGE;
use super::report::Complaint;

/// Some answers, and what they mean for the run as a whole.
#[derive(Debug, Default)]
pub struct Chunk {
    /// Whole lines for standard output. A grid begins with the blank line that parts it from the one
    /// before; the outlet leaves out the very first.
    pub out: String,
    /// For standard error.
    pub complaints: Vec<Complaint>,
    /// What was done.
    pub tally: Tally,
    /// Somebody asked to stop, and this is how far it came.
    pub stopped: Option<String>,
}

/// What was done.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Puzzles that were read, with or without mistakes.
    pub puzzles: u64,
    /// Puzzles that were answered with a solution, or their number.
    pub solved: u64,
    /// Puzzles without a solution.
    pub none: u64,
    /// Puzzles with several solutions where one was asked for.
    pub several: u64,
    /// Puzzles and files with mistakes.
    pub bad: u64,
    /// Puzzles whose answer is not known.
    pub unknown: u64,
    /// What the search did.
    pub search: Stats,
    /// What the lanes did.
    pub lanes: lanes::Stats,
}

impl Tally {
    /// Adds what was done elsewhere.
    pub fn add(&mut self, other: &Tally) {
        self.puzzles += other.puzzles;
        self.solved += other.solved;
        self.none += other.none;
        self.several += other.several;
        self.bad += other.bad;
        self.unknown += other.unknown;
        self.searched(other.search);
        self.swept(other.lanes);
    }

    /// Adds what lanes did.
    pub fn swept(&mut self, stats: lanes::Stats) {
        let sum = &mut self.lanes;
        sum.puzzles += stats.puzzles;
        sum.guesses += stats.guesses;
        sum.sweeps += stats.sweeps;
        sum.occupied += stats.occupied;
        sum.solutions = sum.solutions.saturating_add(stats.solutions);
    }

    /// Adds a search.
    pub fn searched(&mut self, stats: Stats) {
        let sum = &mut self.search;
        sum.nodes += stats.nodes;
        sum.conflicts += stats.conflicts;
        sum.changes += stats.changes;
        sum.calls += stats.calls;
        sum.solutions += stats.solutions;
        sum.depth = sum.depth.max(stats.depth);
    }
}

impl Chunk {
    /// Moves everything to the end of another chunk.
    pub fn move_to(&mut self, other: &mut Chunk) {
        other.out.push_str(&self.out);
        self.out.clear();
        other.complaints.append(&mut self.complaints);
        other.tally.add(&std::mem::take(&mut self.tally));
        other.stopped = other.stopped.take().or(self.stopped.take());
    }
}

/// Where a task writes.
pub struct Page<'a> {
    chunk: Chunk,
    /// Lines of digits that are still to be added to the chunk, as many at once as there are.
    digits: Vec<u8>,
    /// Takes what is in the chunk, and says whether anybody wants more.
    pass: &'a mut dyn FnMut(&mut Chunk) -> bool,
    open: bool,
}

impl<'a> Page<'a> {
    /// An empty page; `pass` empties chunks and says whether anybody wants more.
    pub fn new(pass: &'a mut dyn FnMut(&mut Chunk) -> bool) -> Page<'a> {
        Page { chunk: Chunk::default(), digits: Vec::new(), pass, open: true }
    }

    /// Whether the next puzzle should be begun; `place` says where it stands.
    pub fn begins(&mut self, place: impl Fn() -> String) -> bool {
        if self.open && interrupt::cancel().is_cancelled() {
            self.stop(place());
        }
        self.open
    }

    /// Whole lines for standard output.
    pub fn out(&mut self) -> &mut String {
        self.settle();
        &mut self.chunk.out
    }

    /// A line of values, a digit each.
    pub fn line(&mut self, values: &[u8]) {
        if self.digits.is_empty() {
            self.digits.reserve(LARGE);
        }
        self.digits.extend_from_slice(values);
        self.digits.push(b'\n'.wrapping_sub(b'0'));
    }

    /// Whether there is so much that it should be passed on.
    pub fn is_full(&self) -> bool {
        self.chunk.out.len() + self.digits.len() >= LARGE
    }

    /// Adds the lines of digits to the chunk.
    fn settle(&mut self) {
        if !self.digits.is_empty() {
            // All at once, many a vector.
            self.digits.iter_mut().for_each(|digit| *digit = digit.wrapping_add(b'0'));
            let digits = str::from_utf8(&self.digits).expect("digits are text");
            self.chunk.out.push_str(digits);
            self.digits.clear();
        }
    }

    /// What was done.
    pub fn tally(&mut self) -> &mut Tally {
        &mut self.chunk.tally
    }

    /// A line for standard error, which comes after everything on this page so far.
    pub fn complain(&mut self, complaint: Complaint) {
        self.chunk.complaints.push(complaint);
        self.offer();
    }

    /// Somebody asked to stop; `place` is the puzzle that was not finished.
    pub fn stop(&mut self, place: String) {
        self.chunk.stopped = Some(place);
        self.offer();
        self.open = false;
    }

    /// One puzzle has its answer. Says whether anybody wants more.
    pub fn done(&mut self) -> bool {
        self.chunk.tally.puzzles += 1;
        self.offer()
    }

    /// Passes on what is there, because what comes next may take long. Says whether anybody wants more.
    pub fn offer(&mut self) -> bool {
        self.settle();
        if self.open {
            self.open = (self.pass)(&mut self.chunk);
        }
        self.open
    }
}
