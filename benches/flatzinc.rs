//! FlatZinc files: whether each is answered rightly, how long it takes, and how long another solver takes.
//!
//! `cargo bench --bench flatzinc -- PATH... [--answers FILE] [--peer COMMAND] [--seconds N] [--only TEXT] [--free]`
//!
//! A path is a file or a folder of `.fzn` files. A line of the answers is a name and what is right: `sat`, `unsat`,
//! `count 92`, `atleast 5000` or `opt 17`, with a tab between. All solutions are looked for where they are to be
//! counted. The peer is a command that takes `-a` and a file, as `fzn-gecode` does; where no answer is given, its own is
//! taken for right.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use houserules::flatzinc::{Goal, Instance};
use houserules::{Budget, Solver};

fn main() -> ExitCode {
    let Some(bench) = Bench::from_arguments() else {
        println!("flatzinc: no file and no folder of files given, nothing measured");
        return ExitCode::SUCCESS;
    };
    let mut tally: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut ours, mut theirs) = (0, 0);
    for file in &bench.files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if !name.contains(&bench.only) {
            continue;
        }
        let peer = bench.peer(file);
        let known = bench.answers.get(&name).cloned();
        let wanted = known.or_else(|| peer.as_ref()?.0.clone());
        let counted = wanted.as_ref().is_some_and(Answer::is_counted);
        let (found, seconds) = bench.solve(file, counted);
        let verdict = match (&found, &wanted) {
            (Err(_), _) => "refused",
            (Ok(None), _) => "unknown",
            (Ok(Some(_)), None) => "unjudged",
            (Ok(Some(found)), Some(wanted)) if found.agrees(wanted) => "right",
            _ => "WRONG",
        };
        *tally.entry(verdict).or_default() += 1;
        ours += usize::from(matches!(found, Ok(Some(_))));
        let told = match &found {
            Err(error) => error.clone(),
            Ok(answer) => answer.as_ref().map_or("-".to_owned(), Answer::to_string),
        };
        let beside = peer.map_or(String::new(), |(answer, seconds)| {
            theirs += usize::from(answer.is_some());
            let answer = answer.map_or("-".to_owned(), |answer| answer.to_string());
            format!("{answer:>16} {seconds:>9.3} s")
        });
        println!("{name:48} {verdict:8} {told:>16} {seconds:>9.3} s {beside}");
    }
    println!("{tally:?}; solved {ours}, by the peer {theirs}");
    match tally.contains_key("WRONG") {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    }
}

/// What is known of a file.
#[derive(Clone, Debug, PartialEq)]
enum Answer {
    Sat,
    Unsat,
    Count(u64),
    AtLeast(u64),
    Best(i64),
}

impl Answer {
    fn read(text: &str) -> Option<Answer> {
        let mut words = text.split_whitespace();
        Some(match (words.next()?, words.next()) {
            ("sat", None) => Answer::Sat,
            ("unsat", None) | ("count", Some("0")) => Answer::Unsat,
            ("count", Some(n)) => Answer::Count(n.parse().ok()?),
            ("atleast", Some(n)) => Answer::AtLeast(n.parse().ok()?),
            ("opt", Some(value)) => Answer::Best(value.parse().ok()?),
            _ => return None,
        })
    }

    fn is_counted(&self) -> bool {
        matches!(self, Answer::Count(_) | Answer::AtLeast(_))
    }

    /// Whether this answer is right if the other is.
    fn agrees(&self, wanted: &Answer) -> bool {
        match (self, wanted) {
            (Answer::Count(n), Answer::AtLeast(least)) => n >= least,
            (Answer::AtLeast(n), Answer::Count(all)) => n <= all,
            (Answer::AtLeast(_), Answer::AtLeast(_)) => true,
            (Answer::Count(_) | Answer::AtLeast(_), Answer::Sat) => true,
            _ => self == wanted,
        }
    }
}

impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Answer::Sat => f.write_str("sat"),
            Answer::Unsat => f.write_str("unsat"),
            Answer::Count(n) => write!(f, "count {n}"),
            Answer::AtLeast(n) => write!(f, "atleast {n}"),
            Answer::Best(value) => write!(f, "opt {value}"),
        }
    }
}

struct Bench {
    files: Vec<PathBuf>,
    answers: BTreeMap<String, Answer>,
    peer: Option<String>,
    limit: Duration,
    only: String,
    free: bool,
}

