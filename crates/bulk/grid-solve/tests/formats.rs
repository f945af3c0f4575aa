//! What comes in: CSV, boards, line ends, blanks, compressed files; and what of it is kept.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, diff, is_empty};
use std::fs;
use support::{PUZZLE, SEVERAL, SOLUTION, printed, tool};

#[test]
fn a_damaged_puzzle_beside_its_solution_is_invalid() {
    let short = &PUZZLE[..80];
    for text in
        [format!("{short},{SOLUTION}\n"), format!("{PUZZLE},{SOLUTION}\n{short},{SOLUTION}\n")]
    {
        tool(&["--unique"])
            .write_stdin(text)
            .assert()
            .code(1)
            .stdout(contains(format!("{short} invalid: ")).and(contains("found 80 cells")));
    }
    let blanks = format!("1 {PUZZLE} {SOLUTION}\n2 {short} {SOLUTION}\n");
    assert!(printed(&[], &blanks).ends_with("line 2, column 83: found 80 cells, expected 81\n"));
}

#[test]
fn every_line_end_ends_a_line() {
    let wanted = format!("{SOLUTION}\n{SOLUTION}\n");
    for text in [
        format!("{PUZZLE}\r{PUZZLE}\r"),
        format!("{PUZZLE}\r\n{PUZZLE}\r\n"),
        format!("{PUZZLE}\n{PUZZLE}\r"),
        format!("\u{feff}{PUZZLE}\r\r\n{PUZZLE}"),
    ] {
        assert_eq!(printed(&[], &text), wanted, "{text:?}");
        assert_eq!(printed(&["--unique", "-j", "3"], &text), wanted, "{text:?}");
    }
    assert!(printed(&[], &format!("{PUZZLE}\ranything\n")).contains("anything invalid: line 2"));
}

#[test]
fn quoted_csv_is_read() {
    let csv = format!(
        "name,puzzle\n\"Evil, hard\",{PUZZLE}\n\"two\nlines\",\"{PUZZLE}\"\n\"a \"\"b\"\"\",{PUZZLE}\n"
    );
    assert_eq!(printed(&[], &csv), format!("{SOLUTION}\n").repeat(3));
    assert_eq!(printed(&[], &csv.replace('\n', "\r\n")), format!("{SOLUTION}\n").repeat(3));
    let lines = printed(&["--format", "csv"], &csv);
    let numbers: Vec<&str> = lines.lines().map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(numbers, ["line", "2", "3", "5"]);
    // A quote that is not closed costs its own line.
    let open = format!("name,puzzle\n\"Evil,{PUZZLE}\nb,{PUZZLE}\n");
    let found = printed(&[], &open);
    assert!(found.contains("line 2, column 1: a quoted field is not closed"), "{found}");
    assert_eq!(found.lines().nth(1), Some(SOLUTION));
}

#[test]
fn the_column_is_named_or_numbered() {
    let row = format!("7,{SOLUTION},{PUZZLE}\n");
    let csv = format!("id,answer,My Grid\n{row}");
    for column in ["My Grid", "my grid", "3"] {
        assert_eq!(printed(&["--column", column], &csv), format!("{SOLUTION}\n"), "{column}");
    }
    assert_eq!(printed(&["--column", "3"], &row), format!("{SOLUTION}\n"));
    assert_eq!(printed(&["--column", "2"], &format!("7 {PUZZLE}\n")), format!("{SOLUTION}\n"));
    for (column, message) in [
        ("grid", "<stdin>:1:1: found no column 'grid', but id, answer, my grid"),
        ("4", "<stdin>:1:1: found 3 columns, expected at least 4"),
    ] {
        let found = tool(&["--column", column]).write_stdin(csv.clone()).assert().code(2);
        found.stdout(is_empty()).stderr(contains(message));
    }
    tool(&["--column", "0"]).write_stdin("").assert().code(2).stderr(contains("count from 1"));
    assert!(
        printed(&[], &format!("id,quizzes\n1\n2,{PUZZLE}\n"))
            .contains("found 1 field, expected the puzzle in field 2")
    );
}

