//! Several questions to one solver: models in which assumptions are true, and which of them cannot be.
//!
//! The clauses go to `cdcl` as they are, one after the other; what it learns for one question helps with the
//! next. A model is checked against each clause so far and each assumption. Where there is none, the
//! failed assumptions are the literals of a clause that the search derived; each step that led there is
//! checked as it is taken, by the code of `proof-check`, and so is this clause.

use crate::engine::Control;
use crate::engine::cdcl::solver;
use crate::numbering::Numbering;
use anyhow::{Context, bail, ensure};
use cdcl::{Options, Outcome, Proof, Solver, Techniques};
use proof_check::Derivation;
use sat_format::{Lit, Model, Verdict};
use std::cell::RefCell;
use std::rc::Rc;

/// The answer to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reply {
    /// A model with the assumptions.
    Model(Model),
    /// There is none; these assumptions clash with the clauses.
    Failed(Vec<Lit>),
    /// A limit was reached.
    Unknown,
}

impl Reply {
    pub(crate) fn verdict(&self) -> Verdict {
        match self {
            Self::Model(_) => Verdict::Sat,
            Self::Failed(_) => Verdict::Unsat,
            Self::Unknown => Verdict::Unknown,
        }
    }
}

/// A solver of clauses that come one after the other.
pub(crate) struct Session {
    numbering: Numbering,
    solver: Solver<'static>,
    /// The clauses so far, and where each ends.
    clauses: Vec<Lit>,
    ends: Vec<usize>,
    /// What checks the steps, where somebody asks for failed assumptions.
    steps: Option<Rc<RefCell<Steps>>>,
}

impl Session {
    /// No clauses yet, over these variables; whether assumptions will be made.
    pub(crate) fn new(numbering: Numbering, has_assumptions: bool, control: &Control) -> Self {
        // An eliminated variable would have to come back with each clause and assumption about it.
        let techniques = Techniques { elimination: false, ..Techniques::default() };
        let mut solver = solver(Options { techniques, ..Options::default() }, control);
        solver.reserve_vars(numbering.len());
        let steps = has_assumptions.then(|| Rc::new(RefCell::new(Steps::default())));
        if let Some(steps) = &steps {
            solver.set_proof(Box::new(Handle(Rc::clone(steps))));
        }
        Self { numbering, solver, clauses: Vec::new(), ends: Vec::new(), steps }
    }

    /// Adds a clause.
    pub(crate) fn add(&mut self, clause: &[Lit]) {
        self.clauses.extend_from_slice(clause);
        self.ends.push(self.clauses.len());
        let numbers = self.numbers(clause);
        if let Some(steps) = &self.steps {
            let Steps { derivation, line, .. } = &mut *steps.borrow_mut();
            read(&numbers, line);
            derivation.assert(line);
        }
        self.solver.add_clause(&numbers);
    }

    /// Asks for a model in which the assumptions are true.
    ///
    /// # Errors
    /// What the search found is wrong.
    pub(crate) fn ask(&mut self, assumptions: &[Lit]) -> anyhow::Result<Reply> {
        match self.solver.solve(&self.numbers(assumptions)) {
            Outcome::Unknown => Ok(Reply::Unknown),
            Outcome::Sat => self.checked_model(assumptions).map(Reply::Model),
            Outcome::Unsat => self.checked_core(assumptions).map(Reply::Failed),
        }
    }

    fn checked_model(&self, assumptions: &[Lit]) -> anyhow::Result<Model> {
        let lits = (1..).zip(self.numbering.vars()).map(|(number, var)| {
            let is_true = self.solver.value(number) == Some(true);
            if is_true { Lit::positive(*var) } else { -Lit::positive(*var) }
        });
        let model = Model::new(lits.collect()).context("internal error")?;
        let mut start = 0;
        let mut clauses =
            self.ends.iter().map(|end| &self.clauses[std::mem::replace(&mut start, *end)..*end]);
        ensure!(
            clauses.all(|clause| model.satisfies(clause))
                && assumptions.iter().all(|lit| model.satisfies(&[*lit])),
            "internal error: the assignment found is not a model"
        );
        Ok(model)
    }

