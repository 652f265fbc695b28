//! The first sweeps of many puzzles at once, a puzzle a bit: what takes no guess ends here, the rest goes on in lanes.
//!
//! A candidate of a cell is one bit of each puzzle, so that a sweep is nothing but AND, OR and NOT, and no bit of a vector is
//! idle. What it costs to bring puzzles into that form and back is paid once for all sweeps; what differs from puzzle to
//! puzzle, a search above all, would cost too much.

use super::plan::{Plan, Weave};
use super::sweep::{all, once_twice, unrolled};
use super::vector::{Sliced, Vector};
use super::{Feed, Puzzle};

/// One in so many bits of a vector must have a puzzle to be worth the way there and back.
const WORTHWHILE: usize = 4;

/// After so many sweeps what is left goes on in lanes,
const MOST: usize = 12;

/// or after a sweep in which fewer than one in so many puzzles ended.
const SHARE: u32 = 12;

/// So many cells are turned at once; fewer one by one.
const WIDE: usize = 4;

/// Puzzles side by side in a block that is turned at once, and cells.
const BLOCK: usize = 16;

/// Puzzles under way, as many as a vector has bits.
pub(crate) struct Ahead<B: Sliced> {
    token: B::Token,
    cells: usize,
    values: usize,
    /// Bytes a puzzle in `rows` and the like.
    stride: usize,
    /// By cell and value: the puzzles with that candidate.
    board: Vec<B>,
    /// By cell: the puzzles in which it has several candidates.
    several: Vec<B>,
    /// The puzzles without a solution.
    lost: B,
    /// By crossing of the weave at hand, and value: what goes, and what has no other place in a house.
    gone: Vec<B>,
    only: Vec<B>,
    bytes: Bytes,
    /// One bit a puzzle.
    open: Vec<u64>,
    dead: Vec<u64>,
    /// So many puzzles are here, and this one is next.
    count: usize,
    next: usize,
    /// They were swept.
    swept: bool,
    /// What came behind them and is not given cell by cell, until it is taken.
    odd: Option<Odd>,
    taken: bool,
    /// Nothing comes behind them.
    dry: bool,
}

/// A byte for each cell of each puzzle.
#[derive(Default)]
pub(crate) struct Bytes {
    /// Givens and solutions, puzzle by puzzle.
    rows: Vec<u8>,
    solutions: Vec<u8>,
    /// The same cell by cell.
    turned: Vec<u8>,
    /// So many puzzles go to lanes at once, since sweeps were in vain last time, and so many next time.
    rest: usize,
    patience: usize,
}

/// A puzzle that is not given cell by cell.
enum Odd {
    Cells(Vec<u8>),
    Masks(Vec<u64>),
}

