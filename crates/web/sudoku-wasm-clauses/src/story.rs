//! How a solver searches, step by step: for a person to read, not to be fast.
//!
//! ```text
//! decide     nothing follows: a cell with the fewest open values is taken to hold the first of them
//! unit       all literals of a clause but one are false: the last one is true
//! conflict   all literals of a clause are false
//! learn      a clause that follows from the others and would have shown it sooner
//! back       decisions are taken back until the learnt clause has one open literal
//! ```
//!
//! The learnt clause is the conflict's, in which literal after literal, from the latest on, is replaced by the others of the clause that made
//! it false, until one literal of the last decision's level is left: the first unique implication point.
//!
//! # References
//! - Marques-Silva, Sakallah: GRASP, a search algorithm for propositional satisfiability, IEEE Transactions on Computers 48, 1999
//! - Zhang, Madigan, Moskewicz, Malik: Efficient conflict driven learning in a Boolean satisfiability solver, ICCAD 2001

use crate::board::puzzle;
use crate::cnf::{Literal, literal};
use page_board::json;
use serde::Serialize;
use sudoku_core::{Puzzle, VarMap};
use sudoku2cnf::{Encoding, Group};
use wasm_bindgen::prelude::wasm_bindgen;

/// Formulas with more variables have a story that nobody reads.
const MAX_VARS: u32 = 1000;
/// A story ends after so many steps.
const MAX_STEPS: usize = 5000;

/// A step of a search.
#[derive(Debug, Serialize)]
struct Step {
    /// `decide`, `unit`, `conflict`, `learn`, `back`, `model`, `none` (there is no model), `end` (it is too long).
    kind: &'static str,
    /// What becomes true.
    literal: Option<Literal>,
    /// The clause that the step is about.
    clause: Vec<Literal>,
    /// What that clause says; `learnt` for one that was.
    meaning: String,
    /// How many decisions hold after the step.
    level: usize,
    /// How many literals are true after it.
    n_true: usize,
}

/// What a search does on the clauses of a board, as JSON: a list of steps.
///
/// # Errors
/// It is not a board, or its clauses are too many.
#[wasm_bindgen]
pub fn story(board: &str) -> Result<String, String> {
    let puzzle = puzzle(board)?;
    let clauses = Encoding::Natural.clauses(&puzzle).map_err(|error| error.to_string())?;
    if clauses.n_vars > MAX_VARS {
        return Err(format!(
            "its clauses have {} variables, and a story is told of at most {MAX_VARS}",
            clauses.n_vars
        ));
    }
    let meaning = |index: usize| {
        let after = clauses.groups.partition_point(|(_, start)| *start <= index);
        match after.checked_sub(1).map(|group| clauses.groups[group].0) {
            Some(Group::Constraint(index)) => puzzle.rules.constraints()[index].to_string(),
            Some(group) => group.meaning(),
            None => String::new(),
        }
    };
    let mut search = Search {
        puzzle: &puzzle,
        values: vec![None; clauses.n_vars as usize + 1],
        clauses: clauses.iter().map(<[i32]>::to_vec).collect(),
        n_first: clauses.len(),
        trail: Vec::new(),
        decisions: Vec::new(),
        steps: Vec::new(),
        meaning: &meaning,
    };
    search.run();
    json(&search.steps)
}

/// A search that writes down what it does.
struct Search<'a> {
    puzzle: &'a Puzzle,
    clauses: Vec<Vec<i32>>,
    /// So many of them are the formula's; the others were learnt.
    n_first: usize,
    /// Of each variable.
    values: Vec<Option<bool>>,
    /// What is true, in order, with the clause that says so.
    trail: Vec<(i32, Option<usize>)>,
    /// The length of the trail before each decision.
    decisions: Vec<usize>,
    steps: Vec<Step>,
    meaning: &'a dyn Fn(usize) -> String,
}

