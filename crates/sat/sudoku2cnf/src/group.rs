//! Groups of clauses, and what each says.

use sudoku_core::HouseKind;

/// A run of clauses that say the same of different cells or houses; in the order of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Group {
    /// The filled cells.
    Givens,
    /// What the givens rule out.
    Excluded,
    /// Each cell holds a value.
    CellAtLeastOne,
    /// No cell holds two values.
    CellAtMostOne,
    /// No value stands twice in a house of this kind.
    HouseAtMostOne(HouseKind),
    /// Each value stands somewhere in each house of this kind that has as many cells as there are values.
    HouseAtLeastOne(HouseKind),
    /// What the constraint at this index of the rules says.
    Constraint(usize),
}

impl Group {
    /// What its clauses say, in words; that of a constraint is the constraint's.
    #[must_use]
    pub fn meaning(self) -> String {
        match self {
            Self::Givens => "The givens: a single literal must be true".to_owned(),
            Self::Excluded => {
                "What the givens exclude in their cells, rows, columns and blocks".to_owned()
            }
            Self::CellAtLeastOne => {
                "Each cell holds a value: at least one of its literals is true".to_owned()
            }
            Self::CellAtMostOne => {
                "No cell holds two values: of each two at most one is its value".to_owned()
            }
            Self::HouseAtMostOne(kind) => format!(
                "No value stands twice in a {}: of each two cells at most one holds it",
                kind.word()
            ),
            Self::HouseAtLeastOne(kind) => format!(
                "Each value stands in each {}: at least one cell of it holds it",
                kind.word()
            ),
            Self::Constraint(index) => format!("Constraint {}", index + 1),
        }
    }
}
