//! The conformance suites: `cargo test -p srl --test w3c` reports each test by its name.

mod suite;

use libtest_mimic::{Arguments, Trial};
use srl::check::check;
use srl::diagnostic::{Diagnostic, Severity};
use srl::document::Document;
use srl::parser::ParseOptions;
use srl::rule::RuleSet;
use std::process::ExitCode;
use suite::{Case, Kind};

/// Tests whose expectation differs in the text of the language as it is now, with the reason.
///
/// Empty for the suites at hand: the forms that the text dropped after July 2026 (`FOR ?v IN`, `IF … THEN`)
/// stand in no positive test of the copy, and the negative ones of August say what the text says.
const DIFFERS: &[(&str, &str)] = &[];

fn main() -> ExitCode {
    let cases = suite::cases();
    if cases.is_empty() {
        eprintln!("the suites are not beside the workspace: no conformance test was run");
    }
    let trials = cases
        .into_iter()
        .map(|case| Trial::test(case.name.clone(), move || examine(&case).map_err(Into::into)))
        .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// What is wrong with the outcome of a test, if anything.
fn examine(case: &Case) -> Result<(), String> {
    let expected = case.positive != DIFFERS.iter().any(|(name, _)| *name == case.name);
    match case.kind {
        Kind::Syntax => verdict(expected, parsed(case).map(|_| ())),
        Kind::WellFormed => {
            let rules = parsed(case)?;
            verdict(expected, without_errors(check(&rules)))
        }
        Kind::Stratification | Kind::Evaluation => {
            let rules = parsed(case)?;
            without_errors(check(&rules))
        }
    }
}

/// The rule set of a test, its own address as the base.
fn parsed(case: &Case) -> Result<RuleSet, String> {
    let text = std::fs::read_to_string(&case.rules).map_err(|error| error.to_string())?;
    let base = Some(format!("http://example.org/{}", case.name));
    let (document, diagnostics) =
        Document::parse(&text, &ParseOptions { base, ..ParseOptions::default() });
    without_errors(diagnostics)?;
    document
        .map(|document| document.rule_set())
        .ok_or_else(|| "no document without an error".to_owned())
}

fn without_errors(diagnostics: Vec<Diagnostic>) -> Result<(), String> {
    let errors =
        diagnostics.into_iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    let messages: Vec<String> = errors.map(|diagnostic| diagnostic.message).collect();
    if messages.is_empty() { Ok(()) } else { Err(messages.join("; ")) }
}

fn verdict(expected: bool, outcome: Result<(), String>) -> Result<(), String> {
    match (expected, outcome) {
        (true, outcome) => outcome,
        (false, Ok(())) => Err("accepted, and it should be refused".to_owned()),
        (false, Err(_)) => Ok(()),
    }
}
