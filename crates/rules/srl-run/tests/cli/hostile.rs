//! Inputs that mean harm end with a message.

use crate::common::{DATA, Folder};
use predicates::prelude::*;
use predicates::str::{contains, is_empty, starts_with};

const DEEP: usize = 10_000;

#[test]
fn deep_nesting_in_rules_is_an_error() {
    let nested = |open: &str, inner: &str, close: &str| {
        let (open, close) = (open.repeat(DEEP), close.repeat(DEEP));
        format!(
            "PREFIX : <http://e/>\nRULE {{ ?x :q ?x }} WHERE {{ ?x :p ?z {open}{inner}{close} }}"
        )
    };
    for rules in [
        nested("FILTER (", "?z", ")")
            .replacen("FILTER (", "FILTER ((", 1)
            .replace("FILTER (FILTER", "FILTER"),
        nested("NOT { ", "?x :p ?z", "}"),
        nested(" . ?x :p [ :p ", "1", "]"),
        nested(" . ?x :p (", "1", ")"),
        nested(" . ?x :p <<( ?x :p ", "1", ")>>"),
    ] {
        let folder = Folder::with(&[("rules.srl", &rules), ("data.ttl", DATA)]);
        let refused = folder.run(&["rules.srl", "data.ttl"]).assert().code(2).stdout(is_empty());
        refused.stderr(contains("rules.srl:2:"));
        folder.run(&["check", "rules.srl"]).assert().code(1);
        folder.run(&["fmt", "rules.srl"]).assert().code(2).stdout(is_empty());
    }
}

#[test]
fn deep_parentheses_name_the_limit() {
    let rules = format!(
        "PREFIX : <http://e/> RULE {{ ?x :q ?y }} WHERE {{ ?x :p ?z SET (?y := {}?z{}) }}",
        "(".repeat(DEEP),
        ")".repeat(DEEP)
    );
    let folder = Folder::with(&[("rules.srl", &rules), ("data.ttl", DATA)]);
    folder.run(&["rules.srl", "data.ttl"]).assert().code(2).stderr(contains("error[too-deep]"));
}

#[test]
fn deep_nesting_in_data_is_an_error_or_flat() {
    let folder = Folder::with(&[("rules.srl", "")]);
    for deep in [DEEP, 300_000] {
        let (open, close) = ("<<( <e:a> <e:p> ".repeat(deep), " )>>".repeat(deep));
        let terms = format!("<e:a> <e:p> {open}1{close} .");
        let refused = folder.run(&["rules.srl"]).write_stdin(terms).assert().code(2);
        refused.stdout(is_empty()).stderr(contains("nest deeper than"));
    }
    // Lists are triples beside each other.
    let list = format!("<e:a> <e:p> {}1{} .", "(".repeat(DEEP), ")".repeat(DEEP));
    folder.run(&["rules.srl"]).write_stdin(list).assert().success();
}

#[test]
fn long_literals_are_texts_like_others() {
    let long = "a".repeat(10_000_000);
    let rules = format!("PREFIX : <http://e/> RULE {{ ?x :q \"{long}\" }} WHERE {{ ?x :p ?y }}");
    let folder = Folder::with(&[
        ("rules.srl", &rules),
        ("data.ttl", &format!("<http://e/a> <http://e/p> \"{long}\" .")),
    ]);
    let expected = format!("<http://e/a> <http://e/q> \"{long}\" .\n");
    assert!(folder.stdout(&["rules.srl", "data.ttl"]) == expected, "it differs");
    folder.run(&["check", "rules.srl"]).assert().success();
    folder.write("cut.ttl", format!("<http://e/a> <http://e/p> \"{long}").as_bytes());
    folder
        .run(&["rules.srl", "cut.ttl"])
        .assert()
        .code(2)
        .stderr(starts_with("srl-run: error: cut.ttl:1:"));
    // On a single line with an error at its end, the message is short.
    folder.write("wrong.srl", format!("{rules} OPTIONAL").as_bytes());
    let refused = folder.run(&["wrong.srl", "data.ttl"]).assert().code(2);
    refused.stderr(predicate::function(|text: &str| text.len() < 2000));
}

#[test]
fn a_compressed_literal_without_end_is_not_held_in_memory() {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let mut write = |bytes: &[u8]| std::io::Write::write_all(&mut gzip, bytes).unwrap();
    write(b"<e:a> <e:p> \"");
    (0..100).for_each(|_| write("a".repeat(1 << 20).as_bytes()));
    let folder = Folder::with(&[("rules.srl", "")]);
    folder.write("bomb.nt.gz", &gzip.finish().unwrap());
    folder.run(&["rules.srl", "bomb.nt.gz"]).assert().code(2).stderr(contains("buffer"));
}

