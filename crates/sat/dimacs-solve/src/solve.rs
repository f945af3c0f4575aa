//! From a formula to a checked answer: renumber, simplify, count, probe, descend, search, complete,
//! check.

use crate::assignment::Conflict;
use crate::descent::finds_model;
use crate::engine::{Engines, Found};
use crate::exactly_one::{self, Counting};
use crate::numbering::{Numbering, is_sparse, occurring, shuffle};
use crate::probe::fix_failed_literals;
use crate::proof::{Proof, Renumbered};
use crate::propagator::Propagator;
use crate::simplify::{Simplified, simplify, without_repeated_pairs};
use anyhow::{Context, ensure};
use cdcl::Statistics as Searched;
use sat_format::dimacs::Cnf;
use sat_format::{Lit, Model, Verdict};

/// A model lists each variable up to the largest, unless more than this many occur nowhere: a few
/// bytes of input must not produce gigabytes of output.
const MAX_UNUSED_LISTED: usize = 1 << 20;

/// How often clauses are counted: once more after each time that this fixed variables.
const MAX_ROUNDS: usize = 3;

/// What a formula is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Satisfiability {
    /// Satisfiable: this assignment makes each clause true.
    Sat(Model),
    /// Unsatisfiable.
    Unsat,
    /// A limit of the search was reached.
    Unknown,
}

impl Satisfiability {
    pub(crate) fn verdict(&self) -> Verdict {
        match self {
            Self::Sat(_) => Verdict::Sat,
            Self::Unsat => Verdict::Unsat,
            Self::Unknown => Verdict::Unknown,
        }
    }
}

/// What the work was, for the curious.
#[derive(Debug, Clone, Copy, Default)]
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
    /// What the search did, of engines that say.
    pub(crate) searched: Option<Searched>,
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
/// The search failed, or what it found is not a model.
pub(crate) fn solve(
    cnf: &Cnf,
    method: Method,
    engines: &Engines,
    proof: &mut dyn Proof,
) -> anyhow::Result<(Satisfiability, Statistics)> {
    let mut task = Task::new(cnf, method, engines);
    let found = on_dense(cnf, proof, |dense, _, proof| task.solve_dense(dense, proof))?;
    Ok((checked(cnf, found)?, task.statistics()))
}

/// Searches a formula under other numbers, where its own have large gaps, for what is found in its own.
///
/// # Errors
/// Those of the search.
pub(crate) fn on_dense(
    cnf: &Cnf,
    proof: &mut dyn Proof,
    search: impl FnOnce(&Cnf, Option<&Numbering>, &mut dyn Proof) -> anyhow::Result<Found>,
) -> anyhow::Result<Found> {
    if !is_sparse(cnf) {
        return search(cnf, None, proof);
    }
    let numbering = Numbering::new(cnf, 0);
    let proof = &mut Renumbered { proof, numbering: &numbering };
    let found = search(&numbering.renumber(cnf.clone()), Some(&numbering), proof)?;
    Ok(original(found, &numbering))
}

/// What was found, as an answer; a model is completed and checked.
///
/// # Errors
/// It is no model.
pub(crate) fn checked(cnf: &Cnf, found: Found) -> anyhow::Result<Satisfiability> {
    Ok(match found {
        Found::NoModel => Satisfiability::Unsat,
        Found::Nothing => Satisfiability::Unknown,
        Found::Model(lits) => {
            let model = complete(cnf, lits)?;
            ensure!(
                cnf.clauses().all(|clause| model.satisfies(clause)),
                "internal error: the assignment found is not a model"
            );
            Satisfiability::Sat(model)
        }
    })
}

/// What was found under other numbers, in those of the formula.
fn original(found: Found, numbering: &Numbering) -> Found {
    match found {
        Found::Model(lits) => {
            Found::Model(lits.into_iter().map(|lit| numbering.original(lit)).collect())
        }
        Found::NoModel | Found::Nothing => found,
    }
}

/// The formula with the same models that is left before the search: each fixed literal as a clause, then
/// the clauses of the other variables.
///
/// # Errors
/// There is no model.
pub(crate) fn simplified(cnf: &Cnf, counting: Counting) -> Result<Cnf, Conflict> {
    if is_sparse(cnf) {
        let numbering = Numbering::new(cnf, 0);
        let dense = simplified(&numbering.renumber(cnf.clone()), counting)?;
        return Ok(numbering.restore(dense));
    }
    let method = Method { counting, ..Method::default() };
    let mut preparation = Preparation { method, statistics: Statistics::default() };
    let mut rest = preparation.propagate_and_count(cnf, &mut ())?;
    let mut propagator = Propagator::new(&rest.open);
    fix_failed_literals(&mut propagator, &occurring(&rest.open), &mut ())?;
    let found = propagator.into_trail();
    rest.add(found.chunks(1))?;
    let mut whole = Cnf::default();
    for lit in &rest.fixed {
        whole.push(&[*lit]);
    }
    for clause in without_repeated_pairs(rest.open).clauses() {
        whole.push(clause);
    }
    Ok(whole)
}