#[test]
fn columns_are_kept_beside_what_was_found() {
    let short = &PUZZLE[..80];
    let csv = format!(
        "id;puzzle;solution;note\n1;{PUZZLE};?;\"a;b\"\n2;{SEVERAL}\n3;{short};;\n4;\"open;{PUZZLE}\n"
    );
    let found = printed(&["--keep", "--unique"], &csv);
    let lines: Vec<&str> = found.lines().collect();
    assert_eq!(
        lines[0],
        "id;puzzle;solution;note;givens;status;solutions;solution_2;guesses;reason"
    );
    assert_eq!(lines[1], format!("1;{PUZZLE};?;\"a;b\";30;unique;1;{SOLUTION};0;"));
    assert!(lines[2].starts_with(&format!("2;{SEVERAL};;;63;multiple;2+;;")), "{}", lines[2]);
    assert_eq!(
        lines[3],
        format!("3;{short};;;;invalid;;;;\"line 4, column 83: found 80 cells, expected 81\"")
    );
    assert!(
        lines[4].starts_with(&format!("\"4\";\"\"\"open\";\"{PUZZLE}\";;;invalid")),
        "{}",
        lines[4]
    );
    assert_eq!(lines.len(), 5);
    // No two columns have one name, whatever the input calls its own.
    let taken = printed(&["--keep"], &format!("puzzle,Solution,solution_2,status\n{PUZZLE},,,\n"));
    assert!(
        taken
            .starts_with("puzzle,Solution,solution_2,status,givens,status_2,solutions,solution_3,"),
        "{taken}"
    );
    // What is printed is CSV again, with as many columns in each row.
    let mut reader = csv::ReaderBuilder::new().delimiter(b';').from_reader(found.as_bytes());
    assert_eq!(reader.records().map(Result::unwrap).count(), 4);
    let only = printed(&["--keep", "--only", "multiple"], &csv);
    assert_eq!(only.lines().count(), 2);
    // Without a header there is none; a header alone is kept.
    assert_eq!(
        printed(&["--keep"], &format!("{PUZZLE}\n")),
        format!("{PUZZLE},30,solved,1+,{SOLUTION},0,\n")
    );
    assert_eq!(printed(&["--keep"], "id,puzzle\n").lines().count(), 1);
}

#[test]
fn one_pass_finds_everything() {
    let text = format!("{PUZZLE}\n{SEVERAL}\nbad\n");
    let csv = printed(&["--unique", "--rate", "--canonical", "--format", "csv"], &text);
    let lines: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let names = "line,puzzle,givens,status,solutions,solution,guesses,technique,rating,\
        hidden_singles,naked_singles,locked_candidates,subsets,canonical,reason";
    assert_eq!(lines[0].join(","), names);
    let form = printed(&["--canonical"], PUZZLE);
    assert_eq!(lines[1][7..], ["hidden-single", "0", "51", "0", "0", "0", form.trim(), ""]);
    assert_eq!(lines[2][7], "search");
    assert_eq!(lines[3][3..14], ["invalid", "", "", "", "", "", "", "", "", "", ""]);
    let json = printed(&["--count", "--rate", "--canonical", "--format", "jsonl"], &text);
    assert!(json.lines().next().unwrap().contains(&format!("\"canonical\":\"{}\"", form.trim())));
    assert!(json.lines().next().unwrap().contains("\"hidden_singles\":51,\"naked_singles\":0,"));
    // Of those with one status, any kind of line.
    let rated = printed(&["--rate", "--only", "unique"], &text);
    assert!(rated.starts_with(&format!("{PUZZLE} 0 ")) && rated.lines().count() == 1, "{rated}");
    assert_eq!(printed(&["--canonical", "--only", "unique"], &text), form);
    assert_eq!(printed(&["--all", "--only", "multiple", "--limit", "2"], &text).lines().count(), 2);
    for args in
        [&["--rate", "--canonical"][..], &["--count", "--rate"], &["--keep", "--format", "jsonl"]]
    {
        tool(args).write_stdin(text.clone()).assert().code(2).stdout(is_empty());
    }
}

