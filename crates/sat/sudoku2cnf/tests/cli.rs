//! The tool as it is called: streams, messages and exit codes.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, diff, is_empty, starts_with};
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

const EXAMPLE: &str = "\
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79
";

fn tool() -> Command {
    Command::new(env!("CARGO_BIN_EXE_sudoku2cnf"))
}

/// A file that lives as long as the folder beside it.
fn file(text: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("input.txt");
    fs::write(&path, text).unwrap();
    (folder, path)
}

fn encoded(args: &[&str], text: &str) -> String {
    let output = tool().args(args).write_stdin(text).assert().success().stderr(is_empty());
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

#[test]
fn candidates_of_each_cell_are_a_puzzle_of_9x9() {
    // A given has one candidate, a blank cell all nine.
    let marks = |symbol: char| match symbol {
        '.' => "123456789".to_owned(),
        given => (b'1'..=b'9')
            .map(|place| if char::from(place) == given { given } else { '.' })
            .collect(),
    };
    let line: String = EXAMPLE.chars().filter(|c| *c != '\n').map(marks).collect();
    let note = "729 symbols are the candidates of 9×9 cells; --block 3x9 reads a 27×27 board";
    let assert = tool().write_stdin(line.as_str()).assert().success().stderr(contains(note));
    let found = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    assert_eq!(found, encoded(&[], EXAMPLE));
    // Each cell is a 3 or a 5: no board of 27 rows with a value twice in the first.
    let two = "..3.5....".repeat(81);
    let assert = tool().write_stdin(two.as_str()).assert().success();
    let found = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    assert!(found.starts_with("p cnf 729 ") && found.contains("\n-1 0\n"), "{found:.99}");
    let assert = tool().args(["--block", "3x9"]).write_stdin(two).assert().success();
    assert.stdout(starts_with("p cnf 19683 "));
}

#[test]
fn the_example_is_the_original_file() {
    let (_folder, path) = file(EXAMPLE);
    let first = tool().arg(&path).assert().success().stderr(is_empty());
    let text = String::from_utf8(first.get_output().stdout.clone()).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("p cnf 729 11775"));
    // The givens row by row: 5 and 3 in row 1, … 7 and 9 in row 9.
    let givens: Vec<&str> = lines.by_ref().take(30).collect();
    assert_eq!(givens[..4], ["325 0", "164 0", "491 0", "415 0"]);
    assert_eq!(givens[28..], ["566 0", "729 0"]);
    assert_eq!(lines.next(), Some("1 82 163 244 325 406 487 568 649 0"));
    assert_eq!(lines.nth(80), Some("-1 -82 0"), "after 81 cells");
    assert_eq!(lines.last(), Some("-728 -729 0"));
    // The same bytes again, and from standard input.
    tool().arg(&path).assert().stdout(diff(text.clone()));
    tool().arg("-").write_stdin(EXAMPLE).assert().success().stdout(diff(text.clone()));
    assert_eq!(encoded(&[], EXAMPLE), text);
}

#[test]
fn each_encoding_has_its_header() {
    assert!(encoded(&["--encoding", "natural"], EXAMPLE).starts_with("p cnf 729 11775\n"));
    assert!(encoded(&["--encoding", "extended"], EXAMPLE).starts_with("p cnf 729 12018\n"));
    assert!(encoded(&["--encoding", "reduced"], EXAMPLE).starts_with("p cnf 729 "));
    tool().args(["--encoding", "minimal"]).assert().code(2).stderr(contains("natural"));
}

#[test]
fn annotations_are_comments_and_change_no_clause() {
    for encoding in ["natural", "extended", "reduced"] {
        let plain = encoded(&["--encoding", encoding], EXAMPLE);
        let annotated = encoded(&["--annotate", "--encoding", encoding], EXAMPLE);
        let clauses: String =
            annotated.split_inclusive('\n').filter(|line| !line.starts_with('c')).collect();
        assert_eq!(clauses, plain);
        assert!(annotated.starts_with("p cnf "), "the header is the first line");
        assert!(annotated.contains("c 325 0: row 1, column 1 is 5\n"), "{encoding}");
        for group in ["in a row", "in a column", "in a block", "Each cell", "No cell", "givens"] {
            assert!(annotated.contains(group), "{encoding}: {group}");
        }
    }
    let natural = encoded(&["--annotate"], EXAMPLE);
    assert!(
        natural.contains("c -1 -82 0: row 1, column 1 is not 1, or row 1, column 1 is not 2\n")
    );
    assert!(natural.contains(" 2916 clauses, such as\n"));
}

