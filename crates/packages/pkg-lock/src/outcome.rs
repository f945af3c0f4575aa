//! What an engine can come to.

use crate::derivation::Derivation;
use crate::problem::Solution;
use crate::requirement::Marker;

/// What an engine found.
#[derive(Debug)]
pub(crate) enum Outcome {
    Solution(Solution),
    /// There is none; with the derivation, if the engine has one.
    NoSolution(Option<Derivation>),
    /// A version that is wanted first needs the environments split by this marker.
    Split(Marker),
}
