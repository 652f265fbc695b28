//! Kernel problems in the neutral format, beside a FlatZinc solver: answers, times and ratios.
//!
//! ```text
//! cargo bench --bench kernel -- DIRECTORY [--flatzinc DIRECTORY] [--peer fzn-gecode] [--only TEXT]
//!     [--seconds N] [--strategy backtracking|learning|given]
//! ```
//!
//! A problem is a file `NAME.csp`; the peer, if one is named, gets `NAME.fzn`. Times are processor time:
//! ours of reading, building and solving, the peer's of its whole process. Above 1, we are so many times
//! faster. `given` searches as the peer is told to: of the variables in the line `search` that with the fewest values,
//! its least value first, and nothing is learned.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use houserules::{Budget, Solver, Strategy};

#[path = "../tests/support/neutral.rs"]
mod neutral;

use neutral::{Mode, read};

struct Options {
    flatzinc: Option<PathBuf>,
    peer: Option<String>,
    only: Option<String>,
    limit: Duration,
    strategy: Strategy,
    given: bool,
}

fn main() {
    let mut options = Options {
        flatzinc: None,
        peer: None,
        only: None,
        limit: Duration::from_secs(10),
        strategy: Strategy::Automatic,
        given: false,
    };
    let mut directory = None;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().expect("a value");
        match &*arg {
            "--bench" => {}
            "--flatzinc" => options.flatzinc = Some(value().into()),
            "--peer" => options.peer = Some(value()),
            "--only" => options.only = Some(value()),
            "--seconds" => {
                options.limit = Duration::from_secs(value().parse().expect("seconds"));
            }
            "--strategy" => {
                (options.strategy, options.given) = match &*value() {
                    "backtracking" => (Strategy::Backtracking, false),
                    "learning" => (Strategy::Learning, false),
                    "given" => (Strategy::Backtracking, true),
                    _ => (Strategy::Automatic, false),
                }
            }
            _ => directory = Some(PathBuf::from(arg)),
        }
    }
    let Some(directory) = directory else {
        println!("kernel: no directory of problems given, nothing measured");
        return;
    };
    let mut files: Vec<PathBuf> = std::fs::read_dir(&directory)
        .unwrap_or_else(|error| panic!("{}: {error}", directory.display()))
        .map(|entry| entry.expect("a readable directory").path())
        .filter(|path| path.extension().is_some_and(|end| end == "csp"))
        .collect();
    files.sort();
    let mut ratios = Vec::new();
    println!("{:24} {:>10} {:>10} {:>8}  answer", "problem", "ms", "peer ms", "ratio");
    for file in &files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if options.only.as_ref().is_some_and(|only| !name.contains(only.as_str())) {
            continue;
        }
        let (ours, answer, all) = solve(file, &options);
        let peer = options.peer.as_ref().and_then(|peer| {
            let flatzinc = options.flatzinc.as_deref().unwrap_or(&directory);
            run(peer, &flatzinc.join(format!("{name}.fzn")), all, options.limit)
        });
        let ratio = peer.map(|peer| peer / ours);
        ratios.extend(ratio);
        let show = |number: Option<f64>, places: usize| match number {
            Some(number) => format!("{number:.places$}"),
            None => "-".into(),
        };
        println!("{name:24} {ours:10.2} {:>10} {:>8}  {answer}", show(peer, 0), show(ratio, 2));
    }
    ratios.sort_by(f64::total_cmp);
    if let (Some(worst), Some(middle)) = (ratios.first(), ratios.get(ratios.len() / 2)) {
        let slower = ratios.iter().filter(|&&ratio| ratio < 1.0).count();
        println!("median {middle:.1}, worst {worst:.2}, slower on {slower} of {}", ratios.len());
    }
}

/// Milliseconds of processor time that this thread has had, as Linux tells it; of the clock elsewhere.
fn milliseconds(start: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    nanos.map_or(start.elapsed().as_secs_f64() * 1e3, |nanos| nanos / 1e6)
}

/// The mean of some runs, the answer, and whether all solutions were asked for.
fn solve(file: &Path, options: &Options) -> (f64, String, bool) {
    let text = std::fs::read_to_string(file).expect("a readable file");
    let (mut answer, mut all, mut runs) = (String::new(), false, 0.0);
    let start = Instant::now();
    let before = milliseconds(start);
    while start.elapsed() < Duration::from_millis(200) {
        runs += 1.0;
        let problem = match read(&text) {
            Ok(problem) => problem,
            Err(word) => return (f64::NAN, format!("not read: {word}"), false),
        };
        let budget = Budget::new().time(options.limit);
        let mut solver = Solver::new(&problem.model).strategy(options.strategy).budget(budget);
        if options.given {
            solver = solver.branching(problem.given.clone());
        }
        answer = problem.answer(&mut solver);
        let expected = &problem.expect;
        if !expected.contains('?') && !expected.is_empty() && *expected != answer {
            answer = format!("{answer}, NOT {expected}");
        }
        answer = format!("{answer}; {}", solver.stats());
        all = problem.mode == Mode::All;
    }
    ((milliseconds(start) - before) / runs, answer, all)
}

/// What Gecode calls the constraints that a kernel may have for itself.
const NAMES: [(&str, &str); 6] = [
    ("fzn_all_different_int", "all_different_int"),
    ("fzn_count_eq", "count"),
    ("fzn_lex_lesseq_int", "array_int_lq"),
    ("houserules_table_int", "gecode_table_int"),
    ("houserules_regular", "gecode_regular"),
    ("houserules_circuit", "gecode_circuit"),
];

/// The problem as the peer reads it, in a file for it alone.
fn translated(file: &Path) -> Option<PathBuf> {
    let mut text = std::fs::read_to_string(file).ok()?;
    for (ours, theirs) in NAMES {
        text = text.replace(ours, theirs);
    }
    let path = std::env::temp_dir().join(format!("kernel-bench-{}.fzn", std::process::id()));
    std::fs::write(&path, text).ok()?;
    Some(path)
}

/// Milliseconds of processor time of a peer; nothing if it did not finish.
fn run(peer: &str, file: &Path, all: bool, limit: Duration) -> Option<f64> {
    let file = &translated(file)?;
    let mut script = format!("TIMEFORMAT='%U %S'; time timeout {} {peer} ", limit.as_secs());
    if all {
        script += "-n 0 ";
    }
    script += &format!("{} > /dev/null 2>&1", file.display());
    let output = Command::new("bash").args(["-c", &script]).output().ok()?;
    let told = String::from_utf8_lossy(&output.stderr);
    let times: Vec<f64> = told.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let finished = output.status.success() && times.len() == 2;
    finished.then(|| times.iter().sum::<f64>() * 1e3)
}
