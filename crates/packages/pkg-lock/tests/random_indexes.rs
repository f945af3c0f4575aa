//! Two thousand random indexes: both engines agree with a search that tries everything and with a SAT
//! encoding, every lock satisfies every requirement, and a shortened reason is a reason.

#![expect(clippy::unwrap_used, reason = "a test that goes wrong here should fail")]

mod support;

use pkg_lock::{Engine, Error, Origin, Project, Resolver, Verdict};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use support::{Case, Demand, Random};

const N_CASES: u64 = 2000;

fn cases() -> impl Iterator<Item = Case> {
    (0..N_CASES).map(|seed| Case::random(&mut Random(seed), seed % 2 == 0, seed % 3 == 0))
}

fn everything(case: &Case) -> Vec<usize> {
    (0..case.roots.len() + case.choices.len()).collect()
}

#[test]
fn verdicts_are_those_of_a_search_that_tries_everything() {
    let (mut n_solved, mut n_unsolved) = (0, 0);
    for case in cases() {
        let expected = case.has_solution(&everything(&case));
        let (index, text) = (case.index(), case.pyproject());
        let project = Project::parse(&text).unwrap();
        // A package that the index does not have at all is trouble, not a verdict.
        if case.requires_absent_package() {
            assert!(matches!(Resolver::new(&project, &index), Err(Error::NoPackage { .. })));
            continue;
        }
        for engine in [Engine::Pubgrub, Engine::Resolvo] {
            let mut resolver = Resolver::new(&project, &index).unwrap();
            match resolver
                .resolve(engine, &[Origin::of(&project, "memory")], &mut || Ok(()))
                .unwrap()
            {
                Verdict::Lock(lock) => {
                    assert!(expected, "{engine:?}: {case:#?}");
                    let versions: BTreeMap<String, String> = lock
                        .versions()
                        .map(|(name, version)| (name.to_string(), version.to_owned()))
                        .collect();
                    assert!(case.is_satisfied_by(&versions), "{engine:?}: {versions:?} {case:#?}");
                    n_solved += 1;
                }
                Verdict::NoSolution => {
                    assert!(!expected, "{engine:?}: {case:#?}");
                    let conflict = resolver.conflict(&mut || Ok(())).unwrap();
                    assert!(!case.has_solution(&conflict), "{conflict:?} {case:#?}");
                    // Which pre-releases are wanted depends on all requirements together.
                    let n_tried = if case.has_prereleases() { 0 } else { conflict.len() };
                    for out in 0..n_tried {
                        let mut rest = conflict.clone();
                        rest.remove(out);
                        assert!(
                            case.has_solution(&rest),
                            "{conflict:?} is not smallest: {case:#?}"
                        );
                    }
                    n_unsolved += 1;
                }
            }
        }
    }
    assert!(n_solved > 800 && n_unsolved > 800, "{n_solved} solved, {n_unsolved} not");
}

#[test]
fn verdicts_are_those_of_a_sat_solver() {
    let Some(solver) = dimacs_solve() else {
        println!(
            "not compared with dimacs-solve: it is not built, and DIMACS_SOLVE does not name it"
        );
        return;
    };
    for case in cases() {
        let mut child =
            Command::new(&solver).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(cnf(&case).as_bytes()).unwrap();
        let is_sat = match child.wait().unwrap().code() {
            Some(10) => true,
            Some(20) => false,
            code => panic!("{code:?}"),
        };
        let (index, text) = (case.index(), case.pyproject());
        let project = Project::parse(&text).unwrap();
        // A formula does not know when a pre-release is the last choice.
        if case.requires_absent_package() || case.has_prereleases() {
            continue;
        }
        let mut resolver = Resolver::new(&project, &index).unwrap();
        let verdict = resolver
            .resolve(Engine::Resolvo, &[Origin::of(&project, "memory")], &mut || Ok(()))
            .unwrap();
        assert_eq!(matches!(verdict, Verdict::Lock(_)), is_sat, "{case:#?}");
    }
}

fn dimacs_solve() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("DIMACS_SOLVE") {
        return Some(named.into());
    }
    let target = PathBuf::from(env!("CARGO_BIN_EXE_pkg-lock"));
    let built = target.with_file_name("dimacs-solve");
    built.is_file().then_some(built)
}

/// A variable for each version: at most one of a package, and each requirement a clause.
fn cnf(case: &Case) -> String {
    let mut first = vec![0];
    for versions in &case.packages {
        first.push(first[first.len() - 1] + versions.len());
    }
    let admitted = |demand: &Demand| {
        let n = case.packages.get(demand.package).map_or(0, Vec::len);
        let all = (0..n).filter(|&version| case.admits(demand, version));
        all.map(|version| first[demand.package] + version + 1).collect::<Vec<_>>()
    };
    let mut clauses: Vec<String> = Vec::new();
    let mut add = |negative: &[usize], positive: &[usize]| {
        let mut clause = String::new();
        for var in negative {
            write!(clause, "-{var} ").unwrap();
        }
        for var in positive {
            write!(clause, "{var} ").unwrap();
        }
        clauses.push(clause + "0\n");
    };
    for (package, versions) in case.packages.iter().enumerate() {
        for (version, (_, demands)) in versions.iter().enumerate() {
            let var = first[package] + version + 1;
            for other in 0..version {
                add(&[var, first[package] + other + 1], &[]);
            }
            for demand in demands {
                add(&[var], &admitted(demand));
            }
        }
    }
    for root in &case.roots {
        add(&[], &admitted(root));
    }
    for choice in &case.choices {
        add(&[], &choice.iter().flat_map(&admitted).collect::<Vec<_>>());
    }
    format!("p cnf {} {}\n{}", first[first.len() - 1], clauses.len(), clauses.concat())
}
