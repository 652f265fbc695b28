//! One puzzle a call: a search with a value a lane where the groups allow for it, which hands over to lanes what takes long.

use std::fmt::{self, Debug};
use std::sync::Arc;
use std::sync::atomic::Ordering;

#[cfg(feature = "simd")]
use super::Width;
use super::layout::Layout;
use super::places::{Board, End, Pass};
use super::vector::{Plain, Sixteen, Vector};
use super::{Answer, Ask, Feed, Lanes, Puzzle};

/// After so many guesses, lanes take over: they are better at many branches than at one.
const PATIENCE: u64 = 256;

/// Solves puzzles one at a time, and keeps its memory between them.
///
/// ```
/// use std::sync::Arc;
/// use houserules::lanes::{Ask, Lanes, Puzzle};
///
/// let lanes = Arc::new(Lanes::new(3, 3, &[vec![0, 1, 2]]).ok_or("no fit")?);
/// let mut single = lanes.single();
/// single.solve(&Ask::default(), Puzzle::Cells(&[1, 0, 3]), |answer| {
///     assert_eq!((answer.count, answer.first), (1, Some(&[1, 2, 3][..])));
/// });
/// # Ok::<(), &str>(())
/// ```
pub struct Single {
    lanes: Arc<Lanes>,
    search: Option<Box<dyn Search>>,
    found: Found,
}

/// What the search has found so far.
#[derive(Default)]
struct Found {
    count: u64,
    /// The first two solutions, one after the other.
    values: Vec<u8>,
    nodes: u64,
}

/// How the search ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stop {
    /// Everything was seen that was asked for.
    Done,
    /// The budget is spent, or somebody asked to stop.
    Cut,
    /// Open branches are left for lanes.
    Long,
}

/// A search for boards of one cut, with one kind of vectors.
trait Search: Send + Sync {
    fn solve(
        &mut self,
        layout: &Layout,
        ask: &Ask<'_>,
        puzzle: Puzzle<'_>,
        found: &mut Found,
    ) -> Stop;

    /// The candidates of all cells of the next open branch.
    fn branch(&mut self, layout: &Layout) -> Option<Vec<u64>>;
}

struct Descent<V: Vector, const M: usize, const R: usize> {
    pass: Pass<V, M, R>,
    /// Open branches, the next one last.
    saved: Vec<Board<V, M>>,
}

impl Clone for Single {
    /// The memory is not shared.
    fn clone(&self) -> Self {
        self.lanes.single()
    }
}

impl Debug for Single {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Single").field("lanes", &self.lanes).finish_non_exhaustive()
    }
}

impl Lanes {
    /// For puzzles one at a time.
    pub fn single(self: &Arc<Self>) -> Single {
        let search = self.layout().and_then(|layout| self.search(layout));
        Single { lanes: self.clone(), search, found: Found::default() }
    }

    fn search(&self, layout: &Layout) -> Option<Box<dyn Search>> {
        let values = self.plan.values as usize;
        #[cfg(feature = "simd")]
        {
            use fearless_simd::{Level, u16x16};
            let level = Level::new();
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            match (self.width, level.as_avx512(), level.as_avx2(), level.as_sse2()) {
                (Width::Avx512, Some(token), ..) => {
                    return descent::<u16x16<fearless_simd::Avx512>>(token, values, layout);
                }
                (Width::Avx2, _, Some(token), _) => {
                    return descent::<u16x16<fearless_simd::Avx2>>(token, values, layout);
                }
                (Width::Baseline, .., Some(token)) => {
                    return descent::<u16x16<fearless_simd::Sse2>>(token, values, layout);
                }
                _ => {}
            }
            #[cfg(target_arch = "aarch64")]
            if let (Width::Baseline, Some(token)) = (self.width, level.as_neon()) {
                return descent::<u16x16<fearless_simd::Neon>>(token, values, layout);
            }
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            if let (Width::Baseline, Some(token)) = (self.width, level.as_wasm_simd128()) {
                return descent::<u16x16<fearless_simd::WasmSimd128>>(token, values, layout);
            }
        }
        descent::<Plain<u16, 16>>((), values, layout)
    }
}

