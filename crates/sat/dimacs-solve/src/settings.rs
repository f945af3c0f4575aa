//! What the command line asks for.

use crate::cli::Args;
use crate::engine::{Control, EngineName};
use crate::exactly_one::Counting;
use crate::limits::Limits;
use crate::proof::ProofFormat;
use crate::solve::Method;
use crate::z3;
use anyhow::{bail, ensure};
use clap::ValueEnum;
use sat_format::Lit;
use sat_format::dimacs::ReadOptions;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// How an answer is spelled, and which exit code it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Convention {
    /// The SAT competitions'.
    Competition,
    /// That of `z3 -dimacs`.
    Z3,
}

/// Which models are asked for.
#[derive(Debug, Clone)]
pub(crate) struct Enumeration {
    /// `None` for all of them.
    pub(crate) most: Option<u64>,
    /// No two alike on these variables; `None` for all.
    pub(crate) project: Option<Vec<RangeInclusive<u32>>>,
}

/// What is done with cubes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cubes {
    /// There are none.
    None,
    /// At most so many are made.
    Make(usize),
    /// The queries of the file are solved as cubes.
    Solve,
}

/// What the command line asks for.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct Settings {
    pub(crate) convention: Convention,
    /// `None` is standard input.
    pub(crate) file: Option<PathBuf>,
    pub(crate) limits: Limits,
    pub(crate) method: Method,
    pub(crate) engine: EngineName,
    pub(crate) control: Control,
    /// Literals that shall be true, perhaps none; `None` where nothing was said of it.
    pub(crate) assumptions: Option<Vec<Lit>>,
    pub(crate) enumeration: Option<Enumeration>,
    /// Threads.
    pub(crate) jobs: NonZeroUsize,
    pub(crate) cubes: Cubes,
    /// Where the simplified formula goes.
    pub(crate) cnf_out: Option<PathBuf>,
    /// Where a proof goes, and how it is written.
    pub(crate) proof: Option<(PathBuf, ProofFormat)>,
    pub(crate) reading: ReadOptions,
    pub(crate) stats: bool,
    /// Whether they are printed as JSON.
    pub(crate) json: bool,
    /// Whether a model is printed.
    pub(crate) model: bool,
    pub(crate) warnings: bool,
    pub(crate) verbose: bool,
}

impl Settings {
    /// # Errors
    /// The words do not go together, or z3 has no such parameter.
    pub(crate) fn new(mut args: Args) -> anyhow::Result<Self> {
        let convention = if args.dimacs { Convention::Z3 } else { Convention::Competition };
        for parameter in std::mem::take(&mut args.parameter) {
            z3::set_parameter(&mut args, &parameter)?;
        }
        let limits = Limits {
            time: args.time_limit.filter(|time| !time.is_zero()),
            memory: args.memory_limit.filter(|mb| *mb > 0).map(|mb| mb.saturating_mul(1 << 20)),
        };
        let cubes = cubes(&args)?;
        let (file, second) = files(&args, convention)?;
        if let (Some(file), Some(_)) = (&file, &args.cube_file) {
            bail!("found {} and --cube-file, expected one of them", file.display());
        }
        let file = file.or_else(|| args.cube_file.clone());
        let proof = match (args.proof.clone(), second) {
            (Some(proof), Some(second)) => {
                let (proof, second) = (proof.display(), second.display());
                bail!("found {proof} and {second} for the proof, expected one of them")
            }
            (Some(proof), None) => Some((proof, args.proof_format.unwrap_or(ProofFormat::Veripb))),
            (None, Some(proof)) => Some((proof, args.proof_format.unwrap_or(ProofFormat::Drat))),
            (None, None) => {
                ensure!(args.proof_format.is_none(), "found --proof-format, expected --proof, too");
                None
            }
        };
        if let (true, Some((_, format))) = (args.pigeonholes && !args.no_warnings, &proof)
            && *format != ProofFormat::Veripb
        {
            let format = format
                .to_possible_value()
                .map_or_else(String::new, |value| value.get_name().to_owned());
            pipe_cli::warning(format!(
                "--pigeonholes has no effect: a count is no step of a proof in {format}, but of one in veripb"
            ));
        }
        let assumptions = (!args.assume.is_empty()).then(|| args.assume.concat());
        let enumeration = args.enumerate.map(|most| Enumeration {
            most: (most > 0).then_some(most),
            project: (!args.project.is_empty()).then(|| args.project.concat()),
        });
        let control =
            Control { conflicts: args.conflicts, decisions: args.decisions, ..Control::default() };
        let word = match (&assumptions, &enumeration) {
            (Some(_), _) => Some("--assume"),
            (_, Some(_)) => Some("--enumerate"),
            _ => None,
        };
        if let Some(word) = word {
            ensure!(proof.is_none(), "found {word} and a proof, expected one of them");
            ensure!(
                args.engine != EngineName::Splr,
                "the engine splr has no {word}, expected cdcl"
            );
        }
        check_threads(&args, cubes, word, proof.is_some())?;
        if args.engine == EngineName::Splr && control.is_limited() {
            bail!("the engine splr has no --conflicts and no --decisions, expected cdcl");
        }
        Ok(Self {
            control,
            jobs: args.jobs,
            cubes,
            assumptions,
            enumeration,
            cnf_out: args.cnf_out,
            convention,
            limits,
            method: Method {
                seed: args.seed.unwrap_or(0),
                counting: if args.pigeonholes { Counting::Verdict } else { Counting::Clauses },
            },
            engine: args.engine,
            reading: ReadOptions { strict: args.strict, ..ReadOptions::default() },
            stats: args.stats,
            json: args.json,
            model: !args.no_model,
            warnings: !args.no_warnings,
            verbose: args.verbose > 0,
            file,
            proof,
        })
    }
}

