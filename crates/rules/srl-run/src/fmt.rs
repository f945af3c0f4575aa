//! `srl-run fmt`: a rule set laid out in one way.

use crate::rule_file::{RuleFile, RuleOptions};
use clap::{Args as ClapArgs, ValueEnum};
use srl_syntax::format::{Spelling, convert, format};
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

    /// Write all rules in one spelling: as RULE with SET and NOT, or as CONSTRUCT with BIND and FILTER NOT EXISTS
    #[arg(long, value_enum, value_name = "SPELLING")]
    to: Option<To>,

    #[command(flatten)]
    rule_options: RuleOptions,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum To {
    Rule,
    Construct,
}

impl To {
    fn spelling(self) -> Spelling {
        match self {
            Self::Rule => Spelling::Rule,
            Self::Construct => Spelling::Construct,
        }
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let stdin = [PathBuf::from("-")];
    let files = if args.rules.is_empty() { &stdin[..] } else { &args.rules };
    let mut differs = false;
    for path in files {
        // What is not well-formed can be laid out all the same.
        let file = RuleFile::parse(path, &args.rule_options)?;
        let document = file.document(&args.rule_options)?;
        let text = match args.to {
            None => format(document),
            Some(to) => convert(document, to.spelling())
                .map_err(|error| file.failure(&[*error], args.rule_options.json))?,
        };
        let is_new = text != file.text;
        differs |= is_new;
        if args.check {
            if is_new {
                pipe_cli::with_stdout(|out| Ok(writeln!(out, "{}", file.name)?))?;
            }
        } else if args.write && path != Path::new("-") {
            if is_new {
                pipe_cli::write_file(path, text.as_bytes())?;
            }
        } else {
            pipe_cli::with_stdout(|out| Ok(out.write_all(text.as_bytes())?))?;
        }
    }
    Ok(ExitCode::from(u8::from(args.check && differs)))
}
