//! Variant puzzles of a directory: whether each is answered rightly, how long it takes, and the ratio to a baseline.
//!
//! `cargo bench --bench variants -- DIRECTORY [BASELINE.csv] [--only TEXT] [--each] [--seconds N] [--nodes N]
//! [--strategy backtracking|learning]`
//!
//! Each file is a puzzle of its own with its answer (`solution`, `solution_count`). A time is the best of some runs of
//! all of it: compile the puzzle, build the model, find the solution and prove that there is no other. The baseline has
//! the columns `name` and `ms`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use houserules::grid::Variant;
use houserules::{Budget, Count, Solver, Strategy, Uniqueness};
use serde_json::Value;

fn main() -> ExitCode {
    let mut paths = Vec::new();
    let (mut only, mut each, mut seconds, mut nodes) = (None, false, 10, None);
    let mut strategy = Strategy::Automatic;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match &*argument {
            "--bench" => {}
            "--only" => only = arguments.next(),
            "--each" => each = true,
            "--strategy" => {
                strategy = match arguments.next().as_deref() {
                    Some("backtracking") => Strategy::Backtracking,
                    Some("learning") => Strategy::Learning,
                    _ => Strategy::Automatic,
                }
            }
            "--nodes" => {
                nodes = arguments.next().and_then(|text| text.parse().ok());
            }
            "--seconds" => {
                seconds = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(seconds);
            }
            _ => paths.push(PathBuf::from(argument)),
        }
    }
    let Some(directory) = paths.first() else {
        println!("variants: no directory of puzzles given, nothing measured");
        return ExitCode::SUCCESS;
    };
    let baseline = paths.get(1).map(|path| read_baseline(path)).unwrap_or_default();
    let limit = Budget::new().time(Duration::from_secs(seconds));
    let limit = match nodes {
        Some(nodes) => limit.nodes(nodes),
        None => limit,
    };
    let mut files: Vec<PathBuf> = std::fs::read_dir(directory)
        .unwrap_or_else(|error| panic!("{}: {error}", directory.display()))
        .map(|entry| entry.expect("a readable directory").path())
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
        .collect();
    files.sort();
    let mut runs = Vec::new();
    for file in &files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if only.as_ref().is_some_and(|only| !name.contains(only.as_str())) {
            continue;
        }
        let run = run(file, &limit, strategy);
        if let Some(wrong) = &run.wrong {
            println!("WRONG {name}: {wrong}");
        }
        let ratio = baseline.get(&name).map(|ms| ms * 1e3 / run.micros);
        if each {
            let ratio = ratio.map_or("-".into(), |ratio| format!("{ratio:.1}x"));
            println!(
                "{name:50} {:>12.1} us {:>10.1} us build {ratio:>9} {:>8} nodes",
                run.micros, run.build, run.nodes
            );
        }
        runs.push((name, run, ratio));
    }
    table(&runs, &baseline);
    match runs.iter().all(|(_, run, _)| run.wrong.is_none()) {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// How long this thread has worked: processor time where the system tells it, else the time of day.
struct Clock {
    start: Instant,
    worked: Option<Duration>,
}

/// Below this, asking the system would cost more than it tells.
const SHORT: Duration = Duration::from_millis(50);

impl Clock {
    fn start() -> Clock {
        Clock { worked: worked(), start: Instant::now() }
    }

    fn elapsed(&self) -> Duration {
        let elapsed = self.start.elapsed();
        if elapsed < SHORT {
            return elapsed;
        }
        match (self.worked, worked()) {
            (Some(before), Some(now)) => now.saturating_sub(before).min(elapsed),
            _ => elapsed,
        }
    }
}

/// The processor time of this thread so far, in Linux.
fn worked() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}

struct Run {
    wrong: Option<String>,
    micros: f64,
    build: f64,
    nodes: u64,
}

fn read_baseline(path: &Path) -> BTreeMap<String, f64> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().unwrap_or_default();
    let column =
        |name: &str| head.iter().position(|&h| h == name).expect("the columns of a baseline");
    let (name, ms) = (column("name"), column("ms"));
    lines
        .filter_map(|line| Some((line.get(name)?.to_string(), line.get(ms)?.parse().ok()?)))
        .collect()
}

fn run(file: &Path, budget: &Budget, strategy: Strategy) -> Run {
    let bytes = std::fs::read(file).expect("a readable file");
    let answer: Value = serde_json::from_slice(&bytes).expect("a JSON file");
    let failed = |wrong: String| Run { wrong: Some(wrong), micros: 1e9, build: 1e9, nodes: 0 };
    let puzzle = match Variant::from_json(&bytes) {
        Ok(puzzle) => puzzle,
        Err(error) => return failed(error.to_string()),
    };
    let once = || {
        let start = Clock::start();
        let compiled = puzzle.model().expect("a model");
        let build = start.elapsed();
        let mut solver = compiled.solver().strategy(strategy).budget(budget.clone());
        let found = solver.uniqueness();
        (start.elapsed(), build, found, solver, compiled)
    };
    let (mut time, mut build, found, mut solver, compiled) = once();
    let nodes = solver.stats().nodes;
    let wrong = wrong(&puzzle, &compiled, &found, &answer, &mut solver);
    // The more often, the shorter it takes.
    let repeats = (Duration::from_millis(100).as_nanos() / time.as_nanos().max(1)).clamp(1, 50);
    for _ in 1..repeats {
        let again = once();
        time = time.min(again.0);
        build = build.min(again.1);
    }
    Run { wrong, micros: time.as_secs_f64() * 1e6, build: build.as_secs_f64() * 1e6, nodes }
}

