//! Pictures of variant puzzles: the board, what its rules draw on it, and what they ask for in words.

use std::fmt::{self, Display, Write};

use super::Variant;
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::{CELL, Drawing, corner, n};
use crate::grid::picture::{Escaped, runs};

/// A picture of a variant puzzle; its `Display` is a file of SVG 1.1.
///
/// ```
/// use houserules::grid::{Variant, VariantPicture};
/// let puzzle = Variant::from_toml(b"size = 4\nthermometer = 'r1c1-r1c3'\ngivens = { r4c4 = 2 }")?;
/// let svg = VariantPicture::of(&puzzle).to_string();
/// assert!(svg.starts_with("<svg ") && svg.contains("thermometer"));
/// # Ok::<(), houserules::grid::VariantError>(())
/// ```
#[derive(Clone, Debug)]
pub struct VariantPicture<'a> {
    puzzle: &'a Variant,
    solution: Option<&'a [i32]>,
    candidates: Option<&'a [Vec<i32>]>,
}

impl<'a> VariantPicture<'a> {
    /// The givens and the rules of a puzzle, and the candidates where some are ruled out from the start.
    pub fn of(puzzle: &'a Variant) -> VariantPicture<'a> {
        VariantPicture { puzzle, solution: None, candidates: None }
    }

    /// With these values in the open cells, row by row.
    pub fn solution(self, solution: &'a [i32]) -> VariantPicture<'a> {
        VariantPicture { solution: Some(solution), ..self }
    }

    /// With these candidates, a list for each place, in the cells that are still open.
    pub fn candidates(self, candidates: &'a [Vec<i32>]) -> VariantPicture<'a> {
        VariantPicture { candidates: Some(candidates), ..self }
    }

    fn value(&self, place: usize) -> Option<i32> {
        let solved = || self.solution.and_then(|values| values.get(place)).copied();
        self.puzzle.given(place).or_else(solved)
    }

    /// The candidates to draw at a place.
    fn marks(&self, place: usize) -> Vec<i32> {
        let board = self.puzzle.board();
        if self.value(place).is_some() || !board.exists(place) {
            return Vec::new();
        }
        if let Some(lists) = self.candidates {
            return lists.get(place).cloned().unwrap_or_default();
        }
        let own: Vec<i32> = self.puzzle.candidates(board.cell(place)).collect();
        if own.len() == board.value_count() { Vec::new() } else { own }
    }
}

/// Around everything.
const MARGIN: f64 = 8.0;
/// A line of the legend.
const LINE: f64 = 15.0;

impl Display for VariantPicture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.puzzle.board();
        let mut drawing = Drawing::new(board);
        for rule in self.puzzle.rules() {
            rule.draw(&mut drawing);
        }
        let [top, bottom, left, right] = drawing.span.map(|at| at as f64);
        let (width, height) = ((right - left + 1.0) * CELL, (bottom - top + 1.0) * CELL);
        let legend = legend(self.puzzle, &drawing.notes, width);
        let full = (
            width + 2.0 * MARGIN,
            height
                + 2.0 * MARGIN
                + if legend.is_empty() { 0.0 } else { 8.0 + LINE * legend.len() as f64 },
        );
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" \
             font-family=\"Helvetica, Arial, sans-serif\" text-anchor=\"middle\">",
            n(full.0),
            n(full.1)
        )?;
        writeln!(f, "<rect width=\"{}\" height=\"{}\" fill=\"#fff\"/>", n(full.0), n(full.1))?;
        let (x, y) = (MARGIN - left * CELL, MARGIN - top * CELL);
        writeln!(f, "<g transform=\"translate({} {})\">", n(x), n(y))?;
        f.write_str(&drawing.shades)?;
        f.write_str(&drawing.lines)?;
        grid(board, f)?;
        f.write_str(&drawing.marks)?;
        self.values(f)?;
        self.small(f)?;
        f.write_str("</g>\n")?;
        if !legend.is_empty() {
            f.write_str("<g font-size=\"11\" text-anchor=\"start\" fill=\"#333\">\n")?;
            for (line, text) in legend.iter().enumerate() {
                let y = height + 2.0 * MARGIN + 8.0 + LINE * line as f64;
                writeln!(f, "<text x=\"{MARGIN}\" y=\"{}\">{}</text>", n(y), Escaped(text))?;
            }
            f.write_str("</g>\n")?;
        }
        f.write_str("</svg>\n")
    }
}

