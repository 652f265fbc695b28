//! Plain lines read in bulk: a digit or a blank a cell, many puzzles at once, whatever else stands on the line.

use std::slice::ChunksExact;

use super::form::{Entry, Glance};
use super::puzzle::Puzzle;
use super::shape::Shape;
use super::symbols::Symbols;

/// Puzzles from consecutive lines of a text whose cells are digits and blanks.
///
/// What a [`Reader`](super::Reader) gives for lines that need no closer look; see
/// [`Reader::plain`](super::Reader::plain).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plain {
    pub(crate) shape: Shape,
    pub(crate) form: &'static str,
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

    /// A puzzle as a reader gives it that looks closer, but without its notes.
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
            form: self.form,
            line: self.line(puzzle),
            notes: Vec::new(),
        }
    }
}

/// How a line is looked at once: where a form has the cells, and what they must be.
pub(crate) struct Look {
    pub(crate) cells: Glance,
    /// So many cells.
    pub(crate) n: usize,
    /// The largest value.
    pub(crate) most: u8,
    /// A line that is nothing but cells is a puzzle.
    bare: bool,
}

impl Look {
    /// How to look at the lines of a form, for so many cells with values up to that one.
    pub(crate) fn new(cells: Glance, n: usize, most: u8) -> Look {
        let bare = cells(&vec![b'.'; n]) == Some(0..n);
        Look { cells, n, most, bare }
    }

    /// Reads the line that the text begins with, if it is nothing but cells and ends with LF; false, and nothing is read, if it
    /// may need a closer look.
    pub(crate) fn read_bare(&self, text: &[u8], cells: &mut Vec<u8>) -> bool {
        // No end of a line is a cell, so that none needs to be looked for.
        self.bare && text.get(self.n) == Some(&b'\n') && self.read_cells(&text[..self.n], cells)
    }

    /// Reads a line, given without what ends it, to the end of `cells`.
    ///
    /// False, and nothing is read, if a cell is neither a blank (`.` or `0`) nor a value.
    pub(crate) fn read(&self, line: &[u8], cells: &mut Vec<u8>) -> bool {
        let Some(field) = (self.cells)(line).map(|field| &line[field]) else { return false };
        field.len() == self.n && self.read_cells(field, cells)
    }

    /// Reads so many signs to the end of `cells`; false, and nothing is read, if one of them is no cell.
    fn read_cells(&self, field: &[u8], cells: &mut Vec<u8>) -> bool {
        let value = |sign: u8| sign.wrapping_sub(b'0') & if sign == b'.' { 0 } else { u8::MAX };
        // Sixteen at a time and without a way out, so that the compiler makes a vector of them (where there is an `if` in place of
        // the mask, it does not).
        let before = cells.len();
        cells.resize(before + field.len(), 0);
        let (sixteens, rest) = field.as_chunks::<16>();
        let (read, read_rest) = cells[before..].as_chunks_mut::<16>();
        let mut highest = [0; 16];
        for (signs, read) in sixteens.iter().zip(read) {
            for ((&sign, cell), highest) in signs.iter().zip(read).zip(&mut highest) {
                *cell = value(sign);
                *highest = value(sign).max(*highest);
            }
        }
        let mut highest = highest.into_iter().fold(0, u8::max);
        for (&sign, cell) in rest.iter().zip(read_rest) {
            *cell = value(sign);
            highest = value(sign).max(highest);
        }
        if highest > self.most {
            cells.truncate(before);
            return false;
        }
        true
    }
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
                    Ok(entry) => format!("{:?} {} {}", entry.puzzle, entry.line, entry.form),
                    Err(error) => error.to_string(),
                });
                while bulk && let Some(plain) = reader.plain() {
                    for i in 0..plain.len() {
                        let entry = plain.entry(i);
                        read.push(format!("{:?} {} {}", entry.puzzle, entry.line, entry.form));
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
            "1...2......3...4\n1...2......3...4\t# é\n1...2......3...4=1\n1...2......3...4x\n1...2......3...4é\n",
            "1...2......3...4\r1...2......3...4\r\n\r\n1...2......3...4\r\n1...2......3...4\n\x1a",
            "1...2......3...4\r.1..2......3...4\r..1.2......3...4\r1...2......3...\r1...2......3...4\r",
            "\u{feff}1...2......3...4\n1...2......3...4\n1...2......\u{ff13}...4\n1...2......3...4\n",
            // Tables.
            "puzzle,solution\n1...2......3...4,1\n .1..2......3...4 ,1\n1...2......3...4\n\n1...2......3..,1\n",
            "id,puzzle\n1,1...2......3...4\n2,.1..2......3...4\n3\n4;1...2......3...4\nd,1...2......3...4\n",
            "id;quiz\n1;1...2......3...4\n\"2;a\";\".1..2......3...4\"\n\"3;1...2......3...4\n4;..1.2......3...4;\"a\"\n",
            "name,puzzle\na,1...2......3...4\né,1...2......3...4\n\u{1},1...2......3...4\n,1...2......3..9\n",
            // Libraries.
            ":0000:x:1...2......3...4:::\n:0901:1:.1..2......3...4::1:\n:0:x:..+12......3...4:\n\
             #:a:b:1...2......3...4:\n:1...2......3...4\n:0:x:1...2......3...4",
            "1...+2......3...4:\n.1..2......3...4:211\n1...2......3...4\n1...2......3..\n1...2......3...4 :\n#:1\n",
        ];
        for text in texts {
            for buffer in [1, 16, 17, 18, 33, 40, 1000] {
                let [slow, fast] = both(text, buffer);
                assert_eq!(slow, fast, "{text:?} in pieces of {buffer}");
                assert!(slow.len() >= 4, "{slow:?}");
            }
        }
    }

    #[test]
    fn a_glance_is_enough_for_what_says_more_than_cells() {
        let texts = [
            "1...2......3...4,1\n1...2......3...4 a\n1...2......3...4 b\n",
            "id,puzzle,difficulty\n1,1...2......3...4,1.2\n2,1...2......3...4,0\n\"3\",\"1...2......3...4\",\n",
            ":0:x:1...2......3...4:::\n:0:x:1...2......3...4:::\n:0:x:1...2......3...4:::\n",
            "1...+2......3...4:\n1...2......3...4:211\n1...2......3...4\n",
        ];
        for text in texts {
            let mut reader = Reader::new(text.as_bytes());
            assert!(reader.next().is_some_and(|entry| entry.is_ok()), "{text}");
            // Lines that were looked at to tell the form come first.
            let plain = std::iter::from_fn(|| reader.plain().map(|plain| plain.len()));
            assert_eq!(plain.sum::<usize>(), 2, "{text}");
        }
    }
}
