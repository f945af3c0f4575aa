//! The rules of Sudoku on a plain grid, and what breaks them, in words.
//!
//! This is the independent check of every answer: it knows cells and values, and neither an encoding
//! nor an engine.

use crate::{Alphabet, Cell, Grid, House, HouseKind, Value};

/// One broken rule.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Violation {
    /// A cell has no value.
    Blank(Cell),
    /// A house has a value in two or more cells; all of them, in order.
    Repeated {
        /// The house.
        house: House,
        /// The value.
        value: Value,
        /// Where it stands, two cells or more.
        cells: Vec<Cell>,
    },
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
                places(*house, cells)
            ),
            Self::GivenChanged { cell, given, found } => {
                let found = found.map_or("blank".to_owned(), |value| alphabet.symbol(value));
                let given = alphabet.symbol(*given);
                format!("{cell}: given {given} is {found} in the solution")
            }
        }
    }
}

fn count(number: usize) -> String {
    const WORDS: [&str; 8] = ["two", "three", "four", "five", "six", "seven", "eight", "nine"];
    let word = number.checked_sub(2).and_then(|index| WORDS.get(index));
    word.map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// `columns 2 and 7`, `rows 1, 2 and 9`, `row 4 column 4 and row 5 column 6`.
fn places(house: House, cells: &[Cell]) -> String {
    let (start, place): (_, fn(&Cell) -> String) = match house.kind {
        HouseKind::Row => ("columns ", |cell| (cell.col + 1).to_string()),
        HouseKind::Col => ("rows ", |cell| (cell.row + 1).to_string()),
        HouseKind::Block => ("", |cell| format!("row {} column {}", cell.row + 1, cell.col + 1)),
    };
    let names: Vec<String> = cells.iter().map(place).collect();
    match names.split_last() {
        Some((last, [])) => format!("{start}{last}"),
        Some((last, others)) => format!("{start}{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

/// Values that stand twice in a house: rows first, then columns, then blocks; values ascending.
///
/// Blanks are no violation, so this checks puzzles as well as solutions. A pair of cells that share
/// a row and a block is reported for both houses.
#[must_use]
pub fn repetitions(grid: &Grid) -> Vec<Violation> {
    let geometry = grid.geometry();
    let mut violations = Vec::new();
    for house in geometry.houses() {
        let mut places: Vec<Vec<Cell>> = vec![Vec::new(); geometry.side()];
        for cell in geometry.cells_of(house) {
            if let Some(value) = grid.get(cell) {
                places[usize::from(value)].push(cell);
            }
        }
        let repeated = places.into_iter().enumerate().filter(|(_, cells)| cells.len() > 1);
        violations.extend(repeated.map(|(value, cells)| Violation::Repeated {
            house,
            value: value as Value,
            cells,
        }));
    }
    violations
}

/// Everything that keeps `solution` from being a solution: blanks, then repetitions.
#[must_use]
pub fn violations(solution: &Grid) -> Vec<Violation> {
    let geometry = solution.geometry();
    let blanks = (0..geometry.n_cells())
        .map(|index| geometry.cell(index))
        .filter(|cell| solution.get(*cell).is_none());
    let mut violations: Vec<Violation> = blanks.map(Violation::Blank).collect();
    violations.extend(repetitions(solution));
    violations
}

/// The givens of `puzzle` that `solution` does not keep; both have the same [`Geometry`](crate::Geometry).
///
/// # Panics
/// If the geometries differ.
#[must_use]
pub fn changed_givens(puzzle: &Grid, solution: &Grid) -> Vec<Violation> {
    assert_eq!(puzzle.geometry(), solution.geometry(), "puzzle and solution have one shape");
    let changed = puzzle.givens().filter(|(cell, given)| solution.get(*cell) != Some(*given));
    changed
        .map(|(cell, given)| Violation::GivenChanged { cell, given, found: solution.get(cell) })
        .collect()
}

/// Whether every house of `solution` has every value once.
#[must_use]
pub fn is_solution(solution: &Grid) -> bool {
    violations(solution).is_empty()
}

/// A pair of equal givens in one house, if there is one: such a puzzle has no solution.
#[must_use]
pub fn clash(puzzle: &Grid) -> Option<Violation> {
    repetitions(puzzle).into_iter().next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Geometry;

    fn grid(rows: &[&str]) -> Grid {
        let cells =
            rows.concat().chars().map(|c| c.to_digit(10).map(|digit| digit as Value - 1)).collect();
        Grid::new(Geometry::of_side(rows.len()).unwrap(), cells)
    }

    #[test]
    fn a_solution_has_no_violation() {
        assert!(is_solution(&grid(&["1234", "3412", "2143", "4321"])));
    }

    #[test]
    fn each_rule_is_named() {
        let wrong = grid(&["1234", "3412", "2143", "432."]);
        assert_eq!(violations(&wrong), [Violation::Blank(Cell { row: 3, col: 3 })]);
        let row = grid(&["1.1.", "....", "....", "...."]);
        let [Violation::Repeated { house, value: 0, cells }] = &violations(&row)[14..] else {
            panic!()
        };
        assert_eq!((house.to_string(), cells.len()), ("row 1".to_owned(), 2));
        let block = grid(&["1...", ".1..", "....", "...."]);
        assert!(
            matches!(&repetitions(&block)[..], [Violation::Repeated { house, .. }] if house.to_string() == "block 1")
        );
        assert_eq!(clash(&grid(&["1...", "....", "..1.", "...."])), None);
    }

    #[test]
    fn each_rule_is_told_in_words() {
        let told = |rows: &[&str]| -> Vec<String> {
            let alphabet = Alphabet::default_of(rows.len());
            repetitions(&grid(rows)).iter().map(|violation| violation.describe(&alphabet)).collect()
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
