use super::foreign::{ELEMENTS, FUNCTIONS, ITEMS};
use super::*;
use crate::diagnostic::has_errors;
use proptest::prelude::*;

fn codes_with(text: &str, options: &ParseOptions) -> Vec<&'static str> {
    parse(text, options).1.iter().map(|diagnostic| diagnostic.code).collect()
}

fn codes(text: &str) -> Vec<&'static str> {
    let base = Some("http://example.org/".to_owned());
    codes_with(text, &ParseOptions { base, ..ParseOptions::default() })
}

#[test]
fn each_foreign_word_gets_its_own_message_and_no_other() {
    for (word, code, ..) in ELEMENTS {
        let text = match *word {
            "BIND" | "LET" => {
                format!("RULE {{}} WHERE {{ ?s ?p ?o {word}(?o + 1 AS ?v) ?v <p> ?o }}")
            }
            "VALUES" => "RULE {} WHERE { ?s ?p ?o VALUES ?v { 1 2 } ?v <p> ?o }".to_owned(),
            "SELECT" => {
                "RULE {} WHERE { ?s ?p ?o { SELECT (COUNT(*) AS ?n) { ?a ?b ?c } } ?v <p> ?o }"
                    .to_owned()
            }
            "UNION" => {
                "RULE {} WHERE { ?s ?p ?o . { ?a ?b ?c } UNION { ?d ?e ?f } UNION { ?g ?h ?i } }"
                    .to_owned()
            }
            "GRAPH" => "RULE {} WHERE { GRAPH ?g { ?s ?p ?o } ?v <p> ?o }".to_owned(),
            "SERVICE" => "RULE {} WHERE { SERVICE SILENT <s> { ?s ?p ?o } ?v <p> ?o }".to_owned(),
            "GROUP" | "ORDER" => format!("RULE {{}} WHERE {{ ?s ?p ?o {word} BY ?s }}"),
            "LIMIT" | "OFFSET" => format!("RULE {{}} WHERE {{ ?s ?p ?o {word} 5 }}"),
            _ => format!("RULE {{}} WHERE {{ ?s ?p ?o {word} {{ ?a ?b ?c FILTER(?c > 1) }} }}"),
        };
        assert_eq!(codes(&text), [*code], "{text}");
    }
    for (word, code, ..) in ITEMS {
        let text = format!("{word} {{ ?s ?p ?o . ?a ?b 'c' }} RULE {{}} WHERE {{}}");
        let base = Some("http://example.org/".to_owned());
        let mut options = ParseOptions { base, ..ParseOptions::default() };
        options.extensions.construct = false;
        assert_eq!(codes_with(&text, &options), [*code], "{text}");
    }
    for (word, code, ..) in FUNCTIONS {
        let text = format!(
            "RULE {{}} WHERE {{ ?s ?p ?o FILTER({word}(?o)) ?a ?b ?c SET(?d := 1 + {word}(?o)) }}"
        );
        assert_eq!(codes(&text), [*code, *code], "{text}");
    }
}

#[test]
fn five_errors_give_five_messages() {
    let text = "PREFIX : <http://example/>
        DATA { :a :b ?c }
        RULE { ?x :p ?y } WHERE { ?x :q ?z BIND(?z + 1 AS ?y) }
        RULE { ?x :p ?y } WHERE { ?x :q+ ?y OPTIONAL { ?x :r ?z } }
        RULE { ?x nope:p ?y } WHERE { ?x :q ?y }";
    assert_eq!(
        codes(text),
        [
            "variable-in-data",
            "sparql-bind",
            "path-repetition",
            "sparql-optional",
            "undeclared-prefix"
        ]
    );
}

#[test]
fn extensions_are_noted_and_refused_where_strict() {
    for (body, code) in [
        ("NOT { ?s ?p ?o SET (?x := ?o) }", "set-in-not"),
        ("NOT { ?s ?p ?o NOT { ?o ?p ?s } }", "nested-not"),
        ("FILTER NOT EXISTS { ?s ?p ?o }", "filter-not-exists"),
        ("filter not exists data { ?s ?p ?o }", "filter-not-exists"),
    ] {
        let text = format!("RULE {{}} WHERE {{ {body} }}");
        let (_, noted) = parse(&text, &ParseOptions::default());
        assert_eq!(noted.iter().map(|note| note.code).collect::<Vec<_>>(), [code]);
        assert!(!has_errors(&noted), "{text}");
        let (_, refused) = parse(&text, &ParseOptions::strict());
        assert_eq!(refused.iter().map(|note| note.code).collect::<Vec<_>>(), [code]);
        assert!(has_errors(&refused), "{text}");
    }
}

