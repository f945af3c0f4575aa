//! The steps of a proof that a formula has no model, as a search takes them.
//!
//! A search that learns clauses hands each of them to a [`ProofSink`]; what becomes of it, lines of a
//! DRAT or a `VeriPB` file or nothing, does not concern the search.
//!
//! # References
//! - Goldberg, Novikov: Verification of Proofs of Unsatisfiability for CNF Formulas, DATE 2003 (RUP)
//! - Wetzler, Heule, Hunt: DRAT-trim: Efficient Checking and Trimming Using Expressive Clausal Proofs,
//!   SAT 2014 (deletions)

use crate::Lit;

/// Takes the steps of a proof, in order.
///
/// The methods cannot fail, so that a search need not ask: a sink that cannot write keeps its first
/// error until it is asked to finish.
///
/// ```
/// use sat_format::Lit;
/// use sat_format::proof::ProofSink;
///
/// /// Counts the steps.
/// struct Steps(usize);
///
/// impl ProofSink for Steps {
///     fn add(&mut self, _: &[Lit]) {
///         self.0 += 1;
///     }
///     fn delete(&mut self, _: &[Lit]) {
///         self.0 += 1;
///     }
/// }
///
/// let mut steps = Steps(0);
/// steps.add(&[Lit::positive(1), -Lit::positive(2)]);
/// steps.delete(&[-Lit::positive(2), Lit::positive(1)]);
/// assert_eq!(steps.0, 2);
/// ```
pub trait ProofSink {
    /// A clause that follows by unit propagation from the formula and the clauses before it: where all
    /// of its literals are false, propagation ends in a contradiction.
    fn add(&mut self, clause: &[Lit]);

    /// A clause of the formula, or one that was added, in any order of its literals: no later step
    /// needs it.
    fn delete(&mut self, clause: &[Lit]);
}

/// Where nobody asked for a proof.
impl ProofSink for () {
    fn add(&mut self, _: &[Lit]) {}

    fn delete(&mut self, _: &[Lit]) {}
}
