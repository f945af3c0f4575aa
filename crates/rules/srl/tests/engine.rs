//! Laws of the engine that the conformance suites do not ask for: limits, explanations, what is dropped.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod support;

use proptest::prelude::*;
use rdf_graph::graph::{Graph, Part};
use rdf_graph::io::{Format, ReadError, read, write_ntriples, write_turtle};
use rdf_graph::term::Term;
use srl::engine::{Engine, Limit, Limits, Options, Outcome, Refused};
use srl::provenance::Reason;
use srl::repeat::repeat;
use srl_syntax::document::Document;
use srl_syntax::parser::ParseOptions;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use support::{isomorphism::isomorphic, lines, rules, triples, turtle};

const CLOSURE: &str = "PREFIX : <http://example/>
    RULE :step { ?x :t ?y } WHERE { ?x :e ?y }
    RULE :join { ?x :t ?z } WHERE { ?x :t ?y . ?y :t ?z }";

fn ex(name: &str) -> Term {
    Term::iri(&format!("http://example/{name}"))
}

fn graph(text: &str) -> Graph {
    turtle(&format!("PREFIX : <http://example/> {text}"))
}

/// A graph of `n` subjects, each with one value.
fn many(n: usize) -> Graph {
    let mut graph = Graph::new();
    for place in 0..n {
        graph.insert(&[ex(&format!("n{place}")), ex("p"), Term::integer(place as i64)]);
    }
    graph
}

/// What the rules infer, as sorted lines.
fn inferred(text: &str, data: &str) -> Vec<String> {
    let rules = rules(&format!("PREFIX : <http://example/> {text}"));
    let mut graph = graph(data);
    let inference = Engine::new(&rules).unwrap().infer(&mut graph, &Options::default());
    assert_eq!(inference.outcome, Outcome::Complete);
    lines(&graph, Part::Inferred)
        .iter()
        .map(|line| line.replace("http://example/", "").replace(['<', '>'], ""))
        .collect()
}

fn stopped(text: &str, graph: &mut Graph, limits: Limits) -> Limit {
    let rules = rules(&format!("PREFIX : <http://example/> {text}"));
    let options = Options { limits, ..Options::default() };
    match Engine::new(&rules).unwrap().infer(graph, &options).outcome {
        Outcome::Stopped(limit) => limit,
        Outcome::Complete => panic!("no limit was reached"),
    }
}

#[test]
fn a_cross_product_stops_at_the_most_triples() {
    let mut graph = many(40_000);
    let limits = Limits { max_triples: Some(10_000), ..Limits::default() };
    let pairs = "RULE { ?a :with ?b } WHERE { ?a :p ?x . ?b :p ?y }";
    assert_eq!(stopped(pairs, &mut graph, limits), Limit::Triples(10_000));
    assert!(graph.len(Part::Inferred) <= 10_001);
    assert_eq!(graph.len(Part::Ground), 40_000);
}

#[test]
fn a_cross_product_without_results_stops_at_the_deadline() {
    let limits = Limits { timeout: Some(Duration::from_millis(20)), ..Limits::default() };
    let none = "RULE { ?a :with ?b } WHERE { ?a :p ?x . ?b :p ?y FILTER (?x + ?y < 0) }";
    assert!(matches!(stopped(none, &mut many(40_000), limits), Limit::Time(_)));
}

#[test]
fn a_run_can_be_cancelled() {
    let cancelled = Some(Arc::new(AtomicBool::new(true)));
    let limits = Limits { cancelled, ..Limits::default() };
    assert_eq!(
        stopped(CLOSURE.trim_start_matches("PREFIX : <http://example/>"), &mut many(1), limits),
        Limit::Cancelled
    );
}

