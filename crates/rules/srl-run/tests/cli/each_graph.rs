//! `--each-graph`: many graphs through one process.

use crate::common::{FAMILY, Folder};
use predicates::str::{contains, ends_with, is_empty};

#[test]
fn each_graph_by_itself() {
    let folder = Folder::family();
    let quad = |s: &str, o: &str, g: &str| {
        format!(
            "<http://example.org/{s}> <http://example.org/parent> <http://example.org/{o}> {g}.\n"
        )
    };
    let data = quad("anna", "ben", "<e:1> ")
        + &quad("ben", "cleo", "<e:1> ")
        + &quad("ben", "dan", "<e:2> ")
        + &quad("x", "y", "");
    let done =
        folder.run(&["--each-graph", "rules.srl"]).write_stdin(data.clone()).assert().success();
    let text = String::from_utf8_lossy(&done.get_output().stdout).into_owned();
    let count = |end: &str| text.lines().filter(|line| line.ends_with(end)).count();
    assert_eq!((count("<e:1> ."), count("<e:2> ."), text.lines().count()), (3, 1, 5), "{text}");
    let again = data + &quad("ben", "cleo", "<e:1> ");
    let refused = folder.run(&["--each-graph", "rules.srl"]).write_stdin(again).assert().code(2);
    refused.stderr(contains("<e:1> comes again"));
}

/// Graphs of one triple each, and behind them one from which much follows.
fn many_and_a_long_one() -> String {
    let edge = |from: &str, to: &str, graph: &str| {
        format!(
            "<http://example.org/{from}> <http://example.org/parent> <http://example.org/{to}> <e:{graph}> .\n"
        )
    };
    let small = (0..5000).map(|n| edge("a", "b", &format!("small{n}")));
    let chain = (0..50).map(|n| edge(&format!("n{n}"), &format!("n{}", n + 1), "long"));
    small.chain(chain).collect()
}

#[test]
fn a_limit_leaves_the_graphs_before_it_whole() {
    let folder = Folder::with(&[("rules.srl", FAMILY), ("data.nq", &many_and_a_long_one())]);
    let stopped =
        folder.run(&["--each-graph", "--max-triples", "100", "rules.srl", "data.nq"]).assert();
    let said = "srl-run: error: <e:long>: stopped: more than 100 triples were inferred; \
                the graphs before it are printed\nhelp: --max-triples N allows more\n";
    let stopped = stopped.code(3).stderr(said).stdout(ends_with("<e:small4999> .\n"));
    let text = String::from_utf8_lossy(&stopped.get_output().stdout).into_owned();
    assert_eq!(text.lines().count(), 5000);
    assert!(text.lines().all(|line| line.ends_with(" .")));
    folder.write("cut.nq", (many_and_a_long_one() + "<e:a> <e:b>").as_bytes());
    let cut = folder.run(&["--each-graph", "rules.srl", "cut.nq"]).assert().code(2);
    cut.stdout(ends_with("<e:small4999> .\n")).stderr(contains("cut.nq:5051:"));
}

#[test]
fn the_time_is_that_of_all_graphs() {
    let folder = Folder::with(&[("rules.srl", FAMILY), ("data.nq", &many_and_a_long_one())]);
    let stopped = folder.run(&["--each-graph", "--timeout", "0", "rules.srl", "data.nq"]).assert();
    let said = contains("it took longer than 0 s; the graphs before it are printed");
    stopped.code(3).stdout(is_empty()).stderr(said);
}

#[test]
fn blank_nodes_are_those_of_the_whole_text() {
    let rules = "PREFIX : <http://e/> RULE { ?x :made [ :n 1 ] } WHERE { ?x :p ?y }";
    let data = "_:x <http://e/p> <e:c> <e:1> .\n_:b1 <http://e/p> <e:c> <e:2> .\n\
                _:g1b1 <http://e/p> <e:c> <e:3> .\n";
    let folder = Folder::with(&[("rules.srl", rules), ("data.nq", data)]);
    let text = folder.stdout(&["--each-graph", "-m", "rules.srl", "data.nq"]);
    let mut nodes: Vec<&str> =
        text.split_whitespace().filter(|word| word.starts_with("_:")).collect();
    nodes.sort_unstable();
    nodes.dedup();
    assert_eq!(nodes.len(), 6, "three of the data, three new: {text}");
    assert!(
        text.contains("_:x <http://e/made>") && text.contains("_:b1 <http://e/made>"),
        "{text}"
    );
}

#[test]
fn several_threads_print_the_same_bytes() {
    use std::fmt::Write as _;
    let folder = Folder::with(&[(
        "r.srl",
        "PREFIX e: <http://e/> RULE { ?x e:r ?y } WHERE { ?x e:p ?y } RULE { ?x e:r ?z } WHERE { ?x e:r ?y . ?y e:p ?z }",
    )]);
    let mut data = String::new();
    for graph in 0..60 {
        for node in 0..(graph * 7) % 40 {
            let _ = writeln!(
                data,
                "<http://e/{node}> <http://e/p> <http://e/{}> <http://e/g{graph}> .",
                node + 1
            );
        }
    }
    folder.write("d.nq", data.as_bytes());
    let alone = folder.stdout(&["--each-graph", "r.srl", "d.nq"]);
    assert!(alone.lines().count() > 10_000);
    for jobs in ["2", "3"] {
        assert_eq!(folder.stdout(&["--each-graph", "-j", jobs, "r.srl", "d.nq"]), alone);
    }
    // What comes before a failure is whole.
    let cut = data + "<http://e/1> <http://e/p> .\n";
    folder.write("cut.nq", cut.as_bytes());
    for jobs in ["1", "2"] {
        let failed = folder.run(&["--each-graph", "-j", jobs, "r.srl", "cut.nq"]).assert().code(2);
        let printed = String::from_utf8(failed.get_output().stdout.clone()).expect("text");
        assert!(alone.starts_with(&printed) && !printed.is_empty());
    }
}

#[test]
fn what_is_not_printed_is_told() {
    let rules = "PREFIX : <http://e/> RULE { ?y :of ?x } WHERE { ?x :p ?y }
RULE { ?x :more ?n } WHERE { ?x :p ?y . SET (?n := ?y + 1) }";
    let data = "<e:a> <http://e/p> \"7\"^^<http://www.w3.org/2001/XMLSchema#integer> <e:1> .\n\
                <e:a> <http://e/p> \"x\" <e:2> .\n";
    let folder = Folder::with(&[("rules.srl", rules), ("data.nq", data)]);
    for repeat in [&[][..], &["--repeat", "--fold", ":of"]] {
        let arguments = [&["--each-graph", "rules.srl", "data.nq"], repeat].concat();
        let run = folder.run(&arguments).assert().success();
        run.stderr(contains("warning: 2 inferred triples are not RDF"));
    }
    let strict = folder.run(&["--each-graph", "--strict-errors", "rules.srl", "data.nq"]).assert();
    let said = contains("<e:2>: expressions had no value; the graphs before it are printed");
    strict.code(3).stdout(ends_with("<e:1> .\n")).stderr(said);
}
