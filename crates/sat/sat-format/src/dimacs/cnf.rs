//! A formula in memory.

use super::reader::try_read;
use super::{Error, ReadOptions, Summary};
use crate::Lit;
use std::io::Read;

/// Literals and clauses for which there is room from the start: memory that is not touched costs
/// nothing, while growing would touch and copy what is there again and again.
const ROOM: usize = 1 << 16;

/// The most literals that are read: places up to twice as many fit in 32 bits.
pub const MAX_LITS: usize = 1 << 31;

/// A CNF: its clauses in order and, where it was read, what else the file held.
///
/// It takes four bytes a literal and four a clause.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cnf {
    lits: Vec<Lit>,
    /// Where each clause ends in `lits`.
    ends: Vec<u32>,
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
    /// The first place at which the text is no DIMACS CNF, or the memory is not enough.
    pub fn read(reader: impl Read, options: ReadOptions) -> Result<Self, Error> {
        let mut cnf = Self::with_capacity(ROOM, ROOM);
        cnf.summary = try_read(reader, options, |clause| {
            cnf.lits.try_reserve(clause.len())?;
            cnf.ends.try_reserve(1)?;
            // Most clauses are short: not worth the call that `extend_from_slice` would be.
            cnf.lits.extend(clause.iter().copied());
            cnf.ends.push(cnf.lits.len() as u32);
            if cnf.lits.len() > MAX_LITS { Err(Error::TooManyLiterals) } else { Ok(()) }
        })?;
        Ok(cnf)
    }

    /// Adds a clause at the end.
    ///
    /// # Panics
    /// There are 2³² literals, twice [`MAX_LITS`].
    pub fn push(&mut self, clause: &[Lit]) {
        self.lits.extend(clause.iter().copied());
        assert!(self.lits.len() < 2 * MAX_LITS, "a formula of too many literals");
        self.ends.push(self.lits.len() as u32);
        self.summary.n_clauses += 1;
        self.summary.max_var_used = self.summary.max_var_used.max(max_var(clause));
    }

    /// The clauses, in order.
    #[must_use]
    pub fn clauses(&self) -> impl ExactSizeIterator<Item = &[Lit]> + Clone {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let end = end as usize;
            &self.lits[std::mem::replace(&mut start, end)..end]
        })
    }

    /// The clause at this place, from 0.
    ///
    /// # Panics
    /// There are not so many clauses.
    #[must_use]
    pub fn clause(&self, at: usize) -> &[Lit] {
        let start = if at == 0 { 0 } else { self.ends[at - 1] as usize };
        &self.lits[start..self.ends[at] as usize]
    }

    /// The formula of the first so many clauses, with room for as many as this one has.
    ///
    /// # Panics
    /// There are not so many clauses.
    #[must_use]
    pub fn prefix(&self, n_clauses: usize) -> Self {
        let n_lits = n_clauses.checked_sub(1).map_or(0, |last| self.ends[last] as usize);
        let mut prefix = Self::with_capacity(self.lits.len(), self.ends.len());
        prefix.lits.extend_from_slice(&self.lits[..n_lits]);
        prefix.ends.extend_from_slice(&self.ends[..n_clauses]);
        prefix.summary.n_clauses = n_clauses as u64;
        prefix.summary.max_var_used = max_var(&prefix.lits);
        prefix
    }

    /// Keeps the clauses whose place, from 0, is one that `keeps`.
    pub fn retain(&mut self, mut keeps: impl FnMut(usize) -> bool) {
        let (mut n_lits, mut n_clauses, mut start) = (0, 0, 0);
        for at in 0..self.ends.len() {
            let end = self.ends[at] as usize;
            if keeps(at) {
                self.lits.copy_within(start..end, n_lits);
                n_lits += end - start;
                self.ends[n_clauses] = n_lits as u32;
                n_clauses += 1;
            }
            start = end;
        }
        self.lits.truncate(n_lits);
        self.ends.truncate(n_clauses);
        self.summary.n_clauses = n_clauses as u64;
        self.summary.max_var_used = max_var(&self.lits);
    }

    /// Replaces each literal.
    pub fn map_lits(&mut self, map: impl Fn(Lit) -> Lit) {
        for lit in &mut self.lits {
            *lit = map(*lit);
        }
        self.summary.max_var_used = max_var(&self.lits);
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

/// The largest variable, 0 if there is none.
fn max_var(lits: &[Lit]) -> u32 {
    lits.iter().map(|lit| lit.var()).max().unwrap_or(0)
}
