//! Every kind against its predicate, over all grids of small shapes.

use crate::{ClauseSink, Clauses, Encoding, Group};
use std::collections::BTreeSet;
use sudoku_core::constraint::full_rank::{Ties, lines};
use sudoku_core::constraint::{Constraint, FullRank};
use sudoku_core::{
    Alphabet, Cell, Geometry, Grid, GridShape, House, HouseKind, Puzzle, Rules, Value, VarMap,
};

/// On the 288 classic grids of side 4.
const CLASSIC: &[&str] = &[
    r#"{"all-different":{"cells":["r1c1","r2c3","r3c4"]}}"#,
    r#"{"anti-king":{}}"#,
    r#"{"anti-knight":{}}"#,
    r#"{"anti-taxicab":{}}"#,
    r#"{"any-of":{"alternatives":[[{"xv":{"cells":["r1c1","r1c2"],"sum":5}}],[{"odd":{"cells":["r1c1"]}},{"even":{"cells":["r2c3"]}}]]}}"#,
    r#"{"any-of":{"alternatives":[[{"cage":{"cells":["r1c1","r2c2"],"total":5}},{"any-of":{"alternatives":[[{"odd":{"cells":["r4c4"]}}],[{"thermometer":{"cells":["r4c1","r4c2"]}}]]}}],[{"thermometer":{"cells":["r1c1","r1c2","r1c3"]}}]]}}"#,
    r#"{"any-of":{"alternatives":[]}}"#,
    r#"{"any-of":{"alternatives":[[],[{"odd":{"cells":["r1c1"]}}]]}}"#,
    r#"{"arrow":{"circle":["r1c1"],"shaft":["r2c2","r3c3"]}}"#,
    r#"{"arrow":{"circle":["r1c1"],"shaft":["r3c3"]}}"#,
    r#"{"arrow":{"circle":["r1c1","r1c2","r1c3"],"shaft":["r2c1","r2c2","r3c3","r4c4"]}}"#,
    r#"{"arrow":{"circle":["r1c1","r1c2"],"shaft":["r2c1","r2c2","r3c3","r4c4","r2c1","r3c4","r4c2"]}}"#,
    r#"{"arrow":{"circle":["r1c1","r1c2"],"shaft":["r2c1","r2c2","r3c3","r4c4"]}}"#,
    r#"{"automaton":{"segments":[["r1c1","r1c2"],["r2c2","r3c2"]],"start":[0,1],"accept":[2],"transitions":[{"from":0,"on":[1,2],"to":0},{"from":0,"on":[2,3],"to":1},{"from":0,"on_separator":true,"to":0},{"from":1,"on_separator":true,"to":1},{"from":1,"on":[4,1],"to":2},{"from":2,"on":[3],"to":2},{"from":1,"on":[4],"to":1}]}}"#,
    r#"{"automaton":{"segments":[["r1c1"]],"start":[],"accept":[0],"transitions":[]}}"#,
    r#"{"between":{"cells":["r1c1","r2c2","r3c3"]}}"#,
    r#"{"between":{"cells":["r1c1","r2c2","r2c3","r3c3"]}}"#,
    r#"{"between":{"cells":["r1c1","r2c2"]}}"#,
    r#"{"cage":{"cells":["r1c1","r2c2","r3c3"],"total":7}}"#,
    r#"{"cage":{"cells":["r1c1","r2c1","r3c3"]}}"#,
    r#"{"cage":{"cells":["r1c1","r2c1","r1c1"],"total":8}}"#,
    r#"{"cage":{"cells":["r1c1","r1c2","r1c3","r1c4"],"total":10}}"#,
    r#"{"cage":{"cells":["r1c1","r1c2"],"total":100}}"#,
    r#"{"candidates":{"cell":"r1c1","values":[2,3,9]}}"#,
    r#"{"clone-region":{"cells":["r1c1","r1c2"],"copy":["r3c3","r3c4"]}}"#,
    r#"{"count-distinct":{"cells":["r1c1","r2c2","r3c3","r4c4","r1c1"]}}"#,
    r#"{"counting-circles":{"cells":["r1c1","r2c2","r3c3","r4c4","r1c4","r2c1"]}}"#,
    r#"{"difference":{"cells":["r1c1","r2c3"],"difference":1}}"#,
    r#"{"digital-root":{"cells":["r1c1","r2c2","r3c3"],"root":9}}"#,
    r#"{"double-arrow":{"cells":["r1c1","r2c2","r3c3","r4c3"]}}"#,
    r#"{"dutch-flatmates":{}}"#,
    r#"{"entropic":{"cells":["r1c1","r2c2","r3c3"]}}"#,
    r#"{"equal-sums":{"segments":[["r1c1","r1c2"],["r3c3"],["r4c4"]]}}"#,
    r#"{"equal-sums":{"segments":[["r1c1","r1c2","r2c2"],["r3c3","r4c1"]]}}"#,
    r#"{"equal-sums":{"segments":[["r1c1","r1c2","r2c2","r3c4"],["r3c3","r4c1"],["r2c1","r2c3","r4c4"]]}}"#,
    r#"{"equality-cage":{"cells":["r1c1","r2c2","r3c3","r4c1"]}}"#,
    r#"{"equality-cage":{"cells":["r1c1","r2c2"]}}"#,
    r#"{"even":{"cells":["r1c1","r2c3"]}}"#,
    r#"{"odd":{"cells":["r1c1","r2c3"]}}"#,
    r#"{"full-rank":{"cells":["r1c1","r1c2","r1c3","r1c4"],"rank":3}}"#,
    r#"{"full-rank":{"cells":["r4c2","r3c2","r2c2","r1c2"],"rank":9,"ties":"any"}}"#,
    r#"{"greater-than":{"cells":["r1c1","r2c3"]}}"#,
    r#"{"hidden-skyscraper":{"cells":["r1c1","r1c2","r1c3","r1c4"],"hidden":2}}"#,
    r#"{"indexing":{"cell":"r1c2","names":"column"}}"#,
    r#"{"indexing":{"cell":"r3c2","names":"row"}}"#,
    r#"{"little-killer":{"cells":["r1c2","r2c3","r3c4"],"total":8}}"#,
    r#"{"little-killer":{"cells":["r1c1","r2c2","r3c3","r4c4"],"total":9}}"#,
    r#"{"lockout":{"cells":["r1c1","r2c2","r2c3","r3c3"],"difference":2}}"#,
    r#"{"lockout":{"cells":["r1c1","r2c2","r3c3"],"difference":0}}"#,
    r#"{"look-and-say":{"cells":["r1c1","r2c2","r3c3","r4c4"],"counts":[[2,3],[0,1]]}}"#,
    r#"{"look-and-say":{"cells":["r1c1"],"counts":[[1,7]]}}"#,
    r#"{"maximum":{"cells":["r1c1","r1c2"]}}"#,
    r#"{"minimum":{"cells":["r2c3"]}}"#,
    r#"{"modular":{"cells":["r1c1","r2c2","r3c3","r4c4"],"modulus":2}}"#,
    r#"{"nabner":{"cells":["r1c1","r2c3"]}}"#,
    r#"{"negative-ratio":{"ratios":[3],"spared":[["r1c1","r1c2"]]}}"#,
    r#"{"negative-sum":{"sums":[6],"spared":[["r1c1","r1c2"]]}}"#,
    r#"{"nonconsecutive":{"spared":[["r1c1","r1c2"],["r1c2","r1c3"],["r1c4","r1c3"],["r1c1","r2c1"],["r1c2","r2c2"],["r1c3","r2c3"],["r3c3","r2c3"],["r3c1","r3c2"]]}}"#,
    r#"{"no-ties":{}}"#,
    r#"{"numbered-room":{"cells":["r1c1","r1c2","r1c3","r1c4"],"value":1}}"#,
    r#"{"numbered-room":{"cells":["r1c1","r2c1"],"value":3}}"#,
    r#"{"pair-relation":{"cells":["r1c1","r2c2","r3c3"],"allowed":[[1,2],[2,2],[2,4],[4,1],[3,3]]}}"#,
    r#"{"pair-relation":{"cells":["r1c1","r2c2","r3c3"],"allowed":[[1,2],[1,4],[2,2],[2,4],[4,1],[3,3]],"all_pairs":true}}"#,
    r#"{"palindrome":{"cells":["r1c1","r2c2","r2c3","r3c4","r4c4"]}}"#,
    r#"{"quadruple":{"cells":["r1c2","r1c3","r2c2","r2c3"],"values":[1,1,3]}}"#,
    r#"{"quadruple":{"cells":["r1c2"],"values":[6]}}"#,
    r#"{"ratio":{"cells":["r1c1","r2c3"],"ratio":2}}"#,
    r#"{"rellik":{"cells":["r1c1","r2c2","r3c3"],"sum":5}}"#,
    r#"{"renban":{"cells":["r1c1","r2c2","r3c3"]}}"#,
    r#"{"same-values":{"sets":[["r1c1","r2c2","r3c3"],["r4c4","r3c1","r2c4"]]}}"#,
    r#"{"sandwich":{"cells":["r1c1","r1c2","r1c3","r1c4"],"sum":2}}"#,
    r#"{"sandwich":{"cells":["r1c1","r1c2","r1c3","r1c4"],"sum":0}}"#,
    r#"{"sandwich":{"cells":["r1c1","r2c2","r3c3","r4c1"],"sum":3}}"#,
    r#"{"sandwich":{"cells":["r1c1","r3c3"],"sum":0}}"#,
    r#"{"skyscraper":{"cells":["r1c1","r1c2","r1c3","r1c4"],"seen":2}}"#,
    r#"{"slow-thermometer":{"cells":["r1c1","r2c2","r3c3","r4c4"]}}"#,
    r#"{"sum":{"cells":["r1c1","r2c2","r3c3"],"coefficients":[2,-1,1],"total":4}}"#,
    r#"{"sum":{"cells":["r1c1","r2c2","r1c1"],"total":6}}"#,
    r#"{"sum":{"cells":["r1c1","r2c2","r1c1","r3c3","r4c1","r4c2"],"coefficients":[1,-1,1,1,-1,-1],"total":1}}"#,
    r#"{"sum":{"cells":["r1c1","r1c2","r1c3","r1c4"],"total":10}}"#,
    r#"{"sum":{"cells":["r1c1","r1c2","r1c3","r1c4"],"total":40}}"#,
    r#"{"sum-line":{"cells":["r1c1","r2c2","r2c3","r3c3","r4c4"],"sum":5}}"#,
    r#"{"sum-line":{"cells":["r1c1","r2c2","r2c3","r3c3","r4c4"],"sum":5,"loop":true}}"#,
    r#"{"thermometer":{"cells":["r1c1","r2c2","r3c3"]}}"#,
    r#"{"value-indexing":{"cells":["r1c1","r2c2","r3c3","r4c4"]}}"#,
    r#"{"whisper":{"cells":["r1c1","r2c2","r3c3"],"difference":2}}"#,
    r#"{"x-sum":{"cells":["r1c1","r1c2","r1c3","r1c4"],"sum":6}}"#,
    r#"{"x-sum":{"cells":["r1c1","r1c2","r1c3"],"sum":6}}"#,
    r#"{"xv":{"cells":["r1c1","r2c3"],"sum":5}}"#,
    r#"{"zipper":{"cells":["r1c1","r2c2","r3c3","r4c4"]}}"#,
    r#"{"zipper":{"cells":["r1c1","r2c1","r3c3","r4c4","r2c3"]}}"#,
];

