//! The lines of a text of any size: bounded in memory, however they end and whatever they hold.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::mem;
use std::ops::Range;

use memchr::memchr2;

use super::form::{Fault, FormError};
use super::place::Place;
use super::plain;

#[cfg(feature = "xml")]
mod bytes;

#[cfg(feature = "xml")]
pub(crate) use bytes::Spot;

/// The longest line that is read, in bytes; a longer one is refused without being held in memory.
///
/// Twice what the largest board needs on one line with its values as numbers.
pub const MAX_LINE: usize = 1 << 19;

/// One line, without what ends it.
#[derive(Debug, Default)]
pub struct Line {
    /// Its number, from 1.
    pub number: usize,
    /// Where it begins, in bytes from the start of the text.
    pub offset: u64,
    /// What it says; bytes that are no UTF-8 are replaced.
    pub text: String,
    /// What keeps it from being text at all, and where.
    pub(crate) damage: Option<(Fault, Range<usize>)>,
    /// How many characters stand before it, if it is a piece of a line.
    pub(crate) before: usize,
}

impl Line {
    /// A line of a text: its number from 1, where it begins in bytes, and what it says, without what ends it.
    pub fn new(number: usize, offset: u64, bytes: &[u8]) -> Line {
        let (text, damage) = decode(bytes);
        Line {
            number,
            offset,
            text,
            damage: damage.map(|(fault, at)| (fault, at..at + 1)),
            before: 0,
        }
    }

    /// Whether nothing stands on it.
    pub fn is_blank(&self) -> bool {
        self.damage.is_none() && self.text.trim().is_empty()
    }

    /// Whether it is a comment: its first sign is `#`. What bytes a comment is made of does not matter.
    pub fn is_comment(&self) -> bool {
        self.text.trim_start().starts_with('#') && !matches!(self.damage, Some((Fault::Io(..), _)))
    }

    /// Whether nothing stands on it but perhaps a comment.
    pub fn says_nothing(&self) -> bool {
        self.is_blank() || self.is_comment()
    }

    /// An error at a place of this line.
    pub(crate) fn error(&self, fault: Fault, span: Range<usize>) -> FormError {
        FormError { fault, place: Box::new(Place::of(self, span)), cell: None }
    }

    /// An error about the line as a whole.
    pub(crate) fn error_here(&self, fault: Fault) -> FormError {
        let indent = self.text.len() - self.text.trim_start().len();
        self.error(fault, indent..self.text.trim_end().len())
    }

    /// Whether it is damaged before a byte, or as a whole.
    pub(crate) fn damaged_before(&self, end: usize) -> bool {
        self.damage.as_ref().is_some_and(|(fault, span)| match fault {
            Fault::NotUtf8 { .. } | Fault::Control { .. } => span.start < end,
            _ => true,
        })
    }

    /// The damage done to it, as an error.
    pub(crate) fn sound(&self) -> Result<(), FormError> {
        match &self.damage {
            None => Ok(()),
            Some((fault, span)) => Err(self.error(fault.clone(), span.clone())),
        }
    }
}

/// Reads lines one after the other, with a look ahead.
///
/// Lines end with LF, CR LF or a lone CR, or with the text. A byte order mark of UTF-8 at the start is skipped, and so
/// is a Ctrl-Z at the end.
pub struct Lines<'r> {
    input: Box<dyn BufRead + 'r>,
    ahead: VecDeque<Line>,
    /// Lines read so far, those ahead included.
    number: usize,
    /// Bytes read so far.
    offset: u64,
    /// The last line ended with CR, so that an LF next belongs to it.
    after_cr: bool,
    ended: bool,
    /// Reading failed when nothing was to be told of it.
    failure: Option<io::Error>,
    limit: usize,
    buffer: Vec<u8>,
    /// The last line was longer than the limit, and its rest is still to be skipped.
    cut: bool,
    /// What was read as lines and is now read as bytes.
    #[cfg(feature = "xml")]
    unread: io::Cursor<Vec<u8>>,
    /// Where the next byte stands, once bytes were read.
    #[cfg(feature = "xml")]
    spot: Option<Spot>,
}

