//! Inputs by which wrong locks or wrong verdicts once came about, each as the kind that it stands for.

#![expect(clippy::unwrap_used, reason = "a test that goes wrong here should fail")]

mod projects;
mod versions;

use assert_cmd::Command;
use std::fs;
use std::io::{Cursor, Write as _};
use std::path::Path;
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A project and a flat folder of wheels.
struct Case {
    folder: TempDir,
}

impl Case {
    fn new(pyproject: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("index")).unwrap();
        fs::write(folder.path().join("pyproject.toml"), pyproject).unwrap();
        Self { folder }
    }

    fn requiring(requirements: &str) -> Self {
        Self::new(&format!(
            "[project]\nname = \"p\"\nversion = \"1\"\ndependencies = [{requirements}]\n"
        ))
    }

    /// Adds a wheel with more headers than name and version.
    fn wheel(self, name: &str, version: &str, headers: &str) -> Self {
        let metadata =
            format!("Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{headers}");
        self.wheel_of(&format!("{name}-{version}-py3-none-any.whl"), &metadata)
    }

    fn wheel_of(self, filename: &str, metadata: &str) -> Self {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        let stem: Vec<&str> = filename.splitn(3, '-').take(2).collect();
        let member = format!("{}.dist-info/METADATA", stem.join("-"));
        zip.start_file(member, SimpleFileOptions::default()).unwrap();
        zip.write_all(metadata.as_bytes()).unwrap();
        let bytes = zip.finish().unwrap().into_inner();
        fs::write(self.path().join("index").join(filename), bytes).unwrap();
        self
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn run(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pkg-lock"));
        command.current_dir(self.path()).args(["--index", "index"]);
        command
    }

    /// The pins of the lock, by both engines.
    fn pins(&self) -> String {
        let mut all = Vec::new();
        for engine in ["resolvo", "pubgrub"] {
            let mut run = self.run();
            run.args(["--engine", engine, "--format", "requirements", "-o", "-"]);
            let output = run.assert().success().get_output().stdout.clone();
            let text = String::from_utf8(output).unwrap();
            let lines = text.lines().filter(|line| !line.starts_with(['#', ' ']));
            let pins: Vec<&str> = lines.map(|line| line.trim_end_matches([' ', '\\'])).collect();
            all.push(pins.join("\n"));
        }
        assert_eq!(all[0], all[1]);
        all.remove(0)
    }

    fn has_no_solution(&self) {
        for engine in ["resolvo", "pubgrub"] {
            self.run().args(["--engine", engine]).assert().code(1);
        }
    }
}
