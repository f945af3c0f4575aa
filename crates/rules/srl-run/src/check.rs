//! `srl-run check`: everything there is to say about a rule set, on standard output.

use crate::data::{self, DataOptions};
use crate::imports;
use crate::rule_file::{RuleFile, RuleOptions, count, refusal, render_all};
use clap::Args as ClapArgs;
use rdf_graph::graph::Part;
use srl::engine::Engine;
use srl_analysis::lint::{GroundSummary, lint};
use srl_syntax::diagnostic::render::Source;
use srl_syntax::diagnostic::{Diagnostic, Severity, has_errors};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, ClapArgs)]
pub(crate) struct Args {
    /// The rule set; - is standard input
    rules: PathBuf,

    /// Data that it is for: tells of rules that can never fire, and of mixed datatypes
    data: Vec<PathBuf>,

    #[command(flatten)]
    source: DataOptions,

    #[command(flatten)]
    rule_options: RuleOptions,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let options = &args.rule_options;
    data::refuse_stdin_twice(&args.rules, &args.data)?;
    let file = RuleFile::read(&args.rules, options)?;
    let ground = summary(args)?;
    let mut diagnostics = file.diagnostics.clone();
    let mut size = None;
    if let Some(document) = &file.document {
        let mut rules = document.rule_set();
        diagnostics.extend(lint(&rules, ground.as_ref()));
        imports::follow(&mut rules, &file.path, options)?;
        match Engine::new(&rules) {
            Ok(engine) => size = Some((rules.rules.len(), engine.strata().layers.len())),
            Err(refused) => diagnostics.push(refusal(&refused)),
        }
    }
    diagnostics.sort_by_key(|diagnostic| diagnostic.span().start);
    let refused = has_errors(&diagnostics);
    let mut shown = render_all(&diagnostics, &Source::new(&file.name, &file.text), options.json);
    if !options.json {
        if !shown.is_empty() {
            shown.push('\n');
        }
        shown.push_str(&verdict(&file.name, &diagnostics, size));
    }
    pipe_cli::with_stdout(|out| Ok(out.write_all(shown.as_bytes())?))?;
    Ok(ExitCode::from(u8::from(refused)))
}

/// `rules.srl: 4 rules in 2 strata, 2 notes`, imported rules included.
fn verdict(name: &str, diagnostics: &[Diagnostic], size: Option<(usize, usize)>) -> String {
    let of = |severity| diagnostics.iter().filter(|one| one.severity == severity).count();
    let mut parts = Vec::new();
    if let Some((n_rules, n_strata)) = size {
        let strata = if n_strata == 1 { "stratum" } else { "strata" };
        parts.push(format!("{} in {n_strata} {strata}", count(n_rules, "rule")));
    }
    for severity in [Severity::Error, Severity::Warning, Severity::Note] {
        match of(severity) {
            0 => {}
            number => parts.push(count(number, severity.name())),
        }
    }
    format!("{name}: {}\n", parts.join(", "))
}

/// What the lints want to know of the data, if there is any.
fn summary(args: &Args) -> anyhow::Result<Option<GroundSummary>> {
    if args.data.is_empty() {
        return Ok(None);
    }
    let graph = data::read(&args.data, &args.source)?;
    let mut summary = GroundSummary::new();
    for [_, predicate, object] in graph.triples(Part::Ground) {
        summary.add(&predicate, &object);
    }
    Ok(Some(summary))
}
