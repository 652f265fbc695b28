//! Variant puzzles as other programs write them.
#![cfg(feature = "variants")]

use houserules::Uniqueness;
use houserules::grid::{Import, Variant, VariantError, claimed_by, variant_form};
use proptest::prelude::*;
use serde_json::{Value, json};

/// What is known: a text in a form, and the only solution of the puzzle.
fn known() -> Vec<(String, String, String, Vec<i32>)> {
    let row = |line: &str| {
        let row: Value = serde_json::from_str(line).expect("a row is JSON");
        let text = |key: &str| row[key].as_str().expect("text").to_owned();
        let solution = text("solution");
        let values = match solution.contains(',') {
            true => solution.split(',').map(|value| value.parse().expect("a number")).collect(),
            false => solution.chars().map(|c| c.to_digit(10).expect("a digit") as i32).collect(),
        };
        (text("form"), text("name"), text("text"), values)
    };
    include_str!("data/imports.jsonl").lines().map(row).collect()
}

fn read(form: &str, text: &str, lenient: bool) -> Result<(Variant, Import), VariantError> {
    let mut import = Import { lenient, ..Import::default() };
    let puzzle = variant_form(form).expect("a form").read(text.as_bytes(), &mut import)?;
    Ok((puzzle, import))
}

#[test]
fn known_texts_are_the_puzzles_that_they_are() {
    for (form, name, text, solution) in known() {
        let claimed = claimed_by(&text).map(|form| form.name());
        assert_eq!(claimed, Some(&*form), "{name}");
        let (puzzle, _) =
            read(&form, &text, false).unwrap_or_else(|e| panic!("{name}: {}", e.fault));
        assert!(puzzle.broken(&solution).is_none(), "{name}");
        let compiled = puzzle.model().expect("a model");
        match compiled.solver().uniqueness() {
            Uniqueness::One(found) => assert_eq!(compiled.values(&found), solution, "{name}"),
            other => panic!("{name}: {other:?}"),
        }
    }
}

/// An f-puzzles text of a board of that side with these fields more, as a link.
fn packed(side: usize, cells: &[(usize, usize, Value)], fields: Value) -> String {
    let puzzle = unpacked(side, cells, fields).to_string();
    format!("https://f-puzzles.com/?load={}", lz_str::compress_to_base64(&puzzle))
}

/// The same before it is packed.
fn unpacked(side: usize, cells: &[(usize, usize, Value)], fields: Value) -> Value {
    let mut grid = vec![vec![json!({}); side]; side];
    for (row, column, entry) in cells {
        grid[*row][*column] = entry.clone();
    }
    let mut puzzle = json!({"size": side, "grid": grid, "title": "A title"});
    let all = puzzle.as_object_mut().expect("an object");
    all.extend(fields.as_object().expect("an object").clone());
    puzzle
}

