//! Checks what a solver printed against the formula: `check_model PROBLEM.cnf ANSWER.txt`.
//!
//! Exit code 0 if the model satisfies each clause, 1 if it does not, 2 if there is nothing to check.

use sat_format::dimacs::{Cnf, ReadOptions};
use sat_format::{Verdict, answer};
use std::error::Error;
use std::fs::{self, File};
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [problem, output] = &words[..] else {
        eprintln!("usage: check_model PROBLEM.cnf ANSWER.txt");
        return ExitCode::from(2);
    };
    match first_false_clause(problem, output) {
        Ok(None) => ExitCode::SUCCESS,
        Ok(Some(at)) => {
            eprintln!("clause {at} is not satisfied");
            ExitCode::from(1)
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// The number of the first clause, from 1, that the model does not satisfy.
fn first_false_clause(problem: &str, output: &str) -> Result<Option<usize>, Box<dyn Error>> {
    let formula = Cnf::read(File::open(problem)?, ReadOptions::default())?;
    let answer = answer::read(&fs::read(output)?)?;
    if answer.verdict != Verdict::Sat {
        return Err(format!("the verdict is {}", answer.verdict).into());
    }
    let at = formula.clauses().position(|clause| !answer.model.satisfies(clause));
    Ok(at.map(|at| at + 1))
}
