//! The predicates against a checker in Python that shares no code with them, where it is beside the workspace.
//!
//! Grids and constraints are drawn at random, mostly near a constraint that holds, and each is judged by both.

use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use sudoku_core::GridShape;
use sudoku_core::constraint::{Constraint, Numbers};

const N_CASES: usize = 20_000;

/// Reads a case a line, answers 1 or 0 a line.
const DRIVER: &str = "
import sys, json
sys.path.insert(0, sys.argv[1])
from variant_check import check
for line in sys.stdin:
    puzzle, grid = json.loads(line)
    print(0 if check(puzzle, grid) else 1)
";

/// A small generator of numbers: the same cases in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    /// Different cells, as indices.
    fn cells(&mut self, shape: GridShape, n: usize) -> Vec<usize> {
        let mut all: Vec<usize> = (0..shape.n_cells()).collect();
        (0..n.min(all.len())).map(|_| all.swap_remove(self.below(all.len()))).collect()
    }

    /// The cells of a row or a column, from either end.
    fn line(&mut self, shape: GridShape) -> Vec<usize> {
        let (rows, cols) = (shape.rows(), shape.cols());
        let mut line: Vec<usize> = if self.below(2) == 0 {
            let row = self.below(rows);
            (0..cols).map(|col| row * cols + col).collect()
        } else {
            let col = self.below(cols);
            (0..rows).map(|row| row * cols + col).collect()
        };
        if self.below(2) == 0 {
            line.reverse();
        }
        line
    }
}

fn names(shape: GridShape, cells: &[usize]) -> Vec<String> {
    cells.iter().map(|index| shape.cell(*index).short()).collect()
}

