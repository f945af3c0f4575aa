//! The tool as it is called: verdicts, messages and exit codes.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, diff, is_empty};
use std::fs;
use tempfile::TempDir;

const FORMULA: &str = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";
const VERIPB: &str = "pseudo-Boolean proof version 3.0\nf 4;\nrup 1 x1 >= 1;\nrup >= 1;\n\
                      output NONE;\nconclusion UNSAT : 6;\nend pseudo-Boolean proof;\n";

/// A check of these texts.
fn check(formula: &str, proof: &[u8]) -> assert_cmd::assert::Assert {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("f.cnf"), formula).unwrap();
    fs::write(folder.path().join("proof"), proof).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_proof-check"));
    command.current_dir(folder.path()).args(["f.cnf", "proof"]).assert()
}

#[test]
fn proofs_of_each_format_are_verified() {
    let sum = VERIPB.replace("rup 1 x1 >= 1;", "pol 1 2 + 2 d;");
    let relative = VERIPB.replace("rup 1 x1 >= 1;", "% the first two\npol -4 -3 + s; del id -1;");
    let relative = relative.replace("rup >= 1;", "rup 1 x1 >= 1 : 1 2; pol 3 4 + 2 d; pol 6 7 + ;");
    let relative = relative.replace(": 6", ": -1");
    let commented = format!("{VERIPB}% the end\n");
    let text = ["1 0\n0\n", "c text\nd 7 0\n1 0", "a\u{2}\0", "5 1 0 1 2 0\n6 0 5 3 4 0\n"];
    for proof in text.into_iter().chain([VERIPB, &sum, &relative, &commented]) {
        check(FORMULA, proof.as_bytes())
            .code(0)
            .stdout(diff("s VERIFIED UNSATISFIABLE\n"))
            .stderr(is_empty());
    }
}

#[test]
fn what_does_not_follow_is_not_verified() {
    let sat = FORMULA.replace("-1 -2 0", "-1 -2 3 0");
    for (formula, proof, place) in [
        (FORMULA, "", "1:1"),
        (FORMULA, "0\n", "1:1"),
        (sat.as_str(), "1 0\n0\n", "2:1"),
        (&sat, VERIPB, "4:1"),
        (FORMULA, &VERIPB.replace("1 x1", "1 x3"), "3:1"),
        (FORMULA, &VERIPB.replace(": 6", ": 5"), "6:18"),
        // Without a hint, propagation has to contradict.
        (&sat, &VERIPB.replace("rup >= 1;\n", "").replace(" : 6", ""), "5:17"),
    ] {
        let stdout = contains(format!("c proof:{place}: ")).and(contains("\ns NOT VERIFIED\n"));
        check(formula, proof.as_bytes()).code(1).stdout(stdout).stderr(is_empty());
    }
}

#[test]
fn malformed_proofs_have_no_verdict() {
    let refuse = |proof: &str, message: &str| {
        let assert = check(FORMULA, proof.as_bytes()).code(2).stdout(is_empty());
        assert.stderr(diff(format!("proof-check: error: {message}\n")));
    };
    refuse("1 2", "proof:1:4: found the end of the file, expected a literal or 0");
    refuse("1 +2 0", "proof:1:3: found '+2', expected a literal or 0");
    refuse("5 1 0 9 0", "proof:1:7: found '9', expected the id of a clause that is there");
    refuse("1 2.5 0", "proof:1:3: found '2.5', expected a literal or 0");
    refuse(&format!("{VERIPB}rup"), "proof:8:1: found 'rup', expected the end of the file");
    for (right, wrong, message) in [
        ("f 4", "f 5", "2:3: found '5', expected 4, the number of the clauses"),
        ("3.0", "2.0", "1:30: found '2.0', expected '3.0'"),
        ("rup >=", "red >=", "4:1: found the rule 'red', expected rup, pol, del or output"),
        ("1 x1", "2 x1", "3:5: found '2', expected a clause: 1 before each literal, and >= 1"),
        ("x1", "y1", "3:7: found 'y1', expected a literal, such as x1 or ~x1"),
        ("x1", "x0", "3:7: found 'x0', expected a literal, such as x1 or ~x1"),
        (": 6", ": 7", "6:20: found '7', expected the id of an inequality that is there"),
        ("rup 1 x1 >= 1", "pol 1 +", "3:7: found '+', expected an operand before it"),
        (
            "rup 1 x1 >= 1",
            "pol 1 2",
            "3:8: found ';', expected '+', as more than one result is left",
        ),
        ("rup 1 x1 >= 1", "pol 1 0 d", "3:7: found '0', expected a number above 0"),
        (
            "rup 1 x1 >= 1",
            "del id 4; pol 4",
            "3:15: found '4', expected the id of an inequality that is there",
        ),
        ("end pseudo-Boolean proof;\n", "", "7:1: found the end of the file, expected end"),
    ] {
        refuse(&VERIPB.replace(right, wrong), &format!("proof:{message}"));
    }
    let numbers =
        VERIPB.replace("rup 1 x1 >= 1", &format!("pol 1{}", " 9000000000000000000 *".repeat(3)));
    check(FORMULA, numbers.as_bytes())
        .code(1)
        .stdout(contains("needs numbers of more than 127 bits"));
}

#[test]
fn trouble_is_exit_code_2() {
    let assert = check("p cnf 1 1\n1 x 0\n", b"0\n").code(2).stdout(is_empty());
    assert.stderr(diff(
        "proof-check: error: f.cnf:2:3: found 'x', expected a literal, 0 or a comment\n",
    ));
    let mut command = Command::new(env!("CARGO_BIN_EXE_proof-check"));
    let assert = command.args(["nosuch.cnf", "-"]).assert().code(2).stdout(is_empty());
    assert.stderr(diff("proof-check: error: nosuch.cnf: No such file or directory\n"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_proof-check"));
    command.args(["-", "-"]).assert().code(2).stderr(contains("cannot both be standard input"));
}
