use crate::document::Document;
use crate::parser::ParseOptions;
use crate::rule::{Element, ExprKind, PatternTerm, Rule, RuleSet};
use rdf_graph::term::Term;

fn rule_set(text: &str) -> RuleSet {
    let text = format!("PREFIX : <http://example/>\n{text}");
    let (document, diagnostics) = Document::parse(&text, &ParseOptions::default());
    document.unwrap_or_else(|| panic!("{text}\n{diagnostics:?}")).rule_set()
}

fn term(term: &Term) -> String {
    let namespaces = ["http://example/", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"];
    let text = term.to_string();
    let text = namespaces
        .iter()
        .zip([":", "rdf:"])
        .fold(text, |text, (namespace, prefix)| text.replace(&format!("<{namespace}"), prefix));
    text.replace("\"^^<http://www.w3.org/2001/XMLSchema#integer>", "").replace(['>', '"'], "")
}

fn pattern(rule: &Rule, terms: &[PatternTerm; 3]) -> String {
    let shown = terms.each_ref().map(|part| match part {
        PatternTerm::Var(var) => rule.variables[var.0 as usize].clone(),
        PatternTerm::Term(constant) => term(constant),
        PatternTerm::Fresh(number) => format!("fresh{number}"),
        PatternTerm::Triple(parts) => format!("<<({})", pattern(rule, parts)),
    });
    shown.join(" ")
}

fn body(text: &str) -> Vec<String> {
    let set = rule_set(&format!("RULE {{}} WHERE {{ {text} }}"));
    patterns(&set.rules[0], &set.rules[0].body)
}

fn patterns(rule: &Rule, elements: &[Element]) -> Vec<String> {
    let shown = elements.iter().flat_map(|element| match element {
        Element::Pattern(triple) => vec![pattern(rule, &triple.terms)],
        Element::Not { body, .. } => patterns(rule, body),
        Element::Filter(_) | Element::Set { .. } => Vec::new(),
    });
    shown.collect()
}

fn head(text: &str) -> Vec<String> {
    let set = rule_set(&format!("RULE {{ {text} }} WHERE {{ ?s ?p ?o }}"));
    set.rules[0].head.iter().map(|triple| pattern(&set.rules[0], &triple.terms)).collect()
}

fn data(text: &str) -> Vec<String> {
    let set = rule_set(text);
    assert_eq!(set.data.len(), set.data_spans.len());
    set.data.iter().map(|triple| triple.each_ref().map(term).join(" ")).collect()
}

#[test]
fn lists_of_predicates_and_objects() {
    assert_eq!(body("?s :p 1, 2 ; a :T"), ["s :p 1", "s :p 2", "s rdf:type :T"]);
    assert_eq!(body("$s :p ?s"), ["s :p s"]);
}

#[test]
fn paths() {
    assert_eq!(body("?s :p/:q/:r ?o"), ["s :p _:path1", "_:path1 :q _:path2", "_:path2 :r o"]);
    assert_eq!(body("?s ^:p ?o"), ["o :p s"]);
    assert_eq!(body("?s ^(:p/^:q) ?o"), ["o :p _:path1", "s :q _:path1"]);
    assert_eq!(
        body("?s :p/(:q/a) ?o"),
        ["s :p _:path1", "_:path1 :q _:path2", "_:path2 rdf:type o"]
    );
}

#[test]
fn blank_nodes() {
    assert_eq!(body("_:b :p [] . NOT { _:b :q ?o }"), ["_:b :p _:anon1", "_:b :q o"]);
    assert_eq!(
        head("_:b :p [] . [ :q _:b ] :r _:c"),
        ["fresh0 :p fresh1", "fresh2 :q fresh0", "fresh2 :r fresh3"]
    );
    assert_eq!(data("DATA { _:b1 :p [] } DATA { _:b1 :q _:x }"), ["_:b1 :p _:b2", "_:b1 :q _:x"]);
    let set = rule_set("RULE { _:b :p ?x } WHERE { _:b :q ?x }");
    assert!(matches!(set.rules[0].head[0].terms[0], PatternTerm::Fresh(0)));
}

#[test]
fn lists_of_nodes() {
    assert_eq!(
        body("?s :p (1 ?x)"),
        [
            "s :p _:list1",
            "_:list1 rdf:first 1",
            "_:list1 rdf:rest _:list2",
            "_:list2 rdf:first x",
            "_:list2 rdf:rest rdf:nil",
        ]
    );
    assert_eq!(
        body("() :p [ :q (1) ]"),
        [
            "rdf:nil :p _:anon1",
            "_:anon1 :q _:list2",
            "_:list2 rdf:first 1",
            "_:list2 rdf:rest rdf:nil",
        ]
    );
    assert_eq!(data("DATA { (1) :p 2 }").len(), 3);
}

#[test]
fn reified_triples_assert_the_reification_alone() {
    assert_eq!(body("<< ?s :p ?o >>"), ["_:reifier1 rdf:reifies <<(s :p o)"]);
    assert_eq!(
        body("<< :s :p :o ~ ?r >> :q 1"),
        ["r rdf:reifies <<( :s :p :o )", "r :q 1"]
            .map(|text| text.replace("<<( :s :p :o )", &constant()))
    );
    assert_eq!(
        body("<< << ?s :p 1 ~ _:r >> :q 2 >>"),
        ["_:reifier1 rdf:reifies <<(_:r :q 2)", "_:r rdf:reifies <<(s :p 1)"]
    );
}

fn constant() -> String {
    let set = rule_set("DATA { :a :b <<( :s :p :o )>> }");
    term(&set.data[0][2])
}

#[test]
fn annotations_speak_of_the_reifier_before_them() {
    assert_eq!(
        body("?s :p ?o ~ ?r {| :q 1 |} {| :q 2 |} ~"),
        [
            "s :p o",
            "r rdf:reifies <<(s :p o)",
            "r :q 1",
            "_:reifier1 rdf:reifies <<(s :p o)",
            "_:reifier1 :q 2",
            "_:reifier2 rdf:reifies <<(s :p o)",
        ]
    );
    assert_eq!(
        head("?s :p 1 {| :q 2 |}"),
        ["s :p 1", "fresh0 rdf:reifies <<(s :p 1)", "fresh0 :q 2"]
    );
}

#[test]
fn positions_point_at_the_text() {
    let text = "PREFIX : <http://example/>\nRULE {} WHERE { ?s :p ?o, 1 ; ^:q 2 }";
    let (document, _) = Document::parse(text, &ParseOptions::default());
    let set = document.unwrap().rule_set();
    let spans: Vec<Vec<&str>> = set.rules[0]
        .body
        .iter()
        .map(|element| {
            let Element::Pattern(pattern) = element else { panic!("{element:?}") };
            [pattern.span]
                .iter()
                .chain(&pattern.at)
                .map(|span| &text[span.start..span.end])
                .collect()
        })
        .collect();
    assert_eq!(
        spans,
        [
            vec!["?s :p ?o", "?s", ":p", "?o"],
            vec!["1", "?s", ":p", "1"],
            vec!["^:q 2", "2", ":q", "?s"],
        ]
    );
}

#[test]
fn signs_and_chains() {
    let expr = |text: &str| {
        let set = rule_set(&format!("RULE {{}} WHERE {{ SET(?x := {text}) }}"));
        match set.without_spans().rules[0].body.remove(0) {
            Element::Set { expr, .. } => expr,
            element => panic!("{element:?}"),
        }
    };
    assert_eq!(expr("2 -1"), expr("2 - 1"));
    assert_eq!(expr("2 -1*3+4"), expr("(2 - (1 * 3)) + 4"));
    assert_eq!(expr("2+3*4/5-6"), expr("(2 + ((3*4)/5)) - 6"));
    assert_eq!(expr("1 = 2 || 3 < 4 && true"), expr("(1 = 2) || ((3 < 4) && true)"));
    assert_eq!(expr("-1 - -1"), expr("(-1) - (-1)"));
    assert_ne!(expr("- 1"), expr("-1"));
    let ExprKind::Or(left, right) = expr("1 || 2 || 3 || 4").kind else { panic!() };
    assert!(matches!((left.kind, right.kind), (ExprKind::Or(..), ExprKind::Or(..))));
}