#[test]
fn blanks_are_those_of_the_other_tools() {
    for blank in ['0', '*', '_', '-', 'x', 'X'] {
        let text = PUZZLE.replace('.', &blank.to_string());
        assert_eq!(printed(&["--unique"], &text), format!("{SOLUTION}\n"), "{blank}");
    }
}

#[test]
fn each_cell_may_have_a_field_of_its_own() {
    let cells: Vec<String> = PUZZLE.chars().map(String::from).collect();
    for between in [",", ";", "\t", " ", ", ", "\",\""] {
        let quote = if between.starts_with('"') { "\"" } else { "" };
        let line = format!("{quote}{}{quote}\n", cells.join(between));
        assert_eq!(printed(&["--unique"], &line), format!("{SOLUTION}\n"), "{line}");
        assert_eq!(printed(&["--only", "unique"], &line), format!("{PUZZLE}\n"), "{line}");
    }
    let line = cells.join(",").replace('.', "") + "\n";
    let wrong = line.replacen('7', "17", 1);
    let text = format!(
        "{line}# more\n{line}{}\n{wrong}{}",
        &line[..line.len() - 3],
        line.replacen('7', "q", 1)
    );
    let found = printed(&["--unique"], &text);
    let lines: Vec<&str> = found.lines().collect();
    assert_eq!(lines[..2], [SOLUTION, SOLUTION]);
    assert!(
        lines[2].ends_with("invalid: line 4, column 109: found 80 cells, expected 81"),
        "{found}"
    );
    assert!(lines[3].ends_with("invalid: line 5, column 7: found 2 characters, expected one cell"));
    assert!(lines[4].contains("line 6, column 7: unexpected character 'q'"));
    assert_eq!(lines.len(), 5);
    // Empty fields at the ends are cells as well.
    let tabs = cells.iter().rev().cloned().collect::<Vec<_>>().join("\t").replace('.', "") + "\n";
    let blank = (0..81).map(|_| "").collect::<Vec<_>>().join("\t");
    assert_eq!(
        printed(&["--count", "--limit", "9"], &format!("{tabs}{blank}\n")).lines().count(),
        2
    );
    assert!(
        !printed(&["--count", "--limit", "9"], &format!("{tabs}{blank}\n")).contains("invalid")
    );
    // A row of cells is kept as one field, so that the others have the names of theirs.
    let kept = printed(&["--keep", "--unique"], &line);
    assert_eq!(kept, format!("\"{}\",30,unique,1,{SOLUTION},0,\n", line.trim()));
}

#[test]
fn columns_of_cells_may_have_names() {
    let cells: Vec<String> = PUZZLE.chars().map(|c| c.to_string().replace('.', "0")).collect();
    let names: Vec<String> = (1..=81).map(|cell| format!("c{cell}")).collect();
    for between in [",", ";", "\t", " "] {
        let (header, line) = (names.join(between), cells.join(between));
        let text = format!("{header}\n{line}\n{line}{between}4\n");
        let found = printed(&["--unique"], &text);
        let lines: Vec<&str> = found.lines().collect();
        assert_eq!((lines[0], lines.len()), (SOLUTION, 2), "{found}");
        assert!(lines[1].ends_with("line 3, column 163: found 82 cells, expected 81"), "{found}");
        // Columns stay columns, with the others beside them; words are one column.
        let kept = printed(&["--keep"], &format!("{header}\r\n{line}\r\n"));
        let comma = if between == " " { "," } else { between };
        let more = ["givens", "status", "solutions", "solution", "guesses", "reason"].join(comma);
        let found = ["30", "solved", "1+", SOLUTION, "0", ""].join(comma);
        assert_eq!(kept, format!("{header}{comma}{more}\n{line}{comma}{found}\n"));
    }
}

