//! Through MiniZinc and back, where it is installed.

use std::path::{Path, PathBuf};
use std::process::Command;

/// How many solutions a model has, or the best value of what it optimises.
enum Answer {
    Solutions(usize),
    Best(i64),
}

use Answer::{Best, Solutions};

/// Models in `tests/data/minizinc`, with answers on which other solvers agree.
const MODELS: [(&str, Answer); 13] = [
    ("assignment", Solutions(7)),
    ("conditions", Solutions(10)),
    ("golomb", Best(17)),
    ("jobshop", Best(11)),
    ("load", Best(114)),
    ("magic", Solutions(8)),
    ("nonogram", Solutions(64)),
    ("packing", Best(3)),
    ("queens", Solutions(92)),
    ("schedule", Best(14)),
    ("teams", Solutions(25)),
    ("tour", Best(60)),
    ("zebra", Solutions(1)),
];

/// MiniZinc, told of a freshly installed solver; `None`, with a word, where there is no MiniZinc.
fn minizinc(folder: &Path) -> Option<Command> {
    if Command::new("minizinc").arg("--version").output().is_err() {
        println!("skipped: minizinc is not installed");
        return None;
    }
    let install = Command::new(env!("CARGO_BIN_EXE_houserules"))
        .args(["fzn", "--install"])
        .arg(folder)
        .output()
        .expect("the program starts");
    assert!(install.status.success(), "{}", String::from_utf8_lossy(&install.stderr));
    let mut command = Command::new("minizinc");
    command.args(["--solver", "houserules"]).env("MZN_SOLVER_PATH", folder.join("solvers"));
    Some(command)
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn answer_of(model: &str, options: &[&str], mut minizinc: Command) -> String {
    let path = [env!("CARGO_MANIFEST_DIR"), "tests", "data", "minizinc", model];
    let path: PathBuf = path.iter().collect();
    minizinc.args(["-a", "--output-objective", "--output-mode", "dzn"]).args(options);
    let output = minizinc.arg(path.with_extension("mzn")).output().expect("minizinc starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{model}: {complaint}\n{text}");
    assert!(text.trim_end().ends_with("=========="), "{model}: {complaint}\n{text}");
    text
}

fn judge(options: &[&str], folder: &Path) {
    for (model, answer) in MODELS {
        let Some(minizinc) = minizinc(folder) else { return };
        let text = answer_of(model, options, minizinc);
        match answer {
            Solutions(wanted) => {
                let found = text.lines().filter(|line| *line == "----------").count();
                assert_eq!(found, wanted, "{model} {options:?}");
            }
            Best(wanted) => {
                let mut values = text.lines().filter_map(|line| line.strip_prefix("_objective = "));
                let best = values.next_back().map(|value| value.trim_end_matches(';').to_owned());
                assert_eq!(best, Some(wanted.to_string()), "{model} {options:?}");
            }
        }
    }
}

#[test]
fn models_have_their_answers() {
    judge(&[], &folder("minizinc"));
}

#[test]
fn free_search_has_the_same_answers() {
    judge(&["-f"], &folder("minizinc-free"));
}

#[test]
fn what_is_native_stays_whole() {
    let Some(mut minizinc) = minizinc(&folder("minizinc-native")) else { return };
    let model = "include \"globals.mzn\"; array[1..4] of var 1..4: x; \
        constraint all_different(x) /\\ circuit(x) /\\ count(x, 2) = 1; \
        constraint table([x[1], x[2]], [| 2, 3 | 3, 4 |]); solve satisfy;";
    let path = folder("native.mzn");
    std::fs::write(&path, model).expect("a folder for tests");
    minizinc.args(["-c", "--output-fzn-to-stdout"]).arg(path);
    let output = minizinc.output().expect("minizinc starts");
    let text = String::from_utf8_lossy(&output.stdout);
    for name in ["fzn_all_different_int", "houserules_circuit", "houserules_table_int"] {
        assert!(text.contains(name), "{name}\n{text}");
    }
}

/// Whether one of several conditions holds is no further choice: MiniZinc is told of no constraint that only implies.
#[test]
fn each_solution_comes_once() {
    let Some(mut minizinc) = minizinc(&folder("minizinc-once")) else { return };
    let path = folder("once.mzn");
    let model = "var 1..3: x; var 1..3: y; constraint x = 1 \\/ y = 1 \\/ x = y; solve satisfy;";
    std::fs::write(&path, model).expect("a folder for tests");
    let output = minizinc.args(["-a", "--non-unique"]).arg(path).output().expect("minizinc starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text.lines().filter(|line| *line == "----------").count(), 7, "{text}");
}