#[test]
fn what_would_go_on_for_ever_is_refused_or_stopped() {
    let folder = Folder::with(&[("data.ttl", "<http://e/a> <http://e/p> \"b\" .")]);
    // Blank nodes out of blank nodes: refused, by name of the rule.
    folder.write("blank.srl", b"PREFIX : <http://e/> RULE :more { ?x :p [] } WHERE { ?y :p ?x }");
    let refused = folder.run(&["blank.srl", "data.ttl"]).assert().code(2).stdout(is_empty());
    refused.stderr(contains("not stratifiable: :more depends on itself"));
    // The same by repetition: stopped.
    folder.write("again.srl", b"PREFIX : <http://e/> RULE { [] :p ?x } WHERE DATA { ?y :p ?x }");
    let again = ["--repeat", "--fold", ":p", "--max-triples", "100000", "again.srl", "data.ttl"];
    let stopped = folder.run(&again).assert().code(3).stdout(is_empty());
    stopped.stderr(contains("stopped: more than 100000 triples were inferred"));
    // Texts that double.
    folder.write(
        "grow.srl",
        b"PREFIX : <http://e/>
        RULE :grow { ?x :p ?z } WHERE DATA { ?x :p ?y SET (?z := CONCAT(STR(?y), STR(?y))) }",
    );
    let stopped =
        folder.run(&["--repeat", "--fold", ":p", "grow.srl", "data.ttl"]).assert().code(3);
    stopped.stdout(is_empty()).stderr(contains("stopped in :grow: a text grew beyond 16 MiB;"));
}

#[test]
fn a_cross_product_of_a_billion_is_stopped() {
    let rules = "PREFIX : <http://e/> RULE { ?x :r ?y } WHERE { ?x :a 1 . ?y :b 1 }";
    let data: Vec<String> = (0..31_623)
        .map(|n| format!("<http://e/x{n}> <http://e/a> 1 . <http://e/y{n}> <http://e/b> 1 .\n"))
        .collect();
    let data = data.concat();
    let folder = Folder::with(&[("rules.srl", rules), ("data.ttl", &data)]);
    let stopped =
        folder.run(&["--max-triples", "1000000", "rules.srl", "data.ttl"]).assert().code(3);
    stopped.stdout(is_empty()).stderr(contains("stopped: more than 1000000 triples"));
}

#[test]
fn many_branches_take_time_and_memory_in_proportion() {
    let many = |branch: fn(usize) -> String, between: &str| {
        (0..20_000).map(branch).collect::<Vec<_>>().join(between)
    };
    let construct = |head: &str, body: &str| {
        format!("PREFIX : <http://e/> CONSTRUCT {{ {head} }} WHERE {{ ?x :p ?z {body} }}")
    };
    let alternatives = many(|n| format!("?z = {n}"), " || ");
    let absent = many(|n| format!("FILTER NOT EXISTS {{ ?x :none {n} }}"), " ");
    let patterns = many(|n| format!("?x :p ?z{n}"), " . ");
    let templates = many(|n| format!("?x :q{n} ?x"), " . ");
    for (rules, triples) in [
        (construct("?x :q ?x", &format!("FILTER ({alternatives})")), 1),
        (construct("?x :q ?x", &absent), 1),
        (construct("?x :q ?x", &format!(". {patterns}")), 1),
        (construct(&templates, ""), 20_000),
    ] {
        let data = "<http://e/a> <http://e/p> 7 .";
        let folder = Folder::with(&[("rules.srl", &rules), ("data.ttl", data)]);
        assert_eq!(folder.stdout(&["rules.srl", "data.ttl"]).lines().count(), triples);
    }
    let union = construct("?x :q ?x", &many(|n| format!("{{ ?x :p {n} }}"), " UNION "));
    let folder = Folder::with(&[("rules.srl", &union), ("data.ttl", DATA)]);
    let refused = folder.run(&["rules.srl", "data.ttl"]).assert().code(2).stdout(is_empty());
    refused.stderr(contains("UNION").and(predicate::function(|text: &str| text.len() < 5000)));
}

#[test]
fn json_ld_without_end_is_not_held_in_memory() {
    let folder = Folder::with(&[("rules.srl", "")]);
    for (text, message) in [
        (format!("{{\"http://e/p\":\"{}\"}}", "x".repeat(17 << 20)), "longer than 16 MiB"),
        (format!("{{\"http://e/p\":{}", "[".repeat(1 << 20)), "data.jsonld:1:"),
        ("{\"http://e/p\":".repeat(100_000), "data.jsonld:1:"),
    ] {
        folder.write("data.jsonld", text.as_bytes());
        let refused = folder.run(&["rules.srl", "data.jsonld"]).assert().code(2);
        refused.stdout(is_empty()).stderr(contains(message));
    }
    // A line of any length is no harm by itself.
    let line = format!("{{{}\"@id\":\"http://e/a\",\"http://e/p\":1}}", " ".repeat(20 << 20));
    folder.write("data.jsonld", line.as_bytes());
    assert_eq!(folder.stdout(&["--merge", "rules.srl", "data.jsonld"]).lines().count(), 1);
}
