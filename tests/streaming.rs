//! Texts that never end are read without waiting for more than is needed.
#![cfg(feature = "grid")]

use std::cell::Cell;
use std::io::{self, BufRead, BufReader, Read};
use std::rc::Rc;

use houserules::grid::{Fault, Reader};

const LINE: &str =
    "2.5.7...1.6.4.25..1..8..9....9............358.14.6...7..6..1....5...912..2135...9\n";
const JUDGE: &str = "1 0 0 0\n0 0 2 0\n0 3 0 0\n0 0 0 4\n";

/// The same text again and again, which counts how much of it was taken.
struct Again {
    text: &'static str,
    at: usize,
    taken: Rc<Cell<usize>>,
}

fn again(text: &'static str) -> (Again, Rc<Cell<usize>>) {
    let taken = Rc::new(Cell::new(0));
    let again = Again { text, at: 0, taken: Rc::clone(&taken) };
    (again, taken)
}

impl Read for Again {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Again {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        Ok(&self.text.as_bytes()[self.at..])
    }

    fn consume(&mut self, amount: usize) {
        self.at = (self.at + amount) % self.text.len();
        self.taken.set(self.taken.get() + amount);
    }
}

#[test]
fn a_line_is_read_as_soon_as_it_is_there() {
    let (text, taken) = again(LINE);
    let mut reader = Reader::new(text);
    for count in 1..1000 {
        assert!(reader.next().is_some_and(|read| read.is_ok()));
        assert!(taken.get() <= count * LINE.len(), "{count}");
    }
}

#[test]
fn a_grid_looks_ahead_a_bounded_way() {
    let (text, taken) = again(JUDGE);
    let mut reader = Reader::new(text);
    for count in 1..1000 {
        assert!(reader.next().is_some_and(|read| read.is_ok()));
        assert!(taken.get() <= (count + 200) * JUDGE.len(), "{count}");
    }
}

#[test]
fn a_failing_input_is_one_error() {
    struct Fails;
    impl Read for Fails {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the cable came out"))
        }
    }
    let text = LINE.repeat(2);
    let read: Vec<_> = Reader::new(BufReader::new(text.as_bytes().chain(Fails))).collect();
    assert_eq!(read.len(), 3);
    let error = read[2].as_ref().expect_err("the input fails");
    assert!(matches!(error.fault, Fault::Io(..)));
    assert_eq!(error.to_string(), "line 3, column 1: reading failed: the cable came out");
}
