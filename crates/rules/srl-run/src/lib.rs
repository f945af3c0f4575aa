//! Runs SPARQL-RL rule sets over RDF graphs; checks, formats and explains them.
//!
//! - [`infer`](mod@infer) the main job: ground graph in, inference graph out
//! - `choose`: the same where there is something to choose
//! - `check`, `strata`, `fmt`, `why`, `why_not`, `watch`: the subcommands, a module each
//! - `rule_file`, `imports`, `names`: the rule set, and what the command line says in its prefixes
//! - `data`, `output`, `proof`, `report`: graphs in, graphs and proofs out, and what is said about a run

mod check;
mod choose;
mod data;
mod each_graph;
mod evaluate;
mod fmt;
mod imports;
pub mod infer;
mod names;
mod output;
mod proof;
mod question;
mod report;
mod rule_file;
mod strata;
mod watch;
mod why;
mod why_not;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

const AFTER_HELP: &str = "\
Examples:
  srl-run rules.srl data.ttl
  sudoku2rdf input.txt | srl-run --merge --repeat --fold ex:hasValue sudoku.srl - | rdf2grid
  srl-run why rules.srl data.ttl 'ex:anna ex:ancestor ?whom'

Names such as ex:hasValue are by the prefixes of the rule set; an IRI may stand there too.
A file of rules that is named like a subcommand is ./check.

Exit codes:
  0  done
  1  a negative answer: of check, there are errors; of fmt --check, the layout would change;
     of why, there is no such triple; of why-not, there is one; of --choose, there is no answer
  2  trouble: usage, input or output, malformed input, a rule set that is refused
  3  a limit was reached, or with --strict-errors an expression had no value; nothing is printed, or with --each-graph
     the graphs before";

/// Run a SPARQL-RL rule set (.srl; once SHACL rules) over an RDF graph and print what it infers.
#[derive(Debug, Parser)]
#[command(
    name = "srl-run",
    version,
    after_help = AFTER_HELP,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    infer: infer::InferArgs,
}

/// What else there is to do with a rule set.
#[derive(Debug, Subcommand)]
enum Command {
    /// Check a rule set: syntax, well-formedness, stratification, and what is probably not meant
    Check(check::Args),
    /// Show in which order the rules run
    Strata(strata::Args),
    /// Lay a rule set out in one way, comments kept
    Fmt(fmt::Args),
    /// Explain inferred triples: the rule and the triples that gave each, down to the data
    Why(why::Args),
    /// Explain why a triple is not inferred: how far each rule came that could infer it
    WhyNot(question::Question),
    /// Infer again whenever the rules or the data change
    Watch(watch::Args),
}

/// Runs the tool.
///
/// # Errors
/// The rule set is refused, the data cannot be read, a limit is reached, or writing fails.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    match args.command {
        None => infer::run(&args.infer),
        Some(Command::Check(args)) => check::run(&args),
        Some(Command::Strata(args)) => strata::run(&args),
        Some(Command::Fmt(args)) => fmt::run(&args),
        Some(Command::Why(args)) => why::run(&args),
        Some(Command::WhyNot(args)) => why_not::run(&args),
        Some(Command::Watch(args)) => watch::run(&args),
    }
}
