//! The puzzles of a text, one after the other as it is read.
//!
//! A line is a puzzle, but for blank ones and those that begin with `#`. An object of JSON may go over several
//! lines: up to the line on which its braces are closed. If they are not by the end, or a further line begins with a
//! brace, each line stands for itself, so that a broken one does not take those after it along.
//!
//! The text is UTF-8, or UTF-16 with its byte order mark.

use located::{Located, Position};
use std::collections::VecDeque;
use std::io::{self, BufRead, Chain, Cursor, Read};

/// The longest line, and the longest object, in bytes.
const MAX_LENGTH: usize = 16 << 20;

/// The text of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The line on which it begins, from 1.
    pub line: u64,
    /// The text, or why the line is none.
    pub text: Result<String, Located>,
    /// Whether the line begins an object that is not closed, so that the lines after it stand for themselves.
    pub is_open: bool,
}

impl Piece {
    /// A fault of this text alone, at its place in the whole.
    #[must_use]
    pub fn in_whole(&self, fault: Located) -> Located {
        Located { line: self.line + fault.line - 1, ..fault }
    }
}

/// Reads the puzzles.
#[derive(Debug)]
pub struct Pieces<R> {
    reader: Chain<Cursor<Vec<u8>>, R>,
    line: u64,
    encoding: Encoding,
    /// Lines that were read ahead.
    ahead: VecDeque<Piece>,
}

/// How the characters are written.
#[derive(Debug, Clone, Copy)]
enum Encoding {
    Utf8,
    /// A unit from its two bytes.
    Utf16(fn([u8; 2]) -> u16),
}

/// How far the braces of an object are open.
#[derive(Debug, Default)]
struct Braces {
    depth: usize,
    is_in_text: bool,
    is_escaped: bool,
}

impl Braces {
    /// Reads on; whether the object is closed.
    fn close(&mut self, text: &str) -> bool {
        for byte in text.bytes() {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' if self.is_in_text => self.is_escaped = true,
                b'"' => self.is_in_text = !self.is_in_text,
                b'{' if !self.is_in_text => self.depth += 1,
                b'}' if !self.is_in_text => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
        self.depth == 0
    }
}

impl<R: BufRead> Pieces<R> {
    /// The puzzles of what the reader gives.
    pub fn new(reader: R) -> Self {
        let reader = Cursor::new(Vec::new()).chain(reader);
        Self { reader, line: 0, encoding: Encoding::Utf8, ahead: VecDeque::new() }
    }

    /// An object from its first line on; that line alone if there is no such object.
    fn rest_of_object(&mut self, line: u64, first: String) -> io::Result<Piece> {
        let mut braces = Braces::default();
        if braces.close(&first) {
            return Ok(Piece { line, text: Ok(first), is_open: false });
        }
        let mut object = first.clone();
        let mut lines = Vec::new();
        let is_closed = loop {
            let Some(next) = self.next_line()? else { break false };
            lines.push(next);
            let Some(Piece { text: Ok(text), .. }) = lines.last() else { break false };
            if text.starts_with('{') || object.len() + text.len() > MAX_LENGTH {
                break false;
            }
            object.push('\n');
            object.push_str(text);
            if braces.close(text) {
                break true;
            }
        };
        if is_closed {
            return Ok(Piece { line, text: Ok(object), is_open: false });
        }
        for line in lines.into_iter().rev() {
            self.ahead.push_front(line);
        }
        Ok(Piece { line, text: Ok(first), is_open: true })
    }