#[test]
fn rounds_can_be_limited() {
    let mut chain = Graph::new();
    for n in 0..100 {
        chain.insert(&[ex(&format!("n{n}")), ex("e"), ex(&format!("n{}", n + 1))]);
    }
    let limits = Limits { max_rounds: Some(3), ..Limits::default() };
    let linear =
        "RULE { ?x :t ?y } WHERE { ?x :e ?y } RULE { ?x :t ?z } WHERE { ?x :t ?y . ?y :e ?z }";
    assert_eq!(stopped(linear, &mut chain, limits), Limit::Rounds(3));
}

#[test]
fn new_terms_are_bounded_even_if_no_triple_holds_them() {
    let limits = Limits { max_term_bytes: Some(1 << 20), ..Limits::default() };
    let blanks = "RULE { :a :b :c } WHERE { ?a :p ?x . ?b :p ?y SET (?new := BNODE()) }";
    assert_eq!(stopped(blanks, &mut many(3000), limits.clone()), Limit::TermBytes(1 << 20));
    let filters = "RULE { :a :b :c } WHERE { ?a :p ?x . ?b :p ?y FILTER (isIRI(BNODE())) }";
    assert_eq!(stopped(filters, &mut many(3000), limits.clone()), Limit::TermBytes(1 << 20));
    let heads = "RULE { [] :of ?a } WHERE { ?a :p ?x . ?b :p ?y }";
    assert_eq!(stopped(heads, &mut many(3000), limits), Limit::TermBytes(1 << 20));
}

#[test]
fn a_string_that_doubles_and_doubles_stops() {
    let double = |n| format!("SET (?v{} := CONCAT(?v{n}, ?v{n})) ", n + 1);
    let doubled: String = (0..40).map(double).collect();
    let text = format!("RULE {{ :a :b ?v40 }} WHERE {{ SET (?v0 := \"0123456789\") {doubled} }}");
    assert_eq!(stopped(&text, &mut Graph::new(), Limits::default()), Limit::TextSize);
}

#[test]
fn blank_nodes_without_end_stop_after_the_rounds_of_repeat() {
    let rules = rules("PREFIX : <http://example/> RULE { [] :next ?x } WHERE DATA { ?x :next ?y }");
    let mut graph = graph(":a :next :b .");
    let fold = [ex("next")];
    let engine = Engine::new(&rules).unwrap();
    let repeated = repeat(&engine, &mut graph, &fold, 5, &Options::default(), &mut |_| {});
    assert_eq!((repeated.outcome, repeated.rounds), (Outcome::Stopped(Limit::Rounds(5)), 5));
}

#[test]
fn repeat_says_what_it_folded_and_can_be_undone() {
    let rules = rules(
        "PREFIX : <http://example/>
         RULE { ?y :on true } WHERE DATA { ?x :on true . ?x :next ?y NOT { ?y :on true } }",
    );
    let mut graph = graph(":a :on true ; :next :b . :b :next :c . :c :next :a .");
    let engine = Engine::new(&rules).unwrap();
    let mut folded = Vec::new();
    let fold = [ex("on")];
    let options = Options { provenance: true, ..Options::default() };
    let repeated = repeat(&engine, &mut graph, &fold, 10, &options, &mut |round| {
        folded.push(round.folded);
    });
    assert_eq!((repeated.outcome, folded), (Outcome::Complete, vec![1, 1, 0]));
    assert_eq!(graph.len(Part::Folded), 2);
    let why = repeated.inference.why(&graph, &[ex("c"), ex("on"), Term::boolean(true)]).unwrap();
    assert_eq!(why.steps[0].reason, Reason::Folded);
    graph.reset();
    assert_eq!((graph.len(Part::Folded), graph.len(Part::All)), (0, 4));
}

