//! The questions: one solution, the only one, how many, which candidates, which clues.

use crate::clauses::{Limits, NoAnswer};
use crate::problem::{Outcome, Problem};
use crate::reasons::{self, Needed};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeSet;
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
    Backbone,
    /// The smallest set, or any that is minimal.
    Minimal {
        is_smallest: bool,
    },
    Clash {
        is_smallest: bool,
    },
}

/// The members of the answer, of which `status` is one.
pub(crate) fn answer(
    puzzle: Puzzle,
    mode: Mode,
    limits: Limits,
) -> anyhow::Result<Map<String, Json>> {
    let fixed = |puzzle| Problem::fixed(puzzle, limits);
    let with_clues = |puzzle| Problem::with_clues(puzzle, limits);
    match mode {
        Mode::Solve | Mode::Unique => one(&mut fixed(puzzle)?, mode == Mode::Unique),
        Mode::Count(most) => count(&mut fixed(puzzle)?, most),
        Mode::TrueCandidates => true_candidates(&mut fixed(puzzle)?),
        Mode::Unnecessary => unnecessary(&mut with_clues(puzzle)?),
        Mode::Backbone => backbone(&mut with_clues(puzzle)?),
        Mode::Minimal { is_smallest } => minimal(&mut with_clues(puzzle)?, is_smallest),
        Mode::Clash { is_smallest } => clash(&mut with_clues(puzzle)?, is_smallest),
    }
}

fn status(word: &str) -> Map<String, Json> {
    Map::from_iter([("status".to_owned(), json!(word))])
}

/// That there is none, and why.
pub(crate) fn no_answer(why: NoAnswer) -> Map<String, Json> {
    let mut answer = status("no answer");
    answer.insert("message".to_owned(), json!(why.to_string()));
    answer
}

fn one(problem: &mut Problem, is_unique: bool) -> anyhow::Result<Map<String, Json>> {
    let first = match problem.solve(&[], &[])? {
        Outcome::NoSolution => return Ok(status("no solution")),
        Outcome::Unknown => return Ok(no_answer(NoAnswer::Time)),
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
            Outcome::Unknown => {
                answer.extend(no_answer(NoAnswer::Time));
                None
            }
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
                let mut answer = no_answer(NoAnswer::Time);
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
                Outcome::Unknown => return Ok(no_answer(NoAnswer::Time)),
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
        Outcome::Unknown => return Ok(no_answer(NoAnswer::Time)),
        Outcome::Solution(grid) => grid,
    };
    let different = problem.different(&grid);
    match problem.solve(&all, &[different])? {
        Outcome::NoSolution => {}
        Outcome::Unknown => return Ok(no_answer(NoAnswer::Time)),
        Outcome::Solution(_) => return Ok(status("several")),
    }
    let Some(clues) = reasons::unnecessary(problem, different)? else {
        return Ok(no_answer(NoAnswer::Time));
    };
    let mut answer = status("unique");
    answer.insert("unnecessary".to_owned(), json!(names(problem, &clues)));
    Ok(answer)
}

/// The cells that are the same in all solutions.
fn backbone(problem: &mut Problem) -> anyhow::Result<Map<String, Json>> {
    let all: Vec<usize> = (0..problem.clues.len()).collect();
    let grid = match problem.solve(&all, &[])? {
        Outcome::NoSolution => return Ok(status("no solution")),
        Outcome::Unknown => return Ok(no_answer(NoAnswer::Time)),
        Outcome::Solution(grid) => grid,
    };
    let Some(common) = reasons::backbone(problem, &grid)? else {
        return Ok(no_answer(NoAnswer::Time));
    };
    let is_unique = common == grid;
    let mut answer = status(if is_unique { "unique" } else { "several" });
    answer.insert("grid".to_owned(), json!(text(problem, &common)));
    Ok(answer)
}

/// Clues that are enough for the solution to be the only one, of which none can be left out.
fn minimal(problem: &mut Problem, is_smallest: bool) -> anyhow::Result<Map<String, Json>> {
    let all: Vec<usize> = (0..problem.clues.len()).collect();
    let grid = match problem.solve(&all, &[])? {
        Outcome::NoSolution => return Ok(status("no solution")),
        Outcome::Unknown => return Ok(no_answer(NoAnswer::Time)),
        Outcome::Solution(grid) => grid,
    };
    Ok(match reasons::needed(problem, &grid, is_smallest)? {
        None => no_answer(NoAnswer::Time),
        Some(Needed::Several) => status("several"),
        Some(Needed::Clues(clues)) => {
            let mut answer = status("unique");
            answer.insert("minimal".to_owned(), json!(names(problem, &clues)));
            answer
        }
    })
}

/// Clues that cannot hold together, of which none can be left out.
fn clash(problem: &mut Problem, is_smallest: bool) -> anyhow::Result<Map<String, Json>> {
    let all: Vec<usize> = (0..problem.clues.len()).collect();
    match problem.solve(&all, &[])? {
        Outcome::Solution(_) => return Ok(status("solvable")),
        Outcome::Unknown => return Ok(no_answer(NoAnswer::Time)),
        Outcome::NoSolution => {}
    }
    let Some(clues) = reasons::clash(problem, is_smallest)? else {
        return Ok(no_answer(NoAnswer::Time));
    };
    let mut answer = status("no solution");
    answer.insert("clash".to_owned(), json!(names(problem, &clues)));
    Ok(answer)
}

fn names(problem: &Problem, clues: &[usize]) -> Vec<String> {
    clues.iter().map(|clue| problem.clues[*clue].name.clone()).collect()
}

/// A symbol for each cell, `.` for a blank, row by row; between blanks where symbols have several characters.
fn text(problem: &Problem, grid: &Grid) -> String {
    let alphabet = &problem.puzzle().alphabet;
    let symbol =
        |value: Option<Value>| value.map_or(".".to_owned(), |value| alphabet.symbol(value));
    let symbols: Vec<String> = grid.shape().cells().map(|cell| symbol(grid.get(cell))).collect();
    let is_wide = symbols.iter().any(|symbol| symbol.chars().count() > 1);
    symbols.join(if is_wide { " " } else { "" })
}
