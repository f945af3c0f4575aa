//! A formula in memory.

use super::{Error, Item, ReadOptions, Summary, read, read_incremental};
use crate::Lit;
use std::io::Read;

/// Literals and clauses for which there is room from the start: memory that is not touched costs
/// nothing, while growing would touch and copy what is there again and again.
const ROOM: usize = 1 << 16;

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
    /// No clauses, but room for so many literals and clauses.
    #[must_use]
    pub fn with_capacity(n_lits: usize, n_clauses: usize) -> Self {
        Self {
            lits: Vec::with_capacity(n_lits),
            ends: Vec::with_capacity(n_clauses),
            summary: Summary::default(),
        }
    }

    /// Reads a whole CNF.
    ///
    /// # Errors
    /// The first place at which the text is not a DIMACS CNF.
    pub fn read(reader: impl Read, options: ReadOptions) -> Result<Self, Error> {
        let mut cnf = Self::with_capacity(ROOM, ROOM);
        cnf.summary = read(reader, options, |clause| {
            // Most clauses are short: not worth the call that `extend_from_slice` would be.
            cnf.lits.extend(clause.iter().copied());
            cnf.ends.push(cnf.lits.len());
        })?;
        Ok(cnf)
    }

    /// Reads a whole CNF, or the clauses of an incremental one; `query` gets each query with the number of
    /// clauses before it.
    ///
    /// # Errors
    /// As of [`Self::read`].
    pub fn read_incremental(
        reader: impl Read,
        options: ReadOptions,
        mut query: impl FnMut(usize, &[Lit]),
    ) -> Result<Self, Error> {
        let mut cnf = Self::with_capacity(ROOM, ROOM);
        cnf.summary = read_incremental(reader, options, |item| match item {
            Item::Clause(clause) => {
                cnf.lits.extend(clause.iter().copied());
                cnf.ends.push(cnf.lits.len());
            }
            Item::Query(lits) => query(cnf.ends.len(), lits),
        })?;
        Ok(cnf)
    }

    /// Adds a clause at the end.
    pub fn push(&mut self, clause: &[Lit]) {
        self.lits.extend(clause.iter().copied());
        self.ends.push(self.lits.len());
        self.summary.n_clauses += 1;
        let max_var = clause.iter().map(|lit| lit.var()).max().unwrap_or(0);
        self.summary.max_var_used = self.summary.max_var_used.max(max_var);
    }

    /// The same clauses with other literals in the place of theirs, and nothing else of the file; no memory is
    /// taken for it.
    #[must_use]
    pub fn with_lits(mut self, mut lit: impl FnMut(Lit) -> Lit) -> Self {
        self.summary = Summary { n_clauses: self.ends.len() as u64, ..Summary::default() };
        for old in &mut self.lits {
            *old = lit(*old);
            self.summary.max_var_used = self.summary.max_var_used.max(old.var());
        }
        self
    }

    /// Drops the clauses whose place, from 0, is not to be kept; no memory is taken for it.
    pub fn retain(&mut self, mut is_kept: impl FnMut(usize) -> bool) {
        let (mut start, mut end_kept, mut n_kept) = (0, 0, 0);
        self.summary.max_var_used = 0;
        for at in 0..self.ends.len() {
            let clause = std::mem::replace(&mut start, self.ends[at])..self.ends[at];
            if is_kept(at) {
                let max_var = self.lits[clause.clone()].iter().map(|lit| lit.var()).max();
                self.summary.max_var_used = self.summary.max_var_used.max(max_var.unwrap_or(0));
                let len = clause.len();
                self.lits.copy_within(clause, end_kept);
                end_kept += len;
                self.ends[n_kept] = end_kept;
                n_kept += 1;
            }
        }
        self.lits.truncate(end_kept);
        self.ends.truncate(n_kept);
        self.summary.n_clauses = n_kept as u64;
    }

    /// The clauses, in order.
    #[must_use]
    pub fn clauses(&self) -> impl ExactSizeIterator<Item = &[Lit]> + Clone {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.lits[std::mem::replace(&mut start, end)..end])
    }

    /// The clause at this place, from 0.
    ///
    /// # Panics
    /// There are not so many clauses.
    #[must_use]
    pub fn clause(&self, at: usize) -> &[Lit] {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.lits[start..self.ends[at]]
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
