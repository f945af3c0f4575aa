use super::check;
use srl_syntax::document::Document;
use srl_syntax::parser::ParseOptions;

/// Codes, and the pieces of the text that they point at.
fn checks(head: &str, body: &str) -> Vec<String> {
    let text = format!("PREFIX : <http://example/>\nRULE {{ {head} }} WHERE {{ {body} }}");
    let (document, diagnostics) = Document::parse(&text, &ParseOptions::default());
    let document = document.unwrap_or_else(|| panic!("{diagnostics:?}"));
    let shown = |diagnostic: srl_syntax::diagnostic::Diagnostic| {
        let places: Vec<&str> =
            diagnostic.labels.iter().map(|label| &text[label.span.start..label.span.end]).collect();
        format!("{}: {}", diagnostic.code, places.join(" / "))
    };
    check(&document.rule_set()).into_iter().map(shown).collect()
}

#[test]
fn well_formed() {
    for (head, body) in [
        ("?s ?p ?o", "?s ?p ?o FILTER(?o < 50)"),
        ("?s ?p ?o", "?s :p ?o SET(?p := :p)"),
        ("?s :p <<( ?a :q ?b )>>", "?s :r <<( ?a :q ?b )>>"),
        (
            "?s :p 1",
            "?s :p :z NOT { ?s :q ?y FILTER(?y = ?s) SET(?w := ?y) } ?s :q ?y SET(?w := ?y)",
        ),
        ("_:b :p []", "NOT { ?a ?b ?c }"),
        ("?x :p 1", "<< ?s :p ?o ~ ?x >>"),
    ] {
        assert_eq!(checks(head, body), [""; 0], "{body}");
    }
}

#[test]
fn heads() {
    assert_eq!(checks("?s :p ?o . ?o :p ?o", "?s :p 1"), ["unbound-head-variable: ?o"]);
    assert_eq!(
        checks("?s :p ?object", "?s :p ?objct"),
        ["unbound-head-variable: ?object / ?objct"]
    );
    assert_eq!(
        checks("?s :p ?y", "?s :p 1 NOT { ?s :q ?y }"),
        ["unbound-head-variable: ?y / NOT { ?s :q ?y }"]
    );
}

#[test]
fn uses_before_binding() {
    assert_eq!(checks("", "FILTER(?o < 50) ?s ?p ?o"), ["used-before-bound: ?o / ?o"]);
    assert_eq!(checks("", "SET(?x := ?y + ?y) ?s ?p ?y"), ["used-before-bound: ?y / ?y"]);
    assert_eq!(checks("", "SET(?x := ?x)"), ["unbound-variable: ?x"]);
    assert_eq!(checks("", "NOT { FILTER(?z > 1) ?a :p ?z }"), ["used-before-bound: ?z / ?z"]);
    assert_eq!(
        checks("", "NOT { ?a :q ?b FILTER(?c = ?b) } ?s ?p ?c"),
        ["used-before-bound: ?c / ?c"]
    );
    assert_eq!(
        checks("", "NOT { ?a :q ?b } FILTER(?b = 1) FILTER(?b = 2)"),
        ["unbound-variable: ?b / NOT { ?a :q ?b }"]
    );
    assert_eq!(
        checks("", "?s ?p ?counter FILTER(?countr = 1)"),
        ["unbound-variable: ?countr / ?counter"]
    );
}

#[test]
fn second_values() {
    assert_eq!(checks("", "?s ?p ?o SET(?o := 1)"), ["set-twice: SET(?o := 1) / ?o"]);
    assert_eq!(checks("", "SET(?o := 1) SET(?o := 1)"), ["set-twice: SET(?o := 1) / SET(?o := 1)"]);
    assert_eq!(
        checks("", "SET(?o := 1) NOT { SET(?o := 1) }"),
        ["set-twice: SET(?o := 1) / SET(?o := 1)"]
    );
}

#[test]
fn functions_by_iri() {
    let xsd = |call: &str| call.replace("xsd:", "<http://www.w3.org/2001/XMLSchema#");
    let set = |call: &str| checks("?x :p ?y", &format!("?x :q ?z SET(?y := {})", xsd(call)));
    for call in ["xsd:int>(?z)", "xsd:date>(?z)", "xsd:nonNegativeInteger>(?z)"] {
        assert_eq!(set(call), [""; 0], "{call}");
    }
    for name in ["lang", "encode-for-uri", "encode_for_uri", "isBlank", "strlen"] {
        assert_eq!(set(&format!("<http://www.w3.org/ns/sparql#{name}>(?z)")), [""; 0], "{name}");
    }
    let unknown = |call: &str| vec![format!("unknown-function: {}", xsd(call))];
    for call in ["xsd:interger>(?z)", ":f(?z)", "<http://www.w3.org/ns/sparql#exists>(?z)"] {
        assert_eq!(set(call), unknown(call), "{call}");
    }
    let call = "<http://www.w3.org/ns/sparql#strlen>(?z, 2)";
    assert_eq!(set(call), [format!("arguments: {call}")]);
    let inside = "?x :q ?y NOT { ?y :q ?w FILTER(:f(?w)) }";
    assert_eq!(checks("?x :p ?y", inside), ["unknown-function: :f(?w)"]);
}