#[test]
fn a_comment_may_follow_at_once() {
    for text in [format!("{PUZZLE}#easy one\n"), format!("{PUZZLE} # easy, one\n")] {
        assert_eq!(printed(&["--unique"], &text), format!("{SOLUTION}\n"), "{text}");
    }
    assert!(printed(&[], &format!("{PUZZLE}\n{}#a\n", &PUZZLE[..80])).contains("found 80 cells"));
}

#[test]
fn boards_of_nine_lines_are_read() {
    let rows: Vec<&str> = (0..9).map(|row| &PUZZLE[9 * row..9 * row + 9]).collect();
    let board = rows.join("\n");
    let titled = format!("Grid 01\n{board}\nGrid 02\n{board}\n\n# the last\n{}\n", &board[..39]);
    let found = printed(&["--unique", "--format", "csv"], &titled);
    let lines: Vec<&str> = found.lines().collect();
    assert!(lines[1].starts_with(&format!("2,{PUZZLE},30,unique,1,{SOLUTION}")), "{found}");
    assert!(lines[2].starts_with("12,"), "{found}");
    assert!(lines[3].contains("the board ends after 4 rows, expected 9"), "{found}");
    assert_eq!(lines.len(), 4);
    assert!(
        printed(&[], &board.replacen("98....6.", "98....6", 1))
            .contains("line 3: found 8 cells, expected 9")
    );
}

#[test]
fn compressed_files_are_read_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!("{PUZZLE}\n{SEVERAL}\n").repeat(5000);
    let wanted = printed(&["--unique"], &text);
    let plain = folder.path().join("plain.txt");
    fs::write(&plain, &text).unwrap();
    for ending in ["txt", "gz", "zst", "xz"] {
        // Puzzles that are written are read again.
        let packed = folder.path().join(format!("puzzles.{ending}"));
        tool(&["--only", "unique", "-o"])
            .args([&packed, &plain])
            .assert()
            .success()
            .stdout(is_empty());
        let solved = tool(&["--unique"]).arg(&packed).output().unwrap();
        assert_eq!(solved.stdout, format!("{SOLUTION}\n").repeat(5000).into_bytes(), "{ending}");
        // Whatever the name, and from a pipe.
        let output =
            tool(&["--only", "unique"]).write_stdin(fs::read(&packed).unwrap()).output().unwrap();
        assert_eq!(output.stdout.len(), 82 * 5000, "{ending}");
    }
    let cut = fs::read(folder.path().join("puzzles.gz")).unwrap();
    tool(&[]).write_stdin(&cut[..cut.len() - 20]).assert().code(2).stderr(contains("<stdin>: "));
    // What is there stays if something goes wrong; an input is never written.
    let out = folder.path().join("out.txt");
    fs::write(&out, "before").unwrap();
    tool(&["-o"]).args([&out, &folder.path().join("missing")]).assert().code(2);
    tool(&["--column", "none", "-o"]).args([&out, &plain]).assert().code(2);
    assert_eq!(fs::read(&out).unwrap(), b"before");
    tool(&["-o"])
        .args([&plain, &plain])
        .assert()
        .code(2)
        .stderr(contains("the output is an input"));
    assert_eq!(fs::read_to_string(&plain).unwrap(), text);
    tool(&["--unique", "-o"]).args([&out, &plain]).assert().success();
    assert_eq!(fs::read_to_string(&out).unwrap(), wanted);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 6);
    // Others may read it as they may read any new file.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&out), mode(&plain));
    }
    // What is not a file, as a folder, a pipe or a device, is not replaced.
    tool(&["-o"])
        .args([folder.path(), &plain])
        .assert()
        .code(2)
        .stderr(contains("found something other than a file"));
    tool(&[])
        .write_stdin("PAR1....")
        .assert()
        .code(2)
        .stderr(contains("Parquet holds columns").and(diff("").not()));
}

#[test]
fn so_few_givens_are_refused_at_once() {
    for (few, why) in [
        ("16", "no puzzle with one solution"),
        ("17", "practically never"),
        ("19", "practically never"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grid-gen"));
        command.args(["--givens", few]).assert().code(2).stdout(is_empty()).stderr(contains(why));
    }
}
