//! Encodes a Sudoku puzzle as a DIMACS CNF.
