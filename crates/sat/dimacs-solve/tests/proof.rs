//! Proofs: each is verified, by the checker of the workspace and by others where they are at hand; no
//! wrong one is; the file is whole or absent.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod formulas;

use assert_cmd::Command;
use formulas::{Clauses, Random, is_verified, lines, pigeonhole};
use predicates::str::{contains, diff, is_empty};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The options for a proof, and the end of its file's name.
const FORMATS: [(&[&str], &str); 5] = [
    (&["--proof-format", "veripb"], "pbp"),
    (&["--proof-format", "veripb", "--pigeonholes"], "pbp"),
    (&["--proof-format", "drat"], "drat"),
    (&["--proof-format", "lrat", "--engine", "cdcl"], "lrat"),
    (&["--proof-format", "lrat", "--engine", "splr"], "lrat"),
];

fn solver(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dimacs-solve"));
    command.current_dir(folder).arg("-nw");
    command
}

fn testdata(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../testdata/cnf").join(name)
}

impl Random {
    /// Clauses of up to five literals, with repetitions and tautologies.
    fn clauses(&mut self, n_vars: usize, n_clauses: usize) -> Clauses {
        (0..n_clauses)
            .map(|_| {
                let length = [1, 2, 2, 3, 3, 3, 3, 4, 5][self.below(9)];
                (0..length).map(|_| self.lit(n_vars)).collect()
            })
            .collect()
    }

    /// Three literals a clause.
    fn three_sat(&mut self, n_vars: usize, n_clauses: usize) -> Clauses {
        (0..n_clauses).map(|_| (0..3).map(|_| self.lit(n_vars)).collect()).collect()
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}

/// A total order of n elements without a largest one.
fn ordering(n: i32) -> Clauses {
    let var = |a: i32, b: i32| a * n + b + 1;
    let pairs = || (0..n).flat_map(|a| (0..n).map(move |b| (a, b))).filter(|(a, b)| a != b);
    let mut clauses: Clauses =
        pairs().filter(|(a, b)| a < b).map(|(a, b)| vec![-var(a, b), -var(b, a)]).collect();
    for (a, b) in pairs() {
        let others = (0..n).filter(|c| *c != a && *c != b);
        clauses.extend(others.map(|c| vec![-var(a, b), -var(b, c), var(a, c)]));
    }
    let is_less = |a| (0..n).filter(move |b| *b != a).map(move |b| var(a, b)).collect();
    clauses.extend((0..n).map(is_less));
    clauses
}

/// A Latin square of side n with its first row given and without the value 1 in one place of the
/// second row and of each further one: counts give clauses, and only a search decides it.
fn latin_square(n: i32, random: &mut Random) -> Clauses {
    let var = |row: i32, column: i32, value: i32| n * n * value + n * row + column + 1;
    let mut clauses = Clauses::new();
    let mut exactly_one = |lits: Vec<i32>, has_one: bool| {
        for b in 0..lits.len() {
            clauses.extend((0..b).map(|a| vec![-lits[a], -lits[b]]));
        }
        if has_one {
            clauses.push(lits);
        }
    };
    for a in 0..n {
        for b in 0..n {
            exactly_one((0..n).map(|value| var(a, b, value)).collect(), true);
            exactly_one((0..n).map(|column| var(a, column, b)).collect(), false);
            exactly_one((0..n).map(|row| var(row, a, b)).collect(), false);
        }
    }
    for _ in 0..n * n * n / 3 {
        clauses.push(vec![-(random.below((n * n * n) as usize) as i32 + 1)]);
    }
    clauses
}

/// A formula of one of the families; about half of them have no model.
fn formula(random: &mut Random) -> Clauses {
    match random.below(8) {
        0 => random.clauses(8, 24),
        1 => random.clauses(25, 62),
        2 => random.three_sat(40, 200),
        3 => {
            let n_holes = random.below(5) as i32 + 2;
            let mut clauses = pigeonhole(n_holes + 1, n_holes);
            random.shuffle(&mut clauses);
            clauses
        }
        4 => latin_square(4, random),
        5 => latin_square(5, random),
        // A part that needs a search beside one with pure literals and eliminations.
        6 => {
            let other = random.three_sat(40, 150);
            let far = |lit: &i32| if *lit > 0 { lit + 30 } else { lit - 30 };
            let other = other.iter().map(|clause| clause.iter().map(far).collect());
            let mut clauses: Clauses = pigeonhole(6, 5).into_iter().chain(other).collect();
            random.shuffle(&mut clauses);
            clauses
        }
        // Variables far from each other.
        _ => {
            let clauses = random.three_sat(30, 160);
            clauses
                .iter()
                .map(|clause| clause.iter().map(|lit| lit * 3_000_017).collect())
                .collect()
        }
    }
}

fn text(clauses: &Clauses) -> String {
    let n_vars = clauses.iter().flatten().map(|lit| lit.abs()).max().unwrap_or(0);
    format!("p cnf {n_vars} {}\n{}", clauses.len(), lines("", clauses))
}

/// The proof of the solver that the clauses have no model; `None` if it finds one.
fn prove(clauses: &Clauses, options: &[&str]) -> Option<String> {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("f.cnf"), text(clauses)).unwrap();
    let output =
        solver(folder.path()).args(["f.cnf", "--proof", "proof"]).args(options).output().unwrap();
    let names: Vec<_> = folder.path().read_dir().unwrap().map(|e| e.unwrap().file_name()).collect();
    match output.status.code() {
        Some(10) => {
            assert_eq!(names, ["f.cnf"]);
            None
        }
        Some(20) => {
            assert_eq!(names.len(), 2, "{names:?}");
            Some(fs::read_to_string(folder.path().join("proof")).unwrap())
        }
        other => panic!("{other:?}: {output:?}"),
    }
}

