//! Large grids and quasigroups, beside SAT solvers: the table of `docs/learning-notes.md`.
//!
//! ```text
//! cargo bench --bench large -- [--strategy backtracking|learning]
//!     [--strength matching|subsets] [--unique] [--cap SECONDS]
//!     [--every N] [--peers cadical,minisat] [--verbose] FILE...
//! ```
//!
//! A file has an instance a line: name, side, box height, box width (`0 0` without boxes), and side²
//! numbers, 0 for an empty cell. Times are processor time, of the peers as they tell it themselves; they
//! get the same candidates, as clauses, and with `--unique` a second run that rules our solution out.

use std::collections::HashMap;
use std::fmt::Write;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use houserules::{
    Budget, Cancel, Group, Model, ModelBuilder, Outcome, Solution, Solver, Strategy, Strength,
    Uniqueness, Var,
};

struct Options {
    strategy: Strategy,
    strength: Strength,
    unique: bool,
    cap: f64,
    every: usize,
    peers: Vec<String>,
    verbose: bool,
}

fn main() {
    let mut options = Options {
        strategy: Strategy::Automatic,
        strength: Strength::default(),
        unique: false,
        cap: 60.0,
        every: 1,
        peers: Vec::new(),
        verbose: false,
    };
    let mut files = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().expect("a value");
        match &*arg {
            "--strategy" => {
                options.strategy = match &*value() {
                    "backtracking" => Strategy::Backtracking,
                    "learning" => Strategy::Learning,
                    _ => Strategy::Automatic,
                }
            }
            "--strength" => {
                options.strength |= match &*value() {
                    "matching" => Strength::MATCHING,
                    "subsets" => Strength::NAKED_SUBSETS | Strength::HIDDEN_SUBSETS,
                    _ => Strength::empty(),
                }
            }
            "--unique" => options.unique = true,
            "--cap" => options.cap = value().parse().expect("seconds"),
            "--every" => options.every = value().parse().expect("a number"),
            "--peers" => options.peers = value().split(',').map(Into::into).collect(),
            "--verbose" => options.verbose = true,
            "--bench" => {}
            _ => files.push(arg),
        }
    }
    println!("| file | solver | median ms | slowest ms | solved of run | conflicts (median) |");
    println!("|---|---|--:|--:|--:|--:|");
    for file in files {
        compare(&file, &options);
    }
}

/// One line of the table for us and for each peer.
fn compare(file: &str, options: &Options) {
    let text = std::fs::read_to_string(file).expect("a readable file");
    let mut models = HashMap::new();
    let mut rows: Vec<(&str, Vec<f64>)> = vec![("houserules", Vec::new())];
    rows.extend(options.peers.iter().map(|peer| (&**peer, Vec::new())));
    let mut conflicts = Vec::new();
    for line in text.lines().step_by(options.every) {
        let mut words = line.split_whitespace();
        let name = words.next().expect("a name");
        let numbers: Vec<usize> = words.map(|word| word.parse().expect("a number")).collect();
        let shape = [numbers[0], numbers[1], numbers[2]];
        let model = models.entry(shape).or_insert_with(|| model(shape, options.strength));
        let cancel = Cancel::new();
        let mut solver =
            Solver::new(model).strategy(options.strategy).budget(Budget::new().cancel(&cancel));
        for (cell, &given) in numbers[3..].iter().enumerate().filter(|(_, given)| **given > 0) {
            solver.assume(Var::new(cell), given as i32);
        }
        let start = processor_time(THREAD);
        let until = processor_time(PROCESS) + options.cap;
        let (done, answer) = watched(&cancel, until, || solve(&mut solver, options));
        let time = if done { processor_time(THREAD) - start } else { f64::INFINITY };
        let stats = solver.stats();
        if options.verbose {
            eprintln!("{name}: {:.3} ms, {stats}", time * 1e3);
        }
        rows[0].1.push(time * 1e3);
        conflicts.push(stats.conflicts);
        for (peer, times) in &mut rows[1..] {
            let time = run_peer(peer, &mut solver, answer.as_ref(), options) * 1e3;
            if options.verbose {
                eprintln!("{name}: {peer} {time:.3} ms");
            }
            times.push(time);
        }
    }
    conflicts.sort_unstable();
    let file = file.rsplit('/').next().unwrap_or(file);
    for (i, (solver, mut times)) in rows.into_iter().enumerate() {
        times.sort_by(f64::total_cmp);
        let solved = times.iter().filter(|time| time.is_finite()).count();
        let (median, slowest) = (times[times.len() / 2], times[times.len() - 1]);
        let conflicts =
            if i == 0 { conflicts[conflicts.len() / 2].to_string() } else { String::new() };
        println!(
            "| {file} | {solver} | {median:.2} | {slowest:.1} | {solved}/{} | {conflicts} |",
            times.len()
        );
    }
}

