//! The search: each lane descends in a puzzle of its own, refills from the input, and at the end helps a busy lane.

use super::ahead::{Ahead, Begun, Bytes};
use super::blame::Blame;
use super::parts::Parts;
use super::plan::Plan;
use super::sweep::{Board, full};
use super::vector::{Vector, Word};
use super::{Answer, Ask, Feed, Puzzle, Stats};
use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

/// Puzzles begun and not yet delivered, at most: what keeps memory flat while answers wait for an earlier one.
const WINDOW: usize = 1024;

/// So many bytes for solutions may be asked for before it is known whether they are needed.
const ROOM: usize = 1 << 20;

/// From this limit on, solutions are counted by independent parts; below, one by one, so that witnesses are in order.
const COUNTING: u64 = 1 << 16;

/// Below the root, with fewer open cells than this, leaf by leaf is faster than looking for parts.
const MANY: u32 = 12;

/// Sweeps between two words on progress.
const WORD: u64 = 1 << 10;

/// A part of a puzzle's search that is over; the other parts name their lane.
const OVER: u8 = u8::MAX;

pub(super) struct Engine<'a, V: Vector> {
    token: V::Token,
    plan: &'a Plan,
    ask: &'a Ask<'a>,
    board: Board<V>,
    lanes: Vec<Lane<V::Word>>,
    /// Bit a lane: has a puzzle.
    busy: u64,
    /// Places for puzzles, as many as were ever needed at once: memory that was used last is used next.
    jobs: Vec<Job>,
    /// Two solutions a job.
    solutions: Vec<u8>,
    /// Jobs that nobody uses.
    vacant: Vec<usize>,
    /// The jobs of puzzles begun and not yet delivered, in the order of the input; so many at most.
    turns: VecDeque<usize>,
    window: usize,
    /// Where all this memory came from, and goes back to.
    pool: &'a Pool,
    spare: Bytes,
    dry: bool,
    /// Words a saved state, a multiple of the lanes.
    stride: usize,
    /// Candidates of a cell by what the puzzle says of it.
    given: [V::Word; 256],
    scratch: Scratch,
    /// Where all solutions are asked for.
    parts: Option<Parts>,
    /// Where there are rules.
    blame: Option<Blame<V>>,
    /// What sweeps many puzzles before each gets a lane.
    ahead: Option<Ahead<V::Bits>>,
    stats: Stats,
    /// After so many sweeps there is a word on progress.
    due: u64,
}

/// Memory that engines of the same plan leave to those after them: to have it anew from the system costs more than many a
/// puzzle.
#[derive(Default)]
pub(super) struct Pool(Mutex<Vec<Memory>>);

#[derive(Default)]
struct Memory {
    jobs: Vec<Job>,
    solutions: Vec<u8>,
    vacant: Vec<usize>,
    bytes: Bytes,
}

struct Lane<W> {
    job: usize,
    /// Saved states, `stride` words each; those before `bottom` have been given away.
    saved: Vec<W>,
    bottom: usize,
    top: usize,
    /// Guesses above the state `saved[0]`.
    depth: u32,
    mark: Mark,
    /// Of the saved states.
    marks: Vec<Mark>,
}

/// What is known of a state besides its candidates.
#[derive(Clone, Copy)]
struct Mark {
    /// Solutions that each of its solutions stands for.
    weight: u128,
    /// The cell of the latest guess.
    guessed: u32,
}

impl Mark {
    /// Before any guess.
    const ROOT: Mark = Mark { weight: 1, guessed: u32::MAX };
}

#[derive(Default)]
struct Job {
    found: u128,
    kept: usize,
    nodes: u64,
    cut: bool,
    done: bool,
    /// The lane that works on the first part of the search.
    lane: u8,
    /// The other parts in the order in which one lane alone would have come to them.
    later: Vec<Part>,
}

struct Part {
    lane: u8,
    found: u128,
    kept: Vec<u8>,
}

/// What is known of the state of one lane.
struct Scratch {
    /// A bit a cell: has several candidates, has two.
    open: Vec<u64>,
    two: Vec<u64>,
}

