//! Boards of nine lines, with or without blanks, bars and rules between their blocks.
//!
//! ```text
//! board = 9 rows; between them rules, and a blank line after every third row
//! row   = 9 cells, with blanks and "|" among them
//! ```
//!
//! Before a board there may be blank lines, comments and titles: lines with letters, as in `Grid 01`. A blank line
//! or a title elsewhere ends a board, which then is incomplete.

use crate::fields::{LONGEST, is_comment, line_end, trimmed};
use grid_engine::{N_CELLS, SIDE, is_blank};
use std::ops::Range;

/// A board, whole or not.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Board {
    /// From its first line to its last, without the last line end.
    pub(crate) range: Range<usize>,
    /// Where the next one may start.
    pub(crate) next: usize,
    /// The cells, in row-major order, or what is wrong.
    pub(crate) cells: Result<[u8; N_CELLS], Flaw>,
}

/// What is wrong with a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Flaw {
    /// A line that is not a row: where it is, and how many cells it has.
    Cells { position: usize, found: usize },
    /// Too few rows.
    Rows { found: usize },
}

/// Whether a line is a row: nine cells.
fn is_row(line: &[u8]) -> bool {
    cells(line).count() == SIDE && line.iter().all(|byte| is_cell(*byte) || is_gap(*byte))
}

/// Whether a board starts here: two rows, perhaps after a title; `None` if too little was read to tell.
pub(crate) fn is_start(bytes: &[u8], start: usize, at_end: bool) -> Option<bool> {
    let (first, next) = line_at(bytes, start, at_end)?;
    let first = &bytes[first];
    if !is_row(first) && !is_title(first) {
        return Some(false);
    }
    let (second, next) = next_line(bytes, next, at_end)?;
    if is_row(first) || !is_row(second) {
        return Some(is_row(first) && is_row(second));
    }
    Some(is_row(next_line(bytes, next, at_end)?.0))
}

/// The next line that is neither blank nor a rule, and where the line after it starts; `None` if it was not read
/// to its end.
fn next_line(bytes: &[u8], mut start: usize, at_end: bool) -> Option<(&[u8], usize)> {
    loop {
        let (line, next) = line_at(bytes, start, at_end)?;
        if next == start || !(line.is_empty() || is_rule(&bytes[line.clone()])) {
            return Some((&bytes[line], next));
        }
        start = next;
    }
}

/// Where the lines end that are not part of a board, as far as they were read to their ends.
pub(crate) fn after_gap(bytes: &[u8], mut start: usize, at_end: bool) -> usize {
    while let Some((line, next)) = line_at(bytes, start, at_end)
        && next > start
    {
        let text = &bytes[line];
        if !(is_comment(text) || is_rule(text) || is_title(text)) {
            break;
        }
        start = next;
    }
    start
}

/// The next board from `start` on; `None` if there is none that was read to its end.
pub(crate) fn next_board(bytes: &[u8], mut start: usize, at_end: bool) -> Option<Board> {
    start = after_gap(bytes, start, at_end);
    if start == bytes.len() {
        return None;
    }
    let (mut found, mut n_rows, mut flaw) = ([b'.'; N_CELLS], 0, None);
    let (mut end, mut position) = (start, start);
    while n_rows < SIDE {
        let (line, next) = line_at(bytes, position, at_end)?;
        let text = &bytes[line.clone()];
        let may_be_blank = n_rows.is_multiple_of(3);
        if next == position || text.is_empty() && !may_be_blank || is_title(text) {
            break;
        }
        position = next;
        if text.is_empty() || is_rule(text) {
            continue;
        }
        if is_row(text) {
            let row = found[SIDE * n_rows..][..SIDE].iter_mut();
            row.zip(cells(text)).for_each(|(cell, byte)| *cell = byte);
        } else {
            let found = cells(text).count();
            flaw.get_or_insert(Flaw::Cells { position: line.start, found });
        }
        n_rows += 1;
        end = line.end;
        if end - start > LONGEST {
            break;
        }
    }
    if n_rows < SIDE {
        flaw.get_or_insert(Flaw::Rows { found: n_rows });
    }
    Some(Board { range: start..end, next: position, cells: flaw.map_or(Ok(found), Err) })
}

/// A line without blanks around it, and where the next one starts.
fn line_at(bytes: &[u8], start: usize, at_end: bool) -> Option<(Range<usize>, usize)> {
    match line_end(bytes, start) {
        Some((end, next)) => Some((trimmed(bytes, start..end), next)),
        None => at_end.then(|| (trimmed(bytes, start..bytes.len()), bytes.len())),
    }
}

fn is_cell(byte: u8) -> bool {
    byte.is_ascii_digit() || is_blank(byte)
}

fn is_gap(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'|')
}

fn cells(line: &[u8]) -> impl Iterator<Item = u8> {
    line.iter().copied().filter(|byte| !is_gap(*byte))
}

/// A line between blocks. Nine dashes are a row of blanks.
fn is_rule(line: &[u8]) -> bool {
    let is_part = |byte: &u8| matches!(byte, b'-' | b'+' | b'=' | b'|' | b' ');
    !line.is_empty() && line.iter().all(is_part) && !is_row(line)
}

fn is_title(line: &[u8]) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() && !is_blank(*byte);
    line.iter().any(is_letter)
        && !is_comment(line)
        && cells(line).filter(|byte| is_cell(*byte)).count() < SIDE - 2
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: &str = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n";

    #[test]
    fn plain_and_framed_boards_are_the_same() {
        let rows: Vec<&str> = PLAIN.lines().collect();
        let rule = "+-------+-------+-------+\n";
        let framed = |row: &&str| {
            format!("| {} |\n", row.chars().map(String::from).collect::<Vec<_>>().join(" "))
        };
        let pretty: String = rows
            .chunks(3)
            .map(|band| rule.to_owned() + &band.iter().map(framed).collect::<String>())
            .collect();
        let spaced: String = rows.chunks(3).map(|band| band.join("\r\n") + "\r\n\r\n").collect();
        let wanted: Vec<u8> = rows.concat().into_bytes();
        for text in [PLAIN, &(pretty + rule), &spaced, &format!("Grid 01\n{PLAIN}")] {
            let board = next_board(text.as_bytes(), 0, true).unwrap();
            assert_eq!(board.cells.unwrap().to_vec(), wanted, "{text}");
            assert_eq!(next_board(text.as_bytes(), board.next, true), None);
        }
    }

    #[test]
    fn a_board_with_a_flaw_is_one_board() {
        let flaw = |text: &str| next_board(text.as_bytes(), 0, true).unwrap().cells.unwrap_err();
        let short = PLAIN.replacen("6..195...", "6..195..", 1);
        assert_eq!(flaw(&short), Flaw::Cells { position: 10, found: 8 });
        assert_eq!(next_board(short.as_bytes(), 0, true).unwrap().next, short.len());
        assert_eq!(flaw(&PLAIN[..40]), Flaw::Rows { found: 4 });
        assert_eq!(flaw(&PLAIN.replacen("4..8.3..1\n", "\n", 1)), Flaw::Rows { found: 4 });
        assert_eq!(next_board(&PLAIN.as_bytes()[..40], 0, false), None);
    }
}
