//! Who may depend on whom: `xtask::layers` against the manifests, the sources and ARCHITECTURE.md.

use cargo_metadata::{DependencyKind, MetadataCommand, Package};
use std::collections::{BTreeMap, BTreeSet};
use workspace_tests::{imports, root};
use xtask::layers::{ALLOWED, LAYERS, layer_of, table};

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
            wrong.push(format!("{name} has no line in ALLOWED"));
            continue;
        };
        let normal = package
            .dependencies
            .iter()
            .filter(|dependency| dependency.kind == DependencyKind::Normal)
            .map(|dependency| dependency.name.as_str());
        let used: BTreeSet<&str> = normal.collect();
        for dependency in &used {
            if !allowed.contains(dependency) {
                wrong.push(format!("{name} may not use {dependency}"));
            }
        }
        // What is allowed and not used would be a false line in ARCHITECTURE.md.
        for dependency in allowed.iter().filter(|dependency| !used.contains(*dependency)) {
            wrong.push(format!("{name} does not use {dependency}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn layers_use_only_the_layers_below() {
    let mut wrong = Vec::new();
    for (name, ours, _) in ALLOWED {
        let Some(layer) = layer_of(name) else {
            wrong.push(format!("{name} is in no layer"));
            continue;
        };
        for used in *ours {
            if !layer_of(used).is_some_and(|below| layer.uses.contains(&below.name)) {
                wrong.push(format!(
                    "{name} is in the layer {}, which may not use {used}",
                    layer.name
                ));
            }
        }
    }
    let listed = LAYERS.iter().flat_map(|layer| layer.crates);
    for name in listed.filter(|name| !ALLOWED.iter().any(|(row, ..)| row == *name)) {
        wrong.push(format!("{name} has no line in ALLOWED"));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_architecture_shows_the_same_table() {
    let page = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("a document");
    assert!(
        page.contains(&format!("\n{}\n", table())),
        "ARCHITECTURE.md should have this table, which `cargo run -p xtask -- layers` prints:\n{}",
        table()
    );
}

/// The checker shares grids with the pipelines, and nothing by which one of them is encoded.
#[test]
fn the_checker_knows_no_encoding() {
    let imported = imports::of_crate(&root().join("crates/core/grid-check"));
    let encoding = ["VarMap", "ClauseCounts", "var_map"];
    let wrong: Vec<_> = imported
        .iter()
        .filter(|import| import.path.iter().any(|name| encoding.contains(&name.as_str())))
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(
        imported.iter().any(|import| import.path.first().is_some_and(|name| name == "sudoku_core")),
        "the checker's imports are not found"
    );
}

/// Files of one crate import each other in one direction.
#[test]
fn files_of_a_crate_have_no_circles() {
    let mut circles = Vec::new();
    for package in packages() {
        let folder = package.manifest_path.parent().expect("a manifest lies in a folder");
        for circle in imports::circles(folder.as_std_path()) {
            circles.push(format!("{}: {}", package.name, circle.join(" -> ")));
        }
    }
    assert!(circles.is_empty(), "{circles:#?}");
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
