//! From a model of what is left to a model of the formula: the values of eliminated variables.
//!
//! For each clause that went with a variable the literal of that variable is kept. Last first, where
//! such a clause is false its literal is made true.
//!
//! # References
//! - Järvisalo, Biere: Reconstructing solutions after blocked clause elimination, SAT 2010

use crate::lit::Lit;

/// The clauses that went with eliminated variables, in the order in which they went.
#[derive(Debug, Default)]
pub(crate) struct Extension {
    /// Each starts with the literal of the eliminated variable.
    clauses: Vec<Vec<Lit>>,
}

impl Extension {
    /// Keeps a clause whose `witness` is of the eliminated variable.
    pub(crate) fn push(&mut self, witness: Lit, clause: impl Iterator<Item = Lit>) {
        let others = clause.filter(|lit| *lit != witness);
        self.clauses.push(std::iter::once(witness).chain(others).collect());
    }

    /// Takes back the clauses that went with a variable.
    pub(crate) fn take(&mut self, var: usize) -> Vec<Vec<Lit>> {
        let (taken, kept) = std::mem::take(&mut self.clauses)
            .into_iter()
            .partition(|clause: &Vec<Lit>| clause[0].var() == var);
        self.clauses = kept;
        taken
    }

    /// Gives the eliminated variables their values.
    pub(crate) fn extend(&self, model: &mut [bool]) {
        for clause in self.clauses.iter().rev() {
            if !clause.iter().any(|lit| model[lit.var()] != lit.is_negated()) {
                model[clause[0].var()] = !clause[0].is_negated();
            }
        }
    }
}
