//! What a release needs: one version everywhere, crates that can be published, tools that people can find.

use cargo_metadata::{MetadataCommand, Package};
use workspace_tests::root;

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The crates that are published.
fn published() -> Vec<Package> {
    let mut command = MetadataCommand::new();
    let all = command.manifest_path(root().join("Cargo.toml")).no_deps().exec();
    let all = all.expect("cargo metadata runs").packages;
    all.into_iter().filter(|package| package.publish.is_none()).collect()
}

#[test]
fn there_is_one_version() {
    let version = env!("CARGO_PKG_VERSION");
    assert!(read("CITATION.cff").contains(&format!("\nversion: {version}\n")), "CITATION.cff");
    let changelog = read("CHANGELOG.md");
    let newest = changelog.lines().find_map(|line| line.strip_prefix("## ")).unwrap_or_default();
    assert_eq!(newest.split(' ').next(), Some(version), "CHANGELOG.md");
    let manifest = read("Cargo.toml");
    for package in published() {
        assert_eq!(package.version.to_string(), version, "{}", package.name);
        let line =
            manifest.lines().find(|line| line.starts_with(&format!("{} = {{", package.name)));
        let line = line.unwrap_or_else(|| panic!("{} is not a workspace dependency", package.name));
        assert!(line.contains(&format!("version = \"{version}\"")), "{line}");
    }
}

#[test]
fn the_readme_names_the_test_command_that_is_run_for_a_change() {
    assert!(read("README.md").contains("`make test`"), "README.md");
    assert!(read(".ci/run").lines().any(|line| line == "make test"), ".ci/run");
}

#[test]
fn every_published_crate_says_what_it_is() {
    for package in published() {
        let name = &package.name;
        assert!(package.description.is_some(), "{name} has no description");
        assert!((1..=5).contains(&package.keywords.len()), "{name} has one to five keywords");
        assert!(!package.categories.is_empty(), "{name} has no category");
        assert!(package.license.is_some(), "{name} has no licence");
        let readme = package.readme().unwrap_or_else(|| panic!("{name} has no readme"));
        assert!(readme.is_file(), "{name}: {readme} is missing");
    }
}

#[test]
fn the_readme_has_every_tool() {
    let readme = read("README.md");
    for tool in xtask::tools::tools() {
        let name = tool.get_name();
        let found = readme.lines().any(|line| {
            line.strip_prefix("| `")
                .and_then(|line| line.strip_prefix(name))
                .is_some_and(|rest| rest.starts_with([' ', '`']))
        });
        assert!(found, "{name} is not in README.md's table of tools");
    }
    assert!(readme.lines().count() <= 200, "README.md is longer than 200 lines");
    assert!(
        read("ARCHITECTURE.md").lines().count() <= 150,
        "ARCHITECTURE.md is longer than 150 lines"
    );
}
