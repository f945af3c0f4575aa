//! Finds failed literals: a literal from which a contradiction follows by units alone is false.
//!
//! Each open literal in turn is taken to be true and propagated. What failed is fixed as false, with
//! all that follows, and the round goes on until a whole one finds nothing, or the budget is spent.
//!
//! # References
//! - Freeman: Improvements to Propositional Satisfiability Search Algorithms, thesis, University of
//!   Pennsylvania, 1995
//! - Lynce, Marques-Silva: Probing-Based Preprocessing Techniques for Propositional Satisfiability,
//!   ICTAI 2003

use crate::assignment::Conflict;
use crate::effort::Effort;
use crate::propagator::Propagator;
use sat_format::Lit;
use sat_format::proof::ProofSink;

/// Literals of clauses that may be looked at.
const STEPS: usize = 20_000_000;

/// Fixes literals of these variables that are true in every model.
///
/// # Errors
/// There is no model.
pub(crate) fn fix_failed_literals(
    propagator: &mut Propagator,
    vars: &[u32],
    proof: &mut dyn ProofSink,
) -> Result<(), Conflict> {
    propagator.effort = Effort::new(STEPS);
    let lits: Vec<Lit> =
        vars.iter().map(|var| Lit::positive(*var)).flat_map(|lit| [lit, -lit]).collect();
    // How many literals in a row did not fail.
    let mut n_passed = 0;
    for &lit in lits.iter().cycle() {
        if n_passed == lits.len() || propagator.effort.is_spent() {
            break;
        }
        n_passed += 1;
        if propagator.value(lit).is_none() && fails(propagator, lit) {
            n_passed = 0;
            proof.add(&[-lit]);
            propagator.assume(-lit)?;
        }
    }
    Ok(())
}

/// Whether a contradiction follows from an open literal; leaves everything as it was.
fn fails(propagator: &mut Propagator, lit: Lit) -> bool {
    let start = propagator.trail().len();
    let fails = propagator.assume(lit).is_err();
    propagator.go_back(start);
    fails
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formulas::{cnf, models, structured_formula};
    use crate::numbering::occurring;
    use crate::simplify::simplify;
    use proptest::prelude::*;
    use sat_format::dimacs::Cnf;

    fn failed_literals(cnf: &Cnf) -> Option<Vec<Lit>> {
        let mut propagator = Propagator::new(cnf);
        fix_failed_literals(&mut propagator, &occurring(cnf), &mut ()).ok()?;
        Some(propagator.trail().to_vec())
    }

    fn failed(clauses: &[Vec<i32>]) -> Option<Vec<i32>> {
        Some(failed_literals(&cnf(clauses))?.iter().map(|lit| lit.number()).collect())
    }

    fn with_units(formula: &Cnf, lits: &[Lit]) -> Cnf {
        let mut more = formula.clone();
        for lit in lits {
            more.push(&[*lit]);
        }
        more
    }

    #[test]
    fn literals_fail_by_pairs_and_by_longer_clauses() {
        assert_eq!(failed(&[vec![1, 2], vec![1, -2]]), Some(vec![1]));
        let longer = [vec![-1, 2], vec![-1, 3], vec![-2, -3, 4], vec![-2, -3, -4], vec![1, 5, 6]];
        assert_eq!(failed(&longer), Some(vec![-1]));
        // 4 fails only once 3 is known to be false, and then 5 is true.
        let twice = [vec![-4, 3, 6], vec![-4, 3, -6], vec![4, 5], vec![-3, 7], vec![-3, -7]];
        assert_eq!(failed(&twice), Some(vec![-3, -4, 5]));
    }

    #[test]
    fn a_contradiction_and_its_absence() {
        assert_eq!(failed(&[vec![1, 2], vec![-1, 2], vec![1, -2], vec![-1, -2]]), None);
        assert_eq!(failed(&[vec![1, 2, 3], vec![-1, -2], vec![-2, -3]]), Some(vec![]));
        assert_eq!(failed(&[]), Some(vec![]));
    }

    proptest! {
        #[test]
        fn what_failed_is_false_in_every_model(clauses in structured_formula()) {
            let Ok(simplified) = simplify(&cnf(&clauses)) else { return Ok(()) };
            let formula = simplified.open;
            let n_vars = formula.n_vars();
            let Some(found) = failed_literals(&formula) else {
                prop_assert_eq!(models(&formula, n_vars).next(), None);
                return Ok(());
            };
            let more = with_units(&formula, &found);
            prop_assert!(models(&formula, n_vars).eq(models(&more, n_vars)));
        }

        #[test]
        fn a_literal_fails_exactly_if_units_contradict_it(clauses in structured_formula()) {
            let Ok(simplified) = simplify(&cnf(&clauses)) else { return Ok(()) };
            let Some(found) = failed_literals(&simplified.open) else { return Ok(()) };
            let rest = with_units(&simplified.open, &found);
            for lit in (1..=rest.n_vars() as i32).flat_map(|var| [Lit::new(var), Lit::new(-var)]) {
                let lit = lit.unwrap();
                prop_assert_eq!(simplify(&with_units(&rest, &[lit])).is_err(), found.contains(&-lit), "{}", lit);
            }
        }
    }
}