    fn checked_core(&self, assumptions: &[Lit]) -> anyhow::Result<Vec<Lit>> {
        let mut failed = Vec::new();
        for number in self.solver.failed() {
            let lit =
                Lit::new(number).context("internal error: found a 0 among the assumptions")?;
            failed.push(self.numbering.original(lit));
        }
        let Some(steps) = &self.steps else { return Ok(failed) };
        let Steps { derivation, line, is_wrong } = &mut *steps.borrow_mut();
        let negated: Vec<Lit> = failed.iter().map(|lit| -*lit).collect();
        read(&self.numbers(&negated), line);
        if *is_wrong
            || !derivation.derive(line)
            || !failed.iter().all(|lit| assumptions.contains(lit))
        {
            bail!("internal error: the assumptions that failed do not follow from the clauses");
        }
        failed.sort_unstable();
        failed.dedup();
        Ok(failed)
    }

    /// The literals under the solver's numbers.
    fn numbers(&self, lits: &[Lit]) -> Vec<i32> {
        let number = |lit: &Lit| lit.with_var(self.numbering.number(lit.var())).number();
        lits.iter().map(number).collect()
    }
}

/// The steps of the search, checked.
#[derive(Debug, Default)]
struct Steps {
    derivation: Derivation,
    line: Vec<Lit>,
    is_wrong: bool,
}

struct Handle(Rc<RefCell<Steps>>);

impl Proof for Handle {
    fn add(&mut self, clause: &[i32]) {
        let Steps { derivation, line, is_wrong } = &mut *self.0.borrow_mut();
        read(clause, line);
        *is_wrong |= !derivation.derive(line);
    }

    fn delete(&mut self, clause: &[i32]) {
        let Steps { derivation, line, .. } = &mut *self.0.borrow_mut();
        read(clause, line);
        derivation.delete(line);
    }
}

fn read(numbers: &[i32], lits: &mut Vec<Lit>) {
    lits.clear();
    lits.extend(
        numbers.iter().map(|number| Lit::new(*number).expect("numbers of literals are never 0")),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formulas::{any_formula, cnf, models};
    use crate::solve::listed_vars;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn replies_are_those_of_trying_all(
            clauses in any_formula(),
            queries in prop::collection::vec((0..9_usize, 0..256_u32, 0..256_u32), 1..5),
        ) {
            let formula = cnf(&clauses);
            let numbering = Numbering::of((1..=8).collect(), false);
            let mut session = Session::new(numbering, true, &Control::default());
            let mut so_far = cnf(&[]);
            let mut rest = formula.clauses();
            for (n_clauses, vars, signs) in queries {
                for clause in rest.by_ref().take(n_clauses) {
                    so_far.push(clause);
                    session.add(clause);
                }
                let vars = (1..=8).filter(|var| vars >> (var - 1) & 1 == 1);
                let lit = |var| if signs >> (var - 1) & 1 == 1 { Lit::positive(var) } else { -Lit::positive(var) };
                let assumptions: Vec<Lit> = vars.map(lit).collect();
                let with = |lits: &[Lit]| {
                    let mut more = so_far.clone();
                    for lit in lits {
                        more.push(&[*lit]);
                    }
                    models(&more, 8).next().is_some()
                };
                match session.ask(&assumptions).unwrap() {
                    Reply::Model(_) => prop_assert!(with(&assumptions)),
                    Reply::Failed(failed) => prop_assert!(!with(&failed)),
                    Reply::Unknown => prop_assert!(false, "there is no limit"),
                }
            }
        }
    }

    #[test]
    fn opposite_assumptions_fail_alone() {
        let formula = cnf(&[vec![1, 2]]);
        let numbering = Numbering::of(listed_vars(&formula), false);
        let mut session = Session::new(numbering, true, &Control::default());
        formula.clauses().for_each(|clause| session.add(clause));
        let [one, two] = [1, 2].map(Lit::positive);
        assert_eq!(session.ask(&[one, two, -one]).unwrap(), Reply::Failed(vec![one, -one]));
        assert!(matches!(session.ask(&[one, -two]).unwrap(), Reply::Model(_)));
    }
}
