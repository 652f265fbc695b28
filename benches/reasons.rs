//! What explanations of their own are worth: problems that are solved by learning, each constraint once with its
//! own reasons and once with those that any constraint has.
//!
//! `cargo bench --bench reasons -- [SECONDS]`
//!
//! Each problem is tried so long. What is printed is the answer, the conflicts and the milliseconds, twice.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use houserules::*;

fn main() {
    let seconds = std::env::args().skip(1).find_map(|argument| argument.parse().ok());
    let limit = Duration::from_secs_f64(seconds.unwrap_or(10.0));
    println!("| problem | its own reasons | conflicts | ms | any reasons | conflicts | ms |");
    println!("|---|--:|--:|--:|--:|--:|--:|");
    let problems: [(&str, Make); 9] = [
        ("job shop (disjunctive)", job_shop),
        ("tasks on a resource (cumulative)", tasks),
        ("round trip (circuit)", round_trip),
        ("round trip that may leave places out (subcircuit)", partial_trip),
        ("bins of one size (bin packing)", bins),
        ("block design (lexicographic)", block_design),
        ("right-angled triangles (product)", triangles),
        ("frequencies (absolute difference)", frequencies),
        ("ratios (division, remainder)", ratios),
    ];
    for (name, problem) in problems {
        let [own, any] = [true, false].map(|own| solve(&problem(own), limit));
        println!("| {name} | {own} | {any} |");
    }
}

/// Makes a problem whose constraints have reasons of their own, or not.
type Make = fn(bool) -> Problem;

/// A model, and what should be as small as can be; otherwise all solutions are counted.
struct Problem(ModelBuilder, Option<Var>);

fn solve(problem: &Problem, limit: Duration) -> String {
    let begun = Instant::now();
    let model = problem.0.clone().build().expect("a valid model");
    let budget = Budget::new().time(limit);
    let mut solver = Solver::new(&model).strategy(Strategy::Learning).budget(budget);
    let answer = match problem.1 {
        Some(least) => match solver.minimise(least) {
            Optimum::Proved(_, value) => format!("{value}"),
            Optimum::Unknown(_, Some((_, value))) => format!("at most {value}"),
            Optimum::Unknown(_, None) => "?".to_owned(),
            Optimum::None => "none".to_owned(),
        },
        None => solver.count().to_string(),
    };
    let ms = begun.elapsed().as_secs_f64() * 1000.0;
    format!("{answer} | {} | {ms:.0}", solver.stats().conflicts)
}

/// The same constraint without its own reasons.
#[derive(Debug)]
struct Plain<C>(C);

impl<C: Constraint> Constraint for Plain<C> {
    fn scope(&self) -> &[Var] {
        self.0.scope()
    }
    fn holds(&self, values: &[i32]) -> bool {
        self.0.holds(values)
    }
    fn wakes_on(&self) -> Events {
        self.0.wakes_on()
    }
    fn cost(&self) -> Cost {
        self.0.cost()
    }
    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        self.0.propagate(store)
    }
}

fn post(model: &mut ModelBuilder, own: bool, constraint: impl Constraint + 'static) {
    if own {
        model.post(constraint);
    } else {
        model.post(Plain(constraint));
    }
}

/// A stream of numbers that looks random (xorshift).
struct Numbers(u64);

impl Numbers {
    fn within(&mut self, range: RangeInclusive<i32>) -> i32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let count = range.end() - range.start() + 1;
        range.start() + (self.0 >> 33) as i32 % count
    }
}

fn job_shop(own: bool) -> Problem {
    const JOBS: [[(usize, u32); 6]; 6] = [
        [(2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)],
        [(1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)],
        [(2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)],
        [(1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)],
        [(2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)],
        [(1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)],
    ];
    let mut model = ModelBuilder::new();
    let end = model.var(0..=100);
    let mut machines = vec![Vec::new(); 6];
    for job in JOBS {
        let start = model.vars(job.len(), 0..=100);
        for (i, (machine, duration)) in job.into_iter().enumerate() {
            let after = start.get(i + 1).copied().unwrap_or(end);
            model.post((start[i] + duration as i32).at_most(after));
            machines[machine].push((start[i], duration));
        }
    }
    for tasks in machines {
        post(&mut model, own, Disjunctive::new(tasks));
    }
    Problem(model, Some(end))
}

fn tasks(own: bool) -> Problem {
    let (mut model, mut numbers) = (ModelBuilder::new(), Numbers(0x9e37_79b9_7f4a_7c15));
    let starts = model.vars(18, 0..=80);
    let end = model.var(0..=100);
    let mut tasks = Vec::new();
    for (i, &start) in starts.iter().enumerate() {
        let duration = numbers.within(1..=9);
        model.post((start + duration).at_most(end));
        if i >= 3 && numbers.within(0..=2) > 0 {
            let earlier: &Task = &tasks[numbers.within(0..=i as i32 - 1) as usize];
            model.post((earlier.start + earlier.duration as i32).at_most(start));
        }
        let demand = numbers.within(1..=6) as u32;
        tasks.push(Task { start, duration: duration as u32, demand });
    }
    post(&mut model, own, Cumulative::new(tasks, 9));
    Problem(model, Some(end))
}

