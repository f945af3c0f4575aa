//! The engine against the specification's algorithms, on random rule sets and graphs.
//!
//! `SRL_ORACLE_CASES=100000 cargo test -p srl --test oracle` runs more of them.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "oracle/naive.rs"]
mod naive;
#[path = "oracle/random.rs"]
mod random;
mod support;

use naive::Trouble;
use random::Random;
use rdf_graph::graph::Part;
use rdf_graph::term::Term;
use srl::engine::{Engine, Joins, Options, Outcome, Refused};
use srl_analysis::check::check;
use srl_syntax::diagnostic::has_errors;
use srl_syntax::document::Document;
use srl_syntax::parser::ParseOptions;
use support::{isomorphism::isomorphic, lines, triples, turtle};

/// What became of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Case {
    IllFormed,
    NotStratifiable,
    TooLarge,
    Compared { inferred: usize, joins: usize, given_up: usize },
}

#[test]
fn the_engine_infers_what_the_specification_says() {
    let cases =
        std::env::var("SRL_ORACLE_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(15_000);
    let outcomes: Vec<Case> = (0..cases).map(compare).collect();
    let count = |what: fn(&Case) -> bool| outcomes.iter().filter(|case| what(case)).count();
    let compared = count(|case| matches!(case, Case::Compared { .. }));
    let with_news = count(|case| matches!(case, Case::Compared { inferred: 1.., .. }));
    let split = count(|case| matches!(case, Case::Compared { joins: 1.., .. }));
    let given_up = count(|case| matches!(case, Case::Compared { given_up: 1.., .. }));
    let refused = count(|case| *case == Case::NotStratifiable);
    eprintln!(
        "{cases} cases: {compared} compared, {with_news} inferred something, {split} with rules that were split, \
         {given_up} of them given up, {refused} refused"
    );
    assert!(2 * compared > cases as usize, "too few cases were compared");
    assert!(4 * with_news > compared, "too few cases inferred anything");
    assert!(refused > 0);
}

fn compare(number: u64) -> Case {
    let mut random = Random(number.wrapping_mul(0x2545_f491_4f6c_dd1d));
    let (text, data) = (random::rules(&mut random), random::graph(&mut random));
    let (document, diagnostics) = Document::parse(&text, &ParseOptions::default());
    let Some(document) = document else {
        panic!("case {number} does not parse: {diagnostics:?}\n{text}");
    };
    let rules = document.rule_set();
    if has_errors(&check(&rules)) {
        return Case::IllFormed;
    }
    let mut graph = turtle(&data);
    let ground: naive::Graph = triples(&graph, Part::Ground).into_iter().collect();
    let expected = naive::infer(&rules, &ground);
    let engine = match (Engine::new(&rules), &expected) {
        (Err(Refused::NotStratifiable(_)), Err(Trouble::NotStratifiable)) => {
            return Case::NotStratifiable;
        }
        (Ok(_), Err(Trouble::TooLarge)) => return Case::TooLarge,
        (Ok(engine), Ok(_)) => engine,
        (engine, expected) => {
            panic!("case {number}: {engine:?}\nexpected {expected:?}\n{text}{data}")
        }
    };
    let provenance = number.is_multiple_of(2);
    let joins = if number.is_multiple_of(3) { Joins::Plain } else { Joins::Eager };
    let jobs = 1 + usize::from(number.is_multiple_of(5));
    let options = Options { provenance, joins, jobs, ..Options::default() };
    let inference = engine.infer(&mut graph, &options);
    assert_eq!(inference.outcome, Outcome::Complete);
    let expected: Vec<[Term; 3]> = expected.unwrap().into_iter().filter(is_rdf).collect();
    let inferred = triples(&graph, Part::Inferred);
    assert!(
        isomorphic(&expected, &inferred),
        "case {number}\n{text}{data}\nexpected:\n{}\ninferred:\n{}",
        expected.iter().map(|[s, p, o]| format!("{s} {p} {o} .")).collect::<Vec<_>>().join("\n"),
        lines(&graph, Part::Inferred).join("\n")
    );
    if provenance {
        for triple in &inferred {
            let derivation = inference.why(&graph, triple).unwrap();
            assert_eq!(&derivation.steps.last().unwrap().triple, triple);
        }
    }
    let hidden = &inference.stats.hidden;
    let given_up = hidden.iter().filter(|join| join.given_up).count();
    Case::Compared { inferred: inferred.len(), joins: hidden.len(), given_up }
}

fn is_rdf([s, p, o]: &[Term; 3]) -> bool {
    matches!(s, Term::Iri(_) | Term::Blank(_))
        && matches!(p, Term::Iri(_))
        && match o {
            Term::Triple(parts) => is_rdf(parts),
            _ => true,
        }
}