impl<'a, V: Vector> Engine<'a, V> {
    pub(super) fn new(
        token: V::Token,
        plan: &'a Plan,
        ask: &'a Ask<'a>,
        most: Option<usize>,
        pool: &'a Pool,
    ) -> Self {
        let memory = pool.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let Memory { mut jobs, mut solutions, vacant, bytes } = memory.unwrap_or_default();
        let window = most.map_or(WINDOW, |most| most.clamp(1, WINDOW));
        if jobs.is_empty() && 2 * plan.variables * window <= ROOM {
            // The system gives what is used of it; to grow would leave behind what was used before.
            jobs.reserve(window);
            solutions.reserve(2 * plan.variables * window);
        }
        // A lane alone is the twin that all else is tested against.
        let many = V::LANES > 1 && ask.limit > 0 && Ahead::<V::Bits>::fits(plan, most);
        let (ahead, spare) = match many {
            true => (Some(Ahead::new(token, plan, bytes)), Bytes::default()),
            false => (None, bytes),
        };
        let n = plan.variables;
        let stride = n.div_ceil(V::LANES) * V::LANES;
        let all = full::<V::Word>(plan.values);
        let mut given = [V::Word::ZERO; 256];
        given[0] = all;
        for value in 0..plan.values {
            given[value as usize + 1] = V::Word::ONE << value;
        }
        let lane = |_| Lane {
            job: 0,
            saved: Vec::new(),
            bottom: 0,
            top: 0,
            depth: 0,
            mark: Mark::ROOT,
            marks: Vec::new(),
        };
        Engine {
            token,
            plan,
            ask,
            board: Board::new(token, plan),
            lanes: (0..V::LANES).map(lane).collect(),
            busy: 0,
            jobs,
            solutions,
            vacant,
            turns: VecDeque::new(),
            window,
            pool,
            spare,
            dry: false,
            stride,
            given,
            scratch: Scratch {
                open: vec![0; stride.div_ceil(64)],
                two: vec![0; stride.div_ceil(64)],
            },
            parts: if ask.limit >= COUNTING && plan.rules.is_empty() {
                Parts::new(plan)
            } else {
                None
            },
            blame: (!plan.rules.is_empty()).then(|| Blame::new(token, plan)),
            ahead,
            stats: Stats::default(),
            due: WORD,
        }
    }

