//! Lanes on several threads: blocks of puzzles are taken in turn, and their answers given in the order of the input.

use super::{Answer, Ask, Feed, Lanes, Puzzle, Stats};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Puzzles a thread takes at a time.
const BLOCK: usize = 256;

/// Blocks that may be under way or wait for an earlier one, for each thread.
const AHEAD: usize = 32;

struct Input<'a> {
    feed: &'a mut (dyn Feed + Send),
    /// Number of the next block.
    next: usize,
    dry: bool,
}

struct Output<'a> {
    give: &'a mut (dyn FnMut(Answer<'_>) + Send),
    /// Number of the next block to give.
    next: usize,
    waiting: BTreeMap<usize, Block>,
}

struct Shared<'a> {
    input: Mutex<Input<'a>>,
    output: Mutex<Output<'a>>,
    given: Condvar,
    ahead: usize,
}

/// Answers, in a form that outlives the engine.
#[derive(Default)]
struct Block {
    answers: Vec<(u128, bool, u64, u8)>,
    solutions: Vec<u8>,
}

/// One thread's view of the input.
struct Worker<'a, 'b> {
    shared: &'a Shared<'b>,
    cells: Vec<u8>,
    masks: Vec<u64>,
    /// For each puzzle of the block whether it is one of masks.
    kinds: Vec<bool>,
    at: (usize, usize, usize),
    variables: usize,
    /// Number and length of the blocks whose answers are still to come.
    taken: &'a Mutex<VecDeque<(usize, usize)>>,
    dry: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Worker<'_, '_> {
    fn take(&mut self) -> bool {
        self.cells.clear();
        self.masks.clear();
        self.kinds.clear();
        self.at = (0, 0, 0);
        let done = lock(&self.shared.output).next;
        let mut input = lock(&self.shared.input);
        if input.next - done >= self.shared.ahead {
            return false;
        }
        while self.kinds.len() < BLOCK && !input.dry {
            match input.feed.next() {
                None => input.dry = true,
                Some(Puzzle::Cells(cells)) => {
                    // A puzzle of another size has no solution, and neither has one with a value that does not exist.
                    let fits = cells.len() == self.variables;
                    let at = self.cells.len();
                    self.cells.resize(at + self.variables, u8::MAX);
                    if fits {
                        self.cells[at..].copy_from_slice(cells);
                    }
                    self.kinds.push(false);
                }
                Some(Puzzle::Masks(masks)) => {
                    let fits = masks.len() == self.variables;
                    let at = self.masks.len();
                    self.masks.resize(at + self.variables, 0);
                    if fits {
                        self.masks[at..].copy_from_slice(masks);
                    }
                    self.kinds.push(true);
                }
            }
        }
        self.dry = input.dry && self.kinds.is_empty();
        if self.kinds.is_empty() {
            return false;
        }
        lock(self.taken).push_back((input.next, self.kinds.len()));
        input.next += 1;
        true
    }
}

impl Feed for Worker<'_, '_> {
    fn next(&mut self) -> Option<Puzzle<'_>> {
        if self.at.0 == self.kinds.len() && !self.take() {
            return None;
        }
        let masks = self.kinds[self.at.0];
        self.at.0 += 1;
        let n = self.variables;
        if masks {
            self.at.2 += n;
            Some(Puzzle::Masks(&self.masks[self.at.2 - n..self.at.2]))
        } else {
            self.at.1 += n;
            Some(Puzzle::Cells(&self.cells[self.at.1 - n..self.at.1]))
        }
    }
}

impl Lanes {
    /// [`solve`](Lanes::solve) on several threads, which changes neither the answers nor their order; only the guesses
    /// differ, and with them what a budget of guesses cuts short.
    ///
    /// `feed` and `give` are called by one thread at a time. Memory grows with the number of threads, not of puzzles.
    pub fn solve_on(
        &self,
        threads: usize,
        ask: &Ask<'_>,
        feed: &mut (dyn Feed + Send),
        give: &mut (dyn FnMut(Answer<'_>) + Send),
    ) -> Stats {
        if threads <= 1 {
            return self.solve(ask, feed, give);
        }
        let shared = Shared {
            input: Mutex::new(Input { feed, next: 0, dry: false }),
            output: Mutex::new(Output { give, next: 0, waiting: BTreeMap::new() }),
            given: Condvar::new(),
            ahead: AHEAD * threads,
        };
        let mut total = Stats::default();
        std::thread::scope(|scope| {
            let workers: Vec<_> =
                (0..threads).map(|_| scope.spawn(|| self.work(ask, &shared))).collect();
            for worker in workers {
                match worker.join() {
                    Ok(stats) => total.add(stats),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        });
        total
    }

    fn work(&self, ask: &Ask<'_>, shared: &Shared<'_>) -> Stats {
        let n = self.plan.variables;
        let taken = Mutex::new(VecDeque::new());
        let mut total = Stats::default();
        let mut worker = Worker {
            shared,
            cells: Vec::new(),
            masks: Vec::new(),
            kinds: Vec::new(),
            at: (0, 0, 0),
            variables: n,
            taken: &taken,
            dry: false,
        };
        loop {
            let mut block = Block::default();
            let stats = self.solve(ask, &mut worker, &mut |answer| {
                let kept = answer.first.iter().chain(&answer.second).count() as u8;
                block.answers.push((answer.count, answer.complete, answer.nodes, kept));
                for solution in answer.first.iter().chain(&answer.second) {
                    block.solutions.extend_from_slice(solution);
                }
                let front = lock(&taken).front().copied();
                if let Some((number, len)) = front
                    && block.answers.len() == len
                {
                    lock(&taken).pop_front();
                    shared.deliver(number, std::mem::take(&mut block), n);
                }
            });
            total.add(stats);
            if worker.dry {
                return total;
            }
            // Too far ahead of an earlier block; this thread's own blocks are all given by now.
            let output = lock(&shared.output);
            let next = lock(&shared.input).next;
            drop(shared.given.wait_while(output, |output| next - output.next >= shared.ahead));
        }
    }
}

impl Shared<'_> {
    fn deliver(&self, number: usize, block: Block, n: usize) {
        let mut output = lock(&self.output);
        output.waiting.insert(number, block);
        loop {
            let next = output.next;
            let Some(block) = output.waiting.remove(&next) else {
                break;
            };
            let mut at = 0;
            for (count, complete, nodes, kept) in block.answers {
                let solution = |k: usize| {
                    (usize::from(kept) > k).then(|| &block.solutions[at + k * n..at + (k + 1) * n])
                };
                (output.give)(Answer {
                    count,
                    complete,
                    first: solution(0),
                    second: solution(1),
                    nodes,
                });
                at += usize::from(kept) * n;
            }
            output.next += 1;
        }
        self.given.notify_all();
    }
}

impl Stats {
    fn add(&mut self, other: Stats) {
        self.puzzles += other.puzzles;
        self.guesses += other.guesses;
        self.sweeps += other.sweeps;
        self.occupied += other.occupied;
        self.solutions = self.solutions.saturating_add(other.solutions);
    }
}
