//! The laws of the formatter: the rule set stays, a second run changes nothing, comments stay.

#![expect(clippy::unwrap_used, reason = "a test stops where its material is broken")]

#[allow(dead_code, reason = "the conformance runner uses the rest")]
#[path = "../../srl/tests/suite/mod.rs"]
mod suite;

use proptest::prelude::*;
use srl_syntax::diagnostic::{has_errors, render};
use srl_syntax::document::Document;
use srl_syntax::format::{Spelling, convert, format};
use srl_syntax::parser::ParseOptions;

fn parse(text: &str) -> Document {
    let base = Some("http://example.org/base".to_owned());
    let (document, diagnostics) =
        Document::parse(text, &ParseOptions { base, ..ParseOptions::default() });
    let source = render::Source::new("text", text);
    let shown: Vec<String> =
        diagnostics.iter().map(|diagnostic| render::human(diagnostic, &source)).collect();
    assert!(!has_errors(&diagnostics), "{}\n{text}", shown.join("\n"));
    document.unwrap()
}

/// The comments of a text without `#` in IRIs and strings.
fn comments(text: &str) -> Vec<String> {
    let comment =
        |line: &str| line.split_once('#').map(|(_, comment)| comment.trim_end().to_owned());
    text.lines().filter_map(comment).collect()
}

/// A text's lines, without the blank ones.
fn lines(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.is_empty()).collect()
}

fn obeys_the_laws(text: &str) -> String {
    let document = parse(text);
    let once = format(&document);
    let again = parse(&once);
    assert_eq!(
        document.rule_set().without_spans(),
        again.rule_set().without_spans(),
        "{text}\n{once}"
    );
    assert_eq!(once, format(&again), "{text}");
    converts(&document, text);
    once
}

/// To the other spelling and back: the same rules, and the same text as at once, but for blank lines: a rule that takes
/// several lines in the other spelling alone gets one after it, which stays.
fn converts(document: &Document, text: &str) {
    let rules = document.rule_set().without_spans();
    let as_rules = convert(document, Spelling::Rule).unwrap();
    assert_eq!(parse(&as_rules).rule_set().without_spans(), rules, "{text}\n{as_rules}");
    let Ok(constructs) = convert(document, Spelling::Construct) else {
        assert!(text.to_uppercase().contains("DATA"), "{text}");
        return;
    };
    let there = parse(&constructs);
    assert_eq!(there.rule_set().without_spans(), rules, "{text}\n{constructs}");
    assert_eq!(format(&there), constructs, "{text}");
    let back = convert(&there, Spelling::Rule).unwrap();
    assert_eq!(lines(&back), lines(&as_rules), "{text}\n{constructs}");
    assert_eq!(comments(&constructs).len(), comments(&format(document)).len(), "{text}");
}

#[test]
fn both_spellings() {
    let rule = "PREFIX : <http://e/>
RULE :r { ?v :score ?r } WHERE {
  # What it costs.
  ?v :severity ?s . # how bad
  SET (?r := ?s * 2) # twice
  NOT { ?v :done ?x FILTER (?x > ?s) }
}
RULE { ?x :a ?y } WHERE { SET (?x := :b) SET (?y := 1) }
RULE { ?y :a 1 } WHERE { SET (?y := :b) }
";
    let construct = obeys_the_laws(rule);
    assert!(construct.contains("RULE :r {"));
    let constructs = convert(&parse(rule), Spelling::Construct).unwrap();
    for piece in [
        "RULE :r CONSTRUCT { ?v :score ?r }",
        "BIND (?s * 2 AS ?r) # twice\n  FILTER (BOUND(?r))\n",
        "FILTER NOT EXISTS {",
        "CONSTRUCT { ?x :a ?y }",
    ] {
        assert!(constructs.contains(piece), "{piece}\n{constructs}");
    }
    // A BOUND that says something of its own.
    let text =
        "PREFIX : <http://e/>\nCONSTRUCT { ?x :a ?y } WHERE { ?x :b ?y FILTER(BOUND(?y)) }\n";
    obeys_the_laws(text);
    let error =
        convert(&parse("RULE {} WHERE DATA { ?a ?b ?c }"), Spelling::Construct).unwrap_err();
    assert_eq!(error.code, "no-construct");
}

#[test]
fn texts_of_the_suites() {
    let mut count = 0;
    for case in suite::cases() {
        let text = std::fs::read_to_string(&case.rules).unwrap();
        if case.positive || case.kind == suite::Kind::Evaluation {
            obeys_the_laws(&text);
            count += 1;
        }
    }
    if suite::shared().is_none() {
        eprintln!("the suites are not beside the workspace: no text of theirs was formatted");
    } else {
        assert!(count > 150, "{count} texts");
    }
}

