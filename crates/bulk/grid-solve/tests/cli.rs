//! `grid-solve` as it is called: lines, statuses, formats, streams and exit codes.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use assert_cmd::Command;
use grid_engine::Level;
use predicates::prelude::*;
use predicates::str::{contains, diff, is_empty, starts_with};
use std::fs;
use std::io::{BufRead, Read, Write};
use std::process::Stdio;
use std::sync::Arc;
use support::{PUZZLE, SEVERAL, SOLUTION, printed, tool};

const CLASH: &str =
    "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// Row 1 wants a 9 in its last cell, and the 9 below it forbids that.
const NONE: &str =
    "12345678..................9......................................................";

#[test]
fn a_solved_puzzle_is_81_characters() {
    let text = format!("# a list\n\n{PUZZLE}\r\n{}\n", PUZZLE.replace('.', "0"));
    let wanted = format!("{SOLUTION}\n{SOLUTION}\n");
    for args in [&[][..], &["--unique"], &["-j", "1"], &["-"]] {
        tool(args)
            .write_stdin(text.clone())
            .assert()
            .success()
            .stdout(diff(wanted.clone()))
            .stderr(is_empty());
    }
    // The last line may be without its end.
    assert_eq!(printed(&[], PUZZLE), format!("{SOLUTION}\n"));
    assert_eq!(printed(&[], ""), "");
}

#[test]
fn each_status_is_named_after_the_puzzle() {
    let text = format!("{PUZZLE}\n{SEVERAL}\n{NONE}\n");
    assert_eq!(
        printed(&["--unique"], &text),
        format!("{SOLUTION}\n{SEVERAL} multiple\n{NONE} none\n")
    );
    let first = printed(&[], &text);
    assert!(first.lines().nth(1).unwrap().bytes().all(|byte| byte.is_ascii_digit()));
    for (status, wanted) in [("unique", PUZZLE), ("multiple", SEVERAL), ("none", NONE)] {
        assert_eq!(printed(&["--only", status], &text), format!("{wanted}\n"));
    }
}

/// Each given that is left is needed, and those that are left are enough.
#[test]
fn givens_that_do_not_matter_are_left_out() {
    // The 9 below wants no more than three cells of row 1 that are in its block.
    let minimal = &NONE.replace(['7', '8'], ".");
    let crowded = format!("{}1{}", &NONE[..76], &NONE[77..]);
    let text = format!("{crowded}\n{PUZZLE}\n{SEVERAL}\n");
    let told = printed(&["--why"], &text);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], format!("{minimal} none"));
    assert_eq!(lines[2], format!("{SEVERAL} multiple"));
    let needed = lines[1].strip_suffix(" unique").unwrap();
    assert!(needed.chars().zip(PUZZLE.chars()).all(|(left, given)| left == '.' || left == given));
    assert_eq!(printed(&["--unique"], needed), format!("{SOLUTION}\n"));
    for (puzzle, status) in [(minimal.as_str(), "solved"), (needed, "multiple")] {
        for (at, _) in puzzle.char_indices().filter(|(_, cell)| *cell != '.') {
            let without = format!("{}.{}", &puzzle[..at], &puzzle[at + 1..]);
            let search = if status == "solved" { &[][..] } else { &["--unique"] };
            let said = printed(&[search, &["--format", "csv"]].concat(), &without);
            assert!(said.contains(&format!(",{status},")), "{said}");
        }
    }
    assert_eq!(printed(&["--why", "--only", "none"], &text), format!("{minimal} none\n"));
    tool(&["--why"]).write_stdin(CLASH).assert().code(1).stdout(contains(" invalid: "));
    for other in ["--count", "--all", "--rate", "--canonical", "--keep", "--format=csv"] {
        tool(&["--why", other]).write_stdin(PUZZLE).assert().code(2).stdout(is_empty());
    }
}

#[test]
fn a_line_that_is_no_puzzle_says_where_and_why() {
    let cases = [
        (format!("{PUZZLE}."), "line 1, column 82: found 82 cells, expected 81"),
        (PUZZLE[..80].to_owned(), "line 1, column 81: found 80 cells, expected 81"),
        (
            PUZZLE.replacen('7', "q", 1),
            "line 1, column 5: unexpected character 'q', expected '.' or a digit",
        ),
        (
            PUZZLE.replacen('7', "\u{1}", 1),
            "line 1, column 5: unexpected byte 0x01, expected '.' or a digit",
        ),
        (CLASH.to_owned(), "line 1: row 1 has two 5s, columns 1 and 2"),
        ("ab,cd".to_owned(), "line 1, column 1: unexpected character 'a', expected '.' or a digit"),
        ("1".repeat(1 << 20), "line 1, column 82: found more than 81 cells"),
    ];
    for (line, why) in cases {
        // The run goes on, and ends with 1.
        let text = format!("{line}\n{PUZZLE}\n");
        for args in [&[][..], &["--unique"], &["--all"], &["--count"]] {
            tool(args)
                .write_stdin(text.clone())
                .assert()
                .code(1)
                .stdout(contains(format!(" invalid: {why}\n")))
                .stderr(diff("grid-solve: warning: 1 line is invalid\n"));
        }
        assert_eq!(printed(&[], &text).lines().nth(1), Some(SOLUTION));
    }
}