impl Search<'_> {
    fn run(&mut self) {
        while self.steps.len() < MAX_STEPS {
            if let Some(conflict) = self.propagate() {
                self.say("conflict", None, Some(conflict));
                if self.decisions.is_empty() {
                    return self.say("none", None, None);
                }
                self.learn(conflict);
            } else if self.steps.len() >= MAX_STEPS {
                break;
            } else if let Some(literal) = self.choice() {
                self.decisions.push(self.trail.len());
                self.assign(literal, None);
                self.say("decide", Some(literal), None);
            } else {
                return self.say("model", None, None);
            }
        }
        self.say("end", None, None);
    }

    /// Makes true what follows; the clause of which nothing can be true, if there is one.
    fn propagate(&mut self) -> Option<usize> {
        let mut index = 0;
        let mut n_quiet = 0;
        while n_quiet < self.clauses.len() && self.steps.len() < MAX_STEPS {
            let clause = &self.clauses[index];
            let is_true = clause.iter().any(|literal| self.value(*literal) == Some(true));
            let mut open = clause.iter().filter(|literal| self.value(**literal).is_none());
            let (first, second) = (open.next().copied(), open.next());
            match (is_true, first, second) {
                (false, None, _) => return Some(index),
                (false, Some(literal), None) => {
                    self.assign(literal, Some(index));
                    self.say("unit", Some(literal), Some(index));
                    n_quiet = 0;
                }
                _ => n_quiet += 1,
            }
            index = (index + 1) % self.clauses.len();
        }
        None
    }

    /// The first open value of a cell with the fewest; when all cells have theirs, a variable of the encoding.
    fn choice(&self) -> Option<i32> {
        let map = VarMap::new(self.puzzle.grid.shape());
        let shape = self.puzzle.grid.shape();
        let cells = shape.cells().filter_map(|cell| {
            let vars = shape.values().map(|value| map.var(cell, value));
            let open: Vec<u32> = vars.filter(|var| self.values[*var as usize].is_none()).collect();
            Some((open.len(), *open.first()?))
        });
        let fewest = cells.min_by_key(|(n_open, _)| *n_open).map(|(_, var)| var.cast_signed());
        fewest.or_else(|| {
            let mut vars = 1..self.values.len() as u32;
            let open = vars.find(|var| self.values[*var as usize].is_none());
            open.map(|var| -var.cast_signed())
        })
    }

    /// Learns from a conflict, and goes back to where the learnt clause has one open literal.
    fn learn(&mut self, conflict: usize) {
        let start = self.decisions.last().copied().unwrap_or(0);
        let place = |literal: i32, trail: &[(i32, Option<usize>)]| {
            trail.iter().position(|(is_true, _)| *is_true == -literal).unwrap_or(0)
        };
        let mut learnt = self.clauses[conflict].clone();
        for at in (start..self.trail.len()).rev() {
            let of_level = |literal: &&i32| place(**literal, &self.trail) >= start;
            if learnt.iter().filter(of_level).count() < 2 {
                break;
            }
            let (is_true, reason) = self.trail[at];
            let (true, Some(reason)) = (learnt.contains(&-is_true), reason) else { continue };
            learnt.retain(|literal| *literal != -is_true);
            for literal in &self.clauses[reason] {
                if *literal != is_true && !learnt.contains(literal) {
                    learnt.push(*literal);
                }
            }
        }
        // What is false whatever is decided says nothing.
        let first_decision = self.decisions.first().copied().unwrap_or(0);
        learnt.retain(|literal| place(*literal, &self.trail) >= first_decision);
        learnt.sort_by_key(|literal| std::cmp::Reverse(place(*literal, &self.trail)));
        let second = learnt.get(1).map_or(0, |literal| place(*literal, &self.trail));
        let level = self.decisions.partition_point(|length| *length <= second);
        let level = if learnt.len() > 1 { level } else { 0 };
        let index = self.clauses.len();
        self.clauses.push(learnt);
        self.say("learn", None, Some(index));
        let length = self.decisions[level];
        for (literal, _) in self.trail.drain(length..) {
            self.values[literal.unsigned_abs() as usize] = None;
        }
        self.decisions.truncate(level);
        self.say("back", None, None);
        // Its one open literal is what it was learnt for.
        if let Some(&literal) = self.clauses[index].first() {
            self.assign(literal, Some(index));
            self.say("unit", Some(literal), Some(index));
        }
    }

    fn value(&self, literal: i32) -> Option<bool> {
        self.values[literal.unsigned_abs() as usize].map(|value| value == (literal > 0))
    }

    fn assign(&mut self, literal: i32, reason: Option<usize>) {
        self.values[literal.unsigned_abs() as usize] = Some(literal > 0);
        self.trail.push((literal, reason));
    }

    fn say(&mut self, kind: &'static str, is_true: Option<i32>, clause: Option<usize>) {
        let meaning = match clause {
            Some(index) if index >= self.n_first => "learnt".to_owned(),
            Some(index) => (self.meaning)(index),
            None => String::new(),
        };
        let clause = clause.map_or_else(Vec::new, |index| self.clauses[index].clone());
        let clause = clause.into_iter().map(|number| self.named(number)).collect();
        let literal = is_true.map(|number| self.named(number));
        let (level, n_true) = (self.decisions.len(), self.trail.len());
        self.steps.push(Step { kind, literal, clause, meaning, level, n_true });
    }

    fn named(&self, number: i32) -> Literal {
        literal(self.puzzle.grid.shape(), &self.puzzle.alphabet, number.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tests::of_spec;
    use page_board::board_of as board;
    use serde_json::Value as Json;
    use std::collections::BTreeSet;

    /// Whether clauses and these literals contradict each other by unit propagation, in the plainest way.
    fn is_refuted(clauses: &[Vec<i32>], literals: &[i32]) -> bool {
        let mut is_true: BTreeSet<i32> = literals.iter().copied().collect();
        loop {
            let before = is_true.len();
            for clause in clauses {
                if clause.iter().any(|literal| is_true.contains(literal)) {
                    continue;
                }
                let open: Vec<&i32> =
                    clause.iter().filter(|literal| !is_true.contains(&-**literal)).collect();
                match open[..] {
                    [] => return true,
                    [literal] => {
                        is_true.insert(*literal);
                    }
                    _ => {}
                }
            }
            if is_true.len() == before {
                return false;
            }
        }
    }

    /// Follows a story and looks whether each step is right; the kind of the last one, and how many clauses were learnt.
    fn follow(board: &str) -> (String, usize) {
        let puzzle = puzzle(board).unwrap();
        let mut clauses: Vec<Vec<i32>> =
            Encoding::Natural.clauses(&puzzle).unwrap().iter().map(<[i32]>::to_vec).collect();
        let n_first = clauses.len();
        let steps: Vec<Json> = serde_json::from_str(&story(board).unwrap()).unwrap();
        let mut trail: Vec<i32> = Vec::new();
        let number = |literal: &Json| literal["number"].as_i64().unwrap() as i32;
        for step in &steps {
            let clause: Vec<i32> = step["clause"].as_array().unwrap().iter().map(number).collect();
            let is_false = |literal: &i32| trail.contains(&-literal);
            match step["kind"].as_str().unwrap() {
                "decide" => trail.push(number(&step["literal"])),
                "unit" => {
                    let literal = number(&step["literal"]);
                    assert!(clauses.contains(&clause), "{step}");
                    let others = clause.iter().filter(|other| **other != literal);
                    assert!(clause.contains(&literal) && others.clone().all(is_false), "{step}");
                    assert!(!trail.contains(&literal) && !trail.contains(&-literal), "{step}");
                    trail.push(literal);
                }
                "conflict" => {
                    assert!(clauses.contains(&clause) && clause.iter().all(is_false), "{step}");
                }
                "learn" => {
                    let negated: Vec<i32> = clause.iter().map(|literal| -literal).collect();
                    assert!(is_refuted(&clauses, &negated), "{step}");
                    clauses.push(clause);
                }
                "back" => trail.truncate(step["n_true"].as_u64().unwrap() as usize),
                "model" => {
                    let holds = |clause: &Vec<i32>| clause.iter().any(|one| trail.contains(one));
                    assert!(clauses.iter().all(holds));
                }
                "none" => assert!(is_refuted(&clauses, &[])),
                other => assert_eq!(other, "end"),
            }
            assert_eq!(step["n_true"], trail.len(), "{step}");
        }
        (steps.last().unwrap()["kind"].as_str().unwrap().to_owned(), clauses.len() - n_first)
    }

    #[test]
    fn each_step_follows() {
        // Units alone; decisions; conflicts and learnt clauses; no solution.
        assert_eq!(follow(&board("1.2424.3..4..132")), ("model".to_owned(), 0));
        assert_eq!(follow(&board(&".".repeat(16))).0, "model");
        let hard =
            "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
        let (last, n_learnt) = follow(&board(hard));
        assert!(n_learnt > 2, "{last} after {n_learnt}");
        assert_eq!(follow(&board("123....4....2...")).0, "none");
        let none =
            "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..";
        assert_eq!(follow(&board(none)).0, "none");
    }

    #[test]
    fn stories_of_constraints_are_told_too() {
        let cage = r#"{"rows":4,"cols":4,"constraints":[{"cage":{"cells":["r1c1","r1c2"],"total":3}},{"anti-knight":{}}]}"#;
        let (last, _) = follow(&of_spec(cage));
        assert!(["model", "none"].contains(&&*last), "{last}");
    }

    #[test]
    fn a_formula_too_large_is_refused() {
        assert!(story(&board(&". ".repeat(256))).unwrap_err().contains("4096 variables"));
    }
}
