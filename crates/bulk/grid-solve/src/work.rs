//! What is done with a block: its puzzles are solved, and the results printed into it.

use crate::blocks::Text;
use crate::forms::Form;
use crate::job::{Fault, Finding, Invalid, Job, Record};
use crate::rate::grid_of;
use crate::report::{self, Report};
use crate::stats::Tally;
use crate::training::Known;
use grid_engine::lanes::{self, Outcome};
use grid_engine::single::Solutions;
use grid_engine::{Puzzle, SIDE};
use std::io::{self, Write};
use sudoku_core::Alphabet;

/// Records, what is found out about them, and how that is printed.
#[derive(Debug, Default)]
pub(crate) struct Block {
    pub(crate) text: Text,
    pub(crate) output: Vec<u8>,
    pub(crate) tally: Tally,
    pub(crate) records: Vec<Record>,
    pub(crate) puzzles: Vec<Puzzle>,
    /// What a training set tells.
    pub(crate) known: Vec<Known>,
    /// With `--dedupe`, where each piece of the output ends, and the form of its puzzle.
    pieces: Vec<(usize, Option<Form>)>,
    outcomes: Vec<Outcome>,
}

impl Block {
    /// Solves the puzzles of the block's text and prints the results into its output.
    pub(crate) fn solve(&mut self, job: &Job) {
        self.prepare(job, job.limit);
        let (mut tally, mut output) = (Tally::default(), std::mem::take(&mut self.output));
        let (mut known, mut pieces) = (Vec::new(), vec![(output.len(), None)]);
        for record in &self.records {
            let (finding, solved) = self.found(record, job.limit);
            tally.count(&finding, solved.map(|(_, outcome)| outcome));
            // A puzzle whose givens clash is none.
            let puzzle = solved.filter(|_| !matches!(finding, Finding::Invalid(_)));
            let only = puzzle.filter(|_| finding == Finding::Unique);
            let solution = only.map(|(_, outcome)| &outcome.first);
            if job.is_training {
                known.extend(puzzle.map(|(puzzle, _)| Known {
                    line: record.line,
                    puzzle: Form::of(puzzle),
                    grid: solution.map(Form::of_grid),
                }));
            } else if job.only.is_none_or(|only| only.is(&finding)) {
                let compared = job.training.as_ref().zip(puzzle);
                let leak =
                    compared.and_then(|(training, (puzzle, _))| training.leak(puzzle, solution));
                if compared.is_some() {
                    tally.count_leak(leak);
                }
                Report { job, text: &self.text, record, finding: &finding, solved, leak }
                    .print(&mut output);
                if job.dedupe {
                    pieces.push((output.len(), puzzle.map(|(puzzle, _)| Form::of(puzzle))));
                }
            }
        }
        (self.tally, self.output, self.known, self.pieces) = (tally, output, known, pieces);
    }

    /// The output in pieces, each with the form of the puzzle that it is about.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = (&[u8], Option<Form>)> {
        let starts = std::iter::once(0).chain(self.pieces.iter().map(|(end, _)| *end));
        starts.zip(&self.pieces).map(|(start, (end, form))| (&self.output[start..*end], *form))
    }

    /// Writes all solutions, one at a time: there may be more of them than memory.
    ///
    /// # Errors
    /// Those of `out`.
    pub(crate) fn solve_all(&mut self, job: &Job, out: &mut impl Write) -> io::Result<()> {
        // Two solutions tell which puzzles are wanted.
        self.prepare(job, 2);
        // More than a small machine can number is as good as no limit.
        let limit = usize::try_from(job.limit).unwrap_or(usize::MAX);
        let (mut tally, mut output) = (Tally::default(), Vec::new());
        for record in &self.records {
            let (mut finding, solved) = self.found(record, 2);
            let mut write = |finding: &Finding, solved: Option<(&Puzzle, &Outcome)>| {
                output.clear();
                Report { job, text: &self.text, record, finding, solved, leak: None }
                    .print(&mut output);
                out.write_all(&output)
            };
            let (mut n_solutions, mut guesses) = (0, solved.map_or(0, |(_, it)| it.guesses));
            match solved {
                _ if job.only.is_some_and(|only| !only.is(&finding)) => {}
                Some((puzzle, outcome)) if outcome.n_solutions > 0 => {
                    finding = Finding::Solved;
                    let mut solutions = Solutions::of(*puzzle);
                    for first in solutions.by_ref().take(limit) {
                        n_solutions += 1;
                        write(
                            &finding,
                            Some((puzzle, &Outcome { n_solutions, first, guesses: 0 })),
                        )?;
                    }
                    guesses = solutions.guesses();
                }
                _ => write(&finding, solved)?,
            }
            tally.count(&finding, Some(&Outcome { guesses, ..Outcome::NONE }));
        }
        self.tally = tally;
        Ok(())
    }

    /// Reads the records and solves their puzzles.
    fn prepare(&mut self, job: &Job, limit: u64) {
        self.read(job.keep);
        self.outcomes.resize(self.puzzles.len(), Outcome::NONE);
        lanes::solve(job.level, &self.puzzles, limit, &mut self.outcomes);
        self.output.clear();
        if !self.text.header.is_empty() {
            report::kept_head(job, self.text.layout, &self.text.header, &mut self.output);
        }
    }

    /// What was found out about a record, with up to `limit` solutions.
    fn found(&self, record: &Record, limit: u64) -> (Finding, Option<(&Puzzle, &Outcome)>) {
        match &record.puzzle {
            Ok(index) => {
                let (puzzle, outcome) = (&self.puzzles[*index], &self.outcomes[*index]);
                (finding(limit, record, puzzle, outcome.n_solutions), Some((puzzle, outcome)))
            }
            Err(invalid) => (Finding::Invalid(invalid.clone()), None),
        }
    }
}

/// What the number of solutions, of up to `limit`, says about a puzzle.
fn finding(limit: u64, record: &Record, puzzle: &Puzzle, n_solutions: u64) -> Finding {
    match n_solutions {
        0 => clash(puzzle).map_or(Finding::None, |reason| {
            Finding::Invalid(Invalid {
                line: record.line,
                column: None,
                fault: Fault::Clash(reason),
            })
        }),
        1 if limit == 1 => Finding::Solved,
        1 => Finding::Unique,
        _ => Finding::Multiple,
    }
}

/// Two equal givens in a house, in words.
fn clash(puzzle: &Puzzle) -> Option<String> {
    let puzzle = sudoku_core::Puzzle::classic(grid_of(puzzle), Alphabet::default_of(SIDE));
    Some(puzzle.clash()?.describe(&puzzle.alphabet))
}
