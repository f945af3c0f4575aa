//! Recognises compressed streams by their first bytes and decompresses them as they are read.
//!
//! A gzip stream may have several members. Zeros after the last one are padding, as `gzip` has it;
//! anything else is an error, because it may be a part of the formula.
//!
//! # References
//! - RFC 1952, GZIP file format specification version 4.3, section 2.3.1
//! - RFC 8878, Zstandard Compression, section 3.1.1
//! - The .xz File Format 1.1.0, section 2.1.1.1

use flate2::bufread::GzDecoder;
use lzma_rust2::XzReader;
use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read};

const GZIP: &[u8] = &[0x1F, 0x8B];
const XZ: &[u8] = &[0xFD, b'7', b'z', b'X', b'Z', 0x00];

/// Formats that are not read, by their first bytes: named, so that nobody looks for a wrong literal.
const NOT_READ: [(&str, &[u8]); 2] = [("Zstandard", &[0x28, 0xB5, 0x2F, 0xFD]), ("bzip2", b"BZh")];

/// Whether a file that starts so is compressed, in a format that is read or in one that is known.
#[must_use]
pub fn is_compressed(start: &[u8]) -> bool {
    let not_read = NOT_READ.iter().map(|(_, magic)| *magic);
    not_read.chain([GZIP, XZ]).any(|magic| start.starts_with(magic))
}

/// What an xz dictionary may take, in MiB: that of `xz -9` is 64 MiB. The window grows with the data.
const XZ_MEMORY_LIMIT: u32 = 128;

/// The text of the stream, whether it is compressed or not.
pub(super) fn decompressed<'r>(mut reader: impl Read + 'r) -> io::Result<Box<dyn Read + 'r>> {
    let mut start = Vec::new();
    reader.by_ref().take(XZ.len() as u64).read_to_end(&mut start)?;
    if let Some((format, _)) = NOT_READ.iter().find(|(_, magic)| start.starts_with(magic)) {
        let found = format!("found data compressed with {format}, expected text, gzip or xz");
        return Err(io::Error::new(ErrorKind::InvalidData, found));
    }
    let is_gzip = start.starts_with(GZIP);
    let is_xz = start.starts_with(XZ);
    let whole = Cursor::new(start).chain(reader);
    Ok(if is_gzip {
        Box::new(Decoder { format: "gzip", reader: Members::new(whole) })
    } else if is_xz {
        let reader = XzReader::new_mem_limit(whole, true, XZ_MEMORY_LIMIT << 10);
        Box::new(Decoder { format: "xz", reader })
    } else {
        Box::new(whole)
    })
}

/// A decompressor whose errors say what it is.
struct Decoder<R> {
    format: &'static str,
    reader: R,
}

impl<R: Read> Read for Decoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reader.read(buffer).map_err(|error| match error.kind() {
            ErrorKind::Interrupted => error,
            // The stream's own error, not the decompressor's.
            _ if error.raw_os_error().is_some() => error,
            ErrorKind::OutOfMemory => self.error(
                ErrorKind::OutOfMemory,
                format!("it needs more memory than the limit of {XZ_MEMORY_LIMIT} MiB"),
            ),
            kind => self.error(kind, error),
        })
    }
}

impl<R> Decoder<R> {
    fn error(&self, kind: ErrorKind, reason: impl Display) -> io::Error {
        io::Error::new(kind, format!("cannot decompress the {}: {reason}", self.format))
    }
}

/// The members of a gzip stream, one after the other.
struct Members<R: Read> {
    /// `None` at the end.
    member: Option<GzDecoder<BufReader<R>>>,
}

impl<R: Read> Members<R> {
    fn new(reader: R) -> Self {
        Self { member: Some(GzDecoder::new(BufReader::new(reader))) }
    }
}

impl<R: Read> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let length = member.read(buffer)?;
            if length > 0 || buffer.is_empty() {
                return Ok(length);
            }
            let Some(mut rest) = self.member.take().map(GzDecoder::into_inner) else { break };
            let n_zeros = skip_zeros(&mut rest)?;
            match rest.buffer().first() {
                None => {}
                Some(&first) if n_zeros == 0 && first == GZIP[0] => {
                    self.member = Some(GzDecoder::new(rest));
                }
                Some(_) => {
                    return Err(io::Error::new(ErrorKind::InvalidData, "found data after its end"));
                }
            }
        }
        Ok(0)
    }
}

/// Passes zeros and buffers what follows them, if anything does; how many there were.
fn skip_zeros(reader: &mut BufReader<impl Read>) -> io::Result<usize> {
    let mut n_zeros = 0;
    loop {
        let block = match reader.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            result => result?,
        };
        let n_leading = block.iter().take_while(|byte| **byte == 0).count();
        let is_over = n_leading < block.len() || block.is_empty();
        reader.consume(n_leading);
        n_zeros += n_leading;
        if is_over {
            return Ok(n_zeros);
        }
    }
}
