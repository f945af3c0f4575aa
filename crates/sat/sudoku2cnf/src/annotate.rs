//! Comment lines that say what the clauses mean, for people who read a CNF to learn.
//!
//! Before each group stands what it says, how many clauses it has, and its first clause in words:
//!
//! ```text
//! c
//! c No value stands twice in a row: of each two cells at most one holds it. 2916 clauses, such as
//! c -1 -2 0: row 1, column 1 is not 1, or row 1, column 2 is not 1
//! ```
//!
//! They stand after the header, because some solvers take a comment before it for an option.

use crate::Encoding;
use crate::clause_writer::Group;
use crate::explain::explain;
use std::io::{self, Write};
use sudoku_core::{Alphabet, ClauseCounts, Geometry, Puzzle};

/// How many literals of a clause are put into words.
const SHOWN: usize = 3;

/// Knows the puzzle that the clauses are about.
pub(crate) struct Annotator<'a> {
    geometry: Geometry,
    encoding: Encoding,
    alphabet: &'a Alphabet,
    givens: u64,
    counts: ClauseCounts,
}

impl<'a> Annotator<'a> {
    pub(crate) fn new(puzzle: &'a Puzzle, encoding: Encoding) -> Self {
        Self {
            geometry: puzzle.grid.geometry(),
            encoding,
            alphabet: &puzzle.alphabet,
            givens: puzzle.grid.givens().count() as u64,
            counts: encoding.counts(puzzle),
        }
    }

    /// Writes what stands under the header: the numbering.
    pub(crate) fn introduce(&self, out: &mut impl Write) -> io::Result<()> {
        let side = self.geometry.side();
        let (height, width) = (self.geometry.block_height(), self.geometry.block_width());
        let name = format!("{:?}", self.encoding).to_lowercase();
        writeln!(out, "c Sudoku {side}x{side}, blocks {height}x{width}, encoding {name}")?;
        writeln!(out, "c")?;
        writeln!(out, "c Variable {}*(v-1) + {side}*(r-1) + c says:", side * side)?;
        writeln!(out, "c row r, column c holds the v-th value; r, c and v are from 1 to {side}")
    }

    /// Writes what `group` says, and its first clause in words.
    pub(crate) fn explain(
        &self,
        out: &mut impl Write,
        group: Group,
        first_clause: &[i32],
    ) -> io::Result<()> {
        let count = self.count(group);
        let clauses = if count == 1 { "clause" } else { "clauses" };
        writeln!(out, "c\nc {}. {count} {clauses}, such as", meaning(group))?;
        write!(out, "c ")?;
        first_clause.iter().try_for_each(|literal| write!(out, "{literal} "))?;
        writeln!(out, "0: {}", self.in_words(first_clause))
    }

    fn count(&self, group: Group) -> u64 {
        match group {
            Group::Givens => self.givens,
            Group::Excluded => self.counts.units - self.givens,
            Group::CellAtLeastOne => self.counts.cell_at_least_one,
            Group::CellAtMostOne => self.counts.cell_at_most_one,
            Group::HouseAtMostOne(kind) => self.counts.house_at_most_one[kind as usize],
            Group::HouseAtLeastOne(kind) => self.counts.house_at_least_one[kind as usize],
        }
    }

    fn in_words(&self, clause: &[i32]) -> String {
        let mut words: Vec<String> =
            clause.iter().take(SHOWN).map(|literal| self.literal_in_words(*literal)).collect();
        match clause {
            [] => return "nothing is left, so there is no solution".to_owned(),
            [_, .., last] if clause.len() > SHOWN => {
                if clause.len() > SHOWN + 1 {
                    words.push("...".to_owned());
                }
                words.push(self.literal_in_words(*last));
            }
            _ => {}
        }
        words.join(", or ")
    }

    fn literal_in_words(&self, literal: i32) -> String {
        explain(self.geometry, self.alphabet, literal.into()).map_or_else(
            |error| error.to_string(),
            |said| {
                let is = if said.positive { "is" } else { "is not" };
                format!("{} {is} {}", said.cell, said.symbol)
            },
        )
    }
}

fn meaning(group: Group) -> String {
    match group {
        Group::Givens => "The givens: a single literal must be true".to_owned(),
        Group::Excluded => {
            "What the givens exclude in their cells, rows, columns and blocks".to_owned()
        }
        Group::CellAtLeastOne => {
            "Each cell holds a value: at least one of its literals is true".to_owned()
        }
        Group::CellAtMostOne => {
            "No cell holds two values: of each two at most one is its value".to_owned()
        }
        Group::HouseAtMostOne(kind) => format!(
            "No value stands twice in a {}: of each two cells at most one holds it",
            kind.word()
        ),
        Group::HouseAtLeastOne(kind) => {
            format!("Each value stands in each {0}: at least one cell of it holds it", kind.word())
        }
    }
}
