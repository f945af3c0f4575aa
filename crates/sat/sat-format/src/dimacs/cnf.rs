//! A formula in memory.

use super::{Error, ReadOptions, Summary, read};
use crate::Lit;
use std::io::Read;

/// A CNF: its clauses in order and, where it was read, what else the file held.
///
/// It takes four bytes a literal and eight a clause.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cnf {
    lits: Vec<Lit>,
    /// Where each clause ends in `lits`.
    ends: Vec<usize>,
    summary: Summary,
}

impl Cnf {
    /// Reads a whole CNF.
    ///
    /// # Errors
    /// The first place at which the text is no DIMACS CNF.
    pub fn read(reader: impl Read, options: ReadOptions) -> Result<Self, Error> {
        let (mut lits, mut ends) = (Vec::new(), Vec::new());
        let summary = read(reader, options, |clause| {
            lits.extend_from_slice(clause);
            ends.push(lits.len());
        })?;
        Ok(Self { lits, ends, summary })
    }

    /// Adds a clause at the end.
    pub fn push(&mut self, clause: &[Lit]) {
        self.lits.extend_from_slice(clause);
        self.ends.push(self.lits.len());
        self.summary.n_clauses += 1;
        let max_var = clause.iter().map(|lit| lit.var()).max().unwrap_or(0);
        self.summary.max_var_used = self.summary.max_var_used.max(max_var);
    }

    /// The clauses, in order.
    #[must_use]
    pub fn clauses(&self) -> impl ExactSizeIterator<Item = &[Lit]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.lits[std::mem::replace(&mut start, end)..end])
    }

    /// The literals of all clauses, one clause after the other.
    #[must_use]
    pub fn lits(&self) -> &[Lit] {
        &self.lits
    }

    /// Variables of the formula: as many as the header announces or a clause uses.
    #[must_use]
    pub fn n_vars(&self) -> u32 {
        self.summary.n_vars()
    }

    /// Its counts, and what else the file held.
    #[must_use]
    pub fn summary(&self) -> &Summary {
        &self.summary
    }
}