/// What is to be done with cubes.
fn cubes(args: &Args) -> anyhow::Result<Cubes> {
    Ok(match (args.cubes, &args.cube_file) {
        (None, None) => Cubes::None,
        (Some(most), None) => Cubes::Make(usize::try_from(most).unwrap_or(usize::MAX)),
        (None, Some(_)) => Cubes::Solve,
        (Some(_), Some(_)) => bail!("found --cubes and --cube-file, expected one of them"),
    })
}

/// Refuses what does not go with cubes or several threads; `word` is an option that asks for something else than a verdict.
fn check_threads(
    args: &Args,
    cubes: Cubes,
    word: Option<&str>,
    has_proof: bool,
) -> anyhow::Result<()> {
    let of_cubes = match cubes {
        Cubes::None => None,
        Cubes::Make(_) => Some("--cubes"),
        Cubes::Solve => Some("--cube-file"),
    };
    let other = word.or(args.cnf_out.as_ref().map(|_| "--cnf-out"));
    if let (Some(cubes), Some(other)) = (of_cubes, other) {
        bail!("found {other} and {cubes}, expected one of them");
    }
    let alone = other.or(of_cubes.filter(|_| cubes != Cubes::Solve));
    if let (Some(word), true) = (alone, args.jobs.get() > 1) {
        bail!("found {word} and several jobs, expected one of them");
    }
    if let Some(word) = of_cubes {
        ensure!(args.engine != EngineName::Splr, "the engine splr has no {word}, expected cdcl");
        let is_verdict = cubes == Cubes::Solve;
        ensure!(is_verdict || !has_proof, "found {word} and a proof, expected one of them");
    }
    Ok(())
}

/// The file to read, where `None` is standard input, and the file for the proof, if it is the second.
fn files(
    args: &Args,
    convention: Convention,
) -> anyhow::Result<(Option<PathBuf>, Option<PathBuf>)> {
    let files: Vec<PathBuf> = args.file.iter().chain(&args.files).cloned().collect();
    if convention == Convention::Z3 {
        return Ok((z3::input(&files, args.stdin, !args.no_warnings)?, None));
    }
    match &files[..] {
        [_, _, third, ..] => {
            bail!("found a third file, {}, expected a formula and a proof", third.display())
        }
        [file, proof @ ..] => {
            let is_stdin = file == Path::new("-");
            let name = file.display();
            ensure!(
                is_stdin || !args.stdin,
                "found --in and the file {name}, expected one of them"
            );
            Ok(((!is_stdin).then(|| file.clone()), proof.first().cloned()))
        }
        [] => Ok((None, None)),
    }
}
