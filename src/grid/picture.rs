//! Pictures: a puzzle as SVG, to be printed or put on a page.

use std::fmt::{self, Display, Write};

use super::group::GroupKind;
use super::puzzle::Puzzle;
use super::symbols::Symbols;

/// A picture of a puzzle; its `Display` is a file of SVG 1.1.
///
/// Givens are black and heavy, a solution is lighter, candidates are small. Regions have thick borders and extra groups
/// are tinted; cells some chess move apart are not drawn.
///
/// ```
/// use houserules::grid::{Picture, Puzzle};
/// let puzzle: Puzzle = "..1.\n.4..\n...2\n.2..\n".parse()?;
/// let solution: Puzzle = "2314143241322341".parse()?;
/// let svg = Picture::of(&puzzle).solution(&solution).to_string();
/// assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    puzzle: &'a Puzzle,
    solution: Option<&'a Puzzle>,
    candidates: Option<&'a [Vec<i32>]>,
    symbols: Symbols,
}

impl<'a> Picture<'a> {
    /// The givens of a puzzle, and the candidates of a puzzle of pencil marks.
    pub fn of(puzzle: &'a Puzzle) -> Picture<'a> {
        Picture { puzzle, solution: None, candidates: None, symbols: Symbols::Digits }
    }

    /// With these values in the open cells.
    pub fn solution(self, solution: &'a Puzzle) -> Picture<'a> {
        Picture { solution: Some(solution), ..self }
    }

    /// With these candidates, a list for each cell, in the cells that are still open.
    pub fn candidates(self, candidates: &'a [Vec<i32>]) -> Picture<'a> {
        Picture { candidates: Some(candidates), ..self }
    }

    /// In these symbols; a value that has none is written as a number.
    pub fn symbols(self, symbols: Symbols) -> Picture<'a> {
        Picture { symbols, ..self }
    }

    fn sign(&self, value: i32) -> String {
        let sign = usize::try_from(value).ok();
        let sign = sign.and_then(|value| self.symbols.sign(value, self.puzzle.shape().side()));
        sign.unwrap_or_else(|| value.to_string())
    }

    /// How many characters the sign of a value can have.
    fn widest(&self) -> usize {
        let values = self.puzzle.shape().values();
        values.map(|value| self.sign(value).len()).max().unwrap_or(1)
    }

    fn value(&self, cell: usize) -> Option<i32> {
        self.puzzle.given(cell).or_else(|| self.solution?.given(cell))
    }

    /// The candidates to draw in a cell.
    fn marks(&self, cell: usize) -> Vec<i32> {
        match self.candidates {
            _ if self.value(cell).is_some() => Vec::new(),
            Some(lists) => lists.get(cell).cloned().unwrap_or_default(),
            None if self.puzzle.has_marks() => self.puzzle.candidates(cell).collect(),
            None => Vec::new(),
        }
    }
}

/// Around the board.
const MARGIN: usize = 8;
/// A cell without candidates, or with few.
const CELL: usize = 48;
/// Tints that are told apart on paper too.
pub(super) const TINTS: [&str; 6] =
    ["#c9c9c9", "#ffe08a", "#b5d8f7", "#f7c0b5", "#c5e8b7", "#d9c8ef"];

impl Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = self.puzzle.shape();
        let side = shape.side();
        let marks: Vec<Vec<i32>> = (0..shape.len()).map(|cell| self.marks(cell)).collect();
        // Candidates stand in rows of so many.
        let across = (1..).find(|n| n * n >= side).unwrap_or(side);
        let cell = match marks.iter().any(|marks| !marks.is_empty()) {
            true => CELL.max(across * (12 + 4 * self.widest())),
            false => CELL,
        };
        let size = side * cell + 2 * MARGIN;
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{size}\" height=\"{size}\" \
             viewBox=\"0 0 {size} {size}\" font-family=\"Helvetica, Arial, sans-serif\" \
             text-anchor=\"middle\">"
        )?;
        writeln!(f, "<title>{}</title>", Escaped(&shape.to_string()))?;
        writeln!(f, "<rect width=\"{size}\" height=\"{size}\" fill=\"#fff\"/>")?;
        let board = Board { side, cell };
        self.tints(&board, f)?;
        self.lines(&board, f)?;
        self.values(&board, f)?;
        self.small(&board, across, &marks, f)?;
        f.write_str("</svg>\n")
    }
}

