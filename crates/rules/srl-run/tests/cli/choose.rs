//! `--choose`: answers, uniqueness, none, limits, refutations.

use crate::common::Folder;
use predicates::prelude::*;

const COLOURING: &str = "\
PREFIX ex: <http://example.org/>
PREFIX choice: <http://example.org/choice#>
DATA { ex:colour choice:excludedBy ex:not }
RULE ex:option { ?x choice:option <<( ?x ex:colour ?c )>> } WHERE { ?x a ex:Node . ?c a ex:Colour }
RULE ex:one { ?x ex:not ?other } WHERE {
  ?x ex:colour ?c .
  ?other a ex:Colour
  FILTER (?other != ?c)
}
RULE ex:edge { ?y ex:not ?c } WHERE { ?x ex:colour ?c ; ex:edge ?y }
";

/// A path of three nodes, the first of which is red.
const PATH: &str = "\
@prefix ex: <http://example.org/> .
ex:red a ex:Colour . ex:blue a ex:Colour .
ex:a a ex:Node ; ex:edge ex:b ; ex:colour ex:red .
ex:b a ex:Node ; ex:edge ex:a, ex:c .
ex:c a ex:Node ; ex:edge ex:b .
";

fn folder() -> Folder {
    let two = PATH.replace(" ; ex:colour ex:red", "");
    let three =
        PATH.replace("ex:c a ex:Node ; ex:edge ex:b", "ex:c a ex:Node ; ex:edge ex:a, ex:b");
    let none = three.replace("ex:edge ex:b ;", "ex:edge ex:b, ex:c ;");
    Folder::with(&[
        ("rules.srl", COLOURING),
        ("path.ttl", PATH),
        ("two.ttl", &two),
        ("none.ttl", &none),
    ])
}

#[test]
fn an_answer_is_printed_and_counted() {
    let here = folder();
    let printed = here.stdout(&["--choose", "--only", "ex:colour", "rules.srl", "path.ttl"]);
    let colour = |node: &str, colour: &str| {
        format!(
            "<http://example.org/{node}> <http://example.org/colour> <http://example.org/{colour}> .\n"
        )
    };
    assert_eq!(printed, colour("b", "blue") + &colour("c", "red"));
    here.run(&["--choose", "rules.srl", "path.ttl"])
        .assert()
        .success()
        .stderr("srl-run: note: 1 answer: nothing had to be chosen; 2 options forced\n");
    let json = r#"{"answers":1,"complete":true,"choices":0,"refuted":0,"forced":2}"#;
    here.run(&["--choose", "--unique", "--json", "rules.srl", "path.ttl"])
        .assert()
        .success()
        .stderr(format!("{json}\n"));
}

#[test]
fn all_answers_are_graphs_and_it_is_said_whether_there_are_others() {
    let here = folder();
    let all = |most: &str, said: &str| {
        let arguments = ["--choose", "--all", most, "--only", "ex:colour", "rules.srl", "two.ttl"];
        let done = here.run(&arguments).assert().success().stderr(predicate::str::contains(said));
        String::from_utf8(done.get_output().stdout.clone()).expect("text")
    };
    let two =
        all("3", "2 answers, and there are no others: 1 choice, 0 of them refuted; 5 options");
    assert_eq!(two.lines().count(), 6);
    assert!(two.lines().take(3).all(|line| line.ends_with("<urn:answer/1> .")), "{two}");
    assert!(two.lines().skip(3).all(|line| line.ends_with("<urn:answer/2> .")), "{two}");
    assert_eq!(all("2", "2 answers; there may be more"), two);
    here.run(&["--choose", "--unique", "rules.srl", "two.ttl"])
        .assert()
        .success()
        .stderr(predicate::str::contains("there are several answers; the first is printed"));
}

#[test]
fn no_answer_is_a_negative_answer_and_a_limit_is_none() {
    let here = folder();
    here.run(&["--choose", "rules.srl", "none.ttl"])
        .assert()
        .code(1)
        .stdout("")
        .stderr(predicate::str::starts_with("srl-run: note: there is no answer: "));
    here.run(&["--choose", "--max-choices", "0", "rules.srl", "two.ttl"])
        .assert()
        .code(3)
        .stdout("")
        .stderr(predicate::str::contains("0 choices did not settle it; nothing is printed"));
    here.run(&["--choose", "--timeout", "0", "rules.srl", "two.ttl"]).assert().code(3).stdout("");
}

#[test]
fn what_a_rule_set_lacks_is_said() {
    let here = Folder::family();
    here.run(&["--choose", "rules.srl", "data.ttl"])
        .assert()
        .code(2)
        .stdout("")
        .stderr(predicate::str::contains("no rule infers choice:option"));
    for arguments in [["--all", "2"], ["--max-choices", "3"]] {
        here.run(&[&arguments[..], &["rules.srl", "data.ttl"]].concat()).assert().code(2);
    }
}

