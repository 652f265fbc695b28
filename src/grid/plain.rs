//! Plain lines read in bulk: a digit or a blank a cell, many puzzles at once, nothing else on the line.

use std::slice::ChunksExact;

use super::form::Entry;
use super::puzzle::Puzzle;
use super::shape::Shape;
use super::symbols::Symbols;

/// Puzzles from consecutive lines of a text that hold nothing but their cells.
///
/// What a [`Reader`](super::Reader) gives for lines that need no closer look; see
/// [`Reader::plain`](super::Reader::plain).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plain {
    pub(crate) shape: Shape,
    pub(crate) line: usize,
    pub(crate) cells: Vec<u8>,
}

impl Plain {
    /// The shape of them all.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// How many puzzles there are; at least one.
    #[expect(clippy::len_without_is_empty, reason = "it is never empty")]
    pub fn len(&self) -> usize {
        self.cells.len() / self.shape.len()
    }

    /// The line of a puzzle in the text, from 1.
    pub fn line(&self, puzzle: usize) -> usize {
        self.line + puzzle
    }

    /// The puzzles in order: for each cell, row by row, its given, or 0.
    pub fn puzzles(&self) -> ChunksExact<'_, u8> {
        self.cells.chunks_exact(self.shape.len())
    }

    /// A puzzle as a reader gives it that looks closer.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn entry(&self, puzzle: usize) -> Entry {
        let n = self.shape.len();
        let cells = &self.cells[puzzle * n..][..n];
        let givens = cells.iter().map(|&value| (value > 0).then_some(i32::from(value)));
        let givens: Vec<Option<i32>> = givens.collect();
        let puzzle_of = Puzzle::new(self.shape.clone(), givens);
        Entry {
            puzzle: puzzle_of.expect("as many cells as the shape has, and its values"),
            symbols: Symbols::Digits,
            form: "line",
            line: self.line(puzzle),
            notes: Vec::new(),
        }
    }
}

/// Reads the line at the beginning of `text` to the end of `cells`, and gives its length with what ends it.
///
/// A plain line has exactly `n` signs, each a blank (`.` or `0`) or a digit of at most `most`, and ends in LF or CR LF.
/// `None` for any other line, one that is not there as a whole included.
pub(crate) fn next(text: &[u8], n: usize, most: u8, cells: &mut Vec<u8>) -> Option<usize> {
    let length = match text.get(n)? {
        b'\n' => n + 1,
        b'\r' if text.get(n + 1) == Some(&b'\n') => n + 2,
        _ => return None,
    };
    read(&text[..n], n, most, cells).then_some(length)
}

/// Reads a line without what ends it; see [`next`].
pub(crate) fn read(text: &[u8], n: usize, most: u8, cells: &mut Vec<u8>) -> bool {
    if text.len() != n {
        return false;
    }
    let start = cells.len();
    cells.extend_from_slice(text);
    // Two loops without a way out, so that the compiler makes a few vectors of each.
    let mut highest = 0;
    for cell in &mut cells[start..] {
        *cell = if *cell == b'.' { 0 } else { cell.wrapping_sub(b'0') };
        highest = highest.max(*cell);
    }
    let fits = highest <= most;
    if !fits {
        cells.truncate(start);
    }
    fits
}

#[cfg(test)]
mod tests {
    use super::super::Reader;

    /// What a reader gives with and without plain reading.
    fn both(text: &str, buffer: usize) -> [Vec<String>; 2] {
        [false, true].map(|bulk| {
            let input = std::io::BufReader::with_capacity(buffer, text.as_bytes());
            let mut reader = Reader::new(input);
            let mut read = Vec::new();
            while let Some(entry) = reader.next() {
                read.push(match entry {
                    Ok(entry) => format!("{:?} {}", entry.puzzle, entry.line),
                    Err(error) => error.to_string(),
                });
                while bulk && let Some(plain) = reader.plain() {
                    for i in 0..plain.len() {
                        let entry = plain.entry(i);
                        read.push(format!("{:?} {}", entry.puzzle, entry.line));
                    }
                }
            }
            read
        })
    }

    #[test]
    fn plain_reading_reads_the_same() {
        let texts = [
            "1...2......3...4\n.1..2......3...4\r\n0001200.0.03...4\n\n# a comment\n1...2......3...4",
            "1...2......3...4\n1...2......3...5\n1...2......3...4 rated 5\n1...2......3...\n1...2......3...4\n",
            "1...2......3...4\r1...2......3...4\r\n\r\n1...2......3...4\r\n1...2......3...4\n\x1a",
            "\u{feff}1...2......3...4\n1...2......3...4\n1...2......\u{ff13}...4\n1...2......3...4\n",
        ];
        for text in texts {
            for buffer in [1, 16, 17, 18, 33, 40, 1000] {
                let [slow, fast] = both(text, buffer);
                assert_eq!(slow, fast, "{text:?} in pieces of {buffer}");
                assert!(slow.len() >= 4, "{slow:?}");
            }
        }
    }
}
