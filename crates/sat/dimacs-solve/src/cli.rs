//! The command line.

use crate::engine::EngineName;
use crate::number::{literals, variables, whole_number};
use crate::proof::ProofFormat;
use clap::Parser;
use sat_format::Lit;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

const AFTER_HELP: &str = "\
Examples:
  dimacs-solve problem.cnf          the answer as the SAT competitions have it
  dimacs-solve -dimacs problem.cnf  the answer as z3 -dimacs prints it
  sudoku2cnf input.txt | dimacs-solve -T:10
  dimacs-solve problem.cnf --proof problem.pbp && proof-check problem.cnf problem.pbp
  dimacs-solve problem.cnf problem.drat     as the SAT competitions have it
  dimacs-solve problem.cnf --assume '1 -2'  a model with these, or which of them clash
  dimacs-solve problem.cnf --enumerate 0 --project 1-9
  dimacs-solve -j 4 problem.cnf             a race of four searches
  dimacs-solve --cubes 100 problem.cnf > problem.icnf && dimacs-solve -j 4 --cube-file problem.icnf

z3's spellings are understood everywhere: -dimacs, -in, -T:10, -t:100, -memory:500, -st, -v:1, -nw,
-model, -file:problem.cnf, -version, -h; with -dimacs also parameters, as in sat.random_seed=7.

Exit codes:
  10, 20, 0           satisfiable, unsatisfiable, unknown
  2                   trouble: usage, input or output, malformed input
With -dimacs, as z3 has them:
  0                   satisfiable, unsatisfiable, unknown, timeout
  101, 108, 109, 110  out of memory, no such file, wrong usage, wrong parameter
  2                   other trouble";

/// A SAT solver for DIMACS CNF files, command-line compatible with z3 -dimacs
#[derive(Debug, Clone, Parser)]
#[command(name = "dimacs-solve", version, after_help = AFTER_HELP, args_override_self = true)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct Args {
    /// The CNF, or an incremental one with queries, as text or compressed with gzip or xz; standard input
    /// if there is none, or for -; after it, where a proof goes
    #[arg(value_name = "FILE [PROOF]")]
    pub files: Vec<PathBuf>,

    /// Answer as z3 -dimacs does: one v line, exit code 0 for each verdict [also: -dimacs]
    #[arg(long)]
    pub dimacs: bool,

    /// Read standard input, which --dimacs does not do by itself [also: -in]
    #[arg(long = "in")]
    pub stdin: bool,

    /// The file, as an option: it goes before the others, as z3's -file
    #[arg(long, value_name = "FILE", hide = true)]
    pub file: Option<PathBuf>,

    /// Give up after so many seconds, such as 10 or 0.5; 0 for never [also: -T:SECONDS, --time=SECONDS]
    #[arg(short = 'T', short_alias = 't', long, alias = "time", value_name = "SECONDS", value_parser = pipe_cli::seconds)]
    pub time_limit: Option<Duration>,

    /// Give up when the memory in use is over so many megabytes, 0 for never [also: -memory:MB]
    #[arg(long, value_name = "MB", value_parser = whole_number)]
    pub memory_limit: Option<u64>,

    /// Give up after so many conflicts of the search
    #[arg(short, long, value_name = "N", value_parser = whole_number)]
    pub conflicts: Option<u64>,

    /// Give up after so many decisions of the search
    #[arg(short, long, value_name = "N", value_parser = whole_number)]
    pub decisions: Option<u64>,

    /// Search for a model in which these literals are true, as in '1 -2'; where there is none, a line
    /// 'c failed' has those that clash with the formula
    #[arg(long, value_name = "LITS", value_parser = literals, allow_hyphen_values = true)]
    pub assume: Vec<Vec<Lit>>,

    /// Print so many models, one after the other; 0 for all
    #[arg(long, value_name = "N", value_parser = whole_number)]
    pub enumerate: Option<u64>,

    /// No two of them alike on these variables, as in '1-9 12'
    #[arg(long, value_name = "VARS", value_parser = variables, requires = "enumerate")]
    pub project: Vec<Vec<RangeInclusive<u32>>>,

    /// Write what is left of the formula before the search to this file; it has the same models
    #[arg(long, value_name = "FILE")]
    pub cnf_out: Option<PathBuf>,

    /// Threads: so many searches of different engines and orders run for the first answer, or so many cubes are solved
    /// at a time
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = pipe_cli::threads)]
    pub jobs: NonZeroUsize,

    /// Split the formula into so many cubes, at most, and print it with them, as an incremental CNF
    #[arg(long, value_name = "N", value_parser = whole_number)]
    pub cubes: Option<u64>,

    /// Solve the formula of this incremental CNF cube by cube, which are its queries: the verdict is one on the whole
    /// formula
    #[arg(long, value_name = "FILE", conflicts_with = "file")]
    pub cube_file: Option<PathBuf>,

    /// Search in another order; the same seed gives the same output
    #[arg(long, value_name = "N", value_parser = whole_number)]
    pub seed: Option<u64>,

    /// What searches, after simplification and counts
    #[arg(long, value_enum, value_name = "NAME", default_value_t)]
    pub engine: EngineName,

    /// Write a proof of the verdict "unsatisfiable" to this file; else there will be no such file
    #[arg(long, value_name = "PROOF")]
    pub proof: Option<PathBuf>,

    /// Its format [default: veripb for --proof, drat for the second file]
    #[arg(long, value_name = "FORMAT")]
    pub proof_format: Option<ProofFormat>,

    /// Also conclude from counts that there is no model: decides pigeonhole formulas at once
    #[arg(long)]
    pub pigeonholes: bool,

    /// Refuse what is only odd: a header that is absent or wrong, a % at the end
    #[arg(long)]
    pub strict: bool,

    /// Print statistics after the answer [also: -st]
    #[arg(long)]
    pub stats: bool,

    /// Print them as JSON in one line that starts with c, with the course of the search
    #[arg(long, requires = "stats", conflicts_with = "dimacs")]
    pub json: bool,

    /// Do not warn about what is odd [also: -nw, -q]
    #[arg(short_alias = 'q', long, alias = "quiet")]
    pub no_warnings: bool,

    /// Print the verdict without a model
    #[arg(short, long)]
    pub no_model: bool,

    /// Tell what is being done, from level 1 on: notes on standard error and, while a search runs, a
    /// line of figures a second [also: -v:LEVEL]
    #[arg(short, long, value_name = "LEVEL", default_value_t = 0, value_parser = whole_number)]
    pub verbose: u64,

    /// Accepted and without effect, as in z3: the milliseconds of a query
    #[arg(long, value_name = "MS", hide = true, value_parser = whole_number)]
    pub soft_time_limit: Option<u64>,

    /// Accepted and without effect, as in z3: a model is always printed
    #[arg(long, hide = true)]
    pub model: bool,

    /// A parameter of z3's, NAME=VALUE
    #[arg(long, value_name = "NAME=VALUE", hide = true)]
    pub parameter: Vec<String>,
}