#[test]
fn a_derivation_goes_down_to_the_ground_and_explains_nothing_twice() {
    let rules = rules(CLOSURE);
    let mut graph = graph(":a :e :b . :b :e :c . :c :e :d .");
    let options = Options { provenance: true, ..Options::default() };
    let inference = Engine::new(&rules).unwrap().infer(&mut graph, &options);
    let why = inference.why(&graph, &[ex("a"), ex("t"), ex("d")]).unwrap();
    for (place, step) in why.steps.iter().enumerate() {
        if let Reason::Rule { body, .. } = &step.reason {
            assert!(body.iter().all(|&earlier| earlier < place));
        }
    }
    let given = why.steps.iter().filter(|step| step.reason == Reason::Ground).count();
    assert_eq!((given, why.steps.len()), (3, 8));
    let text = why.to_string();
    assert!(
        text.starts_with("<http://example/a> <http://example/t> <http://example/d> .  # :join\n")
    );
    assert!(text.contains("# given"), "{text}");
    assert_eq!(inference.why(&graph, &[ex("d"), ex("t"), ex("a")]), None);
}

#[test]
fn a_solution_is_dropped_by_an_error_and_kept_by_a_truth_that_outlives_it() {
    let data = ":a :n 0 . :b :n 2 .";
    assert_eq!(
        inferred("RULE { ?x :ok true } WHERE { ?x :n ?n FILTER (1 / ?n > 0) }", data).len(),
        1
    );
    let outlived = "RULE { ?x :ok true } WHERE { ?x :n ?n FILTER (1 / ?n > 0 || ?n = 0) }";
    assert_eq!(inferred(outlived, data).len(), 2);
}

#[test]
fn triples_that_are_not_rdf_take_part_but_do_not_show() {
    let rules = rules(
        "PREFIX : <http://example/>
         RULE { ?o :of ?s } WHERE { ?s :p ?o }
         RULE { ?s :seen true } WHERE { ?o :of ?s }",
    );
    let mut graph = graph(":a :p 1 .");
    let inference = Engine::new(&rules).unwrap().infer(&mut graph, &Options::default());
    assert_eq!(inference.stats.not_rdf, 1);
    assert_eq!(triples(&graph, Part::Inferred), [[ex("a"), ex("seen"), Term::boolean(true)]]);
}

#[test]
fn every_solution_gets_blank_nodes_of_its_own_in_any_order_of_joining() {
    // Four solutions, although ?y is not in the head.
    let data = ":a :p :b, :c . :b :q :d . :c :q :d . :d :r 1, 2 .";
    let text = "RULE { ?x :has [ :is 1 ] } WHERE { ?x :p ?y . ?y :q ?z . ?z :r ?n }";
    assert_eq!(inferred(text, data).len(), 8);
    let shared = "RULE { ?b :is ?n } WHERE { ?x :p ?y SET (?b := BNODE()) ?z :r ?n }";
    let lines = inferred(shared, data);
    let subjects: std::collections::BTreeSet<&str> =
        lines.iter().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!((lines.len(), subjects.len()), (4, 2));
}

#[test]
fn a_labelled_blank_node_is_the_same_within_a_solution() {
    let text =
        "RULE { ?b :same ?c } WHERE { ?x :p ?y SET (?b := BNODE(\"l\")) SET (?c := BNODE(\"l\")) }";
    for line in inferred(text, ":a :p 1, 2 .") {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(words[0], words[2]);
    }
}

#[test]
fn blank_nodes_of_data_blocks_and_of_the_graph_are_kept_apart() {
    let lines = inferred(
        "DATA { _:x :p 1 } RULE { ?x :both true } WHERE { ?x :p 1 . ?x :q 2 }",
        "_:x :q 2 .",
    );
    assert_eq!(lines.len(), 1);
}

#[test]
fn now_is_one_instant_and_can_be_given() {
    let rules = rules("PREFIX : <http://example/> RULE { :a :at ?t } WHERE { SET (?t := NOW()) }");
    let instant = Term::typed("2026-08-24T00:00:00Z", "http://www.w3.org/2001/XMLSchema#dateTime");
    let options = Options { now: Some(instant.clone()), ..Options::default() };
    let mut graph = Graph::new();
    Engine::new(&rules).unwrap().infer(&mut graph, &options);
    assert!(graph.contains(&[ex("a"), ex("at"), instant]));
}

