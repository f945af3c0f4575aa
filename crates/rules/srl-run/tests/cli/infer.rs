//! Inference as people run it: inputs, outputs, each message, each exit code.

use crate::common::{DATA, FAMILY, Folder, INFERRED};
use predicates::prelude::*;
use predicates::str::{contains, is_empty, starts_with};

/// The lines of a text, sorted: a graph has no order.
fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

#[test]
fn the_inference_graph_is_printed() {
    let folder = Folder::family();
    let text = folder.stdout(&["rules.srl", "data.ttl"]);
    assert_eq!(sorted(&text), sorted(INFERRED));
    assert_eq!(text, folder.stdout(&["rules.srl", "data.ttl"]), "the same bytes twice");
    for arguments in [&["rules.srl"][..], &["rules.srl", "-"]] {
        folder.run(arguments).write_stdin(DATA).assert().success().stdout(text.clone());
    }
    let from_stdin = folder.run(&["-", "data.ttl"]).write_stdin(FAMILY).assert().success();
    from_stdin.stdout(text).stderr(is_empty());
}

/// Grandparents where everybody is a parent of everybody: a join that several threads share.
#[test]
fn threads_print_the_same_bytes() {
    let person = |number: usize| format!("<http://example.org/n{number}>");
    let parent = |of: usize| {
        let (of, who) = (person(of / 60), person(of % 60));
        format!("{of} <http://example.org/parent> {who} .\n")
    };
    let data: String = (0..60 * 60).map(parent).collect();
    let rules = "PREFIX ex: <http://example.org/> RULE { ?x ex:grandparent ?z } WHERE { ?x ex:parent ?y . ?y ex:parent ?z }";
    let folder = Folder::with(&[("rules.srl", rules), ("data.nt", &data)]);
    let alone = folder.stdout(&["rules.srl", "data.nt"]);
    assert_eq!(alone.lines().count(), 60 * 60);
    for jobs in ["2", "3"] {
        assert_eq!(folder.stdout(&["-j", jobs, "rules.srl", "data.nt"]), alone);
    }
    let many = folder.run(&["-j", "1025", "rules.srl", "data.nt"]).assert().code(2);
    many.stderr(contains("expected a number from 1 to 1024"));
    let chosen = folder.run(&["-j", "2", "--choose", "rules.srl", "data.nt"]).assert().code(2);
    chosen.stdout(is_empty()).stderr(contains("--jobs with --choose is for --each-graph"));
    let mut stopped = folder.run(&["-j", "3", "--max-triples", "3000", "rules.srl", "data.nt"]);
    let said = contains("more than 3000 triples were inferred");
    stopped.assert().code(3).stdout(is_empty()).stderr(said);
}

#[test]
fn the_data_too_or_one_predicate() {
    let folder = Folder::family();
    let merged = folder.stdout(&["--merge", "rules.srl", "data.ttl"]);
    assert_eq!(merged.lines().count(), 5);
    assert!(INFERRED.lines().all(|line| merged.contains(line)));
    for name in ["ex:parent", "http://example.org/parent", "<http://example.org/parent>"] {
        let only = folder.stdout(&["--merge", "--only", name, "rules.srl", "data.ttl"]);
        assert_eq!(only.lines().count(), 2, "{name}");
    }
    let both = ["-m", "--only", "ex:parent", "--only", "ex:ancestor", "rules.srl", "data.ttl"];
    assert_eq!(sorted(&folder.stdout(&both)), sorted(&merged));
    let other = folder.run(&["--only", "parent", "rules.srl", "data.ttl"]).assert().code(2);
    other.stderr(
        contains("found 'parent', expected an IRI").and(contains("help: the rule set has ex:")),
    );
}

#[test]
fn turtle_has_the_prefixes_of_the_rules() {
    let folder = Folder::family();
    let text = folder.stdout(&["-o", "turtle", "rules.srl", "data.ttl"]);
    assert!(text.starts_with("@prefix ex: <http://example.org/> .\n"), "{text}");
    assert!(text.contains("ex:ancestor ex:ben"), "{text}");
    let only = ["-o", "turtle", "--only", "ex:parent", "--merge", "rules.srl", "data.ttl"];
    let text = folder.stdout(&only);
    assert!(text.contains("ex:anna ex:parent ex:ben .") && !text.contains("ancestor"), "{text}");
}

