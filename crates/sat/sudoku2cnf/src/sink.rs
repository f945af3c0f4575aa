//! Where an encoding's clauses go: a text, a list, a count.
//!
//! An encoding knows neither what is done with its clauses nor how many there are. It opens a group,
//! writes clauses, and takes fresh variables above those of the cells, in the same order each time, so
//! that a count that runs first is right for the text that follows.

use crate::Group;
use std::convert::Infallible;
use sudoku_core::{GridShape, VarMap};
use thiserror::Error;

/// Takes clauses. Literals are those of DIMACS: a variable from 1, or its negation as a negative number.
pub trait ClauseSink {
    /// Why it takes no more.
    type Error;

    /// Opens a group: the clauses that follow, up to the next one, belong to it.
    ///
    /// # Errors
    /// It takes no more.
    fn begin(&mut self, group: Group) -> Result<(), Self::Error>;

    /// Takes a clause: at least one of `literals` is true. Without literals it is the empty clause,
    /// which nothing satisfies.
    ///
    /// # Errors
    /// It takes no more.
    fn clause(&mut self, literals: &[i32]) -> Result<(), Self::Error>;

    /// Takes the clauses of "at most one of `literals` is true": one for each pair, in order.
    ///
    /// # Errors
    /// It takes no more.
    fn at_most_one(&mut self, literals: &[i32]) -> Result<(), Self::Error> {
        for (k, first) in literals.iter().enumerate() {
            for second in &literals[k + 1..] {
                self.clause(&[-first, -second])?;
            }
        }
        Ok(())
    }

    /// A variable that stands for nothing yet: the next one above all others.
    fn fresh_var(&mut self) -> i32;

    /// Asks whether to go on; an encoding asks now and then where it works long for its next clause.
    ///
    /// # Errors
    /// It takes no more.
    fn poll(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// Why a puzzle's clauses did not all go to a sink.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refusal<E> {
    /// The sink takes no more.
    #[error("{0}")]
    Sink(E),
    /// A constraint cannot be said in clauses; which one, and why.
    #[error("{0}")]
    Constraint(String),
}

impl<E> From<E> for Refusal<E> {
    fn from(error: E) -> Self {
        Self::Sink(error)
    }
}

/// The clauses would not fit the counters of DIMACS readers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the encoding has {count} clauses, more than the {max} = 2^31 - 1 that readers of DIMACS can count", max = i32::MAX)]
pub struct TooManyClauses {
    /// How many there were when the count stopped.
    pub count: u64,
}

/// Counts clauses and variables, for a header that stands before them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts {
    /// The largest variable.
    pub n_vars: u32,
    /// All clauses.
    pub n_clauses: u64,
    /// The clauses of each group, in the order of the groups.
    pub groups: Vec<(Group, u64)>,
}

impl Counts {
    pub(crate) fn new(shape: GridShape) -> Self {
        Self { n_vars: VarMap::new(shape).n_vars(), n_clauses: 0, groups: Vec::new() }
    }

    /// How many clauses a group has.
    #[must_use]
    pub fn of(&self, group: Group) -> u64 {
        self.groups.iter().filter(|(other, _)| *other == group).map(|(_, count)| count).sum()
    }

    fn add(&mut self, count: u64) -> Result<(), TooManyClauses> {
        self.n_clauses += count;
        if let Some((_, total)) = self.groups.last_mut() {
            *total += count;
        }
        if self.n_clauses > i32::MAX as u64 {
            return Err(TooManyClauses { count: self.n_clauses });
        }
        Ok(())
    }
}

impl ClauseSink for Counts {
    type Error = TooManyClauses;

    fn begin(&mut self, group: Group) -> Result<(), TooManyClauses> {
        self.groups.push((group, 0));
        Ok(())
    }

    fn clause(&mut self, _: &[i32]) -> Result<(), TooManyClauses> {
        self.add(1)
    }

    fn at_most_one(&mut self, literals: &[i32]) -> Result<(), TooManyClauses> {
        self.add(pairs(literals.len() as u64))
    }

    fn fresh_var(&mut self) -> i32 {
        self.n_vars += 1;
        self.n_vars.cast_signed()
    }
}

/// The clauses as a list, for a solver in the same process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clauses {
    /// The largest variable.
    pub n_vars: u32,
    /// Where each group begins, as an index into the clauses.
    pub groups: Vec<(Group, usize)>,
    literals: Vec<i32>,
    /// Where each clause ends in `literals`.
    ends: Vec<usize>,
}

impl Clauses {
    pub(crate) fn new(shape: GridShape) -> Self {
        let n_vars = VarMap::new(shape).n_vars();
        Self { n_vars, groups: Vec::new(), literals: Vec::new(), ends: Vec::new() }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The clause at an index below [`Self::len`].
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn get(&self, index: usize) -> &[i32] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.literals[start..self.ends[index]]
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = &[i32]> {
        (0..self.len()).map(|index| self.get(index))
    }
}

impl ClauseSink for Clauses {
    type Error = Infallible;

    fn begin(&mut self, group: Group) -> Result<(), Infallible> {
        self.groups.push((group, self.len()));
        Ok(())
    }

    fn clause(&mut self, literals: &[i32]) -> Result<(), Infallible> {
        self.literals.extend_from_slice(literals);
        self.ends.push(self.literals.len());
        Ok(())
    }

    fn fresh_var(&mut self) -> i32 {
        self.n_vars += 1;
        self.n_vars.cast_signed()
    }
}

/// `C(k, 2)`: the pairwise at-most-one clauses over `k` literals.
#[must_use]
pub fn pairs(k: u64) -> u64 {
    k * k.saturating_sub(1) / 2
}
