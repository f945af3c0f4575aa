//! Fields, records and lines: CSV as RFC 4180 has it, with any delimiter.
//!
//! ```text
//! record   = field *(delimiter field) [line-end]        line-end = CR LF | LF | CR
//! field    = '"' *(any but '"' | '""') '"' | *(any but delimiter, CR, LF)
//! ```
//!
//! A quote inside a field that does not start with one is a character as any other; so is what stands between
//! a closing quote and the next delimiter, and then the field counts as it stands, quotes included.
//!
//! A quoted field may hold line ends. To lose no more than a line by a quote that is never closed, a record
//! over several lines has to end within [`LONGEST`] bytes and has to have as many fields as the first one; else its
//! first line is a record by itself, with a [`Fault`](crate::job::Fault).
//!
//! Why not the crate `csv`: it hands out contents without quotes, and what is needed here are positions in the text, for
//! columns in messages, rows that are kept byte for byte, and blocks that are cut between records. Nor does it come
//! back from a quote that is never closed. The tests compare the fields with those of that crate.
//!
//! # References
//! - Y. Shafranovich, *Common Format and MIME Type for Comma-Separated Values (CSV) Files*, RFC 4180, 2005.

use memchr::{memchr, memchr2, memchr3};
use std::ops::Range;

/// How much of a line counts, and how long a record over several lines may be.
pub(crate) const LONGEST: usize = 1 << 16;

/// A field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Field {
    /// Its content: without the quotes around it, and with quotes inside still doubled.
    pub(crate) content: Range<usize>,
    /// Where the delimiter or line end after it is.
    pub(crate) end: usize,
    /// Whether it starts with a quote to which there is no other, or one on a later line that is not followed by
    /// a delimiter.
    pub(crate) is_open: bool,
}

/// The field that starts at `start`.
pub(crate) fn field(bytes: &[u8], start: usize, delimiter: u8) -> Field {
    let next_end = |from: usize| {
        let found = memchr3(delimiter, b'\n', b'\r', &bytes[from..]);
        found.map_or(bytes.len(), |length| from + length)
    };
    if bytes.get(start) != Some(&b'"') {
        let end = next_end(start);
        return Field { content: start..end, end, is_open: false };
    }
    let mut closing = start + 1;
    while let Some(length) = memchr(b'"', &bytes[closing..]) {
        closing += length;
        if bytes.get(closing + 1) == Some(&b'"') {
            closing += 2;
            continue;
        }
        let end = next_end(closing + 1);
        let is_clean = end == closing + 1;
        let content = if is_clean { start + 1..closing } else { start..end };
        let is_open = !is_clean && memchr2(b'\n', b'\r', &bytes[start..closing]).is_some();
        return Field { content, end, is_open };
    }
    Field { content: start..bytes.len(), end: bytes.len(), is_open: true }
}

/// Where the line that starts at `start` ends, and where the next one starts.
pub(crate) fn line_end(bytes: &[u8], start: usize) -> Option<(usize, usize)> {
    let end = start + memchr2(b'\n', b'\r', &bytes[start..])?;
    let is_pair = bytes[end] == b'\r' && bytes.get(end + 1) == Some(&b'\n');
    Some((end, end + 1 + usize::from(is_pair)))
}

/// How many line ends there are; CR LF is one.
pub(crate) fn n_line_ends(bytes: &[u8]) -> u64 {
    let n_of = |wanted: u8| {
        let count = |part: &[u8]| part.iter().map(|byte| u8::from(*byte == wanted)).sum::<u8>();
        // In bytes, of which a vector holds many; 255 of them do not overflow.
        bytes.chunks(255).map(|part| u64::from(count(part))).sum::<u64>()
    };
    let n_returns = if memchr(b'\r', bytes).is_some() { n_of(b'\r') } else { 0 };
    let is_pair = |pair: &(&u8, &u8)| *pair.0 == b'\r' && *pair.1 == b'\n';
    let n_pairs = match n_returns {
        0 => 0,
        _ => bytes.iter().zip(bytes.iter().skip(1)).filter(is_pair).count() as u64,
    };
    n_of(b'\n') + n_returns - n_pairs
}

