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

use crate::assignment::{Assignment, Conflict};
use crate::lists::Lists;
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

impl Simplified {
    /// Adds clauses that follow from the formula, without repeated literals, and simplifies again if
    /// there is a unit among them.
    ///
    /// # Errors
    /// There is no model.
    pub(crate) fn add<C: AsRef<[Lit]>>(
        &mut self,
        clauses: impl IntoIterator<Item = C>,
    ) -> Result<(), Conflict> {
        let mut has_unit = false;
        for clause in clauses {
            has_unit |= clause.as_ref().len() == 1;
            self.open.push(clause.as_ref());
        }
        if !has_unit {
            return Ok(());
        }
        let Simplified { fixed, open } = simplify(&self.open)?;
        self.fixed.extend(fixed);
        self.open = open;
        Ok(())
    }
}

/// Simplifies a formula whose variables are dense.
///
/// # Errors
/// It has no model.
pub(crate) fn simplify(cnf: &Cnf) -> Result<Simplified, Conflict> {
    let mut values = Assignment::new(cnf.summary().max_var_used);
    let mut n_before = cnf.summary().n_clauses;
    let mut open = pass(cnf, &mut values)?;
    let mut n_known = 0;
    while values.trail().len() > n_known {
        if open.summary().n_clauses > n_before / 2 {
            propagate(&open, &mut values)?;
        }
        n_known = values.trail().len();
        n_before = open.summary().n_clauses;
        open = pass(&open, &mut values)?;
    }
    Ok(Simplified { fixed: values.into_trail(), open })
}

/// The formula with each clause of two literals once.
pub(crate) fn without_repeated_pairs(mut cnf: Cnf) -> Cnf {
    let n_literals = 2 * cnf.summary().max_var_used as usize + 2;
    let pairs = (0..).zip(cnf.clauses()).filter_map(|(at, clause)| match *clause {
        [a, b] => Some((a.min(b).index(), (a.max(b), at))),
        _ => None,
    });
    let mut is_repeated = vec![false; cnf.clauses().len()];
    let mut last_with = vec![None; n_literals];
    let by_first: Lists<(Lit, u32)> = Lists::new(n_literals, pairs);
    for (first, (second, at)) in by_first.pairs() {
        is_repeated[at as usize] = last_with[second.index()].replace(first) == Some(first);
    }
    cnf.retain(|at| !is_repeated[at]);
    cnf
}

/// One pass over the clauses; a conflict if one of them is left without a literal.
fn pass(cnf: &Cnf, values: &mut Assignment) -> Result<Cnf, Conflict> {
    let mut open = Cnf::with_capacity(cnf.lits().len(), cnf.clauses().len());
    let mut lits = Vec::new();
    for clause in cnf.clauses() {
        if !open_literals(clause, values, &mut lits) {
            continue;
        }
        match *lits {
            [] => return Err(Conflict),
            [lit] => values.set(lit),
            _ => open.push(&lits),
        }
    }
    Ok(open)
}

/// Puts the open literals of the clause into `lits`, each once; false if the clause is always true.
fn open_literals(clause: &[Lit], values: &Assignment, lits: &mut Vec<Lit>) -> bool {
    lits.clear();
    for lit in clause {
        match values.value(*lit) {
            Some(true) => return false,
            Some(false) => {}
            None => lits.push(*lit),
        }
    }
    // Most clauses are pairs of two variables, and in order as they are.
    if !matches!(**lits, [a, b] if a.var() != b.var()) {
        lits.sort_unstable();
        lits.dedup();
    }
    !lits.windows(2).any(|pair| pair[0] == -pair[1])
}

/// Fixes all that follows from what is fixed.
fn propagate(cnf: &Cnf, values: &mut Assignment) -> Result<(), Conflict> {
    let occurrences = (0..).zip(cnf.clauses());
    let occurrences =
        occurrences.flat_map(|(at, clause)| clause.iter().map(move |lit| (lit.index(), at)));
    let occurrences = Lists::new(values.n_indices(), occurrences);
    let mut n_open: Vec<u32> = cnf.clauses().map(|clause| clause.len() as u32).collect();
    let mut next = 0;
    while let Some(&lit) = values.trail().get(next) {
        next += 1;
        for &at in occurrences.of((-lit).index()) {
            n_open[at as usize] -= 1;
            if n_open[at as usize] != 1 {
                continue;
            }
            // One literal was not yet met as a false one: it is true, open, or false and waiting.
            let clause = cnf.clause(at as usize);
            if !clause.iter().any(|lit| values.value(*lit) == Some(true)) {
                let last =
                    clause.iter().find(|lit| values.value(**lit).is_none()).ok_or(Conflict)?;
                values.set(*last);
            }
        }
    }
    Ok(())
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
        assert!(simplify(&cnf(&contradiction)).is_err());
    }

    #[test]
    fn pairs_are_left_once() {
        let clauses =
            [vec![2, -1], vec![1, 2], vec![-1, 2], vec![1, 2, 3], vec![1, 2, 3], vec![3, 1]];
        let once = without_repeated_pairs(cnf(&clauses));
        let expected = [&clauses[..2], &clauses[3..]].concat();
        assert_eq!(once, cnf(&expected));
    }

    proptest! {
        #[test]
        fn the_models_stay_the_same(clauses in any_formula()) {
            let formula = cnf(&clauses);
            let n_vars = formula.n_vars();
            let Ok(Simplified { fixed, open }) = simplify(&formula) else {
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
