//! An assignment of truth values to variables, perhaps a partial one.

use crate::Lit;
use thiserror::Error;

/// A variable that is both true and false.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("contradictory model: variable {0} is both true and false")]
pub struct ContradictoryModel(pub u32);

/// Literals that are true together, at most one a variable.
///
/// Its size is that of the literals it was made of, however large the numbers of their variables.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Model {
    /// Sorted by variable.
    literals: Vec<Lit>,
}

impl Model {
    /// The model of these literals, in any order; repeated ones count once.
    ///
    /// # Errors
    /// A variable is there with both signs.
    pub fn new(mut literals: Vec<Lit>) -> Result<Self, ContradictoryModel> {
        literals.sort_unstable_by_key(|lit| (lit.var(), lit.is_positive()));
        literals.dedup();
        match literals.windows(2).find(|pair| pair[0].var() == pair[1].var()) {
            Some(pair) => Err(ContradictoryModel(pair[0].var())),
            None => Ok(Self { literals }),
        }
    }

    /// The true literals, by ascending variable.
    #[must_use]
    pub fn literals(&self) -> &[Lit] {
        &self.literals
    }

    /// The value of a variable, `None` if the model leaves it open.
    #[must_use]
    pub fn value(&self, var: u32) -> Option<bool> {
        // In a complete model the literal of variable v is the v-th.
        let first = self.literals.get((var as usize).wrapping_sub(1));
        let found = first.filter(|lit| lit.var() == var).or_else(|| {
            let at = self.literals.binary_search_by_key(&var, |lit| lit.var()).ok()?;
            self.literals.get(at)
        });
        found.map(|lit| lit.is_positive())
    }

    /// Whether it makes a literal of the clause true.
    #[must_use]
    pub fn satisfies(&self, clause: &[Lit]) -> bool {
        clause.iter().any(|lit| self.value(lit.var()) == Some(lit.is_positive()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lits(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().map(|number| Lit::new(*number).unwrap()).collect()
    }

    #[test]
    fn values_and_clauses() {
        let model = Model::new(lits(&[5, -2, 5, i32::MAX])).unwrap();
        assert_eq!(
            [5, 2, 3, i32::MAX as u32].map(|var| model.value(var)),
            [Some(true), Some(false), None, Some(true)]
        );
        assert!(model.satisfies(&lits(&[2, 3, 5])) && model.satisfies(&lits(&[-2])));
        assert!(!model.satisfies(&lits(&[2, 3, -3])) && !model.satisfies(&[]));
        assert_eq!(Model::new(lits(&[1, 2, -1])), Err(ContradictoryModel(1)));
    }
}
