//! What the tests of the tool share.

use assert_cmd::Command;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// Rules about ancestors.
pub(crate) const FAMILY: &str = "\
PREFIX ex: <http://example.org/>
# Parents are ancestors.
RULE ex:parent { ?x ex:ancestor ?y } WHERE { ?x ex:parent ?y }
RULE ex:further { ?x ex:ancestor ?z } WHERE { ?x ex:ancestor ?y . ?y ex:parent ?z }
";

/// A family as Turtle.
pub(crate) const DATA: &str = "\
@prefix ex: <http://example.org/> .
ex:anna ex:parent ex:ben .
ex:ben ex:parent ex:cleo .
";

/// What is inferred, as N-Triples.
pub(crate) const INFERRED: &str = "\
<http://example.org/anna> <http://example.org/ancestor> <http://example.org/ben> .
<http://example.org/ben> <http://example.org/ancestor> <http://example.org/cleo> .
<http://example.org/anna> <http://example.org/ancestor> <http://example.org/cleo> .
";

/// A folder with files.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        let folder = Self(tempfile::tempdir().expect("it is there"));
        for (name, text) in files {
            folder.write(name, text.as_bytes());
        }
        folder
    }

    /// The family's `rules.srl` and `data.ttl`.
    pub(crate) fn family() -> Self {
        Self::with(&[("rules.srl", FAMILY), ("data.ttl", DATA)])
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path(name), bytes).expect("it is there");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("it is there")
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The tool with these arguments, in the folder.
    pub(crate) fn run(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_srl-run"));
        command.args(arguments).current_dir(self.0.path());
        command
    }

    /// What it prints when all is well.
    pub(crate) fn stdout(&self, arguments: &[&str]) -> String {
        let done = self.run(arguments).assert().success();
        String::from_utf8(done.get_output().stdout.clone()).expect("it is there")
    }
}
