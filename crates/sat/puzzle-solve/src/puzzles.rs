//! The puzzles of a text, one after the other as it is read.
//!
//! A line is a puzzle, but for blank ones and those that begin with `#`. An object of JSON may go over several
//! lines: up to the line on which its braces are closed. If they are not by the end, or a further line begins with a
//! brace, each line stands for itself, so that a broken one does not take those after it along.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

/// The longest line, and the longest object, in bytes.
const MAX_LENGTH: usize = 16 << 20;

/// A puzzle's text and the line on which it begins, from 1; or what is wrong with the line.
pub(crate) type Piece = (usize, Result<String, String>);

/// Reads the puzzles.
#[derive(Debug)]
pub(crate) struct Puzzles<R> {
    reader: R,
    line: usize,
    /// Lines that were read ahead.
    ahead: VecDeque<Piece>,
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

impl<R: BufRead> Puzzles<R> {
    pub(crate) fn new(reader: R) -> Self {
        Self { reader, line: 0, ahead: VecDeque::new() }
    }

    /// The next puzzle; `None` at the end.
    ///
    /// # Errors
    /// Reading fails.
    pub(crate) fn next(&mut self) -> io::Result<Option<Piece>> {
        loop {
            let Some((line, piece)) = self.next_line()? else { return Ok(None) };
            let Ok(text) = piece else { return Ok(Some((line, piece))) };
            if text.trim_start().starts_with('{') {
                return Ok(Some((line, Ok(self.rest_of_object(text)?))));
            }
            if !text.trim().is_empty() && !text.starts_with('#') {
                return Ok(Some((line, Ok(text))));
            }
        }
    }

    /// An object from its first line on; that line alone if there is no such object.
    fn rest_of_object(&mut self, first: String) -> io::Result<String> {
        let mut braces = Braces::default();
        if braces.close(&first) {
            return Ok(first);
        }
        let mut object = first.clone();
        let mut lines = Vec::new();
        let is_closed = loop {
            let Some(next) = self.next_line()? else { break false };
            lines.push(next);
            let Some((_, Ok(text))) = lines.last() else { break false };
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
            return Ok(object);
        }
        for line in lines.into_iter().rev() {
            self.ahead.push_front(line);
        }
        Ok(first)
    }

    /// The next line without its end.
    fn next_line(&mut self) -> io::Result<Option<Piece>> {
        if let Some(line) = self.ahead.pop_front() {
            return Ok(Some(line));
        }
        let mut bytes = Vec::new();
        let mut limited = (&mut self.reader).take(MAX_LENGTH as u64 + 1);
        if limited.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        self.line += 1;
        if bytes.len() > MAX_LENGTH {
            self.skip_line()?;
            let why = format!("{}:1: the line is longer than {MAX_LENGTH} bytes", self.line);
            return Ok(Some((self.line, Err(why))));
        }
        if self.line == 1 && bytes.starts_with("\u{feff}".as_bytes()) {
            bytes.drain(..3);
        }
        if bytes.ends_with(b"\n") {
            bytes.pop();
        }
        if bytes.ends_with(b"\r") {
            bytes.pop();
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let column = error.utf8_error().valid_up_to() + 1;
            format!("{}:{column}: the line is not UTF-8", self.line)
        });
        Ok(Some((self.line, text)))
    }

    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let buffer = self.reader.fill_buf()?;
            let end = buffer.iter().position(|byte| *byte == b'\n');
            let n_read = end.map_or(buffer.len(), |end| end + 1);
            self.reader.consume(n_read);
            if end.is_some() || n_read == 0 {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &[u8]) -> Vec<Piece> {
        let mut puzzles = Puzzles::new(text);
        std::iter::from_fn(|| puzzles.next().unwrap()).collect()
    }

    fn texts(text: &str) -> Vec<(usize, String)> {
        pieces(text.as_bytes()).into_iter().map(|(line, text)| (line, text.unwrap())).collect()
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
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_first_line() {
        assert_eq!(texts("\u{feff}.X\n.Y\n"), [(1, ".X".to_owned()), (2, ".Y".to_owned())]);
        assert_eq!(texts("\u{feff}# note\n.Y\n"), [(2, ".Y".to_owned())]);
    }

    #[test]
    fn a_broken_object_is_one_line() {
        let lines = |text: &str| texts(text).into_iter().map(|(line, _)| line).collect::<Vec<_>>();
        assert_eq!(lines("{\"a\":\n{\"b\": 1}\n.X\n"), [1, 2, 3]);
        assert_eq!(lines("{\"a\":\n.X\n\n.Y"), [1, 2, 4]);
        assert_eq!(lines("{\"a\": \"}\n.X\n"), [1, 2]);
    }

    #[test]
    fn what_is_no_text_is_said_of_its_line() {
        let found = pieces(b".X\n.\xff\n.Y\n");
        assert_eq!(found[1], (2, Err("2:2: the line is not UTF-8".to_owned())));
        assert_eq!(found.len(), 3);
        let long = [vec![b'a'; MAX_LENGTH + 5], b"\n.Y\n".to_vec()].concat();
        let found = pieces(&long);
        assert!(found[0].1.as_ref().unwrap_err().starts_with("1:1: the line is longer"));
        assert_eq!(found[1], (2, Ok(".Y".to_owned())));
    }
}