/// Whether another checker is at hand; if not, a line about it.
fn have(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap();
    let found = std::env::split_paths(&path).any(|folder| folder.join(program).is_file());
    if !found {
        eprintln!("not run with {program}: it is not installed");
    }
    found
}

/// What another checker says.
fn other_verdict(clauses: &Clauses, proof: &str, end: &str) -> bool {
    let folder = TempDir::new().unwrap();
    let name = format!("proof.{end}");
    fs::write(folder.path().join("f.cnf"), text(clauses)).unwrap();
    fs::write(folder.path().join(&name), proof).unwrap();
    let (program, options): (_, &[&str]) = match end {
        "pbp" => ("veripb", &["--cnf"]),
        "drat" => ("drat-trim", &[]),
        _ => ("lrat-check", &[]),
    };
    let mut command = Command::new(program);
    let output = command.current_dir(folder.path()).args(options).args(["f.cnf", &name]).output();
    let stdout = String::from_utf8(output.unwrap().stdout).unwrap();
    stdout.contains("VERIFIED") && !stdout.contains("NOT VERIFIED")
}

#[test]
fn each_proof_is_verified() {
    let mut random = Random(1);
    let others =
        [("pbp", have("veripb")), ("drat", have("drat-trim")), ("lrat", have("lrat-check"))];
    let mut n_proofs = 0;
    for number in 0..100 {
        let clauses = formula(&mut random);
        for (options, end) in FORMATS {
            let Some(proof) = prove(&clauses, options) else { break };
            n_proofs += 1;
            assert!(is_verified(&clauses, proof.as_bytes()), "formula {number} {options:?}");
            // They take memory for all variables up to the largest.
            let is_sparse = clauses.iter().flatten().any(|lit| lit.abs() > 10_000);
            if others.contains(&(end, true)) && !is_sparse {
                assert!(other_verdict(&clauses, &proof, end), "formula {number} {options:?}");
            }
        }
    }
    assert!(n_proofs > 100, "{n_proofs}");
}

#[test]
fn counts_are_proved() {
    for n_holes in [1, 2, 3, 9] {
        let clauses = pigeonhole(n_holes + 1, n_holes);
        let proof = prove(&clauses, &["--pigeonholes"]).unwrap();
        assert!(is_verified(&clauses, proof.as_bytes()));
        // Two sums and one count for each hole; the search learns nothing.
        assert_eq!(proof.matches("rup").count(), 1);
        assert!(proof.matches("pol").count() <= n_holes as usize + 2);
    }
}

/// Each line of a proof is changed in each of some ways, and the formula made satisfiable: whatever the
/// checker verifies now is wrong.
#[test]
fn no_changed_proof_proves_what_is_false() {
    let mut random = Random(2);
    let (mut n_proofs, mut n_changed) = (0, 0);
    while n_proofs < 200 {
        let clauses = match random.below(3) {
            0 => random.clauses(8, 24),
            1 => random.three_sat(8, 48),
            _ => {
                let mut clauses = pigeonhole(4, 3);
                random.shuffle(&mut clauses);
                clauses
            }
        };
        let (options, end) = FORMATS[n_proofs % FORMATS.len()];
        let Some(proof) = prove(&clauses, options) else { continue };
        let Some(satisfiable) = with_model(&clauses) else { continue };
        n_proofs += 1;
        assert!(is_verified(&clauses, proof.as_bytes()));
        assert!(!is_verified(&satisfiable, proof.as_bytes()), "{proof}");
        let lines: Vec<&str> = proof.lines().collect();
        for at in 0..lines.len() {
            let changed = changed_line(lines[at], end, &mut random);
            let whole = [&lines[..at], &[changed.as_str()], &lines[at + 1..], &[""]].concat();
            let whole = whole.join("\n");
            assert!(!is_verified(&satisfiable, whole.as_bytes()), "{whole}");
            n_changed += 1;
        }
    }
    assert!(n_changed > 1000, "{n_changed}");
}