/// What the rules ask for, each kind once, and what could not be drawn; broken into lines.
fn legend(puzzle: &Variant, notes: &[String], width: f64) -> Vec<String> {
    let mut said: Vec<String> = Vec::new();
    for rule in puzzle.rules() {
        let kind = rule.kind();
        let text = format!("{}: {}", kind.name, kind.about).replace('`', "");
        if !said.contains(&text) {
            said.push(text);
        }
    }
    said.extend(notes.iter().cloned());
    let room = (width / 5.6) as usize;
    let mut lines = Vec::new();
    for text in said {
        let mut line = String::new();
        for word in text.split(' ') {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > room {
                lines.push(std::mem::replace(&mut line, "   ".into()));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

/// Thin lines around cells that exist, thick ones where regions end.
fn grid(board: &Board, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (rows, columns) = (board.rows(), board.columns());
    let regions = regions(board);
    let exists = |row: usize, column: usize| {
        row < rows && column < columns && board.exists(row * columns + column)
    };
    // Between two places: nothing, a thin line or a thick one.
    let between = |a: Option<(usize, usize)>, b: Option<(usize, usize)>| {
        let place =
            |(row, column): (usize, usize)| exists(row, column).then_some(row * columns + column);
        match (a.and_then(place), b.and_then(place)) {
            (None, None) => 0,
            (Some(a), Some(b)) => 1 + u8::from(regions[a] != regions[b]),
            _ => 2,
        }
    };
    for (weight, style) in [
        (1, "stroke=\"#888\" stroke-width=\"1\""),
        (2, "stroke=\"#000\" stroke-width=\"3\" stroke-linecap=\"square\""),
    ] {
        let mut path = String::new();
        for line in 0..=rows {
            let above = |at: usize| line.checked_sub(1).map(|row| (row, at));
            for (from, to) in runs(columns, |at| between(above(at), Some((line, at))) == weight) {
                let (x, y) = corner(Cell { row: line, column: from });
                let _ = write!(path, "M{} {}h{}", n(x), n(y), n((to - from) as f64 * CELL));
            }
        }
        for line in 0..=columns {
            let before = |at: usize| line.checked_sub(1).map(|column| (at, column));
            for (from, to) in runs(rows, |at| between(before(at), Some((at, line))) == weight) {
                let (x, y) = corner(Cell { row: from, column: line });
                let _ = write!(path, "M{} {}v{}", n(x), n(y), n((to - from) as f64 * CELL));
            }
        }
        if !path.is_empty() {
            writeln!(f, "<path fill=\"none\" {style} d=\"{path}\"/>")?;
        }
    }
    Ok(())
}

/// For each place the regions that it is in. A region along one row or column is no piece of the board.
fn regions(board: &Board) -> Vec<Vec<usize>> {
    let mut of = vec![Vec::new(); board.len()];
    for (number, cells) in board.regions().enumerate() {
        let straight = cells.iter().all(|cell| cell.row == cells[0].row)
            || cells.iter().all(|cell| cell.column == cells[0].column);
        for place in cells.iter().filter(|_| !straight).filter_map(|&cell| board.index(cell)) {
            of[place].push(number);
        }
    }
    of
}

impl VariantPicture<'_> {
    /// Givens, then the rest of the solution.
    fn values(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.puzzle.board();
        let places = (0..board.len()).filter(|&place| board.exists(place));
        let places = places.filter(|&place| self.value(place).is_some());
        let is_given = |place: &usize| self.puzzle.given(*place).is_some();
        let (givens, rest): (Vec<usize>, Vec<usize>) = places.partition(is_given);
        let widest = board.values().map(|value| value.to_string().len()).max().unwrap_or(1);
        // Narrower where numbers have several digits.
        let size = 150 / (2 * widest as u32 + 3);
        for (style, places) in [("font-weight=\"bold\"", givens), ("fill=\"#2a5ea8\"", rest)] {
            if places.is_empty() {
                continue;
            }
            writeln!(f, "<g font-size=\"{size}\" {style}>")?;
            for place in places {
                let (x, y) = corner(board.cell(place));
                let (x, y) = (x + CELL / 2.0, y + CELL / 2.0 + f64::from(size) * 0.36);
                let value = self.value(place).unwrap_or_default();
                writeln!(f, "<text x=\"{}\" y=\"{}\">{value}</text>", n(x), n(y))?;
            }
            f.write_str("</g>\n")?;
        }
        Ok(())
    }

    /// Candidates, each value at its own place in the cell.
    fn small(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.puzzle.board();
        let marks: Vec<Vec<i32>> = (0..board.len()).map(|place| self.marks(place)).collect();
        if marks.iter().all(Vec::is_empty) {
            return Ok(());
        }
        let count = board.value_count();
        let across = (1..).find(|n| n * n >= count).unwrap_or(count);
        let widest = board.values().map(|value| value.to_string().len()).max().unwrap_or(1);
        let room = (CELL - 6.0) / across as f64;
        let size = (room * 2.4 / (widest as f64 + 1.4)).min(12.0);
        writeln!(f, "<g font-size=\"{}\" fill=\"#444\">", n(size))?;
        for (place, values) in marks.iter().enumerate() {
            let (x, y) = corner(board.cell(place));
            for value in values {
                let at = value.abs_diff(board.first_value()) as usize;
                let x = x + 3.0 + ((at % across) as f64 + 0.5) * room;
                let y = y + 3.0 + ((at / across) as f64 + 0.5) * room + size * 0.36;
                writeln!(f, "<text x=\"{}\" y=\"{}\">{value}</text>", n(x), n(y))?;
            }
        }
        f.write_str("</g>\n")
    }
}
