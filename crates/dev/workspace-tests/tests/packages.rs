//! Makefile.packages as a user runs it, with our resolver and with the real ones that are here.
//!
//! Poetry, uv and devpi are found on the PATH, or in the folder `SUDOKU_PYTHON_TOOLS`/bin, where
//! `make -f Makefile.packages tools VENV=…` has put them. What is not there is said in a line.

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::Output;
use workspace_tests::{Checkout, have, shown};

const SOLUTION: &str = "534678912\n672195348\n198342567\n859761423\n426853791\n713924856\n961537284\n287419635\n345286179\n";
const UNSOLVABLE: &str = "55.......\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n";

/// Runs the pipeline with the Python tools in reach and a port of its own.
fn make(here: &Checkout, words: &str) -> Output {
    let port = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    let port = port.expect("a free port").port();
    let venv = tools().map(|folder| format!("VENV='{}'", folder.display())).unwrap_or_default();
    here.make(&format!("-f Makefile.packages DEVPI_PORT={port} PORT={port} {venv} {words}"))
}

fn tools() -> Option<PathBuf> {
    std::env::var_os("SUDOKU_PYTHON_TOOLS").filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

fn has(program: &str) -> bool {
    tools().is_some_and(|folder| folder.join("bin").join(program).is_file()) || have(program)
}

fn succeeds(here: &Checkout, words: &str) -> String {
    let made = make(here, words);
    assert!(made.status.success(), "{words}: {}", shown(&made));
    String::from_utf8_lossy(&made.stdout).into_owned()
}

/// The first words of the steps that were printed.
fn steps(printed: &str) -> Vec<&str> {
    printed.lines().filter_map(|line| line.split(' ').next()).collect()
}

#[test]
fn our_resolver_gives_the_grid_of_the_sat_pipeline() {
    let here = Checkout::new();
    let printed = succeeds(&here, "run check");
    assert_eq!(
        steps(&printed)[..5],
        ["sudoku2pkg", "sudoku2pkg", "pkg-lock", "lock2grid", "grid-check"]
    );
    assert_eq!(here.read("output.txt"), SOLUTION);
    assert!(here.make("run check").status.success());
    assert_eq!(here.read("output.txt"), SOLUTION);
}

#[test]
fn nothing_is_redone_that_is_up_to_date() {
    let here = Checkout::new();
    let port = "PORT=8099";
    succeeds(&here, &format!("run {port}"));
    let again = succeeds(&here, &format!("run {port}"));
    assert!(!again.contains("pkg-lock") && !again.contains("lock2grid"), "{again}");
    let hinted = succeeds(&here, &format!("run {port} HINTS=yes"));
    assert_eq!(steps(&hinted)[..3], ["sudoku2pkg", "pkg-lock", "lock2grid"]);
    assert!(hinted.contains("--hints"));
    // Another input is another even if its file is older than the index.
    let other = succeeds(&here, &format!("run check {port} INPUT=testdata/grids/8x8.txt"));
    assert_eq!(steps(&other)[..4], ["sudoku2pkg", "sudoku2pkg", "pkg-lock", "lock2grid"]);
    assert!(here.read("problem/pyproject.toml").contains("\"sudoku8-2x4-cell88"));
}

#[test]
fn a_puzzle_without_a_solution_gets_a_reason_in_cells() {
    let here = Checkout::new();
    here.write("none.txt", UNSOLVABLE);
    succeeds(&here, "run INPUT=none.txt");
    let reason = here.read("output.txt");
    assert!(reason.contains("row 1, column 1") && reason.contains("row 1, column 2"), "{reason}");
    assert!(!here.path().join("problem/poetry.lock").exists());
    assert!(!make(&here, "check INPUT=none.txt").status.success());
}

#[test]
fn clean_removes_what_was_made_and_nothing_else() {
    let here = Checkout::new();
    let listing =
        |here: &Checkout| String::from_utf8_lossy(&here.sh("ls").stdout).replace("target\n", "");
    let before = listing(&here);
    succeeds(&here, "run");
    succeeds(&here, "clean");
    assert_eq!(listing(&here), before);
}

#[test]
fn a_failure_leaves_no_half_file() {
    let here = Checkout::new();
    for (words, missing) in [
        ("run RESOLVER=npm", "problem/resolver.log"),
        ("run INPUT=no-such-file", "problem/pyproject.toml"),
        ("run INDEX=mk", "problem/pyproject.toml"),
    ] {
        succeeds(&here, "clean");
        let made = make(&here, words);
        assert!(!made.status.success(), "{words}: {}", shown(&made));
        assert!(!here.path().join(missing).exists(), "{words}: {missing} is there");
        assert!(!here.path().join("output.txt").exists(), "{words}");
    }
}

#[test]
fn real_resolvers_give_the_same_grid() {
    let here = Checkout::new();
    here.write("none.txt", UNSOLVABLE);
    for resolver in ["uv", "poetry"].into_iter().filter(|resolver| has(resolver)) {
        succeeds(&here, &format!("run check RESOLVER={resolver}"));
        assert_eq!(here.read("output.txt"), SOLUTION, "{resolver}");
        succeeds(&here, &format!("run RESOLVER={resolver} INPUT=none.txt"));
        assert!(here.read("output.txt").contains("row 1, column 1 is 5"), "{resolver}");
    }
}

#[test]
fn poetry_finds_nothing_to_change_in_our_lock() {
    if !has("poetry") {
        return;
    }
    let here = Checkout::new();
    for puzzle in ["input.txt", "testdata/race/4-hard.txt"] {
        let printed = succeeds(&here, &format!("run check VERIFY=poetry INPUT={puzzle}"));
        assert!(printed.contains("\npoetry check --lock"), "{printed}");
    }
}

#[test]
fn a_resolver_has_a_time_limit() {
    if !has("poetry") {
        return;
    }
    let here = Checkout::new();
    let made = make(&here, "run RESOLVER=poetry TIMEOUT=1 INPUT=testdata/race/4-hard.txt");
    assert!(!made.status.success());
    assert!(shown(&made).contains("poetry has no answer after 1 seconds"), "{}", shown(&made));
    assert!(!here.path().join("problem/resolver.log").exists());
}

#[test]
fn the_whole_story_with_devpi() {
    if !["devpi", "devpi-server", "devpi-init", "poetry"].into_iter().all(has) {
        return;
    }
    let here = Checkout::new();
    // The tools are here already; the target would install them otherwise.
    here.write("run.sh", "BIN=$BIN TARGET=target INPUT=input.txt sh mk/devpi.sh\n");
    let port = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    let port = port.expect("a free port").port();
    let venv = tools().map(|folder| format!("{}/bin:", folder.display())).unwrap_or_default();
    let quiet = "POETRY_VIRTUALENVS_CREATE=false POETRY_CACHE_DIR=cache";
    let told =
        here.sh(&format!("export PATH=\"{venv}$PATH\" DEVPI_PORT={port} {quiet}; sh run.sh"));
    assert!(told.status.success(), "{}", shown(&told));
    assert!(shown(&told).contains("729 files published"));
    assert_eq!(here.read("output.txt"), SOLUTION);
    TcpListener::bind(("127.0.0.1", port)).expect("the server is stopped");
}

/// Reads wheels with the tools of their makers.
#[test]
fn pip_and_twine_take_the_wheels() {
    let here = Checkout::new();
    succeeds(&here, "run");
    let venv = tools().map(|folder| format!("{}/bin:", folder.display())).unwrap_or_default();
    let sh = |line: &str| {
        let told = here.sh(&format!("export PATH=\"{venv}$PATH\"; {line}"));
        assert!(told.status.success(), "{line}: {}", shown(&told));
    };
    if has("twine") {
        sh("twine check --strict target/index/files/*.whl");
    }
    if has("pip") {
        // An old pip takes minutes to find all that the three need.
        let alone = if venv.is_empty() { "--no-deps" } else { "" };
        sh(&format!(
            "pip install --quiet --no-index {alone} --target installed --find-links target/index/files \
            sudoku-cell11==1.0.0 sudoku-cell12==2.0.0 sudoku-cell99==9.0.0"
        ));
        assert!(here.path().join("installed/sudoku_cell99.py").is_file());
        assert!(here.path().join("installed/sudoku_cell12-2.0.0.dist-info/METADATA").is_file());
    }
}
