use super::*;

const EXAMPLE: &str = r#"{"rows": 6, "cols": 6, "blocks": [2, 3], "givens": {"r1c1": 4, "r2c2": [1, 2]},
 "constraints": [{"cage": {"cells": ["r1c2", "r1c3"], "total": 9}}, {"anti-knight": {}}]}"#;

fn message(text: &str) -> String {
    let error = PuzzleSpec::from_json(text).expect_err(text);
    format!("{}:{}: {}", error.line, error.column, error.message)
}

#[test]
fn what_is_written_is_read() {
    let spec = PuzzleSpec::from_json(EXAMPLE).unwrap();
    assert_eq!(spec.block_cells().len(), 6);
    assert_eq!(spec.constraints[0].to_string(), "cage of 9 at r1c2 r1c3");
    assert_eq!(PuzzleSpec::from_json(&spec.to_json()).unwrap(), spec);
    let regions = r#"{"rows": 2, "cols": 2, "regions": ["ab", "b."], "n_values": 3, "outside": 1,
        "first_value": 0, "rows_and_columns": false, "extra_regions": [["r1c1", "x1"]],
        "diagonals": ["up"], "title": "t"}"#;
    let spec = PuzzleSpec::from_json(regions).unwrap();
    assert_eq!(spec.region_cells().len(), 2);
    assert_eq!(PuzzleSpec::from_json(&spec.to_json()).unwrap(), spec);
}

