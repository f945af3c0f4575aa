//! Constraints that are relations of two cells, through every pipeline; sums through those that can say them.

use workspace_tests::{Checkout, shown};

/// Five givens; singles solve it with its constraints, and not a cell of it without them.
const PUZZLE: &str = r#"{"rows": 6, "cols": 6, "blocks": [2, 3],
 "givens": {"r1c2": 6, "r4c3": 2, "r4c5": 6, "r6c4": 2, "r6c5": 3},
 "constraints": [{"anti-king": {}},
  {"thermometer": {"cells": ["r1c1", "r2c2", "r3c3"]}},
  {"whisper": {"cells": ["r4c4", "r5c5", "r6c6"], "difference": 3}},
  {"odd": {"cells": ["r6c1"]}},
  {"difference": {"cells": ["r1c6", "r2c6"], "difference": 1}}]}
"#;
const SOLUTION: &str = "165342324651653124412563236415541236";

fn here() -> Checkout {
    let here = Checkout::new();
    here.write("p.json", PUZZLE);
    here
}

fn stdout(here: &Checkout, line: &str) -> String {
    let done = here.sh(line);
    assert!(done.status.success(), "{line}: {}", shown(&done));
    String::from_utf8_lossy(&done.stdout).trim_end().to_owned()
}

#[test]
fn clauses() {
    let here = here();
    let solve = "sudoku2cnf p.json > p.cnf; dimacs-solve p.cnf > p.out";
    let unique = "sol2grid2 --cnf p.cnf --puzzle p.json --format line p.out";
    let found = stdout(&here, &format!("{solve}; {unique}"));
    assert_eq!(found, format!("{SOLUTION}\nUnique solution"));
}

#[test]
fn rules() {
    let here = here();
    for (rules, fold) in [("sudoku", ""), ("advanced", "--fold ex:cannotBe")] {
        let run = format!(
            "srl-run --merge --repeat --fold ex:hasValue {fold} crates/rules/rules/{rules}.srl -"
        );
        let all = format!("sudoku2rdf p.json | {run} | rdf2grid --block 2x3 --format line");
        assert_eq!(stdout(&here, &all), SOLUTION, "{rules}");
    }
    let chosen = "sudoku2rdf p.json | srl-run --choose --merge crates/rules/rules/choose.srl - | rdf2grid --block 2x3 --format line";
    assert_eq!(stdout(&here, chosen), SOLUTION);
    // Without the relations nothing follows.
    let (givens, _) = PUZZLE.split_once(",\n \"constraints\"").expect("it has constraints");
    here.write("bare.json", &format!("{givens}}}\n"));
    let run = "srl-run --merge --repeat --fold ex:hasValue crates/rules/rules/sudoku.srl -";
    let bare =
        format!("sudoku2rdf bare.json | {run} | rdf2grid --partial --block 2x3 --format line");
    assert_eq!(stdout(&here, &bare).matches('.').count(), 31);
}

#[test]
fn packages() {
    let here = here();
    stdout(&here, "sudoku2pkg index idx --puzzle p.json");
    stdout(&here, "sudoku2pkg problem --index idx --out problem p.json");
    for engine in ["pubgrub", "resolvo"] {
        let lock = format!("pkg-lock --engine {engine} --index idx problem > lock.txt");
        let read = "lock2grid --puzzle p.json --format line problem/poetry.lock";
        let locked = stdout(&here, &format!("{lock} && {read} && rm problem/poetry.lock"));
        assert_eq!(locked, SOLUTION, "{engine}");
    }
}

#[test]
fn sums_are_refused_by_name() {
    let here = here();
    let text = PUZZLE
        .replace(r#"{"anti-king": {}}"#, r#"{"cage": {"cells": ["r1c1", "r1c2"], "total": 7}}"#);
    here.write("cage.json", &text);
    for tool in [
        "sudoku2rdf cage.json",
        "sudoku2pkg index idx --puzzle cage.json",
        "sudoku2pkg problem cage.json",
    ] {
        let done = here.sh(tool);
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert_eq!(done.status.code(), Some(2), "{tool}: {}", shown(&done));
        assert!(said.contains("cage of 7 at r1c1 r1c2"), "{said}");
        assert!(said.contains("houses and relations of two cells"), "{said}");
        assert!(done.stdout.is_empty(), "{tool}");
    }
}