/// What is wrong with an answer.
fn wrong(
    puzzle: &Variant,
    compiled: &houserules::grid::Compiled,
    found: &Uniqueness,
    answer: &Value,
    solver: &mut Solver,
) -> Option<String> {
    let expected = answer["solution_count"].as_u64();
    let solutions = match found {
        Uniqueness::None => vec![],
        Uniqueness::One(a) => vec![a],
        Uniqueness::Many(a, b) => vec![a, b],
        Uniqueness::Unknown(limit, _) => return Some(format!("not known: {limit:?}")),
    };
    for solution in &solutions {
        if let Some(broken) = puzzle.broken(&compiled.values(solution)) {
            return Some(format!("the solution breaks {broken}"));
        }
    }
    let least = expected.unwrap_or(2).min(2);
    if solutions.len() as u64 != least {
        return Some(format!("{} solutions found, not {least}", solutions.len()));
    }
    if let Some(text) = answer["solution"].as_str() {
        let values: Vec<i32> = match text.contains(',') {
            true => text.split(',').map(|value| value.parse().expect("a number")).collect(),
            false => text.chars().map(|c| c.to_digit(10).expect("a digit") as i32).collect(),
        };
        if let Some(broken) = puzzle.broken(&values) {
            return Some(format!("the known solution breaks {broken}"));
        }
        if least == 1 && compiled.values(solutions[0]) != values {
            return Some("another solution than the known one".into());
        }
    }
    if let Some(count) = expected.filter(|&count| count > 1) {
        match solver.count() {
            Count::Exactly(found) if found == count.into() => {}
            found => return Some(format!("{found} solutions counted, not {count}")),
        }
    }
    None
}

fn table(runs: &[(String, Run, Option<f64>)], baseline: &BTreeMap<String, f64>) {
    let right = runs.iter().filter(|(_, run, _)| run.wrong.is_none()).count();
    println!("{right} of {} right", runs.len());
    let mut micros: Vec<f64> = runs.iter().map(|(_, run, _)| run.micros).collect();
    let mut build: Vec<f64> = runs.iter().map(|(_, run, _)| run.build).collect();
    let mut ratios: Vec<f64> = runs.iter().filter_map(|(.., ratio)| *ratio).collect();
    for list in [&mut micros, &mut build, &mut ratios] {
        list.sort_by(f64::total_cmp);
    }
    let at = |list: &[f64], part: f64| {
        let last = list.len().saturating_sub(1);
        list.get((last as f64 * part) as usize).copied().unwrap_or(f64::NAN)
    };
    println!("              median        p90        max");
    for (name, list) in [("time us", &micros), ("build us", &build)] {
        println!(
            "{name:10} {:>9.1} {:>10.1} {:>10.1}",
            at(list, 0.5),
            at(list, 0.9),
            at(list, 1.0)
        );
    }
    if ratios.is_empty() {
        return;
    }
    println!("times the baseline: median {:.1}x, worst {:.2}x", at(&ratios, 0.5), at(&ratios, 0.0));
    // Medians of all, and of the slowest tenth of the baseline.
    let mut slowest: Vec<(f64, f64)> = runs
        .iter()
        .filter_map(|(name, run, _)| Some((*baseline.get(name)? * 1e3, run.micros)))
        .collect();
    slowest.sort_by(|a, b| b.0.total_cmp(&a.0));
    let tenth = &slowest[..slowest.len().div_ceil(10)];
    let mut theirs: Vec<f64> = slowest.iter().map(|pair| pair.0).collect();
    let mut ours: Vec<f64> = slowest.iter().map(|pair| pair.1).collect();
    theirs.sort_by(f64::total_cmp);
    ours.sort_by(f64::total_cmp);
    let (theirs, ours) = (at(&theirs, 0.5), at(&ours, 0.5));
    println!("median against median: {theirs:.1} us / {ours:.1} us = {:.1}x", theirs / ours);
    let mut tenth: Vec<f64> = tenth.iter().map(|(theirs, ours)| theirs / ours).collect();
    tenth.sort_by(f64::total_cmp);
    println!(
        "slowest tenth of the baseline: median {:.1}x, worst {:.2}x",
        at(&tenth, 0.5),
        at(&tenth, 0.0)
    );
    let slower = ratios.iter().filter(|&&ratio| ratio < 1.0).count();
    println!("slower than the baseline: {slower}");
}
