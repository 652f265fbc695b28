//! Slips of those who write variant puzzles: each is told with its place, and nothing is guessed.

use crate::run::run;

/// What is said first of a text: `line:column: message`, and the exit status.
fn said(text: &str) -> (String, Option<i32>) {
    let said = run(&["solve"], text);
    let mut lines = said.err.lines();
    let message = lines.next().unwrap_or_default().trim_start_matches("error: ").to_owned();
    let place =
        lines.find_map(|line| line.split_once("--> <stdin>:")).map_or("", |(_, place)| place);
    (format!("{place}: {message}"), said.status)
}

#[test]
fn in_toml() {
    for (text, expected) in [
        (
            "thermomter = 'r1c1-r1c4'",
            "2:1: nothing is called `thermomter`; did you mean `thermometer`?",
        ),
        (
            "rules = [{ type = 'thermo', cells = 'r1c1' }]",
            "2:20: no rule is called `thermo`; did you mean `thermometer`?",
        ),
        (
            "killer_cage = { cells = 'r1c1 r1c2', summ = 7 }",
            "2:38: no field is called `summ`; did you mean `sum`?",
        ),
        (
            "killer_cage = { cells = 'r1c1 r1c2', sum = 'seven' }",
            "2:45: invalid type: string \"seven\", expected a whole number; in `sum`",
        ),
        (
            "killer_cage = { cells = 'r1c1 r1d2', sum = 7 }",
            "2:31: `r1d2` is not a cell such as `r3c5`; in `cells`",
        ),
        ("killer_cage = { sum = 7 }", "2:15: missing field `cells`"),
        (
            "or = { branches = [[{ type = 'odd', cels = 'r1c1' }]] }",
            "2:37: no field is called `cels`; did you mean `cells`?",
        ),
        ("anti_knight = 'yes'", "2:15: `anti_knight` has no fields: say `anti_knight = true`"),
        ("anti_knight = [1]", "2:16: `anti_knight` has no fields: say `anti_knight = true`"),
        ("boxes = '2x3'", "2:9: boxes of 2x3 do not fill a board of 4x4"),
        (
            "boxes = '99999999999x99999999999'",
            "2:9: boxes of 99999999999x99999999999 do not fill a board of 4x4",
        ),
        ("boxes = 2", "2:9: boxes are `\"3x3\"`, rows by columns, or `false`"),
        (
            "boxes = '2x2'\nregions = 'aabb aabb ccdd ccdd'",
            "2:1: either `boxes` or `regions` say how the board is cut",
        ),
        ("regions = '''\naabb\naab\nccdd\nccdd'''", "4:1: a drawing needs 4 rows of 4 letters"),
        (
            "regions = '''\naaab\nbbbb\nccdd\nccdd'''",
            "2:11: the region of r1c4 has 5 cells, and there are 4 values",
        ),
        ("values = '4-1'", "2:10: values from 4 to 1; a board has 1 to 64 values"),
        ("values = 4", "2:10: values are a range such as `\"0-8\"`"),
        ("givens = '''\n1...\n...\n....\n....'''", "4:1: row 2 has 3 cells, not 4"),
        (
            "givens = '''\n1...\n..A.\n....\n....'''",
            "4:1: `A` is no value: values are numbers, a dot stands for an open cell",
        ),
        ("givens = { r1c1 = 1, R1C1 = 2 }", "2:12: `r1c1` stands twice"),
        ("givens = 5", "2:10: givens are a drawing, or `{ r3c5 = 7 }`"),
        (
            "[cages]\ncells = '''\naa..\n....\n....\n....'''\nsums = { a = 3, b = 4 }",
            "8:17: no cage is drawn with `b`",
        ),
    ] {
        let text = format!("size = 4\n{text}\n");
        assert_eq!(said(&text), (expected.to_owned(), Some(2)), "{text}");
    }
    for (text, expected) in [
        ("size = -3", "1:8: a size is `9` or `\"6x8\"`, rows by columns"),
        (
            "size = 1000000000",
            "1:8: 1000000000 rows and 1000000000 columns; a board has 1 to 256 of each",
        ),
        (
            "size = 7",
            "1:8: a board of 7x7 has no usual boxes: say `boxes = \"2x3\"` (rows by columns), `boxes = false`, or \
             draw `regions`",
        ),
        ("\u{FEFF}sise = 7\nodd = 'r1c1'", "1:1: nothing is called `sise`; did you mean `size`?"),
    ] {
        assert_eq!(said(text), (expected.to_owned(), Some(2)), "{text}");
    }
}

#[test]
fn in_json() {
    let board = r#""rows":4,"cols":4,"min_value":1,"max_value":4,"latin":true"#;
    for (rest, expected) in [
        (
            r#""constrains":[]}"#,
            "2:12: no field is called `constrains`; did you mean `constraints`?",
        ),
        (r#""givens":{"r1c1":1,"r1c1":2}}"#, "2:28: `r1c1` stands twice"),
        (
            r#""constraints":[{"type":"killer_cage","cells":["r1c1"],"sum":3.5}]}"#,
            "2:63: invalid type: floating point `3.5`, expected a whole number",
        ),
        (r#""constraints":[]} {"rows":5"#, "2:27: EOF while parsing an object"),
    ] {
        let text = format!("{{{board},\n{rest}");
        assert_eq!(said(&text), (expected.to_owned(), Some(2)), "{text}");
    }
}

/// Rules in rules in rules are read up to a depth that no stack minds.
#[test]
fn alternatives_end_somewhere() {
    let nested = |depth: usize| {
        let rule = |inner: String, _| format!(r#"{{"type":"or","branches":[[{inner}]]}}"#);
        let rule = (0..depth).fold(r#"{"type":"odd","cells":["r1c1"]}"#.to_owned(), rule);
        format!(
            r#"{{"rows":4,"cols":4,"min_value":1,"max_value":4,"latin":true,"constraints":[{rule}]}}"#
        )
    };
    let odd = run(&["count"], nested(0));
    assert_eq!((odd.status, &*odd.out), (Some(0), "288\n"));
    assert_eq!(run(&["count"], nested(8)), odd);
    for depth in [9, 40, 10_000] {
        let (message, status) = said(&nested(depth));
        assert_eq!(status, Some(2), "{depth}");
        assert!(message.ends_with("rules stand in rules more than 8 deep"), "{depth}: {message}");
    }
}

/// The answer of a puzzle that no grid could be begins as any other without a solution.
#[test]
fn what_cannot_be_has_no_solution() {
    let said = run(&["check"], "size = 4\nkiller_cage = { cells = 'r1c1 r1c2', sum = 30 }\n");
    let expected =
        "# no solution: the sum of 2 different cells is at most 7, not 30 (line 2, column 15)\n";
    assert_eq!((said.status, &*said.out), (Some(1), expected));
}

/// What is said of the board twice is not guessed, and costs no other file.
#[test]
fn a_shape_does_not_go_with_a_puzzle_that_says_its_own() {
    let puzzle = "size = 4\nthermometer = 'r1c1-r1c4'\n";
    for option in ["--shape=4x4", "--symbols=1-G"] {
        let said = run(&["count", option, "-", "4x4.txt"], puzzle);
        assert_eq!((said.status, &*said.out), (Some(2), "1\n"), "{option}");
        assert!(
            said.err.starts_with("houserules: <stdin>: a variant puzzle says its board itself"),
            "{}",
            said.err
        );
    }
    assert_eq!(run(&["count"], puzzle).status, Some(0));
}
