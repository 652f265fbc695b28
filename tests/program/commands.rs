//! `check`, `candidates` and `convert`, and answers in JSON.

use insta::assert_snapshot;
use serde_json::Value;

use crate::run::{data, run};

/// Four solutions; none because of a house, a cell, a set of givens (a hardest grid with a wrong given), a clash; full; one.
const PUZZLES: &str = "\
895.....7..79...6...65..3.....34.6.9.....81...2.....4..7...5.....8......9..6....5
53..7....6..195....98....6.8...6...34.68.3..17...2.6...6....28....419..5....8..79
..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..
98.7..6....5.9......4..3...3...5..4..4.2..8....9..4....1......87..1...62.....71..
.99..5.1.85.4....2432......1...69.83.9.....6.62.71...9......1945....4.37.4.3..6..
974236158638591742125487936316754289742918563589362417867125394253649871491873625
123
2.5.7...1.6.4.25..1..8..9....9............358.14.6...7..6..1....5...912..2135...9
";

/// Cases B013, B014, B062, B003, B072 and what is said of them.
#[test]
fn check() {
    let said = run(&["check"], PUZZLES);
    assert_snapshot!("check", said);
    assert_eq!(run(&["check", "--threads", "1"], PUZZLES), said);
}

#[test]
fn check_tells_limits() {
    let hard = PUZZLES.lines().nth(3).expect("a line");
    let said = run(&["check", "--nodes", "2"], hard);
    assert_eq!((said.status, &*said.out), (Some(3), "<stdin>:1: unknown: node limit reached\n"));
}

/// Cases C019, C020, B015 and B061: solutions that are none.
#[test]
fn check_judges_solutions() {
    let puzzle =
        "2.5.7...1.6.4.25..1..8..9....9............358.14.6...7..6..1....5...912..2135...9";
    let right = "235976841968412573147835962589723416672194358314568297896241735753689124421357689";
    let other = "425176893697583241831924765279841536384695172516237489758319624962458317143762958";
    let broken = right.replacen("968412573", "986412573", 1);
    let rows = "123456789234567891345678912456789123567891234678912345789123456891234567912345678";
    let text = format!(
        "{puzzle} {right}\n{puzzle},{other}\n{puzzle}:{}1\n{} {broken}\n{rows}\n{right}\n",
        &right[..80],
        ".".repeat(81),
    );
    assert_snapshot!("check_solutions", run(&["check"], text));
    assert_snapshot!("check_x", run(&["check", "--shape", "9x9+x"], right));
}

#[test]
fn candidates() {
    assert_snapshot!("candidates", run(&["candidates", "9x9.txt"], ""));
    let several = PUZZLES.lines().next().expect("a line");
    assert_snapshot!("candidates_true", run(&["candidates", "--true"], several));
    assert_snapshot!("candidates_16", run(&["candidates", "16x16.txt"], ""));
    assert_snapshot!(
        "candidates_none",
        run(&["candidates", "--true"], PUZZLES.lines().nth(1).expect("a line"))
    );
}

#[test]
fn candidates_are_a_puzzle_again() {
    let several = PUZZLES.lines().next().expect("a line");
    let line = run(&["candidates", "--true", "--to", "sukaku"], several).out;
    assert_eq!(line.trim_end().len(), 729);
    assert_eq!(run(&["count"], &line).out, "4\n");
    let grid = run(&["candidates"], several).out;
    assert_eq!(run(&["count"], &grid).out, "4\n");
}

#[test]
fn convert_is_read_back() {
    let lines = std::fs::read_to_string(data("lines.txt")).expect("data");
    for form in [
        "judge",
        "rows",
        "grid",
        "csv",
        "sdk",
        "ss",
        "hodoku",
        "susser",
        "array",
        "url",
        "opensudoku",
        "sukaku",
        "pencil",
    ] {
        let there = run(&["convert", "--to", form], &lines);
        assert_eq!((there.status, &*there.err), (Some(0), ""), "{form}");
        let back = run(&["convert", "--to", "line"], &there.out);
        assert_eq!((back.status, &*back.err), (Some(0), ""), "{form}");
        assert_eq!(back.out, lines, "{form}");
    }
}

#[test]
fn convert_tells_what_cannot_be_written() {
    assert_snapshot!("convert_too_many", run(&["convert", "--to", "pencil", "16x16.txt"], ""));
    assert_snapshot!("convert_mixed", run(&["convert", "--to", "line"], PUZZLES.replace('4', "q")));
}

#[test]
fn json_is_one_object_a_line() {
    let commands: &[(&str, &[&str])] = &[
        ("json_solve", &["solve", "--unique", "--to", "json"]),
        ("json_solutions", &["solve", "--limit", "2", "--to", "json"]),
        ("json_count", &["count", "--limit", "3", "--to", "json"]),
        ("json_check", &["check", "--to", "json"]),
        ("json_candidates", &["candidates", "--true", "--nodes", "100", "--to", "json"]),
        ("json_limits", &["solve", "--nodes", "1", "--to", "json"]),
    ];
    for (name, args) in commands {
        let said = run(&[args, &["-", "no-such-file"][..]].concat(), PUZZLES);
        assert_eq!(said.status, Some(2));
        for line in said.out.lines() {
            let record: Value = serde_json::from_str(line).expect("JSON");
            assert!(record["status"].is_string() && record["source"].is_string());
        }
        assert_snapshot!(*name, said.out);
    }
}
