//! What a proof needs to know of a run.

/// Hears of every clause that is derived and of every one that is dropped.
///
/// Each added clause follows by reverse unit propagation (RUP) from the formula and the clauses added
/// before it and not deleted since, so the lines are DRAT as they come. Literals are DIMACS numbers. A writer keeps its own errors.
///
/// # References
/// - Wetzler, Heule, Hunt: DRAT-trim: efficient checking and trimming using expressive clausal proofs,
///   SAT 2014
pub trait Proof {
    /// A clause was derived.
    fn add(&mut self, clause: &[i32]);

    /// A clause is no longer used.
    fn delete(&mut self, clause: &[i32]);
}
