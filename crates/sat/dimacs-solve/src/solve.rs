//! From a formula to a checked answer: renumber, simplify, search, complete, check.

use crate::numbering::{Numbering, is_sparse, occurring};
use crate::{engine, simplify::simplify};
use anyhow::{Context, ensure};
use sat_format::dimacs::Cnf;
use sat_format::{Lit, Model};

/// A model lists each variable up to the largest, unless more than this many occur nowhere: a few
/// bytes of input shall not make gigabytes of output.
const MAX_UNUSED_LISTED: usize = 1 << 20;

/// What a formula is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Satisfiable: this assignment makes each clause true.
    Sat(Model),
    /// Unsatisfiable.
    Unsat,
}

/// What the work was, for the curious.
#[derive(Debug, Clone, Copy, Default)]
#[expect(clippy::struct_field_names, reason = "n_vars and n_clauses are the words of the format")]
pub(crate) struct Statistics {
    pub(crate) n_vars: usize,
    pub(crate) n_clauses: usize,
    /// Variables that the unit clauses fix.
    pub(crate) n_fixed: usize,
    /// Variables and clauses that are left to the search.
    pub(crate) n_open_vars: usize,
    pub(crate) n_open_clauses: usize,
}

/// Solves a formula; a model has been checked against each of its clauses.
///
/// # Errors
/// The search failed, or what it found is no model.
pub(crate) fn solve(cnf: &Cnf, seed: u64) -> anyhow::Result<(Answer, Statistics)> {
    let mut statistics = Statistics {
        n_vars: cnf.n_vars() as usize,
        n_clauses: cnf.clauses().len(),
        ..Statistics::default()
    };
    let found = if is_sparse(cnf) {
        let numbering = Numbering::new(cnf, 0);
        let lits = solve_dense(&numbering.renumber(cnf), seed, &mut statistics)?;
        lits.map(|lits| lits.into_iter().map(|lit| numbering.original(lit)).collect())
    } else {
        solve_dense(cnf, seed, &mut statistics)?
    };
    let Some(lits) = found else { return Ok((Answer::Unsat, statistics)) };
    let model = complete(cnf, lits)?;
    ensure!(
        cnf.clauses().all(|clause| model.satisfies(clause)),
        "internal error: the assignment found is no model"
    );
    Ok((Answer::Sat(model), statistics))
}

/// True literals that satisfy a formula with dense variables; `None` if there are none such.
fn solve_dense(
    cnf: &Cnf,
    seed: u64,
    statistics: &mut Statistics,
) -> anyhow::Result<Option<Vec<Lit>>> {
    let Some(simplified) = simplify(cnf) else { return Ok(None) };
    let numbering = Numbering::new(&simplified.open, seed);
    statistics.n_fixed = simplified.fixed.len();
    statistics.n_open_vars = numbering.len();
    statistics.n_open_clauses = simplified.open.clauses().len();
    let found = engine::solve(&numbering.renumber(&simplified.open), numbering.len())?;
    Ok(found.map(|lits| {
        let mut all = simplified.fixed;
        all.extend(lits.into_iter().map(|lit| numbering.original(lit)));
        all
    }))
}

/// The model of these true literals in which all other variables are false.
fn complete(cnf: &Cnf, true_lits: Vec<Lit>) -> anyhow::Result<Model> {
    let fault = "internal error: the search contradicts itself";
    let partial = Model::new(true_lits).context(fault)?;
    let occurring = occurring(cnf);
    let n_vars = cnf.n_vars();
    let listed = if n_vars as usize - occurring.len() > MAX_UNUSED_LISTED {
        occurring
    } else {
        (1..=n_vars).collect()
    };
    let mut given = partial.literals().iter().copied().peekable();
    let lits = listed.into_iter().filter_map(|var| {
        // Both lists ascend, and the partial one has no variable that is not listed.
        given.next_if(|lit| lit.var() == var).or_else(|| Lit::new(-(var as i32)))
    });
    Model::new(lits.collect()).context(fault)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formulas::{any_formula, cnf, models};
    use proptest::prelude::*;

    fn model_of(text: &str) -> Option<Vec<i32>> {
        let formula = Cnf::read(text.as_bytes(), sat_format::dimacs::ReadOptions::default());
        match solve(&formula.unwrap(), 0).unwrap().0 {
            Answer::Sat(model) => Some(model.literals().iter().map(|lit| lit.number()).collect()),
            Answer::Unsat => None,
        }
    }

    #[test]
    fn models_have_all_variables_of_header_and_clauses() {
        assert_eq!(model_of("p cnf 0 0"), Some(vec![]));
        assert_eq!(model_of("p cnf 0 1\n0"), None);
        assert_eq!(model_of("p cnf 3 1\n-2 2 0"), Some(vec![-1, -2, -3]));
        assert_eq!(model_of("p cnf 3 1\n5 0"), Some(vec![-1, -2, -3, -4, 5]));
        assert_eq!(model_of("p cnf 3 2\n2 0 -2 0"), None);
    }

    #[test]
    fn a_model_lists_no_millions_of_variables_that_occur_nowhere() {
        assert_eq!(model_of("p cnf 134217728 1\n3 0"), Some(vec![3]));
        assert_eq!(model_of("p cnf 1 2\n134217728 7 0 -7 0"), Some(vec![-7, 134_217_728]));
        assert_eq!(model_of("p cnf 1000001 1\n3 0").map(|lits| lits.len()), Some(1_000_001));
    }

    #[test]
    fn an_assignment_that_contradicts_itself_is_no_model() {
        let lits = [2, -2].into_iter().filter_map(Lit::new).collect();
        let error = complete(&cnf(&[vec![2]]), lits).unwrap_err();
        assert_eq!(error.to_string(), "internal error: the search contradicts itself");
    }

    proptest! {
        #[test]
        fn verdicts_are_those_of_trying_all(clauses in any_formula(), seed in 0_u64..3) {
            let formula = cnf(&clauses);
            let answer = solve(&formula, seed).unwrap().0;
            let Answer::Sat(model) = answer else {
                prop_assert_eq!(models(&formula, formula.n_vars()).next(), None);
                return Ok(());
            };
            prop_assert_eq!(model.literals().len(), formula.n_vars() as usize);
            prop_assert!(formula.clauses().all(|clause| model.satisfies(clause)));
        }
    }
}
