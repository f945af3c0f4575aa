//! The tool as it is called: conventions, options, messages and exit codes.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, diff, is_empty, is_match, starts_with};
use std::path::PathBuf;

const MODEL: &str = "v -1 2 3 4 0\n";

/// The tool in the folder of the formulas, with the words of a command line.
fn tool(words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dimacs-solve"));
    command.current_dir(testdata()).args(words.split_whitespace());
    command
}

fn testdata() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../testdata/cnf")
}

#[test]
fn a_competition_solver_by_default() {
    let sat = format!("s SATISFIABLE\n{MODEL}");
    for (words, stdout, code) in [
        ("sat.cnf", sat.as_str(), 10),
        ("layout.cnf", &sat, 10),
        ("sat.cnf.gz", &sat, 10),
        ("sat.cnf.xz", &sat, 10),
        ("--strict sat.cnf", &sat, 10),
        ("-T:9 sat.cnf", &sat, 10),
        ("-T 9 -memory:900 -model -nw sat.cnf", &sat, 10),
        ("-file:sat.cnf", &sat, 10),
        ("unsat.cnf", "s UNSATISFIABLE\n", 20),
        ("pigeons-6.cnf", "s UNSATISFIABLE\n", 20),
        ("empty-clause.cnf", "s UNSATISFIABLE\n", 20),
        ("empty-formula.cnf", "s SATISFIABLE\nv 0\n", 10),
        ("unused-variables.cnf", "s SATISFIABLE\nv -1 -2 3 -4 -5 0\n", 10),
        ("-T:1 pigeons-14.cnf", "s UNKNOWN\n", 0),
        ("--pigeonholes pigeons-14.cnf", "s UNSATISFIABLE\n", 20),
        ("-T:1 parity.cnf", "s UNKNOWN\n", 0),
        // As cadical and kissat spell it.
        ("-q -n sat.cnf", "s SATISFIABLE\n", 10),
        ("-t 9 sat.cnf", &sat, 10),
        ("--time=9 --quiet sat.cnf", &sat, 10),
        ("-T:0.2 parity.cnf", "s UNKNOWN\n", 0),
        ("-t 0.2 -n parity.cnf", "s UNKNOWN\n", 0),
    ] {
        tool(words).assert().code(code).stdout(diff(stdout.to_owned())).stderr(is_empty());
    }
}

#[test]
fn z3_on_request() {
    let sat = format!("s SATISFIABLE\n{MODEL}");
    for (words, stdout) in [
        ("-dimacs sat.cnf", sat.as_str()),
        ("sat.cnf --dimacs", &sat),
        ("-dimacs -T:9 -t:1 -memory:900 -model -nw sat.cnf", &sat),
        ("-dimacs timeout=1 model=false sat.random_seed=0 sat.cnf", &sat),
        ("-dimacs -nw sat.threads=4 sat.cnf", &sat),
        ("-dimacs -file:sat.cnf", &sat),
        ("-dimacs -dimacs -nw -nw -T:1 -T:9 -v:1 -v:0 sat.cnf", &sat),
        ("-dimacs -file:unsat.cnf -file:sat.cnf", &sat),
        ("-dimacs -T:99999999999 -t:99999999999 -memory:99999999999 sat.cnf", &sat),
        ("-dimacs -nw smt.random_seed=3 sat.random_seed=99999999999 sat.cnf", &sat),
        ("-dimacs unsat.cnf", "s UNSATISFIABLE\n"),
        ("-dimacs -T:1 parity.cnf", "timeout\n"),
        ("-dimacs -T:1 pigeons-14.cnf", "timeout\n"),
        ("-dimacs --pigeonholes pigeons-14.cnf", "s UNSATISFIABLE\n"),
    ] {
        tool(words).assert().code(0).stdout(diff(stdout.to_owned())).stderr(is_empty());
    }
}

