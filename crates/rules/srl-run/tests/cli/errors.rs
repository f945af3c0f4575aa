//! Expressions without a value: counted, said once, and refused with --strict-errors.

use crate::common::Folder;
use predicates::str::{contains, is_empty};

const PREFIXES: &str = "PREFIX : <http://e/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> ";
const LATEST: &str =
    "RULE :latest { ?x :latest true } WHERE { ?x :v ?a NOT { ?y :v ?b FILTER(?b > ?a) } }";

fn folder(rule: &str, data: &str) -> Folder {
    Folder::with(&[
        ("r.srl", &format!("{PREFIXES}\n{rule}\n")),
        ("d.ttl", &format!("{PREFIXES}\n{data}\n")),
    ])
}

#[test]
fn the_latest_date_is_one() {
    let folder = folder(LATEST, ":a :v '2024-01-01'^^xsd:date . :b :v '2020-01-01'^^xsd:date .");
    folder
        .run(&["r.srl", "d.ttl"])
        .assert()
        .success()
        .stdout("<http://e/a> <http://e/latest> \"true\"^^<http://www.w3.org/2001/XMLSchema#boolean> .\n")
        .stderr(is_empty());
}

#[test]
fn the_largest_integer_is_one() {
    let folder = folder(LATEST, ":a :v 100000000000000000000 . :b :v 5 .");
    let text = folder.stdout(&["r.srl", "d.ttl"]);
    assert!(text.starts_with("<http://e/a> ") && text.lines().count() == 1, "{text}");
}

#[test]
fn what_cannot_be_compared_is_said_once() {
    let folder = folder(LATEST, ":a :v '2024-01-01'^^xsd:date . :b :v 'x' .");
    let run = folder.run(&["r.srl", "d.ttl"]).assert().success();
    run.stderr(
        "srl-run: warning: :latest: FILTER had no value for 2 of 4 solutions: xsd:string > xsd:date\n",
    );
    let json = folder.run(&["--json", "r.srl", "d.ttl"]).assert().success();
    json.stderr(contains(
        r#"{"rule":":latest","element":"FILTER","errors":2,"solutions":4,"example":"xsd:string > xsd:date"}"#,
    ));
    let strict = folder.run(&["--strict-errors", "r.srl", "d.ttl"]).assert().code(3);
    strict.stdout("").stderr(contains("expressions had no value; nothing is printed"));
    let check = folder.run(&["check", "r.srl", "d.ttl"]).assert().success();
    check.stdout(contains(
        "warning[no-value]: FILTER has no value for 2 of 4 solutions of this data",
    ));
}

#[test]
fn the_innermost_failure_is_named() {
    for (expression, example) in [
        ("SET(?z := 1 + ?a)", "SET had no value for 1 of 1 solution: xsd:integer + xsd:string"),
        ("FILTER(!(STRLEN(?x) = 1))", "STRLEN(an IRI)"),
        ("FILTER(xsd:int(?a) = 1)", "xsd:int(xsd:string)"),
        ("FILTER(?x)", "an IRI as a condition"),
        ("SET(?z := IF(?a, YEAR(?a), 1))", "YEAR(xsd:string)"),
        ("SET(?z := 9223372036854775807 + 1)", "xsd:integer + xsd:integer"),
    ] {
        let folder =
            folder(&format!("RULE {{ ?x :r 1 }} WHERE {{ ?x :v ?a {expression} }}"), ":a :v 'x' .");
        folder.run(&["r.srl", "d.ttl"]).assert().success().stderr(contains(example));
    }
}

#[test]
fn over_many_graphs_it_is_said_once() {
    let folder = folder("RULE :old { ?x :old true } WHERE { ?x :v ?a FILTER(?a > 1) }", "");
    let data = "<http://e/a> <http://e/v> <http://e/b> <http://e/g> .\n\
                <http://e/a> <http://e/v> <http://e/b> <http://e/h> .\n";
    let run = folder.run(&["--each-graph", "r.srl"]).write_stdin(data).assert().success();
    run.stderr(
        "srl-run: warning: :old: FILTER had no value for 2 of 2 solutions: an IRI > xsd:integer\n",
    );
}