/// Distances between places in a square.
fn distances(places: usize) -> Vec<Vec<i32>> {
    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    let at: Vec<(i32, i32)> =
        (0..places).map(|_| (numbers.within(0..=30), numbers.within(0..=30))).collect();
    let row = |a: &(i32, i32)| at.iter().map(|b| (a.0 - b.0).abs() + (a.1 - b.1).abs()).collect();
    at.iter().map(row).collect()
}

fn round_trip(own: bool) -> Problem {
    let mut model = ModelBuilder::new();
    let next = model.vars(13, 0..13);
    let legs = model.vars(13, 0..=60);
    let length = model.var(0..=800);
    for (i, row) in distances(13).into_iter().enumerate() {
        model.post(Element::new(next[i], row, legs[i]));
    }
    model.all_different(&next);
    model.post(legs.iter().copied().sum::<Expr>().equals(length));
    post(&mut model, own, Circuit::new(&next));
    Problem(model, Some(length))
}

fn partial_trip(own: bool) -> Problem {
    let mut model = ModelBuilder::new();
    let next = model.vars(13, 0..13);
    let legs = model.vars(13, 0..=60);
    let cost = model.var(0..=800);
    // A place that is left out costs something too.
    let mut numbers = Numbers(0x1234_5678_9abc_def1);
    for (i, mut row) in distances(13).into_iter().enumerate() {
        row[i] = numbers.within(8..=24);
        model.post(Element::new(next[i], row, legs[i]));
    }
    // The first place is visited.
    model.post(Member::outside(next[0], 0));
    model.all_different(&next);
    model.post(legs.iter().copied().sum::<Expr>().equals(cost));
    post(&mut model, own, Subcircuit::new(&next));
    Problem(model, Some(cost))
}

fn bins(own: bool) -> Problem {
    let (mut model, mut numbers) = (ModelBuilder::new(), Numbers(0x9e37_79b9_7f4a_7c15));
    let sizes: Vec<u32> = (0..16).map(|_| numbers.within(11..=49) as u32).collect();
    let place = model.vars(16, 0..5);
    let loads = model.vars(5, 0..=400);
    let most = model.var(0..=400);
    model.post(Extremum::maximum(&loads, most));
    for pair in loads.windows(2) {
        model.post(AtMost::new(pair[0], 0, pair[1]));
    }
    post(&mut model, own, BinPacking::new(place.iter().zip(sizes), loads));
    Problem(model, Some(most))
}

/// Fourteen blocks of seven things, three in a block, each thing in six blocks and each pair in two.
fn block_design(own: bool) -> Problem {
    let mut model = ModelBuilder::new();
    let rows: Vec<Vec<Var>> = (0..7).map(|_| model.vars(14, 0..=1)).collect();
    for (i, row) in rows.iter().enumerate() {
        model.post(Among::new(row, 1, 6));
        for other in &rows[..i] {
            let both = model.vars(14, 0..=1);
            for ((&a, &b), &both) in row.iter().zip(other).zip(&both) {
                model.post(Extremum::minimum([a, b], both));
            }
            model.post(Among::new(&both, 1, 2));
        }
    }
    let column = |i: usize| rows.iter().map(move |row| row[i]);
    for i in 0..14 {
        model.post(Among::new(column(i).collect::<Vec<_>>(), 1, 3));
        if i > 0 {
            post(&mut model, own, Lexicographic::at_most(column(i - 1), column(i)));
        }
    }
    for pair in rows.windows(2) {
        post(&mut model, own, Lexicographic::less(&pair[0], &pair[1]));
    }
    Problem(model, None)
}

fn triangles(own: bool) -> Problem {
    let mut model = ModelBuilder::new();
    let sides = model.vars(3, 1..=420);
    let squares = model.vars(3, 1..=176_400);
    for (&side, &square) in sides.iter().zip(&squares) {
        post(&mut model, own, Product::new(side, side, square));
    }
    model.post((squares[0] + squares[1]).equals(squares[2]));
    model.post(sides.iter().copied().sum::<Expr>().equals(840));
    model.post(AtMost::new(sides[0], 1, sides[1]));
    Problem(model, None)
}

fn frequencies(own: bool) -> Problem {
    let (mut model, mut numbers) = (ModelBuilder::new(), Numbers(0x9e37_79b9_7f4a_7c15));
    let x = model.vars(10, 0..=150);
    let most = model.var(0..=150);
    model.post(Extremum::maximum(&x, most));
    for i in 0..x.len() {
        for j in 0..i {
            if numbers.within(0..=9) < 6 {
                let distance = model.var(numbers.within(3..=25)..=150);
                post(&mut model, own, AbsoluteDifference::new(x[i], x[j], distance));
            }
        }
    }
    Problem(model, Some(most))
}

/// Ratios of three numbers that add up to so much, and the numbers as small as can be.
fn ratios(own: bool) -> Problem {
    let mut model = ModelBuilder::new();
    let x = model.vars(3, 1..=900);
    let ratios = model.vars(2, 1..=900);
    let sum = model.var(3..=2700);
    post(&mut model, own, Division::new(x[0], x[1], ratios[0]));
    post(&mut model, own, Division::new(x[1], x[2], ratios[1]));
    let rest = model.var(7..=12);
    post(&mut model, own, Remainder::new(x[0], x[2], rest));
    model.post((ratios[0] + ratios[1]).equals(40));
    model.post(x.iter().copied().sum::<Expr>().equals(sum));
    Problem(model, Some(sum))
}
