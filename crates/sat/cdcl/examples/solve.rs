//! Solves a DIMACS CNF: `cargo run --release -p cdcl --example solve -- FILE`.

use cdcl::{Options, Outcome, Solver};
use std::io::{Error, Write};

fn main() -> Result<(), Error> {
    let path = std::env::args().nth(1).ok_or_else(|| Error::other("usage: solve FILE"))?;
    let text = std::fs::read_to_string(path)?;
    let mut solver = Solver::new(Options::default());
    let mut clause = Vec::new();
    let mut clauses = Vec::new();
    let lines = text.lines().filter(|line| !line.starts_with(['c', 'p']));
    for token in lines.flat_map(str::split_whitespace) {
        match token.parse().map_err(Error::other)? {
            0 => {
                solver.add_clause(&clause);
                clauses.push(std::mem::take(&mut clause));
            }
            number => clause.push(number),
        }
    }
    if !clause.is_empty() {
        return Err(Error::other("found the end of the file, expected 0 after the last clause"));
    }
    let outcome = solver.solve(&[]);
    let is_true = |number: &i32| solver.value(number.unsigned_abs()) == Some(*number > 0);
    let verdict = match outcome {
        Outcome::Sat if clauses.iter().all(|clause| clause.iter().any(is_true)) => "s SATISFIABLE",
        Outcome::Sat => "s WRONG",
        Outcome::Unsat => "s UNSATISFIABLE",
        Outcome::Unknown => "s UNKNOWN",
    };
    let mut out = std::io::stdout();
    writeln!(out, "{verdict}\nc {:?}", solver.statistics())
}
