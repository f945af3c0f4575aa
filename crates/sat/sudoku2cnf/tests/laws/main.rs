//! What holds of every CNF of every encoding, checked against an encoder and a solver of its own.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod second_way;

use proptest::prelude::*;
use second_way::{Cnf, brute_force, models, original};
use std::collections::BTreeSet;
use sudoku_core::{Alphabet, Geometry, Grid, Puzzle, Value, VarMap};
use sudoku2cnf::{Encoding, encode};

fn classic(grid: &Grid) -> Puzzle {
    Puzzle::classic(grid.clone(), Alphabet::default_of(grid.shape().rows()))
}

fn cnf(grid: &Grid, encoding: Encoding) -> String {
    let mut text = Vec::new();
    encode(&classic(grid), encoding, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// Grids of a shape with any givens: also clashing ones, also full.
fn grids(geometry: Geometry) -> impl Strategy<Value = Grid> {
    let side = geometry.side() as Value;
    (0.0..=1.0_f64).prop_flat_map(move |filled| {
        let cell = proptest::option::weighted(filled, 0..side);
        prop::collection::vec(cell, geometry.n_cells())
            .prop_map(move |cells| Grid::new(geometry, cells))
    })
}

fn small_shapes() -> impl Strategy<Value = Geometry> {
    prop::sample::select(vec![(1, 1), (1, 2), (2, 2), (1, 3), (2, 3), (3, 2), (2, 4), (3, 3)])
        .prop_map(|(height, width)| Geometry::new(height, width).unwrap())
}

/// Puzzles of 4×4 that agree with one of the 288 grids but for a cell that may be spoilt.
fn puzzles_4x4() -> impl Strategy<Value = Grid> {
    let geometry = Geometry::of_side(4).unwrap();
    let solutions = brute_force(&Grid::blank(geometry));
    assert_eq!(solutions.len(), 288);
    let solution = prop::sample::select(solutions);
    let holes = prop::collection::vec(prop::bool::weighted(0.6), geometry.n_cells());
    let spoilt = proptest::option::weighted(0.2, (0..geometry.n_cells(), 0..4 as Value));
    (solution, holes, spoilt).prop_map(move |(mut puzzle, holes, spoilt)| {
        for (index, _) in holes.iter().enumerate().filter(|(_, hole)| **hole) {
            puzzle.set(geometry.cell(index), None);
        }
        if let Some((index, value)) = spoilt {
            puzzle.set(geometry.cell(index), Some(value));
        }
        puzzle
    })
}

/// The header is right, and every clause has different variables; no auxiliary one is left out.
fn check_header(grid: &Grid, encoding: Encoding) {
    let cnf = Cnf::parse(&cnf(grid, encoding));
    assert_eq!(cnf.n_clauses, cnf.clauses.len() as u64);
    let counts = encoding.counts(&classic(grid)).unwrap();
    assert_eq!((counts.n_clauses, counts.n_vars as usize), (cnf.n_clauses, cnf.n_vars));
    let n_cell_vars = grid.shape().rows().pow(3);
    let used: BTreeSet<u32> = cnf.clauses.iter().flatten().map(|lit| lit.unsigned_abs()).collect();
    let auxiliary = used.iter().filter(|var| **var > n_cell_vars as u32);
    assert_eq!(n_cell_vars + auxiliary.count(), cnf.n_vars);
    for clause in &cnf.clauses {
        let mut vars: Vec<u32> = clause.iter().map(|literal| literal.unsigned_abs()).collect();
        vars.sort_unstable();
        vars.dedup();
        assert_eq!(vars.len(), clause.len(), "a variable twice in {clause:?}");
        assert!(vars.iter().all(|var| (1..=cnf.n_vars as u32).contains(var)), "{clause:?}");
    }
}

proptest! {
    #[test]
    fn as_many_clauses_are_written_as_announced(
        grid in small_shapes().prop_flat_map(grids),
        encoding in prop::sample::select(Encoding::ALL.to_vec()),
    ) {
        check_header(&grid, encoding);
    }

    #[test]
    fn natural_is_the_original_byte_for_byte(grid in small_shapes().prop_flat_map(grids)) {
        prop_assert_eq!(cnf(&grid, Encoding::Natural), original(&grid));
    }

    #[test]
    fn extended_begins_with_natural(grid in small_shapes().prop_flat_map(grids)) {
        let clauses = |encoding| cnf(&grid, encoding).split_once('\n').unwrap().1.to_owned();
        prop_assert!(clauses(Encoding::Extended).starts_with(&clauses(Encoding::Natural)));
    }

    #[test]
    fn the_models_are_the_solutions(puzzle in puzzles_4x4()) {
        let map = VarMap::new(puzzle.shape());
        let true_variables = |grid: &Grid| {
            let all = grid.givens().map(|(cell, value)| map.var(cell, value).cast_signed());
            all.collect::<BTreeSet<_>>().into_iter().collect()
        };
        let mut solutions: Vec<Vec<i32>> = brute_force(&puzzle).iter().map(true_variables).collect();
        solutions.sort_unstable();
        for encoding in Encoding::ALL {
            let found = models(&Cnf::parse(&cnf(&puzzle, encoding)), map.n_vars() as usize);
            prop_assert_eq!(&found, &solutions, "{:?}", encoding);
        }
    }
}

#[test]
fn the_header_is_right_at_every_side() {
    for side in [1, 4, 6, 9, 12, 16, 25] {
        let geometry = Geometry::of_side(side).unwrap();
        // Every third cell filled, with clashes; then no cell at all.
        let cells = (0..geometry.n_cells())
            .map(|index| (index % 3 == 0).then_some(((index * 7 + index / side) % side) as Value));
        for grid in [Grid::new(geometry, cells.collect()), Grid::blank(geometry)] {
            for encoding in Encoding::ALL {
                check_header(&grid, encoding);
            }
        }
    }
}

#[test]
fn a_blank_4x4_has_288_models() {
    let blank = Grid::blank(Geometry::of_side(4).unwrap());
    for encoding in Encoding::ALL {
        assert_eq!(models(&Cnf::parse(&cnf(&blank, encoding)), 64).len(), 288);
    }
}

#[test]
fn reduced_says_only_what_is_open() {
    // The only open cell can only hold 4.
    let cells = "123.341221434321".chars().map(|c| c.to_digit(10).map(|digit| digit as Value - 1));
    let grid = Grid::new(Geometry::of_side(4).unwrap(), cells.collect());
    let Cnf { clauses, .. } = Cnf::parse(&cnf(&grid, Encoding::Reduced));
    // 15 givens with 3 other values each, and 3 values that the open cell cannot hold …
    assert!(clauses[..15].iter().all(|clause| matches!(clause[..], [given] if given > 0)));
    assert!(clauses[15..63].iter().all(|clause| matches!(clause[..], [excluded] if excluded < 0)));
    // … then the cell, its row, its column and its block.
    assert_eq!(clauses[63..], [vec![52], vec![52], vec![52], vec![52]]);
}

#[test]
fn a_cell_without_a_candidate_is_an_empty_clause_in_reduced() {
    let cells = "123......4......".chars().map(|c| c.to_digit(10).map(|digit| digit as Value - 1));
    let mut grid = Grid::new(Geometry::of_side(4).unwrap(), cells.collect());
    let fourth = sudoku_core::Cell { row: 3, col: 3 };
    grid.set(fourth, Some(3));
    let text = cnf(&grid, Encoding::Reduced);
    assert!(text.lines().any(|line| line == "0"), "{text}");
    check_header(&grid, Encoding::Reduced);
}

#[test]
fn too_many_clauses_are_refused_before_the_header() {
    let blank = Grid::blank(Geometry::of_side(256).unwrap());
    for encoding in [Encoding::Natural, Encoding::Extended] {
        let mut text = Vec::new();
        let refused = encode(&classic(&blank), encoding, &mut text).unwrap_err();
        assert!(refused.to_string().contains("2^31 - 1"), "{refused}");
        assert!(text.is_empty());
    }
}

/// The numbers in `docs/encodings.md` are those of the encoder.
#[test]
fn the_documented_counts_are_right() {
    let page = include_str!("../../../../../docs/encodings.md");
    for side in [4, 6, 9, 16, 25, 64] {
        let blank = Grid::blank(Geometry::of_side(side).unwrap());
        let [natural, extended] = [Encoding::Natural, Encoding::Extended]
            .map(|encoding| with_commas(encoding.counts(&classic(&blank)).unwrap().n_clauses));
        let n_vars = with_commas(VarMap::new(blank.shape()).n_vars().into());
        let row = format!("| {side} | {n_vars} | {natural} | {extended} |\n");
        assert!(page.contains(&row), "no line {row}");
    }
    let rows = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let cells = rows.chars().map(|c| c.to_digit(10).map(|digit| digit as Value - 1));
    let example = Grid::new(Geometry::of_side(9).unwrap(), cells.collect());
    for encoding in Encoding::ALL {
        let text = cnf(&example, encoding);
        let name = format!("{encoding:?}").to_lowercase();
        let row = format!("| `{name}` | `{}` |", text.lines().next().unwrap());
        assert!(page.contains(&row), "no line {row}");
    }
}

fn with_commas(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| std::str::from_utf8(group).unwrap())
        .collect();
    groups.join(",")
}