#[test]
fn solutions_are_counted_and_listed_up_to_a_limit() {
    let text = format!("{PUZZLE}\n{SEVERAL}\n{NONE}\n");
    let listed = printed(&["--all"], &text);
    let solutions: Vec<&str> = listed.lines().collect();
    let n_of_several = solutions.len() - 2;
    assert_eq!(solutions[0], SOLUTION);
    assert!(n_of_several > 1 && solutions.contains(&SOLUTION));
    assert_eq!(solutions.last(), Some(&format!("{NONE} none").as_str()));
    assert_eq!(
        printed(&["--count"], &text),
        format!("{PUZZLE} 1\n{SEVERAL} {n_of_several}\n{NONE} 0\n")
    );
    let blank = ".".repeat(81);
    assert_eq!(printed(&["--count", "--limit", "1000"], &blank), format!("{blank} 1000+\n"));
    assert_eq!(printed(&["--all", "--limit", "1000"], &blank).lines().count(), 1000);
    // One solution does not tell the status by which lines are chosen; --all looks for a second one by itself.
    let once = ["--limit", "1", "--only", "unique"];
    tool(&[&["--count"], &once[..]].concat())
        .write_stdin(text.clone())
        .assert()
        .code(2)
        .stdout(is_empty())
        .stderr(contains("found --limit 1 with --count and --only, expected 2 or more"));
    assert_eq!(printed(&[&["--all"], &once[..]].concat(), &text), format!("{SOLUTION}\n"));
}

#[test]
fn csv_and_json_have_all_fields() {
    let text = format!("{PUZZLE}\n\n{SEVERAL}\n{}\"x\n", &CLASH[..79]);
    let csv = printed(&["--format", "csv", "--unique"], &text);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "line,puzzle,givens,status,solutions,solution,guesses,reason");
    assert_eq!(lines[1], format!("1,{PUZZLE},30,unique,1,{SOLUTION},0,"));
    assert!(lines[2].starts_with(&format!("3,{SEVERAL},63,multiple,2+,,")), "{}", lines[2]);
    assert!(
        lines[3]
            .starts_with(&format!("4,\"{}\"\"x\",,invalid,,,,\"line 4, column 80:", &CLASH[..79]))
    );
    assert_eq!(lines.len(), 4);
    let json = printed(&["--format", "jsonl", "--unique"], &text);
    let lines: Vec<&str> = json.lines().collect();
    assert_eq!(
        lines[0],
        format!(
            "{{\"line\":1,\"puzzle\":\"{PUZZLE}\",\"givens\":30,\"status\":\"unique\",\
             \"solution\":\"{SOLUTION}\",\"guesses\":0}}"
        )
    );
    assert!(lines[2].contains("\\\"x\",\"status\":\"invalid\",\"reason\":\"line 4, column 80:"));
}

#[test]
fn other_fields_are_left_alone() {
    let csv = format!("id,quizzes,solutions\n1,{PUZZLE},{SOLUTION}\n2,{SEVERAL},\n");
    let wanted = format!("{SOLUTION}\n{SEVERAL} multiple\n");
    assert_eq!(printed(&["--unique"], &csv), wanted);
    assert_eq!(printed(&["--unique"], &format!("\u{feff}{csv}")), wanted);
    assert_eq!(printed(&[], &format!("{PUZZLE};8.3;tough\n")), format!("{SOLUTION}\n"));
    // Line numbers are those of the file.
    assert!(printed(&[], "puzzle\nq\n").contains("line 2, column 1"));
}

#[test]
fn the_output_is_the_same_for_any_threads_and_instructions() {
    let puzzles = generated(&["--count", "3000", "--seed", "5", "--minimal"]);
    let text = format!("{puzzles}{SEVERAL}\n{CLASH}\n{}\nbad\n", ".".repeat(81));
    for mode in
        [&["--format", "csv"][..], &["--unique", "--format", "csv"], &["--count", "--limit", "9"]]
    {
        let wanted = printed(&[mode, &["-j", "1", "--simd", "portable"]].concat(), &text);
        assert_eq!(wanted.lines().count(), 3004 + usize::from(mode.contains(&"csv")));
        for (name, level) in
            [("portable", Level::Portable), ("avx2", Level::Avx2), ("avx512", Level::Avx512)]
        {
            if !level.is_available() {
                tool(&["--simd", name]).assert().code(2).stderr(contains("does not have it"));
                continue;
            }
            for threads in ["1", "2", "7"] {
                let found = printed(&[mode, &["-j", threads, "--simd", name]].concat(), &text);
                assert!(found == wanted, "{mode:?} {name} {threads}");
            }
        }
    }
}

