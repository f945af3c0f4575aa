//! How much of a body is searched: no more than the head asks for.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod support;

use rdf_graph::graph::{Graph, Part};
use rdf_graph::term::Term;
use srl::engine::{Engine, Inference, Limits, Options, Outcome};
use std::time::Duration;
use support::{lines, rules};

fn ex(name: &str) -> Term {
    Term::iri(&format!("http://example/{name}"))
}

/// A graph of `n` edges of `:e` that share nothing, with a number at each end.
fn edges(n: usize) -> Graph {
    let mut graph = Graph::new();
    for n in 0..n {
        let [from, to] = [format!("from{n}"), format!("to{n}")].map(|name| ex(&name));
        graph.insert(&[from.clone(), ex("e"), to]);
        graph.insert(&[from, ex("n"), Term::integer(n as i64)]);
    }
    graph
}

/// Runs a rule; the time is for what would not end, and never comes near.
fn infer(rule: &str, graph: &mut Graph) -> Inference {
    let rules = rules(&format!("PREFIX : <http://example/> {rule}"));
    let limits = Limits { timeout: Some(Duration::from_mins(1)), ..Limits::default() };
    let options = Options { limits, provenance: true, ..Options::default() };
    let inference = Engine::new(&rules).unwrap().infer(graph, &options);
    assert_eq!(inference.outcome, Outcome::Complete, "{rule}");
    inference
}

fn solutions(rule: &str, graph: &mut Graph) -> u64 {
    infer(rule, graph).stats.rules[0].solutions
}

#[test]
fn variables_that_nobody_asks_for_are_not_enumerated() {
    let mut graph = edges(2000);
    let any = "RULE { :x :any :y } WHERE { ?a :e ?b . ?c :e ?d . ?f :e ?g }";
    assert_eq!(solutions(any, &mut graph), 1);
    let one = "RULE { ?c :any :y } WHERE { ?a :e ?b . ?c :e ?d . ?f :e ?g }";
    assert_eq!(solutions(one, &mut graph), 2000);
    assert_eq!(graph.len(Part::Inferred), 2000);
    let set = "RULE { :x :any ?d } WHERE { ?a :e ?b . ?c :n ?n . ?f :e ?g SET (?d := ?n / 1000) }";
    assert_eq!(solutions(set, &mut graph), 2000);
}

#[test]
fn a_star_is_walked_once() {
    let mut graph = Graph::new();
    for n in 0..10 {
        graph.insert(&[ex("hub"), ex("e"), Term::integer(n)]);
    }
    let spokes: Vec<String> = (1..200).map(|n| format!("?x0 :e ?x{n} . ")).collect();
    let star = spokes.concat();
    let rule = format!("RULE {{ ?x0 :q :z }} WHERE {{ {star} }}");
    assert!(solutions(&rule, &mut graph) <= 10);
    assert_eq!(lines(&graph, Part::Inferred).len(), 1);
    // The same where the last of it fails: the way back leads to the hub.
    let filtered = format!("RULE {{ ?x0 :q :z }} WHERE {{ {star} ?x0 :e ?y . ?y :no ?z }}");
    graph.insert(&[ex("other"), ex("no"), ex("z")]);
    assert_eq!(solutions(&filtered, &mut graph), 0);
    let negated = format!("RULE {{ ?x :q :z }} WHERE {{ ?x :e 1 . NOT {{ {star} ?y :no ?x0 }} }}");
    assert_eq!(solutions(&negated, &mut graph), 1);
}

#[test]
fn solutions_that_make_something_of_their_own_are_all_found() {
    let body = "?a :e ?b . ?c :e ?d";
    for rule in [
        format!("RULE {{ [] :any :y }} WHERE {{ {body} }}"),
        format!("RULE {{ ?new :any :y }} WHERE {{ {body} SET (?new := BNODE()) }}"),
        format!("RULE {{ :x :any ?new }} WHERE {{ {body} SET (?new := STRUUID()) }}"),
    ] {
        let mut graph = edges(20);
        assert_eq!(solutions(&rule, &mut graph), 400, "{rule}");
        assert_eq!(graph.len(Part::Inferred), 400, "{rule}");
    }
}

#[test]
fn what_is_left_out_does_not_spoil_derivations() {
    let mut graph = edges(3);
    let inference = infer("RULE { ?a :q :z } WHERE { ?a :e ?b . ?c :n 2 . ?d :n ?e }", &mut graph);
    let why = inference.why(&graph, &[ex("from1"), ex("q"), ex("z")]).unwrap();
    let said: Vec<&str> =
        ["from1> <http://example/e>", "from2> <http://example/n> \"2\"", "from"].into();
    assert_eq!(why.steps.len(), 4);
    for (step, said) in why.steps.iter().zip(said) {
        let [s, p, o] = &step.triple;
        assert!(format!("{s} {p} {o}").starts_with(&format!("<http://example/{said}")), "{why}");
    }
}

#[test]
fn a_conjunction_is_tested_part_by_part() {
    let mut graph = edges(40_000);
    let both =
        "RULE { ?x :r ?y } WHERE { ?x :n ?a . ?y :n ?b FILTER ((?a = 1 && ?a < 2) && ?b = 2) }";
    assert_eq!(solutions(both, &mut graph), 1);
    assert_eq!(
        lines(&graph, Part::Inferred),
        ["<http://example/from1> <http://example/r> <http://example/from2> ."]
    );
    let negated =
        "RULE { :x :r :y } WHERE { NOT { ?x :n ?a . ?y :n ?b FILTER (?a = 1 && ?b = -1) } }";
    assert_eq!(solutions(negated, &mut graph), 1);
    // An error beside false is false, and beside true an error: neither passes.
    for condition in ["?a = ?a && 1/0 = 1", "1/0 = 1 && ?a = ?a", "1/0 = 1 && ?a != ?a"] {
        let rule = format!("RULE {{ ?x :r ?a }} WHERE {{ ?x :n ?a FILTER ({condition}) }}");
        assert_eq!(solutions(&rule, &mut edges(2)), 0, "{condition}");
    }
}
