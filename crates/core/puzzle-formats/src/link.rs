//! Links of the web pages, and what of them is the puzzle.

use crate::fault::Fault;
use percent_encoding::percent_decode_str;

/// The part of a link that is the puzzle.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Payload<'a> {
    /// Whose link it is.
    pub(crate) page: Page,
    /// Where the part begins in the text.
    start: usize,
    /// The part as it stands in the link.
    raw: &'a str,
    /// Where the link names a second puzzle, if it does.
    second: Option<usize>,
}

/// The page that a link leads to, by the part that is the puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Page {
    /// f-puzzles: `?load=`.
    FPuzzles,
    /// The Interactive Sudoku Solver: `?q=`.
    Iss,
    /// SudokuPad: the path.
    SudokuPad,
}

impl<'a> Payload<'a> {
    /// A text that is the part of a SudokuPad link alone.
    pub(crate) fn bare(text: &'a str) -> Self {
        Self { page: Page::SudokuPad, start: 0, raw: text, second: None }
    }

    /// The part up to one of `ends`; `name` begins it, and a second one after it.
    fn new(page: Page, text: &str, part: &'a str, ends: &[char], name: &str) -> Self {
        let raw = part.split(ends).next().unwrap_or(part);
        let start = text.len() - part.len();
        let rest = &part[raw.len()..];
        let second = rest.find(&format!("&{name}")).map(|at| start + raw.len() + at + 1);
        Self { page, start, raw, second }
    }

    /// The part with `%XX` undone.
    pub(crate) fn decoded(&self) -> String {
        decoded(self.raw)
    }

    /// Reads the part; what is wrong with it is at its place in the link.
    pub(crate) fn read<T>(&self, read: impl FnOnce(&str) -> Result<T, Fault>) -> Result<T, Fault> {
        if let Some(place) = self.second {
            return Err(Fault::at(place, "the link names a second puzzle"));
        }
        read(&self.decoded()).map_err(|fault| fault.moved(|offset| self.place(offset)))
    }

    /// The place in the link of a byte of the decoded part.
    fn place(&self, offset: usize) -> usize {
        let bytes = self.raw.as_bytes();
        let mut at = 0;
        for _ in 0..offset {
            let is_escape = bytes.get(at) == Some(&b'%')
                && bytes.get(at + 1..at + 3).is_some_and(|xx| xx.iter().all(u8::is_ascii_hexdigit));
            at += if is_escape { 3 } else { 1 };
        }
        self.start + at.min(self.raw.len())
    }
}

/// Takes a link apart; `None` for what is not a link of these pages.
pub(crate) fn payload(text: &str) -> Option<Payload<'_>> {
    if let Some((_, load)) = text.split_once("load=") {
        return Some(Payload::new(Page::FPuzzles, text, load, &['&', '#'], "load="));
    }
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
    if let Some((_, query)) = rest.split_once("q=") {
        return Some(Payload::new(Page::Iss, text, query, &['&', '#'], "q="));
    }
    let (host, path) = rest.split_once('/')?;
    if host.ends_with("sudokupad.app") || host.ends_with("crackingthecryptic.com") {
        let path = path.strip_prefix("sudoku/").unwrap_or(path);
        let path = path.strip_prefix("?puzzleid=").unwrap_or(path);
        return Some(Payload::new(Page::SudokuPad, text, path, &['?', '&', '#'], "puzzleid="));
    }
    None
}

/// Undoes `%XX`; what is not of that form stays.
pub(crate) fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// The value 0 to 63 of a digit of base 64, in either of its two alphabets.
pub(crate) fn base64_digit(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    }
}

/// The digits of a text in base 64, without its padding.
pub(crate) fn base64_digits(text: &str) -> Result<Vec<u8>, Fault> {
    let digit = |(offset, c): (usize, char)| {
        let digit = u8::try_from(c).ok().and_then(base64_digit);
        digit.ok_or_else(|| Fault::at(offset, format!("'{}' is not base 64", c.escape_debug())))
    };
    text.trim_end_matches('=').char_indices().map(digit).collect()
}

/// The bytes of a text in base 64.
pub(crate) fn base64_bytes(text: &str) -> Result<Vec<u8>, Fault> {
    let digits = base64_digits(text)?;
    let mut bytes = Vec::with_capacity(digits.len() * 3 / 4);
    let (mut bits, mut n_bits) = (0_u32, 0);
    for digit in digits {
        bits = bits << 6 | u32::from(digit);
        n_bits += 6;
        if n_bits >= 8 {
            n_bits -= 8;
            bytes.push((bits >> n_bits) as u8);
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_taken_apart() {
        let part = |text: &str| payload(text).map(|payload| (payload.page, payload.decoded()));
        let some = |page, text: &str| Some((page, text.to_owned()));
        let load = "https://www.f-puzzles.com/?load=N4%2Bx&y=1";
        assert_eq!(part(load), some(Page::FPuzzles, "N4+x"));
        let query = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Cage%7E3~R1C1";
        assert_eq!(part(query), some(Page::Iss, ".Cage~3~R1C1"));
        assert_eq!(part("https://sudokupad.app/ctcN4Ig"), some(Page::SudokuPad, "ctcN4Ig"));
        let short = "https://app.crackingthecryptic.com/sudoku/abc12";
        assert_eq!(part(short), some(Page::SudokuPad, "abc12"));
        let settings = "https://sudokupad.app/sudoku/ctcN4Ig?setting-nogrid=1";
        assert_eq!(part(settings), some(Page::SudokuPad, "ctcN4Ig"));
        assert_eq!(part("https://f-puzzles.com/?load=N4Ig#x"), some(Page::FPuzzles, "N4Ig"));
        assert_eq!(payload("https://example.org/ctcN4Ig"), None);
        assert_eq!(payload("N4Ig"), None);
    }

    #[test]
    fn places_of_a_part_are_those_of_the_link() {
        let link = "https://x.io/?q=.a%7e%C3%A4b&c";
        let payload = payload(link).unwrap();
        assert_eq!(payload.decoded(), ".a~äb");
        let places: Vec<&str> = [0, 2, 3, 5, 9].map(|k| &link[payload.place(k)..]).to_vec();
        assert_eq!(places, [".a%7e%C3%A4b&c", "%7e%C3%A4b&c", "%C3%A4b&c", "b&c", "&c"]);
    }

    #[test]
    fn base64_has_two_alphabets() {
        assert_eq!(base64_bytes("-_8").unwrap(), base64_bytes("+/8=").unwrap());
        assert_eq!(base64_bytes("TWFu").unwrap(), b"Man");
        assert!(base64_bytes("T!").is_err());
        assert_eq!((decoded("a%4"), decoded("%+4%41")), ("a%4".to_owned(), "%+4A".to_owned()));
    }
}
