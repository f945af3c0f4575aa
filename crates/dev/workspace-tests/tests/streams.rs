//! Standard output that nobody reads: each tool ends as if somebody did.

#![cfg(unix)]

use std::io;
use std::process::{Output, Stdio};
use workspace_tests::{Checkout, shown};

/// Files for the commands below.
const PREPARE: &str = "set -e
sudoku2cnf input.txt > problem.cnf
printf 'p cnf 1 2\\n1 0\\n-1 0\\n' > none.cnf
printf 'p cnf 1 2\\n1 0\\n1 0\\n' > some.cnf
for cnf in problem none; do dimacs-solve $cnf.cnf > $cnf.sol || :; done
dimacs-solve none.cnf --proof none.pbp > proved.txt || :
sol2grid problem.sol > output.txt
tr 1 2 < output.txt > wrong.txt
sudoku2rdf input.txt > problem.ttl
srl-run --merge --repeat --fold ex:hasValue crates/rules/rules/sudoku.srl problem.ttl > solved.nt
tr -d '\\n' < input.txt > line.txt
sudoku2pkg index index
sudoku2pkg problem --out project input.txt
pkg-lock --index index project";

/// What each tool prints something for, and its exit code.
const COMMANDS: [(&str, i32); 22] = [
    ("sudoku2cnf input.txt", 0),
    ("sudoku2cnf --help", 0),
    ("dimacs-solve problem.cnf", 10),
    ("dimacs-solve none.cnf", 20),
    ("dimacs-solve -dimacs problem.cnf", 0),
    ("proof-check none.cnf none.pbp", 0),
    ("proof-check some.cnf none.pbp", 1),
    ("puzzle-solve --why input.txt", 0),
    ("sol2grid problem.sol", 0),
    ("sol2grid none.sol", 0),
    ("sol2grid2 --cnf problem.cnf problem.sol", 0),
    ("sudoku2rdf input.txt", 0),
    ("srl-run crates/rules/rules/sudoku.srl problem.ttl", 0),
    ("rdf2grid solved.nt", 0),
    ("sudoku2pkg problem --index index input.txt", 0),
    ("pkg-lock check --index index project/poetry.lock", 0),
    ("lock2grid project/poetry.lock", 0),
    ("grid-check input.txt output.txt", 0),
    ("grid-check input.txt wrong.txt", 1),
    ("grid-hint input.txt", 0),
    ("grid-solve line.txt", 0),
    ("grid-gen --count 2 --seed 1", 0),
];

#[test]
fn the_exit_code_is_that_of_an_output_that_is_read() {
    let here = Checkout::new();
    let done = here.sh(PREPARE);
    assert!(done.status.success(), "{}", shown(&done));
    for (line, code) in COMMANDS {
        let read = here.sh(line);
        assert_eq!(read.status.code(), Some(code), "{line}: {}", shown(&read));
        assert!(!read.stdout.is_empty(), "{line} prints nothing");
        let unread: [(&str, Output); 2] = [
            ("a closed pipe", here.sh_into(line, closed_pipe())),
            ("no standard output", here.sh(&format!("{line} >&-"))),
        ];
        for (what, done) in unread {
            assert_eq!(done.status.code(), Some(code), "{line}, {what}: {}", shown(&done));
            assert_eq!(done.stderr, read.stderr, "{line}, {what}: {}", shown(&done));
        }
    }
}

/// A pipe that nobody reads from.
fn closed_pipe() -> Stdio {
    let (reader, writer) = io::pipe().expect("a pipe");
    drop(reader);
    writer.into()
}
