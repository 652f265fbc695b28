//! Times houserules beside the crate `sudoku` in one run and prints ratios.
//!
//! `cargo run --release --manifest-path benches/peers/Cargo.toml -- FILE…` where each file has one
//! 9x9 puzzle a line. For each file and each way to work, the two run in turn, five times each; the
//! table has the medians of the CPU times and their ratio (above 1: houserules is so many times
//! faster).
//!
//! * `process`: the program `houserules solve --unique --threads 1 FILE` against a process that does
//!   the same with the peer: read the file, prove uniqueness, write one line a puzzle. The program
//!   is the one beside this workspace, built by `cargo build --release`, or `$HOUSERULES`.
//! * `library`: one puzzle at a time through `Solver::uniqueness`, model built once.
//! * `count`: all solutions of each puzzle, through `houserules count`.

use std::io::{BufWriter, Write};
use std::process::{Command, Stdio};
use std::{env, fs, io, mem};

use houserules::{ModelBuilder, Solver, Uniqueness, Var};

const RUNS: usize = 5;

fn main() -> io::Result<()> {
    let mut arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        // What the measured child processes do.
        Some("--peer-solve") => return peer_solve(&arguments[1]),
        Some("--peer-count") => return peer_count(&arguments[1]),
        Some("--peer-library") => return peer_library(&arguments[1]),
        Some("--own-library") => return own_library(&arguments[1]),
        _ => {}
    }
    let counting = arguments.first().is_some_and(|first| first == "--count");
    if counting {
        arguments.remove(0);
    }
    let program = env::var("HOUSERULES").unwrap_or_else(|_| {
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/release/houserules").into()
    });
    let this = env::current_exe()?;
    let this = this.to_str().expect("a path in UTF-8");
    println!("| set | way | houserules, µs a puzzle | sudoku 0.8, µs a puzzle | ratio |");
    println!("|---|---|--:|--:|--:|");
    for file in &arguments {
        let puzzles = fs::read_to_string(file)?.lines().count() as f64;
        let ways: &[(&str, Vec<&str>, &str)] = &if counting {
            vec![("count", vec![&program, "count", "--threads", "1", file], "--peer-count")]
        } else {
            vec![
                (
                    "process",
                    vec![&program, "solve", "--unique", "--threads", "1", file],
                    "--peer-solve",
                ),
                ("library", vec![this, "--own-library", file], "--peer-library"),
            ]
        };
        for (way, own, peer) in ways {
            let (mut ours, mut theirs) = (Vec::new(), Vec::new());
            for _ in 0..RUNS {
                ours.push(cpu_seconds(own)?);
                theirs.push(cpu_seconds(&[this, peer, file])?);
            }
            let (ours, theirs) = (median(ours), median(theirs));
            let each = |seconds: f64| seconds * 1e6 / puzzles;
            let name = file.rsplit('/').next().unwrap_or(file);
            println!(
                "| {name} | {way} | {:.3} | {:.3} | {:.2} |",
                each(ours),
                each(theirs),
                theirs / ours
            );
        }
    }
    Ok(())
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Runs a command to its end with its output thrown away, and returns the CPU time that it used.
fn cpu_seconds(command: &[&str]) -> io::Result<f64> {
    let before = children_seconds();
    let status = Command::new(command[0])
        .args(&command[1..])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()?;
    // Exit status 1 says that some puzzle has no solution, which is an answer.
    if status.code().is_none_or(|code| code > 1) {
        return Err(io::Error::other(format!("{command:?} ended with {status}")));
    }
    Ok(children_seconds() - before)
}

/// CPU time of all children that have ended.
fn children_seconds() -> f64 {
    // SAFETY: `rusage` is plain data, for which all zeros is a value, and the call only writes it.
    let usage = unsafe {
        let mut usage: libc::rusage = mem::zeroed();
        libc::getrusage(libc::RUSAGE_CHILDREN, &mut usage);
        usage
    };
    let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 * 1e-6;
    seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

fn peer_solve(file: &str) -> io::Result<()> {
    let text = fs::read_to_string(file)?;
    let mut out = BufWriter::new(io::stdout().lock());
    for line in text.lines() {
        match sudoku::Sudoku::from_str_line(line).expect("a puzzle").solution() {
            Some(solution) => writeln!(out, "{}", solution.to_str_line())?,
            None => writeln!(out, "# none or several")?,
        }
    }
    out.flush()
}

fn peer_count(file: &str) -> io::Result<()> {
    let text = fs::read_to_string(file)?;
    for line in text.lines() {
        let puzzle = sudoku::Sudoku::from_str_line(line).expect("a puzzle");
        println!("{}", puzzle.solutions_count_up_to(usize::MAX));
    }
    Ok(())
}

fn peer_library(file: &str) -> io::Result<()> {
    let text = fs::read_to_string(file)?;
    let unique = text
        .lines()
        .filter(|line| sudoku::Sudoku::from_str_line(line).expect("a puzzle").solution().is_some());
    println!("{}", unique.count());
    Ok(())
}

fn own_library(file: &str) -> io::Result<()> {
    let text = fs::read_to_string(file)?;
    let mut model = ModelBuilder::new();
    let cells: Vec<Var> = model.vars(81, 1..=9);
    for i in 0..9 {
        let (row, column) = (i / 3 * 3, i % 3 * 3);
        model.all_different((0..9).map(|j| cells[i * 9 + j]));
        model.all_different((0..9).map(|j| cells[j * 9 + i]));
        model.all_different((0..9).map(|j| cells[(row + j / 3) * 9 + column + j % 3]));
    }
    let mut solver = Solver::new(&model.build().expect("each cell once a group"));
    let mut unique = 0;
    for line in text.lines() {
        solver.clear();
        for (&x, sign) in cells.iter().zip(line.bytes()).filter(|(_, s)| (b'1'..=b'9').contains(s))
        {
            solver.assume(x, i32::from(sign - b'0'));
        }
        unique += u32::from(matches!(solver.uniqueness(), Uniqueness::One(_)));
    }
    println!("{unique}");
    Ok(())
}
