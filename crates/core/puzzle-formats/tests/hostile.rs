//! Texts that mean harm, or that a program has damaged, end with a message at a place.

use puzzle_formats::{Options, lz_string, read};

/// What is wrong, with its place.
fn refusal(text: &str) -> String {
    match read(text, &Options::default()) {
        Err(error) => format!("{}: {error}", error.position()),
        Ok(_) => "it is read".to_owned(),
    }
}

fn json(members: &str) -> String {
    format!(r#"{{"rows": 9, "cols": 9, {members}}}"#)
}

fn link(object: &str) -> String {
    format!("https://f-puzzles.com/?load={}", lz_string::compress(object))
}

/// A blank f-puzzle of 4×4 cells with further members.
fn f_puzzle(members: &str) -> String {
    let row = "[{},{},{},{}]";
    format!(r#"{{"grid":[{row},{row},{row},{row}],{members}}}"#)
}

#[test]
fn each_is_refused_with_its_reason() {
    let deep = "[".repeat(100_000);
    let bomb = "0".repeat(3_000_000);
    let mut wrong = Vec::new();
    for (text, expected) in [
        // Sizes that a short text claims.
        (r#"{"rows": 1000000000, "cols": 9}"#.to_owned(), "rows: 1000000000 is beyond 100"),
        (json(r#""outside": 4000000000"#), "outside: 4000000000 is beyond 10000"),
        (json(r#""n_values": 18446744073709551615"#), "values"),
        (".Shape~9999999x9999999.AntiKnight".to_owned(), "Shape"),
        // Totals that are no numbers.
        (json(r#""constraints": [{"cage": {"cells": ["r1c1"], "total": NaN}}]"#), "expected"),
        (json(r#""constraints": [{"cage": {"cells": ["r1c1"], "total": 1e999}}]"#), "number"),
        (json(r#""constraints": [{"cage": {"cells": ["r1c1"], "total": 99999999}}]"#), "99999999"),
        (f_puzzle(r#""killercage":[{"cells":["R1C1"],"value":"NaN"}]"#), "found 'NaN'"),
        (".Cage~NaN~R1C1".to_owned(), "NaN"),
        // Cells that are not there, and none at all.
        (json(r#""constraints": [{"odd": {"cells": ["r10c1"]}}]"#), "odd names r10c1"),
        (json(r#""constraints": [{"odd": {"cells": ["r1c99999999999999999999"]}}]"#), "cell"),
        (json(r#""constraints": [{"odd": {"cells": []}}]"#), "constraint 1: odd names no cell"),
        (json(r#""extra_regions": [[]]"#), "extra region 1: it names no cell"),
        (f_puzzle(r#""renban":[{"lines":[["R4C4","R5C5"]]}]"#), "r5c5, which is not in the grid"),
        // Nesting.
        (format!(r#"{{"rows": 4, "cols": {deep}"#), "1:13: cols: invalid type"),
        (format!(r#"{{"grid":{deep}"#), "recursion limit exceeded"),
        (format!(".Or{}", ".Or".repeat(1000)), "nested more than"),
        // Links: too much behind them, too little, two of them.
        (link(&bomb), "unpacks to more than"),
        (link("[]"), "an f-puzzle is a JSON object"),
        ("https://f-puzzles.com/?load=".to_owned(), "1:"),
        (
            "https://f-puzzles.com/?load=N4Ig&load=N4Ig".to_owned(),
            "1:34: the link names a second puzzle",
        ),
        (
            "https://x.io/?q=.AntiKnight&q=.AntiKing".to_owned(),
            "1:29: the link names a second puzzle",
        ),
        (link("{\"grid\":\u{0}}"), "not JSON"),
    ] {
        let start: String = text.chars().take(80).collect();
        let message = refusal(&text);
        if !message.contains(expected) || message.len() > 1000 {
            wrong.push(format!("{start}: {message}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Among many constraints that have a meaning, one that has none is found.
#[test]
fn the_wrong_one_of_many_constraints_is_named() {
    let odd = r#"{"odd":{"cells":["r1c1"]}},"#.repeat(100_000);
    let text = json(&format!(r#""constraints": [{odd}{{"odd":{{"cells":["r0c1"]}}}}]"#));
    let message = refusal(&text);
    assert!(message.contains("constraint 100001"), "{message}");
}
