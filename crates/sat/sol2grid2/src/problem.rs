//! The CNF that was solved, and the blocking clauses that are added to it.

use anyhow::Context;
use pipe_cli::Input;
use sat_format::dimacs::{self, Cnf, Error, Header, ReadOptions};
use sat_format::{Lit, Model};
use std::io::{self, Write};
use std::path::Path;
use sudoku_core::{Grid, VarMap};

/// A CNF and what was added to it.
#[derive(Debug)]
pub(crate) struct Problem {
    name: String,
    cnf: Cnf,
    blocking_clauses: Vec<Vec<Lit>>,
}

impl Problem {
    /// Reads the CNF; its warnings go to standard error.
    pub(crate) fn read(path: &Path) -> anyhow::Result<Self> {
        let mut input = Input::open(Some(path))?;
        let cnf = match Cnf::read(&mut input, ReadOptions::default()) {
            Ok(cnf) => cnf,
            Err(Error::Malformed(error)) => {
                return Err(input.error_at(error.line, error.column, &error));
            }
            Err(error) => return Err(error).context(input.name().to_owned()),
        };
        let name = input.name().to_owned();
        for warning in &cnf.summary().warnings {
            pipe_cli::warning(format!("{name}:{}:{}: {warning}", warning.line, warning.column));
        }
        Ok(Self { name, cnf, blocking_clauses: Vec::new() })
    }

    /// Whether grids were excluded.
    pub(crate) fn has_blocking_clauses(&self) -> bool {
        !self.blocking_clauses.is_empty()
    }

    /// Whether a model with its grid makes every clause true, the blocking clauses too; if not, what
    /// is wrong.
    ///
    /// A cell variable that the model does not list is what the grid says: a partial model may omit
    /// the false ones.
    pub(crate) fn fault(&self, model: &Model, grid: &Grid) -> Option<String> {
        let vars = VarMap::new(grid.shape());
        self.fault_of(|lit| match vars.cell_value(u64::from(lit.var())) {
            Ok((cell, value)) => (grid.get(cell) == Some(value)) == lit.is_positive(),
            Err(_) => model.value(lit.var()) == Some(lit.is_positive()),
        })
    }

    /// The same for a model of which nobody knows whether it is a grid; what it does not list is false.
    pub(crate) fn fault_without_grid(&self, model: &Model) -> Option<String> {
        self.fault_of(|lit| model.value(lit.var()).unwrap_or(false) == lit.is_positive())
    }

    fn fault_of(&self, is_true: impl Fn(&Lit) -> bool) -> Option<String> {
        let blocking_clauses = self.blocking_clauses.iter().map(Vec::as_slice);
        let mut clauses = (1_usize..).zip(self.cnf.clauses().chain(blocking_clauses));
        let (number, clause) = clauses.find(|(_, clause)| !clause.iter().any(&is_true))?;
        Some(if number <= self.cnf.clauses().len() {
            format!("the model makes clause {number} of {} false: {}", self.name, shown(clause))
        } else {
            "the model is a solution that was found before".to_owned()
        })
    }

    /// The name of its file, as messages show it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Adds the clause that excludes a grid.
    pub(crate) fn block(&mut self, grid: &Grid) {
        self.blocking_clauses.push(blocking_clause(grid));
    }

    /// The clauses of the file, in its order.
    pub(crate) fn clauses(&self) -> impl ExactSizeIterator<Item = &[Lit]> {
        self.cnf.clauses()
    }

    /// Writes everything as a CNF whose header is right: it announces what is used, because solvers
    /// take memory for all that is announced.
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let blocked = self.blocking_clauses.iter().flatten().map(|lit| lit.var()).max();
        let header = Header {
            n_vars: self.cnf.summary().max_var_used.max(blocked.unwrap_or(0)),
            n_clauses: (self.cnf.clauses().len() + self.blocking_clauses.len()) as u64,
        };
        dimacs::write_header(out, header)?;
        for clause in self.cnf.clauses() {
            dimacs::write_clause(out, clause)?;
        }
        for clause in &self.blocking_clauses {
            dimacs::write_clause(out, clause)?;
        }
        Ok(())
    }
}

/// Not all of the variables that are true in a grid: cells outside it make no other solution.
pub(crate) fn blocking_clause(grid: &Grid) -> Vec<Lit> {
    let vars = VarMap::new(grid.shape());
    grid.filled().filter_map(|(cell, value)| Lit::new(-(vars.var(cell, value) as i32))).collect()
}

/// The first literals of a clause, as the file has them.
fn shown(clause: &[Lit]) -> String {
    const SHOWN: usize = 10;
    let literals: Vec<String> = clause.iter().take(SHOWN).map(ToString::to_string).collect();
    let end = if clause.len() > SHOWN { ".." } else { "0" };
    format!("{} {end}", literals.join(" ")).trim_start().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudoku_core::GridShape;

    /// A cell outside holds a value in each model, and makes no other grid of it.
    #[test]
    fn cells_outside_are_not_blocked() {
        let shape = GridShape::new(1, 2, 1, 2).unwrap().with_outside(3).unwrap();
        let grid = Grid::of_shape(shape, None, vec![Some(0), Some(1), Some(1), Some(0), None]);
        assert_eq!(blocking_clause(&grid).len(), 2);
    }
}
