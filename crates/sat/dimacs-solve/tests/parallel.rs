//! Several threads: races, cubes, and the proofs that come of them.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod formulas;

use assert_cmd::Command;
use formulas::{Clauses, Random, is_verified, lines, pigeonhole};
use predicates::str::{contains, is_empty};
use std::path::Path;
use std::{env, fs};
use tempfile::TempDir;

impl Random {
    fn clauses(&mut self, n_vars: usize, n_clauses: usize) -> Clauses {
        let len = |random: &mut Self| [2, 3, 3, 3, 3, 4][random.below(6)];
        (0..n_clauses).map(|_| (0..len(self)).map(|_| self.lit(n_vars)).collect()).collect()
    }
}

fn solver(folder: &Path, words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dimacs-solve"));
    command.current_dir(folder).arg("-nw").args(words.split(' '));
    command
}

/// The exit code, and the model if there is one.
fn answer(folder: &Path, words: &str) -> (Option<i32>, Vec<i32>) {
    let output = solver(folder, words).output().unwrap();
    assert!(output.stderr.is_empty(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().filter_map(|line| line.strip_prefix("v "));
    let lits = lines.flat_map(|line| line.split(' ').map(|word| word.parse().unwrap()));
    (output.status.code(), lits.collect())
}

/// The verdict of `words` is the expected one, a model is one, and each proof is verified.
fn check_answer(folder: &Path, words: &str, clauses: &Clauses, expected: Option<i32>) {
    let (code, model) = answer(folder, words);
    assert_eq!(code, expected, "{words}");
    if code == Some(10) {
        assert!(clauses.iter().all(|clause| clause.iter().any(|lit| model.contains(lit))));
        return;
    }
    for format in ["veripb", "drat", "lrat"] {
        let words = format!("{words} --proof proof --proof-format {format}");
        assert_eq!(answer(folder, &words).0, Some(20), "{words}");
        let proof = fs::read(folder.join("proof")).unwrap();
        assert!(is_verified(clauses, &proof), "{words}");
        fs::remove_file(folder.join("proof")).unwrap();
    }
    let is_input = |name: &str| ["f.cnf", "f.icnf"].contains(&name);
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let left: Vec<_> = names.filter(|name| !is_input(&name.to_string_lossy())).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn races_and_cubes_have_the_verdict_of_one_search_and_proofs() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let mut random = Random(11);
    let mut n_unsat = 0;
    let mut formulas: Vec<Clauses> = (0..24)
        .map(|_| {
            let n_vars = 20 + random.below(60);
            let ratio = 30 + random.below(25);
            random.clauses(n_vars, n_vars * ratio / 10)
        })
        .collect();
    formulas.push(pigeonhole(6, 5));
    // Variables with large gaps between them.
    let apart = random.clauses(30, 150).into_iter();
    let far = |lit: i32| lit.signum() * (lit.abs() * 1_000_003);
    formulas.push(apart.map(|clause| clause.into_iter().map(far).collect()).collect());
    for clauses in &formulas {
        fs::write(folder.join("f.cnf"), lines("", clauses)).unwrap();
        let (code, _) = answer(folder, "f.cnf");
        n_unsat += u32::from(code == Some(20));
        let split = solver(folder, "f.cnf --cubes 9").output().unwrap();
        assert_eq!(split.status.code(), Some(0));
        fs::write(folder.join("f.icnf"), &split.stdout).unwrap();
        for words in ["-j 3 f.cnf", "--cube-file f.icnf", "-j 3 --cube-file f.icnf"] {
            check_answer(folder, words, clauses, code);
        }
        // Whatever cubes there are, and whether they cover all models or none.
        let lits: Vec<i32> = clauses.iter().flatten().copied().collect();
        let mut lit = || lits[random.below(lits.len())];
        let cubes: Clauses = (0..4).map(|length| (0..length).map(|_| lit()).collect()).collect();
        let cubes = lines("a ", &cubes[code.map_or(0, |code| usize::from(code == 20))..]);
        fs::write(folder.join("f.icnf"), format!("p inccnf\n{}{cubes}", lines("", clauses)))
            .unwrap();
        check_answer(folder, "-j 2 --cube-file f.icnf", clauses, code);
        fs::remove_file(folder.join("f.icnf")).unwrap();
    }
    assert!(n_unsat > 5 && (n_unsat as usize) < formulas.len() - 5, "{n_unsat}");
}

/// What is printed but for time and memory, with the statistics.
fn printed(folder: &Path, words: &str) -> String {
    let output = solver(folder, words).output().unwrap();
    assert!(output.stderr.is_empty(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let differs = |line: &&str| line.starts_with("c total-time") || line.starts_with("c memory");
    let same: Vec<&str> = text.lines().filter(|line| !differs(line)).collect();
    assert_eq!(same.len() + 2, text.lines().count(), "{text}");
    same.join("\n")
}

/// `N_FORMULAS` asks for another number of formulas; a thousand take half a CPU minute.
#[test]
fn one_thread_does_the_same_again_and_two_say_the_same() {
    let n_formulas = env::var("N_FORMULAS").map_or(15, |number| number.parse().unwrap());
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let mut n_searched = 0;
    for number in 0..n_formulas {
        let mut random = Random(number + 1);
        let n_vars = 60 + random.below(60);
        let n_clauses = n_vars * (40 + random.below(6)) / 10;
        let clause = |_| (0..3).map(|_| random.lit(n_vars)).collect();
        let clauses: Clauses = (0..n_clauses).map(clause).collect();
        fs::write(folder.join("f.cnf"), lines("", &clauses)).unwrap();
        let engine = ["cdcl", "auto", "splr"][number as usize % 3];
        let words = format!("--stats --engine {engine} --seed {} f.cnf", number % 5);
        let first = printed(folder, &words);
        assert_eq!(printed(folder, &words), first, "formula {number}: {words}");
        n_searched += u64::from(first.lines().any(|line| {
            let count = line.strip_prefix("c propagations");
            count.is_some_and(|count| count.trim() != "0")
        }));
        let is_sat = first.starts_with("s SATISFIABLE");
        check_answer(folder, "-j 2 f.cnf", &clauses, Some(if is_sat { 10 } else { 20 }));
    }
    assert!(n_searched > n_formulas / 4, "{n_searched} of {n_formulas} took a search");
}

#[test]
fn a_formula_is_written_with_its_cubes() {
    let folder = TempDir::new().unwrap();
    let formula = lines("", &pigeonhole(5, 4));
    let split = |most: &str| {
        let output = solver(folder.path(), &format!("--cubes {most}"))
            .write_stdin(formula.clone())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).unwrap()
    };
    let text = split("6");
    let cubes = text.strip_prefix(&format!("p inccnf\n{formula}")).unwrap();
    assert_eq!(cubes.lines().count(), 6);
    assert!(cubes.lines().all(|line| line.starts_with("a ") && line.ends_with(" 0")), "{cubes}");
    assert_eq!(split("6"), text);
    assert_eq!(split("1"), format!("p inccnf\n{formula}"));
    assert_eq!(split("0"), format!("p inccnf\n{formula}"));
}

#[test]
fn statistics_of_cubes_are_those_of_the_formula() {
    let folder = TempDir::new().unwrap();
    let clauses = Random(7).clauses(60, 300);
    fs::write(folder.path().join("f.cnf"), lines("", &clauses)).unwrap();
    let split = solver(folder.path(), "f.cnf --cubes 9").output().unwrap();
    fs::write(folder.path().join("f.icnf"), split.stdout).unwrap();
    let searched = |words: &str| {
        let output = solver(folder.path(), words).output().unwrap();
        assert_eq!(output.status.code(), Some(20));
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8(text).unwrap();
        let of = |name: &str| text.lines().find(|line| line.contains(name)).unwrap().to_owned();
        ["searched-variables", "searched-clauses"].map(of)
    };
    assert_eq!(searched("--stats --cube-file f.icnf"), searched("--stats f.cnf"));
}

#[test]
fn words_that_do_not_go_together_are_refused() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("f.icnf"), "p inccnf\n1 2 0\na 1 0\n-1 -2 0\na -1 0\n").unwrap();
    fs::write(folder.path().join("f.cnf"), "p cnf 2 1\n1 2 0\n").unwrap();
    for (words, expected) in [
        ("--cube-file f.icnf", "found a clause after cube 1"),
        ("f.cnf --cube-file f.icnf", "expected one of them"),
        ("--cubes 2 --cube-file f.icnf", "expected one of them"),
        ("--cubes 2 f.icnf", "found queries and --cubes"),
        ("--cubes 2 -j 2 f.cnf", "found --cubes and several jobs"),
        ("--assume 1 -j 2 f.cnf", "found --assume and several jobs"),
        ("--enumerate 1 -j 2 f.cnf", "found --enumerate and several jobs"),
        ("-j 2 f.icnf", "found queries and several jobs"),
        ("--cubes 2 --assume 1 f.cnf", "found --assume and --cubes"),
        ("--cubes 2 --engine splr f.cnf", "the engine splr has no --cubes"),
        ("--cube-file f.icnf --engine splr", "the engine splr has no --cube-file"),
        ("--cubes 2 --proof p f.cnf", "found --cubes and a proof"),
        ("-j 0 f.cnf", "invalid value '0'"),
        ("-j 1025 f.cnf", "expected a number from 1 to 1024"),
    ] {
        solver(folder.path(), words).assert().code(2).stdout(is_empty()).stderr(contains(expected));
    }
}

#[test]
fn a_limit_ends_a_race_and_a_conquest_without_an_answer() {
    let folder = TempDir::new().unwrap();
    let clauses = lines("", &pigeonhole(9, 8));
    fs::write(folder.path().join("f.cnf"), &clauses).unwrap();
    let cubes = format!("p inccnf\n{clauses}a 1 0\na -1 0\n");
    fs::write(folder.path().join("f.icnf"), cubes).unwrap();
    for words in ["-j 2 --conflicts 10 f.cnf", "-j 2 --conflicts 10 --cube-file f.icnf"] {
        solver(folder.path(), words).assert().code(0).stdout("s UNKNOWN\n").stderr(is_empty());
    }
}