/// On a line of five cells that hold 0 to 3, and are not a house.
const LINE: &[&str] = &[
    r#"{"cage":{"cells":["r1c1","r1c2","r1c3"],"total":3}}"#,
    r#"{"arrow":{"circle":["r1c1","r1c2"],"shaft":["r1c3","r1c4","r1c5"]}}"#,
    r#"{"arrow":{"circle":["r1c1"],"shaft":["r1c1","r1c4"]}}"#,
    r#"{"between":{"cells":["r1c1","r1c2","r1c3"]}}"#,
    r#"{"counting-circles":{"cells":["r1c1","r1c2","r1c3","r1c4","r1c5"]}}"#,
    r#"{"count-distinct":{"cells":["r1c1","r1c2","r1c3","r1c4","r1c5"]}}"#,
    r#"{"double-arrow":{"cells":["r1c1","r1c2","r1c3","r1c4","r1c5"]}}"#,
    r#"{"equal-sums":{"segments":[["r1c1","r1c2"],["r1c3"],["r1c4","r1c5"]]}}"#,
    r#"{"equal-sums":{"segments":[["r1c1","r1c2","r1c3","r1c4"],[]]}}"#,
    r#"{"equal-sums":{"segments":[[],["r1c1","r1c2"]]}}"#,
    r#"{"equality-cage":{"cells":["r1c1","r1c2","r1c3","r1c4"]}}"#,
    r#"{"full-rank":{"cells":["r1c1","r1c2","r1c3","r1c4","r1c5"],"rank":7}}"#,
    r#"{"full-rank":{"cells":["r1c1"],"rank":2,"ties":"any"}}"#,
    r#"{"hidden-skyscraper":{"cells":["r1c1","r1c2","r1c3","r1c4","r1c5"],"hidden":1}}"#,
    r#"{"indexing":{"cell":"r1c2","names":"column"}}"#,
    r#"{"indexing":{"cell":"r1c2","names":"row"}}"#,
    r#"{"lockout":{"cells":["r1c1","r1c2","r1c3","r1c4"],"difference":1}}"#,
    r#"{"look-and-say":{"cells":["r1c1","r1c2","r1c3","r1c4","r1c5"],"counts":[[2,0],[1,3]]}}"#,
    r#"{"modular":{"cells":["r1c1","r1c2","r1c3","r1c4"],"modulus":3}}"#,
    r#"{"entropic":{"cells":["r1c1","r1c2"]}}"#,
    r#"{"negative-ratio":{"ratios":[2]}}"#,
    r#"{"no-ties":{}}"#,
    r#"{"numbered-room":{"cells":["r1c1","r1c2","r1c3"],"value":0}}"#,
    r#"{"quadruple":{"cells":["r1c1","r1c2","r1c3","r1c4"],"values":[0,0,0]}}"#,
    r#"{"little-killer":{"cells":["r1c1","r1c2","r1c3","r1c4","r1c5"],"total":6}}"#,
    r#"{"arrow":{"circle":["r1c5"],"shaft":["r1c1","r1c2","r1c3","r1c4"]}}"#,
    r#"{"arrow":{"circle":["r1c4","r1c5"],"shaft":["r1c1","r1c2","r1c3","r1c3","r1c3"]}}"#,
    r#"{"sum":{"cells":["r1c1","r1c2","r1c3","r1c4","r1c5"],"coefficients":[1,-1,1,-1,-1],"total":0}}"#,
    r#"{"ratio":{"cells":["r1c1","r1c2"],"ratio":3}}"#,
    r#"{"rellik":{"cells":["r1c1","r1c2","r1c3"],"sum":3}}"#,
    r#"{"renban":{"cells":["r1c1","r1c2","r1c3"]}}"#,
    r#"{"same-values":{"sets":[["r1c1","r1c2"],["r1c3","r1c4"],["r1c5","r1c1"]]}}"#,
    r#"{"sandwich":{"cells":["r1c1","r1c2","r1c3","r1c4","r1c5"],"sum":3}}"#,
    r#"{"sandwich":{"cells":["r1c1","r1c2","r1c3","r1c4","r1c5"],"sum":0}}"#,
    r#"{"skyscraper":{"cells":["r1c1","r1c2","r1c3","r1c4","r1c5"],"seen":2}}"#,
    r#"{"slow-thermometer":{"cells":["r1c1","r1c2","r1c3","r1c4","r1c5"]}}"#,
    r#"{"sum-line":{"cells":["r1c1","r1c2","r1c3","r1c4","r1c5"],"sum":3}}"#,
    r#"{"sum-line":{"cells":["r1c1","r1c2","r1c3","r1c4","r1c5"],"sum":3,"loop":true}}"#,
    r#"{"value-indexing":{"cells":["r1c1","r1c2","r1c3","r1c4","r1c5"]}}"#,
    r#"{"x-sum":{"cells":["r1c1","r1c2","r1c3","r1c4","r1c5"],"sum":4}}"#,
    r#"{"zipper":{"cells":["r1c1","r1c2","r1c3","r1c4","r1c5"]}}"#,
];

