//! z3's option language, translated to ours, and z3's messages.
//!
//! z3 spells an option `-name` or `-name:value` (with one dash or two) and a parameter `name=value`.
//! A table translates the options before the command line is parsed, so that the parser, the help
//! and the manual page describe one set of options.
//!
//! # References
//! - Z3, version 5: `src/shell/main.cpp` (options, exit codes), `src/api/z3_params.h` and
//!   `z3 -pm:sat` (parameters)

use crate::cli::Args;
use crate::number::whole_number;
use crate::proof::ProofFormat;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use pipe_cli::Failure;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// z3's word and ours; a word that ends in `:` is followed by a value, as ours is that ends in `=`.
const SPELLINGS: &[(&str, &str)] = &[
    ("dimacs", "--dimacs"),
    ("in", "--in"),
    ("st", "--stats"),
    ("nw", "--no-warnings"),
    ("model", "--model"),
    ("version", "--version"),
    ("h", "--help"),
    ("?", "--help"),
    ("T:", "--time-limit="),
    ("t:", "--soft-time-limit="),
    ("memory:", "--memory-limit="),
    ("v:", "--verbose="),
    ("file:", "--file="),
];

/// Options that are another spelling of a parameter; ours are more exact about their value.
const PARAMETERS: &[(&str, &str)] = &[("t:", "timeout="), ("memory:", "memory_max_size=")];

/// z3's parameters that change how it searches, not what the answer is.
const WITHOUT_EFFECT: &str = "\
    smt.random_seed
    auto_config debug_ref_count dot_proof_file dump_models encoding memory_high_watermark
    memory_high_watermark_mb memory_max_alloc_count model model_validate proof rlimit
    smtlib2_compliant timeout trace trace_file_name type_check unicode unsat_core well_sorted_check
    parallel.enable parallel.threads.max
    sat.abce sat.acce sat.anf sat.anf.delay sat.anf.exlin sat.asymm_branch sat.asymm_branch.all
    sat.asymm_branch.delay sat.asymm_branch.limit sat.asymm_branch.rounds sat.asymm_branch.sampled
    sat.ate sat.backtrack.conflicts sat.backtrack.scopes sat.bca sat.bce sat.bce_at sat.bce_delay
    sat.binspr sat.blocked_clause_limit sat.branching.anti_exploration sat.branching.heuristic
    sat.burst_search sat.cardinality.encoding sat.cardinality.solver sat.cce sat.core.minimize
    sat.core.minimize_partial sat.cut sat.cut.aig sat.cut.delay sat.cut.dont_cares sat.cut.force
    sat.cut.lut sat.cut.npn3 sat.cut.redundancies sat.cut.xor sat.ddfw.init_clause_weight
    sat.ddfw.reinit_base sat.ddfw.restart_base sat.ddfw.threads sat.ddfw.use_reward_pct
    sat.ddfw_search sat.dimacs.core sat.drat.activity sat.drat.binary sat.drat.check_sat
    sat.drat.check_unsat sat.dyn_sub_res sat.elim_vars sat.elim_vars_bdd
    sat.elim_vars_bdd_delay sat.enable_pre_simplify sat.euf sat.force_cleanup sat.gc sat.gc.burst
    sat.gc.defrag sat.gc.increment sat.gc.initial sat.gc.k sat.gc.small_lbd sat.inprocess.max
    sat.inprocess.out sat.local_search sat.local_search_dbg_flips sat.local_search_mode
    sat.local_search_threads sat.lookahead.cube.cutoff sat.lookahead.cube.depth
    sat.lookahead.cube.fraction sat.lookahead.cube.freevars sat.lookahead.cube.psat.clause_base
    sat.lookahead.cube.psat.trigger sat.lookahead.cube.psat.var_exp sat.lookahead.delta_fraction
    sat.lookahead.double sat.lookahead.global_autarky sat.lookahead.preselect sat.lookahead.reward
    sat.lookahead.use_learned sat.lookahead_scores sat.lookahead_simplify
    sat.lookahead_simplify.bca sat.minimize_lemmas sat.override_incremental
    sat.pb.lemma_format sat.pb.min_arity sat.pb.resolve sat.pb.solver sat.phase sat.phase.sticky
    sat.prob_search sat.probing sat.probing_binary sat.probing_cache sat.probing_cache_limit
    sat.probing_limit sat.propagate.prefetch sat.random_freq sat.reorder.activity_scale
    sat.reorder.base sat.reorder.itau sat.rephase.base sat.resolution.cls_cutoff1
    sat.resolution.cls_cutoff2 sat.resolution.limit sat.resolution.lit_cutoff_range1
    sat.resolution.lit_cutoff_range2 sat.resolution.lit_cutoff_range3 sat.resolution.occ_cutoff
    sat.resolution.occ_cutoff_range1 sat.resolution.occ_cutoff_range2
    sat.resolution.occ_cutoff_range3 sat.restart sat.restart.emafastglue sat.restart.emaslowglue
    sat.restart.factor sat.restart.fast sat.restart.initial sat.restart.margin sat.restart.max
    sat.retain_blocked_clauses sat.scc sat.scc.tr sat.search.sat.conflicts
    sat.search.unsat.conflicts sat.simplify.delay sat.smt sat.subsumption sat.subsumption.limit
    sat.threads sat.variable_decay";

