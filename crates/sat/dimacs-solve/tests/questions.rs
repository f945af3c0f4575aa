//! Several models, assumptions, queries, the simplified formula, limits of the search.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, diff, is_empty, is_match, starts_with};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::path::PathBuf;

const BIN: &str = env!("CARGO_BIN_EXE_dimacs-solve");

fn tool(words: &[&str], formula: &str) -> Command {
    let mut command = Command::new(BIN);
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../testdata/cnf");
    command.current_dir(folder).args(words).write_stdin(formula);
    command
}

fn stdout(words: &[&str], formula: &str) -> String {
    String::from_utf8(tool(words, formula).output().unwrap().stdout).unwrap()
}

/// The numbers of a line or two, without the 0 at their end.
fn numbers(text: &str) -> Vec<i32> {
    let words = text.split_whitespace().filter(|word| *word != "v");
    let numbers: Vec<i32> = words.map(|word| word.parse().unwrap()).collect();
    assert_eq!(numbers.last(), Some(&0), "{text}");
    numbers[..numbers.len() - 1].to_vec()
}

fn text_of(n_vars: usize, clauses: &[Vec<i32>]) -> String {
    let lines = clauses.iter().map(|clause| {
        let words: Vec<String> = clause.iter().map(i32::to_string).collect();
        words.join(" ") + " 0\n"
    });
    format!("p cnf {n_vars} {}\n", clauses.len()) + &lines.collect::<String>()
}

/// All models over the variables 1 to `n_vars`.
fn models(n_vars: usize, clauses: &[Vec<i32>]) -> Vec<Vec<i32>> {
    let all = (0..1_u32 << n_vars).map(|bits| {
        let value = |var: i32| if bits >> (var - 1) & 1 == 1 { var } else { -var };
        (1..=n_vars as i32).map(value).collect::<Vec<i32>>()
    });
    all.filter(|model| clauses.iter().all(|clause| clause.iter().any(|lit| model.contains(lit))))
        .collect()
}

#[test]
fn statistics_are_json_too() {
    let pigeons = "1 2 0 3 4 0 5 6 0 -1 -3 0 -1 -5 0 -3 -5 0 -2 -4 0 -2 -6 0 -4 -6 0 7 8 9 0";
    let text = stdout(&["--stats", "--json", "-nw"], pigeons);
    let line = text.strip_prefix("s UNSATISFIABLE\nc ").unwrap();
    let json: serde_json::Value = serde_json::from_str(line).unwrap();
    assert_eq!((&json["variables"], &json["clauses"]), (&9.into(), &10.into()));
    assert_eq!(text.lines().count(), 2);
    // Of a search that had conflicts.
    let mut state = 1_u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 16
    };
    let mut lit = || (random() % 60 + 1) as i32 * if random() % 2 == 0 { 1 } else { -1 };
    let clauses: Vec<Vec<i32>> = (0..330).map(|_| vec![lit(), lit(), lit()]).collect();
    let text = stdout(&["--stats", "--json", "-nw", "-n"], &text_of(60, &clauses));
    let line = text.lines().nth(1).unwrap().strip_prefix("c ").unwrap();
    let json: serde_json::Value = serde_json::from_str(line).unwrap();
    let course = json["course"].as_array().unwrap();
    assert_eq!(course.len() as u64, json["search"]["conflicts"].as_u64().unwrap(), "{line}");
    assert!(course.len() > 3, "{line}");
    for pair in course.windows(2) {
        for name in [
            "conflicts",
            "decisions",
            "propagations",
            "glues",
            "restarts",
            "mode_switches",
            "ticks",
            "failed_literals",
            "subsumed",
            "eliminated",
            "vivified",
        ] {
            assert!(pair[1][name].is_u64(), "{name}: {line}");
            assert!(pair[0][name].as_u64() <= pair[1][name].as_u64(), "{name}");
        }
    }
    for words in [&["--json"][..], &["--dimacs", "--stats", "--json"]] {
        tool(words, pigeons).assert().failure().stdout(is_empty());
    }
}