#[test]
fn many_graphs_are_searched_one_by_one() {
    let here = folder();
    let quads = |name: &str, first: &str| {
        let triples = [
            ("red", "type", "Colour"),
            ("blue", "type", "Colour"),
            ("a", "type", "Node"),
            ("b", "type", "Node"),
            ("a", "edge", "b"),
            ("a", "colour", first),
        ];
        let line = |(s, p, o): &(&str, &str, &str)| {
            let p = match *p {
                "type" => "http://www.w3.org/1999/02/22-rdf-syntax-ns#type".to_owned(),
                p => format!("http://example.org/{p}"),
            };
            format!("<http://example.org/{s}> <{p}> <http://example.org/{o}> <urn:{name}> .\n")
        };
        triples.iter().map(line).collect::<String>()
    };
    here.write("both.nq", (quads("1", "red") + &quads("2", "blue")).as_bytes());
    let arguments = ["--choose", "--each-graph", "--only", "ex:colour", "rules.srl", "both.nq"];
    let done =
        here.run(&arguments).assert().success().stderr(predicate::str::contains(
            "2 graphs have an answer, 2 of them without a choice",
        ));
    let printed = String::from_utf8(done.get_output().stdout.clone()).expect("text");
    let b: Vec<&str> = printed.lines().filter(|line| line.contains("/b>")).collect();
    assert!(b[0].contains("/blue> <urn:1>") && b[1].contains("/red> <urn:2>"), "{printed}");
    // The second has no answer: the first is printed.
    let broken = quads("2", "blue")
        + "<http://example.org/b> <http://example.org/colour> <http://example.org/blue> <urn:2> .\n";
    here.write("broken.nq", (quads("1", "red") + &broken).as_bytes());
    let arguments = ["--choose", "--each-graph", "--only", "ex:colour", "rules.srl", "broken.nq"];
    here.run(&arguments)
        .assert()
        .code(1)
        .stdout(predicate::str::contains("<urn:1>").and(predicate::str::contains("<urn:2>").not()))
        .stderr(predicate::str::contains("<urn:2>: there is no answer"));
}

#[test]
fn why_prints_what_was_forced_and_what_was_refuted() {
    let here = folder();
    let forced = here.stdout(&["why", "--choose", "rules.srl", "path.ttl", "ex:c ex:colour ?c"]);
    assert!(forced.contains("# the only option left of <http://example.org/c>\n"), "{forced}");
    assert!(forced.contains("# ex:edge\n") && forced.contains("# given\n"), "{forced}");
    let chosen = here.stdout(&["why", "--choose", "rules.srl", "two.ttl", "ex:a ex:colour ?c"]);
    assert!(chosen.ends_with("# chosen\n"), "{chosen}");
    here.run(&["why", "--choose", "rules.srl", "none.ttl", "ex:a ex:colour ?c"])
        .assert()
        .code(1)
        .stdout(
            predicate::str::starts_with("# no answer: ").and(predicate::str::contains("# given")),
        );
}

#[test]
fn a_proof_is_data() {
    let here = folder();
    let json = here.stdout(&[
        "why",
        "--choose",
        "-f",
        "json",
        "rules.srl",
        "path.ttl",
        "ex:c ex:colour ?c",
    ]);
    assert!(
        json.contains(r#""by":"only-option","question":"<http://example.org/c>","from":["#),
        "{json}"
    );
    assert!(json.trim_end().ends_with("}],\n\"proves\":[6]}"), "{json}");
    let turtle = here.stdout(&[
        "why",
        "--choose",
        "-f",
        "turtle",
        "rules.srl",
        "path.ttl",
        "ex:c ex:colour ?c",
    ]);
    here.write("proof.ttl", turtle.as_bytes());
    // It is a graph that rules can read.
    here.write(
        "leaves.srl",
        b"PREFIX proof: <http://example.org/proof#> PREFIX : <urn:>
          RULE { ?step :open true } WHERE { ?step proof:from ?from . NOT { ?from proof:says ?that } }
          RULE { :n :given ?that } WHERE { ?step a proof:Given ; proof:says ?that }",
    );
    let read = here.stdout(&["leaves.srl", "proof.ttl"]);
    assert!(!read.contains("<urn:open>") && read.contains("<urn:given> <<( "), "{read}");
}

#[test]
fn a_proof_of_rounds_is_one_list() {
    let rules = "PREFIX : <http://e/>
        RULE :next { ?y :on true } WHERE DATA { ?x :on true . ?x :next ?y NOT { ?y :on true } }";
    let data = "@prefix : <http://e/> . :a :on true ; :next :b . :b :next :c .";
    let here = Folder::with(&[("rules.srl", rules), ("data.ttl", data)]);
    let why =
        ["why", "--repeat", "--fold", ":on", "-f", "json", "rules.srl", "data.ttl", ":c :on ?x"];
    let json = here.stdout(&why);
    assert_eq!(json.matches(r#""by":"rule","rule":":next""#).count(), 2, "{json}");
    assert!(!json.contains(r#""by":"round""#), "{json}");
}
