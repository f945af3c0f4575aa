//! The Makefiles as a user runs them: what is made, what is left alone, what fails without a trace.

use workspace_tests::{Checkout, have, shown};

const SOLUTION: &str = "534678912\n672195348\n198342567\n859761423\n426853791\n713924856\n961537284\n287419635\n345286179\n";
const TWO_SOLUTIONS: &str = "8....6...\n.4.172...\n.........\n...3..1..\n4..7...8.\n.....139.\n6....8...\n....4.7.1\n9..2..4..\n";
const UNSOLVABLE: &str = "55.......\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n";

/// The solvers that are here, ours first, as SOLVER takes them.
fn solvers() -> Vec<&'static str> {
    let external = ["z3 -dimacs", "cadical", "cadical -q", "minisat", "picosat", "cryptominisat5"];
    let installed =
        external.into_iter().filter(|line| have(line.split(' ').next().unwrap_or(line)));
    ["dimacs-solve", "dimacs-solve -dimacs"].into_iter().chain(installed).collect()
}

#[test]
fn every_solver_gives_the_same_files() {
    let here = Checkout::new();
    for solver in solvers() {
        let made = here.make(&format!("SOLVER=\"{solver}\" run check"));
        assert!(made.status.success(), "{solver}: {}", shown(&made));
        assert_eq!(here.read("output.txt"), SOLUTION, "{solver}");
        let made = here.make(&format!("-f Makefile.multi SOLVER=\"{solver}\" run check"));
        assert!(made.status.success(), "{solver}: {}", shown(&made));
        assert_eq!(here.read("output.txt"), format!("{SOLUTION}Unique solution\n"), "{solver}");
    }
    assert!(here.read("problem.cnf").starts_with("p cnf 729 11775\n"));
}

#[test]
fn several_solutions_and_none() {
    let here = Checkout::new();
    here.write("two.txt", TWO_SOLUTIONS);
    here.write("none.txt", UNSOLVABLE);
    for solver in solvers() {
        let output = |words: &str| {
            let made = here.make(&format!("SOLVER=\"{solver}\" {words}"));
            assert!(made.status.success(), "{solver}: {}", shown(&made));
            here.read("output.txt")
        };
        assert!(
            output("-f Makefile.multi INPUT=two.txt run check").ends_with("\nMultiple solutions\n")
        );
        assert_eq!(output("INPUT=none.txt run"), "No solution exists\n", "{solver}");
        assert_eq!(output("-f Makefile.multi INPUT=none.txt run"), "No solution\n", "{solver}");
    }
}

#[test]
fn nothing_is_redone_that_is_up_to_date() {
    let here = Checkout::new();
    assert!(here.make("run").status.success());
    let tools_run = |output: &std::process::Output| {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        ["sudoku2cnf", "dimacs-solve", "sol2grid"]
            .map(|tool| text.lines().any(|line| line.starts_with(&format!("{tool} "))))
    };
    assert_eq!(tools_run(&here.make("run")), [false, false, false]);
    assert_eq!(
        tools_run(&here.make("-j4 run SOLVER='dimacs-solve -dimacs'")),
        [false, true, true]
    );
    assert_eq!(tools_run(&here.make("run ENCODING=extended")), [true, true, true]);
    here.write("other.txt", TWO_SOLUTIONS);
    assert_eq!(tools_run(&here.make("run ENCODING=extended INPUT=other.txt")), [true, true, true]);
}

#[test]
fn a_failure_leaves_no_half_file() {
    let here = Checkout::new();
    for (words, missing) in [
        ("run SOLVER=no-such-solver", "sat_output.txt"),
        ("run SOLVER=false", "sat_output.txt"),
        ("run SOLVER='cat /nowhere'", "sat_output.txt"),
        ("run SOLVER='echo s UNKNOWN; true'", "output.txt"),
        ("run INPUT=no-such-file", "problem.cnf"),
    ] {
        assert!(here.make("clean").status.success());
        let made = here.make(words);
        assert!(!made.status.success(), "{words}: {}", shown(&made));
        assert!(!here.path().join(missing).exists(), "{words}: {missing} is there");
        let files = String::from_utf8_lossy(&here.sh("ls").stdout).into_owned();
        assert!(!files.contains(".part"), "{words}: {files}");
    }
}

#[test]
fn another_puzzle_is_noticed_whatever_its_date_and_name() {
    let here = Checkout::new();
    here.write("a b'c&(d):e.txt", TWO_SOLUTIONS);
    let run = r#"run INPUT="a b'c&(d):e.txt""#;
    assert!(here.make(run).status.success());
    assert!(here.read("output.txt").starts_with("8"));
    assert!(here.sh(r#"cp -p input.txt "a b'c&(d):e.txt""#).status.success());
    assert!(here.sh(r#"touch -d 2001-01-01 "a b'c&(d):e.txt""#).status.success());
    assert!(here.make(run).status.success());
    assert_eq!(here.read("output.txt"), SOLUTION);
}

#[test]
fn a_solver_without_an_answer_is_asked_again() {
    let here = Checkout::new();
    let flaky = "[ -e asked ] && exec dimacs-solve \"$1\"; touch asked; echo s UNKNOWN";
    here.write("flaky", &format!("#!/bin/sh\n{flaky}\n"));
    let run = "run SOLVER='sh flaky'";
    let first = here.make(run);
    assert!(!first.status.success(), "{}", shown(&first));
    let second = here.make(run);
    assert!(second.status.success(), "{}", shown(&second));
    assert_eq!(here.read("output.txt"), SOLUTION);
}

#[test]
fn check_finds_a_wrong_answer() {
    let here = Checkout::new();
    assert!(here.make("run").status.success());
    let wrong = here.read("output.txt").replacen("534", "543", 1);
    here.write("output.txt", &wrong);
    assert!(!here.make("check").status.success());
}

#[test]
fn clean_removes_what_was_made_and_nothing_else() {
    let here = Checkout::new();
    let listing =
        |here: &Checkout| String::from_utf8_lossy(&here.sh("ls").stdout).replace("target\n", "");
    let before = listing(&here);
    assert!(here.make("run").status.success());
    assert!(here.make("clean").status.success());
    assert_eq!(listing(&here), before);
}