#[test]
fn assumptions_hold_or_those_that_clash_are_named() {
    let chain = "p cnf 6 4\n-1 2 0\n-2 3 0\n-4 -3 0\n5 6 0\n";
    for (assumptions, expected, code) in [
        ("1", "s SATISFIABLE\nv 1 2 3 -4", 10),
        ("4 5", "s SATISFIABLE\nv -1 -2 -3 4 5", 10),
        ("5 1 -6 4", "s UNSATISFIABLE\nc failed 1 4 0\n", 20),
        ("-5, -6", "s UNSATISFIABLE\nc failed -5 -6 0\n", 20),
        ("2 -2 0", "s UNSATISFIABLE\nc failed 2 -2 0\n", 20),
        ("", "s SATISFIABLE\nv ", 10),
    ] {
        let assert = tool(&["--assume", assumptions], chain).assert();
        assert.code(code).stdout(starts_with(expected)).stderr(is_empty());
    }
    let assert = tool(&["--assume", "1", "--assume=4", "--dimacs", "-in"], chain).assert();
    assert.code(0).stdout("s UNSATISFIABLE\nc failed 1 4 0\n");
    // Without a model in any case no assumption is to blame.
    let assert = tool(&["--assume", "1", "unsat.cnf"], "").assert();
    assert.code(20).stdout("s UNSATISFIABLE\nc failed 0\n");
    for (words, message) in [
        (&["--assume", "7"][..], "found variable 7, expected at most 6, as the formula has"),
        (&["--assume", "1 x"], "found 'x', expected a literal such as 1 or -2"),
        (&["--assume", "1", "--proof", "p"], "found --assume and a proof, expected one of them"),
        (&["--assume", "1", "--engine", "splr"], "the engine splr has no --assume, expected cdcl"),
        (&["--enumerate", "0", "--project", "9"], "found variable 9, expected at most 6"),
        (&["--enumerate", "0", "--project", "2-1"], "found '2-1', expected variables such as"),
    ] {
        let assert = tool(words, chain).assert();
        assert.code(2).stdout(is_empty()).stderr(contains(message));
    }
}

#[test]
fn models_are_listed_up_to_a_number_or_all() {
    let formula = "p cnf 4 1\n1 2 0\n";
    let found = stdout(&["--enumerate", "0"], formula);
    assert_eq!(found.matches("s SATISFIABLE\nv ").count(), 12);
    assert!(found.ends_with("c 12 models; there are no others\n"), "{found}");
    let found = stdout(&["--enumerate", "5"], formula);
    assert_eq!(found.matches("s SATISFIABLE\n").count(), 5);
    assert!(found.ends_with("c 5 models; there may be others\n"), "{found}");
    let found = stdout(&["--enumerate", "0", "--project", "1-2", "-n"], formula);
    let expected = "s SATISFIABLE\n".repeat(3) + "c 3 models; there are no others\n";
    assert_eq!(found, expected);
    let assert = tool(&["--enumerate", "0", "--assume", "-1 -2"], formula).assert();
    assert.code(20).stdout("s UNSATISFIABLE\nc failed -1 -2 0\nc 0 models; there are no others\n");
    let assert = tool(&["--enumerate", "0", "unsat.cnf"], "").assert();
    assert.code(20).stdout("s UNSATISFIABLE\nc 0 models; there are no others\n");
    // A header claims variables, and nothing is made of them.
    let assert = tool(&["--enumerate", "0"], "p cnf 134217728 1\n1 0\n").assert();
    assert.code(10).stdout("s SATISFIABLE\nv 1 0\nc 1 model; there are no others\n");
}

#[test]
fn queries_are_answered_one_after_the_other() {
    let script = "p inccnf\n1 2 0\na -1 0\n-2 3 0\na -1 -3 0\na 0\n-1 0\n-2 0\na 3 0\n";
    let expected = "s SATISFIABLE\nv -1 2 ";
    let found = stdout(&[], script);
    assert!(found.starts_with(expected), "{found}");
    let verdicts: Vec<&str> = found.lines().filter(|line| !line.starts_with('v')).collect();
    let expected = [
        "s SATISFIABLE",
        "s UNSATISFIABLE",
        "c failed -1 -3 0",
        "s SATISFIABLE",
        "s UNSATISFIABLE",
        "c failed 0",
    ];
    assert_eq!(verdicts, expected);
    tool(&[], script).assert().code(20).stderr(is_empty());
    // Without a query it is a formula as any other.
    tool(&[], "p inccnf\n1 0\n").assert().code(10).stdout("s SATISFIABLE\nv 1 0\n");
    for (script, message) in [
        ("p cnf 1 1\n1 0\na 1 0\n", "<stdin>:3:1: found 'a', expected a literal, 0 or a comment"),
        ("p inccnf 3\n1 0\n", "<stdin>:1:10: found '3', expected the end of the line after"),
        ("p inccnf\n1 0\na 1\n", "expected the 0 of the query that starts in line 3"),
        ("p inccnf\n1\na 1 0\n", "found a query, expected the 0 of the clause that starts in"),
        ("p inccnf\np cnf 1 1\n", "<stdin>:2:1: found a second header"),
        ("p cnf 1 1\np inccnf\n", "<stdin>:2:1: found a second header"),
        ("p inccnf\nab 0\n", "<stdin>:2:2: found 'b', expected a blank after the 'a' of a query"),
    ] {
        let assert = tool(&[], script).assert();
        assert.code(2).stdout(is_empty()).stderr(contains(message));
    }
    let assert = tool(&["--proof", "x.pbp"], "p inccnf\n1 0\na 1 0\n").assert();
    assert.code(2).stderr(contains("found queries and a proof, expected one of them"));
}

