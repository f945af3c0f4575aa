//! At least one of several alternatives holds, each a list of constraints that all hold.
//!
//! Traps: without any alternative it never holds; an alternative without constraints always does.
//!
//! # References
//! - Interactive Sudoku Solver `Or`, `And`.

use super::{Constraint, Kind, Numbers};
use crate::{Cell, GridShape};
use serde::{Deserialize, Serialize};

/// One of several alternatives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnyOf {
    /// The alternatives.
    pub alternatives: Vec<Vec<Constraint>>,
}

impl AnyOf {
    fn constraints(&self) -> impl Iterator<Item = &Constraint> {
        self.alternatives.iter().flatten()
    }
}

impl Kind for AnyOf {
    const WORD: &'static str = "or";
    const GLOBAL: bool = true;

    fn cells(&self) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.constraints().flat_map(Constraint::cells).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        self.verdict(numbers) == Some(true)
    }

    fn describe(&self) -> String {
        let all = |constraints: &Vec<Constraint>| {
            constraints.iter().map(Constraint::describe).collect::<Vec<_>>().join(" and ")
        };
        self.alternatives.iter().map(all).collect::<Vec<_>>().join(" or ")
    }

    fn verdict(&self, numbers: &Numbers) -> Option<bool> {
        let all = |constraints: &Vec<Constraint>| {
            let verdicts = constraints.iter().map(|constraint| constraint.is_satisfied(numbers));
            decide(&verdicts.collect::<Vec<_>>(), false)
        };
        decide(&self.alternatives.iter().map(all).collect::<Vec<_>>(), true)
    }

    fn malformed(&self, shape: GridShape) -> Option<String> {
        self.constraints().find_map(|constraint| constraint.fault(shape))
    }
}

/// `decisive` if any is, unknown if any is unknown, and otherwise the opposite.
fn decide(verdicts: &[Option<bool>], decisive: bool) -> Option<bool> {
    if verdicts.contains(&Some(decisive)) {
        Some(decisive)
    } else if verdicts.contains(&None) {
        None
    } else {
        Some(!decisive)
    }
}
