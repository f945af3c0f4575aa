//! What expressions come to, as SET of a rule binds them: one line an expression.

mod support;

use rdf_graph::graph::{Graph, Part};
use srl::engine::{Engine, Options, Outcome};
use support::{rules, triples};

/// The value of an expression, as N-Triples has it with short datatypes; `None` for an error.
fn value(expression: &str) -> Option<String> {
    let text = format!(
        "PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> PREFIX : <http://e/>\n\
         RULE {{ :r :v ?x }} WHERE {{ SET (?x := {expression}) }}"
    );
    let (rules, mut graph) = (rules(&text), Graph::new());
    let engine = Engine::new(&rules).expect("it is stratifiable");
    let done = engine.infer(&mut graph, &Options::default());
    assert_eq!(done.outcome, Outcome::Complete, "{expression}");
    let [_, _, value] = triples(&graph, Part::Inferred).pop()?;
    let text = value.to_string();
    Some(text.replace("^^<http://www.w3.org/2001/XMLSchema#", "^").replace('>', ""))
}

fn assert_values(pairs: &[(&str, &str)]) {
    for (expression, expected) in pairs {
        assert_eq!(value(expression).as_deref(), Some(*expected), "{expression}");
    }
}

fn assert_errors(expressions: &[&str]) {
    for expression in expressions {
        assert_eq!(value(expression), None, "{expression}");
    }
}

