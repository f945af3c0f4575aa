//! `srl-run fmt`: a rule set laid out in one way.

use crate::rule_file::{RuleFile, RuleOptions};
use anyhow::Context;
use clap::Args as ClapArgs;
use srl_syntax::format::format;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Debug, ClapArgs)]
pub(crate) struct Args {
    /// The rule sets; standard input if there are none or -
    rules: Vec<PathBuf>,

    /// Change nothing; name the files whose layout would change, and exit with 1 if there are any
    #[arg(long)]
    check: bool,

    /// Write each file anew instead of printing it
    #[arg(long, conflicts_with = "check", requires = "rules")]
    write: bool,

    #[command(flatten)]
    rule_options: RuleOptions,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let stdin = [PathBuf::from("-")];
    let files = if args.rules.is_empty() { &stdin[..] } else { &args.rules };
    let mut differs = false;
    for path in files {
        // What is not well-formed can be laid out all the same.
        let file = RuleFile::parse(path, &args.rule_options)?;
        let text = format(file.document(&args.rule_options)?);
        let is_new = text != file.text;
        differs |= is_new;
        if args.check {
            if is_new {
                pipe_cli::with_stdout(|out| Ok(writeln!(out, "{}", file.name)?))?;
            }
        } else if args.write && path != Path::new("-") {
            if is_new {
                replace(path, &text).with_context(|| file.name.clone())?;
            }
        } else {
            pipe_cli::with_stdout(|out| Ok(out.write_all(text.as_bytes())?))?;
        }
    }
    Ok(ExitCode::from(u8::from(args.check && differs)))
}

/// Writes a file whole or not at all; behind a link, the file that it leads to.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let path = path.canonicalize()?;
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    fs::write(&part, text)?;
    fs::set_permissions(&part, fs::metadata(&path)?.permissions())?;
    fs::rename(&part, path)
}
