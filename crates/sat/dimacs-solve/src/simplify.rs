//! Propagates the unit clauses and leaves what they do not decide.
//!
//! A pass over the clauses drops those with a true literal, strips false and repeated literals,
//! drops tautologies, and fixes the literal of each clause that is left with one. Passes read memory
//! in order, so they are repeated for as long as they halve the formula; what is left then is
//! propagated to the end over occurrence lists, with a counter of open literals a clause. So the time is
//! linear in the size of the formula.
//!
//! A Sudoku shrinks greatly: the givens alone decide most of the clauses.
//!
//! # References
//! - Dowling, Gallier: Linear-time algorithms for testing the satisfiability of propositional Horn
//!   formulae, Journal of Logic Programming 1, 1984 (counters and occurrence lists)

use sat_format::Lit;
use sat_format::dimacs::Cnf;

/// What the unit clauses leave.
pub(crate) struct Simplified {
    /// Literals that are true in every model.
    pub(crate) fixed: Vec<Lit>,
    /// Clauses over variables that are not fixed: of two literals or more, none of them repeated or
    /// beside its negation.
    pub(crate) open: Cnf,
}

/// Simplifies a formula whose variables are dense; `None` if it has no model.
pub(crate) fn simplify(cnf: &Cnf) -> Option<Simplified> {
    let mut values = Values::new(cnf.summary().max_var_used);
    let mut n_before = cnf.summary().n_clauses;
    let mut open = pass(cnf, &mut values)?;
    let mut n_known = 0;
    while values.fixed.len() > n_known {
        if open.summary().n_clauses > n_before / 2 {
            propagate(&open, &mut values)?;
        }
        n_known = values.fixed.len();
        n_before = open.summary().n_clauses;
        open = pass(&open, &mut values)?;
    }
    Some(Simplified { fixed: values.fixed, open })
}

/// The values that are fixed.
struct Values {
    /// By [`Lit::index`].
    of: Vec<Option<bool>>,
    /// The true literals, in the order in which they were found.
    fixed: Vec<Lit>,
}

impl Values {
    fn new(max_var: u32) -> Self {
        Self { of: vec![None; 2 * max_var as usize + 2], fixed: Vec::new() }
    }

    fn of(&self, lit: Lit) -> Option<bool> {
        self.of[lit.index()]
    }

    /// Fixes an open literal as true.
    fn fix(&mut self, lit: Lit) {
        self.of[lit.index()] = Some(true);
        self.of[(-lit).index()] = Some(false);
        self.fixed.push(lit);
    }
}

/// One pass over the clauses; `None` if one of them is left without a literal.
fn pass(cnf: &Cnf, values: &mut Values) -> Option<Cnf> {
    let mut open = Cnf::default();
    let mut lits = Vec::new();
    for clause in cnf.clauses() {
        if !open_literals(clause, values, &mut lits) {
            continue;
        }
        match *lits {
            [] => return None,
            [lit] => values.fix(lit),
            _ => open.push(&lits),
        }
    }
    Some(open)
}

/// Puts the open literals of the clause into `lits`, each once; false if the clause is always true.
fn open_literals(clause: &[Lit], values: &Values, lits: &mut Vec<Lit>) -> bool {
    lits.clear();
    for lit in clause {
        match values.of(*lit) {
            Some(true) => return false,
            Some(false) => {}
            None => lits.push(*lit),
        }
    }
    // Most clauses are pairs of two variables, and in order as they are.
    if !matches!(**lits, [a, b] if a.var() != b.var()) {
        lits.sort_unstable_by_key(|lit| lit.index());
        lits.dedup();
    }
    !lits.windows(2).any(|pair| pair[0] == -pair[1])
}

/// Fixes all that follows from what is fixed; `None` at a conflict.
fn propagate(cnf: &Cnf, values: &mut Values) -> Option<()> {
    let clauses: Vec<&[Lit]> = cnf.clauses().collect();
    let occurrences = Occurrences::new(&clauses, values.of.len());
    let mut n_open: Vec<u32> = clauses.iter().map(|clause| clause.len() as u32).collect();
    let mut next = 0;
    while let Some(&lit) = values.fixed.get(next) {
        next += 1;
        for &at in occurrences.of(-lit) {
            n_open[at as usize] -= 1;
            if n_open[at as usize] != 1 {
                continue;
            }
            // One literal was not yet met as a false one: it is true, open, or false and waiting.
            let clause = clauses[at as usize];
            if !clause.iter().any(|lit| values.of(*lit) == Some(true)) {
                let last = clause.iter().find(|lit| values.of(**lit).is_none())?;
                values.fix(*last);
            }
        }
    }
    Some(())
}

/// In which clauses each literal occurs: the lists of all literals in one array.
struct Occurrences {
    /// Where the list of each literal starts, by [`Lit::index`]; it ends where the next one starts.
    starts: Vec<usize>,
    clauses: Vec<u32>,
}

impl Occurrences {
    fn new(clauses: &[&[Lit]], n_literals: usize) -> Self {
        let mut starts = vec![0; n_literals + 2];
        for lit in clauses.iter().copied().flatten() {
            starts[lit.index() + 2] += 1;
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        // Filled from the start of each list, which `index + 1` holds until it is full: then it is
        // where the next list starts.
        let mut places = vec![0; starts[n_literals + 1]];
        for (at, clause) in (0..).zip(clauses) {
            for lit in *clause {
                let place = &mut starts[lit.index() + 1];
                places[*place] = at;
                *place += 1;
            }
        }
        Self { starts, clauses: places }
    }

    fn of(&self, lit: Lit) -> &[u32] {
        &self.clauses[self.starts[lit.index()]..self.starts[lit.index() + 1]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formulas::{any_formula, cnf, models};
    use proptest::prelude::*;

    #[test]
    fn units_fix_what_follows_from_them() {
        // A chain that each pass follows by one step, as its clauses are in the wrong order.
        let chain: Vec<Vec<i32>> =
            (1..1000).rev().map(|var| vec![-var, var + 1]).chain([vec![1]]).collect();
        let simplified = simplify(&cnf(&chain)).unwrap();
        assert_eq!(simplified.fixed.len(), 1000);
        assert_eq!(simplified.open.clauses().len(), 0);
        let contradiction: Vec<Vec<i32>> = chain.into_iter().chain([vec![-1000, -500]]).collect();
        assert!(simplify(&cnf(&contradiction)).is_none());
    }

    proptest! {
        #[test]
        fn the_models_stay_the_same(clauses in any_formula()) {
            let formula = cnf(&clauses);
            let n_vars = formula.n_vars();
            let Some(Simplified { fixed, open }) = simplify(&formula) else {
                prop_assert_eq!(models(&formula, n_vars).count(), 0);
                return Ok(());
            };
            for clause in open.clauses() {
                prop_assert!(clause.len() > 1);
                prop_assert!(clause.windows(2).all(|pair| pair[0].var() != pair[1].var()));
                prop_assert!(!clause.iter().any(|lit| fixed.contains(lit) || fixed.contains(&-*lit)));
            }
            let mut left = open;
            for lit in &fixed {
                left.push(&[*lit]);
            }
            prop_assert!(models(&formula, n_vars).eq(models(&left, n_vars)));
        }
    }
}
