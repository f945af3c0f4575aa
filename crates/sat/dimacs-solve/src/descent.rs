//! Looks for a model by one descent: decides variable after variable and never takes one back.
//!
//! Each variable that is still open gets the value that makes more clauses true, and all that follows
//! by units. Where a contradiction follows it gets the other value, and where one follows from that
//! too the descent is over. So the time is that of propagation, and bounded; a formula with many
//! models needs no search, of whatever size it is: implications in a row, pairs, Horn clauses.
//!
//! # References
//! - Chao, Franco: Probabilistic analysis of two heuristics for the 3-satisfiability problem, SIAM
//!   Journal on Computing 15, 1986
//! - Davis, Logemann, Loveland: A machine program for theorem-proving, CACM 5, 1962 (Horn clauses
//!   and pairs are easy for it)

use crate::effort::Effort;
use crate::propagator::Propagator;
use sat_format::Lit;
use sat_format::dimacs::Cnf;

/// Steps for each literal of the formula, and for any formula.
const STEPS: usize = 20;
const MIN_STEPS: usize = 1_000_000;

/// Whether the descent came down to a model, which is then on the trail; else everything is as it was.
pub(crate) fn finds_model(propagator: &mut Propagator, cnf: &Cnf, vars: &[u32]) -> bool {
    let start = propagator.trail().len();
    let surplus = surplus(cnf);
    let preferred = |lit: Lit| if surplus[lit.var() as usize] > 0 { lit } else { -lit };
    // In a Horn formula the other literals may all be false.
    let all_false = |lit: Lit| -lit;
    let decides: [&dyn Fn(Lit) -> Lit; 2] = [&preferred, &all_false];
    decides.iter().any(|decide| {
        propagator.effort = Effort::new(MIN_STEPS.max(STEPS * cnf.lits().len()));
        let found = descends(propagator, vars, decide);
        if !found {
            propagator.go_back(start);
        }
        found
    })
}

/// Whether each variable got a value, without a contradiction.
fn descends(propagator: &mut Propagator, vars: &[u32], decide: impl Fn(Lit) -> Lit) -> bool {
    for lit in vars.iter().map(|var| Lit::positive(*var)) {
        if propagator.value(lit).is_some() {
            continue;
        }
        if propagator.effort.is_spent() {
            return false;
        }
        let start = propagator.trail().len();
        let lit = decide(lit);
        if propagator.assume(lit).is_err() {
            propagator.go_back(start);
            if propagator.assume(-lit).is_err() {
                return false;
            }
        }
    }
    true
}

/// By variable, how many more clauses it is in than its negation.
fn surplus(cnf: &Cnf) -> Vec<i32> {
    let mut surplus = vec![0; cnf.summary().max_var_used as usize + 1];
    for lit in cnf.lits() {
        surplus[lit.var() as usize] += if lit.is_positive() { 1 } else { -1 };
    }
    surplus
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formulas::{any_formula, cnf, counted, structured_formula};
    use crate::numbering::occurring;
    use crate::probe::fix_failed_literals;
    use crate::simplify::simplify;
    use proptest::prelude::*;

    fn model(cnf: &Cnf) -> Option<Vec<Lit>> {
        let mut propagator = Propagator::new(cnf);
        let found = finds_model(&mut propagator, cnf, &occurring(cnf));
        assert!(found || propagator.trail().is_empty());
        found.then(|| propagator.trail().to_vec())
    }

    /// Whether the literals are a model of a formula that has not more than one value a variable.
    fn is_model(cnf: &Cnf, lits: &[Lit]) -> bool {
        !lits.iter().any(|lit| lits.contains(&-*lit))
            && cnf.clauses().all(|clause| clause.iter().any(|lit| lits.contains(lit)))
    }

    #[test]
    fn easy_formulas_need_no_search() {
        let ring: Vec<Vec<i32>> = (1..100).map(|var| vec![-var, var % 99 + 1]).collect();
        let both_ends = [ring.clone(), vec![vec![-99, 100], vec![99, -100], vec![1, 101]]].concat();
        // Most occurrences of 1 to 3 are positive; all that are so make the last clause false.
        let horn =
            [vec![-4, 1], vec![-4, 2], vec![-5, 1], vec![-5, 2], vec![-1, -2, 3], vec![-1, -2, -3]];
        for clauses in [ring, both_ends, horn.to_vec()] {
            let formula = cnf(&clauses);
            assert!(is_model(&formula, &model(&formula).unwrap()), "{clauses:?}");
        }
        assert_eq!(model(&cnf(&[vec![1, 2], vec![1, -2], vec![-1, 2], vec![-1, -2]])), None);
    }

    /// The steps for failed literals and a descent.
    fn n_steps(clauses: &[Vec<i32>]) -> usize {
        let formula = cnf(clauses);
        let vars = occurring(&formula);
        let mut propagator = Propagator::new(&formula);
        fix_failed_literals(&mut propagator, &vars, &mut ()).unwrap();
        let for_literals = propagator.effort.n_taken();
        finds_model(&mut propagator, &formula, &vars);
        for_literals + propagator.effort.n_taken()
    }

    #[test]
    fn twice_the_formula_is_about_twice_the_work() {
        for (name, [once, twice]) in counted(n_steps) {
            assert!(once > 1000 && 10 * twice <= 23 * once, "{name}: {once}, {twice}");
        }
    }

    proptest! {
        #[test]
        fn what_is_found_is_a_model(clauses in prop_oneof![any_formula(), structured_formula()]) {
            let Ok(simplified) = simplify(&cnf(&clauses)) else { return Ok(()) };
            if let Some(found) = model(&simplified.open) {
                prop_assert!(is_model(&simplified.open, &found), "{:?}", found);
            }
        }
    }
}
