//! Finds the records of a block and reads their puzzles.

use crate::boards::{self, Flaw};
use crate::fields::{Csv, LONGEST, is_comment, line_end, n_line_ends, row_of, trimmed};
use crate::job::{Fault, Invalid, Record};
use crate::layout::{Layout, cells_of, words_of};
use crate::work::Block;
use grid_engine::{N_CELLS, Puzzle, PuzzleError};
use std::ops::Range;

impl Block {
    /// Finds the records and puzzles of the text. With `keeps`, a record may not be wider than the first.
    pub(crate) fn read(&mut self, keeps: bool) {
        self.records.clear();
        self.puzzles.clear();
        match self.text.layout {
            Layout::Words(word) => self.read_words(word),
            Layout::Csv(csv) => self.read_csv(csv, keeps),
            Layout::Cells { delimiter, .. } => self.read_cells(delimiter),
            Layout::Boards => self.read_boards(),
        }
    }

    fn read_words(&mut self, word: usize) {
        let (mut start, mut line) = (0, self.text.first_line);
        while start < self.text.bytes.len() {
            let bytes = &self.text.bytes;
            let first = if word == 0 { read_first(&bytes[start..], &is_part_end) } else { None };
            let searched = start + first.map_or(0, |_| N_CELLS);
            let (end, next) = line_end(bytes, searched).unwrap_or((bytes.len(), bytes.len()));
            if let Some(puzzle) = first {
                self.push(line, start..end, start..start + N_CELLS, Ok(puzzle));
            } else {
                let row = trimmed(bytes, start..end.min(start + LONGEST));
                let text = &bytes[row.clone()];
                if !is_comment(text) {
                    let place = words_of(text).nth(word);
                    let found = match &place {
                        Some(place) => Puzzle::parse(&text[place.clone()]).map_err(Fault::Cells),
                        None => Err(Fault::NoField { found: words_of(text).count(), column: word }),
                    };
                    let place = place.unwrap_or(0..text.len());
                    let place = row.start + place.start..row.start + place.end;
                    let column = place.start - start;
                    self.push(line, row, place, found.map_err(|fault| at(line, column, fault)));
                }
            }
            start = next;
            line += 1;
        }
    }

    fn read_csv(&mut self, csv: Csv, keeps: bool) {
        let (mut start, mut line) = (0, self.text.first_line);
        let is_end = |byte: u8| byte == csv.delimiter || matches!(byte, b'\n' | b'\r');
        while start < self.text.bytes.len() {
            let bytes = &self.text.bytes;
            if csv.column == 0
                && !keeps
                && let Some(puzzle) = read_first(&bytes[start..], &is_end)
                && let (end, next) =
                    line_end(bytes, start + N_CELLS).unwrap_or((bytes.len(), bytes.len()))
                && memchr::memchr(b'"', &bytes[start + N_CELLS..end]).is_none()
            {
                self.push(line, start..end, start..start + N_CELLS, Ok(puzzle));
                (start, line) = (next, line + 1);
                continue;
            }
            let record = csv.record(bytes, start, true).expect("the block ends with a record");
            let n_lines = n_line_ends(&bytes[start..record.next]);
            if !trimmed(bytes, start..record.end).is_empty() {
                let missing = start..record.end.min(start + LONGEST);
                let place = trimmed(bytes, record.puzzle.clone().unwrap_or(missing));
                let place = unquoted(bytes, place);
                let fault = match (record.open, &record.puzzle) {
                    (Some(open), _) => Some((open, Fault::OpenQuote)),
                    (_, None) => {
                        Some((start, Fault::NoField { found: record.n_fields, column: csv.column }))
                    }
                    _ if keeps && record.n_fields > csv.n_fields => {
                        let (found, expected) = (record.n_fields, csv.n_fields);
                        Some((start, Fault::Width { found, expected }))
                    }
                    _ => None,
                };
                let found = match fault {
                    Some(fault) => Err(fault),
                    None => Puzzle::parse(&bytes[place.clone()])
                        .map_err(|error| (place.start, Fault::Cells(error))),
                };
                let found = found.map_err(|(position, fault)| {
                    // A field may start on a later line than its record.
                    let before = &bytes[start..position.max(start)];
                    let last = before.iter().rposition(|byte| matches!(byte, b'\n' | b'\r'));
                    let column = before.len() - last.map_or(0, |last| last + 1);
                    at(line + n_line_ends(before), column, fault)
                });
                self.push(line, start..record.end, place, found);
            }
            start = record.next;
            line += n_lines;
        }
    }