/// Forms that the grammar has and the suites do not.
#[test]
fn accepted() {
    for text in [
        "\u{FEFF}RULE {} WHERE {}",
        "prefix : <x> rule :n {} where data {} data {} base <y/> version '1.2' imports <z>",
        "RULE {} WHERE { FILTER(true) . NOT { ?a ?b ?c . } . SET(?x := 1) . ?a ?b ?c . }",
        "RULE {} WHERE { ?a <p> ?b ; ; <q> ?c ; . [] <p> [ <q> ( 1 ( 2 ) ) ] . << ?a ?b ?c >> FILTER(true) }",
        "RULE {} WHERE { ?a (^(<p>/a)/<q>) ?b ; ^a ?c }",
        "RULE {} WHERE { FILTER ((?a -1 * 2) IN (1, NOW(), <f>(), TRIPLE(?a, <p>, 1)) || !BNODE() && ?x NOT IN ()) }",
        "RULE {} WHERE { FILTER isIRI(?x) FILTER <f>(?x) FILTER(?a = <<( ?a a <<( 1 ?p 'x' )>> )>>) FILTER(CONCAT() = '') }",
        "DATA { <a> <b> 1 ~ {| <c> 2 |} ~ <r> , 3 {| <d> 4 |} . << 1 <b> 2 ~ _:r >> <c> <<( 'a' a <<( 1 a 2 )>> )>> }",
        "RULE {} WHERE { ?a ?b ?c FILTER(?c>-1) FILTER(?c<1) FILTER(?c<=1) FILTER(?c!=1) }",
    ] {
        assert_eq!(codes(text), [""; 0], "{text}");
    }
}

#[test]
fn refused() {
    for (text, code) in [
        ("RULE {} WHERE { ?a ?b }", "syntax"),
        ("RULE {} WHERE { [] }", "syntax"),
        ("RULE {} WHERE { ?a ?b [ ] ] }", "syntax"),
        ("RULE {} WHERE { ?a ?b ?c ?d }", "missing-dot"),
        ("RULE {} WHERE { ?a ?b ?c ?d ?e ?f }", "missing-dot"),
        ("RULE {} WHERE { . }", "empty-statement"),
        ("RULE {} WHERE { FILTER(?a < ?b < ?c) }", "chained-comparison"),
        ("RULE {} WHERE { FILTER(!!?a) }", "two-signs"),
        ("RULE {} WHERE { FILTER ?a = 1 }", "filter-parentheses"),
        ("RULE {} WHERE { FILTER NOT { ?a ?b ?c } }", "filter-not"),
        ("RULE {} WHERE { FILTER EXISTS { ?a ?b ?c } }", "sparql-exists"),
        ("RULE {} WHERE { FILTER(_:b = 1) }", "blank-in-expression"),
        ("RULE {} WHERE { FILTER(STRLEN() = 1) }", "arguments"),
        ("RULE {} WHERE { FILTER(foo(1)) }", "unknown-builtin"),
        ("RULE {} WHERE { FILTER(?a<?b&&?c>?d) }", "iri-for-less"),
        ("RULE {} WHERE { SET(?a = 1) }", "assign"),
        ("RULE {} WHERE { SET(1 AS ?a) }", "assign"),
        ("RULE {} WHERE { { ?a ?b ?c } }", "bare-group"),
        ("RULE {} WHERE { NOT EXISTS { ?a ?b ?c } }", "not-exists"),
        ("RULE {} WHERE { ?a <p>* ?b }", "path-repetition"),
        ("RULE {} WHERE { ?a <p>? ?b }", "path-repetition"),
        ("RULE {} WHERE { ?a <p>|<q> ?b }", "path-alternative"),
        ("RULE {} WHERE { ?a !<p> ?b }", "path-negated"),
        ("RULE {} WHERE { ?a <p>/<q> ?b {| <r> 1 |} }", "annotated-path"),
        ("RULE {} WHERE { <<( ?a <p>/<q> ?b )>> <r> 1 }", "path-outside-body"),
        ("RULE {} WHERE { <<( [] <p> () )>> <r> 1 }", "part-of-triple"),
        ("RULE { FILTER(true) } WHERE {}", "misplaced-element"),
        ("RULE { ?a ^<p> ?b } WHERE {}", "path-outside-body"),
        ("RULE {} {}", "missing-where"),
        ("RULE {} :- {}", "old-arrow"),
        ("RULE {} FOR ?this IN <shape> WHERE {}", "old-for"),
        ("RULE name {} WHERE {}", "rule-name"),
        ("{ ?a ?b ?c } :- { ?a ?b ?c }", "old-arrow"),
        ("{ ?a ?b ?c }", "group-without-rule"),
        ("<a> <b> <c> .", "triple-outside"),
        ("PREFIX : <x> .", "declaration-dot"),
        ("@prefix ex: <x> . DATA { ex:a ex:b ex:c }", "turtle-declaration"),
        ("@base <x> .", "turtle-declaration"),
        ("VERSION 1.2", "syntax"),
        ("VERSION \"7\"", "version"),
        ("PREFIX ex <x>", "syntax"),
        ("DATA { <a> <b> foo }", "bare-word"),
        ("DATA { <a b> <b> <c> }", "iri"),
        ("DATA { <http://[> <b> <c> }", "iri"),
        ("DATA { <a> <b> 'c'@en--LTR }", "direction"),
        ("DATA { <a> <b> 'c }", "unfinished-string"),
        ("DATA { <a> <b> \"\"\"c } RULE {} WHERE {}", "unfinished-string"),
        ("RULE {} WHERE { ?a ?b ?c", "unclosed"),
        ("RULE { ?a ?b ?c WHERE { ?a ?b ?c }", "unclosed"),
    ] {
        assert_eq!(codes(text), [code], "{text}");
    }
    assert_eq!(
        codes_with("DATA { <a> <http://b> <http://c> }", &ParseOptions::default()),
        ["relative-iri"]
    );
}