#[test]
fn the_layout() {
    let text = "PREFIX ex: <http://example.org/> prefix : <http://example.org/#>
data{ex:digits ex:digit 1,2, 3}
# Squares.
RULE ex:a{?cell ex:hasCandidate ?digit.} where data { ?cell ex:hasIndexI ?row;ex:hasIndexJ ?col. # both


# about the NOT
not{?cell ex:hasValue ?any} filter(?row -1>= - 2 && isIRI( ?cell ))set(?x:=<<(?cell a ?row)>>)
  filter not exists { ?x ^ex:p/(ex:q / a) ?y . ?y ex:r ( 1 [ :p 'x' ^^ :d ] [ ] ( ) ) , ?z ~ex:r {| :p :o |} }
 # last
}
RULE{}WHERE{}
RULE {<<?s ?p ?o~_:b>>}
# between
WHERE DATA{ ?s ?p ?o }
";
    let expected = "PREFIX ex: <http://example.org/>
PREFIX : <http://example.org/#>

DATA { ex:digits ex:digit 1, 2, 3 }

# Squares.
RULE ex:a { ?cell ex:hasCandidate ?digit }
WHERE DATA {
  ?cell ex:hasIndexI ?row ;
        ex:hasIndexJ ?col . # both

  # about the NOT
  NOT { ?cell ex:hasValue ?any }
  FILTER (?row - 1 >= - 2 && isIRI(?cell))
  SET (?x := <<( ?cell a ?row )>>)
  NOT {
    ?x ^ex:p/(ex:q/a) ?y .
    ?y ex:r ( 1 [ :p 'x'^^:d ] [] () ), ?z ~ ex:r {| :p :o |} .
  }
  # last
}

RULE {} WHERE {}

RULE { << ?s ?p ?o ~ _:b >> }
# between
WHERE DATA { ?s ?p ?o }
";
    assert_eq!(obeys_the_laws(text), expected);
}

#[test]
fn long_lists_of_objects_are_wrapped() {
    let objects: Vec<String> =
        (0..200).map(|number| format!("<http://example.org/{number}>")).collect();
    let formatted = obeys_the_laws(&format!("DATA {{ <s> <p> {} }}", objects.join(",")));
    assert!(formatted.lines().all(|line| line.len() <= 100), "{formatted}");
}

/// A generated text: pieces of the grammar, with odd white space and comments between the tokens.
fn text() -> impl Strategy<Value = String> {
    let tokens = prop::collection::vec(item(), 0..6).prop_map(|items| items.concat());
    let gaps = prop::collection::vec(
        prop_oneof![6 => Just(" "), 2 => Just("\n"), 1 => Just("\n\n\n"), 1 => Just(" # c\n"), 1 => Just("\n#d\n\n")],
        1..60,
    );
    (tokens, gaps).prop_map(|(tokens, gaps)| {
        let mut text = String::from("PREFIX : <http://example.org/>\n");
        for (token, gap) in tokens.iter().zip(gaps.iter().cycle()) {
            text.push_str(token);
            text.push_str(gap);
        }
        text
    })
}

type Tokens = Vec<String>;

fn words(text: &str) -> Tokens {
    text.split_whitespace().map(str::to_owned).collect()
}

fn item() -> impl Strategy<Value = Tokens> {
    let rule = (triples(true, false), any::<bool>(), body(2)).prop_map(|(head, data, body)| {
        let where_ = if data { "WHERE DATA {" } else { "where {" };
        [words("RULE :r {"), head, words("}"), words(where_), body, words("}")].concat()
    });
    let data =
        triples(false, false).prop_map(|triples| [words("DATA {"), triples, words("}")].concat());
    let declaration = prop_oneof![
        Just(words("PREFIX ex: <http://example.org/ns/>")),
        Just(words("BASE <http://example.org/b/>")),
        Just(words("VERSION \"1.2\"")),
        Just(words("IMPORTS <other>")),
    ];
    prop_oneof![4 => rule, 1 => data, 1 => declaration]
}

fn node(variables: bool) -> impl Strategy<Value = Tokens> {
    let variable = if variables { "?x" } else { ":x" };
    let leaf = prop::sample::select(vec![
        variable,
        ":a",
        "<b>",
        "_:c",
        "[]",
        "()",
        "1",
        "-1.5",
        "1e0",
        "true",
        "'d'",
        "\"\"\"e\nf\"\"\"",
        "'g'@en--ltr",
        "'h' ^^ :t",
    ])
    .prop_map(|leaf| if leaf.contains('\n') { vec![leaf.to_owned()] } else { words(leaf) });
    leaf.prop_recursive(3, 12, 3, move |inner| {
        let verb = if variables { "?p" } else { ":p" };
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            pair.clone().prop_map(|(a, b)| [words("("), a, b, words(")")].concat()),
            pair.prop_map(move |(a, b)| [
                words("["),
                words(verb),
                a,
                words(";"),
                words("a"),
                b,
                words("]")
            ]
            .concat()),
            Just(
                [words("<<"), words(variable), words(verb), words(":o"), words("~"), words(">>")]
                    .concat()
            ),
            Just(
                [
                    words("<<("),
                    words(variable),
                    words(verb),
                    words("<<( :a :b 1 )>>"),
                    words(")>>")
                ]
                .concat()
            ),
        ]
    })
}