/// On a square of four cells that hold 1 to 9.
const SQUARE: &[&str] = &[
    r#"{"global-entropy":{}}"#,
    r#"{"global-modular":{}}"#,
    r#"{"dutch-flatmates":{}}"#,
    r#"{"anti-taxicab":{}}"#,
    r#"{"arrow":{"circle":["r1c1","r1c2"],"shaft":["r2c1","r2c2"]}}"#,
    r#"{"nonconsecutive":{}}"#,
];

/// On grids of side 6 beside those for side 4: whole lines, and numbers that side 4 does not have.
const SIX: &[&str] = &[
    r#"{"arrow":{"circle":["r1c1","r1c2"],"shaft":["r2c1","r3c2","r4c3","r5c4","r6c5"]}}"#,
    r#"{"between":{"cells":["r1c1","r3c5","r6c6"]}}"#,
    r#"{"cage":{"cells":["r4c4","r4c5","r5c6","r6c6"],"total":14}}"#,
    r#"{"counting-circles":{"cells":["r1c1","r2c2","r3c3","r4c4","r5c5","r6c6","r1c6","r6c1"]}}"#,
    r#"{"digital-root":{"cells":["r4c4","r5c5","r6c6"],"root":3}}"#,
    r#"{"entropic":{"cells":["r5c5","r6c6"]}}"#,
    r#"{"equality-cage":{"cells":["r5c5","r6c6","r4c4","r3c3","r2c2","r1c1"]}}"#,
    r#"{"full-rank":{"cells":["r2c1","r2c2","r2c3","r2c4","r2c5","r2c6"],"rank":4}}"#,
    r#"{"full-rank":{"cells":["r6c3","r5c3","r4c3","r3c3","r2c3","r1c3"],"rank":11,"ties":"any"}}"#,
    r#"{"hidden-skyscraper":{"cells":["r6c1","r6c2","r6c3","r6c4","r6c5","r6c6"],"hidden":3}}"#,
    r#"{"indexing":{"cell":"r5c6","names":"row"}}"#,
    r#"{"little-killer":{"cells":["r1c1","r2c2","r3c3","r4c4","r5c5","r6c6"],"total":21}}"#,
    r#"{"modular":{"cells":["r5c5","r6c6","r4c4","r3c3"],"modulus":3}}"#,
    r#"{"numbered-room":{"cells":["r5c6","r5c5","r5c4","r5c3","r5c2","r5c1"],"value":6}}"#,
    r#"{"quadruple":{"cells":["r5c5","r5c6","r6c5","r6c6"],"values":[5,6]}}"#,
    r#"{"rellik":{"cells":["r4c4","r5c5","r6c6"],"sum":9}}"#,
    r#"{"renban":{"cells":["r5c5","r6c6","r4c4"]}}"#,
    r#"{"sandwich":{"cells":["r5c1","r5c2","r5c3","r5c4","r5c5","r5c6"],"sum":9}}"#,
    r#"{"sandwich":{"cells":["r6c4","r5c4","r4c4","r3c4","r2c4","r1c4"],"sum":0}}"#,
    r#"{"skyscraper":{"cells":["r6c6","r6c5","r6c4","r6c3","r6c2","r6c1"],"seen":3}}"#,
    r#"{"sum-line":{"cells":["r1c1","r2c2","r3c3","r4c4","r5c5","r6c6"],"sum":7}}"#,
    r#"{"value-indexing":{"cells":["r6c1","r6c2","r6c3","r6c4","r6c5","r6c6"]}}"#,
    r#"{"whisper":{"cells":["r5c5","r6c6","r4c4"],"difference":3}}"#,
    r#"{"x-sum":{"cells":["r5c1","r5c2","r5c3","r5c4","r5c5","r5c6"],"sum":12}}"#,
    r#"{"zipper":{"cells":["r5c5","r6c6","r4c4","r3c3"]}}"#,
];