impl Bench {
    fn from_arguments() -> Option<Bench> {
        let mut bench = Bench {
            files: Vec::new(),
            answers: BTreeMap::new(),
            peer: None,
            limit: Duration::from_secs(10),
            only: String::new(),
            free: false,
        };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            let mut value =
                || arguments.next().unwrap_or_else(|| panic!("{argument} needs a value"));
            match &*argument {
                "--bench" => {}
                "--answers" => bench.read_answers(&value()),
                "--peer" => bench.peer = Some(value()),
                "--seconds" => bench.limit = Duration::from_secs(value().parse().expect("seconds")),
                "--only" => bench.only = value(),
                "--free" => bench.free = true,
                _ => bench.add(PathBuf::from(argument)),
            }
        }
        (!bench.files.is_empty()).then_some(bench)
    }

    fn add(&mut self, path: PathBuf) {
        if !path.is_dir() {
            return self.files.push(path);
        }
        let entries =
            std::fs::read_dir(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let paths = entries.map(|entry| entry.expect("a readable folder").path());
        let mut files: Vec<PathBuf> =
            paths.filter(|path| path.extension().is_some_and(|end| end == "fzn")).collect();
        files.sort();
        self.files.extend(files);
    }

    fn read_answers(&mut self, path: &str) {
        let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{path}: {e}"));
        for line in text.lines() {
            let answer = line
                .split_once('\t')
                .and_then(|(name, answer)| Some((name.to_owned(), Answer::read(answer)?)));
            self.answers.extend(answer);
        }
    }

    /// The answer of this solver, or why there is none, and the time, reading included.
    fn solve(&self, file: &PathBuf, counted: bool) -> (Result<Option<Answer>, String>, f64) {
        let text = std::fs::read(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let begun = Instant::now();
        let answer = Instance::read(&text).map_err(|error| error.to_string()).map(|instance| {
            let mut solver = if self.free { instance.free_solver() } else { instance.solver() };
            solver.set_budget(Budget::new().time(self.limit.saturating_sub(begun.elapsed())));
            search(&instance, &mut solver, counted)
        });
        (answer, begun.elapsed().as_secs_f64())
    }

    /// The answer of the other solver and its time.
    fn peer(&self, file: &PathBuf) -> Option<(Option<Answer>, f64)> {
        let text = std::fs::read_to_string(file).ok()?;
        let objective = text.lines().find(|line| line.trim_start().starts_with("solve"))?;
        let objective = objective.split_once("minimize ").or(objective.split_once("maximize "));
        let objective = objective.map(|(_, name)| name.trim().trim_end_matches(';').to_owned());
        let begun = Instant::now();
        let output = Command::new("timeout")
            .arg(self.limit.as_secs().to_string())
            .arg(self.peer.as_ref()?)
            .arg("-a")
            .arg(file)
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output()
            .expect("the peer starts");
        let seconds = begun.elapsed().as_secs_f64();
        let text = String::from_utf8_lossy(&output.stdout);
        let solutions = text.lines().filter(|line| *line == "----------").count() as u64;
        let complete = text.contains("==========");
        let answer = match objective {
            _ if text.contains("=====UNSATISFIABLE=====") => Some(Answer::Unsat),
            Some(name) => {
                let value = |line: &str| {
                    let (found, value) = line.split_once(" = ")?;
                    (found == name).then(|| value.trim_end_matches(';').parse().ok())?
                };
                text.lines().rev().find_map(value).filter(|_| complete).map(Answer::Best)
            }
            None if complete => Some(Answer::Count(solutions)),
            None => (solutions > 0).then_some(Answer::AtLeast(solutions)),
        };
        Some((answer, seconds))
    }
}

/// `None` where the time was too short.
fn search(instance: &Instance, solver: &mut Solver, counted: bool) -> Option<Answer> {
    let mut improvements = match instance.goal() {
        Goal::Minimise(x) => (x, solver.minimising(x)),
        Goal::Maximise(x) => (x, solver.maximising(x)),
        Goal::Satisfy => {
            let mut solutions = solver.solutions();
            let wanted = if counted { usize::MAX } else { 1 };
            let count = solutions.by_ref().take(wanted).count() as u64;
            return match (count, solutions.stopped_by()) {
                (0, None) => Some(Answer::Unsat),
                (0, Some(_)) => None,
                (1, _) if !counted => Some(Answer::Sat),
                (count, None) => Some(Answer::Count(count)),
                (count, Some(_)) => Some(Answer::AtLeast(count)),
            };
        }
    };
    let best = improvements.1.by_ref().last().map(|solution| solution[improvements.0]);
    match (best, improvements.1.stopped_by()) {
        (_, Some(_)) => None,
        (Some(best), None) => Some(Answer::Best(best.into())),
        (None, None) => Some(Answer::Unsat),
    }
}
