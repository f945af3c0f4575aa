//! Decodes a SAT solver's answer to a Sudoku grid.

fn main() {}