#[test]
fn a_limit_of_the_search_is_no_verdict() {
    for words in [&["-c", "10"][..], &["--conflicts=10"], &["--decisions=10"], &["-d", "10"]] {
        let words = [words, &["pigeons-14.cnf"]].concat();
        tool(&words, "").assert().code(0).stdout("s UNKNOWN\n").stderr(is_empty());
    }
    let words = ["-dimacs", "sat.max_conflicts=10", "pigeons-14.cnf"];
    tool(&words, "").assert().code(0).stdout("s UNKNOWN\n").stderr(is_empty());
    let words = ["-c", "10", "--assume", "1", "pigeons-14.cnf"];
    tool(&words, "").assert().code(0).stdout("s UNKNOWN\n");
    let words = ["-c", "100000", "--engine", "splr", "pigeons-14.cnf"];
    let message = "the engine splr has no --conflicts and no --decisions, expected cdcl";
    tool(&words, "").assert().code(2).stderr(contains(message));
    // One that is not reached changes nothing.
    tool(&["-c", "1000000", "pigeons-6.cnf"], "").assert().code(20);
}

#[test]
fn a_search_tells_how_far_it_is() {
    let row = r"(?m)^c +[12]\.[0-9]( +[0-9]+){5}$";
    let head = "c  seconds  conflicts  conflicts/s   restarts     learnt   memory/MB\nc ";
    let words = ["-v", "1", "-T:2.5", "--engine", "cdcl", "pigeons-14.cnf"];
    let assert = tool(&words, "").assert().code(0);
    let expected = starts_with(head).and(is_match(row).unwrap());
    assert.stdout(expected.and(predicates::str::ends_with("s UNKNOWN\n")));
    let words = ["-st", "pigeons-6.cnf"];
    tool(&words, "").assert().code(20).stdout(is_match("(?m)^c conflicts +[1-9]").unwrap());
}

#[test]
fn the_simplified_formula_is_whole_or_absent() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.cnf");
    let out = path.to_str().unwrap();
    // Even where the search does not end.
    let words = ["--cnf-out", out, "-c", "5", "pigeons-14.cnf"];
    tool(&words, "").assert().code(0).stdout("s UNKNOWN\n");
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("c simplified by ") && text.contains("\np cnf 182 "), "{text}");
    tool(&["--cnf-out", out, "unsat.cnf"], "").assert().code(20);
    assert!(std::fs::read_to_string(&path).unwrap().ends_with("p cnf 3 1\n0\n"));
    // Nothing is left behind, and nothing written, where the input is not a formula.
    std::fs::remove_file(&path).unwrap();
    tool(&["--cnf-out", out], "p cnf 1 1\n1 x\n").assert().code(2);
    let entries = std::fs::read_dir(folder.path()).unwrap();
    let names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
    assert!(names.is_empty(), "{names:?}");
    let own = folder.path().join("own.cnf");
    std::fs::write(&own, "p cnf 1 1\n1 0\n").unwrap();
    let own = own.to_str().unwrap();
    let assert = tool(&["--cnf-out", own, own], "").assert().code(2);
    assert.stderr(diff(format!(
        "dimacs-solve: error: {own}: found the formula itself, expected another file\n"
    )));
}

fn any_clauses() -> impl Strategy<Value = Vec<Vec<i32>>> {
    let lit =
        (1..6, any::<bool>()).prop_map(|(var, sign): (i32, bool)| if sign { var } else { -var });
    prop::collection::vec(prop::collection::vec(lit, 1..4), 0..14)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_models_are_those_of_trying_all(clauses in any_clauses(), n_vars in 5..7_usize, project in 1..6_usize) {
        let text = text_of(n_vars, &clauses);
        let expected: BTreeSet<Vec<i32>> = models(n_vars, &clauses).into_iter().collect();
        let listed = |words: &[&str]| -> Vec<Vec<i32>> {
            let found = stdout(words, &text);
            found.lines().filter(|line| line.starts_with("v ")).map(numbers).collect()
        };
        let found = listed(&["-nw", "--enumerate", "0"]);
        prop_assert_eq!(found.len(), expected.len());
        prop_assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected.clone());
        let range = format!("1-{project}");
        let found = listed(&["-nw", "--enumerate", "0", "--project", &range]);
        let part = |models: &mut dyn Iterator<Item = Vec<i32>>| {
            models.map(|model| model[..project].to_vec()).collect::<BTreeSet<_>>()
        };
        prop_assert!(found.iter().all(|model| expected.contains(model)));
        let parts = part(&mut expected.iter().cloned());
        prop_assert_eq!(found.len(), parts.len());
        prop_assert_eq!(part(&mut found.into_iter()), parts);
        // What is left before the search has the same models.
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.cnf");
        tool(&["-nw", "--cnf-out", path.to_str().unwrap()], &text).output().unwrap();
        let left = std::fs::read_to_string(&path).unwrap();
        let lines = left.lines().filter(|line| !line.starts_with(['c', 'p']));
        let left: Vec<Vec<i32>> = lines.map(numbers).collect();
        prop_assert_eq!(models(n_vars, &left).into_iter().collect::<BTreeSet<_>>(), expected);
    }
}