    /// The next line without its end.
    fn next_line(&mut self) -> io::Result<Option<Piece>> {
        if let Some(line) = self.ahead.pop_front() {
            return Ok(Some(line));
        }
        if self.line == 0 {
            self.skip_mark()?;
        }
        let mut bytes = Vec::new();
        let is_whole = self.read_line(&mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        let mut rest = Vec::new();
        while !is_whole && !self.read_line(&mut rest)? {
            rest.clear();
        }
        self.line += 1;
        let line = self.line;
        let fault = |column: usize, what: String| {
            Some(Piece {
                line,
                text: Err(Located::new(Position { line, column: column as u64 }, what)),
                is_open: false,
            })
        };
        if !is_whole {
            return Ok(fault(1, format!("the line is longer than {MAX_LENGTH} bytes")));
        }
        let text = match self.encoding {
            Encoding::Utf8 => String::from_utf8(bytes).map_err(|error| {
                let valid = error.utf8_error().valid_up_to();
                let before = String::from_utf8_lossy(&error.as_bytes()[..valid]).chars().count();
                (before + 1, "the line is not UTF-8")
            }),
            Encoding::Utf16(unit) => utf16(&bytes, unit),
        };
        Ok(match text {
            Ok(mut text) => {
                for end in ['\n', '\r'] {
                    text.truncate(text.strip_suffix(end).unwrap_or(&text).len());
                }
                Some(Piece { line, text: Ok(text), is_open: false })
            }
            Err((column, what)) => fault(column, what.to_owned()),
        })
    }

    /// Reads to the end of the line, but no more than a line may have; whether its end was reached.
    fn read_line(&mut self, bytes: &mut Vec<u8>) -> io::Result<bool> {
        let Encoding::Utf16(unit) = self.encoding else {
            let mut limited = (&mut self.reader).take(MAX_LENGTH as u64 + 1);
            limited.read_until(b'\n', bytes)?;
            return Ok(bytes.len() <= MAX_LENGTH || bytes.ends_with(b"\n"));
        };
        while bytes.len() <= MAX_LENGTH {
            let is_end = match (&mut self.reader).take(2).read_to_end(bytes)? {
                2 => bytes.last_chunk().is_some_and(|last| unit(*last) == u16::from(b'\n')),
                _ => true,
            };
            if is_end {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Passes over the byte order mark, which says how the text is written.
    fn skip_mark(&mut self) -> io::Result<()> {
        let (start, rest) = self.reader.get_mut();
        // Byte by byte: a line may be shorter than a mark, and the next one is not there yet.
        let marks: [(&[u8], Encoding); 3] = [
            (b"\xef\xbb\xbf", Encoding::Utf8),
            (b"\xff\xfe", Encoding::Utf16(u16::from_le_bytes)),
            (b"\xfe\xff", Encoding::Utf16(u16::from_be_bytes)),
        ];
        let mut bytes = Vec::new();
        loop {
            if rest.take(1).read_to_end(&mut bytes)? == 0 {
                break;
            }
            if let Some((_, encoding)) = marks.iter().find(|(mark, _)| *mark == bytes) {
                self.encoding = *encoding;
                bytes.clear();
                break;
            }
            if !marks.iter().any(|(mark, _)| mark.starts_with(&bytes)) {
                break;
            }
        }
        *start = Cursor::new(bytes);
        Ok(())
    }
}

impl<R: BufRead> Iterator for Pieces<R> {
    type Item = io::Result<Piece>;

    fn next(&mut self) -> Option<io::Result<Piece>> {
        loop {
            let piece = match self.next_line() {
                Ok(piece) => piece?,
                Err(error) => return Some(Err(error)),
            };
            let Ok(text) = &piece.text else { return Some(Ok(piece)) };
            // Of the lines that were read in vain only the last may begin another object, so none is read again and again.
            if text.trim_start().starts_with('{') && self.ahead.is_empty() {
                return Some(self.rest_of_object(piece.line, text.clone()));
            }
            if !text.trim().is_empty() && !text.starts_with('#') {
                return Some(Ok(piece));
            }
        }
    }
}

/// The text of a line; or the column, in characters, at which it is none.
fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, (usize, &'static str)> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let mut text = String::new();
    for (index, c) in char::decode_utf16(pairs.iter().map(|pair| unit(*pair))).enumerate() {
        text.push(c.map_err(|_| (index + 1, "the line is not UTF-16"))?);
    }
    if rest.is_empty() {
        return Ok(text);
    }
    Err((text.chars().count() + 1, "the text ends within a character of UTF-16"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &[u8]) -> Vec<Piece> {
        Pieces::new(text).collect::<io::Result<_>>().expect("it is in memory")
    }

    fn texts(text: &str) -> Vec<(u64, String)> {
        let pieces = pieces(text.as_bytes()).into_iter();
        pieces.map(|piece| (piece.line, piece.text.expect("a text"))).collect()
    }

    fn fault(piece: &Piece) -> String {
        let fault = piece.text.as_ref().expect_err("a fault");
        format!("{}: {fault}", fault.position())
    }

    #[test]
    fn lines_and_objects() {
        let text = "# note\n.Cage~3\r\n\n{\"a\": \"}\",\n \"b\": {}}\n{\"c\": 1}\n";
        let expected = [
            (2, ".Cage~3".to_owned()),
            (4, "{\"a\": \"}\",\n \"b\": {}}".to_owned()),
            (6, "{\"c\": 1}".to_owned()),
        ];
        assert_eq!(texts(text), expected);
        // However the text is written and its lines end.
        for text in [text.to_owned(), text.replace("\r\n", "\n").replace('\n', "\r\n")] {
            let marked = format!("\u{feff}{text}");
            let little = marked.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
            let big = marked.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
            for bytes in [marked.into_bytes(), little, big] {
                let found = pieces(&bytes).into_iter();
                let found: Vec<_> = found.map(|piece| (piece.line, piece.text.unwrap())).collect();
                assert_eq!(found, expected);
            }
        }
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_first_line() {
        assert_eq!(texts("\u{feff}.X\n.Y\n"), [(1, ".X".to_owned()), (2, ".Y".to_owned())]);
        assert_eq!(texts("\u{feff}# note\n.Y\n"), [(2, ".Y".to_owned())]);
        assert_eq!((texts("\u{feff}").len(), texts("").len()), (0, 0));
        assert_eq!(pieces(b"\xef\xbbx")[0].line, 1);
    }

    #[test]
    fn a_broken_object_is_one_line() {
        let lines = |text: &str| texts(text).into_iter().map(|(line, _)| line).collect::<Vec<_>>();
        assert_eq!(lines("{\"a\":\n{\"b\": 1}\n.X\n"), [1, 2, 3]);
        assert_eq!(lines("{\"a\":\n.X\n\n.Y"), [1, 2, 4]);
        assert_eq!(lines("{\"a\": \"}\n.X\n"), [1, 2]);
        assert_eq!(lines("{\"a\":\n {\"b\": 1,\n \"c\": 2}\n{\"d\":\n 3}\n"), [1, 2, 3, 4]);
    }

    #[test]
    fn what_is_no_text_is_said_of_its_line() {
        let found = pieces(b".X\n.\xff\n.Y\n");
        assert_eq!((fault(&found[1]), found.len()), ("2:2: the line is not UTF-8".to_owned(), 3));
        let found = pieces(b"\xff\xfe.\0\x00\xd8\n\0x\0\n\0y");
        assert_eq!((fault(&found[0]), found.len()), ("1:2: the line is not UTF-16".to_owned(), 3));
        assert_eq!(found[1].text, Ok("x".to_owned()));
        assert_eq!(fault(&found[2]), "3:1: the text ends within a character of UTF-16");
    }

    #[test]
    fn lines_are_bounded() {
        let unit = |c: char| u16::try_from(u32::from(c)).unwrap().to_le_bytes();
        let wide = |text: &str| text.chars().flat_map(unit).collect::<Vec<u8>>();
        let long = "a".repeat(MAX_LENGTH + 5);
        for bytes in [
            format!("{long}\n.Y\n").into_bytes(),
            [&b"\xff\xfe"[..], &wide(&long), &wide("\n.Y\n")].concat(),
        ] {
            let found = pieces(&bytes);
            assert!(fault(&found[0]).starts_with("1:1: the line is longer"));
            assert_eq!(found[1], Piece { line: 2, text: Ok(".Y".to_owned()), is_open: false });
        }
        let most = format!("{}\n.Y\n", "a".repeat(MAX_LENGTH));
        assert_eq!(texts(&most)[1], (2, ".Y".to_owned()));
    }
}
