//! Where the puzzles are in a file, found out from its first lines.
//!
//! - a line of names, of which one is a [name of the puzzle](PUZZLE_COLUMNS) or is given: CSV, with the puzzle in that column;
//! - a line in which a field has 60 cells or more: the puzzle is in that column from now on, be it damaged or not.
//!   A comma, semicolon or tab beside it makes it CSV; else fields are words;
//! - a line of 60 to 100 fields of one cell, or none for a blank: a puzzle in that many fields; if it is the second line and
//!   the first one has as many fields, then that is the header;
//! - two lines of nine cells, perhaps after a title: boards of nine lines.
//!
//! Lines before the first that tells are words with the puzzle first. Once found out, the layout holds to the
//! end of the file: a solution beside a damaged puzzle is never taken for the puzzle.

use crate::args::Column;
use crate::boards;
use crate::fields::{Csv, field, is_comment, line_end, row_of, trimmed};
use grid_engine::{N_CELLS, is_blank};
use std::ops::{Range, RangeInclusive};
use sudoku_core::format::PUZZLE_COLUMNS;

/// A field with so many cells is meant to be a puzzle.
const MEANT: usize = 60;

/// Where a file's puzzles are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// In a line the word of this number, from 0: blanks, commas, semicolons and tabs are between words.
    Words(usize),
    /// In a column of CSV.
    Csv(Csv),
    /// On a line, each cell in a field of its own.
    Cells {
        /// What is between them.
        delimiter: u8,
        /// How many columns a header names; 0 without a header.
        n_named: usize,
    },
    /// On nine lines.
    Boards,
}

impl Layout {
    /// The delimiter and number of columns, if the input has columns that others can be put beside.
    pub(crate) fn columns(self) -> Option<(u8, usize)> {
        match self {
            Self::Csv(csv) => Some((csv.delimiter, csv.n_fields)),
            Self::Cells { delimiter, n_named: n_named @ 1.. } if delimiter != b' ' => {
                Some((delimiter, n_named))
            }
            _ => None,
        }
    }
}

impl Default for Layout {
    fn default() -> Self {
        Self::Words(0)
    }
}

/// What the first lines tell.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// Nothing so far.
    Nothing,
    /// Up to `start` nothing, and for the line there more has to be read.
    Unread { start: usize },
    /// From `start` on there are lines of this layout; before them a header.
    Layout { start: usize, layout: Layout, header: Option<Range<usize>> },
}

/// What is wrong with a header: where in it, from 1, and what.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct HeaderError {
    pub(crate) column: usize,
    pub(crate) message: String,
}

/// Finds the layout in lines that are whole, or all that there is. `may_be_header` is whether none of them was
/// seen before but blank ones and comments.
pub(crate) fn find(
    bytes: &[u8],
    at_end: bool,
    may_be_header: &mut bool,
    asked: Option<&Column>,
) -> Result<Told, HeaderError> {
    let mut start = 0;
    while start < bytes.len() {
        let (end, next) = match line_end(bytes, start) {
            Some(line) => line,
            None if at_end => (bytes.len(), bytes.len()),
            None => break,
        };
        let line = trimmed(bytes, start..end);
        if !is_comment(&bytes[line.clone()]) {
            let is_first = std::mem::replace(may_be_header, false);
            if is_first && let Some(csv) = header(&bytes[line.clone()], asked)? {
                return Ok(Told::Layout { start: next, layout: csv, header: Some(line) });
            }
            if let Some(layout) = layout_of(&bytes[line.clone()], asked) {
                return Ok(Told::Layout { start, layout, header: None });
            }
            if is_first {
                let told = told_below(bytes, start..end, next, at_end);
                if told != Told::Nothing {
                    *may_be_header = matches!(told, Told::Unread { .. });
                    return Ok(told);
                }
            }
            match boards::is_start(bytes, start, at_end) {
                None => {
                    *may_be_header = is_first;
                    return Ok(Told::Unread { start });
                }
                Some(true) => {
                    return Ok(Told::Layout { start, layout: Layout::Boards, header: None });
                }
                Some(false) => {}
            }
        }
        start = next;
    }
    Ok(Told::Nothing)
}