#[test]
fn blocks_may_be_absent_or_null() {
    let blocks = |member: &str| {
        PuzzleSpec::from_json(&format!(r#"{{"rows": 4, "cols": 4{member}}}"#)).unwrap().blocks
    };
    assert_eq!(blocks(""), Some([2, 2]));
    assert_eq!(blocks(r#", "blocks": null"#), None);
    assert_eq!(blocks(r#", "blocks": [4, 1]"#), Some([4, 1]));
    assert_eq!(blocks(r#", "regions": ["aabb", "aabb", "ccdd", "ccdd"]"#), None);
}

#[test]
fn windows_and_groups_are_derived() {
    let text = r#"{"rows": 9, "cols": 9, "windows": true, "groups": true}"#;
    let spec = PuzzleSpec::from_json(text).unwrap();
    let windows = spec.window_cells();
    assert_eq!(windows.len(), 4);
    assert_eq!(windows[0][0].short(), "r2c2");
    assert_eq!(windows[3][8].short(), "r8c8");
    let groups = spec.group_cells();
    assert_eq!((groups.len(), groups[0].len()), (9, 9));
    assert_eq!(groups[4][8].short(), "r8c8");
}

#[test]
fn each_fault_has_its_place() {
    assert_eq!(
        message("{\"rows\": 9,\n \"cols\": 9, \"colour\": 1}"),
        "2:13: colour: unknown field `colour`, expected one of `title`, `rows`, `cols`, `first_value`, `n_values`, `outside`, `rows_and_columns`, `blocks`, `regions`, `diagonals`, `windows`, `groups`, `extra_regions`, `givens`, `constraints`"
    );
    let constraint =
        |text: &str| message(&format!("{{\"rows\": 9, \"cols\": 9, \"constraints\": [\n{text}]}}"));
    let unknown = constraint(r#"{"chaos": {}}"#);
    assert!(unknown.starts_with("2:1: constraint 1: unknown variant `chaos`"), "{unknown}");
    let field = constraint(r#"{"cage": {"cells": [], "sum": 3}}"#);
    assert!(field.starts_with("2:24: constraint 1, cage, sum: unknown field `sum`"), "{field}");
    let cell = constraint(r#"{"renban": {"cells": ["r1c1", "r0c1"]}}"#);
    assert_eq!(
        cell,
        "2:31: constraint 1, renban, cell 2: cell 'r0c1' is not of the form r3c7, from 1"
    );
    let large = constraint(r#"{"cage": {"cells": ["r1c1"], "total": 9223372036854775807}}"#);
    assert!(
        large.starts_with("2:30: constraint 1, cage, total: number 9223372036854775807 is beyond")
    );
    assert_eq!(
        constraint(r#"{"renban": {"cells": ["r1c1", "r10c1"]}}"#),
        "2:1: constraint 1: renban names r10c1, which is not in the grid"
    );
    let second = constraint(
        "{\"odd\": {\"cells\": [\"r1c1\"]}},\n  {\"renban\": {\"cells\": [\"r1c1\", \"r1c1\"]}}",
    );
    assert_eq!(second, "3:3: constraint 2: renban names r1c1 twice");
    let float = constraint(r#"{"cage": {"cells": ["r1c1"], "total": 3.0}}"#);
    assert_eq!(
        float,
        "2:30: constraint 1, cage, total: invalid type: floating point `3.0`, expected an integer"
    );
    assert_eq!(message("{\"title\": \"ä\", \"rows\": x}"), "1:24: rows: expected value");
    assert_eq!(message(" {\"rows\": 9}"), "1:2: missing field `cols`");
}

#[test]
fn what_makes_no_puzzle_is_refused() {
    for (text, expected) in [
        (r#"{"rows": 0, "cols": 9}"#, "at least one row"),
        (r#"{"rows": 9, "cols": 99999999999}"#, "cols: 99999999999 is beyond 100"),
        (r#"{"rows": 9, "cols": 9, "givens": {"r1c1": 10}}"#, ":35: r1c1: 10 is not a value"),
        (r#"{"rows": 9, "cols": 9, "givens": {"r1c1": []}}"#, "there is no number"),
        (r#"{"rows": 9, "cols": 9, "givens": {"r1c1": 1.5}}"#, "expected a number"),
        (r#"{"rows": 9, "cols": 9, "blocks": [2, 3]}"#, "does not tile"),
        (r#"{"rows": 9, "cols": 9, "blocks": [0, 3]}"#, "does not tile"),
        (r#"{"rows": 9, "cols": 9, "n_values": 8}"#, "1:24: row 1: 9 cells cannot hold 8 values"),
        (r#"{"rows": 2, "cols": 2, "regions": ["aa"]}"#, "regions: 1 rows, expected 2"),
        (
            r#"{"rows": 2, "cols": 2, "regions": ["aa", "b"]}"#,
            "1:42: regions, row 2: 1 letters, expected 2",
        ),
        (r#"{"rows": 4, "cols": 4, "blocks": [4, 1], "windows": true}"#, "windows: none fits"),
        (r#"{"rows": 2, "cols": 3, "diagonals": ["up"]}"#, "has none"),
        (r#"{"rows": 9, "cols": 9} x"#, "trailing characters"),
        (r#"{"rows": 4, "cols": 4, "blocks": [2, 2, 2]}"#, "blocks: the list has more items"),
        (
            r#"{"rows": 2, "cols": 2, "regions": ["a ", "bb"]}"#,
            "row 1: found ' ', expected letters",
        ),
        (
            r#"{"rows": 4, "cols": 4, "constraints": [{"odd": {"cells": []}}]}"#,
            "1:40: constraint 1: odd names no cell",
        ),
        (
            r#"{"rows": 4, "cols": 4, "constraints": [{"any-of": {"alternatives": [[{"odd": {"cells": []}}]]}}]}"#,
            "constraint 1: or: odd names no cell",
        ),
        (r#"{"rows": 4, "cols": 4, "extra_regions": [[]]}"#, "extra region 1: it names no cell"),
        (
            r#"{"rows": 4, "cols": 4, "constraints": [null]}"#,
            "constraint 1: expected an object of one",
        ),
        (r#"{"rows": 4, "cols": 4, "constraints": ["odd"]}"#, "expected an object of one kind"),
        (
            r#"{"rows": 4, "cols": 4, "constraints": [{"anti-king": {}, "anti-knight": {}}]}"#,
            "constraint 1: expected an object of one kind",
        ),
    ] {
        let message = message(text);
        assert!(message.contains(expected), "{text}: {message}");
    }
}

/// Of two members of a name only one could be read.
#[test]
fn no_member_stands_twice() {
    for (text, expected) in [
        (
            "{\"rows\": 4, \"cols\": 4,\n \"givens\": {\"r1c1\": 1, \"r1c1\": 2}}",
            "2:24: givens, r1c1: the cell has two givens",
        ),
        (
            r#"{"rows": 4, "cols": 4, "givens": {"r1c1": 1, "R1C1": 2}}"#,
            "1:46: givens, R1C1: the cell has two givens",
        ),
        (r#"{"rows": 4, "cols": 4, "rows": 5}"#, "1:24: rows: duplicate field `rows`"),
        (
            r#"{"rows": 4, "cols": 4, "constraints": [{"cage": {"cells": [], "cells": []}}]}"#,
            "duplicate field `cells`",
        ),
        (
            r#"{"rows": 4, "cols": 4, "constraints": [{"anti-king": {}, "anti-king": {}}]}"#,
            "1:55: constraint 1: expected an object of one kind",
        ),
    ] {
        let message = message(text);
        assert!(message.contains(expected), "{text}: {message}");
    }
}
