//! Who may depend on whom: the table of ARCHITECTURE.md, kept.

use cargo_metadata::{DependencyKind, MetadataCommand, Package};
use std::collections::BTreeMap;
use workspace_tests::root;

/// Each crate, the crates of the workspace that it may use, and the others.
const ALLOWED: &[(&str, &[&str], &[&str])] = &[
    ("sudoku-core", &[], &["thiserror"]),
    ("pipe-cli", &[], &["anyhow", "clap"]),
    ("grid-cli", &["pipe-cli", "sudoku-core"], &["anyhow", "clap"]),
    ("grid-check", &["grid-cli", "pipe-cli", "sudoku-core"], &["anyhow", "clap"]),
    ("sat-format", &[], &["flate2", "lzma-rust2", "thiserror"]),
    (
        "sudoku-sat",
        &["grid-cli", "pipe-cli", "sat-format", "sudoku-core"],
        &["anyhow", "thiserror"],
    ),
    ("sudoku2cnf", &["grid-cli", "pipe-cli", "sudoku-core"], &["anyhow", "clap", "thiserror"]),
    ("dimacs-solve", &["pipe-cli", "sat-format"], &["anyhow", "clap", "signal-hook", "splr"]),
    (
        "sol2grid",
        &["grid-cli", "pipe-cli", "sat-format", "sudoku-core", "sudoku-sat"],
        &["anyhow", "clap"],
    ),
    (
        "sol2grid2",
        &["grid-cli", "pipe-cli", "sat-format", "sudoku-core", "sudoku-sat"],
        &["anyhow", "clap", "rustix", "shlex", "signal-hook", "tempfile"],
    ),
    ("simd-lanes", &[], &[]),
    ("grid-engine", &["simd-lanes"], &[]),
    ("grid-solve", &["grid-engine", "pipe-cli", "sudoku-core"], &["anyhow", "clap", "indicatif"]),
    ("pkg-index", &[], &["serde_json", "sha2", "thiserror", "ureq", "url", "zip"]),
    (
        "pkg-lock",
        &["pipe-cli", "pkg-index", "py-locks"],
        &[
            "anyhow",
            "clap",
            "pep440_rs",
            "pep508_rs",
            "pubgrub",
            "resolvo",
            "sha2",
            "tempfile",
            "thiserror",
            "toml_edit",
        ],
    ),
    ("py-locks", &[], &["serde_json", "thiserror", "toml"]),
    ("sudoku-packages", &["sudoku-core"], &["thiserror"]),
    (
        "sudoku2pkg",
        &["grid-cli", "pipe-cli", "pkg-index", "sudoku-core", "sudoku-packages"],
        &[
            "anyhow",
            "base64",
            "clap",
            "http-body-util",
            "hyper",
            "hyper-util",
            "rpassword",
            "serde_json",
            "tempfile",
            "tokio",
            "ureq",
            "url",
            "zip",
        ],
    ),
    (
        "lock2grid",
        &["grid-cli", "pipe-cli", "py-locks", "sudoku-core", "sudoku-packages"],
        &["anyhow", "clap", "thiserror", "toml"],
    ),
    (
        "srl",
        &[],
        &[
            "hashbrown",
            "oxiri",
            "oxrdf",
            "oxsdatatypes",
            "oxttl",
            "rustc-hash",
            "spareval",
            "sparopt",
            "thiserror",
            "web-time",
        ],
    ),
    ("srl-run", &["pipe-cli", "srl"], &["anyhow", "clap", "flate2"]),
    ("sudoku2rdf", &["grid-cli", "pipe-cli", "sudoku-core"], &["anyhow", "clap"]),
    ("rdf2grid", &["grid-cli", "pipe-cli", "srl", "sudoku-core"], &["anyhow", "clap", "thiserror"]),
    (
        "xtask",
        &[
            "dimacs-solve",
            "grid-check",
            "grid-solve",
            "lock2grid",
            "pipe-cli",
            "pkg-lock",
            "rdf2grid",
            "sol2grid",
            "sol2grid2",
            "srl-run",
            "sudoku2cnf",
            "sudoku2pkg",
            "sudoku2rdf",
        ],
        &["anyhow", "clap", "clap_complete", "clap_mangen"],
    ),
    (
        "sudoku-wasm",
        &[
            "grid-cli",
            "grid-engine",
            "rdf2grid",
            "srl",
            "sudoku-core",
            "sudoku-packages",
            "sudoku2cnf",
            "sudoku2rdf",
        ],
        &["getrandom", "oxsdatatypes", "serde", "serde_json", "wasm-bindgen"],
    ),
    (
        "sudoku-web",
        &["pipe-cli"],
        &["anyhow", "clap", "http-body-util", "hyper", "hyper-util", "tokio"],
    ),
    ("workspace-tests", &[], &["tempfile"]),
];

fn packages() -> Vec<Package> {
    let manifest = root().join("Cargo.toml");
    MetadataCommand::new()
        .manifest_path(manifest)
        .no_deps()
        .exec()
        .expect("cargo metadata runs")
        .packages
}

#[test]
fn every_crate_uses_only_what_its_place_allows() {
    let allowed: BTreeMap<&str, Vec<&str>> =
        ALLOWED.iter().map(|(name, ours, others)| (*name, [*ours, *others].concat())).collect();
    let mut wrong = Vec::new();
    for package in packages() {
        let name = package.name.to_string();
        let Some(allowed) = allowed.get(name.as_str()) else {
            wrong.push(format!("{name} has no line in the table"));
            continue;
        };
        let normal = package
            .dependencies
            .iter()
            .filter(|dependency| dependency.kind == DependencyKind::Normal);
        for dependency in normal.filter(|dependency| !allowed.contains(&dependency.name.as_str())) {
            wrong.push(format!("{name} may not use {}", dependency.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The checker shares with the pipelines only grids: no numbering of variables, no encoding.
#[test]
fn the_checker_knows_no_encoding() {
    for file in ["lib.rs", "main.rs"] {
        let path = root().join("crates/core/grid-check/src").join(file);
        let source = std::fs::read_to_string(&path).expect("the checker's source");
        assert!(
            !source.contains("VarMap") && !source.contains("ClauseCounts"),
            "{}",
            path.display()
        );
    }
}

/// The instructions of a machine's vector registers cannot be named without it.
const MAY_BE_UNSAFE: &str = "simd-lanes";

#[test]
fn unsafe_is_forbidden_everywhere_else() {
    for package in packages().into_iter().filter(|package| *package.name != MAY_BE_UNSAFE) {
        let manifest = std::fs::read_to_string(&package.manifest_path).expect("a manifest");
        assert!(
            manifest.contains("[lints]\nworkspace = true"),
            "{} has lints of its own",
            package.name
        );
    }
}
