//! Variant puzzles: every command takes them as it takes any other.

use insta::assert_snapshot;

use crate::run::{Said, run};

const KILLER: &str = "variants/killer.toml";

fn text(name: &str) -> String {
    std::fs::read_to_string(crate::run::data(name)).expect("data")
}

#[test]
fn every_command_takes_them() {
    for (name, args) in [
        ("solve", &["solve"][..]),
        ("solve_line", &["solve", "--to", "line"]),
        ("solve_json", &["solve", "--unique", "--to", "json"]),
        ("solve_all", &["solve", "--all", "--to", "json"]),
        ("count", &["count"]),
        ("check", &["check"]),
        ("candidates", &["candidates"]),
        ("convert_json", &["convert", "--to", "json"]),
        ("convert_toml", &["convert", "--to", "toml"]),
        ("convert_line", &["convert", "--to", "line"]),
        ("show", &["show", "--svg", "-", "--solve"]),
    ] {
        assert_snapshot!(format!("variant_{name}"), run(&[args, &[KILLER]].concat(), ""));
    }
}

/// A board with holes, wider than high, with values from 0: rows of numbers hold its solution.
#[test]
fn boards_of_any_kind_are_answered() {
    let said = run(&["solve", "--limit", "2", "variants/holes.toml"], "");
    assert_snapshot!("variant_holes", said);
    let unlike = run(&["solve", "--to", "rows", "variants/holes.toml"], "");
    assert_eq!((unlike.status, &*unlike.out), (Some(2), ""));
    assert!(unlike.err.contains("the form `rows` has no place for such a board"), "{unlike}");
    let marks = run(&["candidates", "variants/holes.toml"], "");
    assert_snapshot!("variant_holes_candidates", marks);
}

#[test]
fn they_stand_beside_other_puzzles() {
    let args = |threads| {
        let files = ["4x4.txt", KILLER, "lines.txt", "variants/two.json"];
        [&["solve", "--to", "json", "--threads", threads], &files[..]].concat()
    };
    let one = run(&args("1"), "");
    assert_eq!(run(&args("4"), ""), one);
    assert_eq!(one.status, Some(0));
    let alone = run(&["solve", "--to", "json", KILLER], "");
    assert!(one.out.contains(&*alone.out), "{one}");
}

#[test]
fn a_solution_beside_the_puzzle_is_judged() {
    let said = run(&["check", "variants/two.json"], "");
    assert_snapshot!("variant_check_two", said);
    let board = r#"{"rows": 2, "cols": 2, "min_value": 1, "max_value": 2, "latin": true, "givens": {"R1C1": 1}, "solution": "#;
    for (solution, status, words) in [
        ("\"1221\"", 0, "unique, and the solution beside it is right"),
        ("\"1,2, 2,1\"", 0, "unique, and the solution beside it is right"),
        ("\"12.1\"", 0, "unique"),
        ("\"\"", 0, "unique"),
        ("null", 0, "unique"),
        ("\"122\"", 1, "wrong solution: it has 3 values, and the board 4"),
        ("\"12211\"", 1, "wrong solution: it has 5 values, and the board 4"),
        ("\"12x1\"", 1, "wrong solution: `x` is no value"),
        ("\"1222\"", 1, "wrong solution: row 2 has a value twice"),
        ("\"2112\"", 1, "wrong solution: r1c1 is 2 in the solution, and 1 is given"),
    ] {
        let said = run(&["check"], format!("{board}{solution}}}"));
        assert_eq!(said.out, format!("<stdin>:1: {words}\n"), "{said}");
        assert_eq!(said.status, Some(status), "{said}");
    }
    let said = run(&["check"], format!("{board}[1, 2, 2, 1]}}"));
    let words = "# bad input: line 1, column 106: invalid type: sequence, expected a string\n";
    assert_eq!((said.status, &*said.out), (Some(2), words), "{said}");
}