#[test]
fn equivalent_puzzles_have_one_canonical_form() {
    let turned: String = (0..81).map(|i| PUZZLE.as_bytes()[i % 9 * 9 + i / 9] as char).collect();
    let renamed: String = PUZZLE
        .chars()
        .map(|c| c.to_digit(10).map_or('.', |digit| char::from(b'1' + (digit % 9) as u8)))
        .collect();
    let forms = printed(&["--canonical"], &format!("{PUZZLE}\n{turned}\n{renamed}\n{SEVERAL}\n"));
    let forms: Vec<&str> = forms.lines().collect();
    assert!(forms[0] == forms[1] && forms[1] == forms[2] && forms[2] != forms[3]);
    assert_eq!(forms[0].chars().filter(|c| *c != '.').count(), 30);
}

#[test]
fn ratings_go_from_singles_to_search() {
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let ratings = printed(&["--rate"], &format!("{PUZZLE}\n{hard}\n"));
    let ratings: Vec<&str> = ratings.lines().collect();
    assert_eq!(ratings[0], format!("{PUZZLE} 0 hidden-single 51 0 0 0"));
    let guesses = ratings[1].strip_prefix(hard).unwrap().strip_suffix(" search 0 0 0 0").unwrap();
    assert!(guesses.trim().parse::<u64>().unwrap() > 0);
}

#[test]
fn totals_are_for_people() {
    tool(&["--stats", "--unique"])
        .write_stdin(format!("{PUZZLE}\n{SEVERAL}\n"))
        .assert()
        .success()
        .stdout(starts_with(SOLUTION))
        .stderr(
            contains("puzzles                    2\n")
                .and(contains("  multiple"))
                .and(contains("puzzles/s")),
        );
}

#[test]
fn files_come_one_after_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    fs::write(&one, format!("puzzle\n{PUZZLE}")).unwrap();
    fs::write(&two, format!("{SEVERAL}\n")).unwrap();
    tool(&["--unique"])
        .args([&one, &two])
        .assert()
        .success()
        .stdout(diff(format!("{SOLUTION}\n{SEVERAL} multiple\n")));
    tool(&[])
        .args([&one, &folder.path().join("three")])
        .assert()
        .code(2)
        .stdout(is_empty())
        .stderr(contains("three: No such file or directory"));
}

#[test]
fn wrong_usage_is_told() {
    for args in [
        &["--unique", "--count"][..],
        &["--limit", "3"],
        &["--count", "--limit", "0"],
        &["-j", "0"],
    ] {
        tool(args).write_stdin("").assert().code(2).stdout(is_empty()).stderr(is_empty().not());
    }
}

/// A full disk is trouble, a reader who has enough is not.
#[cfg(target_os = "linux")]
#[test]
fn streams_end_as_they_should() {
    let text = format!("{PUZZLE}\n").repeat(100_000);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_grid-solve"));
    command.stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut feed = |stdout: Stdio| {
        let mut child = command.stdout(stdout).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let text = text.clone();
        let writer = std::thread::spawn(move || drop(stdin.write_all(text.as_bytes())));
        (child, writer)
    };
    let (child, writer) = feed(fs::File::options().write(true).open("/dev/full").unwrap().into());
    let done = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert_eq!(done.status.code(), Some(2));
    assert!(String::from_utf8(done.stderr).unwrap().contains("<stdout>: No space left on device"));

    let (mut child, writer) = feed(Stdio::piped());
    let mut first = [0; 82];
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut first).unwrap();
    drop(stdout);
    let done = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert_eq!(first, format!("{SOLUTION}\n").as_bytes());
    assert_eq!((done.status.code(), done.stderr.len()), (Some(0), 0));
}

/// Who sends puzzles and waits gets the answers before sending more.
#[test]
fn answers_do_not_wait_for_more_input() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_grid-solve"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    for n_puzzles in [1, 2, 3, 100] {
        for _ in 0..n_puzzles {
            writeln!(stdin, "{PUZZLE}").unwrap();
        }
        for _ in 0..n_puzzles {
            let mut answer = [0; 82];
            stdout.read_exact(&mut answer).unwrap();
            assert_eq!(answer, format!("{SOLUTION}\n").as_bytes());
        }
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

