//! A buffered reader that shows whole lines, so that none is taken apart because a buffer ends within it.

use std::io::{self, BufRead, Read};
use std::mem;

use memchr::memrchr2;

/// Reads whole lines into one buffer, as many as fit; a line that does not fit comes in pieces.
pub struct WholeLines<R> {
    input: R,
    buffer: Vec<u8>,
    /// What is shown begins and ends here.
    shown: [usize; 2],
    /// So many bytes of the buffer are filled.
    filled: usize,
    /// What went wrong behind what is shown.
    failure: Option<io::Error>,
    /// The input has ended, and is not asked again: a terminal would wait for its user to end it once more.
    ended: bool,
}

impl<R: Read> WholeLines<R> {
    /// Nothing is read yet; the buffer has so many bytes.
    pub fn new(input: R, capacity: usize) -> WholeLines<R> {
        let buffer = vec![0; capacity.max(1)];
        WholeLines { input, buffer, shown: [0, 0], filled: 0, failure: None, ended: false }
    }

    /// All that was read and not consumed, with the line that is not whole yet.
    pub fn buffered(&self) -> &[u8] {
        &self.buffer[self.shown[0]..self.filled]
    }

    /// Reads until there is a whole line, the buffer is full, or the input has ended.
    fn fill(&mut self) -> io::Result<()> {
        let [_, end] = mem::take(&mut self.shown);
        self.buffer.copy_within(end..self.filled, 0);
        self.filled -= end;
        while !self.ended && self.filled < self.buffer.len() {
            if let Some(failure) = self.failure.take() {
                return Err(failure);
            }
            let read = match self.input.read(&mut self.buffer[self.filled..]) {
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) if self.filled > 0 => {
                    self.failure = Some(error);
                    break;
                }
                Err(error) => return Err(error),
            };
            self.ended = read == 0;
            let fresh = self.filled;
            self.filled += read;
            if let Some(last) = memrchr2(b'\n', b'\r', &self.buffer[fresh..self.filled]) {
                self.shown[1] = fresh + last + 1;
                return Ok(());
            }
        }
        self.shown[1] = self.filled;
        Ok(())
    }
}

impl<R: Read> BufRead for WholeLines<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let [start, end] = self.shown;
        if start == end {
            self.fill()?;
        }
        let [start, end] = self.shown;
        Ok(&self.buffer[start..end])
    }

    fn consume(&mut self, amount: usize) {
        let [start, end] = self.shown;
        self.shown[0] = end.min(start + amount);
    }
}

impl<R: Read> Read for WholeLines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut shown = self.fill_buf()?;
        let read = shown.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::VecDeque;

    /// An input that gives so many bytes at once, and an error in place of each 0.
    struct Pieces<'t>(&'t [u8], VecDeque<usize>);

    impl Read for Pieces<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let most = self.1.pop_front().unwrap_or(usize::MAX);
            if most == 0 {
                return Err(io::Error::other("broken"));
            }
            let most = most.min(buffer.len());
            self.0.read(&mut buffer[..most])
        }
    }

    #[test]
    fn lines_are_shown_as_a_whole() {
        let text = b"one\ntwo\r\nthree\n\nfour";
        for capacity in 1..30 {
            for piece in 1..10 {
                let pieces = Pieces(text, [piece; 40].into());
                let mut input = WholeLines::new(pieces, capacity);
                let mut all = Vec::new();
                loop {
                    let shown = input.fill_buf().expect("nothing is broken").to_vec();
                    if shown.is_empty() {
                        break;
                    }
                    all.extend_from_slice(&shown);
                    let whole = matches!(shown.last(), Some(b'\n' | b'\r'));
                    assert!(
                        whole || shown.len() == capacity || all.len() == text.len(),
                        "{shown:?}"
                    );
                    input.consume(shown.len());
                }
                assert_eq!(all, text);
            }
        }
    }

    #[test]
    fn what_was_read_before_a_failure_comes_before_it() {
        let mut input = WholeLines::new(Pieces(b"one\ntwo", [6, 0, 1].into()), 100);
        let mut buffer = [0; 10];
        assert_eq!(input.fill_buf().ok(), Some(&b"one\n"[..]));
        assert_eq!(input.buffered(), b"one\ntw");
        assert_eq!(input.read(&mut buffer).ok(), Some(4));
        assert_eq!(input.read(&mut buffer).ok(), Some(2));
        assert!(input.read(&mut buffer).is_err());
        assert_eq!(input.read(&mut buffer).ok(), Some(1));
        assert_eq!(input.read(&mut buffer).ok(), Some(0));
        assert_eq!(buffer[0], b'o');
    }

    #[test]
    fn an_end_is_one_however_often_it_is_asked_for() {
        struct Terminal(VecDeque<&'static [u8]>);
        impl Read for Terminal {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                self.0.pop_front().unwrap_or_default().read(buffer)
            }
        }
        let typed: [&[u8]; 4] = [b"one\ntw", b"o", b"", b"three\n"];
        let mut all = String::new();
        let mut input = WholeLines::new(Terminal(typed.into()), 100);
        assert_eq!(input.read_to_string(&mut all).ok(), Some(7));
        assert_eq!(input.read_to_string(&mut all).ok(), Some(0));
        assert_eq!(all, "one\ntwo");
    }
}