impl<'r> Lines<'r> {
    /// The lines of an input.
    pub fn new(input: impl BufRead + 'r) -> Lines<'r> {
        Lines {
            input: Box::new(input),
            ahead: VecDeque::new(),
            number: 0,
            offset: 0,
            after_cr: false,
            ended: false,
            failure: None,
            limit: MAX_LINE,
            buffer: Vec::new(),
            cut: false,
            #[cfg(feature = "xml")]
            unread: io::Cursor::default(),
            #[cfg(feature = "xml")]
            spot: None,
        }
    }

    /// The line after the next `skip` ones, without taking it.
    pub fn peek(&mut self, skip: usize) -> Option<&Line> {
        while self.ahead.len() <= skip {
            let line = self.read()?;
            self.ahead.push_back(line);
        }
        self.ahead.get(skip)
    }

    /// Takes the plain lines that come next, as far as they have been read already, each into `cells`; see
    /// [`plain::Look`]. Gives the number of the first of them.
    pub(crate) fn take_plain(&mut self, look: &plain::Look, cells: &mut Vec<u8>) -> Option<usize> {
        // Those that were looked at to tell the form.
        let mut first = None;
        while let Some(line) = self.ahead.front() {
            if line.damage.is_some() || !look.read(line.text.as_bytes(), cells) {
                return first;
            }
            first = first.or(Some(line.number));
            self.ahead.pop_front();
        }
        if first.is_some() || self.ended || self.cut || self.number == 0 {
            return first;
        }
        let first = self.number + 1;
        let available = match self.input.fill_buf() {
            Ok(available) => available,
            Err(error) => {
                self.failure = Some(error);
                return None;
            }
        };
        cells.reserve(available.len());
        let mut used = 0;
        loop {
            while !self.after_cr
                && look.n <= self.limit
                && look.read_bare(&available[used..], cells)
            {
                used += look.n + 1;
                self.number += 1;
            }
            let Some(end) = memchr2(b'\n', b'\r', &available[used..]) else { break };
            if mem::take(&mut self.after_cr) && available[used] == b'\n' {
                used += 1;
                continue;
            }
            let end = used + end;
            if end - used > self.limit || !look.read(&available[used..end], cells) {
                break;
            }
            (used, self.after_cr) = (end + 1, available[end] == b'\r');
            self.number += 1;
        }
        self.input.consume(used);
        self.offset += used as u64;
        (self.number >= first).then_some(first)
    }

    /// Takes the next line.
    pub fn take(&mut self) -> Option<Line> {
        match self.ahead.pop_front() {
            Some(line) => Some(line),
            None => self.read(),
        }
    }

    /// The next line that says something, without taking any.
    pub(crate) fn peek_text(&mut self) -> Option<&Line> {
        let mut next = 0;
        while self.peek(next)?.says_nothing() {
            next += 1;
        }
        self.peek(next)
    }

    /// Takes lines that say nothing: blank ones and comments.
    pub(crate) fn skip_blank(&mut self) {
        while self.peek(0).is_some_and(Line::says_nothing) {
            self.take();
        }
    }

    /// Takes the lines up to the next blank one.
    pub(crate) fn skip_paragraph(&mut self) {
        while self.peek(0).is_some_and(|line| !line.is_blank()) {
            self.take();
        }
    }

    /// Reads to the end of a line, and keeps nothing of it.
    fn skip_rest(&mut self) {
        while let Ok(available) = self.input.fill_buf() {
            let end = memchr2(b'\n', b'\r', available);
            let used = end.map_or(available.len(), |end| end + 1);
            self.after_cr = end.is_some_and(|end| available[end] == b'\r');
            self.ended = available.is_empty();
            self.input.consume(used);
            self.offset += used as u64;
            if end.is_some() || self.ended {
                break;
            }
        }
    }

    fn read(&mut self) -> Option<Line> {
        if mem::take(&mut self.cut) {
            self.skip_rest();
        }
        if self.ended {
            return None;
        }
        self.buffer.clear();
        let mut offset = self.offset;
        let mut any = false;
        let failure = loop {
            let available = match self.failure.take().map_or_else(|| self.input.fill_buf(), Err) {
                Ok(available) => available,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => break Some(error),
            };
            if available.is_empty() {
                self.ended = true;
                break None;
            }
            if mem::take(&mut self.after_cr) && available[0] == b'\n' {
                self.input.consume(1);
                self.offset += 1;
                offset += 1;
                continue;
            }
            any = true;
            let end = memchr2(b'\n', b'\r', available);
            let taken = end.unwrap_or(available.len());
            let mut room = self.limit.saturating_sub(self.buffer.len());
            if taken > room {
                while room > 0 && available[room] & 0xC0 == 0x80 {
                    room -= 1;
                }
                self.buffer.extend_from_slice(&available[..room]);
                self.input.consume(room);
                self.offset += room as u64;
                self.cut = true;
                break None;
            }
            self.buffer.extend_from_slice(&available[..taken]);
            let ending = end.map(|end| available[end]);
            let used = taken + usize::from(ending.is_some());
            self.input.consume(used);
            self.offset += used as u64;
            if let Some(ending) = ending {
                self.after_cr = ending == b'\r';
                break None;
            }
        };
        if !any && failure.is_none() {
            return None;
        }
        self.number += 1;
        let mut start = 0;
        if self.number == 1 && self.buffer.starts_with(b"\xEF\xBB\xBF") {
            start = 3;
        }
        let mut bytes = &self.buffer[start..];
        if self.ended || bytes == [0x1A] {
            bytes = bytes.strip_suffix(&[0x1A]).unwrap_or(bytes);
        }
        let mut line = Line::new(self.number, offset + start as u64, bytes);
        if self.number == 1
            && let Some(what) = disguise(&self.buffer)
        {
            // Nothing that follows can be read either.
            self.ended = true;
            line.damage = Some((Fault::NotText { what }, 0..0));
        }
        if self.cut {
            let limit = self.limit;
            line.damage = Some((Fault::LineTooLong { limit }, 0..0));
        }
        if let Some(error) = failure {
            self.ended = true;
            let end = line.text.len();
            line.damage = Some((Fault::Io(error.kind(), error.to_string()), end..end));
        }
        Some(line)
    }
}

/// The text of some bytes, and the first thing in it that no text has.
fn decode(bytes: &[u8]) -> (String, Option<(Fault, usize)>) {
    let (text, broken) = match std::str::from_utf8(bytes) {
        Ok(text) => (text.to_owned(), None),
        Err(error) => {
            let at = error.valid_up_to();
            let fault = Fault::NotUtf8 { byte: bytes[at] };
            (String::from_utf8_lossy(bytes).into_owned(), Some((fault, at)))
        }
    };
    let control = text.char_indices().find(|(_, c)| is_strange(*c));
    let control = control.map(|(at, symbol)| (Fault::Control { symbol }, at));
    let first = [control, broken].into_iter().flatten().min_by_key(|(_, at)| *at);
    (text, first)
}

/// Whether no text has that sign.
fn is_strange(sign: char) -> bool {
    sign.is_control() && !matches!(sign, '\t' | '\x0B' | '\x0C')
}

/// Whether a part of a line is text without any damage.
pub(crate) fn is_sound(bytes: &[u8]) -> bool {
    str::from_utf8(bytes).is_ok_and(|text| !text.contains(is_strange))
}

/// What a file that begins with these bytes is, if it is not text.
fn disguise(bytes: &[u8]) -> Option<&'static str> {
    const MAGIC: &[(&[u8], &str)] = &[
        (b"\xFF\xFE", "UTF-16; save it as UTF-8"),
        (b"\xFE\xFF", "UTF-16; save it as UTF-8"),
        (b"\x1F\x8B", "compressed by gzip"),
        (b"\x28\xB5\x2F\xFD", "compressed by zstd"),
        (b"BZh", "compressed by bzip2"),
        (b"\xFD7zXZ", "compressed by xz"),
        (b"PK\x03\x04", "a zip archive"),
        (b"%PDF-", "a PDF document"),
        (b"\x89PNG", "a PNG picture"),
        (b"\xFF\xD8\xFF", "a JPEG picture"),
        (b"GIF8", "a GIF picture"),
        (b"\x7FELF", "a program"),
    ];
    let magic = MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic));
    if let Some((_, what)) = magic {
        return Some(what);
    }
    let head = &bytes[..bytes.len().min(1024)];
    let nuls = head.iter().filter(|b| **b == 0).count();
    if nuls >= 4 && (2 * nuls).abs_diff(head.len()) <= 2 {
        return Some("UTF-16; save it as UTF-8");
    }
    let strange =
        |b: &&u8| (**b < 0x20 && !matches!(**b, b'\t' | 0x0B | 0x0C | 0x1A)) || **b == 0x7F;
    let strange = head.iter().filter(strange).count();
    (strange * 5 > head.len()).then_some("binary data")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(input: &[u8]) -> Vec<(usize, u64, String)> {
        // A buffer of one byte cuts every pair of bytes.
        let mut lines = Lines::new(io::BufReader::with_capacity(1, input));
        let mut texts = Vec::new();
        while let Some(line) = lines.take() {
            texts.push((line.number, line.offset, line.text));
        }
        texts
    }

    #[test]
    fn lines_end_as_they_like() {
        let expected = [
            (1, 0, "a".into()),
            (2, 2, "b".into()),
            (3, 5, String::new()),
            (4, 6, "c".into()),
            (5, 8, "d".into()),
        ];
        assert_eq!(texts(b"a\nb\r\n\rc\rd"), expected);
    }

    #[test]
    fn marks_at_both_ends_are_skipped() {
        assert_eq!(texts(b"\xEF\xBB\xBFa"), [(1, 3, "a".into())]);
        assert_eq!(texts(b"a\r\n\x1A"), [(1, 0, "a".into()), (2, 3, String::new())]);
        assert_eq!(texts(b""), []);
    }

    #[test]
    fn a_line_above_the_limit_costs_no_memory_and_loses_nothing_else() {
        let endless = io::Read::take(io::repeat(b'1'), 50 << 20);
        let input = io::Read::chain(endless, &b"\nnext"[..]);
        let mut lines = Lines::new(io::BufReader::new(input));
        let line = lines.take().expect("a line");
        assert!(matches!(line.damage, Some((Fault::LineTooLong { limit: MAX_LINE }, _))));
        assert!(lines.buffer.capacity() <= 2 * MAX_LINE);
        assert_eq!(lines.take().expect("a line").text, "next");
    }
}
