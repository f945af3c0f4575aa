//! What the tests over several tools share: the folder of the built tools and a copy of the pipelines.

pub mod imports;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use tempfile::TempDir;

/// The root of the workspace.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// The folder that holds the workspace's binaries, freshly built in the profile of the tests.
///
/// # Panics
/// If they do not build.
#[must_use]
pub fn bin() -> &'static Path {
    static BIN: OnceLock<PathBuf> = OnceLock::new();
    BIN.get_or_init(|| {
        let deps = std::env::current_exe().expect("a test knows its own path");
        let bin = deps.ancestors().nth(2).expect("tests lie in target/<profile>/deps").to_owned();
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--workspace", "--bins", "--quiet"]).current_dir(root());
        if bin.ends_with("release") {
            cargo.arg("--release");
        }
        assert!(cargo.status().expect("cargo runs").success(), "the tools do not build");
        bin
    })
}

/// Whether a program is on the PATH; where it is not, a line says what is not run.
#[must_use]
pub fn have(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).any(|folder| folder.join(program).is_file());
    if !found {
        eprintln!("not run with {program}: it is not installed");
    }
    found
}

/// A temporary copy of what a user runs the pipelines from.
#[derive(Debug)]
pub struct Checkout {
    folder: TempDir,
}

impl Checkout {
    /// Copies the Makefiles, `mk/`, `input.txt`, `testdata/` and the rule sets, and puts the built tools in reach.
    ///
    /// # Panics
    /// If copying fails.
    #[must_use]
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let rules = "crates/rules/rules";
        std::fs::create_dir_all(folder.path().join(rules)).expect("a folder in it");
        for name in [
            "Makefile",
            "Makefile.multi",
            "Makefile.packages",
            "Makefile.rules",
            "mk",
            "input.txt",
            "testdata",
            rules,
        ] {
            let parent = folder.path().join(name);
            let parent = parent.parent().expect("a name has a folder");
            let copied = Command::new("cp").arg("-R").arg(root().join(name)).arg(parent).status();
            assert!(copied.expect("cp runs").success(), "{name} is not copied");
        }
        Self { folder }
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Runs a line of shell there, with the built tools first on the PATH.
    ///
    /// # Panics
    /// If there is no shell.
    #[must_use]
    pub fn sh(&self, line: &str) -> Output {
        self.sh_into(line, Stdio::piped())
    }

    /// The same with another standard output.
    ///
    /// # Panics
    /// If there is no shell.
    #[must_use]
    pub fn sh_into(&self, line: &str, stdout: Stdio) -> Output {
        let path = std::env::var("PATH").unwrap_or_default();
        Command::new("sh")
            .args(["-c", line])
            .current_dir(self.path())
            .env("PATH", format!("{}:{path}", bin().display()))
            .env("BIN", bin())
            .env_remove("MAKEFLAGS")
            .env_remove("MAKELEVEL")
            .env_remove("CARGO_TARGET_DIR")
            .env_remove("SOLVER")
            .stdin(Stdio::null())
            .stdout(stdout)
            .stderr(Stdio::piped())
            .spawn()
            .and_then(Child::wait_with_output)
            .expect("sh runs")
    }

    /// Runs `make` with these words and the built tools; nothing is compiled.
    #[must_use]
    pub fn make(&self, words: &str) -> Output {
        self.sh(&format!("make BIN=\"$BIN\" {words}"))
    }

    /// The text of a file there.
    ///
    /// # Panics
    /// If it cannot be read.
    #[must_use]
    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name))
            .unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Writes a file there.
    ///
    /// # Panics
    /// If it cannot be written.
    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path().join(name), text)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

impl Default for Checkout {
    fn default() -> Self {
        Self::new()
    }
}

/// What a finished command printed, for messages of assertions.
#[must_use]
pub fn shown(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    format!("{}\n{}{}", output.status, text(&output.stdout), text(&output.stderr))
}
