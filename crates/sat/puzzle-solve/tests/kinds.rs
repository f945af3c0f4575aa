//! A small puzzle for each kind of constraint, and the table of kinds in the documents.

use assert_cmd::Command;
use puzzle_formats::{Options, f_puzzles};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use sudoku_core::PuzzleSpec;
use sudoku_core::constraint::{Constraint, Numbers};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// The puzzles by their kind's name in JSON, which is their title.
fn puzzles() -> BTreeMap<String, PuzzleSpec> {
    let path = root().join("testdata/variants/kinds.jsonl");
    let text = std::fs::read_to_string(path).expect("the puzzles can be read");
    let specs = text.lines().map(|line| PuzzleSpec::from_json(line).expect(line));
    specs.map(|spec| (spec.title.clone().expect("a title"), spec)).collect()
}

fn answers(puzzles: &[PuzzleSpec]) -> Vec<Value> {
    let lines: String = puzzles.iter().map(|spec| spec.to_json() + "\n").collect();
    let output = Command::new(env!("CARGO_BIN_EXE_puzzle-solve"))
        .arg("--unique")
        .write_stdin(lines)
        .output()
        .expect("it runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn each_kind_decides_its_puzzle() {
    let puzzles = puzzles();
    assert_eq!(puzzles.len(), Constraint::KINDS.len());
    let with: Vec<PuzzleSpec> = puzzles.values().cloned().collect();
    for (spec, answer) in with.iter().zip(answers(&with)) {
        let title = spec.title.as_deref().expect("a title");
        assert_eq!(answer["status"], "unique", "{title}");
        let json: Value = serde_json::from_str(&spec.to_json()).expect("JSON");
        assert!(json["constraints"][0].get(title).is_some(), "{title}");
        let digits = answer["grid"].as_str().expect("a grid").chars();
        let numbers = digits.map(|digit| digit.to_digit(10).map(i64::from)).collect();
        let numbers = Numbers::new(spec.shape, numbers);
        assert_eq!(spec.constraints[0].is_satisfied(&numbers), Some(true), "{title}");
    }
    let without = |spec: &PuzzleSpec| PuzzleSpec { constraints: Vec::new(), ..spec.clone() };
    let without: Vec<PuzzleSpec> = with.iter().map(without).collect();
    for (spec, answer) in without.iter().zip(answers(&without)) {
        assert_eq!(answer["status"], "several", "{:?}", spec.title);
    }
}

/// Words of f-puzzles that say a kind in part or in several entries, so that what is written is not read back as it was.
const WORDS: &[(&str, &str)] = &[
    ("entropic", r#""entropicline": [{"lines": [["R1C1", "R1C2"]]}]"#),
    ("equal-sums", r#""regionsumline": [{"lines": [["R1C3", "R1C4"]]}]"#),
    ("even", r#""even": [{"cell": "R1C1"}]"#),
    ("modular", r#""modularline": [{"lines": [["R1C1", "R1C2"]]}]"#),
    ("negative-ratio", r#""negative": ["ratio"]"#),
    ("negative-sum", r#""negative": ["xv"]"#),
    ("odd", r#""odd": [{"cell": "R1C1"}]"#),
];

/// Whether f-puzzles has a word for the first constraint of a puzzle.
fn has_word(name: &str, spec: &PuzzleSpec) -> bool {
    let read =
        |text: &str| puzzle_formats::read(text, &Options::default()).expect(name).spec.constraints;
    if let Some((_, word)) = WORDS.iter().find(|(other, _)| *other == name) {
        let grid = vec![vec![serde_json::json!({}); 9]; 9];
        let text = format!(r#"{{"size": 9, "grid": {}, {word}}}"#, serde_json::json!(grid));
        let json = serde_json::to_value(&read(&text)[0]).expect("JSON");
        return json.get(name).is_some();
    }
    f_puzzles::write(spec).is_ok_and(|text| read(&text) == spec.constraints)
}

/// What the Interactive Sudoku Solver calls the kinds that it has a word for: a constraint string with one of the kind.
const CONSTRAINT_STRINGS: &[(&str, &str)] = &[
    ("all-different", ".Lunchbox~3~R1C1~R1C2~R1C3"),
    ("anti-king", ".AntiKing"),
    ("anti-knight", ".AntiKnight"),
    ("anti-taxicab", ".AntiTaxicab"),
    ("any-of", ".Or.AntiKing.AntiKnight.End"),
    ("arrow", ".Arrow~R1C1~R1C2~R1C3"),
    ("automaton", ".Regex~%31*~R1C1~R1C2"),
    ("between", ".Between~R1C1~R1C2~R1C3"),
    ("cage", ".Cage~3~R1C1~R1C2"),
    ("candidates", ".And.~R1C1_1_2.End"),
    ("count-distinct", ".CountDistinct~R1C1~R1C2~R1C3"),
    ("counting-circles", ".CountingCircles~R1C1~R1C2"),
    ("difference", ".WhiteDot~R1C1~R1C2"),
    ("double-arrow", ".DoubleArrow~R1C1~R1C2~R1C3"),
    ("dutch-flatmates", ".DutchFlatmates"),
    ("entropic", ".Entropic~R1C1~R1C2"),
    ("equal-sums", ".EqualSum~R1C1~-~R1C2"),
    ("equality-cage", ".EqualityCage~R1C1~R1C2"),
    ("full-rank", ".FullRank~R1~5~"),
    ("global-entropy", ".GlobalEntropy"),
    ("global-modular", ".GlobalMod"),
    ("greater-than", ".GreaterThan~R1C1~R1C2"),
    ("hidden-skyscraper", ".HiddenSkyscraper~R1~5~"),
    ("indexing", ".Indexing~C~R1C1"),
    ("little-killer", ".LittleKiller~9~R1C3"),
    ("lockout", ".Lockout~4~R1C1~R1C2~R1C3"),
    ("look-and-say", ".LookAndSay~11~R1C1~R1C2"),
    ("modular", ".Modular~3~R1C1~R1C2"),
    ("negative-ratio", ".StrictKropki"),
    ("negative-sum", ".StrictXV"),
    ("no-ties", ".FullRankTies~none"),
    ("nonconsecutive", ".AntiConsecutive"),
    ("numbered-room", ".NumberedRoom~R1~5~"),
    ("pair-relation", ".Pair~G~_name~R1C1~R1C2"),
    ("palindrome", ".Palindrome~R1C1~R1C2"),
    ("quadruple", ".Quad~R1C1~1~2"),
    ("ratio", ".BlackDot~R1C1~R1C2"),
    ("rellik", ".RellikCage~5~R1C1~R1C2"),
    ("renban", ".Renban~R1C1~R1C2"),
    ("same-values", ".SameValues~2~R1C1~R2C1"),
    ("sandwich", ".Sandwich~9~R1"),
    ("skyscraper", ".Skyscraper~R1~5~"),
    ("sum", ".Sum~9~R1C1~R1C2"),
    ("sum-line", ".SumLine~10~R1C1~R1C2"),
    ("thermometer", ".Thermo~R1C1~R1C2"),
    ("value-indexing", ".ValueIndexing~R1C1~R1C2~R1C3"),
    ("whisper", ".Whisper~5~R1C1~R1C2"),
    ("x-sum", ".XSum~R1~5~"),
    ("xv", ".X~R1C1~R1C2"),
    ("zipper", ".Zipper~R1C1~R1C2"),
];

/// Whether the Interactive Sudoku Solver has a word for a kind.
fn is_in_constraint_strings(name: &str) -> bool {
    let Some((_, text)) = CONSTRAINT_STRINGS.iter().find(|(other, _)| *other == name) else {
        return false;
    };
    let spec = puzzle_formats::read(text, &Options::default()).expect(text).spec;
    let is_named = |constraint: &Constraint| {
        serde_json::to_value(constraint).expect("JSON").get(name).is_some()
    };
    assert!(spec.constraints.iter().any(is_named), "{text}");
    true
}

/// The columns of the table that code can tell: the kinds, f-puzzles, constraint strings, and what rules and packages know.
#[test]
fn the_table_says_what_the_code_does() {
    let text = std::fs::read_to_string(root().join("docs/variants.md")).expect("the document");
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    let rows: BTreeMap<String, Vec<&str>> = rows
        .map(|row| {
            let fields: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
            (fields[0].trim_matches('`').to_owned(), fields)
        })
        .collect();
    let puzzles = puzzles();
    assert!(rows.keys().eq(puzzles.keys()));
    let mut wrong = Vec::new();
    for (name, spec) in &puzzles {
        let is_relations = spec.constraints[0].relations(spec.shape).is_some();
        let is_string = is_in_constraint_strings(name);
        for (column, is) in [(2, has_word(name, spec)), (3, is_string), (4, is_relations)] {
            if rows[name][column] != if is { "yes" } else { "" } {
                wrong.push(format!("{name}, column {}: {is}", column + 1));
            }
        }
        // Which of the two it is, the tests of the page know.
        assert!(["drawn", "listed"].contains(&rows[name][5]), "{name}");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let sentences: BTreeSet<&str> =
        rows.values().filter_map(|fields| fields.last().copied()).collect();
    assert_eq!(sentences.len(), rows.len(), "two kinds have the same sentence");
}