#[test]
fn literals_are_explained() {
    // var(1, 6, 6) = 81·5 + 9·1 + 6 + 1
    let said = encoded(&["--explain", "421", "--explain", "-421"], "");
    assert_eq!(said, "row 2, column 7, value 6\nnot row 2, column 7, value 6\n");
    let clause = encoded(&["--explain", "-1 -2 0", "--side", "7"], "");
    assert_eq!(clause, "not row 1, column 1, value 1\nnot row 1, column 2, value 1\n");
    // In 0-9A-F the sixth value is printed 5.
    let sixteen = encoded(&["--explain", "1281", "--side", "16"], "");
    assert_eq!(sixteen, "row 1, column 1, value 6 (printed 5)\n");
    let (_folder, path) = file("1...\n....\n....\n....\n");
    let of_file = tool().arg(&path).args(["--explain", "64"]).assert().success();
    of_file.stdout("row 4, column 4, value 4\n").stderr(is_empty());
}

#[test]
fn literals_that_are_no_variables_are_refused() {
    for literal in ["730", "-730", "0", "9223372036854775807"] {
        let refused = tool().args(["--explain", literal]).assert().code(2).stdout(is_empty());
        refused.stderr(contains(literal.trim_start_matches('-')).and(contains("1 to 729")));
    }
    tool().args(["--explain", "one"]).assert().code(2).stderr(contains("'one'"));
    tool().args(["--side", "9"]).assert().code(2).stdout(is_empty());
    tool().args(["--explain", "1", "--side", "0"]).assert().code(2).stdout(is_empty());
    tool().args(["--explain", "1", "--side", "99999999999"]).assert().code(2);
}

#[test]
fn clashing_givens_are_encoded_with_a_warning() {
    for encoding in ["natural", "extended", "reduced"] {
        let (_folder, path) = file(&EXAMPLE.replace("53..7", "53..5"));
        let done = tool().args(["--encoding", encoding]).arg(path).assert().success();
        let warning = starts_with("sudoku2cnf: warning: ")
            .and(contains("row 1 has two 5s, columns 1 and 5"))
            .and(predicate::function(|text: &str| text.lines().count() == 1));
        done.stdout(starts_with("p cnf 729 ").and(contains("\n325 0\n"))).stderr(warning);
    }
}

#[test]
fn a_large_side_needs_leave() {
    let mut rows = String::new();
    for row in 0..65 {
        let cells: Vec<String> = (0..65).map(|col| ((row + col) % 65 + 1).to_string()).collect();
        writeln!(rows, "{}", cells.join(" ")).unwrap();
    }
    let refused = tool().write_stdin(rows.clone()).assert().code(2).stdout(is_empty());
    refused.stderr(contains("side 65").and(contains("help: --max-side 65")));
    let allowed =
        tool().args(["--max-side", "65", "--encoding", "reduced"]).write_stdin(rows).assert();
    allowed.success().stdout(starts_with("p cnf 274625 "));
    tool().args(["--max-side", "8"]).write_stdin(EXAMPLE).assert().code(2).stdout(is_empty());
}

#[test]
fn no_puzzle_is_a_message() {
    let (folder, _) = file(EXAMPLE);
    let missing = folder.path().join("missing.txt");
    let message = starts_with("sudoku2cnf: error: ").and(contains("missing.txt"));
    tool().arg(missing).assert().code(2).stdout(is_empty()).stderr(message);
    let message = starts_with("sudoku2cnf: error: ").and(contains("directory"));
    tool().arg(folder.path()).assert().code(2).stdout(is_empty()).stderr(message);
    let message = starts_with("sudoku2cnf: error: ");
    tool().write_stdin("").assert().code(2).stdout(is_empty()).stderr(message);
    tool().write_stdin("y\n".repeat(1000)).assert().code(2).stdout(is_empty());
}

#[cfg(target_os = "linux")]
mod streams {
    use super::{EXAMPLE, file};
    use std::fs::File;
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};

    fn tool() -> Command {
        Command::new(env!("CARGO_BIN_EXE_sudoku2cnf"))
    }

    #[test]
    fn a_full_disk_is_an_error() {
        let (_folder, path) = file(EXAMPLE);
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = tool().arg(path).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(message, "sudoku2cnf: error: <stdout>: No space left on device\n");
    }

    #[test]
    fn a_closed_pipe_is_quiet() {
        let (_folder, path) = file(&"................\n".repeat(16));
        let mut child =
            tool().arg(path).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        // Two megabytes wait behind this line, more than a pipe holds.
        BufReader::with_capacity(16, child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line, "p cnf 4096 123136\n");
        let mut message = String::new();
        child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
        assert_eq!((child.wait().unwrap().code(), message.as_str()), (Some(0), ""));
    }
}