#[test]
fn casts_from_floating_point_are_exact() {
    assert_values(&[
        ("xsd:integer(1e5)", r#""100000"^integer"#),
        ("xsd:integer(1e18)", r#""1000000000000000000"^integer"#),
        ("xsd:integer(-2.9e0)", r#""-2"^integer"#),
        ("xsd:integer(-9223372036854775808e0)", r#""-9223372036854775808"^integer"#),
        (r#"xsd:integer("100000"^^xsd:float)"#, r#""100000"^integer"#),
        ("xsd:decimal(1e5)", r#""100000"^decimal"#),
        ("xsd:decimal(-1.25e0)", r#""-1.25"^decimal"#),
        (r#"xsd:decimal("100000"^^xsd:float)"#, r#""100000"^decimal"#),
        ("xsd:decimal(1e5) = 100000", r#""true"^boolean"#),
        // The double next to a tenth is 0.1000000000000000055…
        ("xsd:decimal(1e-1)", r#""0.100000000000000006"^decimal"#),
        ("xsd:decimal(1e-300)", r#""0"^decimal"#),
        ("xsd:decimal(1e20)", r#""100000000000000000000"^decimal"#),
        ("xsd:integer(0e0) + xsd:decimal(-0e0)", r#""0"^decimal"#),
        ("xsd:decimal(1.7e20)", r#""170000000000000000000"^decimal"#),
    ]);
    assert_errors(&[
        "xsd:integer(9223372036854775808e0)",
        "xsd:integer(1e300)",
        r#"xsd:integer("NaN"^^xsd:double)"#,
        r#"xsd:decimal("INF"^^xsd:float)"#,
        "xsd:decimal(1.8e20)",
        "xsd:decimal(1e300)",
    ]);
}

#[test]
fn casts_put_white_space_aside() {
    assert_values(&[
        (r#"xsd:integer(" 1 ")"#, r#""1"^integer"#),
        (r#"xsd:decimal("\t1.5\n")"#, r#""1.5"^decimal"#),
        (r#"xsd:double(" -INF")"#, r#""-INF"^double"#),
        (r#"xsd:boolean(" true ")"#, r#""true"^boolean"#),
        (r#"xsd:dateTime(" 2026-01-01T00:00:00Z ")"#, r#""2026-01-01T00:00:00Z"^dateTime"#),
        (r#"xsd:string(" 1 ")"#, r#"" 1 ""#),
    ]);
    assert_errors(&[
        r#"xsd:integer("1 1")"#,
        r#"xsd:integer("1e5")"#,
        r#"xsd:double("inf")"#,
        r#"xsd:double("nan")"#,
        r#"xsd:float("infinity")"#,
    ]);
}

#[test]
fn a_literal_outside_its_datatype_is_no_number() {
    let (no, yes) = (r#""false"^boolean"#, r#""true"^boolean"#);
    assert_values(&[
        (r#"isNUMERIC("1200"^^xsd:byte)"#, no),
        (r#"isNUMERIC("127"^^xsd:byte)"#, yes),
        (r#"isNUMERIC("-5"^^xsd:unsignedInt)"#, no),
        (r#"isNUMERIC("0"^^xsd:positiveInteger)"#, no),
        (r#"isNUMERIC("0"^^xsd:nonPositiveInteger)"#, yes),
        (r#"isNUMERIC("1"^^xsd:negativeInteger)"#, no),
        (r#"isNUMERIC("inf"^^xsd:double)"#, no),
        (r#"isNUMERIC("Infinity"^^xsd:float)"#, no),
        (r#"isNUMERIC("nan"^^xsd:double)"#, no),
        (r#"isNUMERIC("+INF"^^xsd:double)"#, yes),
        (r#"isNUMERIC("1E5"^^xsd:double)"#, yes),
        (r#""1200"^^xsd:byte = "1200"^^xsd:byte"#, yes),
        (r#"STR("1200"^^xsd:byte)"#, r#""1200""#),
        (r#"DATATYPE("1200"^^xsd:byte)"#, "<http://www.w3.org/2001/XMLSchema#byte"),
        (r#""127"^^xsd:byte = 127"#, yes),
    ]);
    assert_errors(&[
        r#""300"^^xsd:byte + 1"#,
        r#""1200"^^xsd:byte = 1200"#,
        r#""1200"^^xsd:byte < 1201"#,
        r#"xsd:integer("1200"^^xsd:byte)"#,
        r#""inf"^^xsd:double = "INF"^^xsd:double"#,
        // More than 64 bits hold.
        "99999999999999999999 != 1",
    ]);
}

#[test]
fn regular_expressions_are_those_of_xpath() {
    let (no, yes) = (r#""false"^boolean"#, r#""true"^boolean"#);
    assert_values(&[
        (r#"REGEX("abc", "^[a-z-[b]]$")"#, no),
        (r#"REGEX("b", "^[a-z-[b]]$")"#, no),
        (r#"REGEX("c", "^[a-z-[b]]$")"#, yes),
        (r#"REGEX("é1", "^\\i\\c$")"#, yes),
        (r#"REGEX("a_b", "^\\w+$")"#, no),
        (r#"REGEX("a+b", "^\\w+$")"#, yes),
        (r#"REGEX("a\rb", "a.b")"#, no),
        (r#"REGEX("a\rb", "a.b", "s")"#, yes),
        (r#"REGEX("a#B", "a # b", "xi")"#, yes),
        (r#"REGEX("a.b", "a.", "q")"#, yes),
        (r#"REGEX("abb", "a.", "q")"#, no),
    ]);
    assert_errors(&[
        r#"REGEX("aa", "(a)\\1")"#,
        r#"REGEX("a", "\\p{IsBasicLatin}")"#,
        r#"REGEX("a", "(?i)A")"#,
        r#"REGEX("a", "a", "u")"#,
        r#"REGEX("a", "(")"#,
    ]);
}

#[test]
fn replacements_are_those_of_xpath() {
    assert_values(&[
        (r#"REPLACE("abc", "(b)", "$1x")"#, r#""abxc""#),
        (r#"REPLACE("abc", "(b)", "$12")"#, r#""ab2c""#),
        (r#"REPLACE("abc", "(b)", "\\$")"#, r#""a$c""#),
        (r#"REPLACE("abc", "b", "\\\\")"#, r#""a\\c""#),
        (r#"REPLACE("abc", "b", "[$0]")"#, r#""a[b]c""#),
        (r#"REPLACE("abc", "b", "$1")"#, r#""ac""#),
        (r#"REPLACE("a.c", ".", "$", "q")"#, r#""a$c""#),
        (r#"REPLACE("abab"@en, "B", "z", "i")"#, r#""azaz"@en"#),
    ]);
    assert_errors(&[
        r#"REPLACE("abc", "b", "$")"#,
        r#"REPLACE("abc", "(?:b)", "${x}")"#,
        r#"REPLACE("abc", "b", "\\n")"#,
        r#"REPLACE("abc", "x*", "-")"#,
        r#"REPLACE("abc", "^", "-")"#,
    ]);
}

#[test]
fn truth_values_are_keywords_in_any_case() {
    let (no, yes) = (r#""false"^boolean"#, r#""true"^boolean"#);
    assert_values(&[("TRUE", yes), ("False", no), ("sameTerm(True, true)", yes)]);
}