#[test]
fn every_syntax_and_gzip() {
    let folder = Folder::family();
    let expected = folder.stdout(&["rules.srl", "data.ttl"]);
    let triples = "<http://example.org/anna> <http://example.org/parent> <http://example.org/ben> .\n\
                   <http://example.org/ben> <http://example.org/parent> <http://example.org/cleo> .\n";
    folder.write("data.nt", triples.as_bytes());
    folder.write("data.nq", triples.replace(" .", " <e:g> .").as_bytes());
    let trig = format!("<e:g> {{ {triples} }}");
    folder.write("data.trig", trig.as_bytes());
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut gzip, triples.as_bytes()).unwrap();
    let gzip = gzip.finish().unwrap();
    folder.write("data.nt.gz", &gzip);
    for file in ["data.nt", "data.nq", "data.trig", "data.nt.gz"] {
        assert_eq!(folder.stdout(&["rules.srl", file]), expected, "{file}");
    }
    folder.run(&["rules.srl"]).write_stdin(gzip).assert().success().stdout(expected.clone());
    folder.run(&["rules.srl"]).write_stdin(trig).assert().success().stdout(expected.clone());
    let quads = folder.read("data.nq");
    let quads = folder.run(&["rules.srl", "-i", "nquads"]).write_stdin(quads).assert();
    quads.success().stdout(expected);
    let two = "<e:g> { <e:a> <e:b> 1 } <e:h> { <e:a> <e:b> 2 }";
    let refused = folder.run(&["rules.srl"]).write_stdin(two).assert().code(2);
    refused.stderr(contains("<e:g> and in <e:h>").and(contains("help: --each-graph")));
    let relative = ["rules.srl", "--base", "http://example.org/"];
    let relative = folder.run(&relative).write_stdin("<anna> <parent> <ben> .").assert();
    relative.success().stdout(contains("<http://example.org/ancestor>"));
}

#[test]
fn nodes_without_a_label_are_numbered() {
    let data = "@prefix : <http://e/> . _:b1 :p [ :q 1 ] .";
    let folder = Folder::with(&[("rules.srl", ""), ("data.ttl", data)]);
    folder.run(&["--merge", "rules.srl", "data.ttl"]).assert().success().stdout(
        "_:b1 <http://e/q> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n\
         _:b2 <http://e/p> _:b1 .\n",
    );
}

#[test]
fn several_files_are_one_graph_with_their_own_blank_nodes() {
    let folder = Folder::family();
    folder.write("more.ttl", b"@prefix ex: <http://example.org/> . ex:cleo ex:parent ex:dan .");
    let text = folder.stdout(&["rules.srl", "data.ttl", "more.ttl"]);
    assert_eq!(text.lines().count(), 6);
    folder.write("a.ttl", b"_:x <e:p> 1 .");
    folder.write("b.ttl", b"_:x <e:p> 1 .");
    assert_eq!(folder.stdout(&["--merge", "rules.srl", "a.ttl", "b.ttl"]).lines().count(), 2);
}