fn constraint(text: &str) -> Constraint {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The grids that a puzzle without constraints has, by trying everything.
fn all_grids(rules: &Rules, blank: &Grid) -> Vec<Grid> {
    let mut grids = vec![blank.clone()];
    for cell in rules.shape().cells() {
        let mut next = Vec::new();
        for grid in grids {
            for value in rules.shape().values() {
                let is_free = rules.peers(cell).iter().all(|peer| grid.get(*peer) != Some(value));
                if is_free {
                    let mut grid = grid.clone();
                    grid.set(cell, Some(value));
                    next.push(grid);
                }
            }
        }
        grids = next;
    }
    grids
}

/// The same numbers in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// Fills the cells from this one on as the houses have it, values tried at random.
fn fill(rules: &Rules, grid: &mut Grid, cell: usize, random: &mut Random) -> bool {
    let shape = rules.shape();
    if cell == shape.n_cells() {
        return true;
    }
    let cell_here = shape.cell(cell);
    let mut values: Vec<Value> = shape.values().collect();
    while !values.is_empty() {
        let value = values.swap_remove(random.below(values.len()));
        if rules.peers(cell_here).iter().all(|peer| grid.get(*peer) != Some(value)) {
            grid.set(cell_here, Some(value));
            if fill(rules, grid, cell + 1, random) {
                return true;
            }
            grid.set(cell_here, None);
        }
    }
    false
}

/// Whether clauses can be satisfied where some variables are known; the others are tried.
fn can_be_satisfied<'a>(clauses: impl Iterator<Item = &'a [i32]>, known: &[Option<bool>]) -> bool {
    let mut known = known.to_vec();
    let value = |known: &[Option<bool>], literal: i32| {
        known[literal.unsigned_abs() as usize].map(|is| is == (literal > 0))
    };
    let is_open = |known: &[Option<bool>], clause: &[i32]| {
        clause.iter().all(|literal| value(known, *literal) != Some(true))
    };
    let mut open: Vec<&[i32]> = clauses.filter(|clause| is_open(&known, clause)).collect();
    loop {
        let n_known = known.iter().flatten().count();
        for clause in &open {
            let mut left = clause.iter().filter(|literal| value(&known, **literal).is_none());
            match (left.next(), left.next()) {
                _ if !is_open(&known, clause) => {}
                (None, _) => return false,
                (Some(unit), None) => known[unit.unsigned_abs() as usize] = Some(*unit > 0),
                _ => {}
            }
        }
        open.retain(|clause| is_open(&known, clause));
        if known.iter().flatten().count() > n_known {
            continue;
        }
        let Some(clause) = open.first() else { return true };
        let free = clause.iter().find(|literal| value(&known, **literal).is_none());
        let Some(var) = free.map(|literal| literal.unsigned_abs() as usize) else { return false };
        return [true, false].into_iter().any(|is| {
            known[var] = Some(is);
            can_be_satisfied(open.iter().copied(), &known)
        });
    }
}