fn triples(variables: bool, paths: bool) -> impl Strategy<Value = Tokens> {
    let verb = if paths {
        prop::sample::select(vec![":p", "a", "?p", ":p / ^ :q", "^ ( :p / a )", "( :p )"])
    } else if variables {
        prop::sample::select(vec![":p", "a", "?p"])
    } else {
        prop::sample::select(vec![":p", "a", "<q>"])
    };
    let annotation = prop::sample::select(vec![
        "",
        "",
        "~",
        "~ :r",
        "{| :p :o |}",
        "~ _:r {| :p :o , 1 |} {| a :T |}",
    ]);
    let object = (node(variables), annotation);
    let property = (verb, prop::collection::vec(object, 1..3)).prop_map(|(verb, objects)| {
        let annotated = |(object, annotation): (Tokens, &str)| {
            let annotation = if verb.contains('/') || verb.contains('^') { "" } else { annotation };
            [object, words(annotation)].concat()
        };
        let objects: Vec<Tokens> = objects.into_iter().map(annotated).collect();
        [words(verb), objects.join(&",".to_owned())].concat()
    });
    let statement = (node(variables), prop::collection::vec(property, 1..3))
        .prop_map(|(subject, properties)| [subject, properties.join(&";".to_owned())].concat());
    prop::collection::vec(statement, 0..3).prop_map(|statements| statements.join(&".".to_owned()))
}

fn expression() -> impl Strategy<Value = Tokens> {
    let leaf = prop::sample::select(vec![
        "?x",
        "1",
        "-1",
        "2.5",
        "'s'",
        ":a",
        "true",
        "NOW ()",
        "<<( ?x :p 1 )>>",
    ])
    .prop_map(words);
    leaf.prop_recursive(4, 24, 3, |inner| {
        let operator = prop::sample::select(vec!["||", "&&", "=", "<", ">=", "+", "-", "*", "/"]);
        prop_oneof![
            (inner.clone(), operator, inner.clone()).prop_map(|(a, op, b)| [
                words("("),
                a,
                words(op),
                b,
                words(")")
            ]
            .concat()),
            prop::collection::vec(inner.clone(), 2..4).prop_map(|list| [
                words("("),
                list.join(&"||".to_owned()),
                words(")")
            ]
            .concat()),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| [
                words("("),
                a,
                words("NOT IN ("),
                b,
                words(",1) )")
            ]
            .concat()),
            inner.clone().prop_map(|a| [words("( ! ("), a, words(") )")].concat()),
            prop_oneof![Just("-"), Just("+")].prop_flat_map(move |sign| inner.clone().prop_map(
                move |a| { [words("("), words(sign), a, words("-1 * 2 - 1 )")].concat() }
            )),
            Just(words("REPLACE ( STR ( ?x ) , 'a' , 'b' )")),
            Just(words(":f ( ?x , 1 )")),
        ]
    })
}

fn body(depth: usize) -> BoxedStrategy<Tokens> {
    let triples = triples(true, true).boxed();
    let filter = expression().prop_map(|expr| [words("FILTER ("), expr, words(")")].concat());
    let set = expression().prop_map(|expr| [words("SET ( ?y :="), expr, words(")")].concat());
    let mut elements = vec![triples.clone(), filter.boxed(), set.boxed()];
    if depth > 0 {
        let keyword = prop::sample::select(vec!["NOT {", "not DATA {", "FILTER NOT EXISTS {"]);
        let not = (keyword, body(depth - 1))
            .prop_map(|(keyword, body)| [words(keyword), body, words("}")].concat());
        elements.push(not.boxed());
    }
    // Triples stand first, so that no two runs of them meet without a full stop.
    let rest = prop::collection::vec(prop::strategy::Union::new(elements.split_off(1)), 0..3);
    (triples, rest).prop_map(|(triples, rest)| [triples, rest.concat()].concat()).boxed()
}

proptest! {
    #[test]
    fn generated_texts(text in text()) {
        let formatted = obeys_the_laws(&text);
        prop_assert_eq!(comments(&text).len(), comments(&formatted).len(), "{}\n{}", text, formatted);
    }
}

/// The editors' grammar knows each function and each keyword.
#[test]
fn the_grammar_for_editors_has_the_words() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../editors/srl/syntaxes/srl.tmLanguage.json");
    let grammar = std::fs::read_to_string(path).unwrap();
    let words: Vec<&str> =
        grammar.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect();
    for builtin in srl_syntax::builtin::Builtin::ALL {
        // The escape \\b stands before the first.
        let name = builtin.name();
        assert!(words.contains(&name) || grammar.contains(&format!("b({name}|")), "{name}");
    }
    for word in
        ["RULE", "WHERE", "DATA", "NOT", "FILTER", "SET", "PREFIX", "IMPORTS", "CONSTRUCT", "BIND"]
    {
        assert!(words.contains(&word), "{word}");
    }
}
