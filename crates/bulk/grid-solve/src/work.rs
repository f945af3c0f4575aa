//! What is done with a block: its lines are read, its puzzles solved, and the results printed into it.

use crate::blocks::{LONGEST, Text};
use crate::fields::Columns;
use crate::job::{Finding, Job, Record};
use crate::report;
use crate::stats::Tally;
use grid_engine::lanes::{self, Outcome};
use grid_engine::single::Solutions;
use grid_engine::{N_CELLS, Puzzle, PuzzleError};
use std::io::{self, Write};
use std::ops::Range;
use sudoku_core::{Alphabet, Geometry, Grid};

/// Lines, what is found out about them, and how that is printed.
#[derive(Debug, Default)]
pub(crate) struct Block {
    pub(crate) text: Text,
    pub(crate) output: Vec<u8>,
    pub(crate) tally: Tally,
    records: Vec<Record>,
    puzzles: Vec<Puzzle>,
    outcomes: Vec<Outcome>,
}

impl Block {
    /// Solves the puzzles of the block's text and prints the results into its output.
    pub(crate) fn solve(&mut self, job: &Job) {
        self.read();
        self.outcomes.resize(self.puzzles.len(), Outcome::NONE);
        lanes::solve(job.level, &self.puzzles, job.limit, &mut self.outcomes);
        self.tally = Tally::default();
        self.output.clear();
        for record in &self.records {
            let solved = record.puzzle.map(|index| (&self.puzzles[index], &self.outcomes[index]));
            let finding = match solved {
                Ok((puzzle, outcome)) => finding(job.limit, puzzle, outcome.n_solutions),
                Err(error) => malformed(record, error),
            };
            self.tally.count(&finding, solved.ok().map(|(_, outcome)| outcome));
            if job.only.is_none_or(|only| only.is(&finding)) {
                let text = &self.text.bytes[record.text.clone()];
                report::print(job, record.line, text, &finding, solved.ok(), &mut self.output);
            }
        }
    }

    /// Writes all solutions, one at a time: there may be more of them than memory.
    ///
    /// # Errors
    /// Those of `out`.
    pub(crate) fn solve_all(&mut self, job: &Job, out: &mut impl Write) -> io::Result<()> {
        self.read();
        self.tally = Tally::default();
        // More than the memory of a small machine can number is as good as no limit.
        let limit = usize::try_from(job.limit).unwrap_or(usize::MAX);
        for record in &self.records {
            let text = &self.text.bytes[record.text.clone()];
            let output = &mut self.output;
            let mut write = |finding: &Finding, solved: Option<(&Puzzle, &Outcome)>| {
                output.clear();
                report::print(job, record.line, text, finding, solved, output);
                out.write_all(output)
            };
            let (mut finding, mut outcome) = (Finding::Solved, Outcome::NONE);
            match record.puzzle {
                Err(error) => {
                    finding = malformed(record, error);
                    write(&finding, None)?;
                }
                Ok(index) => {
                    let puzzle = &self.puzzles[index];
                    let mut solutions = Solutions::of(*puzzle);
                    for solution in solutions.by_ref().take(limit) {
                        outcome.n_solutions += 1;
                        outcome.first = solution;
                        write(&finding, Some((puzzle, &outcome)))?;
                    }
                    outcome.guesses = solutions.guesses();
                    if outcome.n_solutions == 0 {
                        finding = self::finding(job.limit, puzzle, 0);
                        write(&finding, Some((puzzle, &outcome)))?;
                    }
                }
            }
            self.tally.count(&finding, Some(&outcome));
        }
        Ok(())
    }

    /// Finds the records and puzzles of the text.
    fn read(&mut self) {
        self.records.clear();
        self.puzzles.clear();
        let Text { bytes, first_line, columns } = &self.text;
        let (mut start, mut line) = (0, *first_line);
        while start < bytes.len() {
            let rest = &bytes[start..];
            let found = find(*columns, rest);
            let mut read_to = 0;
            if let Some((place, puzzle)) = found {
                read_to = place.end;
                self.records.push(Record {
                    line,
                    column: place.start + 1,
                    text: start + place.start..start + place.end,
                    puzzle: puzzle.map(|puzzle| {
                        self.puzzles.push(puzzle);
                        self.puzzles.len() - 1
                    }),
                });
            }
            start += read_to + line_of(&rest[read_to..]).len() + 1;
            line += 1;
        }
    }
}

/// Where the puzzle is in the first line of a text, unless that is blank or a comment.
fn find(columns: Columns, text: &[u8]) -> Option<(Range<usize>, Result<Puzzle, PuzzleError>)> {
    if let Some(puzzle) = columns.read_first(text) {
        return Some((0..N_CELLS, Ok(puzzle)));
    }
    let line = line_of(text);
    let place = columns.find(&line[..line.len().min(LONGEST)])?;
    Some((place.clone(), Puzzle::parse(&text[place])))
}

/// The text up to the line's end.
fn line_of(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|byte| *byte == b'\n').unwrap_or(text.len());
    &text[..end]
}

/// What the number of solutions, of up to `limit`, says about a puzzle.
fn finding(limit: u64, puzzle: &Puzzle, n_solutions: u64) -> Finding {
    match n_solutions {
        0 => {
            clash(puzzle).map_or(Finding::None, |reason| Finding::Invalid { column: None, reason })
        }
        1 if limit == 1 => Finding::Solved,
        1 => Finding::Unique,
        _ => Finding::Multiple,
    }
}

fn malformed(record: &Record, error: PuzzleError) -> Finding {
    let position = match error {
        PuzzleError::Symbol { position, .. } => position,
        PuzzleError::Length { found } => found.min(N_CELLS),
        _ => 0,
    };
    let reason = match error {
        PuzzleError::Length { found: LONGEST.. } => format!("found more than {N_CELLS} cells"),
        _ => error.to_string(),
    };
    Finding::Invalid { column: Some(record.column + position), reason }
}

/// Two equal givens in a house, in words.
fn clash(puzzle: &Puzzle) -> Option<String> {
    let geometry = Geometry::of_side(grid_engine::SIDE).expect("9 is the side of a grid");
    let cells = puzzle.cells().iter().map(|cell| u16::from(*cell).checked_sub(1)).collect();
    let alphabet = Alphabet::default_of(grid_engine::SIDE);
    let puzzle = sudoku_core::Puzzle::classic(Grid::new(geometry, cells), alphabet);
    Some(puzzle.clash()?.describe(&puzzle.alphabet))
}
