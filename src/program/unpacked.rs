//! Files that are compressed by gzip or zstd, read as if they were not.

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::mem;

use flate2::bufread::GzDecoder;
use ruzstd::decoding::StreamingDecoder;

/// The text of a file, whether it is compressed or not; which is told from what the first read gives.
pub fn unpack(input: Box<dyn Read>) -> Box<dyn Read> {
    Box::new(Unpacked { input, begun: false })
}

struct Unpacked {
    input: Box<dyn Read>,
    /// Nothing is read before somebody asks: that may take long.
    begun: bool,
}

impl Read for Unpacked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        if self.begun || buffer.is_empty() {
            return Ok(read);
        }
        self.begun = true;
        let begin = &buffer[..read];
        let gzip = begin.starts_with(&[0x1F, 0x8B]);
        if !gzip && !begin.starts_with(&[0x28, 0xB5, 0x2F, 0xFD]) {
            return Ok(read);
        }
        let packed = mem::replace(&mut self.input, Box::new(io::empty()));
        let packed = BufReader::new(Cursor::new(begin.to_vec()).chain(packed));
        self.input = match gzip {
            true => Box::new(Gzip(Some(GzDecoder::new(packed)))),
            false => Box::new(StreamingDecoder::new(packed).map_err(|_| damaged())?),
        };
        self.input.read(buffer)
    }
}

/// The decoder's own words are those of its code.
fn damaged() -> io::Error {
    let what = "what zstd packed is damaged, or not all there";
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// The members of a gzip file, one after the other.
struct Gzip<R>(Option<GzDecoder<R>>);

impl<R: BufRead> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.0 {
            let read = member.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let Some(mut rest) = self.0.take().map(GzDecoder::into_inner) else { break };
            // Some tapes and tools fill up with zeros.
            while rest.fill_buf()?.first() == Some(&0) {
                rest.consume(1);
            }
            match rest.fill_buf()?.first() {
                None => {}
                Some(0x1F) => self.0 = Some(GzDecoder::new(rest)),
                Some(_) => {
                    let what = "the compressed text has ended, and something else stands behind it";
                    return Err(io::Error::new(io::ErrorKind::InvalidData, what));
                }
            }
        }
        Ok(0)
    }
}
