//! The tool as people run it, with solvers of every kind and with none.

mod doubles;
mod four;
mod interrupt;
mod solvers;
mod trouble;

use assert_cmd::Command;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder with `problem.cnf` and `answer.txt`.
struct Case {
    folder: TempDir,
}

impl Case {
    /// `puzzle` is a 4×4 puzzle in a line, `solution` the grid that the solver has answered.
    fn new(puzzle: &str, solution: &str) -> Self {
        let case = Self { folder: tempfile::tempdir().expect("a folder") };
        case.write("problem.cnf", &four::cnf(puzzle));
        case.write("answer.txt", &four::answer(solution));
        case
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("a file is written");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a file is there")
    }

    /// The tool in this folder, its temporary files as well, with `answer.txt`.
    fn tool(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sol2grid2"));
        command.current_dir(self.folder.path()).env_remove("SOLVER");
        command.env("TMPDIR", self.folder.path()).arg("answer.txt");
        command
    }

    /// The same with a solver that is a shell script; `$0` is the CNF.
    fn with_script(&self, script: &str) -> Command {
        let mut command = self.tool();
        command.arg("--solver").arg(format!("sh -c '{script}'"));
        command
    }
}

/// The rows of a 4×4 grid that is written in a line.
fn rows(line: &str) -> String {
    [&line[..4], &line[4..8], &line[8..12], &line[12..], ""].join("\n")
}

/// The folder that cargo builds the binaries into.
fn bin_folder() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_sol2grid2")).parent().expect("a folder")
}
