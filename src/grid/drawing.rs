//! What rules are drawn with: shades, lines, cages, dots, marks, and clues outside the board.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::board::Board;
use super::cell::Cell;
use super::picture::Escaped;

/// The side of a cell, in units of the picture.
pub(super) const CELL: f64 = 48.0;

/// Tints that are told apart on paper too.
pub const TINTS: [&str; 6] = super::picture::TINTS;

/// A line along cells.
#[derive(Clone, Copy, Debug)]
pub struct Stroke {
    /// Its colour, as SVG names it.
    pub colour: &'static str,
    /// Its width; a cell has 48.
    pub width: u8,
    /// Whether it is broken into dashes.
    pub dashed: bool,
}

impl Stroke {
    /// A line in one piece.
    pub const fn new(colour: &'static str, width: u8) -> Stroke {
        Stroke { colour, width, dashed: false }
    }

    /// The same in dashes.
    pub const fn dashed(self) -> Stroke {
        Stroke { dashed: true, ..self }
    }
}

/// How a dot between cells is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dot {
    /// White, with an edge.
    White,
    /// Black, with white text.
    Black,
    /// Only the text, on a white ground.
    Bare,
}

/// What lies on a board, as rules put it there.
///
/// Shades are at the bottom, then lines, then the grid, then cages, dots and marks. Colours are light where values stand on
/// them; lines of different rules differ in width too, so that a print without colours can be read.
#[derive(Clone, Debug)]
pub struct Drawing<'a> {
    board: &'a Board,
    pub(super) shades: String,
    pub(super) lines: String,
    pub(super) marks: String,
    /// How many marks stand in the corners of a cell.
    corners: BTreeMap<Cell, usize>,
    /// Where clues stand outside: by row and column, and which way if that is a diagonal.
    clues: BTreeSet<(isize, isize, (isize, isize))>,
    /// First and last row, first and last column that anything stands in.
    pub(super) span: [isize; 4],
    pub(super) notes: Vec<String>,
}

impl<'a> Drawing<'a> {
    /// An empty one.
    pub fn new(board: &'a Board) -> Drawing<'a> {
        Drawing {
            board,
            shades: String::new(),
            lines: String::new(),
            marks: String::new(),
            corners: BTreeMap::new(),
            clues: BTreeSet::new(),
            span: [0, board.rows() as isize - 1, 0, board.columns() as isize - 1],
            notes: Vec::new(),
        }
    }

    /// The board.
    pub fn board(&self) -> &'a Board {
        self.board
    }

    /// Fills cells.
    pub fn shade(&mut self, cells: &[Cell], colour: &str) {
        let _ = write!(self.shades, "<path fill=\"{colour}\" fill-opacity=\"0.6\" d=\"");
        for &cell in cells {
            let (x, y) = corner(cell);
            let _ = write!(self.shades, "M{} {}h{CELL}v{CELL}h-{CELL}z", n(x), n(y));
        }
        self.shades.push_str("\"/>\n");
    }

    /// Draws a line from the middle of each cell to that of the next.
    pub fn line(&mut self, cells: &[Cell], stroke: Stroke) {
        let Stroke { colour, width, dashed } = stroke;
        if let [cell] = cells {
            return self.disc(*cell, f64::from(width).max(8.0) / 2.0, colour);
        }
        let dashes = if dashed { " stroke-dasharray=\"6 4\"" } else { "" };
        let cap = if dashed { "butt" } else { "round" };
        let _ = writeln!(
            self.lines,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linejoin=\"round\" \
             stroke-linecap=\"{cap}\"{dashes} points=\"{}\"/>",
            points(cells.iter().map(|&cell| middle(cell)))
        );
    }

    /// Draws a line from the edge of the board's first cell to that of the last, as a diagonal is.
    pub fn through(&mut self, cells: &[Cell], stroke: Stroke) {
        let (Some(&first), Some(&last)) = (cells.first(), cells.last()) else { return };
        let half = |from: usize, to: usize| (to as f64 - from as f64).signum() * CELL / 2.0;
        let ((x0, y0), (x1, y1)) = (middle(first), middle(last));
        let (right, down) = (half(first.column, last.column), half(first.row, last.row));
        let ends = [(x0 - right, y0 - down), (x1 + right, y1 + down)];
        let _ = writeln!(
            self.lines,
            "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" points=\"{}\"/>",
            stroke.colour,
            stroke.width,
            points(ends.into_iter())
        );
    }

    /// A filled circle in a cell.
    pub fn disc(&mut self, cell: Cell, radius: f64, colour: &str) {
        let (x, y) = middle(cell);
        let _ = writeln!(
            self.lines,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{colour}\"/>",
            n(x),
            n(y),
            n(radius)
        );
    }

    /// A circle around the values of some neighbouring cells: a pill, if they are several.
    pub fn ring(&mut self, cells: &[Cell]) {
        let (Some(&first), Some(&last)) = (cells.first(), cells.last()) else { return };
        let ((x0, y0), (x1, y1)) = (middle(first), middle(last));
        let radius = 19.0;
        let _ = writeln!(
            self.lines,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{radius}\" {EDGE}/>",
            n(x0.min(x1) - radius),
            n(y0.min(y1) - radius),
            n((x1 - x0).abs() + 2.0 * radius),
            n((y1 - y0).abs() + 2.0 * radius),
        );
    }

