//! What breaks the rules, in words.

use crate::constraint::Constraint;
use crate::{Alphabet, Cell, Grid, HouseKind, HouseName, Value};

/// One broken rule.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Violation {
    /// A cell has no value.
    Blank(Cell),
    /// A house has a value in two or more cells; all of them, in order.
    Repeated {
        /// The house.
        house: HouseName,
        /// The value.
        value: Value,
        /// Where it stands, two cells or more.
        cells: Vec<Cell>,
    },
    /// The values break a constraint.
    Broken(Constraint),
    /// The solution has another value where the puzzle has a given, or none.
    GivenChanged {
        /// The cell.
        cell: Cell,
        /// The puzzle's value.
        given: Value,
        /// The solution's.
        found: Option<Value>,
    },
}

impl Violation {
    /// What is wrong, in words: `row 3 has two 5s, columns 2 and 7`.
    #[must_use]
    pub fn describe(&self, alphabet: &Alphabet) -> String {
        match self {
            Self::Blank(cell) => format!("{cell} is blank"),
            Self::Repeated { house, value, cells } => format!(
                "{house} has {} {}s, {}",
                count(cells.len()),
                alphabet.symbol(*value),
                places(house.kind, cells)
            ),
            Self::Broken(constraint) => format!("{constraint} is broken"),
            Self::GivenChanged { cell, given, found } => {
                let found = found.map_or("blank".to_owned(), |value| alphabet.symbol(value));
                let given = alphabet.symbol(*given);
                format!("{cell}: given {given} is {found} in the solution")
            }
        }
    }
}

/// The givens of `puzzle` that `solution` does not keep; both have the same [`GridShape`](crate::GridShape).
///
/// # Panics
/// If the shapes differ.
#[must_use]
pub fn changed_givens(puzzle: &Grid, solution: &Grid) -> Vec<Violation> {
    assert_eq!(puzzle.shape(), solution.shape(), "puzzle and solution have one shape");
    let changed = puzzle.givens().filter(|(cell, given)| solution.get(*cell) != Some(*given));
    changed
        .map(|(cell, given)| Violation::GivenChanged { cell, given, found: solution.get(cell) })
        .collect()
}

fn count(number: usize) -> String {
    const WORDS: [&str; 8] = ["two", "three", "four", "five", "six", "seven", "eight", "nine"];
    let word = number.checked_sub(2).and_then(|index| WORDS.get(index));
    word.map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// `columns 2 and 7`, `rows 1, 2 and 9`, `row 4 column 4 and row 5 column 6`.
fn places(kind: HouseKind, cells: &[Cell]) -> String {
    let (start, place): (_, fn(&Cell) -> String) = match kind {
        HouseKind::Row => ("columns ", |cell| (cell.col + 1).to_string()),
        HouseKind::Col => ("rows ", |cell| (cell.row + 1).to_string()),
        _ => ("", |cell| format!("row {} column {}", cell.row + 1, cell.col + 1)),
    };
    let names: Vec<String> = cells.iter().map(place).collect();
    match names.split_last() {
        Some((last, [])) => format!("{start}{last}"),
        Some((last, others)) => format!("{start}{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Geometry, Puzzle};

    fn grid(rows: &[&str]) -> Grid {
        let cells =
            rows.concat().chars().map(|c| c.to_digit(10).map(|digit| digit as Value - 1)).collect();
        Grid::new(Geometry::of_side(rows.len()).unwrap(), cells)
    }

    #[test]
    fn each_rule_is_told_in_words() {
        let told = |rows: &[&str]| -> Vec<String> {
            let puzzle = Puzzle::classic(grid(rows), Alphabet::default_of(rows.len()));
            let broken = puzzle.rules.repetitions(&puzzle.grid);
            broken.iter().map(|violation| violation.describe(&puzzle.alphabet)).collect()
        };
        assert_eq!(told(&["1.1.", "....", "....", "...."]), ["row 1 has two 1s, columns 1 and 3"]);
        assert_eq!(
            told(&["3...", "3...", "....", "3..."]),
            [
                "column 1 has three 3s, rows 1, 2 and 4",
                "block 1 has two 3s, row 1 column 1 and row 2 column 1"
            ]
        );
        let digits = Alphabet::default_of(9);
        let cell = Cell { row: 0, col: 2 };
        let changed = Violation::GivenChanged { cell, given: 4, found: Some(5) };
        assert_eq!(changed.describe(&digits), "row 1, column 3: given 5 is 6 in the solution");
        assert_eq!(Violation::Blank(cell).describe(&digits), "row 1, column 3 is blank");
        assert_eq!(count(16), "16");
    }

    #[test]
    fn givens_are_kept() {
        let puzzle = grid(&["2...", "....", "....", "...4"]);
        let solution = grid(&["1234", "3412", "2143", "4321"]);
        let cell = |row, col| Cell { row, col };
        let changed =
            |cell, given, found| Violation::GivenChanged { cell, given, found: Some(found) };
        assert_eq!(
            changed_givens(&puzzle, &solution),
            [changed(cell(0, 0), 1, 0), changed(cell(3, 3), 3, 0)]
        );
    }
}
