//! The questions: one solution, the only one, how many, which candidates, which clues.

use crate::problem::{Outcome, Problem};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeSet;
use std::time::Instant;
use sudoku_core::{Grid, Puzzle, Value};

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Solve,
    Unique,
    /// At most so many.
    Count(u64),
    TrueCandidates,
    Unnecessary,
    Clash,
}

/// The members of the answer, of which `status` is one.
pub(crate) fn answer(
    puzzle: Puzzle,
    mode: Mode,
    deadline: Option<Instant>,
) -> anyhow::Result<Map<String, Json>> {
    let fixed = |puzzle| Problem::fixed(puzzle, deadline);
    let with_clues = |puzzle| Problem::with_clues(puzzle, deadline);
    match mode {
        Mode::Solve | Mode::Unique => one(&mut fixed(puzzle)?, mode == Mode::Unique),
        Mode::Count(most) => count(&mut fixed(puzzle)?, most),
        Mode::TrueCandidates => true_candidates(&mut fixed(puzzle)?),
        Mode::Unnecessary => unnecessary(&mut with_clues(puzzle)?),
        Mode::Clash => clash(&mut with_clues(puzzle)?),
    }
}

fn status(word: &str) -> Map<String, Json> {
    Map::from_iter([("status".to_owned(), json!(word))])
}

fn no_answer() -> Map<String, Json> {
    status("no answer")
}

fn one(problem: &mut Problem, is_unique: bool) -> anyhow::Result<Map<String, Json>> {
    let first = match problem.solve(&[], &[])? {
        Outcome::NoSolution => return Ok(status("no solution")),
        Outcome::Unknown => return Ok(no_answer()),
        Outcome::Solution(grid) => grid,
    };
    let mut answer = status("solved");
    answer.insert("grid".to_owned(), json!(text(problem, &first)));
    if is_unique {
        let different = problem.different(&first);
        match problem.solve(&[], &[different])? {
            Outcome::NoSolution => answer.insert("status".to_owned(), json!("unique")),
            Outcome::Solution(second) => {
                answer.insert("status".to_owned(), json!("several"));
                answer.insert("other".to_owned(), json!(text(problem, &second)))
            }
            // One is known, and whether it is the only one is not.
            Outcome::Unknown => answer.insert("status".to_owned(), json!("no answer")),
        };
    }
    Ok(answer)
}

fn count(problem: &mut Problem, most: u64) -> anyhow::Result<Map<String, Json>> {
    let mut count = 0;
    let is_complete = loop {
        if count == most {
            break false;
        }
        match problem.solve(&[], &[])? {
            Outcome::NoSolution => break true,
            Outcome::Unknown => {
                let mut answer = no_answer();
                answer.insert("at_least".to_owned(), json!(count));
                return Ok(answer);
            }
            Outcome::Solution(grid) => {
                count += 1;
                let different = problem.different(&grid);
                // From now on, for good.
                problem.add_clause(&[different]);
            }
        }
    };
    let mut answer = status("counted");
    answer.insert("count".to_owned(), json!(count));
    answer.insert("complete".to_owned(), json!(is_complete));
    Ok(answer)
}

/// Each candidate that is in some solution; models that were seen spare questions.
fn true_candidates(problem: &mut Problem) -> anyhow::Result<Map<String, Json>> {
    let shape = problem.puzzle().grid.shape();
    let cells: Vec<_> = shape.cells().collect();
    let values: Vec<Value> = (0..shape.n_values() as Value).collect();
    let mut seen: Vec<BTreeSet<Value>> = vec![BTreeSet::new(); cells.len()];
    for (index, cell) in cells.iter().enumerate() {
        for value in &values {
            if seen[index].contains(value) {
                continue;
            }
            let literal = problem.holds(*cell, *value);
            match problem.solve(&[], &[literal])? {
                Outcome::NoSolution => problem.add_clause(&[-literal]),
                Outcome::Unknown => return Ok(no_answer()),
                Outcome::Solution(grid) => {
                    for (seen, value) in seen.iter_mut().zip(grid.cells()) {
                        seen.extend(value);
                    }
                }
            }
        }
    }
    if seen.iter().any(BTreeSet::is_empty) {
        return Ok(status("no solution"));
    }
    let alphabet = &problem.puzzle().alphabet;
    let texts = seen
        .iter()
        .map(|values| values.iter().map(|value| alphabet.symbol(*value)).collect::<Vec<String>>());
    let mut answer = status("candidates");
    answer.insert("candidates".to_owned(), json!(texts.collect::<Vec<_>>()));
    Ok(answer)
}