/// The columns of a CSV file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Csv {
    pub(crate) delimiter: u8,
    /// The number of the puzzle's column, from 0.
    pub(crate) column: usize,
    /// How many fields the first record has.
    pub(crate) n_fields: usize,
}

/// A record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Scanned {
    /// Where it ends, without its line end.
    pub(crate) end: usize,
    /// Where the next one starts.
    pub(crate) next: usize,
    pub(crate) n_fields: usize,
    /// The content of the puzzle's field.
    pub(crate) puzzle: Option<Range<usize>>,
    /// Where a quoted field starts that is not closed, or that ends in a record of another width.
    pub(crate) open: Option<usize>,
}

impl Csv {
    /// The record that starts at `start`; `None` if more has to be read to tell.
    pub(crate) fn record(&self, bytes: &[u8], start: usize, at_end: bool) -> Option<Scanned> {
        let line = line_end(bytes, start);
        let (first_end, first_next) = match line {
            Some(line) => line,
            None if at_end => (bytes.len(), bytes.len()),
            None => return None,
        };
        if memchr(b'"', &bytes[start..first_end.min(start + LONGEST)]).is_none() {
            return Some(self.within(bytes, start, first_end, first_next));
        }
        let limit = bytes.len().min(start + LONGEST);
        let whole = self.fields(&bytes[..limit], start);
        let end = whole.end;
        let is_cut = end == limit && limit < bytes.len() && !matches!(bytes[limit], b'\n' | b'\r');
        if end == bytes.len() && !at_end && limit == bytes.len() && bytes.len() - start < LONGEST {
            return None;
        }
        let spans_lines = end > first_end;
        let is_wrong = whole.open.is_some() || spans_lines && whole.n_fields != self.n_fields;
        if is_wrong || is_cut && spans_lines {
            let first = self.within(bytes, start, first_end, first_next);
            // The place is in this line: what comes after it may not have been read yet.
            return Some(Scanned { open: first.open.or(Some(start)), ..first });
        }
        if !spans_lines {
            return Some(Scanned { end: first_end, next: first_next, ..whole });
        }
        let next = line_end(bytes, end).map_or(bytes.len(), |(_, next)| next);
        Some(Scanned { next, ..whole })
    }

    /// The fields of one line as a record, of which no more counts than [`LONGEST`] bytes.
    fn within(&self, bytes: &[u8], start: usize, end: usize, next: usize) -> Scanned {
        let counted = &bytes[..end.min(start + LONGEST)];
        Scanned { end, next, ..self.fields(counted, start) }
    }

    /// The fields up to the end of the record.
    fn fields(&self, bytes: &[u8], start: usize) -> Scanned {
        let (mut n_fields, mut puzzle, mut open, mut position) = (0, None, None, start);
        loop {
            let field = field(bytes, position, self.delimiter);
            if n_fields == self.column {
                puzzle = Some(field.content.clone());
            }
            if field.is_open {
                open = Some(position);
            }
            n_fields += 1;
            if bytes.get(field.end) != Some(&self.delimiter) {
                return Scanned { end: field.end, next: field.end, n_fields, puzzle, open };
            }
            position = field.end + 1;
        }
    }
}

/// Whether a line without blanks around it says nothing.
pub(crate) fn is_comment(line: &[u8]) -> bool {
    matches!(line, [] | [b'#', ..])
}

/// A part of a text without blanks at both ends.
pub(crate) fn trimmed(bytes: &[u8], range: Range<usize>) -> Range<usize> {
    let part = &bytes[range.clone()];
    let start = range.start + (part.len() - part.trim_ascii_start().len());
    start..start + part.trim_ascii().len()
}

