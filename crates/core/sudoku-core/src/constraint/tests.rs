use super::*;
use std::collections::BTreeSet;

fn shape(rows: usize, cols: usize) -> GridShape {
    GridShape::new(rows, cols, 1, rows.max(cols)).unwrap()
}

fn cell(row: usize, col: usize) -> Cell {
    Cell { row, col }
}

/// Cells as short names, sorted.
fn names(cells: impl IntoIterator<Item = Cell>) -> Vec<String> {
    let cells: BTreeSet<Cell> = cells.into_iter().collect();
    cells.into_iter().map(Cell::short).collect()
}

/// Pairs as short names, sorted.
fn pairs(pairs: Vec<[Cell; 2]>) -> Vec<String> {
    let pairs: BTreeSet<[Cell; 2]> = pairs.into_iter().collect();
    pairs.into_iter().map(|[a, b]| format!("{} {}", a.short(), b.short())).collect()
}

#[test]
fn words_are_the_setters() {
    assert_eq!(Constraint::KINDS.len(), 58);
    assert!(Constraint::KINDS.contains(&"little killer"));
    let different: BTreeSet<&&str> = Constraint::KINDS.iter().collect();
    assert_eq!(different.len(), Constraint::KINDS.len());
}

/// Encoders ask the same functions which cells a rule is about, so comparing the two would not find a fault in one.
#[test]
fn the_cells_that_a_rule_is_about() {
    let spared = [[cell(0, 1), cell(0, 0)]];
    let unspared = negative::unspared(shape(2, 2), &spared);
    assert_eq!(pairs(unspared), ["r1c1 r2c1", "r1c2 r2c2", "r2c1 r2c2"]);
    let compared = extremum::compared(shape(2, 3), &[cell(0, 0), cell(0, 1)]);
    assert_eq!(pairs(compared), ["r1c1 r2c1", "r1c2 r1c3", "r1c2 r2c2"]);
    let squares: Vec<Vec<String>> = global::squares(shape(2, 3)).map(names).collect();
    assert_eq!(squares, [["r1c1", "r1c2", "r2c1", "r2c2"], ["r1c2", "r1c3", "r2c2", "r2c3"]]);
    let lines: Vec<Vec<Cell>> = full_rank::lines(shape(2, 2));
    let lines: Vec<String> =
        lines.iter().map(|line| line.iter().map(|cell| cell.short()).collect()).collect();
    assert_eq!(
        lines,
        [
            "r1c1r1c2", "r1c2r1c1", "r2c1r2c2", "r2c2r2c1", "r1c1r2c1", "r2c1r1c1", "r1c2r2c2",
            "r2c2r1c2"
        ]
    );
}

/// Each pair at a distance once, from the cell that is higher or further left.
#[test]
fn cells_at_a_distance_in_steps() {
    let shape = shape(5, 5);
    for distance in 0..=9 {
        let mut seen = Vec::new();
        for from in shape.cells() {
            seen.extend(global::at_distance(shape, from, distance).map(|to| [from, to]));
        }
        let is_apart =
            |[a, b]: &[Cell; 2]| a.row.abs_diff(b.row) + a.col.abs_diff(b.col) == distance as usize;
        let all = shape.cells().flat_map(|a| shape.cells().map(move |b| [a, b]));
        let expected: Vec<[Cell; 2]> =
            all.filter(|pair| distance > 0 && pair[0] < pair[1] && is_apart(pair)).collect();
        seen.sort_unstable();
        assert_eq!(seen, expected, "{distance}");
    }
}

#[test]
fn moves_are_those_of_chess() {
    let reached = |moves: &[(isize, isize)]| {
        let to = moves.iter().flat_map(|(down, right)| [(*down, *right), (-down, -right)]);
        to.collect::<BTreeSet<(isize, isize)>>()
    };
    let all = || (-2..=2_isize).flat_map(|down| (-2..=2_isize).map(move |right| (down, right)));
    let knight = all().filter(|(down, right)| down * down + right * right == 5).collect();
    let king = all().filter(|(down, right)| down * down + right * right == 2).collect();
    assert_eq!(reached(&AntiKnight::MOVES), knight);
    assert_eq!(reached(&AntiKing::MOVES), king);
}

#[test]
fn a_digit_names_a_cell_and_its_digit() {
    let named = |names, number| {
        let indexing = Indexing { cell: cell(2, 4), names };
        indexing.named(shape(9, 9), number).map(|(cell, holds)| (cell.short(), holds))
    };
    assert_eq!(named(Line::Column, 7), Some(("r3c7".to_owned(), 5)));
    assert_eq!(named(Line::Row, 7), Some(("r7c5".to_owned(), 3)));
    assert_eq!((named(Line::Row, 0), named(Line::Row, 10)), (None, None));
}

/// One constraint of each kind that takes each of its cells once, and of some where each time counts.
#[test]
fn a_cell_named_twice_counts_twice_or_is_refused() {
    let cells = r#""cells": ["r1c1", "r2c2", "r1c1"]"#;
    let fault = |kind: &str, more: &str| {
        let json = format!(r#"{{"{kind}": {{{cells}{more}}}}}"#);
        let constraint: Constraint = serde_json::from_str(&json).expect(&json);
        constraint.fault(shape(9, 9))
    };
    for (kind, more) in [
        ("all-different", ""),
        ("counting-circles", ""),
        ("digital-root", r#", "root": 3"#),
        ("equality-cage", ""),
        ("even", ""),
        ("hidden-skyscraper", r#", "hidden": 3"#),
        ("look-and-say", r#", "counts": [[2, 3]]"#),
        ("maximum", ""),
        ("minimum", ""),
        ("nabner", ""),
        ("numbered-room", r#", "value": 3"#),
        ("odd", ""),
        ("quadruple", r#", "values": [3]"#),
        ("rellik", r#", "sum": 3"#),
        ("renban", ""),
        ("sandwich", r#", "sum": 3"#),
        ("skyscraper", r#", "seen": 3"#),
        ("thermometer", ""),
        ("x-sum", r#", "sum": 3"#),
    ] {
        let fault = fault(kind, more).expect(kind);
        assert!(fault.ends_with(" names r1c1 twice"), "{kind}: {fault}");
    }
    for (kind, more) in [
        ("between", ""),
        ("cage", r#", "total": 4"#),
        ("little-killer", r#", "total": 4"#),
        ("palindrome", ""),
        ("slow-thermometer", ""),
        ("sum", r#", "total": 4"#),
        ("whisper", r#", "difference": 5"#),
    ] {
        assert_eq!(fault(kind, more), None, "{kind}");
    }
    for (kind, more) in [
        ("difference", r#", "difference": 1"#),
        ("greater-than", ""),
        ("ratio", r#", "ratio": 2"#),
        ("xv", r#", "sum": 10"#),
    ] {
        let json = format!(r#"{{"{kind}": {{"cells": ["r1c1", "r1c1"]{more}}}}}"#);
        let constraint: Constraint = serde_json::from_str(&json).expect(&json);
        let fault = constraint.fault(shape(9, 9)).expect(kind);
        assert!(fault.ends_with(" names r1c1 twice"), "{kind}: {fault}");
    }
    let sets = r#"{"same-values": {"sets": [["r1c1", "r1c1"], ["r1c1", "r1c2"]]}}"#;
    let sets: Constraint = serde_json::from_str(sets).expect("JSON");
    assert_eq!(sets.fault(shape(9, 9)).as_deref(), Some("same values: a set names r1c1 twice"));
}