/// The clues without which, each alone, the solution is still the only one.
fn unnecessary(problem: &mut Problem) -> anyhow::Result<Map<String, Json>> {
    let all: Vec<usize> = (0..problem.clues.len()).collect();
    let grid = match problem.solve(&all, &[])? {
        Outcome::NoSolution => return Ok(status("no solution")),
        Outcome::Unknown => return Ok(no_answer()),
        Outcome::Solution(grid) => grid,
    };
    let different = problem.different(&grid);
    match problem.solve(&all, &[different])? {
        Outcome::NoSolution => {}
        Outcome::Unknown => return Ok(no_answer()),
        Outcome::Solution(_) => return Ok(status("several")),
    }
    // What the proof did not use is not needed.
    let used: BTreeSet<usize> = problem.core().into_iter().collect();
    let mut unnecessary = Vec::new();
    for clue in &all {
        let others: Vec<usize> = all.iter().copied().filter(|other| other != clue).collect();
        let is_free = !used.contains(clue);
        match if is_free { Outcome::NoSolution } else { problem.solve(&others, &[different])? } {
            Outcome::NoSolution => unnecessary.push(problem.clues[*clue].name.clone()),
            Outcome::Unknown => return Ok(no_answer()),
            Outcome::Solution(_) => {}
        }
    }
    let mut answer = status("unique");
    answer.insert("unnecessary".to_owned(), json!(unnecessary));
    Ok(answer)
}

/// Clues that cannot hold together, of which none can be left out.
fn clash(problem: &mut Problem) -> anyhow::Result<Map<String, Json>> {
    let all: Vec<usize> = (0..problem.clues.len()).collect();
    match problem.solve(&all, &[])? {
        Outcome::Solution(_) => return Ok(status("solvable")),
        Outcome::Unknown => return Ok(no_answer()),
        Outcome::NoSolution => {}
    }
    let mut core = problem.core();
    let mut index = 0;
    while index < core.len() {
        let others: Vec<usize> =
            core.iter().copied().enumerate().filter(|(k, _)| *k != index).map(|(_, c)| c).collect();
        match problem.solve(&others, &[])? {
            // A smaller core may leave out more than the one clue.
            Outcome::NoSolution => {
                let smaller = problem.core();
                index = core[..index].iter().filter(|clue| smaller.contains(clue)).count();
                core = smaller;
            }
            Outcome::Solution(_) => index += 1,
            Outcome::Unknown => return Ok(no_answer()),
        }
    }
    let names: Vec<&str> = core.iter().map(|clue| &*problem.clues[*clue].name).collect();
    let mut answer = status("no solution");
    answer.insert("clash".to_owned(), json!(names));
    Ok(answer)
}

/// A symbol for each cell, row by row; between blanks where symbols have several characters.
fn text(problem: &Problem, grid: &Grid) -> String {
    let alphabet = &problem.puzzle().alphabet;
    let cells = grid.shape().cells().filter_map(|cell| grid.get(cell));
    let symbols: Vec<String> = cells.map(|value| alphabet.symbol(value)).collect();
    let is_wide = symbols.iter().any(|symbol| symbol.chars().count() > 1);
    symbols.join(if is_wide { " " } else { "" })
}
