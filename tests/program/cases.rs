//! Puzzles on which other programs failed, with the right answers; `cases.jsonl` names where each was reported.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::run::{program, run, start, wait};

/// One row of the table.
struct Case {
    id: String,
    args: Vec<String>,
    input: String,
    files: BTreeMap<String, String>,
    status: i32,
    /// Standard output as a whole, its beginning, something in it.
    out: Option<String>,
    starts: Option<String>,
    has: Option<String>,
}

fn cases() -> Vec<Case> {
    let read = |line: &str| {
        let row: Value = serde_json::from_str(line).expect("a row is JSON");
        let text = |key: &str| row.get(key).and_then(Value::as_str).map(str::to_owned);
        let args = row["args"].as_array().expect("arguments").iter();
        let files = row.get("files").and_then(Value::as_object).into_iter().flatten();
        Case {
            id: text("id").expect("an id"),
            args: args.map(|arg| arg.as_str().expect("text").to_owned()).collect(),
            input: text("input").expect("an input"),
            files: files.map(|(k, v)| (k.clone(), v.as_str().expect("text").to_owned())).collect(),
            status: row["status"].as_i64().expect("a status") as i32,
            out: text("out"),
            starts: text("starts"),
            has: text("has"),
        }
    };
    include_str!("../data/program/cases.jsonl").lines().map(read).collect()
}

#[test]
fn known_cases() {
    let mut wrong = Vec::new();
    for (number, case) in cases().iter().enumerate() {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("program-case-{number}"));
        fs::create_dir_all(&folder).expect("created");
        for (name, text) in &case.files {
            fs::write(folder.join(name), text).expect("written");
        }
        fs::write(folder.join("input"), &case.input).expect("written");
        let args: Vec<&str> = case.args.iter().map(String::as_str).chain(["input"]).collect();
        let said = wait(start(program(&args).current_dir(&folder)));
        let right = said.status == Some(case.status)
            && case.out.as_ref().is_none_or(|out| *out == said.out)
            && case.starts.as_ref().is_none_or(|start| said.out.starts_with(start))
            && case.has.as_ref().is_none_or(|part| said.out.contains(part));
        if !right {
            wrong.push(format!("{} {:?}: {said}", case.id, case.args));
        }
    }
    assert!(wrong.is_empty(), "{} cases are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Case B030: all solutions, each once.
#[test]
fn b030_each_solution_once() {
    let cases = cases();
    let puzzle = cases.iter().find(|case| case.id == "B030").expect("a case");
    let said = run(&["solve", "--all", "--to", "line"], &puzzle.input);
    let different: BTreeSet<&str> = said.out.lines().collect();
    assert_eq!((said.out.lines().count(), different.len()), (288, 288));
}

/// Case B051: one board in judge form, although there are many.
#[test]
fn b051_one_board() {
    let said = run(&[], "0 0 0 0 0 0 0 0 0\n".repeat(9));
    assert_eq!((said.status, said.out.lines().count(), &*said.err), (Some(0), 9, ""));
    assert!(said.out.lines().all(|line| line.split(' ').count() == 9 && line.len() == 17));
}

/// Cases B056 and C013: ten thousand lines, in order, whatever the number of threads.
#[test]
fn b056_ten_thousand_lines() {
    let cases = cases();
    let ids = ["B006", "B009", "B018", "B049"];
    let puzzle = |id: &&str| cases.iter().find(|case| case.id == *id).expect("a case");
    let puzzles: Vec<_> = ids.iter().map(puzzle).collect();
    let renamed = |text: &str, by: usize| -> String {
        let rename = |c: char| match c.to_digit(10) {
            Some(digit @ 1..=9) => char::from(b'1' + ((digit as usize - 1 + by) % 9) as u8),
            _ => c,
        };
        text.chars().map(rename).collect()
    };
    let mut input = String::new();
    let mut expected = String::new();
    for (number, case) in puzzles.iter().cycle().take(10_000).enumerate() {
        input += &renamed(&case.input, number / 4);
        expected += &renamed(case.out.as_ref().expect("a solution"), number / 4);
    }
    for threads in ["1", "8"] {
        let said = run(&["solve", "--unique", "--threads", threads], &input);
        assert_eq!((said.status, &*said.err), (Some(0), ""));
        assert!(said.out == expected, "with {threads} threads");
    }
}
