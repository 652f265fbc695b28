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
            "4:1: unknown symbol `A`; values are 1-4, an open cell is `.` or `0`",
        ),
        ("givens = { r1c1 = 1, R1C1 = 2 }", "2:12: `r1c1` stands twice"),
        ("givens = 5", "2:10: givens are a drawing, or `{ r3c5 = 7 }`"),
        (
            "[cages]\ncells = '''\naa..\n....\n....\n....'''\nsums = { a = 3, b = 4 }",
            "8:21: no cage is drawn with `b`",
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
            "2:2: no field is called `constrains`; did you mean `constraints`?",
        ),
        (r#""givens":{"r1c1":1,"r1c1":2}}"#, "2:21: `r1c1` stands twice"),
        (
            r#""constraints":[{"type":"killer_cage","cells":["r1c1","r1d2"],"sum":3}]}"#,
            "2:55: `r1d2` is not a cell such as `r3c5`",
        ),
        (
            r#""constraints":[{"type":"killer_cage","cells":["r1c1"],"summ":3}]}"#,
            "2:56: no field is called `summ`; did you mean `sum`?",
        ),
        (r#""constraints":[{"type":"thermometer","cells":[ ]}]}"#, "2:16: a list without a cell"),
        (r#""constraints":[{"type":"killer_cage","sum":3}]}"#, "2:16: missing field `cells`"),
        (
            r#""constraints":[{"type":"killer_cage","cells":["r1c1"],"sum":3.5}]}"#,
            "2:61: invalid type: floating point `3.5`, expected a whole number",
        ),
        (r#""constraints":[]} {"rows":5"#, "2:27: EOF while parsing an object"),
    ] {
        let text = format!("{{{board},\n{rest}");
        assert_eq!(said(&text), (expected.to_owned(), Some(2)), "{text}");
    }
}

/// What stands in a table is shown on its own line.
#[test]
fn in_tables() {
    let cages = |drawing: &str, sums: &str| {
        format!("size = 4\nname = 'a'\n[cages]\ncells = \"\"\"\n{drawing}\"\"\"\n{sums}\n")
    };
    let drawing = "aa..\n..bb\n....\n....\n";
    for (text, expected) in [
        (
            cages(drawing, "sums = { a = 3, b = 70 }"),
            "10:21: no solution: the sum of 2 different cells is at most 7, not 70",
        ),
        (
            cages(drawing, "[cages.sums]\na = 3\nb = 70"),
            "12:5: no solution: the sum of 2 different cells is at most 7, not 70",
        ),
        (cages(drawing, "sums = { a = 3, z = 4 }"), "10:21: no cage is drawn with `z`"),
        (
            cages("aa..\n.bbb\n.bb.\n....\n", ""),
            "6:1: no solution: a cage of 5 cells cannot hold different values, of which there are 4",
        ),
        (cages("aa..\n..b\n....\n....\n", ""), "6:1: a drawing needs 4 rows of 4 letters"),
        (
            cages("....\n....\n....\n....\n", ""),
            "4:9: no cage is drawn: each has a letter, and cells in none a dot",
        ),
        ("size = 4\n[givens]\nr1c1 = 1\nr2c2 = 77\n".into(), "4:8: value 77 is outside 1-4"),
        (
            "size = 4\n[[killer_cage]]\ncells = 'r1c1'\n[[killer_cage]]\nsum = 3\ncells = 'r1c1 r9c9'\n"
                .into(),
            "6:15: r9c9 is not on the board",
        ),
    ] {
        let (message, status) = said(&text);
        assert_eq!(message, expected, "{text}");
        assert_eq!(status, Some(if expected.contains("no solution") { 1 } else { 2 }), "{text}");
    }
}

/// No rule takes a list without a cell, a list without a list, or lists that hold nothing.
#[test]
fn nothing_is_no_line() {
    for text in [
        "thermometer = ''",
        "thermometer = [[]]",
        "thermometer = { cells = [] }",
        "killer_cage = { cells = ' ', sum = 3 }",
        "arrow = { bulb = 'r1c1', arm = [] }",
        "clone = { cells = 'r1c1', clone_cells = '' }",
        "extra_region = [['r1c1'], []]",
        "equal_sum = { segments = [] }",
        "equal_sum = { segments = [['r1c1'], []] }",
        "same_values = { sets = [] }",
        "region_sum_line = { segments = [] }",
        "windoku = { regions = [] }",
        "disjoint_groups = { sets = [] }",
        "regions = [[]]",
    ] {
        let said = run(&["solve"], format!("size = 4\n{text}\n"));
        assert_eq!((said.status, &*said.out), (Some(2), ""), "{text}");
        let words = ["a list without a cell", "there is no", "needs a part", "there is none"];
        assert!(words.iter().any(|words| said.err.contains(words)), "{text}: {}", said.err);
    }
    // Where nothing is missing, nothing is to be named.
    let void = run(&["count"], "size = 4\nvoid = ''\nthermometer = []\n");
    assert_eq!((void.status, &*void.out), (Some(0), "288\n"));
}

/// Signs for values from 10 on are those of plain puzzles.
#[test]
fn letters_are_given() {
    let board = |givens: &str| {
        format!("size = 16\ngivens = \"\"\"\n{givens}\n{}\"\"\"\n", "................\n".repeat(15))
    };
    let value = |givens: &str| {
        let json = run(&["convert", "--to", "json"], board(givens)).out;
        let json: serde_json::Value = serde_json::from_str(&json).unwrap_or_default();
        (json["givens"]["r1c1"].as_i64(), json["givens"]["r1c2"].as_i64())
    };
    assert_eq!(value("G1.............."), (Some(16), Some(1)));
    assert_eq!(value("g 1 . . . . . . . . . . . . . ."), (Some(16), Some(1)));
    // From zero, since `0` is a value beside the dot.
    assert_eq!(value("F05............."), (Some(16), Some(1)));
    assert_eq!(value("PA.............."), (Some(16), Some(1)));
    assert_eq!(value("16 1 . . . . . . . . . . . . . ."), (Some(16), Some(1)));
    for (givens, expected) in [
        ("H1..............", "3:1: value H is outside 1-9A-G"),
        ("AB..............", "3:1: the symbols can be read as 1-9A-G, or as A-P"),
    ] {
        let (message, status) = said(&board(givens));
        assert!(message.starts_with(expected), "{message}");
        assert_eq!(status, Some(2));
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
