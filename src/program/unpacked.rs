//! Files that are compressed by gzip or zstd, read as if they were not.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::GzDecoder;
use ruzstd::decoding::StreamingDecoder;

/// The text of a file, whether it is compressed or not; which is told from its first bytes.
pub fn unpack(input: Box<dyn Read>) -> Box<dyn Read> {
    Box::new(Unpacked::Unread(Some(BufReader::new(input))))
}

enum Unpacked {
    /// Nothing was read yet. Nothing is read before somebody asks: that may take long.
    Unread(Option<BufReader<Box<dyn Read>>>),
    Reading(Box<dyn Read>),
}

impl Read for Unpacked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Unpacked::Unread(input) = self {
            let Some(mut input) = input.take() else { return Ok(0) };
            let text: Box<dyn Read> = match input.fill_buf()? {
                [0x1F, 0x8B, ..] => Box::new(Gzip(Some(GzDecoder::new(input)))),
                [0x28, 0xB5, 0x2F, 0xFD, ..] => {
                    Box::new(StreamingDecoder::new(input).map_err(|_| damaged())?)
                }
                _ => Box::new(input),
            };
            *self = Unpacked::Reading(text);
        }
        match self {
            Unpacked::Reading(text) => text.read(buffer),
            Unpacked::Unread(_) => Ok(0),
        }
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