/// How to solve, and what was done so far.
pub(crate) struct Task<'a> {
    preparation: Preparation,
    engines: &'a Engines,
}

impl<'a> Task<'a> {
    /// Nothing was done of it yet.
    pub(crate) fn new(cnf: &Cnf, method: Method, engines: &'a Engines) -> Self {
        let statistics = Statistics {
            n_vars: cnf.n_vars() as usize,
            n_clauses: cnf.clauses().len(),
            ..Statistics::default()
        };
        Self { preparation: Preparation { method, statistics }, engines }
    }

    pub(crate) fn statistics(&self) -> Statistics {
        self.preparation.statistics
    }

    /// What is done before the search of a formula with dense variables.
    ///
    /// # Errors
    /// There is no model.
    pub(crate) fn reduce(
        &mut self,
        cnf: &Cnf,
        proof: &mut dyn Proof,
    ) -> Result<Simplified, Conflict> {
        self.preparation.reduce(cnf, proof)
    }

    /// Solves a formula with dense variables.
    pub(crate) fn solve_dense(
        &mut self,
        cnf: &Cnf,
        proof: &mut dyn Proof,
    ) -> anyhow::Result<Found> {
        let Ok(reduced) = self.reduce(cnf, proof) else { return Ok(Found::NoModel) };
        let Simplified { fixed, open } = reduced;
        let open = without_repeated_pairs(open);
        let Preparation { method, statistics } = &mut self.preparation;
        let numbering = Numbering::new(&open, method.seed);
        statistics.n_open_vars = numbering.len();
        statistics.n_open_clauses = open.clauses().len();
        let proof = &mut Renumbered { proof, numbering: &numbering };
        let engine = self.engines.asked();
        let found = engine.solve(numbering.renumber(open), numbering.len(), proof)?;
        statistics.searched = self.engines.cdcl.control.progress.get();
        Ok(match original(found, &numbering) {
            Found::Model(lits) => Found::Model([fixed, lits].concat()),
            other => other,
        })
    }
}

/// What is done before the search.
struct Preparation {
    method: Method,
    statistics: Statistics,
}

impl Preparation {
    /// Adds what the search would not find by itself, or not soon, up to a whole model.
    ///
    /// # Errors
    /// There is no model.
    fn reduce(&mut self, cnf: &Cnf, proof: &mut dyn Proof) -> Result<Simplified, Conflict> {
        let mut rest = self.propagate_and_count(cnf, proof)?;
        if rest.open.clauses().len() == 0 {
            return Ok(rest);
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

    /// What the unit clauses leave, and clauses that follow from counts.
    ///
    /// # Errors
    /// There is no model.
    fn propagate_and_count(
        &mut self,
        cnf: &Cnf,
        proof: &mut dyn Proof,
    ) -> Result<Simplified, Conflict> {
        let mut rest = simplify(cnf)?;
        self.statistics.n_fixed = rest.fixed.len();
        if proof.takes_counts() && rest.open.clauses().len() > 0 {
            self.count(&mut rest, proof)?;
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

/// The variables that a model lists, ascending.
pub(crate) fn listed_vars(cnf: &Cnf) -> Vec<u32> {
    let n_vars = cnf.n_vars();
    // Of fewer variables no more can be unused.
    if n_vars as usize > MAX_UNUSED_LISTED {
        let occurring = occurring(cnf);
        if n_vars as usize - occurring.len() > MAX_UNUSED_LISTED {
            return occurring;
        }
    }
    (1..=n_vars).collect()
}

/// The model of these true literals in which all other variables are false.
fn complete(cnf: &Cnf, true_lits: Vec<Lit>) -> anyhow::Result<Model> {
    let fault = "internal error: the search contradicts itself";
    let partial = Model::new(true_lits).context(fault)?;
    let mut given = partial.literals().iter().copied().peekable();
    let lits = listed_vars(cnf).into_iter().map(|var| {
        // Both lists ascend, and the partial one has no variable that is not listed.
        given.next_if(|lit| lit.var() == var).unwrap_or(-Lit::positive(var))
    });
    Model::new(lits.collect()).context(fault)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::cdcl::Cdcl;
    use crate::engine::splr::Splr;
    use crate::engine::{Control, EngineName};
    use crate::formulas::{any_formula, cnf, models, structured_formula};
    use proptest::prelude::*;

    fn solved(formula: &Cnf, method: Method) -> Satisfiability {
        solve(formula, method, &engines(EngineName::Auto), &mut ()).unwrap().0
    }

    fn engines(name: EngineName) -> Engines {
        Engines { name, cdcl: Cdcl { control: Control::default() }, splr: Splr { steps: None } }
    }

    fn model_of(text: &str) -> Option<Vec<i32>> {
        let formula = Cnf::read(text.as_bytes(), sat_format::dimacs::ReadOptions::default());
        match solved(&formula.unwrap(), Method::default()) {
            Satisfiability::Sat(model) => {
                Some(model.literals().iter().map(|lit| lit.number()).collect())
            }
            Satisfiability::Unsat => None,
            Satisfiability::Unknown => panic!("there is no limit"),
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