/// What has become of a puzzle.
pub(crate) enum Begun<'a> {
    /// Nothing that could be used.
    Open(Puzzle<'a>),
    /// It has no solution.
    Dead,
    /// It has this one only.
    Solved(&'a [u8]),
}

/// What a house has.
#[derive(Clone, Copy)]
struct Tally<B> {
    /// In a cell without other candidates.
    known: B,
    /// In some crossing, and in two or more.
    once: B,
    apart: B,
    /// Twice in one crossing or more.
    twice: B,
}

impl<B: Vector> Tally<B> {
    /// Of the crossings of a house: what is known, there once, and twice.
    #[inline(always)]
    fn of<const N: usize>(known: [B; N], once: [B; N], twice: [B; N]) -> Self {
        let (once, apart) = once_twice(once);
        Tally { known: all(known), once, apart, twice: all(twice) }
    }

    /// In one cell only.
    #[inline(always)]
    fn only(&self) -> B {
        self.once.without(self.apart.or(self.twice))
    }
}

/// Calls a method with the sizes of a weave as constants.
macro_rules! woven {
    ($weave:ident => $self:ident.$method:ident($($argument:expr),*)) => {
        match ($weave.rows, $weave.columns, $weave.each) {
            (2, 2, 2) => $self.$method::<2, 2, 2, 4>($($argument),*),
            (2, 2, 3) => $self.$method::<2, 2, 3, 6>($($argument),*),
            (3, 3, 2) => $self.$method::<3, 3, 2, 6>($($argument),*),
            (3, 3, 3) => $self.$method::<3, 3, 3, 9>($($argument),*),
            other => unreachable!("such a weave has more values: {other:?}"),
        }
    };
}

impl<B: Sliced> Ahead<B> {
    /// Whether it can be done, and is worth it: not if the plan has other groups than those of weaves, cells in none of them, or
    /// more than 9 values, nor for fewer puzzles, nor with vectors of 128 bits (easy puzzles took 1.03 of the time).
    pub(crate) fn fits(plan: &Plan, most: Option<usize>) -> bool {
        let groups = plan.groups.is_empty() && plan.rules.is_empty();
        let woven = !plan.impossible && !plan.weaves.is_empty() && groups;
        let worth = most.is_none_or(|most| most * WORTHWHILE >= 64 * B::LANES);
        if !woven || !worth || B::LANES <= 2 || plan.values > 9 {
            return false;
        }
        let mut free = vec![true; plan.variables];
        for &cell in plan.weaves.iter().flat_map(|weave| &weave.cells) {
            free[cell as usize] = false;
        }
        !free.contains(&true)
    }

    /// Nothing yet, for a plan that fits.
    pub(crate) fn new(token: B::Token, plan: &Plan, mut bytes: Bytes) -> Self {
        let (cells, values) = (plan.variables, plan.values as usize);
        let zero = B::splat(token, 0);
        let crossings = plan.weaves.iter().map(|weave| weave.rows * weave.columns);
        let crossings = crossings.max().unwrap_or(0);
        let most = 64 * B::LANES;
        let stride = cells.next_multiple_of(BLOCK);
        bytes.rows.resize(most * stride, 0);
        bytes.solutions.resize(most * stride, 0);
        bytes.turned.resize(most * stride, 0);
        Ahead {
            token,
            cells,
            values,
            stride,
            board: vec![zero; cells * values],
            several: vec![zero; cells],
            lost: zero,
            gone: vec![zero; crossings * values],
            only: vec![zero; crossings * values],
            bytes,
            open: vec![0; B::LANES],
            dead: vec![0; B::LANES],
            count: 0,
            next: 0,
            swept: false,
            odd: None,
            taken: true,
            dry: false,
        }
    }

    /// Its memory.
    pub(crate) fn into_bytes(self) -> Bytes {
        self.bytes
    }

    /// So many puzzles at once, at most.
    fn most(&self) -> usize {
        64 * B::LANES
    }

    /// What has become of the next puzzle; none after the last one. `told` is told of sweeps, and of how many puzzles each.
    #[inline(always)]
    pub(crate) fn next<'a>(
        &'a mut self,
        plan: &Plan,
        feed: &'a mut dyn Feed,
        sweep: bool,
        mut told: impl FnMut(u64, u64),
    ) -> Option<Begun<'a>> {
        if self.next == self.count && self.taken && !self.dry {
            if self.bytes.rest > 0 || !sweep {
                self.bytes.rest = self.bytes.rest.saturating_sub(1);
                return feed.next().map(Begun::Open);
            }
            self.fill(feed);
            self.swept = self.count * WORTHWHILE >= self.most();
            if self.swept {
                told(self.sweep_all(plan), self.count as u64);
            }
        }
        let place = self.next;
        if place == self.count {
            let odd = self.odd.as_ref().filter(|_| !self.taken)?;
            self.taken = true;
            return Some(Begun::Open(match odd {
                Odd::Cells(cells) => Puzzle::Cells(cells),
                Odd::Masks(masks) => Puzzle::Masks(masks),
            }));
        }
        self.next += 1;
        let row = place * self.stride..place * self.stride + self.cells;
        let is = |bits: &[u64]| bits[place / 64] >> (place % 64) & 1 == 1;
        Some(match () {
            () if !self.swept || is(&self.open) => {
                Begun::Open(Puzzle::Cells(&self.bytes.rows[row]))
            }
            () if is(&self.dead) => Begun::Dead,
            () => Begun::Solved(&self.bytes.solutions[row]),
        })
    }

    /// Takes in what comes next.
    #[inline(always)]
    fn fill(&mut self, feed: &mut dyn Feed) {
        (self.count, self.next) = (0, 0);
        while self.count < self.most() && self.taken && !self.dry {
            match feed.next() {
                Some(Puzzle::Cells(cells)) if cells.len() == self.cells => {
                    self.bytes.rows[self.count * self.stride..][..self.cells]
                        .copy_from_slice(cells);
                    self.count += 1;
                }
                Some(Puzzle::Cells(cells)) => {
                    (self.odd, self.taken) = (Some(Odd::Cells(cells.to_vec())), false);
                }
                Some(Puzzle::Masks(masks)) => {
                    (self.odd, self.taken) = (Some(Odd::Masks(masks.to_vec())), false);
                }
                None => self.dry = true,
            }
        }
    }

    #[inline(never)]
    fn sweep_all(&mut self, plan: &Plan) -> u64 {
        B::run(
            self.token,
            #[inline(always)]
            || {
                self.load();
                let mut ended = 0;
                let mut sweeps = 0;
                for _ in 0..MOST {
                    for weave in &plan.weaves {
                        woven!(weave => self.weave(weave));
                    }
                    sweeps += 1;
                    let now = self.ended();
                    if (now - ended) * SHARE < self.count as u32 && sweeps > 2 {
                        break;
                    }
                    ended = now;
                    if ended as usize == self.count {
                        break;
                    }
                }
                self.sort(plan);
                sweeps
            },
        )
    }

    /// From givens to bits.
    #[inline(always)]
    fn load(&mut self) {
        let most = self.most();
        self.turn();
        self.lost = B::splat(self.token, 0);
        for cell in 0..self.cells {
            let board = &mut self.board[cell * self.values..][..self.values];
            for (lane, bytes) in
                self.bytes.turned[cell * most..][..most].as_chunks().0.iter().enumerate()
            {
                let open = B::equal(self.token, bytes, 0);
                self.several[cell].set(lane, open);
                for (value, candidates) in board.iter_mut().enumerate() {
                    candidates.set(lane, open | B::equal(self.token, bytes, value as u8 + 1));
                }
            }
        }
    }

    /// The puzzles that are here.
    fn here(&self, lane: usize) -> u64 {
        let count = self.count.saturating_sub(64 * lane);
        if count >= 64 { !0 } else { !(!0 << count) }
    }

    /// The puzzles in which some cell has several candidates.
    #[inline(always)]
    fn undecided(&self) -> B {
        let mut any = B::splat(self.token, 0);
        for several in &self.several {
            any = any.or(*several);
        }
        any
    }

    /// How many puzzles are decided.
    #[inline(always)]
    fn ended(&self) -> u32 {
        let open = self.undecided().without(self.lost);
        (0..B::LANES).map(|lane| (self.here(lane) & !open.get(lane)).count_ones()).sum()
    }

    /// `R` houses across `C` others, with `M` cells in each crossing, and `N` values.
    #[inline(always)]
    fn weave<const R: usize, const C: usize, const M: usize, const N: usize>(
        &mut self,
        weave: &Weave,
    ) {
        let zero = B::splat(self.token, 0);
        let full = B::splat(self.token, !0);
        let cells = &weave.cells[..R * C * M];
        let board = self.board.as_chunks_mut::<N>().0;
        let several = &mut self.several[..];
        let (gone, only) = (&mut self.gone[..R * C * N], &mut self.only[..R * C * N]);
        let mut lost = self.lost;
        let none = Tally { known: zero, once: zero, apart: zero, twice: zero };
        // Looked up once, not for each value.
        let mut at = [[[(&board[0], zero); M]; C]; R];
        for (at, &cell) in at.as_flattened_mut().as_flattened_mut().iter_mut().zip(cells) {
            *at = (&board[cell as usize], several[cell as usize]);
        }
        for value in 0..N {
            let (mut has, mut twice, mut known) = ([[zero; C]; R], [[zero; C]; R], [[zero; C]; R]);
            let (mut rows, mut columns) = ([none; R], [none; C]);
            unrolled!(r in R => {
                unrolled!(c in C => {
                    let (mut x, mut one) = ([zero; M], [zero; M]);
                    for m in 0..M {
                        let (board, several) = at[r][c][m];
                        x[m] = board[value];
                        one[m] = x[m].without(several);
                    }
                    (has[r][c], twice[r][c]) = once_twice(x);
                    known[r][c] = all(one);
                });
                rows[r] = Tally::of(known[r], has[r], twice[r]);
            });
            unrolled!(c in C => {
                let mut column = [[zero; R]; 3];
                unrolled!(r in R => {
                    (column[0][r], column[1][r], column[2][r]) = (known[r][c], has[r][c], twice[r][c]);
                });
                columns[c] = Tally::of(column[0], column[1], column[2]);
            });
            unrolled!(r in R => { lost = lost.or(full.without(rows[r].once)); });
            unrolled!(c in C => { lost = lost.or(full.without(columns[c].once)); });
            unrolled!(r in R => {
                unrolled!(c in C => {
                    // What a row has in one crossing only goes from the rest of that column, and the other way round.
                    let mut goes = rows[r].known.or(columns[c].known);
                    unrolled!(k in R => {
                        if k != r {
                            goes = goes.or(has[k][c].without(rows[k].apart));
                        }
                    });
                    unrolled!(k in C => {
                        if k != c {
                            goes = goes.or(has[r][k].without(columns[k].apart));
                        }
                    });
                    gone[(r * C + c) * N + value] = goes;
                    only[(r * C + c) * N + value] = rows[r].only().or(columns[c].only());
                });
            });
        }
        for (crossing, cells) in cells.chunks_exact(M).enumerate() {
            let gone: &[B; N] = &gone[crossing * N..].as_chunks().0[0];
            let only: &[B; N] = &only[crossing * N..].as_chunks().0[0];
            for &cell in cells {
                let cell = cell as usize;
                let board = &mut board[cell];
                let open = several[cell];
                let mut x = [zero; N];
                let mut narrow = zero;
                for value in 0..N {
                    x[value] = board[value].without(gone[value].and(open));
                    narrow = narrow.or_and(x[value], only[value]);
                }
                for value in 0..N {
                    x[value] = x[value].without(narrow.without(only[value]));
                    board[value] = x[value];
                }
                let (once, twice) = count(&x, zero);
                several[cell] = twice;
                lost = lost.or(full.without(once));
            }
        }
        self.lost = lost;
    }

    /// The puzzles in which each house of a weave has each value.
    #[inline(always)]
    fn everywhere<const R: usize, const C: usize, const M: usize, const N: usize>(
        &self,
        weave: &Weave,
    ) -> B {
        let zero = B::splat(self.token, 0);
        let mut everywhere = B::splat(self.token, !0);
        let cells = &weave.cells[..R * C * M];
        for value in 0..N {
            let mut columns = [zero; C];
            unrolled!(r in R => {
                let mut row = zero;
                unrolled!(c in C => {
                    for m in 0..M {
                        let x = self.board[cells[(r * C + c) * M + m] as usize * N + value];
                        row = row.or(x);
                        columns[c] = columns[c].or(x);
                    }
                });
                everywhere = everywhere.and(row);
            });
            unrolled!(c in C => { everywhere = everywhere.and(columns[c]); });
        }
        everywhere
    }

    /// Tells puzzles that are decided from those that go on, and writes both down.
    #[inline(always)]
    fn sort(&mut self, plan: &Plan) {
        let mut everywhere = B::splat(self.token, !0);
        for weave in &plan.weaves {
            everywhere = everywhere.and(woven!(weave => self.everywhere(weave)));
        }
        let undecided = self.undecided();
        let open = undecided.without(self.lost);
        // One candidate a cell, but not each value in each house.
        let dead = self.lost.or(B::splat(self.token, !0).without(undecided.or(everywhere)));
        let mut solved = [0; 64];
        let (mut any_solved, mut left) = (0, 0);
        for (lane, solved) in solved.iter_mut().enumerate().take(B::LANES) {
            let here = self.here(lane);
            (self.open[lane], self.dead[lane]) = (open.get(lane) & here, dead.get(lane) & here);
            *solved = here & !self.open[lane] & !self.dead[lane];
            any_solved |= *solved;
            left += self.open[lane].count_ones() as usize;
        }
        let ended = self.count - left;
        self.bytes.patience = if ended * 3 < self.count * 2 {
            (2 * self.bytes.patience).clamp(1 << 9, 1 << 14)
        } else {
            0
        };
        self.bytes.rest = self.bytes.patience;
        if any_solved != 0 {
            self.spread(&solved[..B::LANES]);
            self.turn_back(&solved[..B::LANES]);
        }
    }

    /// From givens puzzle by puzzle to givens cell by cell.
    #[inline(always)]
    fn turn(&mut self) {
        let most = self.most();
        let Bytes { rows, turned, .. } = &mut self.bytes;
        for block in (0..self.count).step_by(BLOCK) {
            for cell in (0..self.cells).step_by(BLOCK) {
                let (from, to) =
                    (&rows[block * self.stride + cell..], &mut turned[cell * most + block..]);
                if self.cells - cell >= WIDE {
                    let (from, to) = (from.as_chunks().0, to.as_chunks_mut().0);
                    B::turn(self.token, from, self.stride / BLOCK, to, most / BLOCK);
                } else {
                    turn_few(self.cells - cell, BLOCK, from, self.stride, to, most);
                }
            }
        }
    }

    /// The other way round, for puzzles that are asked for.
    #[inline(always)]
    fn turn_back(&mut self, asked: &[u64]) {
        let most = self.most();
        let Bytes { solutions, turned, .. } = &mut self.bytes;
        for block in (0..self.count).step_by(BLOCK) {
            if asked[block / 64] >> (block % 64) & 0xFFFF == 0 {
                continue;
            }
            for cell in (0..self.cells).step_by(BLOCK) {
                let (from, to) =
                    (&turned[cell * most + block..], &mut solutions[block * self.stride + cell..]);
                if self.cells - cell >= WIDE {
                    let (from, to) = (from.as_chunks().0, to.as_chunks_mut().0);
                    B::turn(self.token, from, most / BLOCK, to, self.stride / BLOCK);
                } else {
                    turn_few(BLOCK, self.cells - cell, from, most, to, self.stride);
                }
            }
        }
    }

    /// From bits to values, a byte a puzzle, cell by cell, for vectors of puzzles of which some are asked for.
    #[inline(always)]
    fn spread(&mut self, asked: &[u64]) {
        let most = self.most();
        let zero = B::splat(self.token, 0);
        for cell in 0..self.cells {
            // A bit of the value a vector.
            let mut planes = [zero; 4];
            for (value, x) in self.board[cell * self.values..][..self.values].iter().enumerate() {
                for (bit, plane) in planes.iter_mut().enumerate() {
                    if (value + 1) >> bit & 1 == 1 {
                        *plane = plane.or(*x);
                    }
                }
            }
            let bytes = self.bytes.turned[cell * most..][..most].as_chunks_mut().0;
            for (lane, bytes) in bytes.iter_mut().enumerate() {
                if asked[lane] != 0 {
                    let mut words = [0; 4];
                    for (word, plane) in words.iter_mut().zip(&planes) {
                        *word = plane.get(lane);
                    }
                    B::spread(self.token, &words, bytes);
                }
            }
        }
    }
}