/// A search for a layout, if there is code for its cut.
fn descent<V: Sixteen>(token: V::Token, values: usize, layout: &Layout) -> Option<Box<dyn Search>> {
    fn new<V: Sixteen, const M: usize, const R: usize>(
        token: V::Token,
        values: usize,
    ) -> Option<Box<dyn Search>> {
        Some(Box::new(Descent::<V, M, R> { pass: Pass::new(token, values), saved: Vec::new() }))
    }
    // Larger boards are left to lanes: unrolled, their pass takes minutes to compile.
    match (layout.columns, layout.rows) {
        (2, 2) => new::<V, 2, 2>(token, values),
        (2, 3) => new::<V, 2, 3>(token, values),
        (3, 2) => new::<V, 3, 2>(token, values),
        (3, 3) => new::<V, 3, 3>(token, values),
        _ => None,
    }
}

/// Open branches as puzzles.
struct Branches(Vec<Vec<u64>>, usize);

impl Feed for Branches {
    fn next(&mut self) -> Option<Puzzle<'_>> {
        self.1 += 1;
        self.0.get(self.1 - 1).map(|masks| Puzzle::Masks(masks))
    }

    fn at_most(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// A puzzle on its way to lanes.
struct Alone<'a>(Option<Puzzle<'a>>);

impl Feed for Alone<'_> {
    fn next(&mut self) -> Option<Puzzle<'_>> {
        self.0.take()
    }

    fn at_most(&self) -> Option<usize> {
        Some(1)
    }
}

impl Single {
    /// Solves a puzzle and tells `give` the answer; the same as [`Lanes::solve`] for a single one.
    pub fn solve<T>(
        &mut self,
        ask: &Ask<'_>,
        puzzle: Puzzle<'_>,
        give: impl FnOnce(Answer<'_>) -> T,
    ) -> T {
        let n = self.lanes.plan.variables;
        let fits = match puzzle {
            Puzzle::Cells(cells) => cells.len() == n,
            Puzzle::Masks(masks) => masks.len() == n,
        };
        let Single { lanes, search, found, .. } = self;
        let ready = search
            .as_mut()
            .zip(lanes.layout())
            .filter(|_| fits && (1..1 << 16).contains(&ask.limit));
        let Some((search, layout)) = ready else {
            return lanes.alone(ask, puzzle, give);
        };
        found.clear();
        let stop = search.solve(layout, ask, puzzle, found);
        let mut count = u128::from(found.count);
        let mut complete = stop != Stop::Cut;
        if stop == Stop::Long {
            let branches = std::iter::from_fn(|| search.branch(layout)).collect();
            let left = ask.limit(ask.limit - found.count).nodes(ask.nodes - found.nodes);
            let mut add = |answer: Answer<'_>| {
                count += answer.count;
                complete &= answer.complete;
                found.nodes += answer.nodes;
                for solution in answer.first.iter().chain(&answer.second) {
                    found.keep(n, |values| values.extend_from_slice(solution));
                }
            };
            lanes.solve(&left, &mut Branches(branches, 0), &mut add);
        }
        let enough = count >= ask.limit.into();
        let mut kept = found.values.chunks(n.max(1));
        give(Answer {
            count: count.min(ask.limit.into()),
            complete: complete || enough,
            first: kept.next(),
            second: kept.next(),
            nodes: found.nodes,
        })
    }
}

impl Lanes {
    fn alone<T>(&self, ask: &Ask<'_>, puzzle: Puzzle<'_>, give: impl FnOnce(Answer<'_>) -> T) -> T {
        let (mut give, mut said) = (Some(give), None);
        self.solve(ask, &mut Alone(Some(puzzle)), &mut |answer| {
            said = give.take().map(|give| give(answer));
        });
        said.expect("a puzzle has an answer")
    }
}

impl Found {
    fn clear(&mut self) {
        (self.count, self.nodes) = (0, 0);
        self.values.clear();
    }

    /// Keeps a solution if there are not two already.
    #[inline(always)]
    fn keep(&mut self, n: usize, write: impl FnOnce(&mut Vec<u8>)) {
        if self.values.len() < 2 * n {
            write(&mut self.values);
        }
    }
}

impl<V: Sixteen, const M: usize, const R: usize> Search for Descent<V, M, R> {
    fn solve(
        &mut self,
        layout: &Layout,
        ask: &Ask<'_>,
        puzzle: Puzzle<'_>,
        found: &mut Found,
    ) -> Stop {
        let token = self.pass.token;
        V::run(
            token,
            #[inline(always)]
            || {
                let board = match puzzle {
                    Puzzle::Cells(cells) => self.pass.load(layout, cells.iter().map(given)),
                    Puzzle::Masks(masks) => {
                        self.pass.load(layout, masks.iter().map(|&mask| mask as u16))
                    }
                };
                self.descend(board, layout, ask, found)
            },
        )
    }

