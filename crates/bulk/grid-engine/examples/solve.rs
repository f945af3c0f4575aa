//! Solves the puzzles of a file, a line each, and prints the solution of each that has only one.
//!
//! ```text
//! cargo run --release -p grid-engine --example solve -- puzzles.txt
//! ```

#![expect(clippy::print_stdout, reason = "it is a program")]

use grid_engine::lanes::{self, Outcome};
use grid_engine::{Level, Puzzle};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("expected a file of puzzles")?;
    let text = std::fs::read_to_string(&path)?;
    let mut puzzles = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let puzzle = Puzzle::parse(line.trim().as_bytes());
        puzzles.push(puzzle.map_err(|error| format!("{path}:{}: {error}", index + 1))?);
    }
    let mut outcomes = vec![Outcome::NONE; puzzles.len()];
    lanes::solve(Level::best(), &puzzles, 2, &mut outcomes);
    for (puzzle, outcome) in puzzles.iter().zip(&outcomes) {
        match outcome.n_solutions {
            0 => println!("{puzzle} none"),
            1 => println!(
                "{}",
                outcome.first.map(|value| char::from(b'0' + value)).iter().collect::<String>()
            ),
            _ => println!("{puzzle} multiple"),
        }
    }
    Ok(())
}