/// Whatever ends a run, the lines before the last one are whole.
#[cfg(target_os = "linux")]
#[test]
fn a_killed_run_leaves_whole_lines() {
    // Interrupts are ignored in the background of a script, and programs started here inherit that,
    // unless the signal is caught.
    signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::default()).unwrap();
    for signal in ["-KILL", "-INT", "-TERM"] {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_grid-solve"))
            .arg("--unique")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let writer = std::thread::spawn(move || {
            let puzzles = format!("{PUZZLE}\n").repeat(1000);
            while stdin.write_all(puzzles.as_bytes()).is_ok() {}
        });
        let mut text = vec![0; 82 * 10_000];
        stdout.read_exact(&mut text).unwrap();
        let kill =
            std::process::Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        stdout.read_to_end(&mut text).unwrap();
        assert_eq!(child.wait().unwrap().code(), None, "{signal}");
        writer.join().unwrap();
        let whole = format!("{SOLUTION}\n").repeat(text.len() / 82 + 1);
        assert!(whole.as_bytes().starts_with(&text), "{signal}");
    }
}

/// A run that a signal ends leaves nothing beside the output that was to be.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_leaves_no_half_written_file() {
    signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::default()).unwrap();
    for signal in ["-INT", "-TERM"] {
        let folder = tempfile::tempdir().unwrap();
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_grid-solve"))
            .arg("-o")
            .arg(folder.path().join("out"))
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // A pipe holds less than this: once it is written, the tool is reading and its file is there.
        stdin.write_all(format!("{PUZZLE}\n").repeat(4000).as_bytes()).unwrap();
        let names = || std::fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(names(), 1);
        let kill =
            std::process::Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        assert_eq!(child.wait().unwrap().code(), None, "{signal}");
        assert_eq!(names(), 0, "{signal}");
        drop(stdin);
    }
}

fn generated(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_grid-gen")).args(args).assert().success();
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

#[test]
fn the_same_seed_makes_the_same_puzzles() {
    let puzzles = generated(&["--count", "40", "--seed", "9", "--minimal", "-j", "1"]);
    assert_eq!(puzzles, generated(&["--count", "40", "--seed", "9", "--minimal", "-j", "3"]));
    assert!(generated(&["--count", "50", "--seed", "9", "--minimal"]).starts_with(&puzzles));
    assert_ne!(puzzles, generated(&["--count", "40", "--seed", "8", "--minimal"]));
    assert_eq!(printed(&["--only", "unique"], &puzzles), puzzles);
    assert_eq!(generated(&["--count", "0"]), "");
    // Minimal: without any of its givens each has several solutions.
    for puzzle in puzzles.lines().take(10) {
        let givens = puzzle.char_indices().filter(|(_, c)| *c != '.');
        let fewer: String =
            givens.flat_map(|(i, _)| [&puzzle[..i], ".", &puzzle[i + 1..], "\n"]).collect();
        assert_eq!(printed(&["--only", "multiple"], &fewer), fewer);
    }
}

#[test]
fn puzzles_have_the_givens_and_the_symmetry_that_were_asked_for() {
    let puzzles = generated(&["--count", "20", "--givens", "32", "--symmetry", "half-turn"]);
    assert_eq!(puzzles.lines().count(), 20);
    for puzzle in puzzles.lines() {
        let blank: Vec<bool> = puzzle.chars().map(|c| c == '.').collect();
        assert!(blank.iter().eq(blank.iter().rev()), "{puzzle}");
        assert_eq!(blank.iter().filter(|blank| !**blank).count(), 32);
    }
    for symmetry in ["none", "quarter-turn", "mirror", "diagonal"] {
        let puzzles = generated(&["--count", "5", "--symmetry", symmetry]);
        assert_eq!(printed(&["--only", "unique"], &puzzles), puzzles);
    }
}

/// Any bytes give a line for each line that is not blank, and end with 0 or 1.
#[test]
fn no_input_is_too_strange() {
    use proptest::prelude::*;
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(40));
    let bytes = proptest::collection::vec(
        prop_oneof![any::<u8>(), proptest::sample::select(b"\n\n\r.,;#\"0123456789".to_vec())],
        0..3000,
    );
    runner
        .run(&bytes, |bytes| {
            let output = tool(&["--format", "jsonl"]).write_stdin(bytes.clone()).output().unwrap();
            prop_assert!(matches!(output.status.code(), Some(0 | 1)));
            let wanted = bytes.split(|byte| b"\r\n".contains(byte)).map(<[u8]>::trim_ascii);
            let wanted = wanted.filter(|line| !line.is_empty() && !line.starts_with(b"#"));
            let n_found = output.stdout.lines().count();
            prop_assert_eq!(n_found, wanted.count());
            prop_assert!(output.stdout.is_ascii());
            Ok(())
        })
        .unwrap();
}
