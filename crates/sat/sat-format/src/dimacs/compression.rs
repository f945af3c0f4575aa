//! Recognises compressed streams by their first bytes and decompresses them as they are read.
//!
//! # References
//! - RFC 1952, GZIP file format specification version 4.3, section 2.3.1
//! - The .xz File Format 1.1.0, section 2.1.1.1

use flate2::read::MultiGzDecoder;
use lzma_rust2::XzReader;
use std::io::{self, Cursor, ErrorKind, Read};

const GZIP: &[u8] = &[0x1F, 0x8B];
const XZ: &[u8] = &[0xFD, b'7', b'z', b'X', b'Z', 0x00];

/// The largest xz dictionary in KiB: that of `xz -9` is 64 MiB. The window grows with the data.
const XZ_MEMORY_LIMIT: u32 = 128 << 10;

/// The text of the stream, whether it is compressed or not.
pub(super) fn decompressed<'r>(mut reader: impl Read + 'r) -> io::Result<Box<dyn Read + 'r>> {
    let mut start = Vec::new();
    reader.by_ref().take(XZ.len() as u64).read_to_end(&mut start)?;
    let is_gzip = start.starts_with(GZIP);
    let is_xz = start.starts_with(XZ);
    let whole = Cursor::new(start).chain(reader);
    Ok(if is_gzip {
        Box::new(Decoder { format: "gzip", reader: MultiGzDecoder::new(whole) })
    } else if is_xz {
        let reader = XzReader::new_mem_limit(whole, true, XZ_MEMORY_LIMIT);
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
            kind => io::Error::new(kind, format!("cannot decompress the {}: {error}", self.format)),
        })
    }
}
