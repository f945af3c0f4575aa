//! The test suites beside the workspace: what each test is, and what it expects.
//!
//! Three suites: the W3C's of July 2026, with its manifests; the files of August 2026 that are at hand,
//! named by folder and file; and the tests of the order of NOT, named by file, with the data in a comment.

#![allow(clippy::unwrap_used, reason = "a test stops where its material is broken")]

use oxttl::TurtleParser;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What a test examines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The text parses, or does not.
    Syntax,
    /// The rule set is well-formed, or is not.
    WellFormed,
    /// The rule set is stratifiable, or is not.
    Stratification,
    /// The rule set infers the graph of `result` from `data`.
    Evaluation,
}

/// A test of a suite.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    /// Suite, folder and name, such as `2026-07/syntax/syntax-data-01`.
    pub(crate) name: String,
    /// What it examines.
    pub(crate) kind: Kind,
    /// Whether the rule set is to be accepted.
    pub(crate) positive: bool,
    /// The rule set.
    pub(crate) rules: PathBuf,
    /// The data graph of an evaluation test; `None` is the empty graph, or data that is not at hand.
    pub(crate) data: Option<PathBuf>,
    /// The inference graph that an evaluation test expects, where it is at hand.
    pub(crate) result: Option<PathBuf>,
}

/// The folder of shared material, where it is present: `SUDOKU_SHARED`, or `../shared` beside the workspace.
pub(crate) fn shared() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared");
    std::env::var_os("SUDOKU_SHARED")
        .map(PathBuf::from)
        .into_iter()
        .chain([beside])
        .find(|path| path.is_dir())
}

/// All tests of all suites; none where the shared folder is absent.
pub(crate) fn cases() -> Vec<Case> {
    let Some(suites) = shared().map(|shared| shared.join("suites")) else { return Vec::new() };
    let mut cases = Vec::new();
    for folder in ["syntax", "wellformed", "stratification", "eval"] {
        cases.extend(manifest(
            &suites.join("w3c-rules-2026-07").join(folder),
            &format!("2026-07/{folder}"),
        ));
    }
    for folder in ["syntax", "stratification", "eval", "eval2"] {
        cases.extend(by_name(
            &suites.join("w3c-sparql-rl-2026-08").join(folder),
            &format!("2026-08/{folder}"),
        ));
    }
    cases.extend(by_name(&suites.join("not-order"), "not-order"));
    cases
}

/// The tests of a folder's `manifest.ttl`, in the order of the file.
fn manifest(folder: &Path, prefix: &str) -> Vec<Case> {
    const BASE: &str = "http://example/";
    let text = fs::read(folder.join("manifest.ttl")).unwrap();
    let mut nodes: HashMap<String, HashMap<String, String>> = HashMap::new();
    let mut order = Vec::new();
    for triple in TurtleParser::new().with_base_iri(BASE).unwrap().for_slice(&text) {
        let triple = triple.unwrap();
        let (subject, object) = (triple.subject.to_string(), triple.object.to_string());
        let bare = object.trim_matches(['<', '>', '"']).to_owned();
        let local = triple.predicate.as_str().rsplit(['#', '/']).next().unwrap().to_owned();
        if bare.contains("-test") && bare.ends_with("Test") {
            order.push(subject.clone());
        }
        nodes.entry(subject).or_default().insert(local, bare);
    }
    let path = |iri: &String| iri.strip_prefix(BASE).map(|name| folder.join(name));
    let case = |subject: &String| {
        let node = &nodes[subject];
        let class = node["type"].rsplit('#').next().unwrap();
        let action = nodes.get(&node["action"]);
        let name = node["name"].trim_end_matches(".srl");
        Case {
            name: format!("{prefix}/{name}"),
            kind: match class {
                class if class.ends_with("SyntaxTest") => Kind::Syntax,
                class if class.ends_with("WellFormednessTest") => Kind::WellFormed,
                class if class.ends_with("StratificationTest") => Kind::Stratification,
                "RulesEvalTest" => Kind::Evaluation,
                other => panic!("unknown class of tests: {other}"),
            },
            positive: !class.contains("Negative"),
            rules: path(action.map_or(&node["action"], |action| &action["ruleset"])).unwrap(),
            data: action.and_then(|action| path(&action["data"])),
            result: node.get("result").and_then(path),
        }
    };
    order.iter().map(case).collect()
}

/// The tests of a folder without a manifest.
fn by_name(folder: &Path, prefix: &str) -> Vec<Case> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "srl"));
    files.sort();
    let case = |rules: PathBuf| {
        let name = rules.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(&rules).unwrap();
        let data = text.lines().next().and_then(|line| line.strip_prefix("# data: "));
        Case {
            name: format!("{prefix}/{name}"),
            kind: match name.split('-').next() {
                Some("syntax") => Kind::Syntax,
                Some("wellformed") => Kind::WellFormed,
                Some("stratification") => Kind::Stratification,
                _ => Kind::Evaluation,
            },
            positive: !name.contains("-bad-"),
            data: data.map(|data| folder.join(data)),
            result: Some(folder.join(format!("{name}-results.ttl"))).filter(|file| file.exists()),
            rules,
        }
    };
    files.into_iter().map(case).collect()
}
