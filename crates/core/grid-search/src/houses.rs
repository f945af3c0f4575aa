//! The houses of a puzzle as indices of cells, prepared once for all that is asked about it.

use std::collections::BTreeSet;
use std::fmt;
use sudoku_core::{GridShape, HouseKind, Rules};

/// The largest number of values: candidates are the bits of a word.
pub const MAX_SIDE: usize = 64;

/// A puzzle that this crate cannot search.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unsupported {
    /// It has so many values, more than [`MAX_SIDE`].
    TooManyValues(usize),
    /// It has cells outside the grid.
    Outside,
    /// It has a constraint that is more than a house.
    Constraint(String),
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyValues(side) => {
                write!(f, "found a grid of side {side}, expected at most {MAX_SIDE}")
            }
            Self::Outside => f.write_str("found cells outside the grid, expected none"),
            Self::Constraint(constraint) => {
                write!(f, "found a {constraint}, expected only houses")
            }
        }
    }
}

impl std::error::Error for Unsupported {}

/// Two houses that share cells, and what they do not share.
#[derive(Debug, Clone)]
pub(crate) struct Crossing {
    /// A house that holds every value.
    pub(crate) first: usize,
    pub(crate) second: usize,
    pub(crate) common: Vec<usize>,
    pub(crate) rest_of_first: Vec<usize>,
    pub(crate) rest_of_second: Vec<usize>,
}

/// The houses of a puzzle, and which cells see each other.
#[derive(Debug, Clone)]
pub struct Houses {
    rules: Rules,
    names: Vec<String>,
    cells: Vec<Vec<usize>>,
    peers: Vec<Vec<usize>>,
    crossings: Vec<Crossing>,
    /// The houses that hold every value, the easiest to see first.
    complete: Vec<usize>,
}

impl Houses {
    /// Prepares the houses of these rules.
    ///
    /// # Errors
    /// [`Unsupported`].
    pub fn of(rules: &Rules) -> Result<Self, Unsupported> {
        let shape = rules.shape();
        let n_values = shape.n_values();
        if n_values > MAX_SIDE {
            return Err(Unsupported::TooManyValues(n_values));
        }
        if shape.n_outside() > 0 {
            return Err(Unsupported::Outside);
        }
        if let Some(constraint) = rules.constraints().first() {
            return Err(Unsupported::Constraint(constraint.to_string()));
        }
        let all = rules.houses();
        let names = all.iter().map(|house| house.name.to_string()).collect();
        let cells: Vec<Vec<usize>> = all
            .iter()
            .map(|house| house.cells.iter().map(|cell| shape.index(*cell)).collect())
            .collect();
        let mut complete: Vec<usize> =
            (0..cells.len()).filter(|house| cells[*house].len() == n_values).collect();
        // Blocks are easier to see than lines, and those than what a variant adds.
        complete.sort_by_key(|house| match all[*house].name.kind {
            HouseKind::Block | HouseKind::Region => 0,
            HouseKind::Row | HouseKind::Col => 1,
            _ => 2,
        });
        let peers = peers(shape.n_cells(), &cells);
        let crossings = crossings(&complete, &cells);
        Ok(Self { rules: rules.clone(), names, cells, peers, crossings, complete })
    }

    /// How many houses there are.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a puzzle without houses has no use for this")]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// The cells of a house as row-major indices.
    #[must_use]
    pub fn cells(&self, house: usize) -> &[usize] {
        &self.cells[house]
    }

    /// The name of a house: `row 3`.
    #[must_use]
    pub fn name(&self, house: usize) -> &str {
        &self.names[house]
    }

    /// The name of a cell: `row 3, column 5`.
    #[must_use]
    pub fn cell_name(&self, cell: usize) -> String {
        self.shape().cell(cell).to_string()
    }

    /// The other cells that may not hold the value of this cell, ascending.
    #[must_use]
    pub fn peers(&self, cell: usize) -> &[usize] {
        &self.peers[cell]
    }

    /// All values as bits.
    #[must_use]
    pub fn all(&self) -> u64 {
        u64::MAX >> (64 - self.n_values())
    }

    /// The number of values.
    #[must_use]
    pub fn n_values(&self) -> usize {
        self.shape().n_values()
    }

    /// The shape of the grid.
    #[must_use]
    pub fn shape(&self) -> GridShape {
        self.rules.shape()
    }

    /// The rules that they come from.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The houses that hold every value, the easiest to see first.
    pub(crate) fn holding_every_value(&self) -> impl Iterator<Item = usize> {
        self.complete.iter().copied()
    }

    pub(crate) fn crossings(&self) -> &[Crossing] {
        &self.crossings
    }
}

fn peers(n_cells: usize, houses: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut peers = vec![BTreeSet::new(); n_cells];
    for house in houses {
        for cell in house {
            peers[*cell].extend(house.iter().copied().filter(|other| other != cell));
        }
    }
    peers.into_iter().map(|peers| peers.into_iter().collect()).collect()
}

/// Pairs of a house that holds every value with another one, which share two cells or more.
fn crossings(complete: &[usize], houses: &[Vec<usize>]) -> Vec<Crossing> {
    let pairs = complete
        .iter()
        .flat_map(|first| (0..houses.len()).map(move |second| (*first, second)))
        .filter(|(first, second)| first != second);
    let crossing = |(first, second): (usize, usize)| {
        let [in_first, in_second] = [first, second].map(|house| &houses[house]);
        let split = |cells: &[usize], other: &[usize]| -> (Vec<usize>, Vec<usize>) {
            cells.iter().partition(|cell| other.contains(cell))
        };
        let (common, rest_of_first) = split(in_first, in_second);
        let (_, rest_of_second) = split(in_second, in_first);
        let can_lock = common.len() > 1 && !rest_of_second.is_empty();
        can_lock.then_some(Crossing { first, second, common, rest_of_first, rest_of_second })
    };
    pairs.filter_map(crossing).collect()
}