#[test]
fn a_function_that_is_not_there_is_refused() {
    let folder = folder("RULE { ?x :r 1 } WHERE { ?x :v ?a FILTER(:f(?a)) }", ":a :v 1 .");
    for arguments in [&["r.srl", "d.ttl"][..], &["check", "r.srl"]] {
        let done = folder.run(arguments).assert().failure();
        let output = done.get_output();
        let said = [&output.stdout[..], &output.stderr].concat();
        let said = String::from_utf8(said).expect("text");
        assert!(
            said.contains("error[unknown-function]: the function <http://e/f> is not known"),
            "{said}"
        );
    }
}

const JSON_LD: &str =
    r#"{"@id": "http://e/a", "http://e/over": [{"@id": "http://e/b"}, {"@id": "http://e/c"}]}"#;
const RDF_XML: &str = r#"<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e/">
  <rdf:Description rdf:about="http://e/a">
    <e:over rdf:resource="http://e/b"/>
    <e:over rdf:resource="http://e/c"/>
  </rdf:Description>
</rdf:RDF>
"#;

#[test]
fn json_ld_and_rdf_xml_are_read() {
    let folder = folder("RULE { ?y :under ?x } WHERE { ?x :over ?y }", "");
    for (name, text, option) in [("d.jsonld", JSON_LD, "jsonld"), ("d.rdf", RDF_XML, "rdfxml")] {
        folder.write(name, text.as_bytes());
        let expected = folder.stdout(&["r.srl", name]);
        assert_eq!(expected.lines().count(), 2, "{name}");
        let told = folder.run(&["--input", option, "r.srl"]).write_stdin(text).assert().success();
        told.stdout(expected);
        let wrong = folder.run(&["r.srl"]).write_stdin(text).assert().code(2);
        wrong
            .stdout("")
            .stderr(contains(format!(
                "this looks like {}",
                if option == "jsonld" { "JSON-LD" } else { "RDF/XML" }
            )))
            .stderr(contains(format!("--input {option}")));
        let cut = &text[..text.len() - 20];
        folder.run(&["--input", option, "r.srl"]).write_stdin(cut).assert().code(2).stdout("");
    }
    let turtle =
        folder.run(&["--input", "rdfxml", "r.srl"]).write_stdin("<a:a> <a:b> <a:c> .").assert();
    turtle.code(2).stderr(contains("this looks like Turtle"));
    // What is of its syntax but wrong further on has its place in the message.
    let xml = RDF_XML
        .replace("rdf:", "r:")
        .replace(":rdf=", ":r=")
        .replace("<?xml version=\"1.0\"?>\n", "");
    folder.write("right.rdf", xml.as_bytes());
    assert_eq!(folder.stdout(&["r.srl", "right.rdf"]).lines().count(), 2);
    folder.write("wrong.rdf", xml.replace("</r:Description>", "</r:Other>").as_bytes());
    folder.run(&["r.srl", "wrong.rdf"]).assert().code(2).stderr(contains("wrong.rdf:5:"));
    folder.write("wrong.jsonld", b"[1, {\"http://e/over\": 3,,}]");
    let wrong = folder.run(&["r.srl", "wrong.jsonld"]).assert().code(2);
    wrong.stderr(contains("wrong.jsonld:1:25: Object keys"));
    let remote = r#"{"@context": "https://example.org/context", "name": "x"}"#;
    folder.run(&["--input", "jsonld", "r.srl"]).write_stdin(remote).assert().code(2).stdout("");
}

#[test]
fn a_piece_of_xml_without_end_is_not_held() {
    let folder = folder("RULE { ?y :under ?x } WHERE { ?x :over ?y }", "");
    for (option, start) in [("rdfxml", "<rdf:RDF a='"), ("jsonld", "{\"@id\": \"")] {
        let text = start.to_owned() + &"x".repeat(20 << 20);
        folder.run(&["--input", option, "r.srl"]).write_stdin(text).assert().code(2).stdout("");
    }
}
