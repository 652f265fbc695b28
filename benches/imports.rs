//! Puzzles of a directory in the forms of other programs: whether each is read as the puzzle that it is.
//!
//! `cargo bench --bench imports -- DIRECTORY [--each]`
//!
//! Each file is a puzzle in JSON with its answer and, in `original`, the texts that it was made from. A text is read as it
//! is, and the puzzle is solved: it must have the same number of solutions (none, one, several) and the same one. A text
//! may say less than the file, where a rule was told in words only; `--each` lists what differs.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use houserules::grid::{Import, Variant, VariantForm, claimed_by};
use houserules::{Budget, Uniqueness};
use serde_json::Value;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let each = arguments.iter().any(|argument| argument == "--each");
    let Some(directory) = arguments.iter().find(|argument| !argument.starts_with("--")) else {
        println!("imports: no directory of puzzles given, nothing read");
        return;
    };
    let mut files: Vec<PathBuf> = std::fs::read_dir(directory)
        .unwrap_or_else(|error| panic!("{directory}: {error}"))
        .map(|entry| entry.expect("a readable directory").path())
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
        .collect();
    files.sort();
    let mut table: BTreeMap<String, BTreeMap<&str, usize>> = BTreeMap::new();
    for file in &files {
        let bytes = std::fs::read(file).expect("a readable file");
        let json: Value = serde_json::from_slice(&bytes).expect("a JSON file");
        for original in json["original"].as_array().into_iter().flatten() {
            let [form, text] = ["format", "text"].map(|key| original[key].as_str().unwrap_or(""));
            let Some(reader) = claimed_by(text) else { continue };
            let (verdict, words) = read(reader, text, &json);
            *table.entry(form.to_owned()).or_default().entry(verdict).or_default() += 1;
            if each && verdict != "same" {
                let name = file.file_stem().unwrap_or_default().to_string_lossy();
                println!("{form:18} {verdict:10} {name}: {words}");
            }
        }
    }
    for (form, verdicts) in table {
        let verdicts: Vec<String> =
            verdicts.iter().map(|(v, count)| format!("{v} {count}")).collect();
        println!("{form:18} {}", verdicts.join(", "));
    }
}

fn read(form: &dyn VariantForm, text: &str, json: &Value) -> (&'static str, String) {
    let mut import = Import::default();
    let puzzle = match form.read(text.as_bytes(), &mut import) {
        Ok(puzzle) => puzzle,
        Err(error) => return ("refused", error.fault.to_string()),
    };
    let solution = json["solution"].as_str().map(values);
    if let Some(broken) = solution.as_ref().and_then(|values| puzzle.broken(values)) {
        return ("wrong", format!("the known solution breaks {broken}"));
    }
    let ignored = import.ignored.join("; ");
    let least = json["solution_count"].as_u64().unwrap_or(2).min(2);
    match found(&puzzle) {
        None => ("unknown", "not solved in time".into()),
        Some(count) if count == least => ("same", String::new()),
        Some(count) => {
            let verdict = if ignored.is_empty() { "differs" } else { "says less" };
            (verdict, format!("{count} solutions found, not {least}; {ignored}"))
        }
    }
}

fn values(text: &str) -> Vec<i32> {
    match text.contains(',') {
        true => text.split(',').map(|value| value.parse().expect("a number")).collect(),
        false => text.chars().map(|c| c.to_digit(10).expect("a digit") as i32).collect(),
    }
}

fn found(puzzle: &Variant) -> Option<u64> {
    let budget = Budget::new().time(Duration::from_secs(3));
    match puzzle.model().expect("a model").solver().budget(budget).uniqueness() {
        Uniqueness::None => Some(0),
        Uniqueness::One(_) => Some(1),
        Uniqueness::Many(..) => Some(2),
        Uniqueness::Unknown(..) => None,
    }
}
