//! A second way to everything: the original's encoder as nested loops, a backtracking search over
//! grids, and a search for all models of a CNF.

use std::fmt::Write;
use sudoku_core::{Grid, Value};

/// A CNF as it stands in a file.
pub(crate) struct Cnf {
    /// Announced variables.
    pub(crate) n_vars: usize,
    /// Announced clauses.
    pub(crate) n_clauses: u64,
    /// What follows.
    pub(crate) clauses: Vec<Vec<i32>>,
}

impl Cnf {
    /// Reads what the encoder may write: a header, then comments and one clause a line.
    pub(crate) fn parse(text: &str) -> Self {
        let mut lines = text.lines().filter(|line| !line.starts_with('c'));
        let header: Vec<&str> = lines.next().unwrap().split(' ').collect();
        let ["p", "cnf", n_vars, n_clauses] = header[..] else { panic!("{header:?}") };
        let clause = |line: &str| {
            let literals = line.strip_suffix('0').unwrap();
            assert!(literals.is_empty() || literals.ends_with(' '), "{line:?}");
            literals.split_terminator(' ').map(|literal| literal.parse().unwrap()).collect()
        };
        Self {
            n_vars: n_vars.parse().unwrap(),
            n_clauses: n_clauses.parse().unwrap(),
            clauses: lines.map(clause).collect(),
        }
    }
}

/// The natural encoding, written from its description and from nothing else.
pub(crate) fn original(grid: &Grid) -> String {
    let geometry = grid.blocks().expect("blocks");
    let (n, height, width) = (geometry.side(), geometry.block_height(), geometry.block_width());
    let var = |i: usize, j: usize, v: usize| n * n * (v - 1) + n * i + j + 1;
    let mut clauses: Vec<String> = Vec::new();
    let pair = |a: usize, b: usize, clauses: &mut Vec<String>| {
        clauses.push(format!("-{a} -{b} 0"));
    };
    for i in 0..n {
        for j in 0..n {
            if let Some(value) = grid.cells()[n * i + j] {
                clauses.push(format!("{} 0", var(i, j, usize::from(value) + 1)));
            }
        }
    }
    for i in 0..n {
        for j in 0..n {
            let mut clause = String::new();
            (1..=n).for_each(|v| write!(clause, "{} ", var(i, j, v)).unwrap());
            clauses.push(clause + "0");
        }
    }
    for (i, j) in (0..n * n).map(|k| (k / n, k % n)) {
        for v in 1..=n {
            (v + 1..=n).for_each(|w| pair(var(i, j, v), var(i, j, w), &mut clauses));
        }
    }
    for (i, v) in (0..n * n).map(|k| (k / n, k % n + 1)) {
        for j in 0..n {
            (j + 1..n).for_each(|k| pair(var(i, j, v), var(i, k, v), &mut clauses));
        }
    }
    for (j, v) in (0..n * n).map(|k| (k / n, k % n + 1)) {
        for i in 0..n {
            (i + 1..n).for_each(|k| pair(var(i, j, v), var(k, j, v), &mut clauses));
        }
    }
    for top in (0..n).step_by(height) {
        for left in (0..n).step_by(width) {
            let cells: Vec<(usize, usize)> = (top..top + height)
                .flat_map(|i| (left..left + width).map(move |j| (i, j)))
                .collect();
            for v in 1..=n {
                for (a, (i, j)) in cells.iter().enumerate() {
                    for (k, l) in &cells[a + 1..] {
                        pair(var(*i, *j, v), var(*k, *l, v), &mut clauses);
                    }
                }
            }
        }
    }
    format!("p cnf {} {}\n{}\n", n * n * n, clauses.len(), clauses.join("\n"))
}