#[expect(clippy::too_many_lines, reason = "a line for each kind")]
/// A constraint in our JSON and in the checker's, whose number often fits the grid.
fn constraint(random: &mut Random, shape: GridShape, grid: &[i64]) -> (Value, Value) {
    let n = 2 + random.below(4);
    let cells = random.cells(shape, n);
    let at = names(shape, &cells);
    let sum: i64 = cells.iter().map(|cell| grid[*cell]).sum::<i64>() + random.below(3) as i64 / 2;
    let pair = &cells[..2];
    let two = &at[..2];
    let (a, b) = (grid[cells[0]], grid[cells[1]]);
    let small = random.below(4) as i64 + 1;
    let line = random.line(shape);
    let along = names(shape, &line);
    let line_sum: i64 = random.below(3 * shape.cols()) as i64;
    let half = cells.len() / 2;
    let groups = json!([cells[..half].to_vec(), cells[half..2 * half].to_vec()]);
    let named = json!([names(shape, &cells[..half]), names(shape, &cells[half..2 * half])]);
    let values: Vec<i64> = cells[..2].iter().map(|cell| grid[*cell]).collect();
    match random.below(48) {
        0 => (
            json!({"cage": {"cells": at, "total": sum}}),
            json!({"k": "cage", "cells": cells, "sum": sum}),
        ),
        1 => (json!({"cage": {"cells": at}}), json!({"k": "cage", "cells": cells, "sum": null})),
        2 => (json!({"all-different": {"cells": at}}), json!({"k": "alldiff", "cells": cells})),
        3 => (
            json!({"difference": {"cells": two, "difference": small}}),
            json!({"k": "difference", "cells": pair, "v": small}),
        ),
        4 => (
            json!({"ratio": {"cells": two, "ratio": small}}),
            json!({"k": "ratio", "cells": pair, "v": small}),
        ),
        5 => (
            json!({"xv": {"cells": two, "sum": a + b}}),
            json!({"k": "xv", "cells": pair, "v": a + b}),
        ),
        6 => (json!({"greater-than": {"cells": two}}), json!({"k": "greater", "cells": pair})),
        7 => (json!({"thermometer": {"cells": at}}), json!({"k": "thermo", "cells": cells})),
        8 => {
            (json!({"slow-thermometer": {"cells": at}}), json!({"k": "slowthermo", "cells": cells}))
        }
        9 => (
            json!({"whisper": {"cells": at, "difference": small}}),
            json!({"k": "whisper", "cells": cells, "d": small}),
        ),
        10 => (json!({"nabner": {"cells": at}}), json!({"k": "nabner", "cells": cells})),
        11 => (json!({"palindrome": {"cells": at}}), json!({"k": "palindrome", "cells": cells})),
        12 => (json!({"renban": {"cells": at}}), json!({"k": "renban", "cells": cells})),
        13 => (
            json!({"modular": {"cells": at, "modulus": small}}),
            json!({"k": "modular", "cells": cells, "m": small}),
        ),
        14 => (json!({"entropic": {"cells": at}}), json!({"k": "entropic", "cells": cells})),
        15 => (json!({"between": {"cells": at}}), json!({"k": "between", "cells": cells})),
        16 => (
            json!({"lockout": {"cells": at, "difference": small}}),
            json!({"k": "lockout", "cells": cells, "d": small}),
        ),
        17 => (json!({"zipper": {"cells": at}}), json!({"k": "zipper", "cells": cells})),
        18 => (
            json!({"arrow": {"circle": &at[..1], "shaft": &at[1..]}}),
            json!({"k": "arrow", "circle": &cells[..1], "cells": &cells[1..]}),
        ),
        19 if n > 2 => (
            json!({"arrow": {"circle": two, "shaft": &at[2..]}}),
            json!({"k": "pillarrow", "circle": pair, "cells": &cells[2..]}),
        ),
        20 => (json!({"double-arrow": {"cells": at}}), json!({"k": "doublearrow", "cells": cells})),
        21 => (
            json!({"digital-root": {"cells": at, "root": (sum - 1).rem_euclid(9) + 1}}),
            json!({"k": "digitroot", "cells": cells, "root": (sum - 1).rem_euclid(9) + 1}),
        ),
        22 => {
            let coefficients: Vec<i64> = cells.iter().map(|_| random.below(5) as i64 - 2).collect();
            let total =
                coefficients.iter().zip(&cells).map(|(k, cell)| k * grid[*cell]).sum::<i64>();
            (
                json!({"sum": {"cells": at, "coefficients": coefficients, "total": total}}),
                json!({"k": "sum", "cells": cells, "coef": coefficients, "sum": total}),
            )
        }
        23 => (
            json!({"little-killer": {"cells": at, "total": sum}}),
            json!({"k": "littlekiller", "cells": cells, "sum": sum}),
        ),
        24 => (
            json!({"equal-sums": {"segments": named}}),
            json!({"k": "equalsum", "segments": groups}),
        ),
        25 => {
            let is_loop = random.below(2) == 0;
            (
                json!({"sum-line": {"cells": at, "sum": 2 + sum / 2, "loop": is_loop}}),
                json!({"k": "sumline", "cells": cells, "sum": 2 + sum / 2, "loop": is_loop}),
            )
        }
        26 => (
            json!({"skyscraper": {"cells": along, "seen": small}}),
            json!({"k": "skyscraper", "cells": line, "sum": small}),
        ),
        27 => (
            json!({"hidden-skyscraper": {"cells": along, "hidden": small}}),
            json!({"k": "hiddenskyscraper", "cells": line, "sum": small}),
        ),
        28 => (
            json!({"sandwich": {"cells": along, "sum": line_sum}}),
            json!({"k": "sandwich", "cells": line, "sum": line_sum}),
        ),
        29 => (
            json!({"x-sum": {"cells": along, "sum": line_sum}}),
            json!({"k": "xsum", "cells": line, "sum": line_sum}),
        ),
        30 => (
            json!({"numbered-room": {"cells": along, "value": small}}),
            json!({"k": "numberedroom", "cells": line, "sum": small}),
        ),
        31 => (
            json!({"value-indexing": {"cells": along}}),
            json!({"k": "valueindexing", "cells": line}),
        ),
        32 if shape.rows() == shape.cols() && shape.n_values() <= shape.rows() => {
            let by_row = random.below(2) == 0;
            (
                json!({"indexing": {"cell": at[0], "names": if by_row { "row" } else { "column" }}}),
                json!({"k": "indexing", "cells": &cells[..1], "dir": if by_row { "R" } else { "C" }}),
            )
        }
        33 => (
            json!({"quadruple": {"cells": at, "values": values}}),
            json!({"k": "quadruple", "cells": cells, "values": values}),
        ),
        34 => {
            let clue = format!("{}{a}", small.min(3));
            (
                json!({"look-and-say": {"cells": at, "counts": [[small.min(3), a]]}}),
                json!({"k": "lookandsay", "cells": cells, "clue": clue}),
            )
        }
        35 => (json!({"same-values": {"sets": named}}), json!({"k": "samevalues", "sets": groups})),
        36 => (
            json!({"counting-circles": {"cells": at}}),
            json!({"k": "countingcircles", "cells": cells}),
        ),
        37 => (
            json!({"count-distinct": {"cells": at}}),
            json!({"k": "countdistinct", "cells": cells}),
        ),
        38 => (
            json!({"rellik": {"cells": at, "sum": small + 3}}),
            json!({"k": "rellik", "cells": cells, "sum": small + 3}),
        ),
        39 => {
            (json!({"equality-cage": {"cells": at}}), json!({"k": "equalitycage", "cells": cells}))
        }
        40 => {
            let allowed = [[a, b], [b, a], [a, a]];
            let relation: Vec<[i64; 2]> =
                allowed.iter().map(|pair| pair.map(|number| number - 1)).collect();
            let all = random.below(2) == 0;
            (
                json!({"pair-relation": {"cells": at, "allowed": allowed, "all_pairs": all}}),
                json!({"k": if all { "pairx" } else { "pair" }, "cells": cells, "rel": relation}),
            )
        }
        41 => (json!({"minimum": {"cells": two}}), json!({"k": "minimum", "cells": pair})),
        42 => {
            (json!({"maximum": {"cells": &at[..1]}}), json!({"k": "maximum", "cells": &cells[..1]}))
        }
        43 => (
            json!({"clone-region": {"cells": named[0], "copy": named[1]}}),
            json!({"k": "clone", "cells": groups[0], "clone": groups[1]}),
        ),
        44 => (json!({"odd": {"cells": &at[..1]}}), json!({"k": "odd", "cells": &cells[..1]})),
        45 => (
            json!({"full-rank": {"cells": along, "rank": 1 + random.below(8), "ties": "any"}}),
            json!({"k": "fullrank", "cells": line, "sum": 0}),
        ),
        46 => {
            let option = |k: usize| {
                (
                    json!({"candidates": {"cell": at[k], "values": [a]}}),
                    json!({"k": "given", "cells": [cells[k]], "values": [a]}),
                )
            };
            let (first, second) = (option(1), option(0));
            let wrong = json!({"candidates": {"cell": at[0], "values": [a + 1]}});
            let wrong_there = json!({"k": "given", "cells": [cells[0]], "values": [a + 1]});
            (
                json!({"any-of": {"alternatives": [[first.0], [wrong, second.0]]}}),
                json!({"k": "or", "alts": [[first.1], [wrong_there, second.1]]}),
            )
        }
        _ => {
            let k = random.below(7);
            let ours = [
                "anti-knight",
                "anti-king",
                "nonconsecutive",
                "anti-taxicab",
                "dutch-flatmates",
                "negative-sum",
                "negative-ratio",
            ][k];
            let theirs = [
                "antiknight",
                "antiking",
                "anticonsecutive",
                "antitaxicab",
                "dutchflatmates",
                "strictxv",
                "negativeratio",
            ][k];
            let members = match k {
                5 => json!({"sums": [5, 10]}),
                6 => json!({"ratios": [2]}),
                _ => json!({}),
            };
            (json!({ours: members}), json!({"k": theirs, "values": [2], "cells": []}))
        }
    }
}

