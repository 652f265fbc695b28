//! Reading on as bytes, for forms that are not made of lines.

use std::io::{self, BufRead, Read};

use super::Lines;

/// A place between two bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    /// The line, from 1.
    pub line: usize,
    /// Characters before it on its line.
    pub before: usize,
    /// Bytes before it.
    pub offset: u64,
}

/// What follows, as bytes.
pub(crate) struct Bytes<'l, 'r>(&'l mut Lines<'r>);

impl<'r> Lines<'r> {
    /// What follows, as bytes.
    pub(crate) fn bytes(&mut self) -> Bytes<'_, 'r> {
        let (line, offset) = match self.ahead.front() {
            Some(line) => (line.number, line.offset),
            None => (self.number + 1, self.offset),
        };
        let before = 0;
        self.spot.get_or_insert(Spot { line, before, offset });
        Bytes(self)
    }

    /// Reads nothing more.
    pub(crate) fn end(&mut self) {
        self.ended = true;
        self.ahead.clear();
    }
}

impl Bytes<'_, '_> {
    /// Where the next byte stands.
    pub(crate) fn spot(&self) -> Option<Spot> {
        self.0.spot
    }
}

impl BufRead for Bytes<'_, '_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let lines = &mut *self.0;
        if lines.unread.fill_buf()?.is_empty()
            && let Some(line) = lines.ahead.pop_front()
        {
            let mut text = line.text.into_bytes();
            // A line that was cut off goes on in the input.
            if !(lines.ahead.is_empty() && std::mem::take(&mut lines.cut)) {
                text.push(b'\n');
            }
            lines.unread = io::Cursor::new(text);
        }
        match lines.unread.fill_buf()?.is_empty() {
            false => lines.unread.fill_buf(),
            true if lines.ended => Ok(&[]),
            true => lines.input.fill_buf(),
        }
    }

    fn consume(&mut self, amount: usize) {
        let mut spot = self.0.spot;
        if let (Ok(bytes), Some(spot)) = (self.fill_buf(), &mut spot) {
            let bytes = &bytes[..amount.min(bytes.len())];
            spot.offset += bytes.len() as u64;
            for byte in bytes {
                match byte {
                    b'\n' => (spot.line, spot.before) = (spot.line + 1, 0),
                    byte => spot.before += usize::from(byte & 0xC0 != 0x80),
                }
            }
        }
        self.0.spot = spot;
        match self.0.unread.fill_buf() {
            Ok(bytes) if !bytes.is_empty() => self.0.unread.consume(amount),
            _ => self.0.input.consume(amount),
        }
    }
}

impl Read for Bytes<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}