/// The columns that a header names; `None` if the line is not a header.
fn header(line: &[u8], asked: Option<&Column>) -> Result<Option<Layout>, HeaderError> {
    let delimiter = delimiter_of(line);
    let fields = fields_of(line, delimiter);
    let name = |range: &Range<usize>| {
        String::from_utf8_lossy(&line[range.clone()]).replace("\"\"", "\"").to_lowercase()
    };
    let column = match asked {
        None => fields.iter().position(|field| PUZZLE_COLUMNS.contains(&name(field).as_str())),
        Some(Column::Name(wanted)) => {
            let wanted = wanted.to_lowercase();
            let found = fields.iter().position(|field| name(field) == wanted);
            let names = || fields.iter().map(name).collect::<Vec<_>>().join(", ");
            Some(found.ok_or_else(|| HeaderError {
                column: 1,
                message: format!("found no column '{wanted}', but {}", names()),
            })?)
        }
        Some(Column::Number(number)) => {
            if !line.contains(&delimiter) {
                return Ok(None);
            }
            let found = fields.get(number - 1).ok_or_else(|| HeaderError {
                column: 1,
                message: format!("found {} columns, expected at least {number}", fields.len()),
            })?;
            let is_name = |byte: &u8| byte.is_ascii_alphabetic() && !is_blank(*byte);
            let text = &line[found.clone()];
            (n_cells(text) < MEANT && text.iter().any(is_name)).then_some(number - 1)
        }
    };
    let n_fields = fields.len();
    Ok(column.map(|column| Layout::Csv(Csv { delimiter, column, n_fields })))
}

/// What a line tells that may be a header, with the line below it, from `next` on: if there each cell has a field of its own, it
/// is one that has as many fields.
fn told_below(bytes: &[u8], line: Range<usize>, next: usize, at_end: bool) -> Told {
    let row = |line: &Range<usize>, delimiter| row_of(bytes, line.clone(), delimiter);
    let width = |line, delimiter| cells_of(&bytes[row(line, delimiter)], delimiter).len();
    if !CELL_DELIMITERS.iter().any(|delimiter| WIDTHS.contains(&width(&line, *delimiter))) {
        return Told::Nothing;
    }
    let below = match line_end(bytes, next) {
        Some((end, _)) => next..end,
        None if at_end => next..bytes.len(),
        None => return Told::Unread { start: line.start },
    };
    let Some(delimiter) = cell_delimiter(&bytes[below.clone()]) else { return Told::Nothing };
    let n_named = width(&line, delimiter);
    if n_named != width(&below, delimiter) {
        return Told::Nothing;
    }
    let layout = Layout::Cells { delimiter, n_named };
    Told::Layout { start: next, layout, header: Some(row(&line, delimiter)) }
}

/// The layout of which a line with a puzzle is; `None` if there is no puzzle in it.
fn layout_of(line: &[u8], asked: Option<&Column>) -> Option<Layout> {
    let delimiter = delimiter_of(line);
    let has_delimiter = line.contains(&delimiter);
    if let Some(Column::Number(number)) = asked {
        let fields = fields_of(line, delimiter);
        let csv = Csv { delimiter, column: number - 1, n_fields: fields.len() };
        return Some(if has_delimiter { Layout::Csv(csv) } else { Layout::Words(number - 1) });
    }
    if let Some(delimiter) = cell_delimiter(line) {
        return Some(Layout::Cells { delimiter, n_named: 0 });
    }
    let words: Vec<Range<usize>> = words_of(line).collect();
    let word = words.iter().position(|word| n_cells(&line[word.clone()]) >= MEANT)?;
    let Range { start, end } = words[word].clone();
    let after = line[end..].iter().find(|byte| !matches!(byte, b' ' | b'"'));
    let before = line[..start].iter().rfind(|byte| !matches!(byte, b' ' | b'"'));
    let beside = [after, before].into_iter().flatten().find(|byte| is_delimiter(**byte));
    let Some(delimiter) = beside.copied() else { return Some(Layout::Words(word)) };
    let fields = fields_of(line, delimiter);
    let column = fields.iter().position(|field| n_cells(&line[field.clone()]) >= MEANT)?;
    Some(Layout::Csv(Csv { delimiter, column, n_fields: fields.len() }))
}

/// What is between cells with a field each.
const CELL_DELIMITERS: [u8; 4] = [b',', b';', b'\t', b' '];
/// So many fields a line has that is meant to be such a puzzle.
const WIDTHS: RangeInclusive<usize> = MEANT..=100;

/// What is between the cells of a line that is meant to be a puzzle with each cell in a field of its own.
fn cell_delimiter(line: &[u8]) -> Option<u8> {
    CELL_DELIMITERS.into_iter().find(|delimiter| has_cells(line, *delimiter))
}