#[test]
fn iri_resolves_against_the_base_of_the_rules() {
    let lines = inferred(
        "BASE <http://example/dir/> RULE { :a :b ?i } WHERE { SET (?i := IRI(\"x\")) }",
        "",
    );
    assert_eq!(lines, ["a b dir/x ."]);
}

#[test]
fn nobody_resolves_imports_here() {
    let rules = rules("IMPORTS <http://example/more>");
    assert!(matches!(Engine::new(&rules), Err(Refused::Import(_))));
}

#[test]
fn a_second_run_forgets_the_first() {
    let rules = rules(CLOSURE);
    let engine = Engine::new(&rules).unwrap();
    let mut graph = graph(":a :e :b . :b :e :c .");
    engine.infer(&mut graph, &Options::default());
    let first = lines(&graph, Part::Inferred);
    engine.infer(&mut graph, &Options::default());
    assert_eq!(lines(&graph, Part::Inferred), first);
    graph.insert(&[ex("c"), ex("e"), ex("d")]);
    assert!(graph.is_empty(Part::Inferred));
    engine.infer(&mut graph, &Options::default());
    assert_eq!(graph.len(Part::Inferred), 6);
}

#[test]
fn ill_formed_rules_do_no_harm() {
    let text = "PREFIX : <http://example/>
        RULE { ?nowhere :p 1 . :a :ok true } WHERE { :a :p 1 }
        RULE { :a :never true } WHERE { FILTER (?nowhere = 1) }";
    let (document, _) = Document::parse(text, &ParseOptions::default());
    let rules = document.unwrap().rule_set();
    let mut graph = graph(":a :p 1 .");
    Engine::new(&rules).unwrap().infer(&mut graph, &Options::default());
    assert_eq!(triples(&graph, Part::Inferred), [[ex("a"), ex("ok"), Term::boolean(true)]]);
}

#[test]
fn long_bodies_need_no_deep_stack() {
    let pattern = |n| format!("?x{n} :next ?x{} . ", n + 1);
    let body: String = (0..5000).map(pattern).collect();
    let text = format!("RULE {{ ?x0 :end ?x5000 }} WHERE {{ {body} }}");
    assert_eq!(inferred(&text, ":a :next :a .").len(), 1);
}

#[test]
fn quads_are_read_where_the_graph_is_not_in_doubt() {
    let named = "<a:s> <a:p> <a:o> <a:g> .\n<a:s> <a:p> <a:q> <a:g> .\n";
    let mut graph = Graph::new();
    read(&mut graph, named.as_bytes(), Format::NQuads, None).unwrap();
    assert_eq!(graph.len(Part::Ground), 2);
    let two = format!("{named}<a:s> <a:p> <a:r> .\n");
    let error = read(&mut Graph::new(), two.as_bytes(), Format::NQuads, None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "triples in <a:g> and in the default graph: rules work on one graph"
    );
}

#[test]
fn an_error_says_where_it_is() {
    let error = read(&mut Graph::new(), "<a:s> <a:p> .\n".as_bytes(), Format::NTriples, None);
    let Err(ReadError::Syntax(error)) = error else { panic!("{error:?}") };
    assert_eq!((error.line, error.column), (1, 13));
}

#[test]
fn deep_triple_terms_are_refused() {
    let mut text = String::from("<a:s> <a:p> <a:o>");
    for _ in 0..200 {
        text = format!("<a:s> <a:p> <<( {text} )>>");
    }
    let error = read(&mut Graph::new(), (text + " .\n").as_bytes(), Format::NTriples, None);
    assert!(matches!(error, Err(ReadError::TooDeep)), "{error:?}");
}

#[test]
fn two_texts_never_mean_the_same_blank_node() {
    let mut graph = Graph::new();
    for _ in 0..2 {
        read(&mut graph, "_:x <a:p> _:x .\n".as_bytes(), Format::NTriples, None).unwrap();
    }
    assert_eq!(graph.len(Part::Ground), 2);
}

