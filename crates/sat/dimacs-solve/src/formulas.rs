//! Small formulas and all their models, for the tests.

use proptest::prelude::*;
use sat_format::Lit;
use sat_format::dimacs::Cnf;

/// The formula of these clauses.
pub(crate) fn cnf(clauses: &[Vec<i32>]) -> Cnf {
    let mut formula = Cnf::default();
    for clause in clauses {
        let lits: Vec<Lit> = clause.iter().filter_map(|number| Lit::new(*number)).collect();
        formula.push(&lits);
    }
    formula
}

/// The models over the variables 1 to `n_vars`, each as a number with a bit a variable.
pub(crate) fn models(cnf: &Cnf, n_vars: u32) -> impl Iterator<Item = u32> {
    let is_true = |lit: &Lit, bits: u32| (bits >> (lit.var() - 1) & 1 == 1) == lit.is_positive();
    (0..1 << n_vars).filter(move |bits| {
        cnf.clauses().all(|clause| clause.iter().any(|lit| is_true(lit, *bits)))
    })
}

/// Clauses of 0 to 5 literals over 8 variables, with repeated literals and tautologies.
pub(crate) fn any_formula() -> impl Strategy<Value = Vec<Vec<i32>>> {
    let lit =
        (1..9, any::<bool>()).prop_map(|(var, sign): (i32, bool)| if sign { var } else { -var });
    let length = prop_oneof![1 => Just(0..1_usize), 20 => Just(1..2), 100 => Just(2..6)];
    let clause = length.prop_flat_map(move |length| prop::collection::vec(lit.clone(), length));
    prop::collection::vec(clause, 0..32)
}