/// Whether a line is such a puzzle, with this between its cells.
fn has_cells(line: &[u8], delimiter: u8) -> bool {
    let fields = cells_of(line, delimiter);
    let is_cell = |field: &&Range<usize>| field.is_empty() || n_cells(&line[(*field).clone()]) == 1;
    let n_wrong = fields.len() - fields.iter().filter(is_cell).count();
    WIDTHS.contains(&fields.len()) && 10 * n_wrong <= fields.len()
}

/// The fields of a line of cells, without blanks and quotes around them; several blanks are as good as one.
pub(crate) fn cells_of(line: &[u8], delimiter: u8) -> Vec<Range<usize>> {
    let mut fields = fields_of(line, delimiter);
    fields.retain(|field| delimiter != b' ' || !field.is_empty());
    fields
}

/// How many cells a field has; 0 if there is something else in it than cells, or than one wrong character in many.
fn n_cells(field: &[u8]) -> usize {
    let is_cell = |byte: &&u8| byte.is_ascii_digit() || is_blank(**byte);
    let n_cells = field.iter().filter(is_cell).count();
    if field.len() <= 2 * N_CELLS && 10 * (field.len() - n_cells) <= field.len() {
        n_cells
    } else {
        0
    }
}

/// The delimiter that a line has most of, a comma if it has none.
fn delimiter_of(line: &[u8]) -> u8 {
    let count = |wanted: u8| memchr::memchr_iter(wanted, line).count();
    [b'\t', b';', b','].into_iter().max_by_key(|delimiter| count(*delimiter)).unwrap_or(b',')
}

fn is_delimiter(byte: u8) -> bool {
    matches!(byte, b',' | b';' | b'\t')
}

/// The fields of one line, without blanks around their contents.
fn fields_of(line: &[u8], delimiter: u8) -> Vec<Range<usize>> {
    let (mut fields, mut start) = (Vec::new(), 0);
    loop {
        let found = field(line, start, delimiter);
        fields.push(trimmed(line, found.content));
        if line.get(found.end) != Some(&delimiter) {
            return fields;
        }
        start = found.end + 1;
    }
}