/// Small graphs as lists of edges with a predicate.
fn edges() -> impl Strategy<Value = Vec<(u8, u8, u8)>> {
    prop::collection::vec((0..8_u8, 0..3_u8, 0..8_u8), 0..30)
}

fn of_edges(edges: &[(u8, u8, u8)]) -> Graph {
    let mut graph = Graph::new();
    for (s, p, o) in edges {
        graph.insert(&[ex(&format!("n{s}")), ex(&format!("p{p}")), ex(&format!("n{o}"))]);
    }
    graph
}

proptest! {
    /// The order of rules, and of patterns without NOT, changes nothing.
    #[test]
    fn order_does_not_matter(edges in edges()) {
        let ways = [
            "RULE { ?x :t ?y } WHERE { ?x :p0 ?y } RULE { ?x :t ?z } WHERE { ?x :t ?y . ?y :t ?z . ?z :p1 ?w }
             RULE { ?x :n ?y } WHERE { ?x :p2 ?y NOT { ?x :t ?y } }",
            "RULE { ?x :n ?y } WHERE { ?x :p2 ?y NOT { ?x :t ?y } }
             RULE { ?x :t ?z } WHERE { ?z :p1 ?w . ?y :t ?z . ?x :t ?y } RULE { ?x :t ?y } WHERE { ?x :p0 ?y }",
        ];
        let results = ways.map(|text| {
            let rules = rules(&format!("PREFIX : <http://example/> {text}"));
            let mut graph = of_edges(&edges);
            Engine::new(&rules).unwrap().infer(&mut graph, &Options::default());
            lines(&graph, Part::Inferred)
        });
        prop_assert_eq!(&results[0], &results[1]);
    }

    /// Inferring from the union of ground and inferred graph adds nothing, if nothing is negated.
    #[test]
    fn a_fixpoint_is_one(edges in edges()) {
        let rules = rules("PREFIX : <http://example/>
            RULE { ?x :p0 ?z } WHERE { ?x :p0 ?y . ?y :p0 ?z } RULE { ?y ?p ?x } WHERE { ?x :p1 ?y . ?x ?p ?y }");
        let engine = Engine::new(&rules).unwrap();
        let mut graph = of_edges(&edges);
        engine.infer(&mut graph, &Options::default());
        let mut again = Graph::new();
        for triple in graph.triples(Part::All) {
            again.insert(&triple);
        }
        engine.infer(&mut again, &Options::default());
        prop_assert!(again.is_empty(Part::Inferred));
    }

    /// What is written is what is read.
    #[test]
    fn writing_and_reading_is_the_identity(
        rows in prop::collection::vec((0..4_u8, "\\PC*", 0..6_u8), 0..10),
        prefix in "[a-z]{0,3}",
    ) {
        let mut graph = Graph::new();
        for (node, text, kind) in &rows {
            let object = match kind {
                0 => Term::string(text),
                1 => Term::typed(text, "http://example/type"),
                2 => Term::integer(i64::from(*node)),
                3 => Term::blank(&format!("o{node}")),
                4 => Term::triple(ex("a"), ex("b"), Term::string(text)),
                _ => ex("o"),
            };
            graph.insert(&[Term::blank(&format!("s{node}")), ex(&format!("p{kind}")), object]);
        }
        let prefixes = [(prefix, "http://example/".to_owned())];
        let mut written = [Vec::new(), Vec::new()];
        write_ntriples(&graph, Part::All, &mut written[0]).unwrap();
        write_turtle(&graph, Part::All, &prefixes, &mut written[1]).unwrap();
        for (text, format) in written.iter().zip([Format::NTriples, Format::Turtle]) {
            let mut read_back = Graph::new();
            read(&mut read_back, &text[..], format, None).unwrap();
            let both = [&graph, &read_back].map(|graph| triples(graph, Part::All));
            prop_assert!(isomorphic(&both[0], &both[1]));
        }
    }
}
