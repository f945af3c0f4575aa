//! From a formula to a checked answer: renumber, simplify, count, probe, descend, search, complete,
//! check.

use crate::assignment::Conflict;
use crate::descent::finds_model;
use crate::engine::Engines;
use crate::exactly_one::{self, Counting};
use crate::numbering::{Numbering, is_sparse, occurring, shuffle};
use crate::probe::fix_failed_literals;
use crate::proof::{Proof, Renumbered};
use crate::propagator::Propagator;
use crate::simplify::{Simplified, simplify, without_repeated_pairs};
use anyhow::{Context, ensure};
use sat_format::dimacs::Cnf;
use sat_format::{Lit, Model};

/// A model lists each variable up to the largest, unless more than this many occur nowhere: a few
/// bytes of input must not produce gigabytes of output.
const MAX_UNUSED_LISTED: usize = 1 << 20;

/// How often clauses are counted: once more after each time that this fixed variables.
const MAX_ROUNDS: usize = 3;

/// Whether a formula is satisfiable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Satisfiability {
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
    /// Clauses that follow from counting, and literals that failed.
    pub(crate) n_counted: usize,
    pub(crate) n_failed: usize,
    /// Variables and clauses that are left to the search.
    pub(crate) n_open_vars: usize,
    pub(crate) n_open_clauses: usize,
}

/// How a formula is solved.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Method {
    /// Decides the order of the search.
    pub(crate) seed: u64,
    pub(crate) counting: Counting,
}

/// Solves a formula; a model has been checked against each of its clauses. If there is none, the
/// proof gets every step but the last, the empty clause.
///
/// # Errors
/// The search failed, or what it found is no model.
pub(crate) fn solve(
    cnf: &Cnf,
    method: Method,
    engines: &Engines,
    proof: &mut dyn Proof,
) -> anyhow::Result<(Satisfiability, Statistics)> {
    let mut task = Task { method, engines, statistics: Statistics::default() };
    task.statistics.n_vars = cnf.n_vars() as usize;
    task.statistics.n_clauses = cnf.clauses().len();
    let found = if is_sparse(cnf) {
        let numbering = Numbering::new(cnf, 0);
        let proof = &mut Renumbered { proof, numbering: &numbering };
        let lits = task.solve_dense(&numbering.renumber(cnf), proof)?;
        lits.map(|lits| lits.into_iter().map(|lit| numbering.original(lit)).collect())
    } else {
        task.solve_dense(cnf, proof)?
    };
    let statistics = task.statistics;
    let Some(lits) = found else { return Ok((Satisfiability::Unsat, statistics)) };
    let model = complete(cnf, lits)?;
    ensure!(
        cnf.clauses().all(|clause| model.satisfies(clause)),
        "internal error: the assignment found is no model"
    );
    Ok((Satisfiability::Sat(model), statistics))
}

/// How to solve, and what was done so far.
struct Task<'a> {
    method: Method,
    engines: &'a Engines,
    statistics: Statistics,
}

impl Task<'_> {
    /// True literals that satisfy a formula with dense variables; `None` if there are none such.
    fn solve_dense(
        &mut self,
        cnf: &Cnf,
        proof: &mut dyn Proof,
    ) -> anyhow::Result<Option<Vec<Lit>>> {
        let Ok(reduced) = self.reduce(cnf, proof) else { return Ok(None) };
        let open = without_repeated_pairs(&reduced.open);
        let numbering = Numbering::new(&open, self.method.seed);
        self.statistics.n_open_vars = numbering.len();
        self.statistics.n_open_clauses = open.clauses().len();
        let proof = &mut Renumbered { proof, numbering: &numbering };
        let found = self.engines.choose(self.statistics.n_counted > 0).solve(
            &numbering.renumber(&open),
            numbering.len(),
            proof,
        )?;
        Ok(found.map(|lits| {
            let mut all = reduced.fixed;
            all.extend(lits.into_iter().map(|lit| numbering.original(lit)));
            all
        }))
    }

    /// Adds what the search would not find by itself, or not soon, up to a whole model.
    ///
    /// # Errors
    /// There is no model.
    fn reduce(&mut self, cnf: &Cnf, proof: &mut dyn Proof) -> Result<Simplified, Conflict> {
        let mut rest = simplify(cnf)?;
        self.statistics.n_fixed = rest.fixed.len();
        if rest.open.clauses().len() == 0 {
            return Ok(rest);
        }
        if proof.takes_counts() {
            self.count(&mut rest, proof)?;
        }
        let mut vars = occurring(&rest.open);
        let mut propagator = Propagator::new(&rest.open);
        fix_failed_literals(&mut propagator, &vars, proof)?;
        self.statistics.n_failed = propagator.trail().len();
        if self.method.seed != 0 {
            shuffle(&mut vars, self.method.seed);
        }
        let is_solved = finds_model(&mut propagator, &rest.open, &vars);
        let found = propagator.into_trail();
        if is_solved {
            rest.fixed.extend(found);
            rest.open = Cnf::default();
        } else {
            rest.add(found.chunks(1))?;
        }
        Ok(rest)
    }

    /// Adds the clauses that follow from counts.
    ///
    /// # Errors
    /// There is no model.
    fn count(&mut self, rest: &mut Simplified, proof: &mut dyn Proof) -> Result<(), Conflict> {
        for _ in 0..MAX_ROUNDS {
            let clauses = exactly_one::find(&rest.open, self.method.counting, proof)?;
            self.statistics.n_counted += clauses.len();
            rest.add(&clauses)?;
            if !clauses.iter().any(|clause| clause.len() == 1) {
                break;
            }
        }
        Ok(())
    }
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
    let lits = listed.into_iter().map(|var| {
        // Both lists ascend, and the partial one has no variable that is not listed.
        given.next_if(|lit| lit.var() == var).unwrap_or(-Lit::positive(var))
    });
    Model::new(lits.collect()).context(fault)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::EngineName;
    use crate::engine::splr::Splr;
    use crate::formulas::{any_formula, cnf, models, structured_formula};
    use proptest::prelude::*;

    fn solved(formula: &Cnf, method: Method) -> Satisfiability {
        solve(formula, method, &engines(EngineName::Auto), &mut ()).unwrap().0
    }

    fn engines(name: EngineName) -> Engines {
        Engines { name, splr: Splr { steps: None } }
    }

    fn model_of(text: &str) -> Option<Vec<i32>> {
        let formula = Cnf::read(text.as_bytes(), sat_format::dimacs::ReadOptions::default());
        match solved(&formula.unwrap(), Method::default()) {
            Satisfiability::Sat(model) => {
                Some(model.literals().iter().map(|lit| lit.number()).collect())
            }
            Satisfiability::Unsat => None,
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
        fn verdicts_are_those_of_trying_all(
            clauses in prop_oneof![any_formula(), structured_formula()],
            seed in 0_u64..3,
            counting in prop_oneof![Just(Counting::Clauses), Just(Counting::Verdict)],
            name in prop_oneof![Just(EngineName::Cdcl), Just(EngineName::Splr)],
        ) {
            let formula = cnf(&clauses);
            let method = Method { seed, counting };
            let answer = solve(&formula, method, &engines(name), &mut ()).unwrap().0;
            let Satisfiability::Sat(model) = answer else {
                prop_assert_eq!(models(&formula, formula.n_vars()).next(), None);
                return Ok(());
            };
            prop_assert_eq!(model.literals().len(), formula.n_vars() as usize);
            prop_assert!(formula.clauses().all(|clause| model.satisfies(clause)));
        }
    }
}
