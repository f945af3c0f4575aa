//! Checks a Sudoku solution against the rules and its puzzle.