#[test]
fn statistics_name_strata_and_rules() {
    let folder = Folder::family();
    let done = folder.run(&["--stats", "rules.srl", "data.ttl"]).assert().success();
    let names = contains("stratum 0").and(contains("ex:parent")).and(contains("ex:further"));
    done.stderr(names.and(contains("in all")));
    let done = folder.run(&["--stats", "--json", "rules.srl", "data.ttl"]).assert().success();
    let rule = contains(r#"{"name":"ex:parent","stratum":0,"rounds":1,"solutions":2,"new":2,"#);
    done.stderr(starts_with("{\"inferred\":3,\"data\":0,\"not_rdf\":0,").and(rule));
}

#[test]
fn statistics_name_the_joins_that_are_made_apart() {
    let rules = "PREFIX : <http://e/>
        RULE { ?x :pt ?o } WHERE { ?x :new ?o }
        RULE { ?x :pt ?o } WHERE { ?x :assign ?y . ?y :pt ?o }
        RULE { ?o :field ?p } WHERE { ?x :store ?y . ?x :pt ?o . ?y :pt ?p }
        RULE { ?x :pt ?p } WHERE { ?x :load ?y . ?y :pt ?o . ?o :field ?p }";
    let mut data = String::from("PREFIX : <http://e/>\n");
    let mut number = 7_u64;
    let mut node = || {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        format!(":v{}", (number >> 40) % 200)
    };
    for (predicate, count) in [("new", 90), ("assign", 700), ("load", 60), ("store", 30)] {
        for _ in 0..count {
            data.extend([&node(), " :", predicate, " ", &node(), " .\n"]);
        }
    }
    let folder = Folder::with(&[("rules.srl", rules), ("data.ttl", &data)]);
    let only = ["--only", "<http://e/pt>"];
    let with = |options: &'static str| {
        let options: Vec<&str> = options.split(' ').collect();
        [&options[..], &only, &["rules.srl", "data.ttl"]].concat()
    };
    let done = folder.run(&with("--stats")).assert().success();
    done.stderr(contains("    join of :load, :pt  "));
    let done = folder.run(&with("--stats --json")).assert().success();
    let predicates = r#""predicates":["<http://e/load>","<http://e/pt>"],"rounds":"#;
    done.stderr(contains(predicates).and(contains(r#""given_up":false"#)));
}

#[test]
fn rounds_go_on_until_nothing_is_new() {
    // A counter that counts what was counted before.
    let rules = "PREFIX ex: <http://e/>
        RULE { ex:c ex:is ?next } WHERE { ex:c ex:is ?n . SET (?next := ?n + 1) FILTER (?next < 5)
            NOT { ex:c ex:is ?more . FILTER (?more > ?n) } }";
    let rules = &rules.replace("WHERE {", "WHERE DATA {");
    let folder =
        Folder::with(&[("rules.srl", rules), ("data.ttl", "<http://e/c> <http://e/is> 1 .")]);
    let arguments = ["--repeat", "--fold", "ex:is", "rules.srl", "data.ttl"];
    let done = folder.run(&arguments).assert().success();
    let output = done.get_output();
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 3);
    let rounds = String::from_utf8_lossy(&output.stderr).into_owned();
    let lines: Vec<&str> = rounds.lines().collect();
    assert_eq!(lines.len(), 4, "{rounds}");
    assert_eq!(lines[0], "srl-run: note: round 1: 1 triple inferred from 1, 1 ex:is new");
    assert_eq!(lines[3], "srl-run: note: round 4: 0 triples inferred from 4, 0 ex:is new");
    let json = folder.run(&["--json"]).args(arguments).assert().success();
    json.stderr(starts_with(
        "{\"round\":1,\"ground\":1,\"inferred\":1,\"inferred_of\":{\"ex:is\":1},\"folded\":1}\n",
    ));
    let limited = folder.run(&["--max-rounds", "2"]).args(arguments).assert().code(3);
    limited.stdout(is_empty()).stderr(contains("stopped: new triples came after 2 rounds"));
    let limited = folder.run(&["--max-rounds", "1"]).args(arguments).assert().code(3);
    limited.stderr(contains("came after 1 round;"));
    folder.run(&["--repeat", "rules.srl", "data.ttl"]).assert().code(2).stderr(contains("--fold"));
}

#[test]
fn a_limit_is_code_3_and_prints_nothing() {
    let cross = "PREFIX : <http://e/> RULE { ?x :r ?y } WHERE { ?x :p ?a . ?y :p ?b }";
    let data: Vec<String> =
        (0..4000).map(|n| format!("<http://e/{n}> <http://e/p> {n} .\n")).collect();
    let data = data.concat();
    let folder = Folder::with(&[("rules.srl", cross), ("data.ttl", &data)]);
    let stopped = folder.run(&["--max-triples", "1000", "rules.srl", "data.ttl"]).assert().code(3);
    stopped.stdout(is_empty()).stderr(
        "srl-run: error: stopped: more than 1000 triples were inferred; nothing is printed\n\
         help: --max-triples N allows more\n",
    );
    let stopped = folder.run(&["--timeout", "0.01", "rules.srl", "data.ttl"]).assert().code(3);
    stopped.stdout(is_empty()).stderr(contains("it took longer than 0.01 s"));
    let wrong = folder.run(&["--timeout", "soon", "rules.srl", "data.ttl"]).assert().code(2);
    wrong.stderr(contains("expected a number of seconds"));
}

#[test]
fn every_error_of_the_rules_is_reported() {
    let rules = "PREFIX ex: <http://e/>
RULE { ?x ex:a ?z } WHERE { ?x ex:p ?y }
RULE { ?x ex:a ?y } WHERE { OPTIONAL { ?x ex:p ?y } }
";
    let folder = Folder::with(&[("rules.srl", rules), ("data.ttl", DATA)]);
    let refused = folder.run(&["rules.srl", "data.ttl"]).assert().code(2).stdout(is_empty());
    let both = contains("--> rules.srl:2:").and(contains("error[sparql-optional]"));
    refused.stderr(both.and(contains("srl-run: error: rules.srl: ")));
    let json = folder.run(&["--json", "rules.srl", "data.ttl"]).assert().code(2);
    json.stderr(starts_with("{\"code\":").and(contains("\"file\":\"rules.srl\"")));
    let cycle = "PREFIX : <http://e/> RULE :r { ?x :q 1 } WHERE { ?x :p ?y . NOT { ?x :q 1 } }";
    folder.write("cycle.srl", cycle.as_bytes());
    let refused = folder.run(&["cycle.srl", "data.ttl"]).assert().code(2).stdout(is_empty());
    refused.stderr(contains("error[not-stratifiable]").and(contains("NOT DATA")));
}

#[test]
fn places_of_errors_in_data() {
    let folder = Folder::family();
    let refused = folder.run(&["rules.srl"]).write_stdin("<e:a> <e:b>\n<e:c> x .").assert().code(2);
    refused.stdout(is_empty()).stderr(starts_with("srl-run: error: <stdin>:2:7: "));
    let missing = folder.run(&["rules.srl", "none.ttl"]).assert().code(2).stdout(is_empty());
    missing.stderr("srl-run: error: none.ttl: No such file or directory\n");
    folder.write("latin.srl", b"# ok\n# \xe9\n");
    let refused = folder.run(&["latin.srl", "data.ttl"]).assert().code(2);
    refused.stderr("srl-run: error: latin.srl:2:3: found bytes that are not UTF-8\n");
    folder.run(&[]).assert().code(2).stderr(contains("<RULES>"));
}

#[test]
fn imports_need_leave_and_stay_in_their_folder() {
    let main =
        "PREFIX ex: <http://example.org/> IMPORTS <family.srl> IMPORTS <http://e/x/data.srl>";
    let folder = Folder::with(&[("main.srl", main), ("data.ttl", DATA)]);
    std::fs::create_dir(folder.path("lib")).unwrap();
    folder.write("lib/family.srl", format!("IMPORTS <data.srl> {FAMILY}").as_bytes());
    folder.write("lib/data.srl", b"DATA { <http://e/a> <http://e/b> _:x }");
    let refused = folder.run(&["main.srl", "data.ttl"]).assert().code(2).stdout(is_empty());
    refused.stderr(contains("relative").or(contains("error[import-refused]")));
    let text = folder.stdout(&["--allow-import", "lib", "main.srl", "data.ttl"]);
    assert_eq!(text.lines().count(), 4, "a rule set is imported once: {text}");
    for iri in ["http://e/..", "http://e/none.srl", "http://e/"] {
        folder.write("bad.srl", format!("IMPORTS <{iri}>").as_bytes());
        let refused =
            folder.run(&["--allow-import", "lib", "bad.srl", "data.ttl"]).assert().code(2);
        refused.stdout(is_empty()).stderr(starts_with("srl-run: error: "));
    }
}

#[test]
fn a_circle_of_imports_takes_each_file_once() {
    let rules = |other: &str, name: &str| {
        format!(
            "PREFIX : <http://e/> IMPORTS <{other}> RULE :{name} {{ ?x :{name} [] }} WHERE {{ ?x :p ?y }}"
        )
    };
    let folder = Folder::with(&[
        ("a.srl", &rules("b.srl", "a")),
        ("b.srl", &rules("a.srl", "b")),
        ("data.ttl", "<http://e/x> <http://e/p> 1 ."),
    ]);
    let text = folder.stdout(&["--allow-import", ".", "a.srl", "data.ttl"]);
    assert_eq!(text.lines().count(), 2, "{text}");
    let strata = folder.stdout(&["strata", "--allow-import", ".", "a.srl"]);
    assert_eq!(strata.lines().count(), 3, "{strata}");
    let check = folder.stdout(&["check", "--allow-import", ".", "a.srl"]);
    assert_eq!(check, "a.srl: 2 rules in 1 stratum\n");
}

#[test]
fn standard_input_is_read_for_one_thing() {
    let folder = Folder::family();
    for arguments in [
        &["-"][..],
        &["-", "-"],
        &["-", "data.ttl", "-"],
        &["check", "-", "-"],
        &["why", "-", "-", "?a ?b ?c"],
    ] {
        let refused = folder.run(arguments).write_stdin(FAMILY).assert().code(2).stdout(is_empty());
        refused.stderr(starts_with(
            "srl-run: error: the rules and the data cannot both be standard input\nhelp: ",
        ));
    }
}

#[test]
fn predicates_that_nobody_infers_are_told_of() {
    let folder = Folder::family();
    let only = folder.run(&["--only", "zz:t", "rules.srl", "data.ttl"]).assert().success();
    only.stdout(is_empty()).stderr("srl-run: warning: no rule infers <zz:t>, which --only names\n");
    let fold = ["--repeat", "--fold", "ex:parent", "rules.srl", "data.ttl"];
    let said = contains("no rule infers <http://example.org/parent>, which --fold names");
    folder.run(&fold).assert().success().stderr(said);
    for known in [&["--only", "ex:ancestor"][..], &["--merge", "--only", "ex:parent"]] {
        folder.run(known).args(["rules.srl", "data.ttl"]).assert().success().stderr(is_empty());
    }
}

#[test]
fn what_may_stand_before_the_triples() {
    let folder = Folder::family();
    let triple = "<http://example.org/a> <http://example.org/parent> <http://example.org/b> .\n";
    for (name, start) in [
        ("a.ttl", "\u{FEFF}"),
        ("a.nt", "\u{FEFF}VERSION \"1.2\"\n"),
        ("a.nq", "VERSION '1.2' # c\n"),
    ] {
        folder.write(name, format!("{start}{triple}").as_bytes());
        assert_eq!(folder.stdout(&["rules.srl", name]).lines().count(), 1, "{name}");
    }
    folder.write("bad.nt", b"VERSION \"1.2\"\n<e:a> <e:b> x");
    let refused = folder.run(&["rules.srl", "bad.nt"]).assert().code(2);
    refused.stderr(contains("bad.nt:2:"));
}

#[test]
fn triples_that_are_no_rdf_are_told_of() {
    let rules = "PREFIX : <http://e/> RULE { ?y :q ?x } WHERE { ?x :p ?y }";
    let folder =
        Folder::with(&[("rules.srl", rules), ("data.ttl", "<http://e/a> <http://e/p> 1 .")]);
    let done = folder.run(&["rules.srl", "data.ttl"]).assert().success().stdout(is_empty());
    done.stderr(starts_with("srl-run: warning: 1 inferred triple is not RDF"));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_trouble_and_a_closed_pipe_is_not() {
    let folder = Folder::family();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_srl-run"));
    command.arg(folder.path("rules.srl")).arg(folder.path("data.ttl"));
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = command.stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(message, "srl-run: error: <stdout>: No space left on device\n");
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = command.stdout(writer).output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}
