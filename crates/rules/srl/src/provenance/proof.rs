//! Joins derivations into one list of steps.

use super::{Derivation, DerivationStep, Reason, write_trees};
use rdf_graph::term::Term;
use std::collections::HashMap;
use std::fmt;

/// Why triples hold, down to the data.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Proof {
    /// The steps; each stands on steps before it.
    pub steps: Vec<DerivationStep>,
    /// The steps of the triples that were asked for.
    pub roots: Vec<usize>,
}

impl fmt::Display for Proof {
    /// A tree for each root; a triple that comes again is not explained again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_trees(f, &self.steps, &self.roots)
    }
}

/// Makes a [`Proof`] of derivations, those first that later ones stand on: what one explains, others that have it
/// from an earlier round point at.
#[derive(Debug)]
pub struct ProofBuilder {
    steps: Vec<DerivationStep>,
    /// The steps by what they say, for each assumption within the one before it.
    scopes: Vec<HashMap<[Term; 3], usize>>,
}

impl Default for ProofBuilder {
    fn default() -> Self {
        Self { steps: Vec::new(), scopes: vec![HashMap::new()] }
    }
}

impl ProofBuilder {
    /// Adds a derivation; gives the step of what it derives, `None` if it has no steps.
    pub fn derive(&mut self, derivation: &Derivation) -> Option<usize> {
        let mut numbers: Vec<usize> = Vec::with_capacity(derivation.steps.len());
        for step in &derivation.steps {
            let number = if let Some(known) = self.find(&step.triple) {
                known
            } else {
                let reason = step.reason.clone().renumbered(|local| numbers[local]);
                self.step(step.triple.clone(), reason)
            };
            numbers.push(number);
        }
        numbers.last().copied()
    }

    /// Adds a step.
    pub fn step(&mut self, triple: [Term; 3], reason: Reason) -> usize {
        self.steps.push(DerivationStep { triple: triple.clone(), reason });
        let number = self.steps.len() - 1;
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(triple, number);
        }
        number
    }

    fn find(&self, triple: &[Term; 3]) -> Option<usize> {
        self.scopes.iter().rev().find_map(|scope| scope.get(triple).copied())
    }

    /// Supposes a triple: what is added from now on stands on it, until [`Self::close`].
    pub(crate) fn suppose(&mut self, triple: [Term; 3]) -> usize {
        self.scopes.push(HashMap::new());
        self.step(triple, Reason::Assumed)
    }

    /// Ends the last supposition.
    pub(crate) fn close(&mut self) {
        self.scopes.pop();
    }

    /// The steps that the roots stand on.
    #[must_use]
    pub fn finish(self, roots: &[usize]) -> Proof {
        let mut needed = vec![false; self.steps.len()];
        for &root in roots {
            needed[root] = true;
        }
        for number in (0..self.steps.len()).rev() {
            if needed[number] {
                for step in self.steps[number].reason.explained_by() {
                    needed[step] = true;
                }
            }
        }
        let mut numbers = vec![0; self.steps.len()];
        let mut steps = Vec::new();
        for (number, step) in self.steps.into_iter().enumerate() {
            if needed[number] {
                numbers[number] = steps.len();
                let reason = step.reason.renumbered(|number| numbers[number]);
                steps.push(DerivationStep { triple: step.triple, reason });
            }
        }
        Proof { steps, roots: roots.iter().map(|&root| numbers[root]).collect() }
    }
}
