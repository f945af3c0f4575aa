//! Chores of the workspace.
//!
//! - `cargo run -p xtask -- manual DIR` writes man pages and shell completions of all the tools, from the definitions of
//!   their arguments, where they belong below an installation's prefix: `share/man/man1`,
//!   `share/bash-completion/completions`, `share/zsh/site-functions` and `share/fish/vendor_completions.d`.
//! - `tools` prints the names of the tools, one a line; `make install` reads them.
//! - `layers` prints ARCHITECTURE.md's table of who uses whom.

use anyhow::Context;
use clap::{Command, Parser};
use clap_complete::Shell;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use xtask::tools::tools;

/// Chores of the workspace.
#[derive(Debug, Parser)]
#[command(name = "xtask")]
enum Args {
    /// Write man pages and completions below DIR.
    Manual {
        /// The folder that stands for the prefix.
        dir: PathBuf,
    },
    /// Print the names of the tools, one a line.
    Tools,
    /// Print the table of who may depend on whom.
    Layers,
}

fn main() -> ExitCode {
    pipe_cli::main(|args: Args| {
        let mut out = std::io::stdout().lock();
        match args {
            Args::Manual { dir } => {
                for tool in tools() {
                    write_manual(&dir, tool)?;
                }
            }
            Args::Tools => {
                for tool in tools() {
                    writeln!(out, "{}", tool.get_name())?;
                }
            }
            Args::Layers => write!(out, "{}", xtask::layers::table())?,
        }
        Ok(ExitCode::SUCCESS)
    })
}

fn write_manual(prefix: &Path, mut tool: Command) -> anyhow::Result<()> {
    let name = tool.get_name().to_owned();
    let man = open_folder(prefix, "share/man/man1")?;
    // A page for each subcommand too.
    clap_mangen::generate_to(tool.clone().disable_help_subcommand(true), &man)?;
    for (shell, folder, file) in [
        (Shell::Bash, "share/bash-completion/completions", name.clone()),
        (Shell::Zsh, "share/zsh/site-functions", format!("_{name}")),
        (Shell::Fish, "share/fish/vendor_completions.d", format!("{name}.fish")),
    ] {
        let path = open_folder(prefix, folder)?.join(file);
        clap_complete::generate(shell, &mut tool, &name, &mut create(&path)?);
    }
    Ok(())
}

fn open_folder(prefix: &Path, name: &str) -> anyhow::Result<PathBuf> {
    let folder = prefix.join(name);
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    Ok(folder)
}

fn create(path: &Path) -> anyhow::Result<fs::File> {
    fs::File::create(path).with_context(|| path.display().to_string())
}
