//! One puzzle a SIMD lane: the bulk solver for shapes that consist of all-different groups.

mod ahead;
mod blame;
mod layout;
mod model;
mod parts;
mod places;
mod plan;
mod rule;
mod search;
#[cfg_attr(all(target_arch = "wasm32", not(target_feature = "simd128")), allow(unused))]
mod single;
mod sweep;
#[cfg(feature = "threads")]
mod threads;
mod vector;
// Without vectors there is little to use of it.
#[cfg(feature = "simd")]
#[cfg_attr(all(target_arch = "wasm32", not(target_feature = "simd128")), allow(unused))]
mod wide;

use core::fmt::{self, Debug};
use layout::Layout;
use plan::Plan;
use rule::Rule;
use search::{Engine, Pool};
pub use single::Single;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use vector::Plain;

/// A shape compiled for lanes: build it once, solve any number of puzzles with it, from any number of threads.
pub struct Lanes {
    plan: Plan,
    width: Width,
    /// For puzzles one at a time, made when the first of them comes.
    layout: OnceLock<Option<Layout>>,
    pool: Pool,
}

/// So many operations are spent on a guess beside sweeps, and so many sweeps.
const GUESS: u64 = 1500;
const SWEEPS: u64 = 5;

/// Which vectors to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Width {
    /// One puzzle at a time, without any SIMD.
    One,
    /// Plain arrays, left to the compiler: on targets of which not every machine has vectors.
    Portable,
    /// The vectors every machine of this target has: SSE2, NEON, WebAssembly SIMD.
    #[cfg(feature = "simd")]
    Baseline,
    /// 256 bits.
    #[cfg(feature = "simd")]
    Avx2,
    /// 512 bits.
    #[cfg(feature = "simd")]
    Avx512,
}

impl Width {
    /// The widths this machine has, the best one last.
    pub fn available() -> Vec<Width> {
        #[allow(unused_mut)]
        let mut widths = vec![Width::One];
        #[cfg(not(all(feature = "simd", any(target_arch = "x86_64", target_arch = "aarch64"))))]
        widths.push(Width::Portable);
        #[cfg(feature = "simd")]
        {
            let level = fearless_simd::Level::new();
            if !level.is_fallback() {
                widths.push(Width::Baseline);
            }
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            {
                widths.extend(level.as_avx2().map(|_| Width::Avx2));
                widths.extend(level.as_avx512().map(|_| Width::Avx512));
            }
        }
        widths
    }
}

/// What is asked of each puzzle.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Ask<'a> {
    /// Stop a puzzle at so many solutions: 1 for any, 2 for uniqueness, `u64::MAX` for all.
    pub limit: u64,
    /// Guesses a puzzle may take.
    pub nodes: u64,
    /// Set by another thread to stop everything.
    pub cancel: Option<&'a AtomicBool>,
    /// Told how far it is.
    pub progress: Option<Progress<'a>>,
}

/// Is told now and then how far the work is.
#[derive(Clone, Copy)]
pub struct Progress<'a>(&'a (dyn Fn(&Stats) + Sync));

impl Debug for Progress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Progress")
    }
}

impl Default for Ask<'_> {
    /// Uniqueness, without a budget.
    fn default() -> Self {
        Ask { limit: 2, nodes: u64::MAX, cancel: None, progress: None }
    }
}

impl<'a> Ask<'a> {
    /// Stops a puzzle at so many solutions.
    pub fn limit(mut self, limit: u64) -> Self {
        self.limit = limit;
        self
    }
    /// Stops a puzzle after so many guesses.
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.nodes = nodes;
        self
    }
    /// Stops all puzzles when the flag is set.
    pub fn cancel(mut self, flag: &'a AtomicBool) -> Self {
        self.cancel = Some(flag);
        self
    }
    /// Tells `progress` how far the work is, every thousand sweeps, a millisecond or less, and at the end. Each thread
    /// tells of its own work.
    ///
    /// ```
    /// use houserules::grid::Shape;
    /// use houserules::lanes::{Ask, Puzzle, Stats};
    /// use std::sync::atomic::{AtomicU64, Ordering};
    ///
    /// let model = "latin:5".parse::<Shape>()?.model();
    /// let mut single = model.lanes().expect("it has groups alone").single();
    /// let so_far = AtomicU64::new(0);
    /// let progress = |stats: &Stats| so_far.store(stats.solutions, Ordering::Relaxed);
    /// let ask = Ask::default().limit(u64::MAX).progress(&progress);
    /// assert_eq!(single.solve(&ask, Puzzle::Cells(&[0; 25]), |answer| answer.count), 161_280);
    /// assert_eq!(so_far.into_inner(), 161_280);
    /// # Ok::<(), houserules::grid::ShapeError>(())
    /// ```
    pub fn progress(mut self, progress: &'a (dyn Fn(&Stats) + Sync)) -> Self {
        self.progress = Some(Progress(progress));
        self
    }
}

/// One puzzle of a shape.
#[derive(Clone, Copy, Debug)]
pub enum Puzzle<'a> {
    /// For each variable 0 if open, else the given value's index plus 1.
    Cells(&'a [u8]),
    /// For each variable the candidates, one bit a value.
    Masks(&'a [u64]),
}

/// Where puzzles come from.
pub trait Feed {
    /// The next puzzle, `None` after the last.
    fn next(&mut self) -> Option<Puzzle<'_>>;

    /// How many there are at most, if that is known: a few need less room.
    fn at_most(&self) -> Option<usize> {
        None
    }
}

/// What came of one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer<'a> {
    /// Solutions found, exact up to the limit if `complete`; with the limit `u64::MAX` there is no limit.
    pub count: u128,
    /// False if a budget or the cancel flag stopped the search: then there may be more solutions than `count`.
    pub complete: bool,
    /// The first solution, as value indices plus 1.
    pub first: Option<&'a [u8]>,
    /// The second one; may be missing if the limit is above 65,535, as many solutions are then counted at once.
    pub second: Option<&'a [u8]>,
    /// Guesses.
    pub nodes: u64,
}

