//! Formulas and their proofs, for the tests of several files.

use proof_check::{Verdict, check};
use sat_format::Lit;

/// Literals as DIMACS numbers them.
pub(crate) type Clauses = Vec<Vec<i32>>;

/// The generator splitmix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }

    /// A literal of one of the first variables.
    pub(crate) fn lit(&mut self, n_vars: usize) -> i32 {
        let var = self.below(n_vars) as i32 + 1;
        if self.below(2) == 0 { var } else { -var }
    }
}

/// Each pigeon is in a hole, and no two in the same.
pub(crate) fn pigeonhole(n_pigeons: i32, n_holes: i32) -> Clauses {
    let var = |pigeon, hole| n_holes * pigeon + hole + 1;
    let mut clauses: Clauses =
        (0..n_pigeons).map(|pigeon| (0..n_holes).map(|hole| var(pigeon, hole)).collect()).collect();
    for hole in 0..n_holes {
        for b in 0..n_pigeons {
            clauses.extend((0..b).map(|a| vec![-var(a, hole), -var(b, hole)]));
        }
    }
    clauses
}

/// The lines of DIMACS, each after `start`.
pub(crate) fn lines(start: &str, clauses: &[Vec<i32>]) -> String {
    let line = |clause: &Vec<i32>| {
        let words: Vec<String> = clause.iter().chain(&[0]).map(i32::to_string).collect();
        format!("{start}{}\n", words.join(" "))
    };
    clauses.iter().map(line).collect()
}

/// Whether the checker of the workspace verifies a proof that the clauses have no model.
pub(crate) fn is_verified(clauses: &Clauses, proof: &[u8]) -> bool {
    let lit = |number: &i32| Lit::new(*number).expect("a literal is not 0");
    let cnf: Vec<Vec<Lit>> =
        clauses.iter().map(|clause| clause.iter().map(lit).collect()).collect();
    check(&cnf, proof).is_ok_and(|verdict| verdict == Verdict::Verified)
}