#[test]
fn mistakes_are_shown_in_their_place() {
    let good = text(KILLER);
    let cases = [
        ("name", good.replace("diagonals", "diagnals")),
        ("cell", good.replace("diagonals = true", "thermometer = [\"r1c1 r2c2\", \"r1c1 r5c1\"]")),
        ("field", good.replace("diagonals = true", "arrow = { bulb = \"r1c1\" }")),
        ("sum", good.replace("a = 3", "a = 30")),
        ("json", text("variants/two.json").replace("\"odd\"", "\"off\"")),
    ];
    for (name, text) in cases {
        assert_snapshot!(format!("variant_mistake_{name}"), run(&["solve"], text));
    }
}

#[test]
fn why_there_is_no_solution() {
    let good = text(KILLER);
    let cases = [
        ("clash", good.replace("2 . . .\"", "2 2 . .\"")),
        ("rules", good.replace("a = 3", "a = 7")),
        ("several", good.replace("diagonals = true", "")),
    ];
    for (name, text) in cases {
        assert_snapshot!(format!("variant_check_{name}"), run(&["check"], &text));
        let unique = run(&["solve", "--unique"], text);
        assert_eq!((unique.status, &*unique.out), (Some(1), ""), "{name}");
    }
}

#[test]
fn a_limit_leaves_it_unknown() {
    let blank = "anti_knight = true\nnonconsecutive = true\n";
    let said = run(&["count", "--nodes", "3"], blank);
    assert_eq!((said.status, &*said.out), (Some(3), ">=0\n"), "{said}");
}

/// What is written is read as the same puzzles, several in one text as well.
#[test]
fn what_is_converted_reads_the_same() {
    for form in ["toml", "json"] {
        let twice = run(&["convert", "--to", form, KILLER, KILLER, "variants/two.json"], "");
        assert_eq!(twice.status, Some(0), "{twice}");
        let again = run(&["convert", "--to", form], &twice.out);
        assert_eq!(again, twice);
        assert_eq!(run(&["count"], &twice.out).out, "1\n1\n1\n1\n");
    }
    // Puzzles of a shape too.
    let lines = text("lines.txt");
    for form in ["toml", "json"] {
        let said = run(&["convert", "--to", form], &lines);
        assert_eq!(
            run(&["convert", "--to", "line"], said.out).out,
            run(&["convert", "--to", "line"], &lines).out
        );
    }
    let x = run(&["convert", "--to", "toml", "--shape", "4x4+x"], "1.............4.\n");
    assert_eq!(x.out.matches("direction").count(), 2);
}

#[test]
fn new_puzzles_keep_the_rules() {
    let new = |seed: &str, threads: &str| -> Said {
        run(
            &[
                "generate",
                "--rules",
                "variants/holes.toml",
                "--count",
                "3",
                "--seed",
                seed,
                "--threads",
                threads,
            ],
            "",
        )
    };
    let made = new("5", "1");
    assert_eq!((made.status, &*made.err), (Some(0), ""));
    assert_eq!(new("5", "4"), made);
    assert_ne!(new("6", "1"), made);
    // Each is unique, and has the solution that stands beside it.
    let checked = run(&["check"], &made.out);
    assert_eq!(checked.status, Some(0), "{checked}");
    assert_eq!(checked.out.matches("unique, and the solution beside it is right").count(), 3);
    // No given can go.
    let first = made.out.split("---").next().expect("a puzzle");
    let drawn = first.split("\"\"\"").nth(1).expect("givens");
    let numbers = drawn.split_whitespace().filter(|word| word.parse::<i32>().is_ok());
    assert!(numbers.clone().count() > 0);
    for number in numbers {
        let without = drawn.replacen(number, ".", 1);
        let less = first
            .replace(drawn, &without)
            .lines()
            .filter(|l| !l.starts_with("solution"))
            .fold(String::new(), |all, line| all + line + "\n");
        assert_eq!(run(&["check"], less).status, Some(1), "{first}");
    }
}

/// Chess moves of a shape are named under the picture.
#[test]
fn moves_are_named() {
    let said = run(&["show", "--svg", "-", "--shape", "4x4+anti-knight"], "1.............4.\n");
    assert!(said.out.contains("anti_knight: cells a knight's move"), "{said}");
}