/// The formula with clauses replaced by copies of others until it has a model; the places of the
/// clauses stay. `None` if that takes all clauses but a few.
fn with_model(clauses: &Clauses) -> Option<Clauses> {
    let n_vars = clauses.iter().flatten().map(|lit| lit.abs()).max()?;
    let is_true = |lit: &i32, bits: u32| (bits >> (lit.abs() - 1) & 1 == 1) == (*lit > 0);
    let false_clauses = |bits: u32| -> Vec<usize> {
        let is_false = |at: &usize| !clauses[*at].iter().any(|lit| is_true(lit, bits));
        (0..clauses.len()).filter(is_false).collect()
    };
    let replaced = (0..1 << n_vars).map(false_clauses).min_by_key(Vec::len)?;
    let kept = (0..clauses.len()).find(|at| !replaced.contains(at))?;
    let mut satisfiable = clauses.clone();
    for at in replaced {
        satisfiable[at].clone_from(&clauses[kept]);
    }
    Some(satisfiable)
}

/// The line with a word changed, dropped or doubled, or without all of its words.
fn changed_line(line: &str, end: &str, random: &mut Random) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let at = random.below(words.len());
    match random.below(5) {
        0 => drop(words.remove(at)),
        1 => words.insert(at, words[at].clone()),
        2 => words.clear(),
        _ if words[at].starts_with('x') => words[at].insert(0, '~'),
        _ if words[at].starts_with(['~', '-']) => drop(words[at].remove(0)),
        _ => match (words[at].trim_end_matches(';').parse::<i32>(), end) {
            (Ok(number), "drat") => words[at] = (-number).to_string(),
            (Ok(number), _) => words[at] = (number + 1 - 2 * (random.below(2) as i32)).to_string(),
            _ => drop(words.remove(at)),
        },
    }
    words.join(" ")
}

#[test]
fn both_ways_to_ask_for_a_proof() {
    let folder = TempDir::new().unwrap();
    fs::copy(testdata("pigeons-6.cnf"), folder.path().join("f.cnf")).unwrap();
    for (args, veripb) in [
        (&["f.cnf", "p"][..], false),
        (&["--proof", "p", "f.cnf"], true),
        (&["f.cnf", "p", "--proof-format", "veripb"], true),
        (&["f.cnf", "--proof", "p", "--proof-format", "drat"], false),
        (&["-dimacs", "f.cnf", "--proof", "p"], true),
        (&["-dimacs", "f.cnf", "sat.drat.file=p"], false),
    ] {
        let stdout = diff("s UNSATISFIABLE\n");
        solver(folder.path()).args(args).assert().stdout(stdout).stderr(is_empty());
        let proof = fs::read_to_string(folder.path().join("p")).unwrap();
        assert_eq!(proof.starts_with("pseudo-Boolean"), veripb, "{args:?}");
        fs::remove_file(folder.path().join("p")).unwrap();
    }
    let mut command = solver(folder.path());
    let formula = fs::read(testdata("pigeons-6.cnf")).unwrap();
    command.args(["-", "p"]).write_stdin(formula).assert().code(20);
    assert!(folder.path().join("p").is_file());
}

#[test]
fn a_proof_ends_with_the_contradiction_and_may_be_replaced() {
    let folder = tempfile::tempdir().unwrap();
    for n in 7..=10 {
        fs::write(folder.path().join("f.cnf"), text(&ordering(n))).unwrap();
        for (options, end) in FORMATS {
            let proof = format!("proof.{end}");
            solver(folder.path()).args(options).args(["f.cnf", &proof]).assert().code(20);
            let written = fs::read_to_string(folder.path().join(proof)).unwrap();
            let last = written.lines().next_back().unwrap();
            assert!(!last.split(' ').any(|word| word == "d"), "{n} {options:?}: {last}");
        }
    }
}

#[test]
fn without_counts_pigeonholes_have_no_effect() {
    let folder = TempDir::new().unwrap();
    fs::copy(testdata("pigeons-6.cnf"), folder.path().join("f.cnf")).unwrap();
    for format in ["drat", "lrat", "veripb"] {
        let args = ["--pigeonholes", "--proof-format", format, "f.cnf", "--proof", "p"];
        let mut command = Command::new(env!("CARGO_BIN_EXE_dimacs-solve"));
        let assert = command.current_dir(folder.path()).args(args).assert().code(20);
        if format == "veripb" {
            assert.stderr(is_empty());
        } else {
            assert.stderr(diff(format!(
                "dimacs-solve: warning: --pigeonholes has no effect: a count is no step of a proof in \
                 {format}, but of one in veripb\n"
            )));
        }
    }
}