    /// A square in a cell.
    pub fn square(&mut self, cell: Cell, colour: &str) {
        let (x, y) = corner(cell);
        let _ = writeln!(
            self.lines,
            "<rect x=\"{}\" y=\"{}\" width=\"36\" height=\"36\" fill=\"{colour}\"/>",
            n(x + 6.0),
            n(y + 6.0)
        );
    }

    /// A diamond in a cell.
    pub fn diamond(&mut self, cell: Cell) {
        let (x, y) = middle(cell);
        let ends = [(x, y - 21.0), (x + 21.0, y), (x, y + 21.0), (x - 21.0, y)];
        let _ = writeln!(self.lines, "<polygon points=\"{}\" {EDGE}/>", points(ends.into_iter()));
    }

    /// A line that ends in an arrowhead.
    pub fn arrow(&mut self, cells: &[Cell], stroke: Stroke) {
        self.line(cells, stroke);
        let [.., from, to] = cells else { return };
        let (from, to) = (middle(*from), middle(*to));
        self.head(from, to, stroke.colour);
    }

    fn head(&mut self, from: (f64, f64), to: (f64, f64), colour: &str) {
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let length = (x * x + y * y).sqrt().max(1.0);
        let (right, down) = ((to.0 - from.0) / length, (to.1 - from.1) / length);
        let tip = (to.0 + 8.0 * right, to.1 + 8.0 * down);
        let side =
            |s: f64| (to.0 - 4.0 * right - s * 7.0 * down, to.1 - 4.0 * down + s * 7.0 * right);
        let ends = [tip, side(1.0), side(-1.0)];
        let _ = writeln!(
            self.lines,
            "<polygon fill=\"{colour}\" points=\"{}\"/>",
            points(ends.into_iter())
        );
    }

    /// A dashed line around cells, and a word in the corner of the first.
    pub fn cage(&mut self, cells: &[Cell], label: Option<&str>) {
        const IN: f64 = 4.0;
        let has = |cell: Cell, down: isize, right: isize| {
            self.board.step(cell, down, right).is_some_and(|other| cells.contains(&other))
        };
        let mut path = String::new();
        for &cell in cells {
            let (x, y) = corner(cell);
            // From where to where an edge runs: round the corner, straight on, or round an inner corner.
            let end = |beside: bool, beyond: bool| match (beside, beyond) {
                (false, _) => IN,
                (true, false) => 0.0,
                (true, true) => -IN,
            };
            for side in [-1, 1] {
                let across = if side < 0 { IN } else { CELL - IN };
                if !has(cell, side, 0) {
                    let from = end(has(cell, 0, -1), has(cell, side, -1));
                    let to = CELL - end(has(cell, 0, 1), has(cell, side, 1));
                    let _ = write!(path, "M{} {}H{}", n(x + from), n(y + across), n(x + to));
                }
                if !has(cell, 0, side) {
                    let from = end(has(cell, -1, 0), has(cell, -1, side));
                    let to = CELL - end(has(cell, 1, 0), has(cell, 1, side));
                    let _ = write!(path, "M{} {}V{}", n(x + across), n(y + from), n(y + to));
                }
            }
        }
        let _ = writeln!(
            self.marks,
            "<path fill=\"none\" stroke=\"#222\" stroke-width=\"1.2\" stroke-dasharray=\"4 2.5\" d=\"{path}\"/>"
        );
        if let (Some(label), Some(&first)) = (label, cells.iter().min()) {
            self.corner(first, label);
        }
    }

    /// A dot with a text where two cells meet, or in the middle of several.
    pub fn dot(&mut self, cells: &[Cell], dot: Dot, text: &str) {
        if cells.is_empty() {
            return;
        }
        let sum = cells
            .iter()
            .map(|&cell| middle(cell))
            .fold((0.0, 0.0), |(x, y), (a, b)| (x + a, y + b));
        let (x, y) = (sum.0 / cells.len() as f64, sum.1 / cells.len() as f64);
        let length = text.chars().count() as f64;
        let (fill, edge, ink) = match dot {
            Dot::White => ("#fff", "#000", "#000"),
            Dot::Black => ("#000", "#000", "#fff"),
            Dot::Bare => ("#fff", "none", "#000"),
        };
        let radius: f64 = if length > 0.0 { 8.5 } else { 6.5 };
        let half = radius.max(length * 3.6 + 2.0);
        let _ = writeln!(
            self.marks,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{radius}\" fill=\"{fill}\" stroke=\"{edge}\"/>",
            n(x - half),
            n(y - radius),
            n(2.0 * half),
            n(2.0 * radius)
        );
        if length > 0.0 {
            self.text(x, y, 12, ink, text);
        }
    }