#[test]
fn iris_are_resolved_where_they_stand() {
    let options = ParseOptions { base: Some("http://a/b/c".to_owned()), ..ParseOptions::default() };
    let text = "IMPORTS <d> BASE <../e/> PREFIX p: <f#> IMPORTS p:a\\~%41 BASE <http://g> IMPORTS <\\u0068>";
    let (tree, diagnostics) = parse(text, &options);
    assert_eq!(diagnostics, []);
    let imports: Vec<&str> = tree.imports.iter().map(|import| import.iri.as_str()).collect();
    assert_eq!(imports, ["http://a/b/d", "http://a/e/f#a~%41", "http://g/h"]);
    assert_eq!(tree.base.as_deref(), Some("http://g"));
    assert_eq!(tree.prefixes, [("p".to_owned(), "http://a/e/f#".to_owned())]);
}

#[test]
fn deep_nesting_is_a_message() {
    let deep = |open: &str, close: &str| format!("{}{}", open.repeat(10_000), close.repeat(10_000));
    let filter = |inner: String| format!("RULE {{}} WHERE {{ FILTER({inner}) }}");
    for text in [
        filter(deep("(", ")")),
        filter(deep("IF(", ")")),
        filter(deep("<<( 1 a ", ")>>")),
        filter(format!("1{}", "-1".repeat(10_000))),
        filter(format!("1{}", " * 1".repeat(10_000))),
        format!("DATA {{ {} }}", deep("(", ")")),
        format!("DATA {{ <a> <b> {} }}", deep("[ <b> ", "]")),
        format!("DATA {{ <http://a> a {} }}", deep("<<( 1 a ", ")>>")),
        format!("DATA {{ {} }}", deep("<< ", "1 a 1 >>")),
        format!("DATA {{ <a> <b> 1 {} }}", deep("{| a 1 ", "|}")),
        format!("RULE {{}} WHERE {{ ?a {} ?b }}", deep("(", ")")),
        format!("RULE {{}} WHERE {{ {} }}", deep("NOT {", "}")),
    ] {
        let codes = codes(&text);
        let errors: Vec<_> = codes.into_iter().filter(|code| *code != "nested-not").collect();
        assert_eq!(errors, ["too-deep"], "{}", &text[..60]);
    }
    // What is under the bound is read, and long chains are not deep.
    let text = filter(format!("{}1{}", "(".repeat(120), ")".repeat(120)));
    assert_eq!(codes(&text), [""; 0]);
    let text = filter(format!("true{}", " || ?x = 1 && true".repeat(10_000)));
    assert_eq!(codes(&text), [""; 0]);
}

#[test]
fn hostile_texts_end_with_few_messages() {
    for piece in [
        "{",
        "}",
        "(",
        ")",
        "RULE",
        "RULE {",
        "RULE {} WHERE {",
        "DATA {",
        "NOT",
        "NOT {",
        "FILTER(",
        "SET(",
        "?x",
        ".",
        ";",
        "<<",
        ">>",
        "<<(",
        "{|",
        "PREFIX",
        "a",
        "'",
        "\"\"\"",
        "\0",
        "BIND(",
        "OPTIONAL {",
        "{ SELECT",
        "UNION",
        "@prefix",
        ":-",
        "RULE { ?x <http://p> ?y . ?y ?z } WHERE {",
        "?x ?y ?z",
        "CONSTRUCT {",
        "ex:a",
        "<http://a",
    ] {
        for prefix in ["", "RULE {} WHERE { ", "DATA { ", "RULE {} WHERE { FILTER("] {
            let text = format!("{prefix}{}", format!("{piece} ").repeat(20_000));
            let diagnostics = parse(&text, &ParseOptions::default()).1;
            assert!(diagnostics.len() <= 3 * MOST_ERRORS, "{} for {piece}", diagnostics.len());
        }
    }
    let literal = "x".repeat(10_000_000);
    let text = format!("DATA {{ <http://a> <http://b> \"{literal}\", '''{literal}''' }}");
    assert_eq!(codes(&text), [""; 0]);
}