#[test]
fn z3s_errors_and_exit_codes() {
    let usage = "\nFor usage information: dimacs-solve -h\n";
    for (words, stderr, code) in [
        ("-dimacs", format!("Error: input file was not specified.{usage}"), 109),
        ("-dimacs -", format!("Error: invalid command line option: -{usage}"), 109),
        (
            "-dimacs -in sat.cnf",
            format!("Error: using standard input to read formula.{usage}"),
            109,
        ),
        (
            "-dimacs -file:sat.cnf -in",
            format!("Error: using standard input to read formula.{usage}"),
            109,
        ),
        ("-dimacs -file:", "(error \"failed to open file ''\")\n".to_owned(), 108),
        (
            "-dimacs -t:x sat.cnf",
            "ERROR: Expected values for parameter timeout is an unsigned integer. It was given \
             argument 'x'\n"
                .to_owned(),
            110,
        ),
        (
            "-dimacs -memory:-1 sat.cnf",
            "ERROR: Expected values for parameter memory_max_size is an unsigned integer. It was \
             given argument '-1'\n"
                .to_owned(),
            110,
        ),
        (
            "-dimacs --seed x sat.cnf",
            format!(
                "Error: invalid argument for --seed option, it must be a non-negative \
                 integer.{usage}"
            ),
            109,
        ),
        ("-dimacs -x f", format!("Error: invalid command line option: -x{usage}"), 109),
        (
            "-dimacs -T:abc sat.cnf",
            format!(
                "Error: invalid argument for -T option, it must be a non-negative integer.{usage}"
            ),
            109,
        ),
        (
            "-v:-1 -dimacs sat.cnf",
            format!(
                "Error: invalid argument for -v option, it must be a non-negative integer.{usage}"
            ),
            109,
        ),
        ("-dimacs nosuch.cnf", "(error \"failed to open file 'nosuch.cnf'\")\n".to_owned(), 108),
        ("-dimacs foo.bar=1 sat.cnf", "ERROR: unknown parameter 'foo.bar'\n".to_owned(), 110),
        (
            "-dimacs sat.random_seed=abc sat.cnf",
            "ERROR: Expected values for parameter random_seed is an unsigned integer. It was \
             given argument 'abc'\n"
                .to_owned(),
            110,
        ),
    ] {
        tool(words).assert().code(code).stdout(is_empty()).stderr(diff(stderr));
    }
}

#[test]
fn malformed_input_has_no_verdict_in_either_convention() {
    for words in ["", "-dimacs "] {
        tool(&format!("{words}../invalid-cnf/letter.cnf"))
            .assert()
            .code(2)
            .stdout(is_empty())
            .stderr(diff(
                "dimacs-solve: error: ../invalid-cnf/letter.cnf:3:3: found 'x', expected a \
                 literal, 0 or a comment\n",
            ));
    }
    tool("-dimacs -in")
        .assert()
        .code(2)
        .stdout(is_empty())
        .stderr("dimacs-solve: error: <stdin>:1:1: empty input\n");
}

#[test]
fn compression_that_is_not_read_is_named() {
    for (start, format) in [(&b"\x28\xb5\x2f\xfd\x04\x00"[..], "Zstandard"), (b"BZh91AY", "bzip2")]
    {
        let found = format!("found data compressed with {format}, expected text, gzip or xz");
        let stderr = diff(format!("dimacs-solve: error: <stdin>: {found}\n"));
        tool("").write_stdin(start).assert().code(2).stdout(is_empty()).stderr(stderr);
    }
}