/// The words of a line, without quotes around them, and without a comment that follows at once.
pub(crate) fn words_of(line: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let is_part = |byte: &u8| !is_delimiter(*byte) && *byte != b' ';
        let first = start + line.get(start..)?.iter().position(is_part)?;
        let end = line[first..].iter().position(|byte| !is_part(byte));
        let end = end.map_or(line.len(), |length| first + length);
        start = end;
        match &line[first..end] {
            [b'"', .., b'"'] => Some(first + 1..end - 1),
            word => Some(first..first + memchr::memchr(b'#', word).unwrap_or(word.len())),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn told(text: &str, asked: Option<&Column>) -> Result<Told, HeaderError> {
        find(text.as_bytes(), true, &mut true, asked)
    }

    fn csv(delimiter: char, column: usize, n_fields: usize) -> Layout {
        Layout::Csv(Csv { delimiter: delimiter as u8, column, n_fields })
    }

    #[test]
    fn the_first_line_with_a_puzzle_fixes_its_column() {
        let solution = "1".repeat(81);
        for (line, layout) in [
            (PUZZLE.to_owned(), Layout::Words(0)),
            (format!("17 {PUZZLE} 7.2"), Layout::Words(1)),
            (format!("{PUZZLE} some text, and more"), Layout::Words(0)),
            (format!("{PUZZLE},{solution}"), csv(',', 0, 2)),
            (format!("{},{solution}", &PUZZLE[..80]), csv(',', 0, 2)),
            (format!("{},{solution}", &PUZZLE.replacen('7', "q", 1)), csv(',', 0, 2)),
            (format!("7;\"{PUZZLE}\";x"), csv(';', 1, 3)),
            (format!("name\t{PUZZLE}"), csv('\t', 1, 2)),
            (format!("\"a, b\",{PUZZLE}"), csv(',', 1, 2)),
        ] {
            let wanted = Told::Layout { start: 0, layout, header: None };
            assert_eq!(told(&line, None), Ok(wanted), "{line}");
        }
        assert_eq!(told("# a list\n\ntext\n12,345\n", None), Ok(Told::Nothing));
    }

    #[test]
    fn a_header_names_the_column() {
        let found = |header: &str, asked: Option<&Column>| match told(header, asked) {
            Ok(Told::Layout { layout: Layout::Csv(csv), header: Some(_), .. }) => Some(csv.column),
            _ => None,
        };
        assert_eq!(found("id,\"Puzzle\",solution", None), Some(1));
        for name in PUZZLE_COLUMNS {
            assert_eq!(found(&format!("# x\n{name};b"), None), Some(0));
        }
        assert_eq!(found("id,x", None), None);
        assert_eq!(found("id,My Column", Some(&Column::Name("my column".to_owned()))), Some(1));
        assert_eq!(found("id,quizzes,x", Some(&Column::Number(3))), None);
        assert_eq!(found("id,quizzes", Some(&Column::Number(2))), Some(1));
        let error = told("a,b", Some(&Column::Name("c".to_owned()))).unwrap_err();
        assert_eq!(error.message, "found no column 'c', but a, b");
        let error = told("a,b", Some(&Column::Number(3))).unwrap_err();
        assert_eq!(error.message, "found 2 columns, expected at least 3");
        let numbered = told(&format!("1,{PUZZLE}"), Some(&Column::Number(2)));
        assert_eq!(numbered, Ok(Told::Layout { start: 0, layout: csv(',', 1, 2), header: None }));
    }

    #[test]
    fn each_cell_may_have_a_field() {
        let cells: Vec<String> = PUZZLE.chars().map(String::from).collect();
        for (between, delimiter) in
            [(",", b','), (";", b';'), ("\t", b'\t'), (" ", b' '), (", ", b',')]
        {
            let line = cells.join(between);
            let layout = Layout::Cells { delimiter, n_named: 0 };
            let wanted = Ok(Told::Layout { start: 0, layout, header: None });
            assert_eq!(told(&line, None), wanted, "{line}");
            // Damaged, it is still meant to be one.
            assert_eq!(told(&line[..line.len() - 2], None), wanted);
            assert_eq!(told(&line.replacen('7', "q", 1), None), wanted);
        }
        let empty = Layout::Cells { delimiter: b',', n_named: 0 };
        let wanted = Ok(Told::Layout { start: 0, layout: empty, header: None });
        assert_eq!(told(&cells.join(",").replace('.', ""), None), wanted);
    }

    #[test]
    fn cells_with_a_field_each_may_have_a_header() {
        let cells: Vec<String> = PUZZLE.chars().map(String::from).collect();
        let header = |name: fn(usize) -> String| (0..81).map(name).collect::<Vec<_>>();
        for (between, delimiter) in [(",", b','), (";", b';'), ("\t", b'\t'), (" ", b' ')] {
            let line = cells.join(between);
            for header in [header(|cell| format!("c{cell}")), header(|cell| cell.to_string())] {
                let header = header.join(between);
                let layout = Layout::Cells { delimiter, n_named: 0 };
                let named = Layout::Cells { delimiter, n_named: 81 };
                let start = header.len() + 1;
                let wanted = Told::Layout { start, layout: named, header: Some(0..header.len()) };
                assert_eq!(told(&format!("{header}\n{line}\n"), None), Ok(wanted));
                let unread = Ok(Told::Unread { start: 0 });
                assert_eq!(find(header.as_bytes(), false, &mut true, None), Ok(Told::Nothing));
                let part = format!("{header}\n{}", &line[..80]);
                assert_eq!(find(part.as_bytes(), false, &mut true, None), unread);
                // A header has as many fields as the lines below it, and there is one.
                let wide = Told::Layout { start: 1 + start + between.len(), layout, header: None };
                assert_eq!(told(&format!("{header}{between}x\n{line}\n"), None), Ok(wide));
                let second = Told::Layout { start: 2 * start, layout, header: None };
                assert_eq!(told(&format!("{header}\n{header}\n{line}\n"), None), Ok(second));
            }
        }
    }

    #[test]
    fn two_lines_of_nine_cells_are_a_board() {
        let boards = |start| Ok(Told::Layout { start, layout: Layout::Boards, header: None });
        assert_eq!(told("53..7....\n6..195...\n", None), boards(0));
        assert_eq!(told("text\nGrid 01\n003020600\n900305001\n", None), boards(5));
        assert_eq!(told("5 3 . | . 7 . | . . .\n\n6 . . | 1 9 5 | . . .", None), boards(0));
        assert_eq!(told("53..7....\nx\n", None), Ok(Told::Nothing));
        assert_eq!(find(b"53..7....\n", false, &mut true, None), Ok(Told::Unread { start: 0 }));
    }
}
