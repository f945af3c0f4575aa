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

use crate::explain::explain;
use crate::sink::Counts;
use crate::{Encoding, Group};
use sudoku_core::{Puzzle, VarMap};

/// How many literals of a clause are put into words.
const SHOWN: usize = 3;

/// Knows the puzzle that the clauses are about.
#[derive(Debug, Clone, Copy)]
pub struct Annotator<'a> {
    puzzle: &'a Puzzle,
    encoding: Encoding,
    counts: &'a Counts,
}

impl<'a> Annotator<'a> {
    /// For the clauses of a puzzle in an encoding, which are so many.
    #[must_use]
    pub fn new(puzzle: &'a Puzzle, encoding: Encoding, counts: &'a Counts) -> Self {
        Self { puzzle, encoding, counts }
    }

    /// The lines under the header: the numbering.
    #[must_use]
    pub fn introduction(&self) -> Vec<String> {
        let shape = self.puzzle.grid.shape();
        let (rows, cols, encoding) = (shape.rows(), shape.cols(), self.encoding);
        let blocks = self.puzzle.grid.blocks();
        let blocks = blocks.map_or(String::new(), |blocks| {
            format!(", blocks {}x{}", blocks.block_height(), blocks.block_width())
        });
        let range = if rows == cols && cols == shape.n_values() {
            format!("r, c and v are from 1 to {cols}")
        } else {
            format!("r is from 1 to {rows}, c from 1 to {cols}, v from 1 to {}", shape.n_values())
        };
        let mut lines = vec![
            format!("c Sudoku {rows}x{cols}{blocks}, encoding {encoding}"),
            "c".to_owned(),
            format!("c Variable {}*(v-1) + {cols}*(r-1) + c says:", shape.n_cells()),
            format!("c row r, column c holds the v-th value; {range}"),
        ];
        let n_cell_vars = VarMap::new(shape).n_vars();
        if self.counts.n_vars > n_cell_vars {
            let (first, last) = (n_cell_vars + 1, self.counts.n_vars);
            lines.push(format!("c Variables {first} to {last} are helpers of the constraints"));
        }
        lines
    }

    /// The lines before the clauses of `group`: what it says, and its first clause in words.
    #[must_use]
    pub fn explanation(&self, group: Group, first_clause: &[i32]) -> Vec<String> {
        let count = self.counts.of(group);
        let clauses = if count == 1 { "clause" } else { "clauses" };
        let literals = first_clause.iter().chain([&0]).map(i32::to_string);
        let literals = literals.collect::<Vec<_>>().join(" ");
        let meaning = match group {
            Group::Constraint(index) => self.puzzle.rules.constraints()[index].to_string(),
            group => group.meaning(),
        };
        vec![
            "c".to_owned(),
            format!("c {meaning}. {count} {clauses}, such as"),
            format!("c {literals}: {}", self.in_words(first_clause)),
        ]
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
        let Puzzle { grid, alphabet, .. } = self.puzzle;
        if literal.unsigned_abs() > VarMap::new(grid.shape()).n_vars() {
            let not = if literal > 0 { "" } else { "not " };
            return format!("{not}helper {}", literal.unsigned_abs());
        }
        explain(grid.shape(), alphabet, literal.into()).map_or_else(
            |error| error.to_string(),
            |said| {
                let is = if said.positive { "is" } else { "is not" };
                format!("{} {is} {}", said.cell, said.symbol)
            },
        )
    }
}
