//! A file that maps the regions of a board: a letter or number a cell.

use std::fs;
use std::path::Path;

use houserules::grid::{MAX_LINE, Shape};

use super::report;

/// The shape with the regions of that file, and the extra groups of `other`; an error is in words.
pub fn shape(path: &Path, other: Option<&Shape>) -> Result<Shape, String> {
    let name = path.display();
    let named = |why: String| format!("{name}: {why}");
    let size = fs::metadata(path).map(|data| data.len());
    let text = match size {
        Ok(size) if size > MAX_LINE as u64 => Err("too large for a map of regions".to_owned()),
        _ => fs::read_to_string(path).map_err(|error| report::in_words(&error)),
    };
    let mut shape =
        Shape::jigsaw(&labels(&text.map_err(named)?)).map_err(|e| named(e.to_string()))?;
    if let Some(other) = other {
        if other.side() != shape.side() {
            let (side, other) = (shape.side(), other.side());
            return Err(named(format!("a map of side {side}, where the shape has side {other}")));
        }
        for extra in other.extras() {
            let text = format!("{shape}+{extra}");
            shape = text.parse().map_err(|error| named(format!("{error}")))?;
        }
    }
    Ok(shape)
}

/// A label for each cell. Labels are words where they are parted by blanks or commas, and single signs where not.
fn labels(text: &str) -> Vec<String> {
    let text = text.trim_start_matches('\u{FEFF}');
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    let words: Vec<Vec<&str>> = lines
        .map(|line| line.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';')))
        .map(|words| words.filter(|word| !word.is_empty()).collect())
        .collect();
    let apart = words.iter().any(|line| line.len() > 1);
    let words = words.into_iter().flatten();
    match apart {
        true => words.map(str::to_owned).collect(),
        false => words.flat_map(str::chars).map(String::from).collect(),
    }
}