/// The clauses of the constraint alone, and the number of variables without those of the encoding: they are the
/// same in every encoding.
fn clauses_of(puzzle: &Puzzle) -> (Vec<Vec<i32>>, u32) {
    let of_constraint = |encoding: Encoding| {
        let clauses = encoding.clauses(puzzle).expect("it can be encoded");
        let (_, start) = *clauses
            .groups
            .iter()
            .find(|(group, _)| *group == Group::Constraint(0))
            .expect("a group");
        let counts = encoding.counts(puzzle).expect("few clauses");
        assert_eq!((counts.n_clauses, counts.n_vars), (clauses.len() as u64, clauses.n_vars));
        let n_cell_vars = VarMap::new(puzzle.grid.shape()).n_vars();
        let before = clauses.iter().take(start).flatten().map(|lit| lit.unsigned_abs());
        let n_auxiliary = before.fold(n_cell_vars, u32::max) - n_cell_vars;
        let own = |lit: &i32| match lit.unsigned_abs() {
            var if var > n_cell_vars => (var - n_auxiliary).cast_signed() * lit.signum(),
            _ => *lit,
        };
        let of_constraint = clauses.iter().skip(start);
        let renumbered = of_constraint.map(|clause| clause.iter().map(own).collect::<Vec<_>>());
        (renumbered.collect::<Vec<_>>(), clauses.n_vars - n_auxiliary)
    };
    let natural = of_constraint(Encoding::Natural);
    assert!(Encoding::ALL.into_iter().all(|encoding| of_constraint(encoding) == natural));
    natural
}