    fn read_cells(&mut self, delimiter: u8) {
        let (mut start, mut line) = (0, self.text.first_line);
        let n_bytes = self.text.bytes.len();
        while start < n_bytes {
            let bytes = &self.text.bytes[..n_bytes];
            let (end, next) = line_end(bytes, start).unwrap_or((n_bytes, n_bytes));
            let row = row_of(bytes, start..end.min(start + LONGEST), delimiter);
            let text = &bytes[row.clone()];
            if !is_comment(text) {
                let fields = cells_of(text, delimiter);
                let cell = |field: &Range<usize>| text[field.clone()].first().copied();
                let cells: Vec<u8> = fields
                    .iter()
                    .map(|field| cell(field).unwrap_or(b'.'))
                    .take(2 * N_CELLS)
                    .collect();
                let wide = fields.iter().find(|field| field.len() > 1);
                let found = match wide {
                    Some(field) => Err((field.start, Fault::Wide { found: field.len() })),
                    None => Puzzle::parse(&cells).map_err(|error| {
                        let position = match error {
                            PuzzleError::Symbol { position, .. } => fields[position].start,
                            _ => fields.get(N_CELLS).map_or(text.len(), |field| field.start),
                        };
                        (position, Fault::Cells(error))
                    }),
                };
                let before = row.start - start;
                let found = found.map_err(|(position, fault)| Invalid {
                    line,
                    column: Some(before + position + 1),
                    fault,
                });
                self.push_cells(line, row, &cells, found);
            }
            start = next;
            line += 1;
        }
    }

    fn read_boards(&mut self) {
        let (mut start, mut line) = (0, self.text.first_line);
        let n_bytes = self.text.bytes.len();
        while let Some(board) = boards::next_board(&self.text.bytes[..n_bytes], start, true) {
            line += n_line_ends(&self.text.bytes[start..board.range.start]);
            let (cells, found) = match board.cells {
                Ok(cells) => (cells.to_vec(), Puzzle::parse(&cells).map_err(Fault::Cells)),
                Err(flaw) => {
                    let text = self.text.bytes[board.range.clone()].iter();
                    let cells = text.copied().filter(|byte| !b" \t|\r\n".contains(byte));
                    (cells.take(2 * N_CELLS).collect(), Err(Fault::Board(flaw)))
                }
            };
            let found = found.map_err(|fault| {
                let position = match &fault {
                    Fault::Board(Flaw::Cells { position, .. }) => *position,
                    _ => board.range.start,
                };
                let line = line + n_line_ends(&self.text.bytes[board.range.start..position]);
                Invalid { line, column: None, fault }
            });
            let row = self.text.bytes.len()..self.text.bytes.len() + cells.len();
            self.push_cells(line, row, &cells, found);
            line += n_line_ends(&self.text.bytes[board.range.start..board.next]);
            start = board.next;
        }
    }

    /// The same for cells that are on no line of the text together: such a line is added to it.
    fn push_cells(
        &mut self,
        line: u64,
        row: Range<usize>,
        cells: &[u8],
        found: Result<Puzzle, Invalid>,
    ) {
        let place = self.text.bytes.len()..self.text.bytes.len() + cells.len();
        self.text.bytes.extend_from_slice(cells);
        self.push(line, row, place, found);
    }

    fn push(
        &mut self,
        line: u64,
        row: Range<usize>,
        text: Range<usize>,
        found: Result<Puzzle, Invalid>,
    ) {
        let puzzle = found.map(|puzzle| {
            self.puzzles.push(puzzle);
            self.puzzles.len() - 1
        });
        self.records.push(Record { line, row, text, puzzle });
    }
}

/// The puzzle with which a text starts, if its field or word ends there: quick, for most lines are no more.
fn read_first(text: &[u8], is_end: &impl Fn(u8) -> bool) -> Option<Puzzle> {
    // What else may be there is found by who reads slowly.
    let is_end = text.get(N_CELLS).is_none_or(|byte| is_end(*byte));
    if is_end { Puzzle::parse(text.get(..N_CELLS)?).ok() } else { None }
}

fn is_part_end(byte: u8) -> bool {
    matches!(byte, b',' | b';' | b'\t' | b' ' | b'#' | b'\n' | b'\r')
}

/// The inside of quotes that have blanks around them.
fn unquoted(bytes: &[u8], range: Range<usize>) -> Range<usize> {
    match &bytes[range.clone()] {
        [b'"', .., b'"'] => range.start + 1..range.end - 1,
        _ => range,
    }
}

/// A fault in a field that starts after so many bytes of its line.
fn at(line: u64, before: usize, fault: Fault) -> Invalid {
    let inside = match &fault {
        Fault::Cells(PuzzleError::Symbol { position, .. }) => *position,
        Fault::Cells(PuzzleError::Length { found }) => (*found).min(N_CELLS),
        _ => 0,
    };
    Invalid { line, column: Some(before + inside + 1), fault }
}
