//! Random formulas against other solvers, where they are installed.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use assert_cmd::Command;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

const SOLVERS: [&str; 3] = ["cadical", "minisat", "cryptominisat5"];

const FORMULAS: usize = 300;

type Clauses = Vec<Vec<i32>>;

/// Formulas about as often with a model as without: up to 40 variables, some unused, clauses of
/// all lengths from 0 on, though few of the shortest.
fn any_formula() -> impl Strategy<Value = (i32, Clauses)> {
    (2_i32..40, 20_usize..50, prop_oneof![Just(2_usize), Just(3), Just(3), Just(6)]).prop_flat_map(
        |(n_vars, tenths, longest)| {
            let lit = (1..=n_vars, any::<bool>())
                .prop_map(|(var, sign): (i32, bool)| if sign { var } else { -var });
            let shorter = vec(lit.clone(), 0..=longest);
            let clause = prop_oneof![1 => shorter, 30 => vec(lit, longest)];
            let n_clauses = n_vars as usize * tenths / 10;
            (n_vars..n_vars + 3, vec(clause, n_clauses))
        },
    )
}

fn text((n_vars, clauses): &(i32, Clauses)) -> String {
    let lines = clauses.iter().map(|clause| {
        let words: Vec<String> = clause.iter().chain([&0]).map(i32::to_string).collect();
        words.join(" ") + "\n"
    });
    format!("p cnf {n_vars} {}\n{}", clauses.len(), lines.collect::<String>())
}

/// The exit code, 10 or 20, and the output.
fn verdict(solver: &str, input: &str) -> (i32, String) {
    let output = Command::new(solver).write_stdin(input).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn verdicts_agree_and_models_satisfy() {
    let is_present = |solver: &&str| Command::new(*solver).arg("--help").output().is_ok();
    let (present, absent): (Vec<&str>, Vec<&str>) = SOLVERS.into_iter().partition(is_present);
    if !absent.is_empty() {
        eprintln!("not installed, so not compared: {}", absent.join(", "));
    }
    let mut runner = TestRunner::deterministic();
    let mut n_sat = 0;
    for _ in 0..FORMULAS {
        let formula = any_formula().new_tree(&mut runner).unwrap().current();
        let input = text(&formula);
        let (code, output) = verdict(env!("CARGO_BIN_EXE_dimacs-solve"), &input);
        for other in &present {
            assert_eq!(verdict(other, &input).0, code, "{other} on\n{input}");
        }
        match code {
            10 => {
                n_sat += 1;
                check_model(&formula, &output);
            }
            20 => assert_eq!(output, "s UNSATISFIABLE\n"),
            other => panic!("exit code {other} on\n{input}"),
        }
    }
    assert!((FORMULAS / 10..FORMULAS * 9 / 10).contains(&n_sat), "{n_sat} have a model");
}

fn check_model((n_vars, clauses): &(i32, Clauses), output: &str) {
    let lines = output.strip_prefix("s SATISFIABLE\n").unwrap();
    let words = lines.lines().flat_map(|line| line.strip_prefix("v ").unwrap().split(' '));
    let mut lits: Vec<i32> = words.map(|word| word.parse().unwrap()).collect();
    assert_eq!(lits.pop(), Some(0));
    assert!(lits.iter().map(|lit| lit.abs()).eq(1..=*n_vars), "{output}");
    for clause in clauses {
        assert!(clause.iter().any(|lit| lits.contains(lit)), "{clause:?} in {output}");
    }
}