impl Picture<'_> {
    /// The extra groups. Diagonals and windows are groups of one kind; others are told apart.
    fn tints(&self, board: &Board, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tinted: Vec<(&str, Vec<usize>)> = Vec::new();
        let mut more = 1;
        for group in self.puzzle.shape().groups() {
            let tint = match group.kind {
                GroupKind::Diagonal | GroupKind::Window => TINTS[0],
                GroupKind::Disjoint | GroupKind::Cells => {
                    more += 1;
                    TINTS[(more - 1) % TINTS.len()]
                }
                GroupKind::Row | GroupKind::Column | GroupKind::Box | GroupKind::Region => continue,
                GroupKind::Move => continue,
            };
            match tinted.last_mut() {
                Some((same, cells)) if *same == tint => cells.extend(&group.cells),
                _ => tinted.push((tint, group.cells.to_vec())),
            }
        }
        for (tint, mut cells) in tinted {
            cells.sort_unstable();
            cells.dedup();
            // Where groups share a cell, both are seen.
            write!(f, "<path fill=\"{tint}\" fill-opacity=\"0.6\" d=\"")?;
            for cell in cells {
                let (x, y) = board.corner(cell);
                let size = board.cell;
                write!(f, "M{x} {y}h{size}v{size}h-{size}z")?;
            }
            f.write_str("\"/>\n")?;
        }
        Ok(())
    }

    /// Thin lines between cells, thick ones between regions and around all.
    fn lines(&self, board: &Board, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Board { side, cell } = *board;
        let shape = self.puzzle.shape();
        let length = side * cell;
        let at = |line: usize| MARGIN + line * cell;
        f.write_str("<path fill=\"none\" stroke=\"#888\" stroke-width=\"1\" d=\"")?;
        for line in 1..side {
            write!(f, "M{MARGIN} {0}h{length}M{0} {MARGIN}v{length}", at(line))?;
        }
        f.write_str("\"/>\n")?;
        f.write_str(
            "<path fill=\"none\" stroke=\"#000\" stroke-width=\"3\" stroke-linecap=\"square\" d=\"",
        )?;
        let region = |row: usize, column: usize| shape.region(row * side + column);
        for line in 1..side {
            let across = |at: usize| region(line - 1, at) != region(line, at);
            for (from, to) in runs(side, across) {
                write!(f, "M{} {}h{}", at(from), at(line), (to - from) * cell)?;
            }
            let down = |at: usize| region(at, line - 1) != region(at, line);
            for (from, to) in runs(side, down) {
                write!(f, "M{} {}v{}", at(line), at(from), (to - from) * cell)?;
            }
        }
        writeln!(f, "M{MARGIN} {MARGIN}h{length}v{length}h-{length}z\"/>")
    }

    /// Givens, then the rest of the solution.
    fn values(&self, board: &Board, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = 0..self.puzzle.shape().len();
        let is_given = |cell: &usize| self.puzzle.given(*cell).is_some();
        let (givens, rest): (Vec<usize>, Vec<usize>) =
            cells.filter(|cell| self.value(*cell).is_some()).partition(is_given);
        // Narrower where numbers have several digits.
        let size = board.cell * 25 / 8 / (2 * self.widest() + 3);
        for (style, cells) in [("font-weight=\"bold\"", givens), ("fill=\"#2a5ea8\"", rest)] {
            if cells.is_empty() {
                continue;
            }
            writeln!(f, "<g font-size=\"{size}\" {style}>")?;
            for cell in cells {
                let (x, y) = board.corner(cell);
                let value = self.value(cell).map(|value| self.sign(value)).unwrap_or_default();
                text(f, x + board.cell / 2, y + board.cell / 2, size, &value)?;
            }
            f.write_str("</g>\n")?;
        }
        Ok(())
    }

    /// Candidates, each value at its own place in the cell.
    fn small(
        &self,
        board: &Board,
        across: usize,
        marks: &[Vec<i32>],
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        if marks.iter().all(Vec::is_empty) {
            return Ok(());
        }
        let first = *self.puzzle.shape().values().start();
        let room = (board.cell - 4) / across;
        let size = (room * 5 / (2 * self.widest() + 4)).min(14);
        writeln!(f, "<g font-size=\"{size}\" fill=\"#444\">")?;
        for (cell, values) in marks.iter().enumerate() {
            let (x, y) = board.corner(cell);
            for value in values {
                let place = usize::try_from(value - first).unwrap_or_default();
                let x = x + 2 + place % across * room + room / 2;
                let y = y + 2 + place / across * room + room / 2;
                text(f, x, y, size, &self.sign(*value))?;
            }
        }
        f.write_str("</g>\n")
    }
}

/// Where things are.
struct Board {
    side: usize,
    cell: usize,
}

impl Board {
    /// The upper left corner of a cell.
    fn corner(&self, cell: usize) -> (usize, usize) {
        (MARGIN + cell % self.side * self.cell, MARGIN + cell / self.side * self.cell)
    }
}

/// A text in the middle of a place. Not every program knows of other baselines, so that it is put lower.
fn text(f: &mut fmt::Formatter<'_>, x: usize, y: usize, size: usize, text: &str) -> fmt::Result {
    let y = y * 100 + size * 36;
    writeln!(f, "<text x=\"{x}\" y=\"{}.{:02}\">{}</text>", y / 100, y % 100, Escaped(text))
}

/// The runs of places at which something is so, from the first to behind the last.
pub(super) fn runs(end: usize, holds: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for at in (0..end).filter(|at| holds(*at)) {
        match runs.last_mut() {
            Some((_, to)) if *to == at => *to = at + 1,
            _ => runs.push((at, at + 1)),
        }
    }
    runs
}

/// A text within XML.
pub(super) struct Escaped<'t>(pub(super) &'t str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for sign in self.0.chars() {
            match sign {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                sign => f.write_char(sign)?,
            }
        }
        Ok(())
    }
}
