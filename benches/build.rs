//! What it costs to build a model: a small one, a 9x9 grid, and large ones of 100,000 variables and a million constraints.
//!
//! `cargo bench --bench build`

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use houserules::*;

/// The system's allocator, with the bytes in use and the most that were since someone asked.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: both functions hand their arguments to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn main() {
    println!("9 variables, 10 constraints: {:.1} µs", microseconds(|| magic_square().build()));
    println!("9x9 grid, 27 groups: {:.1} µs", microseconds(|| grid().build()));
    println!(
        "| variables | constraints | posted s | built s | MB | MB while building | bytes a constraint |"
    );
    println!("|--:|--:|--:|--:|--:|--:|--:|");
    for (variables, constraints) in [(10_000, 100_000), (50_000, 500_000), (100_000, 1_000_000)] {
        let (before, begun) = (NOW.load(Ordering::Relaxed), Instant::now());
        MOST.store(before, Ordering::Relaxed);
        let model = large(variables, constraints);
        let posted = begun.elapsed();
        let model = model.build().expect("a valid model");
        let built = begun.elapsed() - posted;
        let bytes = NOW.load(Ordering::Relaxed) - before;
        let most = MOST.load(Ordering::Relaxed) - before;
        println!(
            "| {variables} | {constraints} | {:.2} | {:.2} | {} | {} | {} |",
            posted.as_secs_f64(),
            built.as_secs_f64(),
            bytes >> 20,
            most >> 20,
            bytes / constraints
        );
        drop(model);
    }
}

/// How long it takes, of many times the median.
fn microseconds<T>(mut build: impl FnMut() -> T) -> f64 {
    let mut times: Vec<Duration> = (0..2000)
        .map(|_| {
            let begun = Instant::now();
            std::hint::black_box(build());
            begun.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e6
}

/// Eight sums, and all differ; the first corner is the smallest one.
fn magic_square() -> ModelBuilder {
    let mut model = ModelBuilder::new();
    let x = model.vars(9, 1..=9);
    model.all_different(&x);
    for i in 0..3 {
        model.post((x[3 * i] + x[3 * i + 1] + x[3 * i + 2]).equals(15));
        model.post((x[i] + x[i + 3] + x[i + 6]).equals(15));
    }
    model.post((x[0] + x[4] + x[8]).equals(15));
    model.post((x[2] + x[4] + x[6]).equals(15));
    model.post(AtMost::new(x[0], 1, x[2]));
    model
}

fn grid() -> ModelBuilder {
    let mut model = ModelBuilder::new();
    let x = model.vars(81, 1..=9);
    for i in 0..9 {
        model.all_different((0..9).map(|k| x[9 * i + k]));
        model.all_different((0..9).map(|k| x[9 * k + i]));
        model.all_different((0..9).map(|k| x[27 * (i / 3) + 3 * (i % 3) + 9 * (k / 3) + k % 3]));
    }
    model
}

/// Small constraints of four kinds on variables that are near each other.
fn large(variables: usize, constraints: usize) -> ModelBuilder {
    let mut model = ModelBuilder::new();
    let x = model.vars(variables, 0..=9);
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % n
    };
    for i in 0..constraints {
        let a = below(variables - 60);
        let (a, b, c) = (x[a], x[a + 1 + below(20)], x[a + 21 + below(20)]);
        match i % 4 {
            0 => model.post(AtMost::new(a, -6, b)),
            1 => model.post(NotEqual::new(a, b, 0)),
            2 => model.post(Linear::at_most([(1, a), (1, b), (1, c)], 20)),
            _ => model.post(Linear::not_equal([(1, a), (1, b), (-2, c)], 0)),
        };
    }
    model
}