#[test]
fn trouble_is_exit_code_2() {
    for (words, stderr) in [
        ("nosuch.cnf", "dimacs-solve: error: nosuch.cnf: No such file or directory\n"),
        (".", "dimacs-solve: error: .: is a directory\n"),
        (
            "sat.cnf unsat.cnf",
            "dimacs-solve: error: unsat.cnf: found a CNF, expected a file for the proof\n\
             help: the second file is where the proof goes; one formula is solved at a time\n",
        ),
        (
            "-in sat.cnf",
            "dimacs-solve: error: found --in and the file sat.cnf, expected one of them\n",
        ),
    ] {
        tool(words).assert().code(2).stdout(is_empty()).stderr(diff(stderr));
    }
    tool("--nonsense").assert().code(2).stderr(starts_with("dimacs-solve: error: unexpected arg"));
    let assert = tool("--time-limit 1e3 sat.cnf").assert().code(2);
    assert
        .stderr(contains("invalid value '1e3' for '--time-limit <SECONDS>': expected a number of"));
    tool("--seed x sat.cnf").assert().code(2).stderr(contains("invalid value 'x' for '--seed"));
}

#[test]
fn standard_input_is_read_where_no_file_is_named() {
    for (words, code) in [("", 10), ("-", 10), ("-in", 10), ("-dimacs -in", 0)] {
        let assert = tool(words).write_stdin("p cnf 1 1\n-1 0\n").assert();
        assert.code(code).stdout(diff("s SATISFIABLE\nv -1 0\n")).stderr(is_empty());
    }
}

#[test]
fn oddities_are_warned_of_or_refused() {
    let odd = "p cnf 2 3\n1 2 0\n-2 5 0\n-5 0\n";
    let warning = "<stdin>:3:4: found variable 5, expected at most 2 as in the header\n";
    let assert = tool("").write_stdin(odd).assert();
    assert
        .code(10)
        .stdout(diff("s SATISFIABLE\nv 1 -2 -3 -4 -5 0\n"))
        .stderr(diff(format!("dimacs-solve: warning: {warning}")));
    tool("-nw").write_stdin(odd).assert().code(10).stderr(is_empty());
    let assert = tool("--strict").write_stdin(odd).assert();
    assert.code(2).stdout(is_empty()).stderr(diff(format!("dimacs-solve: error: {warning}")));
    for words in ["-dimacs sat.cnf unsat.cnf", "-dimacs unsat.cnf -file:sat.cnf"] {
        tool(words)
            .assert()
            .code(0)
            .stdout(contains(MODEL))
            .stderr("dimacs-solve: warning: found more than one file, only sat.cnf is read\n");
    }
}

#[test]
fn claims_cost_nothing() {
    for (text, code) in [
        ("p cnf 2147483647 2147483647\n1 0\n", 2),
        ("2147483647 0\n", 2),
        ("p cnf 134217728 2147483647\n134217728 0\n", 10),
    ] {
        let assert = tool("").write_stdin(text).assert().code(code);
        assert!(assert.get_output().stdout.len() < 100, "{text}");
    }
}

#[test]
fn statistics_and_notes() {
    tool("-st sat.cnf").assert().code(10).stdout(
        starts_with(format!("s SATISFIABLE\n{MODEL}c variables"))
            .and(is_match("(?m)^c total-time +[0-9]+[.][0-9][0-9]$").unwrap()),
    );
    tool("-dimacs -st unsat.cnf").assert().code(0).stdout(
        starts_with("s UNSATISFIABLE\n(:variables")
            .and(is_match(" :total-time +[0-9]+[.][0-9][0-9]\\)\n$").unwrap()),
    );
    tool("-v:1 sat.cnf").assert().code(10).stdout(contains(MODEL)).stderr(diff(
        "dimacs-solve: note: 4 variables, 4 clauses\n\
         dimacs-solve: note: unit clauses fix 0 variables, counting gives 0 clauses, \
         0 literals fail\n\
         dimacs-solve: note: left to the search: 0 variables, 0 clauses\n",
    ));
    // Each of the pigeons has a hole; they are counted before the search, if at all.
    for (words, left) in [("--pigeonholes", "0 variables, 0"), ("", "30 variables, 81")] {
        let assert = tool(&format!("-v:1 {words} pigeons-6.cnf")).assert().code(20);
        assert.stderr(contains(format!("search: {left} clauses")));
    }
}

