//! `srl-run why-not`: how far the rules came that could have inferred a triple.

use crate::data;
use crate::evaluate::{NOTHING, Stop, evaluate};
use crate::question::Question;
use crate::report::Report;
use crate::rule_file::{RuleFile, count};
use crate::{imports, names};
use pipe_cli::Failure;
use rdf_graph::graph::Part;
use rdf_graph::term::Term;
use srl::engine::Stats;
use srl::why_not::{Attempt, Failed, why_not};
use srl_analysis::strata::rule_name;
use srl_syntax::diagnostic::render::Source;
use srl_syntax::rule::RuleSet;
use srl_syntax::span::Span;
use std::io::Write;
use std::process::ExitCode;

/// The exit code where there is such a triple.
const IT_IS_THERE: u8 = 1;

/// So many solutions are counted.
const MOST: u64 = 1000;

/// The longest element that is shown, in characters.
const LONGEST: usize = 100;

pub(crate) fn run(args: &Question) -> anyhow::Result<ExitCode> {
    let options = &args.rule_options;
    data::refuse_stdin_twice(&args.rules, std::slice::from_ref(&args.data))?;
    if args.run.choose {
        return Err(
            Failure::new("why-not explains what rules infer, not what --choose finds").into()
        );
    }
    let file = RuleFile::read(&args.rules, options)?;
    let rules = imports::rule_set(&file, options)?;
    let engine = file.engine(&rules, options)?;
    let fold = args.run.fold(&rules)?;
    let pattern = names::triple(&args.triple, &rules)?;
    let mut graph = data::read(std::slice::from_ref(&args.data), &args.source)?;
    let mut total = Stats::default();
    let inference =
        evaluate(&engine, &mut graph, &fold, &args.run, &args.run.options(), &mut |round| {
            total.add(&round.stats);
        })
        .map_err(|stop| stop.failure(&rules, NOTHING))?;
    let errors = if args.run.repeat { &total.errors } else { &inference.stats.errors };
    Report { rules: &rules, json: options.json }.errors(errors);
    args.run.refuse_errors(errors, NOTHING)?;
    if args.run.repeat {
        // The last round has forgotten what it inferred and did not fold.
        engine.infer(&mut graph, &args.run.options());
    }
    if let Some([s, p, o]) = graph.triples(Part::All).find(|one| names::matches(&pattern, one)) {
        pipe_cli::note(format!("it is there: {s} {p} {o}; srl-run why explains it"));
        return Ok(ExitCode::from(IT_IS_THERE));
    }
    let attempts = why_not(&engine, &mut graph, &pattern, MOST, &args.run.options())
        .map_err(|limit| Stop { limit, rule: None }.failure(&rules, NOTHING))?;
    let source = Source::new(&file.name, &file.text);
    let shown = Shown {
        rules: &rules,
        source: &source,
        text: &file.text,
        is_one_file: options.allow_import.is_none(),
    };
    let mut text = String::new();
    if attempts.is_empty() {
        text.push_str("no rule infers such a triple\n");
    }
    for attempt in &attempts {
        text += &shown.attempt(attempt);
    }
    pipe_cli::with_stdout(|out| Ok(out.write_all(text.as_bytes())?))?;
    Ok(ExitCode::SUCCESS)
}

/// Attempts in words.
struct Shown<'a> {
    rules: &'a RuleSet,
    source: &'a Source<'a>,
    text: &'a str,
    /// Whether places are of this text, and not of one that it imports.
    is_one_file: bool,
}

impl Shown<'_> {
    fn attempt(&self, attempt: &Attempt) -> String {
        let Attempt { rule, elements, held, before: (solutions, first), failed } = attempt;
        let name = rule_name(self.rules, *rule);
        let Some(Failed { span, found, error }) = failed else {
            return format!(
                "{name}: its body has a solution, but its head makes no such triple of it\n"
            );
        };
        let mut lines = vec![format!("{name}: {held} of {} hold", count(*elements, "element"))];
        if *held > 0 {
            let solutions = match *solutions {
                MOST => format!("{MOST} solutions or more"),
                solutions => count(solutions as usize, "solution"),
            };
            lines.push(format!("  {solutions} so far, such as {}", Self::values(first)));
        }
        lines.push(format!("  none with {}", self.element(*span, *held)));
        lines.extend(found.iter().map(|found| format!("  as there is {}", Self::values(found))));
        let no_value = |error| format!("  where an expression had no value: {error}");
        lines.extend(error.iter().map(no_value));
        lines.join("\n") + "\n"
    }

    /// An element, with its place; a long one cut short.
    fn element(&self, span: Span, number: usize) -> String {
        if !self.is_one_file {
            return format!("element {}", number + 1);
        }
        let (line, column) = self.source.position(span.start);
        let words = self.text.get(span.start..span.end).unwrap_or("");
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let short: String = words.chars().take(LONGEST).collect();
        let more = if short.len() < words.len() { " …" } else { "" };
        format!("line {line}, column {column}: {short}{more}")
    }

    fn values(values: &[(String, Term)]) -> String {
        // Names of variables that come from blank nodes and paths begin with `_:`.
        let named = values.iter().filter(|(name, _)| !name.starts_with("_:"));
        let named: Vec<String> = named.map(|(name, term)| format!("?{name} = {term}")).collect();
        if named.is_empty() { "one without variables".to_owned() } else { named.join(", ") }
    }
}