/// How the work went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// Puzzles taken from the input.
    pub puzzles: u64,
    /// Guesses.
    pub guesses: u64,
    /// Passes over all groups, for all lanes at once, or for a puzzle a bit before they have lanes.
    pub sweeps: u64,
    /// Puzzles that were worked on, summed over the sweeps.
    pub occupied: u64,
    /// Solutions found of all puzzles together; `u64::MAX` also stands for more.
    pub solutions: u64,
}

impl Debug for Lanes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lanes")
            .field("variables", &self.plan.variables)
            .field("values", &self.plan.values)
            .field("groups", &self.plan.groups.len())
            .field("width", &self.width)
            .finish()
    }
}

impl Lanes {
    /// Compiles a shape of `variables` cells with `values` values each, from groups of variables that must all differ.
    ///
    /// `None` if it does not fit: more than 64 values, a variable twice in one group, or one that does not exist.
    pub fn new(variables: usize, values: u32, groups: &[Vec<u32>]) -> Option<Lanes> {
        Lanes::with_rules(variables, values, groups, Vec::new())
    }

    fn with_rules(
        variables: usize,
        values: u32,
        groups: &[Vec<u32>],
        rules: Vec<Rule>,
    ) -> Option<Lanes> {
        let width = *Width::available().last()?;
        let plan = Plan::new(variables, values, groups, rules)?;
        Some(Lanes { plan, width, layout: OnceLock::new(), pool: Pool::default() })
    }

    /// Uses other vectors than the widest. Has no effect if the machine does not have them.
    pub fn with_width(mut self, width: Width) -> Lanes {
        if Width::available().contains(&width) {
            self.width = width;
        }
        self
    }

    /// About how many operations a guess takes of a puzzle in all lanes.
    pub(crate) fn steps_per_guess(&self) -> u64 {
        let lanes = match self.width {
            Width::One => 1,
            Width::Portable => 8,
            #[cfg(feature = "simd")]
            Width::Baseline => 8,
            #[cfg(feature = "simd")]
            Width::Avx2 => 16,
            #[cfg(feature = "simd")]
            Width::Avx512 => 32,
        };
        GUESS + SWEEPS * self.plan.steps() / lanes
    }

    fn layout(&self) -> Option<&Layout> {
        self.layout.get_or_init(|| Layout::of(&self.plan)).as_ref()
    }

    /// Solves all puzzles of `feed` and tells `give` the answers in the same order.
    ///
    /// Memory does not depend on the number of puzzles.
    pub fn solve(
        &self,
        ask: &Ask<'_>,
        feed: &mut dyn Feed,
        give: &mut dyn FnMut(Answer<'_>),
    ) -> Stats {
        match self.plan.values {
            0..=8 if self.plan.rules.is_empty() => self.solve_in::<u8, 16>(ask, feed, give),
            0..=16 => self.solve_in::<u16, 8>(ask, feed, give),
            17..=32 => self.solve_in::<u32, 4>(ask, feed, give),
            _ => self.solve_in::<u64, 2>(ask, feed, give),
        }
    }

    #[cfg_attr(all(target_arch = "wasm32", not(target_feature = "simd128")), allow(unused))]
    fn solve_in<W: Lane, const N: usize>(
        &self,
        ask: &Ask<'_>,
        feed: &mut dyn Feed,
        give: &mut dyn FnMut(Answer<'_>),
    ) -> Stats {
        let most = feed.at_most();
        #[cfg(feature = "simd")]
        {
            let level = fearless_simd::Level::new();
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            match self.width {
                Width::Avx512 => {
                    if let Some(token) = level.as_avx512() {
                        return Engine::<W::Avx512>::new(token, &self.plan, ask, most, &self.pool)
                            .run(feed, give);
                    }
                }
                Width::Avx2 => {
                    if let Some(token) = level.as_avx2() {
                        return Engine::<W::Avx2>::new(token, &self.plan, ask, most, &self.pool)
                            .run(feed, give);
                    }
                }
                Width::Baseline => {
                    if let Some(token) = level.as_sse2() {
                        return Engine::<W::Baseline>::new(
                            token, &self.plan, ask, most, &self.pool,
                        )
                        .run(feed, give);
                    }
                }
                _ => {}
            }
            #[cfg(target_arch = "aarch64")]
            if let (Width::Baseline, Some(token)) = (self.width, level.as_neon()) {
                return Engine::<W::Baseline>::new(token, &self.plan, ask, most, &self.pool)
                    .run(feed, give);
            }
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            if let (Width::Baseline, Some(token)) = (self.width, level.as_wasm_simd128()) {
                return Engine::<W::Baseline>::new(token, &self.plan, ask, most, &self.pool)
                    .run(feed, give);
            }
        }
        #[cfg(not(all(feature = "simd", any(target_arch = "x86_64", target_arch = "aarch64"))))]
        if self.width == Width::Portable {
            return Engine::<Plain<W, N>>::new((), &self.plan, ask, most, &self.pool)
                .run(feed, give);
        }
        Engine::<Plain<W, 1>>::new((), &self.plan, ask, most, &self.pool).run(feed, give)
    }
}

#[cfg(not(feature = "simd"))]
use vector::Word as Lane;
#[cfg(feature = "simd")]
use wide::Lane;