#[test]
fn long_chains_are_no_work() {
    let (first, n) = (31, 100_000);
    let clause = |at| format!("-{} {} 0\n", first + at, first + (at + 1) % n);
    let ring: String = (0..n).map(clause).collect();
    // The search gets the ring too, where another part of the formula needs it.
    let pigeons = std::fs::read_to_string(testdata().join("pigeons-6.cnf")).unwrap();
    for (formula, code) in [(ring.clone(), 10), (pigeons + &ring, 20)] {
        tool("-nw -T:60").write_stdin(formula).assert().code(code).stderr(is_empty());
    }
}

#[test]
fn wide_clauses_are_no_work() {
    let n = 200_000;
    let mut formula = String::new();
    for sign in [1, -1] {
        for var in 1..=n {
            formula.push_str(&(sign * var).to_string());
            formula.push(' ');
        }
        formula.push_str("0\n");
    }
    tool("-nw -T:60").write_stdin(formula).assert().code(10).stderr(is_empty());
}

#[test]
fn help_and_version() {
    let version = format!("dimacs-solve {}\n", env!("CARGO_PKG_VERSION"));
    for words in ["--version", "-version", "-dimacs -version"] {
        tool(words).assert().code(0).stdout(diff(version.clone()));
    }
    for words in ["--help", "-h", "-dimacs -h"] {
        tool(words).assert().code(0).stdout(contains("Examples:").and(contains("Exit codes:")));
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    // Many models: exactly one of each four variables.
    let formula: String = (1..400)
        .step_by(4)
        .map(|a| {
            let [b, c, d] = [a + 1, a + 2, a + 3];
            format!("{a} {b} {c} {d} 0 -{a} -{b} 0 -{a} -{c} 0 -{a} -{d} 0 ")
                + &format!("-{b} -{c} 0 -{b} -{d} 0 -{c} -{d} 0\n")
        })
        .collect();
    let solved = |words: &str| {
        let output = tool(words).args(["-nw"]).write_stdin(formula.as_str()).output().unwrap();
        assert!(output.stdout.starts_with(b"s SATISFIABLE\nv "), "{output:?}");
        output.stdout
    };
    assert_eq!(solved(""), solved("--seed 0"));
    assert_eq!(solved("--seed 5"), solved("--seed 5"));
    assert_eq!(solved("-dimacs -in --seed 5"), solved("-dimacs -in sat.random_seed=5"));
    assert_ne!(solved("--seed 5"), solved("--seed 6"));
}

#[cfg(target_os = "linux")]
mod linux {
    use super::*;
    use std::fs::{File, read_to_string};
    use std::process::{Child, Stdio};

    #[test]
    fn a_full_disk_is_trouble_and_a_closed_pipe_is_none() {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_dimacs-solve"));
        command.arg(testdata().join("sat.cnf"));
        let output = command.stdout(full).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let message = "dimacs-solve: error: <stdout>: No space left on device\n";
        assert_eq!(String::from_utf8(output.stderr).unwrap(), message);

        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
        assert_eq!(output.status.code(), Some(10));
    }

    #[test]
    fn a_directory_as_standard_input_is_trouble() {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_dimacs-solve"));
        let output = command.stdin(File::open(testdata()).unwrap()).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let message = "dimacs-solve: error: <stdin>: Is a directory\n";
        assert_eq!(String::from_utf8(output.stderr).unwrap(), message);
    }

    /// The tool, waiting for more of its input.
    fn waiting(words: &[&str]) -> Child {
        std::process::Command::new(env!("CARGO_BIN_EXE_dimacs-solve"))
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    fn output_of(mut child: Child) -> (String, String, Option<i32>) {
        // Kept open until the tool is done: `wait_with_output` would close it first.
        let stdin = child.stdin.take();
        let output = child.wait_with_output().unwrap();
        drop(stdin);
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (text(output.stdout), text(output.stderr), output.status.code())
    }

    #[test]
    fn limits_hold_while_a_slow_pipe_is_read() {
        let nothing = String::new;
        let unknown = || "s UNKNOWN\n".to_owned();
        assert_eq!(output_of(waiting(&["-T:1"])), (unknown(), nothing(), Some(0)));
        let found = output_of(waiting(&["-dimacs", "-in", "-T:1"]));
        assert_eq!(found, ("timeout\n".to_owned(), nothing(), Some(0)));
        let message = "dimacs-solve: warning: out of memory: the limit is reached\n".to_owned();
        assert_eq!(output_of(waiting(&["-memory:1"])), (unknown(), message, Some(0)));
        let found = output_of(waiting(&["-dimacs", "-in", "-memory:1"]));
        assert_eq!(found, (nothing(), "ERROR: out of memory\n".to_owned(), Some(101)));
    }

    #[test]
    fn memory_that_the_system_refuses_is_no_verdict() {
        let folder = tempfile::tempdir().unwrap();
        let out_of_memory = "dimacs-solve: warning: out of memory: the system gives no more\n";
        // A formula, and a clause, that do not end; a formula of which more is made.
        for formula in ["yes 1 0", "yes 1", "yes -- -1 2 3 0 | head -n 900000"] {
            for (words, stdout, stderr, code) in [
                ("-nw", "s UNKNOWN\n", out_of_memory, 0),
                ("-nw - proof.drat", "s UNKNOWN\n", out_of_memory, 0),
                ("-nw -dimacs -in", "", "ERROR: out of memory\n", 101),
            ] {
                let tool = env!("CARGO_BIN_EXE_dimacs-solve");
                let script = format!("{formula} | (ulimit -v 60000; exec '{tool}' {words})");
                let mut shell = std::process::Command::new("sh");
                shell.current_dir(folder.path()).args(["-c", &script]);
                let output = shell.output().unwrap();
                let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
                let found = (text(&output.stdout), text(&output.stderr), output.status.code());
                let expected = (stdout.to_owned(), stderr.to_owned(), Some(code));
                assert_eq!(found, expected, "{script}");
            }
        }
        let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
        assert!(left.is_empty(), "{left:?}");
        // What has room is done as ever.
        for (words, code, stdout) in [
            ("sat.cnf", 10, "s SATISFIABLE\nv -1 2 3 4 0\n"),
            ("unsat.cnf", 20, "s UNSATISFIABLE\n"),
            ("-T:0.2 parity.cnf", 0, "s UNKNOWN\n"),
            ("nosuch.cnf", 2, ""),
        ] {
            let script = format!("ulimit -v 400000; exec \"$0\" {words}");
            let mut shell = Command::new("sh");
            shell.current_dir(testdata()).args(["-c", &script, env!("CARGO_BIN_EXE_dimacs-solve")]);
            shell.assert().code(code).stdout(stdout);
        }
    }

    #[test]
    fn signals_end_the_search_with_an_answer() {
        for (signal, number) in [("INT", 2), ("TERM", 15)] {
            for words in [&[][..], &["-dimacs", "-in"]] {
                let mut child = waiting(words);
                let status = format!("/proc/{}/status", child.id());
                // Until the handler is in place.
                while !catches(&read_to_string(&status).unwrap(), number) {
                    std::thread::yield_now();
                }
                let kill = format!("kill -s {signal} {}", child.id());
                // Again, as one is lost that comes before the handler knows what to do.
                while child.try_wait().unwrap().is_none() {
                    let sent = std::process::Command::new("sh").args(["-c", &kill]).status();
                    assert!(sent.unwrap().success());
                }
                let expected = ("s UNKNOWN\n".to_owned(), String::new(), Some(0));
                assert_eq!(output_of(child), expected, "SIG{signal} {words:?}");
            }
        }
    }

    /// Whether a signal is in the mask of those caught.
    fn catches(status: &str, number: u32) -> bool {
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(mask.trim(), 16).unwrap() >> (number - 1) & 1 == 1
    }
}
