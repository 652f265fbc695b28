//! Files that are compressed by gzip or zstd, read as if they were not.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::MultiGzDecoder;
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
                [0x1F, 0x8B, ..] => Box::new(MultiGzDecoder::new(input)),
                [0x28, 0xB5, 0x2F, 0xFD, ..] => {
                    Box::new(StreamingDecoder::new(input).map_err(io::Error::other)?)
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