proptest! {
    /// Whatever tokens come in whatever order: no panic, and errors are counted.
    #[test]
    fn any_sequence_of_tokens(tokens in prop::collection::vec(prop::sample::select(vec![
        "RULE", "WHERE", "DATA", "NOT", "FILTER", "SET", "PREFIX", "BASE", "VERSION", "IMPORTS", "{", "}", "(", ")", "[", "]",
        "<<", ">>", "<<(", ")>>", "{|", "|}", ".", ";", ",", "~", "?x", "_:b", ":a", "p:", "<http://i>", "'s'", "1", "-1", "@en",
        "^^", "^", "/", "|", "*", "+", "?", "!", "=", ":=", ":-", "<", "&&", "||", "IN", "a", "true", "BIND", "AS", "OPTIONAL",
        "UNION", "SELECT", "EXISTS", "COUNT", "IF", "THEN", "FOR", "CONSTRUCT", "@prefix", "()", "[]", "#c\n", "STR", "\\", "\"",
    ]), 0..60)) {
        let text = tokens.join(" ");
        let (tree, diagnostics) = parse(&text, &ParseOptions::default());
        for diagnostic in &diagnostics {
            for label in &diagnostic.labels {
                prop_assert!(text.get(label.span.start..label.span.end).is_some(), "{:?}", diagnostic);
            }
        }
        if !has_errors(&diagnostics) {
            prop_assert!(!tokens.contains(&"RULE") || !tree.items.is_empty());
        }
    }

    #[test]
    fn any_text(text in "\\PC{0,80}") {
        let _ = parse(&text, &ParseOptions::default());
    }
}

#[test]
fn a_construct_is_a_rule_in_the_words_of_sparql() {
    let good = [
        "CONSTRUCT { ?x <d> ?y } WHERE { ?x <c> ?y }",
        "RULE <r>\nCONSTRUCT { ?x <d> ?y } WHERE { ?x <c> ?y }",
        "CONSTRUCT { ?v <s> ?r } WHERE { ?v <a> ?s . ?v <b> ?p . BIND ( ?s * ?p AS ?r ) . FILTER ( BOUND(?r) ) }",
        "CONSTRUCT { ?x <s> <t> } WHERE { ?x a <C> . FILTER NOT EXISTS { ?x <s> <u> } }",
        "CONSTRUCT { ?v <f> ?v } WHERE { ?v <s> ?s . BIND ( ?s * 2 AS ?r ) . FILTER ( BOUND(?r) ) }",
    ];
    for text in good {
        assert_eq!(codes(text), ["construct"], "{text}");
        let strict = ParseOptions { base: Some("http://e/".to_owned()), ..ParseOptions::strict() };
        assert_eq!(codes_with(text, &strict), ["sparql-construct"], "{text}");
        assert!(has_errors(&parse(text, &strict).1), "{text}");
    }
    for (text, code) in [
        ("CONSTRUCT { ?v <s> ?r } WHERE { ?v <a> ?s . SET ( ?r := ?s ) }", "in-construct"),
        ("CONSTRUCT { ?x <s> <t> } WHERE { ?x a <C> . NOT { ?x <s> <u> } }", "in-construct"),
        ("CONSTRUCT { ?x <d> ?y } WHERE DATA { ?x <c> ?y }", "in-construct"),
        (
            "CONSTRUCT { ?x <d> ?y } WHERE { ?x <c> ?y FILTER NOT EXISTS DATA { ?x <e> ?y } }",
            "in-construct",
        ),
        (
            "CONSTRUCT { ?v <f> ?t } WHERE { ?v <s> ?s . BIND ( ?s * 2 AS ?r ) . FILTER(BOUND(?r)) BIND ( IF(BOUND(?r), 1, 0) AS ?t ) FILTER(BOUND(?t)) }",
            "sparql-bound",
        ),
    ] {
        assert_eq!(codes(text), ["construct", code], "{text}");
    }
    let text = "CONSTRUCT { ?v <f> ?r } WHERE { ?v <s> ?s BIND(?s AS ?r) }";
    assert_eq!(codes(text), ["construct", "bind-without-bound"]);
    // The words of the other form stay foreign in a rule.
    let text = "RULE { ?v <f> ?r } WHERE { ?v <s> ?s BIND(?s AS ?r) }";
    assert_eq!(codes(text), ["sparql-bind"]);
}
