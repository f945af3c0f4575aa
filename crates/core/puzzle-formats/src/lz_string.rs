//! lz-string in base 64, the compression in the links of f-puzzles and SudokuPad.
//!
//! It is LZ78 over UTF-16 with codes that grow by a bit when the dictionary has outgrown them. Bits go into the
//! digits of base 64 from the highest on, the bits of a code from the lowest on. Three codes are not in the dictionary: 0 and 1 announce
//! a unit of 8 and of 16 bits that has not been seen before, 2 ends the text.
//!
//! Each entry of the dictionary is a piece of what has been written before, plus the unit after it, so that it
//! is kept as a place and a length: the memory is that of the text, and the text is bounded.
//!
//! # References
//! - J. Ziv, A. Lempel, Compression of individual sequences via variable-rate coding, IEEE Trans. Inf. Theory 24(5), 1978
//! - The library lz-string by pieroxy, whose texts these are

use crate::fault::Fault;
use crate::link::base64_digits;
use located::Located;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// The most units that a text may unpack to; real puzzles have some ten thousand.
pub const MAX_UNITS: usize = 1 << 21;

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Unpacks a text.
///
/// # Errors
/// What is not base 64, ends early, refers to what is not there, unpacks to more than [`MAX_UNITS`], or is
/// not UTF-16.
pub fn decompress(text: &str) -> Result<String, Located> {
    unpacked(text).map_err(|fault| fault.located(text))
}

pub(crate) fn unpacked(text: &str) -> Result<String, Fault> {
    // A plus in a link may have become a blank on the way.
    let digits = base64_digits(&text.replace(' ', "+"))?;
    let mut bits = Bits { digits: &digits, place: 0 };
    let mut units: Vec<u16> = Vec::new();
    let mut entries: Vec<Range<usize>> = Vec::new();
    let mut width = 2;
    let mut last: Option<Range<usize>> = None;
    loop {
        let entry = match bits.take(width)? {
            2 => break,
            code @ (0 | 1) => {
                let unit = bits.take(if code == 0 { 8 } else { 16 })? as u16;
                units.push(unit);
                entries.push(units.len() - 1..units.len());
                units.len() - 1..units.len()
            }
            code => {
                let last = last.clone().ok_or_else(broken)?;
                let index = code as usize - 3;
                // The entry that is just being made is the last text and its own first unit.
                let source = match entries.get(index) {
                    Some(entry) => entry.clone(),
                    None if index == entries.len() => last.start..last.end + 1,
                    None => return Err(broken()),
                };
                let start = units.len();
                for place in source {
                    let unit = *units.get(place).ok_or_else(broken)?;
                    units.push(unit);
                }
                start..units.len()
            }
        };
        if units.len() > MAX_UNITS {
            return Err(Fault::at_start(format!(
                "the compressed text unpacks to more than {MAX_UNITS} characters"
            )));
        }
        if let Some(last) = last {
            entries.push(last.start..last.end + 1);
        }
        last = Some(entry);
        // The next code may name every entry, and the one that it makes.
        width = (usize::BITS - (entries.len() + 3).leading_zeros()) as usize;
    }
    String::from_utf16(&units).map_err(|_| Fault::at_start("the compressed text is not UTF-16"))
}

fn broken() -> Fault {
    Fault::at_start("the compressed text is broken: a code refers to nothing")
}

struct Bits<'a> {
    digits: &'a [u8],
    place: usize,
}

impl Bits<'_> {
    /// The next `count` bits, the lowest first.
    fn take(&mut self, count: usize) -> Result<u32, Fault> {
        let mut value = 0;
        for bit in 0..count {
            let digit = self.digits.get(self.place / 6).ok_or_else(|| {
                Fault::at_start("the compressed text ends early; was all of it copied?")
            })?;
            value |= u32::from(digit >> (5 - self.place % 6) & 1) << bit;
            self.place += 1;
        }
        Ok(value)
    }
}

/// Packs a text, as lz-string itself does.
#[must_use]
pub fn compress(text: &str) -> String {
    let mut packer = Packer::default();
    for unit in text.encode_utf16() {
        packer.unit(unit);
    }
    packer.finish()
}

/// What has been seen, and the piece that is being read.
#[derive(Default)]
struct Packer {
    singles: HashMap<u16, u32>,
    announced: HashSet<u16>,
    pairs: HashMap<(u32, u16), u32>,
    /// The code of the piece, and its unit if it is a single one.
    piece: Option<(u32, Option<u16>)>,
    n_entries: u32,
    n_emitted: u32,
    bits: Vec<bool>,
}

impl Packer {
    fn unit(&mut self, unit: u16) {
        let single = *self.singles.entry(unit).or_insert_with(|| {
            self.n_entries += 1;
            self.n_entries + 2
        });
        let Some((code, _)) = self.piece else {
            self.piece = Some((single, Some(unit)));
            return;
        };
        if let Some(longer) = self.pairs.get(&(code, unit)) {
            self.piece = Some((*longer, None));
            return;
        }
        self.emit();
        self.n_entries += 1;
        self.pairs.insert((code, unit), self.n_entries + 2);
        self.piece = Some((single, Some(unit)));
    }

    /// The bits of the next code: as many as the decoder, one entry behind, needs.
    fn width(&self) -> u32 {
        u32::BITS - (self.n_emitted + 2).leading_zeros()
    }

    fn emit(&mut self) {
        let Some((code, single)) = self.piece else { return };
        if let Some(unit) = single.filter(|unit| self.announced.insert(*unit)) {
            let is_wide = unit >= 256;
            self.push(u32::from(is_wide), self.width());
            self.push(unit.into(), if is_wide { 16 } else { 8 });
            self.n_emitted += 2;
        } else {
            self.push(code, self.width());
            self.n_emitted += 1;
        }
    }

    fn push(&mut self, value: u32, count: u32) {
        self.bits.extend((0..count).map(|bit| value >> bit & 1 == 1));
    }

    fn finish(mut self) -> String {
        self.emit();
        self.push(2, self.width());
        // lz-string always begins one more digit, even an empty one.
        self.push(0, 1);
        let digit = |bits: &[bool]| {
            let value =
                (0..6).fold(0, |value, k| value << 1 | usize::from(bits.get(k) == Some(&true)));
            char::from(DIGITS[value])
        };
        let mut text: String = self.bits.chunks(6).map(digit).collect();
        while !text.len().is_multiple_of(4) {
            text.push('=');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_unpacks() {
        for text in
            ["", "a", "aaaaaaaaaaaaaaaa", "{\"size\":9}", "größer 数独 🙂", &"abc".repeat(500)]
        {
            assert_eq!(decompress(&compress(text)).as_deref(), Ok(text), "{text}");
        }
        let long: String = (0..5_000_u32).map(|k| char::from(b'a' + (k * k % 26) as u8)).collect();
        assert_eq!(decompress(&compress(&long)).as_deref(), Ok(&*long));
    }

    #[test]
    fn broken_texts_are_refused() {
        for (text, expected) in [
            ("N4Ig", "ends early"),
            ("", "ends early"),
            ("N4!", "not base 64"),
            ("////", "refers to nothing"),
        ] {
            let message = decompress(text).expect_err(text).message;
            assert!(message.contains(expected), "{text}: {message}");
        }
    }

    #[test]
    fn a_bomb_is_bounded() {
        let bomb = compress(&"0".repeat(MAX_UNITS + 10_000));
        assert!(bomb.len() < 20_000);
        assert!(decompress(&bomb).expect_err("too long").message.contains("more than"));
    }
}