/// Each of the grids satisfies the clauses if and only if it satisfies the predicate.
fn agree(blank: &Grid, rules: &Rules, grids: &[Grid], text: &str) {
    let constraint = constraint(text);
    assert_eq!(constraint.fault(rules.shape()), None, "{text}");
    let rules =
        Rules::new(rules.shape(), rules.houses().to_vec(), vec![constraint]).expect("rules");
    let alphabet = Alphabet::of_shape(blank.shape());
    let puzzle = Puzzle { grid: blank.clone(), alphabet, rules, notes: Vec::new() };
    let (clauses, n_vars) = clauses_of(&puzzle);
    let map = VarMap::new(blank.shape());
    for grid in grids {
        let mut known = vec![None; n_vars as usize + 1];
        for cell in blank.shape().cells() {
            for value in blank.shape().values() {
                known[map.var(cell, value) as usize] = Some(grid.get(cell) == Some(value));
            }
        }
        let expected = puzzle.rules.broken_constraints(grid).is_empty();
        let values: Vec<Option<Value>> = grid.cells().to_vec();
        let found = can_be_satisfied(clauses.iter().map(Vec::as_slice), &known);
        assert_eq!(found, expected, "{text} {values:?}");
    }
}

#[test]
fn every_kind_says_on_classic_grids_what_its_predicate_says() {
    let blank = Grid::blank(Geometry::of_side(4).expect("blocks"));
    let rules = Rules::of_grid(&blank);
    let grids = all_grids(&rules, &blank);
    assert_eq!(grids.len(), 288);
    for text in CLASSIC {
        agree(&blank, &rules, &grids, text);
    }
}

/// Of the 28,200,960 grids a sample.
#[test]
fn every_kind_says_on_grids_of_side_6_what_its_predicate_says() {
    let blank = Grid::blank(Geometry::of_side(6).expect("blocks"));
    let rules = Rules::of_grid(&blank);
    let mut random = Random(6);
    let grids: Vec<Grid> = std::iter::repeat_with(|| {
        let mut grid = blank.clone();
        assert!(fill(&rules, &mut grid, 0, &mut random));
        grid
    })
    .take(100)
    .collect();
    // The lines that full rank speaks of are whole.
    let of_side_4 = CLASSIC.iter().filter(|text| !text.contains("full-rank"));
    for text in of_side_4.chain(SIX) {
        agree(&blank, &rules, &grids, text);
    }
}

