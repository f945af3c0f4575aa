//! `srl-run strata`: in which order the rules run.

use crate::imports;
use crate::rule_file::{RuleFile, RuleOptions};
use clap::{Args as ClapArgs, ValueEnum};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, ClapArgs)]
pub(crate) struct Args {
    /// The rule set; - is standard input
    rules: PathBuf,

    /// How to show it
    #[arg(short, long, value_enum, value_name = "FORMAT", conflicts_with = "json")]
    format: Option<StrataFormat>,

    #[command(flatten)]
    rule_options: RuleOptions,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StrataFormat {
    /// A line for each stratum and for each group of rules in it
    Text,
    /// A graph of the dependencies, for Graphviz
    Dot,
    /// One object; --json too
    Json,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let options = &args.rule_options;
    let file = RuleFile::read(&args.rules, options)?;
    let rules = imports::rule_set(&file, options)?;
    let engine = file.engine(&rules, options)?;
    let strata = engine.strata();
    let default = if options.json { StrataFormat::Json } else { StrataFormat::Text };
    let text = match args.format.unwrap_or(default) {
        StrataFormat::Text => strata.to_text(&rules),
        StrataFormat::Dot => strata.to_dot(&rules),
        StrataFormat::Json => strata.to_json(&rules),
    };
    pipe_cli::with_stdout(|out| Ok(out.write_all(text.as_bytes())?))?;
    Ok(ExitCode::SUCCESS)
}