    /// Solves all that `feed` gives and tells `give` the answers in the same order.
    pub(super) fn run(mut self, feed: &mut dyn Feed, give: &mut dyn FnMut(Answer<'_>)) -> Stats {
        V::run(
            self.token,
            #[inline(always)]
            || self.work(feed, give),
        );
        tell(self.ask, &self.stats, &mut 0);
        let Engine { jobs, solutions, vacant, ahead, spare, .. } = self;
        let bytes = ahead.map_or(spare, Ahead::into_bytes);
        let memory = Memory { jobs, solutions, vacant, bytes };
        self.pool.0.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
        self.stats
    }

    #[inline(always)]
    fn work(&mut self, feed: &mut dyn Feed, give: &mut dyn FnMut(Answer<'_>)) {
        loop {
            let idle = !self.busy & low_bits(V::LANES);
            if idle != 0 {
                each(idle, |lane| self.refill(lane, feed, give));
                self.deliver(give);
                let idle = !self.busy & low_bits(V::LANES);
                if self.busy == 0 {
                    if self.dry {
                        break;
                    }
                    continue;
                }
                if idle != 0 {
                    let _ = (0..V::LANES)
                        .filter(|lane| idle >> lane & 1 == 1)
                        .all(|lane| self.help(lane));
                }
            }
            if self.ask.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                self.cut_all();
                continue;
            }
            let swept = self.board.sweep(self.plan);
            self.stats.sweeps += 1;
            tell(self.ask, &self.stats, &mut self.due);
            self.stats.occupied += u64::from(self.busy.count_ones());
            let dead = swept.dead & self.busy;
            let solved = self.busy & !dead & !swept.open;
            let stalled = self.busy & !dead & swept.open & !swept.changed;
            match self.blame {
                None => self.each(stalled, Self::guess),
                Some(_) => self.guess_by_blame(dead, stalled),
            }
            if solved != 0 {
                let verified = self.board.verified(self.plan);
                self.each(solved & verified, Self::record);
            }
            self.each(dead | solved, Self::back);
        }
    }

    /// The limit, or no limit at all.
    fn most(&self) -> u128 {
        if self.ask.limit == u64::MAX { u128::MAX } else { u128::from(self.ask.limit) }
    }

    /// Begins the next puzzle in an idle lane.
    #[inline(always)]
    fn refill(&mut self, lane: usize, feed: &mut dyn Feed, give: &mut dyn FnMut(Answer<'_>)) {
        while !self.dry && self.turns.len() < self.window {
            let n = self.plan.variables;
            let begun = match &mut self.ahead {
                Some(ahead) => {
                    let sweep = !self.ask.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed));
                    ahead.next(self.plan, feed, sweep, |sweeps, puzzles| {
                        self.stats.sweeps += sweeps;
                        self.stats.occupied += sweeps * puzzles;
                        tell(self.ask, &self.stats, &mut self.due);
                    })
                }
                None => feed.next().map(Begun::Open),
            };
            let Some(begun) = begun else {
                self.dry = true;
                return;
            };
            self.stats.puzzles += 1;
            // Nobody waits.
            if let (Begun::Dead | Begun::Solved(_), true) = (&begun, self.turns.is_empty()) {
                let first = if let Begun::Solved(values) = begun { Some(values) } else { None };
                let count = u128::from(first.is_some());
                self.stats.solutions = self.stats.solutions.saturating_add(count as u64);
                give(Answer { count, complete: true, first, second: None, nodes: 0 });
                continue;
            }
            let slot = match self.vacant.pop() {
                Some(slot) => slot,
                None => {
                    self.jobs.push(Job::default());
                    self.solutions.resize(2 * n * self.jobs.len(), 0);
                    self.jobs.len() - 1
                }
            };
            self.turns.push_back(slot);
            let job = &mut self.jobs[slot];
            (job.found, job.kept, job.nodes) = (0, 0, 0);
            (job.cut, job.done, job.lane) = (false, false, lane as u8);
            job.later.clear();
            let cells = &mut self.board.cells[..n];
            let mut fits = true;
            match begun {
                Begun::Open(Puzzle::Cells(given)) => {
                    fits = given.len() == n;
                    for (cell, &given) in cells.iter_mut().zip(given) {
                        cell.set(lane, self.given[given as usize]);
                    }
                }
                Begun::Open(Puzzle::Masks(masks)) => {
                    let all = full::<u64>(self.plan.values);
                    for (cell, &mask) in cells.iter_mut().zip(masks) {
                        cell.set(lane, V::Word::from_mask(mask & all));
                    }
                    fits = masks.len() == n;
                }
                Begun::Dead => job.done = true,
                Begun::Solved(values) => {
                    self.stats.solutions = self.stats.solutions.saturating_add(1);
                    self.solutions[2 * slot * n..][..n].copy_from_slice(values);
                    (job.found, job.kept, job.done) = (1, 1, true);
                }
            }
            if job.done {
                continue;
            }
            if self.plan.impossible || !fits || self.ask.limit == 0 {
                job.done = true;
                continue;
            }
            self.board.forget(lane);
            self.busy |= 1 << lane;
            let lane = &mut self.lanes[lane];
            (lane.job, lane.bottom, lane.top, lane.depth) = (slot, 0, 0, 0);
            lane.mark = Mark::ROOT;
            return;
        }
    }

