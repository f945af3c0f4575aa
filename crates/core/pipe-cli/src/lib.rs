//! The one shell of all the tools: streams, messages and exit codes.
//!
//! A tool's `main` is a line: [`main`] parses the arguments, calls the body and turns what it
//! returns into an exit code and, on failure, one message:
//!
//! ```text
//! sudoku2cnf: error: input.txt:3:7: unexpected character 'x', expected '.' or a digit 1 to 9
//! ```
//!
//! - no file, or `-`, is standard input ([`Input`]);
//! - standard output is the product: [`with_stdout`] buffers it and flushes it inside the fallible
//!   body, so that a full disk is an error, and a closed pipe quiet;
//! - an output file is whole or absent ([`WholeFile`]);
//! - standard error is for people, and never receives a raw control character.

mod beside;
mod input;
mod memory;
mod message;
mod output;
mod seconds;
#[cfg(unix)]
mod signals;
mod threads;
mod whole_file;

pub use beside::beside;
pub use input::Input;
pub use memory::resident_memory;
pub use message::{Failure, note, warning};
pub use output::{Stdout, with_stdout};
pub use seconds::seconds;
#[cfg(unix)]
pub use signals::ignored_signals;
pub use threads::threads;
pub use whole_file::{WholeFile, remove_left, write_file};

use clap::Parser;
use std::io::Write;
use std::process::ExitCode;

/// The exit code for trouble: usage, input or output, malformed input.
pub const TROUBLE: u8 = 2;

/// Runs a tool: parses the arguments, calls `body` with them, and maps the result to an exit code.
///
/// A usage error or a failure of `body` is one message on standard error and code [`TROUBLE`], or
/// the code that a [`Failure`] in the chain of errors carries.
pub fn main<A: Parser>(body: impl FnOnce(A) -> anyhow::Result<ExitCode>) -> ExitCode {
    let mut command = A::command();
    message::set_tool(command.get_name());
    let parsed = command.try_get_matches_from_mut(std::env::args_os()).and_then(|mut matches| {
        A::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
    });
    match parsed {
        Ok(args) => exit_code(body(args)),
        Err(usage) => report_usage(&usage),
    }
}

/// Maps the result of a tool's body to its exit code, reporting a failure on standard error.
#[must_use]
pub fn exit_code(result: anyhow::Result<ExitCode>) -> ExitCode {
    match result {
        Ok(code) => code,
        Err(error) => message::report(&error),
    }
}

/// Reports what the argument parser says: help and version are products, the rest is trouble.
#[must_use]
pub fn report_usage(usage: &clap::Error) -> ExitCode {
    if usage.use_stderr() {
        message::print(&usage.render().to_string());
        ExitCode::from(TROUBLE)
    } else {
        exit_code(
            with_stdout(|out| Ok(write!(out, "{}", usage.render())?)).map(|()| ExitCode::SUCCESS),
        )
    }
}

/// Tells the messages the tool's name, where [`main`] does not do it.
pub fn set_tool(name: &str) {
    message::set_tool(name);
}
