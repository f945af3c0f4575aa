//! The cells of a grid and the values that they hold.
//!
//! A cell is shown as `row 3, column 7` and has a short name, `r3c7`; one outside the grid is `x2`.

use std::fmt;

/// The rank of a value, `0 ≤ value < n_values`; the symbol that is printed for it is up to an
/// [`Alphabet`](crate::Alphabet).
pub type Value = u16;

/// A place in a grid, counted from 0; it is shown counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The row, from 0 at the top.
    pub row: usize,
    /// The column, from 0 at the left.
    pub col: usize,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row + 1, self.col + 1)
    }
}

impl Cell {
    /// The row of all cells outside the grid.
    const OUTSIDE: usize = usize::MAX;

    /// The cell number `index`, from 0, of those outside the grid.
    #[must_use]
    pub const fn outside(index: usize) -> Self {
        Self { row: Self::OUTSIDE, col: index }
    }

    /// The number, from 0, of a cell outside the grid; `None` in the grid.
    #[must_use]
    pub const fn outside_index(self) -> Option<usize> {
        if self.row == Self::OUTSIDE { Some(self.col) } else { None }
    }

    /// The short name, rows and columns from 1: `r3c7`; outside the grid `x2`.
    #[must_use]
    pub fn short(self) -> String {
        match self.outside_index() {
            Some(index) => format!("x{}", index.saturating_add(1)),
            None => format!("r{}c{}", self.row.saturating_add(1), self.col.saturating_add(1)),
        }
    }

    /// The cell of a short name, in either case; the inverse of [`Self::short`].
    #[must_use]
    pub fn from_short(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        let number = |digits: &str| -> Option<usize> {
            let all_digits = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            digits
                .parse::<u32>()
                .ok()
                .filter(|number| all_digits && *number > 0)
                .map(|n| n as usize - 1)
        };
        if let Some(index) = name.strip_prefix('x') {
            return number(index).map(Self::outside);
        }
        let (row, col) = name.strip_prefix('r')?.split_once('c')?;
        Some(Self { row: number(row)?, col: number(col)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_names_are_strict() {
        for wrong in ["", "r1", "r0c1", "r1c0", "r+1c2", "rc", "x", "x0", "r1c1 ", "r99999999999c1"]
        {
            assert_eq!(Cell::from_short(wrong), None, "{wrong}");
        }
        assert_eq!(Cell::from_short("R3C12"), Some(Cell { row: 2, col: 11 }));
    }
}
