//! Variant puzzles with known answers, and what is no puzzle.
#![cfg(feature = "variants")]

mod plain;

use std::path::PathBuf;

use houserules::grid::Variant;
use houserules::{Count, Model, Uniqueness};
use serde_json::Value;

/// Each file of the directory: its name, its text, and the text as JSON.
fn puzzles() -> Vec<(String, Vec<u8>, Value)> {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/variants");
    let mut files: Vec<PathBuf> =
        directory.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = files.iter().map(|file| {
        let text = std::fs::read(file).unwrap();
        let json = serde_json::from_slice(&text).unwrap();
        (file.file_stem().unwrap().to_string_lossy().into_owned(), text, json)
    });
    read.collect()
}

fn solution(json: &Value) -> Option<Vec<i32>> {
    let text = json["solution"].as_str()?;
    Some(match text.contains(',') {
        true => text.split(',').map(|value| value.parse().unwrap()).collect(),
        false => text.chars().map(|c| c.to_digit(10).unwrap() as i32).collect(),
    })
}

#[test]
fn known_solutions_keep_every_rule() {
    for (name, text, json) in puzzles() {
        let puzzle = Variant::from_json(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let Some(values) = solution(&json) else { continue };
        assert_eq!(plain::broken(&json, &values), None, "{name}");
        assert!(puzzle.broken(&values).is_none(), "{name}");
        // And with two cells of different values changed for each other, some are broken as well as by the plain check.
        for (i, j) in [(0, 1), (0, values.len() - 1), (values.len() / 2, values.len() / 2 + 1)] {
            let mut other = values.clone();
            other.swap(i, j);
            assert_eq!(
                puzzle.broken(&other).is_some(),
                plain::broken(&json, &other).is_some(),
                "{name} with {i} and {j} changed"
            );
        }
    }
}

/// Constraints that can be written as simple relations mean the same as these, at a solution and beside it.
fn check_simple_relations(model: &Model, solution: &[i32], name: &str) {
    let written = model.constraints().iter().filter_map(|c| Some((c, c.as_simple()?)));
    for (constraint, relations) in written {
        let scope = constraint.scope();
        let check = |values: &[i32]| {
            let at: Vec<i32> = scope.iter().map(|x| values[x.index()]).collect();
            let holds = relations.iter().all(|relation| relation.holds(|x| values[x.index()]));
            assert_eq!(constraint.holds(&at), holds, "{name}: {constraint:?} at {at:?}");
        };
        check(solution);
        for (i, x) in scope.iter().enumerate() {
            let mut other = solution.to_vec();
            other.swap(x.index(), scope[(i + 1) % scope.len()].index());
            check(&other);
            other[x.index()] += 1;
            check(&other);
        }
    }
}

#[test]
fn puzzles_have_the_answers_that_are_known() {
    for (name, text, json) in puzzles() {
        let puzzle = Variant::from_json(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let compiled = puzzle.model().unwrap();
        let mut solver = compiled.solver();
        let found = solver.uniqueness();
        let values: Vec<Vec<i32>> = match &found {
            Uniqueness::None => vec![],
            Uniqueness::One(one) => vec![compiled.values(one)],
            Uniqueness::Many(one, other) => vec![compiled.values(one), compiled.values(other)],
            Uniqueness::Unknown(limit, _) => panic!("{name}: {limit}"),
        };
        for values in &values {
            assert_eq!(plain::broken(&json, values), None, "{name}");
        }
        if let Uniqueness::One(solution) | Uniqueness::Many(solution, _) = &found {
            check_simple_relations(solver.model(), solution.values(), &name);
        }
        match json["solution_count"].as_u64() {
            Some(0) => assert!(values.is_empty(), "{name}"),
            Some(1) => assert_eq!(
                Some(&values[..]),
                solution(&json).as_ref().map(std::slice::from_ref),
                "{name}"
            ),
            Some(count) => assert_eq!(solver.count(), Count::Exactly(count.into()), "{name}"),
            None => assert_eq!(values.len(), 2, "{name}"),
        }
    }
}

/// A board of one row for rules in errors.
fn with_rules(rules: &str) -> String {
    format!(
        "{{\n\"rows\": 2, \"cols\": 3, \"min_value\": 1, \"max_value\": 9, \"latin\": false,\n\"constraints\": [\n{rules}\n]}}\n"
    )
}

#[test]
fn mistakes_are_named_with_their_place() {
    let cases = [
        (
            r#"{"type": "kilr_cage", "cells": []}"#,
            "no rule is called `kilr_cage`; did you mean `killer_cage`?",
            "4",
        ),
        (r#"{"type": "arrow", "bulb": ["R1C1"]}"#, "missing field `arm`", "4"),
        (r#"{"cells": ["R1C1"]}"#, "missing field `type`", "4"),
        (
            r#"{"type": "or", "branches": [[{"type": "doppelganger"}], []]}"#,
            "a rule about the whole board is no alternative",
            "4",
        ),
        (
            r#"{"type": "odd", "cells": ["R1C1"], "sun": 3}"#,
            "unknown field `sun`, expected `cells`",
            "4",
        ),
        (
            "{\"type\": \"odd\",\n \"cells\": [\"R1C1\", \"R3C1\"]}",
            "r3c1 is not on the board",
            "5, column 21",
        ),
        (
            r#"{"type": "odd", "cells": ["R1C1", "here"]}"#,
            "`here` is not a cell such as `r3c5`",
            "4",
        ),
        (
            r#"{"type": "killer_cage", "cells": ["R1C1", "R1C2", "R1C3"], "sum": 3}"#,
            "no solution: the sum of 3 different cells is at least 6, not 3",
            "4, column 1",
        ),
        (
            r#"{"type": "killer_cage", "cells": ["R1C1", "R1C2", "R1C1"], "sum": 9}"#,
            "r1c1 stands twice, and cells of this rule must differ",
            "4, column 36",
        ),
        (
            r#"{"type": "quadruple", "cells": ["R1C1"], "values": [10]}"#,
            "value 10 is outside 1-9",
            "4, column 53",
        ),
        (
            r#"{"type": "regex_line", "cells": ["R1C1"], "pattern": "(1"}"#,
            "a `(` is not closed",
            "4, column 1",
        ),
        (
            r#"{"type": "regex_line", "cells": ["R1C1"], "pattern": "[5-3]"}"#,
            "no value is from 5 to 3",
            "4, column 1",
        ),
    ];
    for (rule, message, place) in cases {
        let text = with_rules(rule);
        let error = Variant::from_json(text.as_bytes()).map(|_| ()).unwrap_err();
        assert_eq!(error.fault.to_string(), message);
        let line = format!("line {place}");
        assert!(error.to_string().starts_with(&line), "{error} should be at {line}");
    }
    let error = Variant::from_json(b"{\"rows\": 2, \"cols\": 0}").map(|_| ()).unwrap_err();
    assert_eq!(error.fault.to_string(), "missing field `min_value`");
    assert!(
        Variant::from_json(
            &with_rules(r#"{"type": "killer_cage", "cells": ["r1c1-r1c3", "R2C1"], "sum": 12}"#)
                .into_bytes()
        )
        .is_ok()
    );
}

#[test]
fn texts_with_something_wrong_in_them_never_panic() {
    use proptest::prelude::*;
    let puzzles = puzzles();
    let small: Vec<&Vec<u8>> =
        puzzles.iter().map(|(_, text, _)| text).filter(|text| text.len() < 2500).collect();
    proptest!(ProptestConfig::with_cases(400), |(
        which in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        change in 0..5,
        byte in any::<u8>(),
    )| {
        let mut text = small[which.index(small.len())].clone();
        let at = at.index(text.len());
        match change {
            0 => text[at] = byte,
            1 => { text.remove(at); }
            2 => text.truncate(at),
            3 => text.insert(at, b'0' + byte % 10),
            _ => text[at] = b'0' + byte % 10,
        }
        if let Ok(puzzle) = Variant::from_json(&text)
            && puzzle.board().len() <= 100
        {
            let _ = puzzle.model();
        }
    });
}

#[test]
fn the_examples_of_the_rules_are_read_and_have_solutions() {
    let page = include_str!("../docs/rules.md");
    let mut kinds: Vec<&str> = houserules::grid::rule::KINDS.iter().map(|kind| kind.name).collect();
    for section in page.split("\n## ").skip(1) {
        let name = section.lines().next().unwrap();
        let at = kinds.iter().position(|kind| *kind == name);
        kinds.remove(at.unwrap_or_else(|| panic!("{name} is told of twice, or is no rule")));
        let example = section.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
        let example = example.unwrap_or_else(|| panic!("{name} has no example"));
        let puzzle = Variant::from_toml(example.as_bytes())
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(puzzle.rules().iter().any(|rule| rule.kind().name == name), "{name}");
        let compiled = puzzle.model().unwrap();
        let solution = compiled.solver().first().solution();
        let solution = solution.unwrap_or_else(|| panic!("{name}: the example has no solution"));
        assert!(puzzle.broken(&compiled.values(&solution)).is_none(), "{name}");
    }
    assert_eq!(kinds, [""; 0], "rules without a section");
}

#[test]
fn toml_says_the_same_as_json() {
    let toml = Variant::from_toml(
        br#"
        name = "Both"
        size = "2x3"
        values = "0-3"
        regions = """
            AAB
            .BB
        """
        void = "r2c1"
        candidates = { r2c2 = [1, 3] }
        givens = """
            . 0 .
            ------
            # . 3"""
        diagonals = true
        whisper = [{ cells = "r1c1 r1c2", min_diff = 1 }]
        odd = ["r1c1", "r2c2"]
        even = false
        [cages]
        cells = """
            xx.
            .yy"""
        sums = { y = 4 }
        [[rules]]
        type = "pair_sum"
        cells = ["r1c3", "r2c3"]
        value = 5
        "#,
    )
    .unwrap();
    let json = Variant::read(
        br#"{"rows": 2, "cols": 3, "min_value": 0, "max_value": 3, "latin": true, "void": ["R2C1"],
        "regions": [["R1C1", "R1C2"], ["R1C3", "R2C2", "R2C3"]],
        "givens": {"R1C2": 0, "R2C3": 3}, "candidates": {"R2C2": [1, 3]},
        "constraints": [
            {"type": "diagonal", "cells": ["R1C1", "R2C2"]}, {"type": "diagonal", "cells": ["R1C3", "R2C2"]},
            {"type": "killer_cage", "cells": ["R1C1", "R1C2"]}, {"type": "killer_cage", "cells": ["R2C2", "R2C3"], "sum": 4},
            {"type": "pair_sum", "cells": ["R1C3", "R2C3"], "value": 5},
            {"type": "whisper", "cells": ["R1C1", "R1C2"], "min_diff": 1},
            {"type": "odd", "cells": ["R1C1"]}, {"type": "odd", "cells": ["R2C2"]}]}"#,
    )
    .unwrap();
    assert_eq!(toml.board(), json.board());
    let names = |puzzle: &Variant| {
        let mut names: Vec<&str> = puzzle.rules().iter().map(|rule| rule.kind().name).collect();
        names.sort_unstable();
        names
    };
    assert_eq!(names(&toml), names(&json));
    let all = |puzzle: &Variant| {
        let compiled = puzzle.model().unwrap();
        let mut all: Vec<_> = compiled.solver().solutions().map(|s| compiled.values(&s)).collect();
        all.sort_unstable();
        all
    };
    assert_eq!(all(&toml), all(&json));
    assert_eq!(all(&toml), [[3, 0, 2, 0, 1, 3]]);
}

#[test]
fn mistakes_in_toml_are_named_with_their_place() {
    let cases: &[(&str, &str, &str)] = &[
        (
            "size = 4\nthermo = \"r1c1\"",
            "nothing is called `thermo`; did you mean `thermometer`?",
            "line 2, column 1",
        ),
        (
            "size = 4\n\nthermometer = \"r1c1 r5c1\"",
            "r5c1 is not on the board",
            "line 3, column 21",
        ),
        ("size = 4\ngivens = \"1\"", "1 rows of givens where the board has 4", "line 2, column 10"),
        (
            "size = 300",
            "300 rows and 300 columns; a board has 1 to 256 of each",
            "line 1, column 8",
        ),
        ("size = 4\narrow = { bulb = \"r1c1\" }", "missing field `arm`", "line 2, column 9"),
        (
            "size = 4\nboxes = \"three\"",
            "boxes are `\"3x3\"`, rows by columns, or `false`",
            "line 2, column 9",
        ),
        (
            "values = \"1-4\"\ngrids = \"r1c1 r3c3 r1c1\"",
            "two grids have their corner at r1c1",
            "line 2, column 10",
        ),
        (
            "size = 12\ngrids = [\"r1c1\", \"r1c5\"]",
            "a grid of 9x9 from r1c5 on leaves the board",
            "line 2, column 19",
        ),
        (
            "grids = \"r999c1\"",
            "1007 rows and 9 columns; a board has 1 to 256 of each",
            "line 1, column 9",
        ),
        ("size = ", "string values must be quoted, expected literal string", "line 1, column 8"),
        ("size = 2\nregions = \"AB\"", "a drawing needs 2 rows of 2 letters", "line 2, column 11"),
        (
            "size = 2\nboxes = false\n[cages]\ncells = \"a.\\n..\"\nsums = { b = 3 }",
            "no cage is drawn with `b`",
            "line 5, column 14",
        ),
    ];
    for (text, message, place) in cases {
        let error = Variant::from_toml(text.as_bytes()).map(|_| ()).unwrap_err();
        assert_eq!(
            (&*error.fault.to_string(), &*error.place.to_string()),
            (*message, *place),
            "{text}"
        );
    }
}

/// Grids that overlap in a box: each of the 288 sudokus of 4x4 goes with the 288 / 4! that have the same box there.
#[test]
fn grids_may_overlap() {
    let toml = Variant::from_toml(b"values = '1-4'\ngrids = 'r1c1 r3c3'\nodd = 'r6c6'").unwrap();
    let board = toml.board();
    assert_eq!((board.rows(), board.columns(), board.cells().count()), (6, 6, 28));
    assert_eq!(board.regions().count(), 7);
    assert!(!board.is_latin());
    let count = |text: &str| {
        let puzzle = Variant::read(text.as_bytes()).unwrap();
        puzzle.model().unwrap().solver().count()
    };
    assert_eq!(count("values = '1-4'\ngrids = 'r1c1 r3c3'"), Count::Exactly(288 * 12));
    // Half of a line is odd.
    assert_eq!(toml.model().unwrap().solver().count(), Count::Exactly(288 * 6));
    // In one grid there are no more houses than on a whole board.
    assert_eq!(count("values = '1-4'\ngrids = 'r1c1'"), Count::Exactly(288));
    let json = r#"{"rows": 6, "cols": 6, "min_value": 1, "max_value": 4, "latin": false,
        "grids": ["r1c1", "r3c3"], "constraints": []}"#;
    // Without boxes, any two Latin squares that have a quarter in common.
    assert_eq!(count(json), Count::Exactly(overlapping_squares()));
}

/// How many pairs of Latin squares of 4x4 have the last quarter of one in common with the first of the other.
fn overlapping_squares() -> u128 {
    use std::collections::BTreeMap;
    let rows: Vec<[u8; 4]> = (0..256u32)
        .map(|code| [0, 2, 4, 6].map(|shift| (code >> shift & 3) as u8))
        .filter(|row| (0..4).all(|i| (0..i).all(|j| row[i] != row[j])))
        .collect();
    let mut corners: BTreeMap<[u8; 4], [u128; 2]> = BTreeMap::new();
    let apart = |a: &[u8; 4], b: &[u8; 4]| (0..4).all(|i| a[i] != b[i]);
    for a in &rows {
        for b in rows.iter().filter(|b| apart(a, b)) {
            for c in rows.iter().filter(|c| apart(a, c) && apart(b, c)) {
                for d in rows.iter().filter(|d| apart(a, d) && apart(b, d) && apart(c, d)) {
                    corners.entry([a[0], a[1], b[0], b[1]]).or_default()[0] += 1;
                    corners.entry([c[2], c[3], d[2], d[3]]).or_default()[1] += 1;
                }
            }
        }
    }
    corners.values().map(|[first, last]| first * last).sum()
}

/// What is written in either form reads as the same puzzle: every puzzle that is known, and the example of every rule.
#[test]
fn what_is_written_reads_the_same() {
    use houserules::grid::{VariantEntry, variant_form};
    let page = include_str!("../docs/rules.md");
    let examples = page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let known = puzzles();
    let texts = known.iter().map(|(_, text, _)| &text[..]).chain(examples.map(str::as_bytes));
    for text in texts {
        let puzzle = Variant::read(text).unwrap();
        let json = |puzzle: &Variant| {
            let entry = VariantEntry::new(puzzle.clone());
            variant_form("json").unwrap().write(&entry).unwrap()
        };
        // In TOML, rules of one kind stand together.
        let sorted = |puzzle: &Variant| {
            let mut all: Value = serde_json::from_str(&json(puzzle)).unwrap();
            let rules = all["constraints"].as_array_mut().unwrap();
            rules.sort_by_key(|rule| rule["type"].as_str().unwrap().to_owned());
            all
        };
        let again = Variant::read(json(&puzzle).as_bytes()).unwrap();
        assert_eq!(json(&again), json(&puzzle));
        let toml = variant_form("toml").unwrap().write(&VariantEntry::new(puzzle.clone())).unwrap();
        let again = Variant::read(toml.as_bytes()).unwrap_or_else(|e| panic!("{e}:\n{toml}"));
        assert_eq!(again.board(), puzzle.board(), "{toml}");
        assert_eq!(sorted(&again), sorted(&puzzle), "{toml}");
    }
}

/// Each rule is seen: as something drawn, or in words under the picture.
#[test]
fn every_rule_is_drawn() {
    use houserules::grid::VariantPicture;
    let page = include_str!("../docs/rules.md");
    for section in page.split("\n## ").skip(1) {
        let name = section.lines().next().unwrap();
        let example = section.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
        let puzzle = Variant::read(example.unwrap().as_bytes()).unwrap();
        let picture = VariantPicture::of(&puzzle).to_string();
        assert!(picture.contains(&format!("{name}: ")), "{name} is not named:\n{picture}");
        // Rules of certain cells show there; those of the whole board only have words.
        let cells = puzzle.rules().iter().any(|rule| !rule.cells().is_empty());
        let bare = VariantPicture::of(&Variant::new(puzzle.board().clone())).to_string();
        let drawn = |picture: &str| {
            picture.matches("<path").count()
                + picture.matches("<poly").count()
                + picture.matches("<circle").count()
                + picture.matches("<rect").count()
                + picture.matches("<text").count()
        };
        let words = puzzle.rules().len() + 4;
        assert!(!cells || name == "or" || drawn(&picture) > drawn(&bare), "{name}: {words}");
    }
}
