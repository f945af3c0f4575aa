//! The tool through its binary: each question, each status, each exit code.

use assert_cmd::Command;
use serde_json::Value;
use std::io::{BufRead, Write};
use std::path::Path;

fn tool() -> Command {
    Command::new(env!("CARGO_BIN_EXE_puzzle-solve"))
}

/// The answers to these lines.
fn answers(args: &[&str], lines: &str) -> (Vec<Value>, i32) {
    let output = tool().args(args).write_stdin(lines).output().expect("it runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let answers = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    (answers, output.status.code().expect("a code"))
}

fn status(answer: &Value) -> &str {
    answer["status"].as_str().expect("a status")
}

/// Its only solution is 1234 3412 2143 4321.
const UNIQUE: &str = r#"{"rows": 4, "cols": 4, "givens": {"r1c1": 1, "r1c2": 2, "r1c3": 3, "r2c1": 3, "r3c1": 2}, "constraints": [{"cage": {"cells": ["r1c3", "r2c3"], "total": 4}}, {"greater-than": {"cells": ["r4c2", "r3c2"]}}]}"#;
const BLANK: &str = r#"{"rows": 4, "cols": 4}"#;
const CLASH: &str = r#"{"rows": 4, "cols": 4, "givens": {"r4c4": 1}, "constraints": [{"cage": {"cells": ["r1c1", "r1c2"], "total": 3}}, {"odd": {"cells": ["r1c1", "r1c2"]}}, {"even": {"cells": ["r4c1"]}}]}"#;

#[test]
fn a_line_in_a_line_out_in_order() {
    let lines = format!("{UNIQUE}\n\n# a comment\n{BLANK}\nnonsense\n.Shape~4x4.AntiKnight\n");
    for jobs in ["1", "3"] {
        let (answers, code) = answers(&["-j", jobs], &lines);
        let lines: Vec<i64> = answers.iter().filter_map(|answer| answer["line"].as_i64()).collect();
        assert_eq!(lines, [1, 4, 5, 6]);
        let statuses: Vec<&str> = answers.iter().map(status).collect();
        assert_eq!(statuses, ["solved", "solved", "error", "solved"]);
        assert!(
            answers[2]["message"]
                .as_str()
                .expect("a text")
                .starts_with("<stdin>:5:1: unexpected character 'n'")
        );
        assert_eq!(code, 1);
    }
}

/// A grid alone is a puzzle of a line, with fields beside it; a damaged one takes no other along.
#[test]
fn a_line_may_be_a_grid() {
    let classic =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let solved =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let short = &classic[1..];
    let lines =
        format!("# classic\n{classic}\n{short}\n{UNIQUE}\n7,{classic},0.5\n12.. .... .... ...4\n");
    let (answers, code) = answers(&["--unique"], &lines);
    let statuses: Vec<&str> = answers.iter().map(status).collect();
    assert_eq!(statuses, ["unique", "error", "unique", "unique", "error"], "{answers:?}");
    assert_eq!((&answers[0]["grid"], &answers[3]["grid"]), (&solved.into(), &solved.into()));
    let message = answers[1]["message"].as_str().expect("a text");
    assert!(message.starts_with("<stdin>:3:"), "{message}");
    assert!(message.contains("80 cells"), "{message}");
    let message = answers[4]["message"].as_str().expect("a text");
    assert!(message.contains("16 cells, expected 81 or more"), "{message}");
    assert_eq!(code, 1);
}

#[test]
fn unique_several_none() {
    let (answers, code) = answers(&["--unique"], &format!("{UNIQUE}\n{BLANK}\n{CLASH}\n"));
    assert_eq!(
        answers.iter().map(status).collect::<Vec<_>>(),
        ["unique", "several", "no solution"]
    );
    assert_ne!(answers[1]["grid"], answers[1]["other"]);
    assert_eq!(code, 0);
}

#[test]
fn grids_are_counted() {
    let count = |args: &[&str]| {
        let (answers, _) = answers(args, BLANK);
        (answers[0]["count"].as_u64(), answers[0]["complete"].as_bool())
    };
    assert_eq!(count(&["--count"]), (Some(288), Some(true)));
    assert_eq!(count(&["--count", "--limit", "100"]), (Some(100), Some(false)));
}

#[test]
fn candidates_are_those_of_some_solution() {
    let (answers, _) = answers(&["--true-candidates"], &format!("{UNIQUE}\n{CLASH}\n{BLANK}\n"));
    let cells = answers[0]["candidates"].as_array().expect("cells");
    assert!(
        cells.len() == 16 && cells.iter().all(|cell| cell.as_array().is_some_and(|c| c.len() == 1))
    );
    assert_eq!(status(&answers[1]), "no solution");
    let cells = answers[2]["candidates"].as_array().expect("cells");
    assert!(cells.iter().all(|cell| cell.as_array().is_some_and(|c| c.len() == 4)));
}

#[test]
fn clues_that_are_not_needed_are_named() {
    let extra = UNIQUE.replace("\"r3c1\": 2", "\"r3c1\": 2, \"r4c1\": 4");
    let (answers, _) = answers(&["--unnecessary"], &format!("{extra}\n{BLANK}\n"));
    let names: Vec<&str> = answers[0]["unnecessary"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert!(names.contains(&"given 4 at r4c1"), "{names:?}");
    assert!(!names.contains(&"greater than at r4c2 r3c2"), "{names:?}");
    assert_eq!(status(&answers[1]), "several");
}

#[test]
fn the_smallest_clash_is_named() {
    let (answers, code) = answers(&["--clash"], &format!("{CLASH}\n{BLANK}\n"));
    let mut names: Vec<&str> =
        answers[0]["clash"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    names.sort_unstable();
    assert_eq!(names, ["cage of 3 at r1c1 r1c2", "odd at r1c1 r1c2"]);
    assert_eq!((status(&answers[1]), code), ("solvable", 0));
}

#[test]
fn no_answer_is_not_no_solution() {
    // Too hard for no time at all.
    let (answers, code) =
        answers(&["--count", "--limit", "1000000", "--timeout", "0"], r#"{"rows": 9, "cols": 9}"#);
    assert_eq!((status(&answers[0]), code), ("no answer", 1));
}

/// A large puzzle costs its own answer alone, and says why; nothing is taken in memory for what is refused.
#[test]
fn a_limit_ends_one_puzzle_and_not_the_run() {
    let knights = vec![r#"{"anti-knight": {}}"#; 100].join(", ");
    let knights = format!(r#"{{"rows": 9, "cols": 9, "constraints": [{knights}]}}"#);
    let large = r#"{"rows": 100, "cols": 100}"#;
    let ties = r#"{"rows": 16, "cols": 16, "constraints": [{"no-ties": {}}]}"#;
    for (args, lines, limit) in [
        (["--unique", "--max-literals", "33554432"], [UNIQUE, large, large, UNIQUE], "33554432"),
        (["--minimal", "--max-literals", "250000"], [UNIQUE, ties, &knights, UNIQUE], "250000"),
    ] {
        let (answers, code) = answers(&[&["-j", "1"][..], &args].concat(), &lines.join("\n"));
        let statuses: Vec<&str> = answers.iter().map(status).collect();
        assert_eq!((statuses, code), (vec!["unique", "no answer", "no answer", "unique"], 1));
        let expected =
            format!("its clauses have more than {limit} literals; --max-literals allows more");
        assert!(answers[1..3].iter().all(|answer| answer["message"] == *expected), "{answers:?}");
    }
    let (answers, _) = answers(&[], large);
    assert_eq!(status(&answers[0]), "no answer");
}

/// The time is over before there are clauses: nothing is encoded, however long that would take.
#[test]
fn the_time_counts_while_a_puzzle_is_encoded() {
    let cells: Vec<String> =
        (1..=16).flat_map(|row| (1..=16).map(move |col| format!("\"r{row}c{col}\""))).collect();
    let sum = format!(r#"{{"little-killer": {{"cells": [{}], "total": 2000}}}}"#, cells.join(", "));
    let sums = vec![sum; 20].join(", ");
    let line = format!(r#"{{"rows": 16, "cols": 16, "constraints": [{sums}]}}"#);
    let (answers, code) = answers(&["--timeout", "0", "--max-literals", "1000000000000"], &line);
    assert_eq!((status(&answers[0]), code), ("no answer", 1));
    assert_eq!(answers[0]["message"], "the time was over before there was an answer");
}

#[test]
fn one_object_may_have_several_lines() {
    let (answers, _) = answers(&[], "{\"rows\": 4,\n \"cols\": 4}\n");
    assert_eq!(answers.len(), 1);
}

#[test]
fn one_of_many_is_answered() {
    let lines = format!("{BLANK}\n# a comment\n{UNIQUE}\n{CLASH}\n");
    let (answers, code) = answers(&["--unique", "--nth", "2"], &lines);
    assert_eq!((answers.len(), status(&answers[0]), code), (1, "unique", 0));
    assert_eq!(answers[0]["line"], 3);
    tool()
        .args(["--nth", "4"])
        .write_stdin(lines)
        .assert()
        .code(2)
        .stderr("puzzle-solve: error: <stdin>: there is no puzzle 4, the last is puzzle 3\n");
}

/// The same answers however the characters are written.
#[test]
fn a_stream_may_be_utf_16() {
    let lines = format!("\u{feff}{UNIQUE}\r\n{CLASH}\r\n");
    let expected = tool().write_stdin(lines.clone()).output().expect("it runs").stdout;
    assert_eq!(String::from_utf8_lossy(&expected).lines().count(), 2);
    for unit in [u16::to_le_bytes, u16::to_be_bytes] {
        let bytes: Vec<u8> = lines.encode_utf16().flat_map(unit).collect();
        assert_eq!(tool().write_stdin(bytes).output().expect("it runs").stdout, expected);
    }
}

/// A fault of a line has the line of the file, whichever reader finds it.
#[test]
fn faults_have_their_place_in_the_file() {
    let faulty = "{\"rows\": 4, \"cols\": 4,\n \"constraints\": [{\"odd\": {\"cells\": [\"r1c1\"]}},\n  {\"renban\": {\"cells\": [\"r9c9\"]}}]}";
    let cages = r#"{"grid": [[{}]], "killercage": [{"cells": ["R2C1"]}]}"#;
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("puzzles.jsonl");
    std::fs::write(&path, format!("# cages\n{faulty}\n{cages}\n")).expect("written");
    let output = tool().arg(&path).output().expect("it runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    for (line, expected) in text.lines().zip([
        ":4:3: constraint 2: renban names r9c9, which is not in the grid",
        ":5:33: killercage 1: cage names r2c1, which is not in the grid",
    ]) {
        let answer: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(answer["message"], format!("{}{expected}", path.display()));
    }
    assert_eq!(text.lines().count(), 2);
}

#[test]
fn usage_is_checked() {
    tool().args(["--unique", "--clash"]).assert().code(2);
    tool().arg("no-such-file").assert().code(2);
    for jobs in ["0", "1025", "100000000"] {
        tool().args(["-j", jobs]).assert().code(2);
    }
    tool().args(["--line", "red=wisper"]).assert().code(2);
}

/// The peer calls it unique; six other grids satisfy its rules as well.
#[test]
fn a_puzzle_that_a_peer_calls_unique_has_several_solutions() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let cases = root.join("../shared/cases/variants/iss.tsv");
    let Ok(text) = std::fs::read_to_string(cases) else {
        eprintln!("not run: there are no published puzzles beside the workspace");
        return;
    };
    let Some(line) = text.lines().find(|line| line.starts_with("iss-243\t")) else {
        eprintln!("not run: the puzzle is not among those beside the workspace");
        return;
    };
    let puzzle = line.splitn(4, '\t').nth(3).expect("its text");
    let (answers, _) = answers(&["--count", "--limit", "7"], puzzle);
    assert_eq!(answers[0]["count"].as_u64(), Some(7));
}

/// A hundred puzzles take twenty seconds, if all of them are begun.
#[test]
fn nothing_is_begun_when_nobody_reads() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_puzzle-solve"))
        .args(["-j", "1", "--count", "--limit", "1000000000", "--timeout", "0.2"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("it runs");
    drop(child.stdout.take());
    let lines = "{\"rows\": 9, \"cols\": 9}\n".repeat(100);
    let start = std::time::Instant::now();
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("written");
    assert_ne!(child.wait().expect("it ends").code(), Some(2));
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}

/// An answer comes before the next puzzle is sent.
#[test]
fn a_line_does_not_wait_for_the_next() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_puzzle-solve"))
        .args(["-j", "2"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
    for line in 1..=3 {
        writeln!(input, "{UNIQUE}").expect("written");
        let mut answer = String::new();
        output.read_line(&mut answer).expect("an answer");
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        assert_eq!((status(&answer), answer["line"].as_i64()), ("solved", Some(line)));
    }
    drop(input);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

/// When nobody reads any more, it ends although its input is still open.
#[test]
fn it_does_not_wait_for_input_that_nobody_needs() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_puzzle-solve"))
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut input = child.stdin.take().expect("a pipe");
    drop(child.stdout.take());
    writeln!(input, "{UNIQUE}").expect("written");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    drop(input);
}

#[test]
fn objects_go_over_lines() {
    let pretty = UNIQUE.replace("], ", "],\n  ").replace("}, ", "},\n ");
    assert!(pretty.lines().count() > 3);
    let lines = format!("{pretty}\n{UNIQUE}\n{{\"rows\": 4,\n{UNIQUE}\n");
    let (answers, code) = answers(&[], &lines);
    let statuses: Vec<&str> = answers.iter().map(status).collect();
    assert_eq!((statuses, code), (vec!["solved", "solved", "error", "solved"], 1));
}
