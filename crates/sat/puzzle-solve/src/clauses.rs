//! A puzzle's clauses on their way to the engine: counted before the first is made, and given up when the time is over.

use crate::engine::{Cdcl, Engine};
use std::time::Instant;
use sudoku_core::{Puzzle, VarMap};
use sudoku2cnf::{ClauseSink, Encoding, Group, Refusal, encode_into, pairs};
use thiserror::Error;

/// How many clauses are taken between two looks at the clock.
const UNWATCHED: u32 = 1024;

/// What may be spent on a puzzle.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// When its questions have no answer any more.
    pub deadline: Option<Instant>,
    /// The most literals of all its clauses together.
    pub literals: u64,
}

/// Why a puzzle has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NoAnswer {
    /// The time was over first.
    #[error("the time was over before there was an answer")]
    Time,
    /// Its clauses have more than so many literals.
    #[error("its clauses have more than {0} literals; --max-literals allows more")]
    Size(u64),
}

/// The selector of each constraint that has one: its clauses hold where that is true.
pub(crate) type Selectors = Vec<(usize, i32)>;

/// An engine with the clauses of a puzzle; those of a constraint hold where its selector is true, if there are selectors.
///
/// # Errors
/// [`NoAnswer`]; a constraint cannot be encoded; the system has no thread for the clock.
pub(crate) fn engine(
    puzzle: &Puzzle,
    has_selectors: bool,
    limits: Limits,
) -> anyhow::Result<(Cdcl, Selectors)> {
    let clock = Clock { deadline: limits.deadline, left: 0 };
    write(puzzle, &mut Size { n_literals: 0, n_vars: 0, limits, clock })?;
    let mut engine = Cdcl::new(VarMap::new(puzzle.rules.shape()).n_vars(), limits.deadline)?;
    let mut sink =
        Taken { engine: &mut engine, clock, has_selectors, selector: None, selectors: Vec::new() };
    write(puzzle, &mut sink)?;
    let selectors = sink.selectors;
    Ok((engine, selectors))
}

fn write(puzzle: &Puzzle, sink: &mut impl ClauseSink<Error = NoAnswer>) -> anyhow::Result<()> {
    // The givens come first, so that later clauses which they fulfil are not kept.
    encode_into(puzzle, Encoding::Extended, sink).map_err(|refusal| match refusal {
        // Whoever asks looks for this type.
        Refusal::Sink(no_answer) => no_answer.into(),
        refusal => refusal.into(),
    })
}

/// Looks at the time now and then.
#[derive(Debug, Clone, Copy)]
struct Clock {
    deadline: Option<Instant>,
    left: u32,
}

impl Clock {
    fn poll(&mut self) -> Result<(), NoAnswer> {
        if self.left > 0 {
            self.left -= 1;
            return Ok(());
        }
        self.left = UNWATCHED;
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(NoAnswer::Time),
            _ => Ok(()),
        }
    }
}

/// Counts literals.
struct Size {
    n_literals: u64,
    n_vars: i32,
    limits: Limits,
    clock: Clock,
}

impl Size {
    fn add(&mut self, n_literals: u64) -> Result<(), NoAnswer> {
        self.clock.poll()?;
        self.n_literals = self.n_literals.saturating_add(n_literals);
        if self.n_literals > self.limits.literals {
            return Err(NoAnswer::Size(self.limits.literals));
        }
        Ok(())
    }
}

impl ClauseSink for Size {
    type Error = NoAnswer;

    fn begin(&mut self, _: Group) -> Result<(), NoAnswer> {
        Ok(())
    }

    fn clause(&mut self, literals: &[i32]) -> Result<(), NoAnswer> {
        self.add(literals.len() as u64)
    }

    fn at_most_one(&mut self, literals: &[i32]) -> Result<(), NoAnswer> {
        self.add(2 * pairs(literals.len() as u64))
    }

    /// Nobody reads these: they only have to be variables.
    fn fresh_var(&mut self) -> i32 {
        self.n_vars += 1;
        self.n_vars
    }

    fn poll(&mut self) -> Result<(), NoAnswer> {
        self.clock.poll()
    }
}

/// Hands the clauses to the engine.
struct Taken<'a> {
    engine: &'a mut Cdcl,
    clock: Clock,
    has_selectors: bool,
    /// That of the constraint whose clauses come.
    selector: Option<i32>,
    selectors: Selectors,
}

impl ClauseSink for Taken<'_> {
    type Error = NoAnswer;

    fn begin(&mut self, group: Group) -> Result<(), NoAnswer> {
        self.selector = match group {
            Group::Constraint(index) if self.has_selectors => {
                let selector = self.engine.fresh_var();
                self.selectors.push((index, selector));
                Some(selector)
            }
            _ => None,
        };
        Ok(())
    }

    fn clause(&mut self, literals: &[i32]) -> Result<(), NoAnswer> {
        self.clock.poll()?;
        match self.selector {
            None => self.engine.add_clause(literals),
            Some(selector) => self.engine.add_clause(&[literals, &[-selector]].concat()),
        }
        Ok(())
    }

    fn fresh_var(&mut self) -> i32 {
        self.engine.fresh_var()
    }

    fn poll(&mut self) -> Result<(), NoAnswer> {
        self.clock.poll()
    }
}