fn model([side, height, width]: [usize; 3], strength: Strength) -> Model {
    let mut model = ModelBuilder::new();
    let x = model.vars(side * side, 1..=side as i32);
    for i in 0..side {
        model.group(Group::new((0..side).map(|j| x[i * side + j])).strength(strength));
        model.group(Group::new((0..side).map(|j| x[j * side + i])).strength(strength));
    }
    for top in (0..side).step_by(height.max(1)).filter(|_| height > 0) {
        for left in (0..side).step_by(width) {
            let cells = (0..side).map(|k| x[(top + k / width) * side + left + k % width]);
            model.group(Group::new(cells).strength(strength));
        }
    }
    model.build().expect("a good model")
}

/// Whether it was answered, and the solution, if there is one.
fn solve(solver: &mut Solver, options: &Options) -> (bool, Option<Solution>) {
    if options.unique {
        match solver.uniqueness() {
            Uniqueness::One(solution) | Uniqueness::Many(solution, _) => (true, Some(solution)),
            Uniqueness::None => (true, None),
            Uniqueness::Unknown(..) => (false, None),
        }
    } else {
        match solver.first() {
            Outcome::Solved(solution) => (true, Some(solution)),
            Outcome::None => (true, None),
            Outcome::Unknown(_) => (false, None),
        }
    }
}

/// Cancels the work when the process has used so much processor time.
fn watched<T>(cancel: &Cancel, until: f64, work: impl FnOnce() -> T) -> T {
    let done = Cancel::new();
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.is_cancelled() {
                thread::park_timeout(Duration::from_millis(50));
                if processor_time(PROCESS) > until {
                    cancel.cancel();
                }
            }
        });
        let result = work();
        done.cancel();
        result
    })
}

/// Seconds that a SAT solver takes for the same question.
fn run_peer(peer: &str, solver: &mut Solver, answer: Option<&Solution>, options: &Options) -> f64 {
    let clauses = clauses(solver);
    let mut time = run_once(peer, &clauses, options.cap);
    if let Some(solution) = answer.filter(|_| options.unique) {
        let mut other: Vec<i64> = Vec::new();
        let side = (solution.values().len() as f64).sqrt() as i64;
        for (cell, &value) in solution.values().iter().enumerate() {
            other.push(-(cell as i64 * side + i64::from(value)));
        }
        time += run_once(peer, &[clauses, vec![other]].concat(), options.cap);
    }
    time
}

fn run_once(peer: &str, clauses: &[Vec<i64>], cap: f64) -> f64 {
    let vars = clauses.iter().flatten().map(|lit| lit.abs()).max().unwrap_or(0);
    let mut text = format!("p cnf {vars} {}\n", clauses.len());
    for clause in clauses {
        clause.iter().for_each(|lit| write!(text, "{lit} ").expect("room"));
        text.push_str("0\n");
    }
    let file = std::env::temp_dir().join(format!("houserules-{}.cnf", std::process::id()));
    std::fs::write(&file, text).expect("a writable file");
    // Their own limits are in part of wall time, which others on the machine take away.
    let limited = format!("ulimit -t {}; exec {peer} {}", cap.ceil(), file.display());
    let output = Command::new("sh")
        .args(["-c", &limited])
        .stderr(Stdio::null())
        .output()
        .unwrap_or_else(|error| panic!("{peer}: {error}"));
    let said = String::from_utf8_lossy(&output.stdout);
    let seconds = |line: &&str| {
        line.contains("CPU time") || line.contains("total process time since initialization")
    };
    let time = said
        .lines()
        .find(seconds)
        .and_then(|line| line.split_whitespace().find_map(|word| word.parse::<f64>().ok()));
    match output.status.code() {
        Some(10 | 20) => time.expect("a time"),
        _ => f64::INFINITY,
    }
}

/// What is left after the first conclusions: each cell one value, each value of a group one place.
fn clauses(solver: &mut Solver) -> Vec<Vec<i64>> {
    let model = solver.model().clone();
    let Ok(store) = solver.propagate() else { return vec![vec![]] };
    let side = model.groups()[0].terms.len() as i64;
    let lit = |x: Var, value: i32| x.index() as i64 * side + i64::from(value);
    let mut sets: Vec<Vec<i64>> =
        model.vars().map(|x| store.values(x).map(|value| lit(x, value)).collect()).collect();
    for group in model.groups() {
        for value in 1..=side as i32 {
            let places = group.vars().filter(|&x| store.contains(x, value));
            sets.push(places.map(|x| lit(x, value)).collect());
        }
    }
    let mut clauses = sets.clone();
    for set in &sets {
        for (i, &a) in set.iter().enumerate() {
            clauses.extend(set[..i].iter().map(|&b| vec![-a, -b]));
        }
    }
    clauses
}

/// The clocks of `clock_gettime`.
const PROCESS: i32 = 2;
const THREAD: i32 = 3;

/// Seconds of processor time that this process or thread has used.
fn processor_time(clock: i32) -> f64 {
    #[repr(C)]
    struct Timespec {
        seconds: i64,
        nanoseconds: i64,
    }
    unsafe extern "C" {
        fn clock_gettime(clock: i32, time: *mut Timespec) -> i32;
    }
    let mut time = Timespec { seconds: 0, nanoseconds: 0 };
    // SAFETY: the pointer is to a `timespec` of 64-bit Linux, which lives through the call.
    unsafe { clock_gettime(clock, &mut time) };
    time.seconds as f64 + time.nanoseconds as f64 * 1e-9
}