/// A line without blanks at both ends, but with the delimiters there: empty fields are fields.
pub(crate) fn row_of(bytes: &[u8], range: Range<usize>, delimiter: u8) -> Range<usize> {
    let is_part = |byte: &u8| *byte == delimiter && *byte != b' ' || !byte.is_ascii_whitespace();
    let part = &bytes[range.clone()];
    let start = part.iter().position(is_part).unwrap_or(part.len());
    let end = part.iter().rposition(is_part).map_or(start, |last| last + 1);
    range.start + start..range.start + end
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const CSV: Csv = Csv { delimiter: b',', column: 1, n_fields: 2 };

    /// The records of a text as the library `csv` reads them.
    fn by_the_library(text: &[u8]) -> Vec<Vec<Vec<u8>>> {
        let mut reader =
            csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text);
        let fields = |record: csv::ByteRecord| record.iter().map(<[u8]>::to_vec).collect();
        reader.byte_records().map(|record| fields(record.unwrap())).collect()
    }

    /// The same with [`field`].
    fn by_field(text: &[u8]) -> Vec<Vec<Vec<u8>>> {
        let (mut records, mut start) = (Vec::new(), 0);
        while start < text.len() {
            let (mut record, first) = (Vec::new(), start);
            loop {
                let found = field(text, start, b',');
                let content = String::from_utf8(text[found.content.clone()].to_vec()).unwrap();
                let is_quoted = found.content.start > start;
                record.push(if is_quoted { content.replace("\"\"", "\"") } else { content });
                start = found.end + 1;
                if text.get(found.end) != Some(&b',') {
                    start = line_end(text, found.end).map_or(text.len(), |(_, next)| next);
                    break;
                }
            }
            if !matches!(text[first], b'\n' | b'\r') {
                records.push(record.into_iter().map(String::into_bytes).collect());
            }
        }
        records
    }

    proptest! {
        #[test]
        fn fields_are_those_of_the_csv_library(
            records in proptest::collection::vec(
                proptest::collection::vec("[a\",\n\r ]{0,4}", 1..4), 0..6),
            crlf: bool,
        ) {
            // What a writer makes of any fields, so that every kind of quoting is drawn.
            let end = if crlf { csv::Terminator::CRLF } else { csv::Terminator::Any(b'\n') };
            let mut writer =
                csv::WriterBuilder::new().flexible(true).terminator(end).from_writer(Vec::new());
            for record in &records {
                writer.write_record(record).unwrap();
            }
            let text = writer.into_inner().unwrap();
            prop_assert_eq!(by_field(&text), by_the_library(&text));
        }

        #[test]
        fn plain_fields_are_those_of_the_csv_library(text in "[a, b\n\r]{0,40}") {
            prop_assert_eq!(by_field(text.as_bytes()), by_the_library(text.as_bytes()));
        }
    }

    #[test]
    fn a_quote_that_is_not_closed_costs_one_line() {
        let text = b"1,\"ab\n2,cd\n";
        let first = CSV.record(text, 0, true).unwrap();
        assert_eq!((first.end, first.next, first.open), (5, 6, Some(2)));
        assert_eq!(CSV.record(text, 6, true).unwrap().open, None);
        // As long as there may be more, it may still be closed.
        assert_eq!(CSV.record(text, 0, false), None);
        // The quote is that of the line, however much after it is there: not the one that a later line leaves open.
        let text = b"\"a\n\",\"b\n";
        assert_eq!(CSV.record(text, 0, true).unwrap().open, Some(0));
        assert_eq!(CSV.record(&text[..3], 0, true).unwrap().open, Some(0));
        // Two such quotes would make one record of another width.
        let text = b"1,\"ab\n2,\"cd\n3,e\n";
        assert_eq!(CSV.record(text, 0, true).unwrap().next, 6);
    }

    #[test]
    fn a_field_may_hold_line_ends() {
        let text = b"\"a\r\nb\",\"c,\"\"d\"\r\n2,x";
        let first = CSV.record(text, 0, true).unwrap();
        assert_eq!((&text[first.puzzle.unwrap()], first.open), (&b"c,\"\"d"[..], None));
        assert_eq!(&text[first.next..], b"2,x");
        assert_eq!(n_line_ends(&text[..first.next]), 2);
    }

    #[test]
    fn line_ends_are_counted_once() {
        assert_eq!(n_line_ends(b"a\r\nb\rc\n\n\r\r\nd"), 6);
    }
}
