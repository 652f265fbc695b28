//! `check --proof`: the files that it writes are accepted by an independent checker.

use std::path::PathBuf;

use crate::drat;
use crate::run::{Said, run};

const UNIQUE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
const NONE: &str =
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........\n";
const SEVERAL: &str = "1...............\n";

/// A place for the files of one test.
fn place(name: &str) -> PathBuf {
    let mut path = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    path.push(format!("{name}.drat"));
    for path in [&path, &path.with_extension("cnf")] {
        let _ = std::fs::remove_file(path);
    }
    path
}

fn check(name: &str, input: &str) -> (Said, PathBuf) {
    let path = place(name);
    (run(&["check", "--proof", path.to_str().unwrap()], input), path)
}

#[test]
fn a_proof_is_written_with_what_it_proves() {
    for (name, input, says, status) in
        [("unique", UNIQUE, "<stdin>:1: unique\n", 0), ("none", NONE, "<stdin>:1: no solution", 1)]
    {
        let (said, path) = check(name, input);
        assert!(said.out.starts_with(says) && said.status == Some(status), "{said}");
        let dimacs = std::fs::read_to_string(path.with_extension("cnf")).unwrap();
        let proof = std::fs::read_to_string(path).unwrap();
        drat::check(&dimacs, &proof).unwrap();
    }
}

#[test]
fn one_puzzle_a_run_and_something_to_prove() {
    let (said, path) = check("two", &format!("{UNIQUE}{UNIQUE}"));
    assert_eq!(said.status, Some(2), "{said}");
    assert!(said.err.contains("has the proof of another puzzle"), "{said}");
    assert!(path.exists());
    let (said, path) = check("several", SEVERAL);
    assert!(said.out.contains("several") && !path.exists(), "{said}");
    assert!(said.err.contains("several.drat was not written"), "{said}");
    assert_eq!(said.status, Some(1), "{said}");
    let path = place("unknown");
    let said = run(&["check", "--proof", path.to_str().unwrap(), "--nodes", "1"], NONE);
    assert!(said.out.contains("unknown: node limit") && !path.exists(), "{said}");
    assert!(said.err.contains("unknown.drat was not written"), "{said}");
    assert_eq!(said.status, Some(3), "{said}");
    let said = run(&["check", "--proof", "/no/such/place"], UNIQUE);
    assert_eq!(said.status, Some(2), "{said}");
    assert!(said.out == "<stdin>:1: unique\n" && said.err.contains("/no/such/place.cnf"), "{said}");
}

#[test]
fn rules_that_are_groups_can_be_proved() {
    for (name, givens, says) in [
        ("diagonals", "r1c1 = 1, r1c2 = 2, r2c1 = 3, r4c2 = 1", "unique"),
        ("no-diagonals", "r1c1 = 1, r1c2 = 2, r2c1 = 3, r4c3 = 2", "no solution"),
    ] {
        let toml = format!("size = 4\ndiagonals = true\ngivens = {{ {givens} }}\n");
        let (said, path) = check(name, &toml);
        assert!(said.out.starts_with(&format!("<stdin>:1: {says}")), "{said}");
        let dimacs = std::fs::read_to_string(path.with_extension("cnf")).unwrap();
        let proof = std::fs::read_to_string(path).unwrap();
        drat::check(&dimacs, &proof).unwrap();
    }
    let givens = "r1c1 = 1, r1c3 = 2, r2c1 = 3, r3c1 = 2, r3c3 = 1";
    let toml = format!("size = 4\nwhisper = \"r1c1-r1c2\"\ngivens = {{ {givens} }}\n");
    let (said, path) = check("whisper", &toml);
    assert!(said.out == "<stdin>:1: unique\n" && !path.exists(), "{said}");
    assert!(said.err.contains("where all rules are groups"), "{said}");
}
