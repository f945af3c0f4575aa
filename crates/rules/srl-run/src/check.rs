//! `srl-run check`: everything there is to say about a rule set, on standard output.

use crate::data::{self, DataOptions};
use crate::imports;
use crate::rule_file::{RuleFile, RuleOptions, count, refusal, render_all};
use clap::Args as ClapArgs;
use rdf_graph::graph::{Graph, Part};
use srl::engine::{Engine, ExpressionErrors, Limits, Options};
use srl_analysis::lint::{GroundSummary, lint};
use srl_syntax::diagnostic::render::Source;
use srl_syntax::diagnostic::{Diagnostic, Severity, has_errors};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

#[derive(Debug, ClapArgs)]
pub(crate) struct Args {
    /// The rule set; - is standard input
    rules: PathBuf,

    /// Data that it is for: reports rules that can never fire, mixed datatypes, and expressions that have no
    /// value in a first run of at most ten seconds
    data: Vec<PathBuf>,

    /// Parse, and look no further: neither well-formedness nor strata nor what is probably not meant
    #[arg(long, conflicts_with = "data")]
    syntax_only: bool,

    #[command(flatten)]
    source: DataOptions,

    #[command(flatten)]
    rule_options: RuleOptions,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let options = &args.rule_options;
    data::refuse_stdin_twice(&args.rules, &args.data)?;
    let file = if args.syntax_only {
        RuleFile::parse(&args.rules, options)?
    } else {
        RuleFile::read(&args.rules, options)?
    };
    let mut graph = match &args.data[..] {
        [] => None,
        data => Some(data::read(data, &args.source)?),
    };
    let ground = graph.as_ref().map(summary);
    let mut diagnostics = file.diagnostics.clone();
    let mut size = None;
    if let Some(document) = file.document.as_ref().filter(|_| !args.syntax_only) {
        let mut rules = document.rule_set();
        diagnostics.extend(lint(&rules, ground.as_ref()));
        let own = rules.rules.len();
        imports::follow(&mut rules, &file.path, options)?;
        match Engine::new(&rules) {
            Ok(engine) => {
                size = Some((rules.rules.len(), engine.strata().layers.len()));
                if let Some(graph) = &mut graph {
                    diagnostics.extend(expression_errors(&engine, graph, own));
                }
            }
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
    if parts.is_empty() {
        parts.push("the syntax is right".to_owned());
    }
    format!("{name}: {}\n", parts.join(", "))
}

/// What the lints want to know of the data.
fn summary(graph: &Graph) -> GroundSummary {
    let mut summary = GroundSummary::new();
    for [_, predicate, object] in graph.triples(Part::Ground) {
        summary.add(&predicate, &object);
    }
    summary
}

/// The expressions that have no value for this data, found by a run within limits; those of the first `own` rules,
/// the others being of imported texts.
fn expression_errors(engine: &Engine<'_>, graph: &mut Graph, own: usize) -> Vec<Diagnostic> {
    let limits = Limits {
        max_triples: Some(1_000_000),
        timeout: Some(Duration::from_secs(10)),
        ..Limits::default()
    };
    let inference = engine.infer(graph, &Options { limits, ..Options::default() });
    let warning = |one: &ExpressionErrors| {
        let ExpressionErrors { keyword, span, errors, tried, example, .. } = one;
        let solutions = count(*tried as usize, "solution");
        let message = format!("{keyword} has no value for {errors} of {solutions} of this data");
        Diagnostic::warning("no-value", *span, message)
            .label(format!("an error: {example}"))
            .help("such a solution is dropped, and inside NOT this reverses the answer")
    };
    inference.stats.errors.iter().filter(|one| one.rule < own).map(warning).collect()
}
