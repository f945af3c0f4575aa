//! A SAT solver for DIMACS files, command-line compatible with z3 -dimacs.
