//! `grid-gen`: what it draws, targets, puzzles near others, and going on where a run ended.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::{contains, diff, is_empty};
use std::collections::HashSet;
use std::fs;
use support::{PUZZLE, SEVERAL, SOLUTION, printed};

fn gen_tool(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grid-gen"));
    command.args(args);
    command
}

fn made(args: &[&str]) -> Vec<String> {
    let output = gen_tool(args).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

fn near(args: &[&str], puzzle: &str) -> Vec<String> {
    let output = gen_tool(args).write_stdin(format!("# a list\n\n{puzzle} 17\n")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn full_grids_are_drawn_equally_likely() {
    let grids = made(&["--count", "50", "--givens", "81", "--uniform", "--seed", "2"]);
    assert_eq!(grids.iter().collect::<HashSet<_>>().len(), 50);
    let text = grids.join("\n");
    assert_eq!(printed(&["--unique"], &text).trim(), text);
    assert_ne!(grids, made(&["--count", "50", "--givens", "81", "--seed", "2"]));
}

#[test]
fn weights_are_beside_minimal_puzzles() {
    let found = made(&["--count", "40", "--weighted", "--seed", "5", "--numbers"]);
    for (number, line) in found.iter().enumerate() {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(printed(&["--only", "unique"], words[0]).trim(), words[0]);
        assert!(words[1].parse::<f64>().unwrap() > 0.0);
        assert_eq!(words[2], number.to_string());
        assert_eq!(near(&["--within"], words[0]), [words[0]], "it is minimal");
    }
}

#[test]
fn targets_are_met() {
    for technique in ["hidden-single", "naked-single", "locked-candidate", "subset", "search"] {
        let puzzles = made(&["--count", "5", "--technique", technique]);
        let rated = printed(&["--rate"], &puzzles.join("\n"));
        assert!(rated.lines().all(|line| line.split(' ').nth(2) == Some(technique)), "{rated}");
    }
    for option in ["--rating", "--guesses"] {
        let puzzles = made(&["--count", "5", "--minimal", option, "5..9"]);
        let rated = printed(&["--rate"], &puzzles.join("\n"));
        let is_met =
            |line: &str| (5..=9).contains(&line.split(' ').nth(1).unwrap().parse().unwrap());
        assert!(rated.lines().count() == 5 && rated.lines().all(is_met), "{rated}");
    }
    gen_tool(&["--technique", "luck"])
        .assert()
        .code(2)
        .stderr(contains("expected one of hidden-single"));
    gen_tool(&["--rating", "9..5"]).assert().code(2).stderr(contains("the range is empty"));
}

#[test]
fn patterns_come_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("patterns.txt");
    fs::write(&file, format!("{PUZZLE}\n{SEVERAL}\n")).unwrap();
    let mut command = gen_tool(&["--count", "2", "--pattern"]);
    let found = String::from_utf8(command.arg(&file).output().unwrap().stdout).unwrap();
    let shape = |text: &str| text.chars().map(|c| c == '.').collect::<Vec<_>>();
    let lines: Vec<&str> = found.lines().collect();
    assert_eq!(lines.len(), 4);
    for (line, pattern) in lines.iter().zip([PUZZLE, PUZZLE, SEVERAL, SEVERAL]) {
        assert_eq!(shape(line), shape(pattern));
    }
    assert_eq!(printed(&["--only", "unique"], &found), found);
    fs::write(&file, "\n53..7\n").unwrap();
    let mut command = gen_tool(&["--pattern"]);
    command.arg(&file).assert().code(2).stderr(contains("patterns.txt:2:6: found 5 cells"));
}

#[test]
fn a_run_goes_on_where_another_ended() {
    let options = ["--seed", "3", "--technique", "naked-single", "--numbers"];
    let all = made(&[&options[..], &["--count", "12"]].concat());
    let numbers: Vec<u64> = all.iter().map(|line| line[82..].parse().unwrap()).collect();
    assert!(numbers.is_sorted());
    let first = made(&[&options[..], &["--count", "5", "-j", "1"]].concat());
    let start = (numbers[4] + 1).to_string();
    let rest = made(&[&options[..], &["--count", "7", "-j", "3", "--start", &start]].concat());
    assert_eq!([first, rest].concat(), all);
}

#[test]
fn neighbours_differ_as_asked() {
    let minimal = &made(&["--minimal", "--seed", "4"])[0];
    let found = near(&["--vicinity", "{-1+1}"], minimal);
    assert!(found.iter().collect::<HashSet<_>>().len() == found.len() && !found.is_empty());
    for line in &found {
        let pairs = || line.bytes().zip(minimal.bytes());
        assert_eq!(pairs().filter(|(new, old)| *old != b'.' && new != old).count(), 1, "{line}");
        assert_eq!(pairs().filter(|(new, old)| *new != b'.' && new != old).count(), 1, "{line}");
    }
    assert_eq!(printed(&["--only", "unique"], &found.join("\n")).lines().count(), found.len());
    assert_eq!(near(&["--vicinity", "-1+1", "--count", "1"], minimal), found[..1]);
    // A minimal puzzle has none with fewer.
    assert!(near(&["--vicinity", "-1"], minimal).is_empty());
    assert_eq!(near(&["--vicinity", "+1"], &format!(".{}", &SOLUTION[1..])), [SOLUTION]);
    let within = near(&["--within"], PUZZLE);
    assert!(
        within.len() > 1 && within.iter().all(|line| near(&["--within"], line) == [line.as_str()])
    );
    gen_tool(&["--within"])
        .write_stdin(SEVERAL)
        .assert()
        .code(2)
        .stdout(diff(""))
        .stderr(contains("<stdin>:1: found a puzzle with several solutions, expected one"));
    for wrong in
        [&["--vicinity", "1"][..], &["--within", "--seed", "1"], &["--vicinity", "-1", "--within"]]
    {
        gen_tool(wrong).write_stdin(PUZZLE).assert().code(2).stdout(is_empty());
    }
    // A file that nothing reads is not passed over.
    gen_tool(&["puzzles.txt"]).assert().code(2).stdout(is_empty());
}

#[test]
fn what_cannot_be_found_is_given_up() {
    let wish = &["--givens", "20", "--minimal", "--symmetry", "quarter-turn"];
    // 20 givens and no one in the middle: possible, but hardly ever drawn.
    for threads in ["1", "2", "3"] {
        gen_tool(&[&wish[..], &["--tries", "100", "-j", threads]].concat())
            .assert()
            .code(2)
            .stdout(is_empty())
            .stderr(contains("error: found no such puzzle in 100 attempts"));
    }
    gen_tool(&[&wish[..], &["--timeout", "0.1"]].concat())
        .assert()
        .code(2)
        .stdout(is_empty())
        .stderr(contains("error: found no such puzzle in ").and(contains("--start ")));
    gen_tool(&["--tries", "0"]).assert().code(2).stdout(is_empty());
    gen_tool(&["--vicinity", "-1", "--tries", "5"]).write_stdin(PUZZLE).assert().code(2);
}

#[test]
fn what_was_found_before_is_printed() {
    let wish = ["--technique", "naked-single", "--seed", "3", "--numbers"];
    let all = made(&[&wish[..], &["--count", "12"]].concat());
    let number = |line: &str| line[82..].parse::<u64>().unwrap();
    // The widest gap ends the run, and no gap before it, with any number of threads.
    let gaps = all.windows(2).map(|pair| number(&pair[1]) - number(&pair[0]) - 1);
    let tries = gaps.clone().max().unwrap();
    let n_found = 1 + gaps.take_while(|gap| *gap < tries).count();
    assert!(tries > number(&all[0]), "the first puzzle comes soon");
    for threads in ["1", "2", "3"] {
        let tries = tries.to_string();
        let options = ["--count", "12", "--tries", &tries, "-j", threads];
        let expected = all[..n_found].join("\n") + "\n";
        gen_tool(&[&wish[..], &options].concat())
            .assert()
            .code(2)
            .stdout(diff(expected))
            .stderr(contains(format!("found {n_found} of 12 puzzles in ")));
    }
    // More than can be found in the time; lines are whole, and go on with the number that is said.
    let output =
        gen_tool(&["--count", "100000000", "--numbers", "--timeout", "0.5"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let (lines, errors) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(lines.ends_with('\n') && lines.lines().all(|line| line.len() >= 83));
    let last = number(lines.lines().last().unwrap());
    assert!(
        errors.contains(&format!("found {} of 100000000 puzzles", lines.lines().count())),
        "{errors}"
    );
    let next = errors.split_once("--start ").unwrap().1;
    let next: u64 = next.split(' ').next().unwrap().parse().unwrap();
    assert!(last < next, "{errors}");
}

#[test]
fn a_search_nearby_ends_in_time() {
    // Nothing near a blank grid has one solution, and very much is near it.
    let blank = ".".repeat(81);
    gen_tool(&["--vicinity", "+4", "--timeout", "0.2"])
        .write_stdin(format!("{blank}\n"))
        .assert()
        .code(2)
        .stderr(contains("found 0 puzzles, and there may be more").and(contains("--timeout")));
    let full = gen_tool(&["--within", "--timeout", "0.3"]).write_stdin(SOLUTION).output().unwrap();
    assert_eq!(full.status.code(), Some(2));
    let lines = String::from_utf8(full.stdout).unwrap();
    assert!(lines.ends_with('\n'));
    let message = format!("found {} puzzles", lines.lines().count());
    assert!(String::from_utf8(full.stderr).unwrap().contains(&message));
}
