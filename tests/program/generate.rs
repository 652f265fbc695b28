//! `generate`: what is made has one solution, is what was wished for, and comes again from the same seed.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read};
use std::process::Command;

use houserules::grid::Symmetry;
use insta::assert_snapshot;
use serde_json::Value;

use crate::run::{Said, program, run, start, wait};

/// What was generated, one puzzle a line.
fn generate(args: &[&str]) -> Vec<String> {
    let said = run(&[&["generate"], args].concat(), "");
    assert_eq!((said.status, &*said.err), (Some(0), ""), "{args:?}");
    said.out.lines().map(str::to_owned).collect()
}

/// How many solutions each puzzle has, up to 2.
fn counts(shape: &str, puzzles: &[String]) -> String {
    let said = run(&["count", "--limit", "2", "--shape", shape], puzzles.join("\n") + "\n");
    assert_eq!(said.err, "");
    said.out
}

fn givens(puzzle: &str) -> usize {
    puzzle.chars().filter(|sign| *sign != '.').count()
}

/// The same seed makes the same puzzles everywhere and for ever.
#[test]
fn a_seed_makes_the_same_everywhere() {
    assert_snapshot!("generate", run(&["generate", "--seed", "1", "--count", "3"], ""));
    let shapes = ["4x4", "6x6+x", "latin:5", "16x16"];
    let made = shapes.map(|shape| generate(&["--seed", "1", "--shape", shape]).remove(0));
    assert_snapshot!("generate_shapes", made.join("\n"));
    assert_snapshot!("generate_grid", run(&["generate", "--seed", "1", "--to", "grid"], ""));
    let json =
        run(&["generate", "--seed", "1", "--count", "2", "--shape", "4x4", "--to", "json"], "");
    let records = json.out.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    assert!(records.into_iter().all(|record| record["status"] == "unique"));
    assert_snapshot!("generate_json", json);
}

/// Cases G005, G007, G009 and C014: as many as were asked for, each with one solution, whatever the threads.
#[test]
fn c014_threads_change_nothing() {
    let puzzles = generate(&["--seed", "7", "--count", "50", "--threads", "1"]);
    assert_eq!(puzzles.iter().collect::<BTreeSet<_>>().len(), 50);
    assert_eq!(counts("9x9", &puzzles), "1\n".repeat(50));
    assert_eq!(generate(&["--seed", "7", "--count", "50", "--threads", "3"]), puzzles);
    assert_eq!(generate(&["--seed", "7", "--count", "20"]), puzzles[..20]);
    assert_ne!(generate(&["--seed", "8", "--count", "20"]), puzzles[..20]);
}

/// Case G004: without a seed, each run is another, and says how to have it again.
#[test]
fn g004_no_seed_is_another_each_time() {
    let [one, other] = [(); 2].map(|()| run(&["generate", "--count", "2"], ""));
    assert_ne!(one.out, other.out);
    let seed = one.err.strip_prefix("houserules: --seed ").expect("a seed");
    let seed = seed.strip_suffix(" makes the same again\n").expect("a line");
    assert_eq!(generate(&["--seed", seed, "--count", "2"]).join("\n") + "\n", one.out);
}

/// Case G008: the diagonals count.
#[test]
fn g008_diagonals() {
    let puzzles = generate(&["--shape", "9x9+x", "--count", "10", "--seed", "4"]);
    assert_eq!(counts("9x9+x", &puzzles), "1\n".repeat(10));
    let solved = run(&["solve", "--shape", "9x9+x"], puzzles.join("\n") + "\n").out;
    for solution in solved.lines() {
        let signs: Vec<char> = solution.chars().collect();
        for step in [10, 8] {
            let first = if step == 10 { 0 } else { 8 };
            let signs: BTreeSet<char> = (0..9).map(|i| signs[first + i * step]).collect();
            assert_eq!(signs.len(), 9, "{solution}");
        }
    }
}

/// Cases G002, G003 and G013: small and large boards come to an end.
#[test]
fn g003_any_size_ends() {
    for (shape, count) in
        [("1x1", 1), ("3x3:1x3", 5), ("4x4", 9), ("6x6", 5), ("latin:7", 3), ("12x12", 2)]
    {
        let number = count.to_string();
        let puzzles = generate(&["--shape", shape, "--count", &number, "--seed", "13"]);
        assert_eq!(counts(shape, &puzzles), "1\n".repeat(count), "{shape}");
    }
    for shape in ["16x16", "25x25"] {
        let puzzles = generate(&["--shape", shape, "--seed", "13"]);
        assert_eq!(counts(shape, &puzzles), "1\n", "{shape}");
    }
}

/// Case G011: what is known to be impossible is said at once.
#[test]
fn g011_impossible_wishes_are_refused() {
    let wrong: &[&[&str]] = &[
        &["--givens", "16"],
        &["--shape", "4x4", "--givens", "2"],
        &["--shape", "4x4", "--givens", "17"],
        &["--shape", "4x4", "--givens", "7", "--symmetry", "rotational"],
        &["--shape", "4x4", "--from-solution", "123434122143432."],
        &["--shape", "4x4", "--from-solution", "1234341221434322"],
        &["--shape", "4x4", "--from-solution", "12343412214343"],
        &["--shape", "9x9+nothing"],
        &["--symmetry", "rotation"],
        &["--symmetry", "!"],
        &["--count", "0"],
    ];
    let mut all = String::new();
    for args in wrong {
        let said = run(&[&["generate", "--seed", "1"], *args].concat(), "");
        assert_eq!((said.status, &*said.out), (Some(2), ""), "{args:?}");
        all += &format!("$ houserules generate {}\n{}\n", args.join(" "), said.err);
    }
    assert_snapshot!("generate_wrong", all);
}

