//! A stream of bytes, block by block, that knows the line and the column of the next one.

use super::compression::decompressed;
use located::Position;
use std::io::{ErrorKind, Read, Result};

/// The bytes read at once.
const BLOCK: usize = 1 << 15;

/// The byte after the last byte of a block. No token holds a NUL, so a scan over a token needs no
/// look at the end of the block: it stops at this one, and only then asks what it means.
const SENTINEL: u8 = 0;

/// The stream, at the next byte.
pub(super) struct Source<'r> {
    reader: Box<dyn Read + 'r>,
    /// Bytes up to `end`, then the sentinel.
    block: Box<[u8]>,
    at: usize,
    end: usize,
    ended: bool,
    /// Bytes of the stream before this block.
    before: u64,
    line: u64,
    /// Where the line starts, in bytes of the stream.
    line_start: u64,
}

impl<'r> Source<'r> {
    /// The text of `reader`, decompressed and without a byte order mark.
    pub(super) fn new(reader: impl Read + 'r) -> Result<Self> {
        let mut source = Self {
            reader: decompressed(reader)?,
            block: vec![SENTINEL; BLOCK + 1].into_boxed_slice(),
            at: 0,
            end: 0,
            ended: false,
            before: 0,
            line: 1,
            line_start: 0,
        };
        source.skip_byte_order_mark()?;
        Ok(source)
    }

    fn skip_byte_order_mark(&mut self) -> Result<()> {
        // Filled up to three bytes, because a stream may hand them over one by one.
        while self.end < 3 && self.fill_from(self.end)? {}
        if self.block[..self.end].starts_with(b"\xEF\xBB\xBF") {
            self.at = 3;
            self.line_start = 3;
        }
        Ok(())
    }

    /// The next byte, which stays; `None` at the end of the stream.
    #[inline]
    pub(super) fn peek(&mut self) -> Result<Option<u8>> {
        match self.block[self.at] {
            SENTINEL if self.at == self.end => self.refill(),
            byte => Ok(Some(byte)),
        }
    }

    /// Passes the byte that [`Self::peek`] showed.
    #[inline]
    pub(super) fn advance(&mut self) {
        self.at += 1;
    }

    /// Passes the line feed that [`Self::peek`] showed.
    #[inline]
    pub(super) fn advance_line(&mut self) {
        self.at += 1;
        self.line += 1;
        self.line_start = self.before + self.at as u64;
    }

    /// The digits from here on as a number, which is above `limit` when they say more than it.
    #[inline]
    pub(super) fn number(&mut self, limit: u64) -> Result<u64> {
        let mut number = 0_u64;
        loop {
            // The sentinel is in the slice, and ends the run of digits at the latest.
            for byte in &self.block[self.at..=self.end] {
                let digit = byte.wrapping_sub(b'0');
                if digit > 9 {
                    break;
                }
                self.at += 1;
                number = number * 10 + u64::from(digit);
                if number > limit {
                    // More digits could overflow, and change nothing.
                    number = limit + 1;
                }
            }
            if self.at < self.end || self.refill()?.is_none() {
                return Ok(number);
            }
        }
    }

    /// Passes everything up to a line feed or a carriage return, which stays.
    pub(super) fn skip_to_line_end(&mut self) -> Result<()> {
        loop {
            let rest = &self.block[self.at..self.end];
            if let Some(length) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
                self.at += length;
                return Ok(());
            }
            self.at = self.end;
            if self.refill()?.is_none() {
                return Ok(());
            }
        }
    }

    /// The line and the column of the next byte, from 1.
    pub(super) fn position(&self) -> Position {
        Position { line: self.line, column: self.before + self.at as u64 - self.line_start + 1 }
    }

    #[cold]
    fn refill(&mut self) -> Result<Option<u8>> {
        self.before += self.end as u64;
        (self.at, self.end) = (0, 0);
        self.block[0] = SENTINEL;
        Ok(if self.fill_from(0)? { Some(self.block[0]) } else { None })
    }

    /// Reads into the block from `start` on; false at the end of the stream, which is final: a
    /// terminal would ask for more.
    fn fill_from(&mut self, start: usize) -> Result<bool> {
        if self.ended {
            return Ok(false);
        }
        let length = loop {
            match self.reader.read(&mut self.block[start..BLOCK]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => break result?,
            }
        };
        self.end = start + length;
        self.block[self.end] = SENTINEL;
        self.ended = length == 0;
        Ok(!self.ended)
    }
}
