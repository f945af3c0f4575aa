//! A file on a server, of which only the parts are fetched that are read.
//!
//! A wheel is a ZIP archive: its table of contents stands at the end, and the metadata is one small member. With
//! range requests a wheel of hundreds of megabytes costs a few blocks. What is read so is not compared
//! with the file's digest, which would need all of it; pip and uv do the same.
//!
//! # References
//! - RFC 9110, "HTTP Semantics", section 14: range requests

use std::collections::BTreeMap;
use std::io::{self, Read, Seek, SeekFrom};

/// Bytes of a block.
const BLOCK: u64 = 16 << 10;

/// Bytes of the end, fetched at first.
const TAIL: u64 = 64 << 10;

/// Reads through a function that fetches `first..=last`.
pub(crate) struct RangeReader<F> {
    fetch: F,
    length: u64,
    position: u64,
    /// By their first byte; they do not overlap.
    blocks: BTreeMap<u64, Vec<u8>>,
}

impl<F: FnMut(u64, u64) -> io::Result<Vec<u8>>> RangeReader<F> {
    /// A file of `length` bytes, of which the end is fetched at once.
    pub(crate) fn new(length: u64, fetch: F) -> io::Result<Self> {
        let mut reader = Self { fetch, length, position: 0, blocks: BTreeMap::new() };
        reader.block(length.saturating_sub(TAIL).next_multiple_of(BLOCK).min(length), length)?;
        Ok(reader)
    }

    /// Fetches `start..end`.
    fn block(&mut self, start: u64, end: u64) -> io::Result<()> {
        if start < end {
            let bytes = (self.fetch)(start, end - 1)?;
            if bytes.len() as u64 != end - start {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            self.blocks.insert(start, bytes);
        }
        Ok(())
    }

    /// What is there of the file from `position` on; nothing if its block is missing.
    fn here(&self) -> &[u8] {
        let before = self.blocks.range(..=self.position).next_back();
        before.map_or(&[], |(start, bytes)| {
            let offset = (self.position - start).min(bytes.len() as u64);
            &bytes[offset as usize..]
        })
    }
}

impl<F: FnMut(u64, u64) -> io::Result<Vec<u8>>> Read for RangeReader<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.position >= self.length {
            return Ok(0);
        }
        if self.here().is_empty() {
            let start = self.position / BLOCK * BLOCK;
            let next = self.blocks.range(start + 1..).next().map_or(self.length, |(next, _)| *next);
            self.block(start, (start + BLOCK).min(next))?;
        }
        let here = self.here();
        let n = here.len().min(buffer.len());
        buffer[..n].copy_from_slice(&here[..n]);
        self.position += n as u64;
        Ok(n)
    }
}

impl<F> Seek for RangeReader<F> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let target = match to {
            SeekFrom::Start(offset) => Some(offset),
            SeekFrom::End(offset) => self.length.checked_add_signed(offset),
            SeekFrom::Current(offset) => self.position.checked_add_signed(offset),
        };
        self.position = target.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::cell::Cell;
    use std::io::Cursor;

    proptest! {
        #[test]
        fn any_walk_reads_the_same_bytes(
            length in 0..200_000_u64,
            steps in prop::collection::vec((0..200_000_u64, 1..40_000_usize), 0..12),
        ) {
            let file: Vec<u8> = (0..length).map(|i| ((i * 31) >> 3) as u8).collect();
            let n_fetched = Cell::new(0);
            let fetch = |first: u64, last: u64| {
                n_fetched.set(n_fetched.get() + last - first + 1);
                Ok(file[first as usize..=last as usize].to_vec())
            };
            let mut reader = RangeReader::new(length, fetch).unwrap();
            let mut plain = Cursor::new(&file);
            for (offset, n) in steps {
                let (mut ours, mut expected) = (vec![0; n], vec![0; n]);
                reader.seek(SeekFrom::Start(offset)).unwrap();
                plain.seek(SeekFrom::Start(offset)).unwrap();
                let ended = reader.read_exact(&mut ours).is_err();
                prop_assert_eq!(ended, plain.read_exact(&mut expected).is_err());
                if !ended {
                    prop_assert_eq!(ours, expected);
                }
            }
            prop_assert!(n_fetched.get() <= length, "a byte was fetched twice");
        }
    }
}
