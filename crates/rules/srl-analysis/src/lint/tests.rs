use super::{GroundSummary, lint};
use rdf_graph::term::{Literal, LiteralKind, Term};
use srl_syntax::document::Document;
use srl_syntax::parser::ParseOptions;
use std::sync::Arc;

const PREFIXES: &str =
    "PREFIX : <http://example/>\nPREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n";

/// Codes, and the pieces of the text that they point at.
fn lints(text: &str, ground: Option<&[&str]>) -> Vec<String> {
    let text = format!("{PREFIXES}{text}");
    let (document, diagnostics) = Document::parse(&text, &ParseOptions::default());
    let document = document.unwrap_or_else(|| panic!("{diagnostics:?}"));
    let ground = ground.map(|predicates| {
        let mut summary = GroundSummary::new();
        for predicate in predicates {
            let kind = LiteralKind::Typed(Arc::from("http://www.w3.org/2001/XMLSchema#integer"));
            let object = Term::Literal(Literal { value: Arc::from("1"), kind });
            summary.add(&Term::Iri(Arc::from(format!("http://example/{predicate}"))), &object);
        }
        summary
    });
    let shown = |diagnostic: &srl_syntax::diagnostic::Diagnostic| {
        let places: Vec<&str> =
            diagnostic.labels.iter().map(|label| &text[label.span.start..label.span.end]).collect();
        format!("{}: {}", diagnostic.code, places.join(" / "))
    };
    lint(&document.rule_set(), ground.as_ref()).iter().map(shown).collect()
}

#[test]
fn a_variable_seen_in_not_and_bound_after_it() {
    let rule = |body: &str| format!("RULE {{ ?x :r ?y }} WHERE {{ {body} }}");
    assert_eq!(lints(&rule("?x :p ?y NOT { ?x :q ?y }"), None), [""; 0]);
    assert_eq!(lints(&rule("?x :o ?x NOT { ?x :q ?y } ?x :p ?y"), None), ["not-order: ?y / ?y"]);
    assert_eq!(lints(&rule("?x :o ?x NOT { ?x :q ?z } SET (?y := 1)"), None), [""; 0]);
    assert_eq!(
        lints(&rule("?x :o ?y NOT { NOT { ?o :b 1 } ?x :owner ?o }"), None),
        ["not-order: ?o / ?o"]
    );
    assert_eq!(
        lints(&rule("?x :o ?x NOT { ?x :q _:b } _:b :p ?y"), None),
        ["not-order: _:b / _:b"]
    );
}

#[test]
fn several_datatypes_of_a_predicate() {
    let rule = "RULE { ?x :p 1 } WHERE { ?x :q 'a' NOT { ?x :p 1.5 } }";
    assert_eq!(lints(rule, None), ["mixed-datatypes: 1 / 1.5"]);
    assert_eq!(lints("DATA { :a :p 'x', 'y'@en, 'z'@en--ltr, :b }", None), [""; 0]);
    assert_eq!(
        lints("RULE { :a :r 1 } WHERE { :a :q '1' }", Some(&["q"])),
        ["mixed-datatypes: '1'"]
    );
}

#[test]
fn data_blocks_that_are_not_read() {
    let text =
        "DATA { :digits :digit 1 }\nRULE { ?x :r ?d } WHERE DATA { ?x :p ?y . :digits :digit ?d }";
    let expected = ["data-block-not-read: :digits :digit ?d / :digits :digit 1"];
    assert_eq!(lints(text, None), expected);
    assert_eq!(lints(text, Some(&["p"])), expected);
    assert_eq!(lints(text, Some(&["p", "digit"])), [""; 0]);
    let text = "DATA { :a :b 1 }\nRULE { :c :r 1 } WHERE { NOT DATA { :a :b 1 } }";
    assert_eq!(lints(text, None), ["data-block-not-read: :a :b 1 / :a :b 1"]);
    // Another subject: the pattern does not match what is stated.
    let text = "DATA { :a :b 1 }\nRULE { :c :r 1 } WHERE { NOT DATA { :z :b 1 } }";
    assert_eq!(lints(text, None), [""; 0]);
}

#[test]
fn rules_that_never_fire() {
    let text =
        "RULE { ?x :r ?y } WHERE { ?x :p ?y . ?x :q ?y }\nRULE { ?x :q 1 } WHERE { ?x :p 1 }";
    assert_eq!(lints(text, None), [""; 0]);
    assert_eq!(lints(text, Some(&["p"])), [""; 0]);
    assert_eq!(lints(text, Some(&["q"])), ["never-fires: ?x :p ?y", "never-fires: ?x :p 1"]);
    let text = "RULE { ?x :r ?y } WHERE DATA { ?x :q ?y }\nRULE { ?x :q 1 } WHERE { ?x :p 1 }";
    assert_eq!(lints(text, Some(&["p"])), ["never-fires: ?x :q ?y / ?x :q 1"]);
    // What is imported may make it, but does not become part of the input.
    let text = "IMPORTS <http://e/o>\nRULE { ?x :r ?y } WHERE { ?x :q ?y }\nRULE { ?x :r ?y } WHERE DATA { ?x :z ?y }";
    assert_eq!(lints(text, Some(&["p"])), ["never-fires: ?x :z ?y"]);
    // A head may make any predicate, and a NOT may match nothing.
    let text = "RULE { ?x ?p ?y } WHERE { ?x :q ?y . ?x :p ?p NOT { ?x :none ?y } }";
    assert_eq!(lints(text, Some(&["p"])), [""; 0]);
}

#[test]
fn heads_and_fresh_terms() {
    let rule = |body: &str| format!("RULE {{ :a :r ?y }} WHERE {{ :a :p ?x {body} }}");
    assert_eq!(lints(&rule("SET (?y := xsd:integer(?x))"), None), [""; 0]);
    assert_eq!(
        lints(&rule("SET (?y := BNODE()) FILTER (isBLANK(BNODE()))"), None),
        ["fresh-in-filter: BNODE()"]
    );
    assert_eq!(lints("RULE { 1 :p 2 . << :a :b :c >> :q 1 } WHERE {}", None), ["not-rdf: 1"]);
}