/// What some have, and what at least two have: by threes, which vectors are good at.
#[inline(always)]
fn count<B: Vector, const N: usize>(x: &[B; N], zero: B) -> (B, B) {
    let (threes, rest) = x.as_chunks::<3>();
    let mut tallies = [(zero, zero); 3];
    for (tally, three) in tallies.iter_mut().zip(threes) {
        *tally = once_twice(*three);
    }
    let [(a, aa), (b, bb), (c, cc)] = tallies;
    let (mut once, mut twice) = once_twice([a, b, c]);
    twice = twice.or(aa.or3(bb, cc));
    for x in rest {
        twice = twice.or_and(once, *x);
        once = once.or(*x);
    }
    (once, twice)
}

/// Rows that become columns, so many of so many bytes, one by one.
#[inline(always)]
fn turn_few(
    width: usize,
    height: usize,
    from: &[u8],
    stride: usize,
    to: &mut [u8],
    to_stride: usize,
) {
    for (column, to) in to.chunks_mut(to_stride).take(width).enumerate() {
        for (to, row) in to.iter_mut().zip(from.chunks(stride)).take(height) {
            *to = row[column];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::vector::Plain;
    use super::*;

    struct List(Vec<Vec<u8>>, usize);

    impl Feed for List {
        fn next(&mut self) -> Option<Puzzle<'_>> {
            self.1 += 1;
            self.0.get(self.1 - 1).map(|cells| Puzzle::Cells(cells))
        }
    }

    fn plan() -> Plan {
        let kinds: [fn(u32, u32) -> u32; 3] =
            [|i, j| 4 * i + j, |i, j| 4 * j + i, |i, j| i / 2 * 8 + i % 2 * 2 + j / 2 * 4 + j % 2];
        let group = |kind: fn(u32, u32) -> u32, i| (0..4).map(|j| kind(i, j)).collect();
        let groups = kinds.iter().flat_map(|&kind| (0..4).map(move |i| group(kind, i)));
        Plan::new(16, 4, &groups.collect::<Vec<Vec<u32>>>(), Vec::new()).expect("it is a plan")
    }

    #[test]
    fn what_takes_no_guess_ends_here_and_all_else_stays_as_it_was() {
        let solution = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
        let mut puzzles = Vec::new();
        // Three open cells, which singles fill; the third of these puzzles has two equal values in a row, or none possible.
        for i in 0..50 {
            let mut cells = solution.to_vec();
            for cell in [i % 16, (i + 5) % 16, (i + 11) % 16] {
                cells[cell] = 0;
            }
            match i % 3 {
                2 if i % 2 == 0 => cells[(i + 1) % 16] = cells[(i + 1) % 16] % 4 + 1,
                2 => cells[(i + 1) % 16] = 9,
                _ => {}
            }
            puzzles.push(cells);
        }
        // An empty board takes guesses.
        puzzles[20] = vec![0; 16];
        puzzles.push(vec![1; 3]);
        puzzles.push(solution.to_vec());
        let (plan, mut feed) = (plan(), List(puzzles.clone(), 0));
        let mut ahead = Ahead::<Plain<u64, 1>>::new((), &plan, Bytes::default());
        let mut told = 0;
        for (i, puzzle) in puzzles.iter().enumerate() {
            let begun = ahead.next(&plan, &mut feed, true, |_, puzzles| told += puzzles);
            match begun.expect("there is one more") {
                Begun::Solved(values) => assert!(i < 50 && i % 3 < 2 && values == solution, "{i}"),
                Begun::Dead => assert!(i < 50 && i % 3 == 2, "{i}"),
                Begun::Open(Puzzle::Cells(cells)) => {
                    assert!((i == 20 || i > 49) && cells == puzzle)
                }
                Begun::Open(Puzzle::Masks(_)) => panic!("no puzzle has masks"),
            }
        }
        assert!(ahead.next(&plan, &mut feed, true, |_, _| {}).is_none());
        assert_eq!(told, 50);
    }
}