/// z3's exit codes.
const OUT_OF_MEMORY: u8 = 101;
const CANNOT_OPEN: u8 = 108;
const WRONG_USAGE: u8 = 109;
const WRONG_PARAMETER: u8 = 110;

/// Whether the words ask for z3's conventions.
pub(crate) fn is_asked_for(words: &[OsString]) -> bool {
    options(words).any(|word| word == "-dimacs" || word == "--dimacs")
}

/// The words before `--`, which ends the options.
fn options(words: &[OsString]) -> impl Iterator<Item = &OsString> {
    words.iter().skip(1).take_while(|word| *word != "--")
}

/// The command line in our spelling.
///
/// # Errors
/// With z3's conventions: a word that looks like an option but is not one.
pub(crate) fn translate(words: &[OsString]) -> anyhow::Result<Vec<OsString>> {
    let strict = is_asked_for(words);
    let n_options = options(words).count();
    let translated = words.iter().enumerate().map(|(at, word)| {
        if at == 0 || at > n_options {
            return Ok(word.clone());
        }
        match word.to_str() {
            Some(text) if strict => translate_strictly(text),
            Some(text) => Ok(translate_word(text).unwrap_or_else(|| word.clone())),
            None => Ok(word.clone()),
        }
    });
    translated.collect()
}

fn translate_strictly(word: &str) -> anyhow::Result<OsString> {
    if let Some(parameter) = translate_by(PARAMETERS, word) {
        return Ok(format!("--parameter={parameter}").into());
    }
    if let Some(translated) = translate_word(word) {
        return Ok(translated);
    }
    let is_option = word.starts_with('-');
    let is_our_option = word.starts_with("--") || word.starts_with("-T") || word.starts_with("-v");
    if is_option && !is_our_option {
        return Err(wrong_usage(&format!("invalid command line option: {word}")));
    }
    Ok(if !is_option && word.contains('=') {
        format!("--parameter={word}").into()
    } else {
        word.into()
    })
}

fn translate_word(word: &str) -> Option<OsString> {
    translate_by(SPELLINGS, word).map(Into::into)
}

fn translate_by(spellings: &[(&str, &str)], word: &str) -> Option<String> {
    let name = word.strip_prefix('-')?;
    let name = name.strip_prefix('-').unwrap_or(name);
    spellings.iter().find_map(|(theirs, ours)| {
        let value = name.strip_prefix(theirs)?;
        (theirs.ends_with(':') || value.is_empty()).then(|| format!("{ours}{value}"))
    })
}

/// What the parser found wrong, in z3's words.
pub(crate) fn usage_error(error: &clap::Error) -> anyhow::Error {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.as_str(),
        _ => "",
    };
    let argument = context(ContextKind::InvalidArg);
    let name = argument.split(' ').next().unwrap_or_default();
    let spelling = SPELLINGS
        .iter()
        .find(|(_, ours)| ours.strip_suffix('=') == Some(name))
        .map_or(name.to_owned(), |(theirs, _)| format!("-{}", theirs.trim_end_matches(':')));
    match error.kind() {
        ErrorKind::InvalidValue if argument.contains("FILE") => cannot_open(Path::new("")),
        ErrorKind::InvalidValue if context(ContextKind::InvalidValue).is_empty() => {
            wrong_usage(&format!("option argument ({spelling}:value) is missing."))
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => wrong_usage(&format!(
            "invalid argument for {spelling} option, it must be a non-negative integer."
        )),
        _ => wrong_usage(&format!("invalid command line option: {argument}")),
    }
}

/// The file to read, the first of them; `None` is standard input.
pub(crate) fn input(
    files: &[PathBuf],
    stdin: bool,
    warnings: bool,
) -> anyhow::Result<Option<PathBuf>> {
    match files {
        [] if stdin => Ok(None),
        [] => Err(wrong_usage("input file was not specified.")),
        _ if stdin => Err(wrong_usage("using standard input to read formula.")),
        [file, others @ ..] => {
            if warnings && !others.is_empty() {
                let file = file.display();
                pipe_cli::warning(format!("found more than one file, only {file} is read"));
            }
            Ok(Some(file.clone()))
        }
    }
}

