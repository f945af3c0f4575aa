//! Decodes a SAT solver's answer to a Sudoku grid and tells whether it is the only one.