/// All solutions of a puzzle, by trying each value in each blank cell; none if givens clash.
pub(crate) fn brute_force(puzzle: &Grid) -> Vec<Grid> {
    fn fits(grid: &Grid, index: usize, value: Value) -> bool {
        let geometry = grid.blocks().expect("blocks");
        let cell = geometry.cell(index);
        (0..geometry.n_cells()).filter(|other| *other != index).all(|other| {
            let peer = geometry.cell(other);
            let sees = peer.row == cell.row
                || peer.col == cell.col
                || (peer.row / geometry.block_height() == cell.row / geometry.block_height()
                    && peer.col / geometry.block_width() == cell.col / geometry.block_width());
            !sees || grid.get(peer) != Some(value)
        })
    }
    fn search(grid: &mut Grid, index: usize, found: &mut Vec<Grid>) {
        let geometry = grid.blocks().expect("blocks");
        if index == geometry.n_cells() {
            found.push(grid.clone());
            return;
        }
        let cell = geometry.cell(index);
        match grid.get(cell) {
            Some(given) if !fits(grid, index, given) => {}
            Some(_) => search(grid, index + 1, found),
            None => {
                for value in 0..geometry.side() as Value {
                    if fits(grid, index, value) {
                        grid.set(cell, Some(value));
                        search(grid, index + 1, found);
                    }
                }
                grid.set(cell, None);
            }
        }
    }
    let mut found = Vec::new();
    search(&mut puzzle.clone(), 0, &mut found);
    found
}

/// What the models of a CNF say of its first `n_cell_vars` variables, each time the true ones in order; by unit
/// propagation and splitting. The auxiliary variables above them need only have some value.
pub(crate) fn models(cnf: &Cnf, n_cell_vars: usize) -> Vec<Vec<i32>> {
    fn open_var(truth: &[Option<bool>]) -> Option<usize> {
        (1..truth.len()).find(|var| truth[*var].is_none())
    }
    fn with(truth: &[Option<bool>], var: usize, value: bool) -> Vec<Option<bool>> {
        let mut truth = truth.to_vec();
        truth[var] = Some(value);
        truth
    }
    fn has_model(cnf: &Cnf, mut truth: Vec<Option<bool>>) -> bool {
        let split = |var, truth: &[_]| {
            [true, false].into_iter().any(|value| has_model(cnf, with(truth, var, value)))
        };
        propagate(cnf, &mut truth) && open_var(&truth).is_none_or(|var| split(var, &truth))
    }
    fn search(
        cnf: &Cnf,
        n_cell_vars: usize,
        mut truth: Vec<Option<bool>>,
        found: &mut Vec<Vec<i32>>,
    ) {
        if !propagate(cnf, &mut truth) {
            return;
        }
        if let Some(open) = open_var(&truth[..=n_cell_vars]) {
            for value in [true, false] {
                search(cnf, n_cell_vars, with(&truth, open, value), found);
            }
        } else {
            let is_true = |var: &i32| truth[*var as usize] == Some(true);
            let of_cells = (1..=n_cell_vars as i32).filter(is_true).collect();
            if has_model(cnf, truth) {
                found.push(of_cells);
            }
        }
    }
    fn propagate(cnf: &Cnf, truth: &mut [Option<bool>]) -> bool {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for clause in &cnf.clauses {
                let state = |literal: &i32| {
                    truth[literal.unsigned_abs() as usize].map(|t| t == (*literal > 0))
                };
                if clause.iter().any(|literal| state(literal) == Some(true)) {
                    continue;
                }
                let mut open = clause.iter().filter(|literal| state(literal).is_none());
                match (open.next().copied(), open.next()) {
                    (None, _) => return false,
                    (Some(unit), None) => {
                        truth[unit.unsigned_abs() as usize] = Some(unit > 0);
                        changed = true;
                    }
                    _ => {}
                }
            }
        }
        true
    }
    let mut found = Vec::new();
    search(cnf, n_cell_vars, vec![None; cnf.n_vars + 1], &mut found);
    found.sort_unstable();
    found
}
