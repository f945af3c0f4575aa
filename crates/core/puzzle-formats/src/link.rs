//! Links of the web pages, and what of them is the puzzle.

use located::Located;
use percent_encoding::percent_decode_str;

/// The part of a link that is the puzzle, with `%XX` undone.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Payload {
    /// `?load=` of f-puzzles.
    Load(String),
    /// `?q=` of the Interactive Sudoku Solver.
    Query(String),
    /// The path of SudokuPad.
    Path(String),
}

/// Takes a link apart; `None` for what is not a link of these pages.
pub(crate) fn payload(text: &str) -> Option<Payload> {
    if let Some((_, load)) = text.split_once("load=") {
        return Some(Payload::Load(decoded(load.split('&').next().unwrap_or(load))));
    }
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
    if let Some((_, query)) = rest.split_once("q=") {
        return Some(Payload::Query(decoded(query.split(['&', '#']).next().unwrap_or(query))));
    }
    let (host, path) = rest.split_once('/')?;
    if host.ends_with("sudokupad.app") || host.ends_with("crackingthecryptic.com") {
        let path = path.strip_prefix("sudoku/").unwrap_or(path);
        let path = path.strip_prefix("?puzzleid=").unwrap_or(path);
        return Some(Payload::Path(decoded(path.split(['&', '#']).next().unwrap_or(path))));
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
pub(crate) fn base64_digits(text: &str) -> Result<Vec<u8>, Located> {
    let digits = text.trim_end_matches('=').chars();
    let digit = |c: char| u8::try_from(c).ok().and_then(base64_digit);
    digits
        .map(|c| {
            digit(c)
                .ok_or_else(|| Located::at_start(format!("'{}' is not base 64", c.escape_debug())))
        })
        .collect()
}

/// The bytes of a text in base 64.
pub(crate) fn base64_bytes(text: &str) -> Result<Vec<u8>, Located> {
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
        let load = |text: &str| Some(Payload::Load(text.to_owned()));
        assert_eq!(payload("https://www.f-puzzles.com/?load=N4%2Bx&y=1"), load("N4+x"));
        let query = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Cage%7E3~R1C1";
        assert_eq!(payload(query), Some(Payload::Query(".Cage~3~R1C1".to_owned())));
        let path = |text: &str| Some(Payload::Path(text.to_owned()));
        assert_eq!(payload("https://sudokupad.app/ctcN4Ig"), path("ctcN4Ig"));
        assert_eq!(payload("https://app.crackingthecryptic.com/sudoku/abc12"), path("abc12"));
        assert_eq!(payload("https://example.org/ctcN4Ig"), None);
        assert_eq!(payload("N4Ig"), None);
    }

    #[test]
    fn base64_has_two_alphabets() {
        assert_eq!(base64_bytes("-_8").unwrap(), base64_bytes("+/8=").unwrap());
        assert_eq!(base64_bytes("TWFu").unwrap(), b"Man");
        assert!(base64_bytes("T!").is_err());
        assert_eq!((decoded("a%4"), decoded("%+4%41")), ("a%4".to_owned(), "%+4A".to_owned()));
    }
}