    fn branch(&mut self, layout: &Layout) -> Option<Vec<u64>> {
        let board = self.saved.pop()?;
        let mask = |&slot: &u8| self.pass.candidates(&board, slot.into()).into();
        Some(layout.slots.iter().map(mask).collect())
    }
}

/// The candidates of a cell with this given: all of them if there is none, none if it is no value.
#[inline(always)]
fn given(&value: &u8) -> u16 {
    match value {
        0 => u16::MAX,
        1..=16 => 1 << (value - 1),
        _ => 0,
    }
}

impl<V: Sixteen, const M: usize, const R: usize> Descent<V, M, R> {
    #[inline(always)]
    fn descend(
        &mut self,
        mut board: Board<V, M>,
        layout: &Layout,
        ask: &Ask<'_>,
        found: &mut Found,
    ) -> Stop {
        self.saved.clear();
        loop {
            match self.pass.settle(&mut board) {
                End::Dead => {}
                End::Solved => {
                    found.count += 1;
                    found.keep(layout.slots.len(), |values| {
                        self.pass.unload(&board, layout, values)
                    });
                    if found.count >= ask.limit {
                        return Stop::Done;
                    }
                }
                End::Stalled => {
                    let cancelled = || ask.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed));
                    if found.nodes >= ask.nodes || cancelled() {
                        return Stop::Cut;
                    }
                    if found.nodes >= PATIENCE {
                        self.saved.push(board);
                        return Stop::Long;
                    }
                    found.nodes += 1;
                    self.guess(&mut board, layout);
                    continue;
                }
            }
            match self.saved.pop() {
                Some(saved) => board = saved,
                None => return Stop::Done,
            }
        }
    }

    /// Saves the board less a candidate, and fixes that candidate.
    #[inline(always)]
    fn guess(&mut self, board: &mut Board<V, M>, layout: &Layout) {
        let slot = self.choose(board, layout);
        let value = self.pass.candidates(board, slot).trailing_zeros() as usize;
        let (h, m, bit) = (slot / 16 / M, slot / 16 % M, 1 << (slot % 16));
        // All in vectors: a vector read where a word of it was just written waits for both.
        let (here, x) = (V::splat(self.pass.token, bit), board[h][m]);
        let guess = here.and(self.pass.lanes[value]);
        let mut rest = *board;
        rest[h][m] = x.without(guess);
        self.saved.push(rest);
        board[h][m] = x.without(here.without(guess));
    }

    /// The cell to guess: two candidates if there is such a cell, else the fewest; ties by most open peers.
    #[inline(always)]
    fn choose(&self, board: &Board<V, M>, layout: &Layout) -> usize {
        let (open, mut two) = self.pass.open(board);
        // Four vectors a word.
        let words = (M * M).div_ceil(4);
        if two == [0; 4] {
            let mut fewest = u32::MAX;
            for i in 0..words {
                let mut word = open[i];
                while word != 0 {
                    let bit = word.trailing_zeros();
                    word &= word - 1;
                    let slot = 64 * i + bit as usize;
                    let len = self.pass.candidates(board, slot).count_ones();
                    if len < fewest {
                        (fewest, two) = (len, [0; 4]);
                    }
                    if len == fewest {
                        two[i] |= 1 << bit;
                    }
                }
            }
        }
        let mut best = 0;
        for i in 0..words {
            let mut word = two[i];
            while word != 0 {
                let slot = 64 * i + word.trailing_zeros() as usize;
                word &= word - 1;
                let mut score = 1;
                let peers = &layout.peers[slot];
                for j in 0..words {
                    score += u64::from((peers[j] & open[j]).count_ones());
                    score += u64::from((peers[j] & two[j]).count_ones());
                }
                best = best.max(score << 32 | slot as u64);
            }
        }
        best as u32 as usize
    }
}
