//! Texts that people have, from public reports and descriptions of formats: each is read as it should be.
#![cfg(all(feature = "grid", feature = "xml"))]

use houserules::grid::{
    Entry, FORMS, FormError, Known, Line, Reader, Shape, Symbols, form, parse_line,
};
use serde_json::Value;

const CASES: &str = include_str!("data/cases.jsonl");

fn cases() -> impl Iterator<Item = Value> {
    CASES.lines().map(|line| serde_json::from_str(line).expect("a case a line"))
}

/// The bytes of a case: UTF-8, or one a character where the case is about what is not UTF-8.
fn bytes(case: &Value) -> Vec<u8> {
    let text = case["input"].as_str().expect("an input");
    match case["latin1"].as_bool() {
        Some(true) => text.chars().map(|c| u8::try_from(c).expect("Latin-1")).collect(),
        _ => text.as_bytes().to_vec(),
    }
}

fn read(case: &Value, bytes: &[u8]) -> Vec<Result<Entry, String>> {
    let mut reader = Reader::new(bytes);
    if let Some(shape) = case["shape"].as_str() {
        match shape.parse::<Shape>() {
            Ok(shape) => reader = reader.shape(shape),
            Err(error) => return vec![Err(error.to_string())],
        }
    }
    let show = |error: FormError| error.to_string();
    reader.map(|read| read.map_err(show)).collect()
}

#[test]
fn every_case_is_read_as_it_should_be() {
    for case in cases() {
        let id = case["id"].as_str().expect("an id");
        let read = read(&case, &bytes(&case));
        let expected = case["read"].as_array().expect("what is read");
        assert_eq!(read.len(), expected.len(), "{id}: {read:?}");
        for (read, expected) in read.iter().zip(expected) {
            match read {
                Err(error) => assert_eq!(Some(&**error), expected["error"].as_str(), "{id}"),
                Ok(entry) => check(id, entry, expected),
            }
        }
    }
}

fn check(id: &str, entry: &Entry, expected: &Value) {
    assert_eq!(Some(entry.form), expected["form"].as_str(), "{id}");
    assert_eq!(Some(entry.line as u64), expected["line"].as_u64(), "{id}");
    assert_eq!(
        Some(entry.puzzle.shape().to_string()).as_deref(),
        expected["shape"].as_str(),
        "{id}"
    );
    let symbols = serde_json::to_value(entry.symbols).expect("symbols");
    assert_eq!(symbols, expected["symbols"], "{id}");
    let puzzle = line_of(expected["puzzle"].as_str().expect("cells"), entry);
    for cell in 0..entry.puzzle.shape().len() {
        let name = entry.puzzle.shape().cell(cell);
        assert_eq!(entry.puzzle.given(cell), puzzle.puzzle.given(cell), "{id} {name}");
    }
    if let Some(solution) = expected["solution"].as_str() {
        let solution = line_of(solution, entry).puzzle;
        assert!(solution.is_full() && solution.clashes().is_empty(), "{id}");
        for (cell, value) in entry.puzzle.givens() {
            let name = entry.puzzle.shape().cell(cell);
            assert_eq!(solution.given(cell), Some(value), "{id} {name}");
        }
        // What is left of candidates in pencil marks leaves the solution in place.
        for (cell, marks) in entry.puzzle.marks() {
            let value = solution.given(cell).expect("a full grid");
            assert!(marks.contains(&value), "{id} {marks:?}");
        }
    }
}

/// Cells on a line, with the symbols that the case is written in.
fn line_of(text: &str, entry: &Entry) -> Entry {
    let symbols = match entry.symbols {
        Symbols::Numbers => Symbols::Digits,
        symbols => symbols,
    };
    let known = Known {
        shape: Some(entry.puzzle.shape().clone()),
        symbols: Some(symbols),
        ..Known::default()
    };
    parse_line(&Line::new(1, 0, text.as_bytes()), &known).expect("cells on a line")
}

#[test]
fn how_lines_end_makes_no_difference() {
    for case in cases() {
        let id = case["id"].as_str().expect("an id");
        let bytes = bytes(&case);
        if bytes.contains(&b'\r') || bytes.contains(&0x1A) {
            continue;
        }
        let as_is = read(&case, &bytes);
        let lines: Vec<&[u8]> = bytes.split(|b| *b == b'\n').collect();
        let marked = [&b"\xEF\xBB\xBF"[..], &bytes].concat();
        let variants = [lines.join(&b"\r\n"[..]), lines.join(&b'\r'), marked];
        let variants = variants.iter().filter(|variant| !variant.starts_with(b"\xEF\xBB\xBF\xEF"));
        for variant in variants {
            assert_eq!(read(&case, variant), as_is, "{id}");
        }
    }
}

#[test]
fn every_puzzle_of_the_cases_survives_every_form() {
    for case in cases() {
        let id = case["id"].as_str().expect("an id");
        let entries = read(&case, &bytes(&case)).into_iter().flatten();
        // Where there is one value, a cell with one candidate is open as well as given.
        for entry in entries.filter(|entry| entry.puzzle.shape().side() > 1) {
            for form in FORMS {
                let [before, after] = form.around();
                let mut text = before.to_owned();
                if form.write(&entry.puzzle, None, &mut text).is_err() {
                    continue;
                }
                text.push_str(after);
                let shape = entry.puzzle.shape().clone();
                let mut reader = Reader::new(text.as_bytes()).form(*form).shape(shape);
                match reader.next() {
                    Some(Ok(again)) => {
                        assert_eq!(again.puzzle, entry.puzzle, "{id} {form:?}\n{text}")
                    }
                    // A puzzle all of whose values are letters of two alphabets is refused, not guessed.
                    Some(Err(error)) => assert!(
                        error.to_string().contains("symbols can be read"),
                        "{id} {form:?}: {error}\n{text}"
                    ),
                    None => panic!("{id} {form:?}: nothing\n{text}"),
                }
            }
        }
    }
}

/// `docs/formats.md` shows each form, and what it shows is read.
#[test]
fn the_documentation_shows_every_form() {
    let text = include_str!("../docs/formats.md");
    let mut shown = Vec::new();
    for (name, rest) in text.split("\n### `").skip(1).filter_map(|part| part.split_once('`')) {
        let known = form(name).unwrap_or_else(|error| panic!("{error}"));
        let example = rest.split("```text\n").nth(1).and_then(|part| part.split("```").next());
        let example = example.unwrap_or_else(|| panic!("no example of {name}"));
        let mut reader = Reader::new(example.as_bytes());
        let entry = reader.next().expect("a puzzle");
        let entry = entry.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(entry.form, known.name());
        let [before, after] = known.around();
        let mut written = before.to_owned();
        known.write(&entry.puzzle, Some(entry.symbols), &mut written).expect("written");
        written.push_str(after);
        let again = Reader::new(written.as_bytes()).form(known).next();
        assert_eq!(again.expect("a puzzle").expect("read").puzzle, entry.puzzle, "{name}");
        shown.push(known.name());
    }
    let all: Vec<&str> = FORMS.iter().map(|form| form.name()).collect();
    assert_eq!(shown, all, "docs/formats.md shows each form once, in the order of the list");
}