/// A full rank clue of each line with each rank, as JSON.
fn full_rank_clues(shape: GridShape, n_ranks: i64) -> Vec<String> {
    let mut clues = Vec::new();
    for cells in lines(shape) {
        for rank in 0..=n_ranks + 1 {
            for ties in [Ties::OnlyUnclued, Ties::Any] {
                let clue = Constraint::FullRank(FullRank { cells: cells.clone(), rank, ties });
                clues.push(serde_json::to_string(&clue).expect("JSON"));
            }
        }
    }
    clues
}

/// What a rank says of the line's first number takes no grid away: of the grids that have the rank, and of the others, some.
#[test]
fn a_rank_of_each_line_says_on_classic_grids_what_its_predicate_says() {
    for first_value in [1, -3] {
        let shape = GridShape::new(4, 4, first_value, 4).expect("a shape");
        let blank = Grid::of_shape(shape, None, vec![None; 16]);
        let classic = Rules::of_grid(&Grid::blank(Geometry::of_side(4).expect("blocks")));
        let rules = Rules::new(shape, classic.houses().to_vec(), Vec::new()).expect("rules");
        let grids = all_grids(&rules, &blank);
        assert_eq!(grids.len(), 288);
        let mut n_satisfied = 0;
        for text in full_rank_clues(shape, 16) {
            let of_clue = Rules::new(shape, rules.houses().to_vec(), vec![constraint(&text)]);
            let of_clue = of_clue.expect("rules");
            let (satisfying, others): (Vec<Grid>, Vec<Grid>) =
                grids.iter().cloned().partition(|grid| of_clue.broken_constraints(grid).is_empty());
            n_satisfied += satisfying.len();
            let satisfying = satisfying.into_iter().step_by(6);
            let tried: Vec<Grid> = satisfying.chain(others.into_iter().step_by(144)).collect();
            agree(&blank, &rules, &tried, &text);
        }
        // With ties each of the 16 lines has one rank in each grid.
        assert!((16 * 288..2 * 16 * 288).contains(&n_satisfied), "{n_satisfied}");
    }
}

/// Where a border line need not hold each number, a rank says nothing of the first one.
#[test]
fn a_rank_without_a_full_border_line_says_what_its_predicate_says() {
    let blank = Grid::blank(Geometry::of_side(4).expect("blocks"));
    let shape = blank.shape();
    let is_border = |line: &Vec<Cell>| {
        let edges = |cell: &Cell| [cell.row == 0, cell.row == 3, cell.col == 0, cell.col == 3];
        (0..4).any(|edge| line.iter().all(|cell| edges(cell)[edge]))
    };
    let mut random = Random(4);
    for missing in 0..4 {
        let mut houses = Rules::of_grid(&blank).houses().to_vec();
        houses.retain(|house| is_border(&house.cells));
        assert_eq!(houses.len(), 4);
        houses.remove(missing);
        let rules = Rules::new(shape, houses, Vec::new()).expect("rules");
        let grids = std::iter::repeat_with(|| {
            let mut grid = blank.clone();
            assert!(fill(&rules, &mut grid, 0, &mut random));
            grid
        });
        let grids: Vec<Grid> = grids.take(2).collect();
        for text in full_rank_clues(shape, 16) {
            agree(&blank, &rules, &grids, &text);
        }
    }
}