#[test]
fn no_file_is_replaced_by_mistake() {
    let folder = TempDir::new().unwrap();
    let path = |name| folder.path().join(name);
    fs::copy(testdata("unsat.cnf"), path("f.cnf")).unwrap();
    fs::copy(testdata("sat.cnf"), path("g.cnf")).unwrap();
    fs::create_dir(path("folder")).unwrap();
    // The start of a CNF that is compressed with gzip.
    fs::write(path("h.cnf.gz"), b"\x1F\x8B\x08\x00").unwrap();
    fs::write(path("i"), "1 2 0\n-1 2 0\n").unwrap();
    for (args, message) in [
        (&["f.cnf", "g.cnf"][..], "g.cnf: found a CNF, expected a file for the proof"),
        (&["f.cnf", "--proof", "./f.cnf"], "./f.cnf: found a CNF, expected a file for the proof"),
        (&["f.cnf", "h.cnf.gz"], "h.cnf.gz: found compressed data, expected a file for the proof"),
        (&["f.cnf", "i"], "i: found a file that is no whole proof, expected one for the proof"),
        (
            &["f.cnf", "folder"],
            "folder: found something other than a file, expected a file for the proof",
        ),
        (
            &["f.cnf", "/dev/null"],
            "/dev/null: found something other than a file, expected a file for the proof",
        ),
        (&["f.cnf", "nowhere/p"], "nowhere/p: No such file or directory"),
        (&["f.cnf", "--proof", "-"], "found - for the proof, expected the name of a file"),
        (&["f.cnf", "p", "q"], "found a third file, q, expected a formula and a proof"),
        (&["f.cnf", "p", "--proof", "q"], "found q and p for the proof, expected one of them"),
        (&["f.cnf", "--proof-format", "drat"], "found --proof-format, expected --proof, too"),
    ] {
        let assert = solver(folder.path()).args(args).assert().code(2).stdout(is_empty());
        assert.stderr(contains(format!("dimacs-solve: error: {message}")));
    }
    let names = || {
        let mut names: Vec<_> =
            folder.path().read_dir().unwrap().map(|e| e.unwrap().file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(names(), ["f.cnf", "folder", "g.cnf", "h.cnf.gz", "i"]);
    // An old proof goes, whatever the verdict.
    let old = ["", "1 2 0\n0\n", "1 0\nd 1 2 0\n", "5 1 0 1 2 0\n6 0 5 1 0\n", "a\u{2}\0a\0"];
    for text in old.into_iter().chain(["pseudo-Boolean proof version 3.0\n"]) {
        for (formula, code) in [("g.cnf", 10), ("f.cnf", 20)] {
            fs::write(path("p"), text).unwrap();
            solver(folder.path()).args([formula, "p"]).assert().code(code);
            assert_eq!(path("p").exists(), code == 20);
        }
    }
    assert_eq!(names(), ["f.cnf", "folder", "g.cnf", "h.cnf.gz", "i", "p"]);
}

#[cfg(target_os = "linux")]
mod linux {
    use super::*;
    use std::process::Stdio;

    fn names(folder: &TempDir) -> Vec<String> {
        let entries = folder.path().read_dir().unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    /// A limit on the size of files fails as a full disk does.
    #[test]
    fn a_proof_that_cannot_be_written_is_trouble() {
        let folder = TempDir::new().unwrap();
        for options in ["", "--proof-format veripb --pigeonholes"] {
            let script = format!(
                "trap '' XFSZ; ulimit -f 4; exec {:?} {:?} proof {options}",
                env!("CARGO_BIN_EXE_dimacs-solve"),
                testdata("pigeons-6.cnf"),
            );
            let mut command = Command::new("sh");
            command.current_dir(folder.path()).args(["-c", &script]);
            let large = command.assert();
            if options.is_empty() {
                large.code(2).stdout(is_empty()).stderr(contains("error: "));
                assert_eq!(names(&folder), [""; 0]);
            } else {
                large.code(20).stdout(diff("s UNSATISFIABLE\n"));
                assert_eq!(names(&folder), ["proof"]);
            }
        }
    }

    #[test]
    fn a_search_that_is_ended_leaves_no_proof() {
        let folder = TempDir::new().unwrap();
        let parity = testdata("parity.cnf");
        solver(folder.path()).args(["-T:1", "--proof", "p"]).arg(&parity).assert().code(0);
        assert_eq!(names(&folder), [""; 0]);
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_dimacs-solve"))
            .current_dir(folder.path())
            .args(["--proof", "p", "-"])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        while names(&folder).len() < 2 {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let left = names(&folder);
        let is_part = |name: &String| name.starts_with(".p-") || name.starts_with(".steps-");
        assert!(left.iter().all(is_part), "{left:?}");
    }
}