#[test]
fn the_predicates_agree_with_an_independent_checker() {
    let oracle = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/oracle");
    if !oracle.join("variant_check.py").is_file() {
        eprintln!("not run: there is no variant_check.py beside the workspace");
        return;
    }
    let mut random = Random(2026);
    let mut input = String::new();
    let mut cases = Vec::new();
    for _ in 0..N_CASES {
        let (rows, cols) = (2 + random.below(3), 3 + random.below(3));
        let n_values = 3 + random.below(7);
        let shape = GridShape::new(rows, cols, 1, n_values).unwrap();
        let grid: Vec<i64> =
            (0..shape.n_cells()).map(|_| 1 + random.below(n_values) as i64).collect();
        let (ours, mut theirs) = constraint(&mut random, shape, &grid);
        if theirs["k"] == "fullrank" {
            theirs["sum"] = ours["full-rank"]["rank"].clone();
        }
        let is_rank = theirs["k"] == "fullrank";
        let mut constraints = vec![theirs];
        if is_rank {
            constraints.push(json!({"k": "fullrankties", "mode": "any"}));
        }
        let puzzle = json!({"rows": rows, "cols": cols, "nv": n_values, "vmin": 1, "sudokuGrid": false, "boxes": [], "cons": constraints});
        writeln!(input, "{}", json!([puzzle, grid])).unwrap();
        let constraint: Constraint = serde_json::from_value(ours.clone()).expect("our JSON");
        let numbers = Numbers::new(shape, grid.iter().map(|number| Some(*number)).collect());
        // What is refused, such as digits of which a grid has no nine, is not judged.
        let holds = if constraint.fault(shape).is_some() {
            None
        } else {
            constraint.is_satisfied(&numbers)
        };
        cases.push((holds, ours, grid, shape));
    }
    let mut python = Command::new("python3")
        .args(["-c", DRIVER])
        .arg(oracle)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Python 3");
    let mut stdin = python.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = python.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let answers = String::from_utf8(output.stdout).unwrap();
    let (mut n_holding, mut n_judged) = (0, 0);
    assert_eq!(answers.lines().count(), N_CASES);
    for (answer, (holds, ours, grid, shape)) in answers.lines().zip(cases) {
        let Some(holds) = holds else { continue };
        assert_eq!(answer == "1", holds, "{ours} on {grid:?} {shape}");
        n_judged += 1;
        n_holding += usize::from(holds);
    }
    assert!(n_judged > N_CASES * 9 / 10 && n_holding > N_CASES / 10, "{n_judged} {n_holding}");
}
