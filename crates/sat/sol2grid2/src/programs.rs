//! The programs of the workspace that this tool runs: each beside it, or else on `PATH`.
//!
//! They are run and not linked, so that whoever checks a certificate trusts the same programs that can
//! be run by hand.

use anyhow::Context;
use pipe_cli::{Failure, beside};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};

/// A program that runs; it is killed if it is dropped before its end.
#[derive(Debug)]
pub(crate) struct Program {
    name: &'static str,
    child: Child,
    errors: File,
}

impl Program {
    /// Starts a program of the workspace without standard input.
    ///
    /// # Errors
    /// It cannot be started.
    pub(crate) fn start(
        name: &'static str,
        words: impl IntoIterator<Item = OsString>,
    ) -> anyhow::Result<(Self, ChildStdout)> {
        let errors = tempfile::tempfile().context("temporary file")?;
        let mut command = Command::new(beside(name));
        command.args(words).stdin(Stdio::null()).stdout(Stdio::piped());
        command.stderr(errors.try_clone().context("temporary file")?);
        let mut child = command.spawn().map_err(|error| {
            let help = format!("{name} is looked for beside this program and on PATH");
            Failure::new(format!("{name}: {error}")).help(help)
        })?;
        let stdout = child.stdout.take().context("standard output is a pipe")?;
        Ok((Self { name, child, errors }, stdout))
    }

    /// Waits for the end: what it is, and what was written to standard error.
    ///
    /// # Errors
    /// The system cannot tell.
    fn wait(&mut self) -> io::Result<(ExitStatus, String)> {
        let status = self.child.wait()?;
        let mut errors = String::new();
        self.errors.rewind()?;
        self.errors.read_to_string(&mut errors)?;
        Ok((status, errors))
    }

    /// Waits for the end, which must be success.
    ///
    /// # Errors
    /// It is not.
    pub(crate) fn succeed(mut self) -> anyhow::Result<()> {
        let (status, errors) = self.wait().context(self.name)?;
        if status.success() { Ok(()) } else { Err(trouble(self.name, status, &errors)) }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // One that has ended cannot be killed, and need not be.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs a checker: the text in which it objects, or nothing.
///
/// # Errors
/// It gives no verdict.
pub(crate) fn objection(
    name: &'static str,
    words: impl IntoIterator<Item = OsString>,
) -> anyhow::Result<Option<String>> {
    let (mut program, mut stdout) = Program::start(name, words)?;
    let mut text = String::new();
    stdout.read_to_string(&mut text).context(name)?;
    let (status, errors) = program.wait().context(name)?;
    match status.code() {
        Some(0) => Ok(None),
        Some(1) => {
            let line = text.lines().next().unwrap_or(name);
            Ok(Some(line.strip_prefix("c ").unwrap_or(line).to_owned()))
        }
        _ => Err(trouble(name, status, &errors)),
    }
}

/// What a program says of its own failure.
fn trouble(name: &str, status: ExitStatus, errors: &str) -> anyhow::Error {
    let prefix = format!("{name}: error: ");
    let said = errors.lines().find_map(|line| line.strip_prefix(&prefix));
    match said {
        Some(said) => anyhow::anyhow!("{name}: {said}"),
        None => anyhow::anyhow!("{name}: {status}"),
    }
}
