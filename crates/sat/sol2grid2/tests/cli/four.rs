//! 4×4 Sudoku by brute force, and an encoding of its own: clauses that say which values clash.

/// All 288 solved grids, each in a line.
pub(crate) fn grids() -> Vec<String> {
    let mut grids = vec![String::new()];
    for cell in 0..16 {
        let extended = |grid: String| {
            ('1'..='4')
                .filter(|value| !peers(cell).any(|peer| grid.chars().nth(peer) == Some(*value)))
                .map(|value| format!("{grid}{value}"))
                .collect::<Vec<_>>()
        };
        grids = grids.into_iter().flat_map(extended).collect();
    }
    grids
}

/// Whether a solved grid has the puzzle's givens.
pub(crate) fn solves(grid: &str, puzzle: &str) -> bool {
    grid.chars().zip(puzzle.chars()).all(|(value, given)| given == '.' || value == given)
}

/// Earlier cells with which `cell` shares a row, a column or a block.
fn peers(cell: usize) -> impl Iterator<Item = usize> {
    let house = |cell: usize| [cell / 4, cell % 4, cell / 8 * 2 + cell % 4 / 2];
    (0..cell).filter(move |other| house(cell).iter().zip(house(*other)).any(|(a, b)| *a == b))
}

fn var(cell: usize, value: usize) -> usize {
    16 * value + cell + 1
}

fn givens(puzzle: &str) -> Vec<String> {
    let value = |(cell, given): (usize, char)| Some((cell, given.to_digit(10)? as usize - 1));
    puzzle
        .chars()
        .enumerate()
        .filter_map(value)
        .map(|(cell, value)| var(cell, value).to_string())
        .collect()
}

/// A CNF whose models are the puzzle's solutions.
pub(crate) fn cnf(puzzle: &str) -> String {
    let mut clauses = givens(puzzle);
    for cell in 0..16 {
        clauses
            .push((0..4).map(|value| var(cell, value).to_string()).collect::<Vec<_>>().join(" "));
        for value in 0..4 {
            clauses.extend(
                (0..value).map(|other| format!("-{} -{}", var(cell, other), var(cell, value))),
            );
            clauses.extend(
                peers(cell).map(|peer| format!("-{} -{}", var(peer, value), var(cell, value))),
            );
        }
    }
    let lines = clauses.join(" 0\n") + " 0\n";
    format!("p cnf 64 {}\n{lines}", clauses.len())
}

/// What a solver prints for a grid.
pub(crate) fn answer(grid: &str) -> String {
    let is_true = givens(grid);
    let literal =
        |var: usize| if is_true.contains(&var.to_string()) { var as i32 } else { -(var as i32) };
    let literals: Vec<String> = (1..=64).map(|var| literal(var).to_string()).collect();
    format!("s SATISFIABLE\nv {} 0\n", literals.join(" "))
}

/// The clause that excludes a grid, as the tool writes it.
pub(crate) fn blocking_clause(grid: &str) -> String {
    format!("-{} 0", givens(grid).join(" -"))
}

#[test]
fn there_are_288_grids() {
    let grids = grids();
    assert_eq!(grids.len(), 288);
    assert!(solves(&grids[0], "1..............."), "{}", grids[0]);
}
