//! Writes man pages and shell completions of all the tools, from the definitions of their arguments.
//!
//! `cargo run -p xtask -- manual DIR` writes them where they belong below an installation's prefix:
//! `share/man/man1`, `share/bash-completion/completions`, `share/zsh/site-functions` and
//! `share/fish/vendor_completions.d`.

use anyhow::Context;
use clap::{Command, CommandFactory, Parser};
use clap_complete::Shell;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Chores of the workspace.
#[derive(Debug, Parser)]
#[command(name = "xtask")]
enum Args {
    /// Write man pages and completions below DIR.
    Manual {
        /// The folder that stands for the prefix.
        dir: PathBuf,
    },
}

fn main() -> ExitCode {
    pipe_cli::main(|Args::Manual { dir }: Args| {
        for tool in tools() {
            write_manual(&dir, tool)?;
        }
        Ok(ExitCode::SUCCESS)
    })
}

/// The command-line definition of every tool.
fn tools() -> Vec<Command> {
    vec![
        sudoku2cnf::Args::command(),
        dimacs_solve::Args::command(),
        sol2grid::Args::command(),
        sol2grid2::Args::command(),
        sudoku2rdf::Args::command(),
        srl_run::Args::command(),
        rdf2grid::cli::Args::command(),
        sudoku2pkg::Args::command(),
        pkg_lock::Args::command(),
        lock2grid::Args::command(),
        grid_check::Args::command(),
        grid_solve::Args::command(),
        grid_solve::generate::Args::command(),
    ]
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