#[test]
fn what_is_not_found_is_unknown() {
    let said = run(&["generate", "--seed", "1", "--time-limit", "0s"], "");
    let err = "houserules: puzzle 1: not found: time limit reached\n";
    assert_eq!(said, Said { status: Some(3), out: String::new(), err: err.to_owned() });
    let shape = "4x4+x+anti-king+anti-knight";
    let said = run(&["generate", "--seed", "1", "--shape", shape], "");
    let err = "houserules: puzzle 1: the rules allow no full grid\n";
    assert_eq!(said, Said { status: Some(1), out: String::new(), err: err.to_owned() });
}

/// No given can go, with a pattern or without.
#[test]
fn minimal_puzzles_are_minimal() {
    for (shape, symmetry) in [("9x9", "none"), ("6x6", "mirror"), ("4x4", "rotational")] {
        let args = ["--minimal", "--shape", shape, "--symmetry", symmetry, "--count", "3"];
        let puzzles = generate(&[&args[..], &["--seed", "5"]].concat());
        for puzzle in &puzzles {
            let given = |(at, sign): (usize, char)| (sign != '.').then_some(at);
            let less: Vec<String> = puzzle
                .char_indices()
                .filter_map(given)
                .map(|at| format!("{}.{}", &puzzle[..at], &puzzle[at + 1..]))
                .collect();
            let said = counts(shape, &less);
            assert!(said.lines().all(|count| count.ends_with('2')), "{puzzle}: {said}");
        }
    }
}

#[test]
fn patterns_are_symmetric_and_of_the_right_size() {
    for symmetry in Symmetry::ALL {
        let args = ["--shape", "6x6", "--givens", "20", "--count", "3", "--seed", "2"];
        let puzzles = generate(&[&args[..], &["--symmetry", symmetry.name()]].concat());
        assert_eq!(counts("6x6", &puzzles), "1\n".repeat(3), "{symmetry}");
        for puzzle in &puzzles {
            assert_eq!(givens(puzzle), 20, "{symmetry}: {puzzle}");
            let signs: Vec<char> = puzzle.chars().collect();
            for orbit in symmetry.orbits(6) {
                let open = |cell: &usize| signs[*cell] == '.';
                assert!(orbit.iter().all(open) || !orbit.iter().any(open), "{symmetry}: {puzzle}");
            }
        }
    }
    let puzzles = generate(&["--givens", "23", "--minimal", "--count", "3", "--seed", "2"]);
    assert!(puzzles.iter().all(|puzzle| givens(puzzle) == 23));
}

/// A solution may come through a pipe, and a file that is not there is told.
#[test]
#[cfg(target_os = "linux")]
fn a_solution_can_come_from_anywhere() {
    let args = ["generate", "--seed", "1", "--from-solution"];
    let named = run(&[&args[..], &["1234341221434321"]].concat(), "");
    assert_eq!(run(&[&args[..], &["/dev/stdin"]].concat(), "1234341221434321\n"), named);
    let missing = run(&[&args[..], &["no/such"]].concat(), "");
    assert_eq!(missing.status, Some(2));
    assert_eq!(missing.err, "houserules: no/such: no such file, and no grid\n");
}

#[test]
fn a_solution_can_be_said() {
    let solution = "1234341221434321";
    let args = ["--shape", "4x4", "--from-solution", solution, "--count", "5", "--seed", "1"];
    let puzzles = generate(&args);
    // Without a shape, it is that of the solution.
    assert_eq!(generate(&args[2..]), puzzles);
    let solved = run(&["solve", "--unique"], puzzles.join("\n") + "\n");
    assert_eq!(solved.out, format!("{solution}\n").repeat(5));
}

#[test]
fn jigsaws_are_read_back() {
    let args = ["--regions", "jigsaw-regions.txt", "--count", "3", "--seed", "1"];
    let puzzles = generate(&[&args[..], &["--to", "jigsaw"]].concat()).join("\n") + "\n";
    let said = run(&["check"], puzzles);
    assert_eq!((said.status, &*said.err), (Some(0), ""));
    assert!(said.out.lines().all(|line| line.ends_with("unique")), "{}", said.out);
    assert_eq!(said.out.lines().count(), 3);
}

/// Case C015: Ctrl-C leaves whole lines.
#[test]
#[cfg(unix)]
fn c015_ctrl_c_leaves_whole_lines() {
    for (shape, lines) in [("6x6", 1), ("25x25", 0)] {
        let args = ["generate", "--shape", shape, "--count", "100000"];
        let mut child = start(&mut program(&args));
        let mut err = BufReader::new(child.stderr.take().expect("piped"));
        let mut told = String::new();
        // From here on it is at work.
        err.read_line(&mut told).expect("the seed");
        let mut out = BufReader::new(child.stdout.take().expect("piped"));
        let mut text = String::new();
        for _ in 0..lines {
            out.read_line(&mut text).expect("a line");
        }
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.expect("there is a kill").success());
        out.read_to_string(&mut text).expect("text");
        err.read_to_string(&mut told).expect("text");
        assert_eq!(wait(child).status, Some(130));
        assert!(told.contains("houserules: interrupted"), "{told}");
        assert!(text.is_empty() || text.ends_with('\n'));
        let cells = if shape == "6x6" { 36 } else { 625 };
        assert!(text.lines().all(|line| line.len() == cells));
    }
}
