//! One deduction, and the technique that makes it.

use std::fmt;
use sudoku_core::Value;

/// A technique, the easiest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Technique {
    /// A value has one place in a house.
    HiddenSingle,
    /// A cell has one candidate.
    NakedSingle,
    /// All places of a value in a house lie in a second one.
    LockedCandidate,
    /// So many cells as candidates, two to four.
    Subset,
    /// Candidates have to be tried.
    Search,
}

impl Technique {
    /// All of them, the easiest first.
    pub const ALL: [Self; 5] =
        [Self::HiddenSingle, Self::NakedSingle, Self::LockedCandidate, Self::Subset, Self::Search];
    /// So many make steps: all but the search.
    pub const N_WITH_STEPS: usize = Self::ALL.len() - 1;
}

impl fmt::Display for Technique {
    /// `hidden-single`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::HiddenSingle => "hidden-single",
            Self::NakedSingle => "naked-single",
            Self::LockedCandidate => "locked-candidate",
            Self::Subset => "subset",
            Self::Search => "search",
        })
    }
}

/// One deduction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The technique that found it.
    pub technique: Technique,
    /// The houses that the reason names, as numbers of [`Houses`](crate::Houses).
    pub houses: Vec<usize>,
    /// The values that it is about, as bits.
    pub values: u64,
    /// The cells that the reason is about.
    pub because: Vec<usize>,
    /// A cell and the value that it takes.
    pub place: Option<(usize, Value)>,
    /// Cells and the candidates, as bits, that they lose.
    pub strikes: Vec<(usize, u64)>,
}