/// Obeys a parameter `name=value`.
///
/// # Errors
/// z3 has no such parameter, or its value is not a number.
pub(crate) fn set_parameter(args: &mut Args, parameter: &str) -> anyhow::Result<()> {
    let (spelling, value) = parameter.split_once('=').unwrap_or((parameter, ""));
    let name = spelling.trim_start_matches(':').replace('-', "_").to_lowercase();
    match name.as_str() {
        "sat.drat.file" => {
            args.proof = Some(value.into());
            args.proof_format.get_or_insert(ProofFormat::Drat);
        }
        "sat.random_seed" => args.seed = Some(unsigned(&name, value)?),
        "memory_max_size" | "sat.max_memory" => args.memory_limit = Some(unsigned(&name, value)?),
        "sat.max_conflicts" => args.conflicts = Some(unsigned(&name, value)?),
        "verbose" => args.verbose = unsigned(&name, value)?,
        "stats" => args.stats = boolean(&name, value)?,
        "warning" => args.no_warnings = !boolean(&name, value)?,
        "timeout" | "rlimit" => drop(unsigned(&name, value)?),
        _ if WITHOUT_EFFECT.split_whitespace().any(|known| known == name) => {
            if name.contains('.') && !args.no_warnings {
                pipe_cli::warning(format!("the parameter {name} has no effect here"));
            }
        }
        _ => return Err(wrong_parameter(&format!("unknown parameter '{spelling}'"))),
    }
    Ok(())
}

fn unsigned(name: &str, value: &str) -> anyhow::Result<u64> {
    whole_number(value).map_err(|_| wrong_value(name, value, "an unsigned integer"))
}

fn boolean(name: &str, value: &str) -> anyhow::Result<bool> {
    value.parse().map_err(|_| wrong_value(name, value, "a Boolean"))
}

fn wrong_value(name: &str, value: &str, kind: &str) -> anyhow::Error {
    let name = name.rsplit('.').next().unwrap_or(name);
    wrong_parameter(&format!(
        "Expected values for parameter {name} is {kind}. It was given argument '{value}'"
    ))
}

fn wrong_parameter(message: &str) -> anyhow::Error {
    Failure::new(format!("ERROR: {message}")).verbatim().code(WRONG_PARAMETER).into()
}

fn wrong_usage(message: &str) -> anyhow::Error {
    let text = format!("Error: {message}\nFor usage information: dimacs-solve -h");
    Failure::new(text).verbatim().code(WRONG_USAGE).into()
}

/// The file cannot be opened.
pub(crate) fn cannot_open(path: &Path) -> anyhow::Error {
    let text = format!("(error \"failed to open file '{}'\")", path.display());
    Failure::new(text).verbatim().code(CANNOT_OPEN).into()
}

/// The memory limit is reached.
pub(crate) fn out_of_memory() -> anyhow::Error {
    Failure::new("ERROR: out of memory").verbatim().code(OUT_OF_MEMORY).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(words: &str) -> String {
        let words: Vec<OsString> =
            "dimacs-solve".split(' ').chain(words.split(' ')).map(Into::into).collect();
        match translate(&words) {
            Ok(words) => {
                let words: Vec<_> = words[1..].iter().map(|word| word.to_string_lossy()).collect();
                words.join(" ")
            }
            Err(error) => error.to_string().lines().next().unwrap().to_owned(),
        }
    }

    #[test]
    fn words_are_translated() {
        for (theirs, ours) in [
            ("-dimacs f.cnf", "--dimacs f.cnf"),
            ("--dimacs -in -st -T:10", "--dimacs --in --stats --time-limit=10"),
            ("-T:1 f.cnf", "--time-limit=1 f.cnf"),
            ("-memory:5 -v:1 -t:", "--memory-limit=5 --verbose=1 --soft-time-limit="),
            ("-dimacs -file:-f a=b", "--dimacs --file=-f --parameter=a=b"),
            ("f=g.cnf -- -dimacs", "f=g.cnf -- -dimacs"),
            ("-dimacs -- -st a=b", "--dimacs -- -st a=b"),
            (
                "-dimacs -t:x -memory:5",
                "--dimacs --parameter=timeout=x --parameter=memory_max_size=5",
            ),
            ("-nonsense", "-nonsense"),
            ("-dimacs -nonsense", "Error: invalid command line option: -nonsense"),
            ("-in:x -dimacs", "Error: invalid command line option: -in:x"),
            ("- -dimacs", "Error: invalid command line option: -"),
        ] {
            assert_eq!(translated(theirs), ours, "{theirs}");
        }
    }
}