    /// Tells the answers that are complete and whose turn it is.
    #[inline(always)]
    fn deliver(&mut self, give: &mut dyn FnMut(Answer<'_>)) {
        let n = self.plan.variables;
        while let Some(&slot) = self.turns.front() {
            let job = &self.jobs[slot];
            if !job.done {
                break;
            }
            let kept = |k: usize| {
                (job.kept > k).then(|| &self.solutions[(2 * slot + k) * n..(2 * slot + k + 1) * n])
            };
            give(Answer {
                count: job.found.min(self.most()),
                complete: !job.cut,
                first: kept(0),
                second: kept(1),
                nodes: job.nodes,
            });
            self.turns.pop_front();
            self.vacant.push(slot);
        }
    }

    /// Does something in each of some lanes, unless what it did in one has ended the work of another.
    #[inline(always)]
    fn each(&mut self, lanes: u64, what: impl Fn(&mut Self, usize)) {
        // No closure here: it would not be compiled for the vectors in use.
        let mut rest = lanes;
        while rest != 0 {
            let lane = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            if self.busy >> lane & 1 == 1 {
                what(self, lane);
            }
        }
    }

    /// Gives an idle lane the oldest open branch there is, and tells whether there was one.
    #[cold]
    fn help(&mut self, idle: usize) -> bool {
        let oldest = (0..V::LANES)
            .filter(|&lane| {
                self.busy >> lane & 1 == 1 && self.lanes[lane].bottom < self.lanes[lane].top
            })
            .min_by_key(|&lane| self.lanes[lane].depth as usize + self.lanes[lane].bottom);
        let Some(from) = oldest else { return false };
        let lane = &mut self.lanes[from];
        let (job, depth) = (lane.job, lane.depth as usize + lane.bottom);
        let at = lane.bottom * self.stride;
        let n = self.plan.variables;
        for (cell, &word) in self.board.cells.iter_mut().zip(&lane.saved[at..at + n]) {
            cell.set(idle, word);
        }
        let mark = lane.marks[lane.bottom];
        lane.bottom += 1;
        self.board.forget(idle);
        self.busy |= 1 << idle;
        let lane = &mut self.lanes[idle];
        (lane.job, lane.bottom, lane.top, lane.depth) = (job, 0, 0, depth as u32);
        lane.mark = mark;
        let Job { lane: first, later, .. } = &mut self.jobs[job];
        let place = later.iter().position(|part| part.lane == from as u8);
        let after = if *first == from as u8 { 0 } else { place.map_or(later.len(), |p| p + 1) };
        later.insert(after, Part { lane: idle as u8, found: 0, kept: Vec::new() });
        true
    }

    /// Saves the lane's state less a candidate, and fixes that candidate.
    #[inline(always)]
    fn guess(&mut self, index: usize) {
        let n = self.plan.variables;
        if !self.save(index) {
            return;
        }
        let lane = &mut self.lanes[index];
        let saved = &mut lane.saved[lane.top * self.stride..][..self.stride];
        // Not at each depth, since looking costs half of what a leaf costs; but by depth alone, so that the first solution
        // does not depend on what other lanes do.
        if let Some(parts) = &self.parts
            && (lane.depth as usize + lane.top).is_multiple_of(8)
        {
            let least = if lane.depth == 0 && lane.top == 0 { 0 } else { MANY };
            let ways = parts.settle(&mut saved[..n], least);
            if ways == 0 {
                self.back(index);
                return;
            }
            lane.mark.weight = lane.mark.weight.saturating_mul(ways);
            for (cell, &word) in self.board.cells.iter_mut().zip(&saved[..n]) {
                cell.set(index, word);
            }
            self.scratch.scan::<V>(self.token, saved);
        }
        if let Some(parts) = &self.parts
            && self.scratch.all_pairs()
            && let Some(ways) = parts.fill_pairs(&mut saved[..n], &self.scratch.open)
        {
            if ways == 0 {
                self.back(index);
                return;
            }
            lane.mark.weight = lane.mark.weight.saturating_mul(ways);
            for (cell, &word) in self.board.cells.iter_mut().zip(&saved[..n]) {
                cell.set(index, word);
            }
            return;
        }
        let cell = self.scratch.choose(self.plan, saved);
        let word = saved[cell];
        self.descend(index, cell, word & !(word & word.wrapping_sub(V::Word::ONE)));
    }

    /// The same in some lanes, by what others have come to a dead end with, and some now.
    #[inline(never)]
    fn guess_by_blame(&mut self, dead: u64, stalled: u64) {
        let Some(mut blame) = self.blame.take() else { return };
        V::run(
            self.token,
            #[inline(always)]
            || {
                if dead != 0 {
                    blame.dead_end(dead, self.plan, &self.board, |lane| {
                        self.lanes[lane].mark.guessed
                    });
                }
                if stalled != 0 {
                    blame.look(self.token, self.plan, &self.board.cells);
                }
                let mut rest = stalled;
                while rest != 0 {
                    let index = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    if self.busy >> index & 1 == 0 || !self.save(index) {
                        continue;
                    }
                    let lane = &mut self.lanes[index];
                    let saved = &lane.saved[lane.top * self.stride..][..self.stride];
                    let (cell, bit) = blame.choose(self.plan, &self.scratch.open, saved, index);
                    lane.mark.guessed = cell as u32;
                    self.descend(index, cell, bit);
                }
            },
        );
        self.blame = Some(blame);
    }

    /// Saves the lane's state and takes note of what is open, unless there is no guess left.
    #[inline(always)]
    fn save(&mut self, index: usize) -> bool {
        let lane = &mut self.lanes[index];
        let job = &mut self.jobs[lane.job];
        job.nodes += 1;
        self.stats.guesses += 1;
        if job.nodes > self.ask.nodes {
            let slot = lane.job;
            self.cut(slot);
            return false;
        }
        let at = lane.top * self.stride;
        if lane.saved.len() < at + self.stride {
            lane.saved.resize(at + self.stride, V::Word::ONE);
        }
        let saved = &mut lane.saved[at..at + self.stride];
        self.scratch.take(self.token, &self.board.cells, index, saved);
        true
    }

    /// Fixes a candidate, and takes it from the state that was saved.
    #[inline(always)]
    fn descend(&mut self, index: usize, cell: usize, bit: V::Word) {
        let lane = &mut self.lanes[index];
        let saved = &mut lane.saved[lane.top * self.stride..][..self.stride];
        saved[cell] &= !bit;
        self.board.cells[cell].set(index, bit);
        lane.marks.truncate(lane.top);
        lane.marks.push(lane.mark);
        lane.top += 1;
    }

    /// The lane's branch is over: takes the latest saved state, or becomes idle.
    #[inline(always)]
    fn back(&mut self, index: usize) {
        let lane = &mut self.lanes[index];
        if lane.bottom < lane.top {
            lane.top -= 1;
            lane.mark = lane.marks[lane.top];
            let at = lane.top * self.stride;
            let n = self.plan.variables;
            for (cell, &word) in self.board.cells.iter_mut().zip(&lane.saved[at..at + n]) {
                cell.set(index, word);
            }
            self.board.forget(index);
            return;
        }
        self.busy &= !(1 << index);
        let job = &mut self.jobs[lane.job];
        if job.later.is_empty() {
            job.done = true;
        } else {
            self.close(index);
        }
    }

    /// Keeps the lane's solution.
    #[inline(always)]
    fn record(&mut self, index: usize) {
        let n = self.plan.variables;
        let slot = self.lanes[index].job;
        let job = &mut self.jobs[slot];
        let value = |cell: &V| cell.get(index).trailing_zeros() as u8 + 1;
        let weight = self.lanes[index].mark.weight;
        let found = u64::try_from(weight).unwrap_or(u64::MAX);
        self.stats.solutions = self.stats.solutions.saturating_add(found);
        if job.lane == index as u8 {
            job.found = job.found.saturating_add(weight);
            if job.kept < 2 {
                let at = (2 * slot + job.kept) * n;
                for (kept, cell) in self.solutions[at..at + n].iter_mut().zip(&self.board.cells) {
                    *kept = value(cell);
                }
                job.kept += 1;
            }
            if job.later.is_empty() {
                if job.found >= self.most() {
                    self.lanes[index].top = self.lanes[index].bottom;
                }
                return;
            }
        } else if let Some(part) = job.later.iter_mut().find(|p| p.lane == index as u8) {
            part.found = part.found.saturating_add(weight);
            if part.kept.len() < 2 * n {
                part.kept.extend(self.board.cells[..n].iter().map(value));
            }
        }
        self.enough(slot);
    }

    /// Drops the parts of a puzzle's search that come after enough solutions.
    #[cold]
    fn enough(&mut self, slot: usize) {
        let most = self.most();
        if most == u128::MAX {
            return;
        }
        let job = &mut self.jobs[slot];
        let mut found = job.found;
        let mut last = job.lane;
        let mut at = 0;
        while found < most {
            let Some(part) = job.later.get(at) else { return };
            found = found.saturating_add(part.found);
            last = part.lane;
            at += 1;
        }
        if last != OVER {
            let lane = &mut self.lanes[last as usize];
            lane.top = lane.bottom;
        }
        for part in job.later.drain(at..) {
            if part.lane != OVER {
                self.busy &= !(1 << part.lane);
            }
        }
    }

    /// Ends a lane's part of a search that several lanes share.
    #[cold]
    fn close(&mut self, index: usize) {
        let n = self.plan.variables;
        let slot = self.lanes[index].job;
        let job = &mut self.jobs[slot];
        if let Some(part) = job.later.iter_mut().find(|part| part.lane == index as u8) {
            part.lane = OVER;
        } else {
            // What the new first part has found so far comes next.
            job.lane = OVER;
            while job.lane == OVER && !job.later.is_empty() {
                let part = job.later.remove(0);
                job.lane = part.lane;
                job.found = job.found.saturating_add(part.found);
                for solution in part.kept.chunks(n.max(1)) {
                    keep(&mut job.kept, &mut self.solutions, slot, solution);
                }
            }
        }
        let mut at = 1;
        while at < job.later.len() {
            if job.later[at].lane == OVER && job.later[at - 1].lane == OVER {
                let part = job.later.remove(at);
                job.later[at - 1].found = job.later[at - 1].found.saturating_add(part.found);
                job.later[at - 1].kept.extend(part.kept);
            } else {
                at += 1;
            }
        }
        if job.lane == OVER {
            job.done = true;
        } else {
            self.enough(slot);
        }
    }

    /// Ends a puzzle's search before its time.
    #[cold]
    fn cut(&mut self, slot: usize) {
        let (n, most) = (self.plan.variables, self.most());
        let job = &mut self.jobs[slot];
        // Solutions of later parts count, the order does not matter any more.
        for part in job.later.drain(..) {
            job.found = job.found.saturating_add(part.found);
            for solution in part.kept.chunks(n.max(1)) {
                keep(&mut job.kept, &mut self.solutions, slot, solution);
            }
            if part.lane != OVER {
                self.busy &= !(1 << part.lane);
            }
        }
        self.busy &= !(1 << job.lane);
        job.cut = job.found < most;
        job.done = true;
    }

    #[cold]
    fn cut_all(&mut self) {
        for turn in 0..self.turns.len() {
            let slot = self.turns[turn];
            if !self.jobs[slot].done {
                self.cut(slot);
            }
        }
    }
}

impl Scratch {
    /// Saves a lane's state, and takes note of which cells are open, and which of them have two candidates.
    #[inline(always)]
    fn take<V: Vector>(
        &mut self,
        token: V::Token,
        cells: &[V],
        lane: usize,
        saved: &mut [V::Word],
    ) {
        let (open, two) = (&mut self.open[..], &mut self.two[..]);
        let chunks = saved.chunks_exact_mut(V::LANES).zip(cells.chunks_exact(V::LANES));
        for (i, (words, rows)) in chunks.enumerate() {
            // Looked at in its register: to read at once what was stored word by word takes long.
            let x = V::column(token, rows, lane);
            x.store(words);
            note(open, two, i * V::LANES, x);
        }
    }