/// Grids of side 9 in each square of which there is a number of each group, but for a cell in half of them.
#[test]
fn groups_of_nine_values_on_whole_grids() {
    let shape = GridShape::new(9, 9, 1, 9).expect("a shape");
    let blank = Grid::of_shape(shape, None, vec![None; 81]);
    let mut random = Random(9);
    for (text, value) in [
        (r#"{"global-entropy":{}}"#, (|group, k| 3 * group + k) as fn(usize, usize) -> usize),
        (r#"{"global-modular":{}}"#, |group, k| group + 3 * k),
    ] {
        let mut grids = Vec::new();
        for is_whole in [true, false].repeat(15) {
            let mut grid = blank.clone();
            for cell in shape.cells() {
                let value = value((cell.row + cell.col) % 3, random.below(3));
                grid.set(cell, Some(value as Value));
            }
            if !is_whole {
                let cell = shape.cell(random.below(81));
                grid.set(cell, Some(random.below(9) as Value));
            }
            grids.push(grid);
        }
        let constraints = vec![constraint(text)];
        let rules = Rules::new(shape, Vec::new(), constraints).expect("rules");
        let n_satisfied = grids.iter().filter(|grid| rules.broken_constraints(grid).is_empty());
        assert!((15..30).contains(&n_satisfied.count()), "{text}");
        agree(&blank, &rules, &grids, text);
    }
}

#[test]
fn every_kind_is_tried() {
    let all = CLASSIC.iter().chain(LINE).chain(SQUARE);
    let kinds: BTreeSet<&str> = all.map(|text| constraint(text).kind()).collect();
    let missing: Vec<_> = Constraint::KINDS.iter().filter(|kind| !kinds.contains(*kind)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn lines_with_repeated_digits_and_zeros() {
    let shape = GridShape::new(1, 5, 0, 4).expect("a shape");
    let blank = Grid::of_shape(shape, None, vec![None; 5]);
    let rules = Rules::new(shape, Vec::new(), Vec::new()).expect("no rules");
    let grids = all_grids(&rules, &blank);
    assert_eq!(grids.len(), 1024);
    for text in LINE {
        agree(&blank, &rules, &grids, text);
    }
}

#[test]
fn squares_of_nine_values() {
    let shape = GridShape::new(2, 2, 1, 9).expect("a shape");
    let blank = Grid::of_shape(shape, None, vec![None; 4]);
    let rules = Rules::new(shape, Vec::new(), Vec::new()).expect("no rules");
    let grids = all_grids(&rules, &blank);
    assert_eq!(grids.len(), 6561);
    for text in SQUARE {
        agree(&blank, &rules, &grids, text);
    }
}

/// Rows of nine different values, of which each sum has some.
#[test]
fn sandwiches_of_nine_values() {
    let shape = GridShape::new(1, 9, 1, 9).expect("a shape");
    let blank = Grid::of_shape(shape, None, vec![None; 9]);
    let row = House::new(HouseKind::Row, 0, shape.cells().collect());
    let rules = Rules::new(shape, vec![row], Vec::new()).expect("rules");
    let mut random = Random(9);
    let grids: Vec<Grid> = std::iter::repeat_with(|| {
        let mut grid = blank.clone();
        assert!(fill(&rules, &mut grid, 0, &mut random));
        grid
    })
    .take(300)
    .collect();
    for sum in [0, 2, 8, 17, 35] {
        let text = format!(
            r#"{{"sandwich":{{"cells":["r1c1","r1c2","r1c3","r1c4","r1c5","r1c6","r1c7","r1c8","r1c9"],"sum":{sum}}}}}"#
        );
        let rules =
            Rules::new(shape, rules.houses().to_vec(), vec![constraint(&text)]).expect("rules");
        let n_satisfied = grids.iter().filter(|grid| rules.broken_constraints(grid).is_empty());
        assert!((1..300).contains(&n_satisfied.count()), "{text}");
        agree(&blank, &rules, &grids, &text);
    }
}

#[test]
fn cells_outside_the_grid_have_variables_of_their_own() {
    let shape =
        GridShape::new(1, 2, 1, 3).and_then(|shape| shape.with_outside(1)).expect("a shape");
    let cage =
        constraint(r#"{"sum":{"cells":["r1c1","r1c2","x1"],"coefficients":[1,1,-1],"total":0}}"#);
    let rules = Rules::new(shape, Vec::new(), vec![cage]).expect("rules");
    let blank = Grid::of_shape(shape, None, vec![None; 3]);
    let puzzle =
        Puzzle { grid: blank, alphabet: Alphabet::of_shape(shape), rules, notes: Vec::new() };
    let clauses: Clauses = Encoding::Natural.clauses(&puzzle).expect("few");
    // 1 + 1 = 2, 1 + 2 = 3, 2 + 1 = 3
    let mut count = 0;
    for first in 1..=3 {
        for second in 1..=3 {
            let map = VarMap::new(shape);
            let mut known = vec![None; clauses.n_vars as usize + 1];
            for (cell, number) in [(0, first), (1, second)] {
                known[map.var(shape.cell(cell), number - 1) as usize] = Some(true);
            }
            count += usize::from(can_be_satisfied(clauses.iter(), &known));
        }
    }
    assert_eq!(count, 3);
    let mut sink = clauses;
    assert_eq!(sink.fresh_var(), sink.n_vars.cast_signed());
}