/// The puzzle as data, to look into.
fn data(puzzle: &Variant) -> Value {
    let entry = houserules::grid::VariantEntry::new(puzzle.clone());
    let text = variant_form("json").expect("a form").write(&entry).expect("it is written");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn f_puzzles_are_read_with_care() {
    let cells = [
        (0, 0, json!({"value": "3", "given": true})),
        // One that a player has put there.
        (0, 1, json!({"value": 4})),
        (0, 2, json!({"givenPencilMarks": [1, "2"], "centerPencilMarks": [5]})),
    ];
    let fields = json!({
        "killercage": [{"cells": ["R2C1", "R2C2"], "value": "5"}, {"cells": ["R3C1", "R3C2"], "value": ""}, {"cells": [], "value": "9"}],
        "whispers": [{"lines": [["R4C1", "R4C2"]]}, {"lines": [[]]}, {"lines": [["R5C1", "R5C2"]], "value": "4"}],
        "difference": [{"cells": ["R6C1", "R6C2"]}, {"cells": ["R6C3", "R6C4"], "value": "2"}],
        "diagonal+": true, "diagonal-": false, "antiknight": false, "renban": [],
        "maximum": [{"cell": "R3C3"}, {"cell": "R3C4"}],
        "arrow": [{"cells": ["R1C6", "R1C5"], "lines": [["R1C6", "R2C6"], ["R1C6", "R2C5"]]}],
        "sandwichsum": [{"cell": "R0C3", "value": "7"}, {"cell": "R7C0", "value": ""}, {"cell": "R2C8", "value": "1"}],
        "text": [{"cells": ["R1C1"], "value": "hi"}, {"cells": ["R0C3"], "fromConstraint": "Sandwich Sum"}],
    });
    let text = packed(7, &cells, fields);
    let (puzzle, import) = read("f-puzzles", &text, false).unwrap();
    let data = data(&puzzle);
    assert_eq!(data["givens"], json!({"r1c1": 3}));
    assert_eq!(data["candidates"], json!({"r1c3": [1, 2]}));
    // Where no box has the shape, the default region is the row, which is none.
    assert_eq!(data["regions"], json!([]));
    let of = |kind: &str| -> Vec<Value> {
        let rules = data["constraints"].as_array().unwrap().iter();
        rules.filter(|rule| rule["type"] == kind).cloned().collect()
    };
    let cage = |sum: Value, row: usize| json!({"type": "killer_cage", "cells": [format!("r{row}c1"), format!("r{row}c2")], "sum": sum});
    assert_eq!(of("killer_cage"), [cage(json!(5), 2), cage(Value::Null, 3)]);
    let least: Vec<&Value> = data["constraints"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|rule| rule.get("min_diff"))
        .collect();
    assert_eq!(least, [&json!(4), &json!(4)]);
    let apart: Vec<Value> = of("difference").iter().map(|rule| rule["value"].clone()).collect();
    assert_eq!(apart, [1, 2]);
    assert_eq!(of("diagonal")[0]["cells"][0], "r1c7");
    assert_eq!(of("diagonal").len(), 1);
    assert_eq!(of("maximum")[0]["neighbours"], json!(["r2c3", "r3c2", "r4c3"]));
    assert_eq!(of("arrow").len(), 2);
    assert_eq!(of("arrow")[0]["bulb"], json!(["r1c5", "r1c6"]));
    let sandwiches: Vec<Value> =
        of("sandwich").iter().map(|rule| rule["cells"][0].clone()).collect();
    assert_eq!(sandwiches, ["r1c3", "r2c7"]);
    assert_eq!(import.ignored, ["1 times `text`, which is only drawn"]);
    assert_eq!(import.notes[0].text, "A title");
    // The same from SudokuPad, escaped, or without the link.
    let bare = text.split_once('=').unwrap().1;
    for other in [
        format!("https://sudokupad.app/fpuzzles{bare}"),
        text.replace('+', "%2B")
            .replace('/', "%2F")
            .replace("https:%2F%2Ff-puzzles.com%2F", "https://f-puzzles.com/"),
        bare.to_owned(),
    ] {
        let (same, _) = read("f-puzzles", &other, false).unwrap();
        assert_eq!(self::data(&same), data, "{other}");
    }
}

#[test]
fn what_is_not_understood_stops_or_is_named() {
    let text = packed(6, &[], json!({"disco": [{"cells": ["R1C1"]}], "odd": [{"cell": "R1C1"}]}));
    let error = read("f-puzzles", &text, false).unwrap_err();
    assert_eq!(error.fault.to_string(), "the rule `disco` is not understood");
    let (puzzle, import) = read("f-puzzles", &text, true).unwrap();
    assert_eq!((puzzle.rules().len(), import.ignored), (1, vec!["disco".to_owned()]));
    let iss = ".Cage~3~R1C1~R1C2.Replicate~xx~R1C1~R1C2.~R9C9_1";
    let error = read("iss", iss, false).unwrap_err();
    assert_eq!(error.fault.to_string(), "the rule `Replicate` is not understood");
    assert_eq!((error.place.line, error.place.column), (1, 19));
    let (puzzle, import) = read("iss", iss, true).unwrap();
    assert_eq!((puzzle.rules().len(), puzzle.givens().count()), (1, 1));
    assert_eq!(import.ignored, ["Replicate"]);
}

/// Encoded functions of two values become pair tables: six bits a sign, the lowest first.
#[test]
fn encoded_functions_of_two_values_become_tables() {
    // One is three times the other; no two are equal or consecutive, of three values.
    let text = ".Pair~EAEBEAAQAAAAE~_1%3A3~R2C6~R3C6~~r1c1~r1c2~r1c3";
    let (puzzle, _) = read("iss", text, false).unwrap();
    let allowed = json!([[1, 3], [2, 6], [3, 1], [3, 9], [6, 2], [9, 3]]);
    let table = |cells: Value| json!({"type": "pair_table", "cells": cells, "scope": "consecutive", "allowed": allowed, "name": "1:3"});
    let expected = [table(json!(["r2c6", "r3c6"])), table(json!(["r1c1", "r1c2", "r1c3"]))];
    assert_eq!(data(&puzzle)["constraints"], json!(expected));
    let (puzzle, _) = read("iss", ".Shape~3x3.NoBoxes.BinaryX~EB~R1C1~R2C2~R3C3", false).unwrap();
    let table = &data(&puzzle)["constraints"][0];
    assert_eq!(
        (&table["scope"], &table["allowed"]),
        (&json!("all_pairs"), &json!([[1, 3], [3, 1]]))
    );
    // A sign that is none, and a pair that is beyond the values.
    for key in ["A*", "AAAAAAAAAAAAAI"] {
        let error = read("iss", &format!(".Pair~{key}~_~R1C1~R1C2"), false).unwrap_err();
        assert_eq!(error.fault.to_string(), "a function of two values that is damaged");
    }
}

/// What a link packs is read as it is too, on one line or many, and a mistake in it is shown where it stands.
#[test]
fn unpacked_texts_say_the_same() {
    let given = (0, 1, json!({"value": 3, "given": true}));
    let rules = json!({"thermometer": [{"lines": [["R1C1", "R1C2"]]}]});
    let (link, _) =
        read("f-puzzles", &packed(4, std::slice::from_ref(&given), rules.clone()), false).unwrap();
    let bare = unpacked(4, &[given], rules);
    for text in [bare.to_string(), serde_json::to_string_pretty(&bare).unwrap()] {
        let form = houserules::grid::claimed_by(&text).map(|form| form.name());
        assert_eq!(form, Some("f-puzzles-json"), "{text}");
        let (puzzle, _) = read("f-puzzles-json", &text, false).unwrap();
        assert_eq!(data(&puzzle), data(&link));
    }
    let outside = unpacked(4, &[], json!({"odd": [{"cell": "R1C1"}, {"cell": "R9C9"}]}));
    let text = serde_json::to_string_pretty(&outside).unwrap();
    let error = read("f-puzzles-json", &text, false).unwrap_err();
    let line = text.lines().position(|line| line.contains("R9C9")).unwrap() + 1;
    assert_eq!(error.place.line, line);
    assert_eq!(error.fault.to_string(), "r9c9 is not on the board");
    let error = read("f-puzzles-json", "{\"size\": 4,\n\"grid\": [[}", false).unwrap_err();
    assert_eq!((error.place.line, error.place.column), (2, 11));
}

#[test]
fn sudokupad_says_what_it_only_draws() {
    let literal = "{id:'x',cs:50,ce:[[{v:1},,,],[,,,],[,,,],[,,,{v:'2'}]],re:[[[0,0],[0,1],[1,0],[1,1]]],\
                   ca:[{v:'title: It\\'s'},{v:'rules: Knights.'},{unique:t,sum:5,ce:[[0,2],[0,3]],v:5},{ce:[[2,2]],style:box}],\
                   l:[{wp:[[1,1],[2,2]],c:#F00}]}";
    let text = format!("scl{}", lz_str::compress_to_base64(literal));
    let (puzzle, import) = read("scl", &text, false).unwrap();
    let data = data(&puzzle);
    assert_eq!(data["givens"], json!({"r1c1": 1, "r4c4": 2}));
    assert_eq!(data["regions"], json!([["r1c1", "r1c2", "r2c1", "r2c2"]]));
    assert_eq!(
        data["constraints"],
        json!([{"type": "killer_cage", "cells": ["r1c3", "r1c4"], "sum": 5}])
    );
    assert_eq!(import.notes[0].text, "It's");
    assert_eq!(
        import.ignored,
        [
            "1 cages without a sum, which are only drawn",
            "1 lines, which are only drawn",
            "what is told in words only: Knights."
        ]
    );
    let error = read("scl", "https://sudokupad.app/abcdef", false).unwrap_err();
    assert_eq!(
        error.fault.to_string(),
        "the link only names a puzzle on a server; one with `scl` holds it"
    );
}

#[test]
fn killers_in_a_line() {
    // Cells lead to the first of their cage, or to one that does.
    let sumo = "SumoCueV1=5+0=7+2=5+4=8+6+2+6=0+10=9+12+12=1";
    let (puzzle, _) = read("sumocue", sumo, false).unwrap();
    let sums: Vec<Value> = data(&puzzle)["constraints"]
        .as_array()
        .unwrap()
        .iter()
        .map(|rule| json!([rule["cells"].as_array().unwrap().len(), rule["sum"]]))
        .collect();
    assert_eq!(
        sums,
        [
            json!([2, 5]),
            json!([3, 7]),
            json!([2, 5]),
            json!([3, 8]),
            json!([2, null]),
            json!([3, 9]),
            json!([1, 1])
        ]
    );
    assert!(read("sumocue", "SumoCueV1=5+9=7+2", false).is_err());
    let arrows = format!("3<{}", ".".repeat(79));
    let (puzzle, _) = read("killer-arrows", &arrows, false).unwrap();
    assert_eq!(
        data(&puzzle)["constraints"],
        json!([{"type": "killer_cage", "cells": ["r1c1", "r1c2"], "sum": 3}])
    );
    let lost = format!("v<{}", ".".repeat(79));
    let (puzzle, _) = read("killer-arrows", &lost, false).unwrap();
    assert_eq!(puzzle.rules().len(), 1);
    let error = read("killer-arrows", &format!("<<{}", ".".repeat(79)), false).unwrap_err();
    assert_eq!(error.fault.to_string(), "`<` at r1c1 leads to no sum");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Damage is an error or another puzzle, and never anything worse.
    #[test]
    fn damaged_texts_are_errors(which in 0_usize..1000, at in 0_usize..2000, sign in any::<char>(), how in 0..3) {
        let known = known();
        let (form, _, text, _) = &known[which % known.len()];
        let mut signs: Vec<char> = text.chars().collect();
        let at = at % signs.len();
        match how {
            0 => { signs.truncate(at); }
            1 => signs[at] = sign,
            _ => { signs.remove(at); }
        }
        let text: String = signs.into_iter().collect();
        for lenient in [false, true] {
            let _ = read(form, &text, lenient);
        }
        let _ = claimed_by(&text);
    }
}