    /// Takes note of a saved state.
    #[inline(always)]
    fn scan<V: Vector>(&mut self, token: V::Token, saved: &[V::Word]) {
        let (open, two) = (&mut self.open[..], &mut self.two[..]);
        for (i, words) in saved.chunks_exact(V::LANES).enumerate() {
            note(open, two, i * V::LANES, V::load(token, words));
        }
    }

    /// Whether all open cells have two candidates.
    #[inline(always)]
    fn all_pairs(&self) -> bool {
        // A call to compare few words would take longer than this.
        self.open.iter().zip(&self.two).fold(0, |other, (open, two)| other | (open ^ two)) == 0
    }

    /// The cell to guess: two candidates if there is such a cell, else the fewest; ties by most open peers.
    #[inline(always)]
    fn choose<W: Word>(&mut self, plan: &Plan, saved: &[W]) -> usize {
        if self.two.iter().all(|&w| w == 0) {
            let fewest = bits(&self.open).map(|c| saved[c].count_ones()).min().unwrap_or(0);
            for i in 0..self.open.len() {
                let mut word = self.open[i];
                while word != 0 {
                    let bit = word.trailing_zeros() as usize;
                    word &= word - 1;
                    if saved[i * 64 + bit].count_ones() == fewest {
                        self.two[i] |= 1 << bit;
                    }
                }
            }
        }
        match plan.words {
            1 => self.busiest::<1>(plan),
            2 => self.busiest::<2>(plan),
            4 => self.busiest::<4>(plan),
            _ => self.busiest_of_many(plan),
        }
    }