    /// A sign between two cells that opens towards the first, which is the greater one.
    pub fn greater(&mut self, greater: Cell, smaller: Cell) {
        let sign = match (smaller.row.cmp(&greater.row), smaller.column.cmp(&greater.column)) {
            (_, Ordering::Greater) => ">",
            (_, Ordering::Less) => "<",
            (Ordering::Less, _) => "^",
            _ => "v",
        };
        self.dot(&[greater, smaller], Dot::Bare, sign);
    }

    /// A small text in a corner of a cell: the upper left one, or the next that is free.
    pub fn corner(&mut self, cell: Cell, text: &str) {
        let taken = self.corners.entry(cell).or_default();
        let place = *taken % 4;
        *taken += 1;
        let (x, y) = corner(cell);
        let width = 6.2 * text.chars().count() as f64 + 2.0;
        let left = if place.is_multiple_of(2) { x + 1.5 } else { x + CELL - 1.5 - width };
        let top = if place < 2 { y + 1.5 } else { y + CELL - 13.5 };
        let _ = writeln!(
            self.marks,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"12\" fill=\"#fff\"/>",
            n(left),
            n(top),
            n(width)
        );
        self.text(left + width / 2.0, top + 6.0, 11, "#000", text);
    }

    /// A text outside the board, before the first cell of a line; if there is a cell, a mark in the corner of the first.
    pub fn clue(&mut self, cells: &[Cell], text: &str) {
        self.outside(cells, text);
    }

    /// The same with an arrow that points along the line.
    pub fn clue_along(&mut self, cells: &[Cell], text: &str) {
        let Some((x, y, (down, right))) = self.outside(cells, text) else { return };
        let (right, down) = (right as f64, down as f64);
        let from = (x + 7.0 * right, y + 7.0 * down);
        let to = (x + 16.0 * right, y + 16.0 * down);
        let _ = writeln!(
            self.lines,
            "<polyline fill=\"none\" stroke=\"#555\" stroke-width=\"1.5\" points=\"{}\"/>",
            points([from, to].into_iter())
        );
        self.head(from, to, "#555");
    }

    /// Where the clue stands and which way the line runs, unless it stands in a cell.
    fn outside(&mut self, cells: &[Cell], text: &str) -> Option<(f64, f64, (isize, isize))> {
        let first = *cells.first()?;
        let signed = |cell: Cell| (cell.row as isize, cell.column as isize);
        let ((row, column), next) = (signed(first), cells.get(1).copied().map(signed));
        let way = match next {
            Some((r, c)) => ((r - row).signum(), (c - column).signum()),
            None => (0, 1),
        };
        if self.board.step(first, -way.0, -way.1).is_some() {
            self.line(cells, Stroke::new("#d8d8d8", 4));
            self.corner(first, text);
            return None;
        }
        let (mut row, mut column) = (row - way.0, column - way.1);
        // Several clues of one line stand behind each other; two diagonals share a place.
        let diagonal = way.0 != 0 && way.1 != 0;
        while !self.clues.insert((row, column, if diagonal { way } else { (0, 0) })) {
            (row, column) = (row - way.0, column - way.1);
        }
        let [top, bottom, left, right] = self.span;
        self.span = [top.min(row), bottom.max(row), left.min(column), right.max(column)];
        let middle = |at: isize| at as f64 * CELL + CELL / 2.0;
        let (x, y) = (middle(column), middle(row));
        // They stand beside each other, and leave room for their arrows.
        let (aside, back) = if diagonal { (11.0, 5.0) } else { (0.0, 0.0) };
        let (x, y) = (x - aside * way.1 as f64, y - back * way.0 as f64);
        self.text(x, y, 15, "#000", text);
        Some((x, y, way))
    }

    /// A line of text under the picture.
    pub fn note(&mut self, text: impl Into<String>) {
        let text = text.into();
        if !self.notes.contains(&text) {
            self.notes.push(text);
        }
    }

    fn text(&mut self, x: f64, y: f64, size: u32, ink: &str, text: &str) {
        // Not every program knows of other baselines, so that it is put lower.
        let y = y + f64::from(size) * 0.36;
        let _ = writeln!(
            self.marks,
            "<text x=\"{}\" y=\"{}\" font-size=\"{size}\" fill=\"{ink}\">{}</text>",
            n(x),
            n(y),
            Escaped(text)
        );
    }
}

/// How rings and diamonds are drawn.
const EDGE: &str = "fill=\"#fff\" stroke=\"#666\" stroke-width=\"2\"";

/// The upper left corner of a cell.
pub(super) fn corner(cell: Cell) -> (f64, f64) {
    (cell.column as f64 * CELL, cell.row as f64 * CELL)
}

fn middle(cell: Cell) -> (f64, f64) {
    let (x, y) = corner(cell);
    (x + CELL / 2.0, y + CELL / 2.0)
}

/// A number with at most one decimal.
pub(super) fn n(number: f64) -> String {
    let text = format!("{number:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

fn points(of: impl Iterator<Item = (f64, f64)>) -> String {
    let points: Vec<String> = of.map(|(x, y)| format!("{},{}", n(x), n(y))).collect();
    points.join(" ")
}