    /// Of the cells in `two` the one with the most open peers.
    #[inline(always)]
    fn busiest<const N: usize>(&self, plan: &Plan) -> usize {
        let peers = plan.peers.as_chunks::<N>().0;
        let (mut open, mut two) = ([0; N], [0; N]);
        open.copy_from_slice(&self.open[..N]);
        two.copy_from_slice(&self.two[..N]);
        let mut best = 0;
        for i in 0..N {
            let mut word = two[i];
            while word != 0 {
                let cell = i * 64 + word.trailing_zeros() as usize;
                word &= word - 1;
                // Two words at a time, of which the compiler does not try to make vectors: their sums would take longer.
                let mut score = 1;
                let mut j = 0;
                while j < N {
                    let near = double(&peers[cell], j);
                    score += u64::from((near & double(&open, j)).count_ones())
                        + u64::from((near & double(&two, j)).count_ones());
                    j += 2;
                }
                // In one number, so that nothing branches.
                best = best.max(score << 32 | cell as u64);
            }
        }
        best as u32 as usize
    }

    fn busiest_of_many(&self, plan: &Plan) -> usize {
        let open = &self.open[..plan.words];
        let score = |cell: usize| -> u32 {
            let peers = &plan.peers[cell * plan.words..(cell + 1) * plan.words];
            peers.iter().zip(open).map(|(p, o)| (p & o).count_ones()).sum()
        };
        bits(&self.two[..plan.words]).max_by_key(|&cell| score(cell)).unwrap_or(0)
    }
}

/// Tells how far it is, if that is due.
#[inline(always)]
fn tell(ask: &Ask<'_>, stats: &Stats, due: &mut u64) {
    if stats.sweeps >= *due {
        *due = stats.sweeps + WORD;
        if let Some(progress) = ask.progress {
            (progress.0)(stats);
        }
    }
}

/// Takes note of as many cells as there are lanes: which are open, and which have two candidates.
#[inline(always)]
fn note<V: Vector>(open: &mut [u64], two: &mut [u64], at: usize, x: V) {
    let y = x.and(x.dec());
    let z = y.and(y.dec());
    let (several, more) = (V::bits(y.nonzero()), V::bits(z.nonzero()));
    if at.is_multiple_of(64) {
        // What was noted before goes; to fill few words with zeros would be a call.
        (open[at / 64], two[at / 64]) = (0, 0);
    }
    open[at / 64] |= several << (at % 64);
    two[at / 64] |= (several & !more) << (at % 64);
}

/// Two words in one, or the last alone.
#[inline(always)]
fn double<const N: usize>(words: &[u64; N], at: usize) -> u128 {
    let high = if at + 1 < N { words[at + 1] } else { 0 };
    u128::from(words[at]) | u128::from(high) << 64
}

/// Keeps a solution of the job in that place, if it has not two already.
fn keep(kept: &mut usize, solutions: &mut [u8], slot: usize, solution: &[u8]) {
    if *kept < 2 {
        let at = (2 * slot + *kept) * solution.len();
        solutions[at..at + solution.len()].copy_from_slice(solution);
        *kept += 1;
    }
}

/// The set bits of a list of words.
#[inline(always)]
fn bits(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(i, &word)| {
        std::iter::successors((word != 0).then_some(word), |w| {
            Some(w & (w - 1)).filter(|&w| w != 0)
        })
        .map(move |w| i * 64 + w.trailing_zeros() as usize)
    })
}

#[inline(always)]
fn each(mut bits: u64, mut f: impl FnMut(usize)) {
    while bits != 0 {
        f(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

#[inline(always)]
fn low_bits(n: usize) -> u64 {
    !0 >> (64 - n)
}
