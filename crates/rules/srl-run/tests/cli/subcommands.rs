//! `check`, `strata`, `fmt` and `why` as people run them.

use crate::common::{DATA, FAMILY, Folder};
use predicates::prelude::*;
use predicates::str::{contains, ends_with, is_empty, starts_with};

#[test]
fn check_says_that_all_is_well() {
    let folder = Folder::family();
    assert_eq!(folder.stdout(&["check", "rules.srl"]), "rules.srl: 2 rules in 1 stratum\n");
    let stdin = folder.run(&["check", "-"]).write_stdin(FAMILY).assert().success();
    stdin.stdout("<stdin>: 2 rules in 1 stratum\n");
    assert_eq!(folder.stdout(&["check", "--json", "rules.srl"]), "");
}

#[test]
fn check_tells_errors_warnings_and_notes() {
    let rules = "PREFIX ex: <http://e/>
RULE { ?x ex:a ?z } WHERE { ?x ex:p ?y }
RULE { ?x ex:b ?y } WHERE { NOT { ?x ex:q ?z SET (?w := 1) } ?x ex:p ?y }
";
    let folder = Folder::with(&[("rules.srl", rules), ("data.ttl", DATA)]);
    let done = folder.run(&["check", "rules.srl"]).assert().code(1).stderr(is_empty());
    let said = contains("error[unbound-head-variable]").and(contains("note[set-in-not]"));
    done.stdout(said.and(ends_with("\nrules.srl: 1 error, 1 note\n")));
    let json = folder.run(&["check", "--json", "rules.srl"]).assert().code(1);
    json.stdout(contains("\"code\":\"unbound-head-variable\"").and(contains("\n{\"code\":")));
    let strict = folder.run(&["check", "--strict", "rules.srl"]).assert().code(1);
    strict.stdout(contains("error[set-in-not]"));
}

#[test]
fn check_with_data_finds_rules_that_never_fire() {
    let folder = Folder::family();
    folder.write("other.ttl", b"<http://example.org/a> <http://example.org/child> 1 .");
    assert!(!folder.stdout(&["check", "rules.srl", "data.ttl"]).contains("warning"));
    let text = folder.stdout(&["check", "rules.srl", "other.ttl"]);
    assert!(text.contains("warning[never-fires]"), "{text}");
}

#[test]
fn check_shows_a_cycle() {
    let cycle = "PREFIX : <http://e/>\nRULE :r { ?x :q 1 }\nWHERE { ?x :p ?y . NOT { ?x :q 1 } }\n";
    let folder = Folder::with(&[("rules.srl", cycle)]);
    let done = folder.run(&["check", "rules.srl"]).assert().code(1);
    let said = contains("error[not-stratifiable]").and(contains(":r infers it here"));
    done.stdout(said.and(ends_with("rules.srl: 1 error\n")));
}

#[test]
fn strata_in_three_forms() {
    let folder = Folder::family();
    let text = folder.stdout(&["strata", "rules.srl"]);
    assert_eq!(text, "stratum 0\n  ex:parent\n  ex:further  (recursive)\n");
    assert!(folder.stdout(&["strata", "--format", "dot", "rules.srl"]).starts_with("digraph"));
    let json = folder.stdout(&["strata", "--format", "json", "rules.srl"]);
    assert!(json.starts_with("{\"rules\":[\"ex:parent\",\"ex:further\"]"), "{json}");
    assert_eq!(json, folder.stdout(&["strata", "--json", "rules.srl"]));
}

#[test]
fn fmt_keeps_comments_and_writes_only_when_asked() {
    let crooked =
        "PREFIX   ex:<http://example.org/>\n#  A comment.\nRULE{?x ex:q ?y}WHERE{?x ex:p ?y}";
    let straight = "PREFIX ex: <http://example.org/>\n\n#  A comment.\nRULE { ?x ex:q ?y } WHERE { ?x ex:p ?y }\n";
    let folder = Folder::with(&[("a.srl", crooked)]);
    assert_eq!(folder.stdout(&["fmt", "a.srl"]), straight);
    folder.run(&["fmt"]).write_stdin(crooked).assert().success().stdout(straight);
    folder.run(&["fmt", "--check", "a.srl"]).assert().code(1).stdout("a.srl\n");
    assert_eq!(folder.read("a.srl"), crooked);
    assert_eq!(folder.stdout(&["fmt", "--write", "a.srl"]), "");
    assert_eq!(folder.read("a.srl"), straight);
    folder.run(&["fmt", "--check", "a.srl"]).assert().success().stdout(is_empty());
    let unbound = "PREFIX ex: <http://e/>\n\nRULE { ?x ex:q ?z } WHERE { ?x ex:p ?y }\n";
    folder.write("unbound.srl", unbound.replace("\n\n", "\n").as_bytes());
    assert_eq!(folder.stdout(&["fmt", "unbound.srl"]), unbound, "its layout can be mended");
    folder.write("wrong.srl", b"RULE {");
    let refused = folder.run(&["fmt", "--write", "wrong.srl"]).assert().code(2).stdout(is_empty());
    refused.stderr(contains("wrong.srl"));
    assert_eq!(folder.read("wrong.srl"), "RULE {");
}

#[test]
#[cfg(unix)]
fn fmt_writes_behind_a_link() {
    let folder = Folder::with(&[("a.srl", "PREFIX   ex: <http://e/>")]);
    std::os::unix::fs::symlink("a.srl", folder.path("link.srl")).unwrap();
    folder.run(&["fmt", "--write", "link.srl"]).assert().success();
    assert_eq!(folder.read("a.srl"), "PREFIX ex: <http://e/>\n");
    assert!(std::fs::symlink_metadata(folder.path("link.srl")).unwrap().is_symlink());
}

#[test]
fn why_goes_down_to_the_data() {
    let folder = Folder::family();
    let text = folder.stdout(&["why", "rules.srl", "data.ttl", "ex:anna ex:ancestor ex:cleo"]);
    let expected = "\
<http://example.org/anna> <http://example.org/ancestor> <http://example.org/cleo> .  # ex:further
  <http://example.org/anna> <http://example.org/ancestor> <http://example.org/ben> .  # ex:parent
    <http://example.org/anna> <http://example.org/parent> <http://example.org/ben> .  # given
  <http://example.org/ben> <http://example.org/parent> <http://example.org/cleo> .  # given
";
    assert_eq!(text, expected);
    let whom = folder.stdout(&["why", "rules.srl", "data.ttl", "ex:anna ex:ancestor ?whom"]);
    assert!(whom.ends_with(expected) || whom.starts_with(expected), "{whom}");
    assert_eq!(whom.lines().filter(|line| !line.starts_with(' ')).count(), 2);
    let stdin =
        folder.run(&["why", "rules.srl", "-", "ex:anna ex:parent ?y"]).write_stdin(DATA).assert();
    stdin.success().stdout(ends_with("# given\n"));
}

#[test]
fn why_of_nothing_is_a_no() {
    let folder = Folder::family();
    folder
        .run(&["why", "rules.srl", "data.ttl", "ex:cleo ex:ancestor ?x"])
        .assert()
        .code(1)
        .stdout(is_empty());
    let refused = folder.run(&["why", "rules.srl", "data.ttl", "ex:cleo"]).assert().code(2);
    refused.stderr(contains("expected a triple such as 'ex:a ex:b ?c'"));
}

#[test]
fn why_follows_the_rounds_back() {
    let rules = "PREFIX ex: <http://e/>
RULE ex:next { ex:c ex:is ?m } WHERE DATA { ex:c ex:is ?n . SET (?m := ?n + 1) FILTER (?m < 4) }";
    let folder =
        Folder::with(&[("rules.srl", rules), ("data.ttl", "<http://e/c> <http://e/is> 1 .")]);
    let arguments = ["why", "--repeat", "--fold", "ex:is", "rules.srl", "data.ttl", "ex:c ex:is 3"];
    let text = folder.stdout(&arguments);
    let number = |n| {
        format!("<http://e/c> <http://e/is> \"{n}\"^^<http://www.w3.org/2001/XMLSchema#integer> .")
    };
    let expected = format!(
        "# round 2\n{}  # ex:next\n  {}  # from an earlier round\n# round 1\n{}  # ex:next\n  {}  # given\n",
        number(3),
        number(2),
        number(2),
        number(1)
    );
    assert_eq!(text, expected);
}

#[test]
fn a_file_named_like_a_subcommand_needs_its_folder() {
    let folder = Folder::with(&[("check", FAMILY), ("data.ttl", DATA)]);
    assert_eq!(folder.stdout(&["./check", "data.ttl"]).lines().count(), 3);
    folder.run(&["--help"]).assert().success().stdout(contains("Exit codes:"));
    folder.run(&["check", "--help"]).assert().success().stdout(starts_with("Check a rule set"));
}

const CONSTRUCT: &str = "\
PREFIX ex: <http://example.org/>
RULE ex:twice CONSTRUCT { ?x ex:twice ?y }
WHERE {
  ?x ex:value ?v .
  BIND (?v * 2 AS ?y)
  FILTER (BOUND(?y))
  FILTER NOT EXISTS { ?x ex:done true }
}
";

#[test]
fn both_spellings_run_and_convert() {
    let folder = Folder::with(&[
        ("c.srl", CONSTRUCT),
        (
            "d.ttl",
            "@prefix ex: <http://example.org/> . ex:a ex:value 21 . ex:b ex:value 1 ; ex:done true .",
        ),
        ("ground.srl", "RULE { ?x ?p 1 } WHERE DATA { ?x ?p ?o }"),
    ]);
    let inferred = folder.stdout(&["c.srl", "d.ttl"]);
    assert!(inferred.contains("example.org/a> <http://example.org/twice> \"42\""), "{inferred}");
    assert_eq!(inferred.lines().count(), 1);
    let rule = folder.stdout(&["fmt", "--to", "rule", "c.srl"]);
    assert!(
        rule.contains("SET (?y := ?v * 2)") && rule.contains("NOT { ?x ex:done true }"),
        "{rule}"
    );
    folder.write("r.srl", rule.as_bytes());
    assert_eq!(folder.stdout(&["--strict", "r.srl", "d.ttl"]), inferred);
    assert_eq!(
        folder.stdout(&["fmt", "--to", "construct", "r.srl"]),
        CONSTRUCT.replace("example.org/>\n", "example.org/>\n\n")
    );
    let strict = folder.run(&["--strict", "c.srl", "d.ttl"]).assert().code(2);
    strict.stdout("");
    let none = folder.run(&["fmt", "--to", "construct", "ground.srl"]).assert().code(2);
    none.stdout("").stderr(predicates::str::contains(
        "error[no-construct]: WHERE DATA cannot be said in a CONSTRUCT",
    ));
}

#[test]
fn check_may_stop_at_the_syntax() {
    let folder = Folder::with(&[
        ("r.srl", "RULE { ?x ?p ?y } WHERE { NOT { ?x ?p ?y } }"),
        ("bad.srl", "RULE {"),
    ]);
    folder.run(&["check", "r.srl"]).assert().code(1);
    folder
        .run(&["check", "--syntax-only", "r.srl"])
        .assert()
        .success()
        .stdout("r.srl: the syntax is right\n");
    folder.run(&["check", "--syntax-only", "bad.srl"]).assert().code(1);
}

#[test]
fn why_passes_over_no_round_and_no_error() {
    let rules = "PREFIX ex: <http://e/>
RULE ex:one { ?o ex:k ?s . ?s ex:k ex:one } WHERE { ?s ex:p ?o }
RULE ex:two { ?s ex:k ex:two } WHERE DATA { ?o ex:k ex:one . ?s ex:next ?o }
RULE ex:sum { ?s ex:sum ?n } WHERE { ?s ex:p ?o . SET (?n := ?o + 1) }";
    let data = "@prefix ex: <http://e/> . ex:a ex:p 5, 6, 'x' . ex:b ex:next ex:a .";
    let folder = Folder::with(&[("rules.srl", rules), ("data.ttl", data)]);
    let repeat = ["--repeat", "--fold", "ex:k"];
    // Three rounds; the first infers triples with literals as subjects too, which no RDF syntax can say.
    let why = ["why", "rules.srl", "data.ttl", "ex:b ex:k ?x"];
    let told = folder.run(&[&why[..], &repeat].concat()).assert().success();
    let told = told.stderr(contains("ex:sum: SET had no value for 3 of 9 solutions"));
    told.stdout(starts_with("# round 2\n<http://e/b> <http://e/k> <http://e/two> .  # ex:two\n"));
    let strict = folder.run(&[&why[..], &["--strict-errors"]].concat()).assert().code(3);
    strict.stdout(is_empty()).stderr(contains("expressions had no value; nothing is printed"));
    let main = folder.run(&[&["rules.srl", "data.ttl"][..], &repeat].concat()).assert().success();
    main.stderr(contains("warning: 3 inferred triples are not RDF"));
}

const ONLY: &str = "PREFIX ex: <http://e/>
RULE ex:only { ?x ex:is ?v } WHERE {
  ?x ex:maybe ?v .
  NOT { ?x ex:maybe ?other FILTER (?other != ?v) }
}
RULE ex:twice { ?x ex:double ?n } WHERE { ?x ex:maybe ?v . FILTER (?v > 1) SET (?n := 2 * ?v) }
RULE ex:found { ex:all ex:has <<( ?x ex:is ?v )>> } WHERE { ?x ex:is ?v }";

#[test]
fn why_not_says_how_far_each_rule_came() {
    let data =
        "@prefix ex: <http://e/> . ex:a ex:maybe 1, 2 . ex:b ex:maybe 3 . ex:c ex:maybe 'x' .";
    let folder = Folder::with(&[("rules.srl", ONLY), ("data.ttl", data)]);
    let why_not = |triple: &str| folder.stdout(&["why-not", "rules.srl", "data.ttl", triple]);
    let integer = |n: u8| format!("\"{n}\"^^<http://www.w3.org/2001/XMLSchema#integer>");
    assert_eq!(
        why_not("ex:a ex:is 1"),
        format!(
            "ex:only: 1 of 2 elements hold\n  1 solution so far, such as ?x = <http://e/a>, ?v = {}\n  \
             none with line 4, column 3: NOT {{ ?x ex:maybe ?other FILTER (?other != ?v) }}\n  \
             as there is ?x = <http://e/a>, ?v = {}, ?other = {}\n",
            integer(1),
            integer(1),
            integer(2)
        )
    );
    // What a SET makes is compared with what was asked for.
    let said = why_not("ex:a ex:double 6");
    assert!(said.starts_with("ex:twice: 2 of 3 elements hold\n  1 solution so far"), "{said}");
    assert!(said.contains("none with line 6, column 76: SET (?n := 2 * ?v)\n"), "{said}");
    let said = why_not("ex:c ex:double ?n");
    assert!(
        said.contains("ex:twice: 1 of 3 elements hold") && said.contains("no value: "),
        "{said}"
    );
    let said = why_not("ex:d ex:is ?v");
    assert!(
        said.contains(
            "ex:only: 0 of 2 elements hold\n  none with line 3, column 3: ?x ex:maybe ?v\n"
        ),
        "{said}"
    );
    let said = why_not("ex:all ex:has <<( ex:a ex:is 1 )>>");
    assert!(said.contains("ex:found: 0 of 1 element hold\n  none with line 7"), "{said}");
    assert_eq!(why_not("ex:a ex:nothing ?x"), "no rule infers such a triple\n");
    folder
        .run(&["why-not", "rules.srl", "data.ttl", "ex:b ex:is ?v"])
        .assert()
        .code(1)
        .stdout(is_empty())
        .stderr(contains("it is there: <http://e/b> <http://e/is>"));
}

#[test]
fn why_not_looks_at_the_last_round() {
    let rules = "PREFIX : <http://e/>
        RULE :next { ?y :on true } WHERE DATA { ?x :on true . ?x :next ?y NOT { ?y :off true } }";
    let data = "@prefix : <http://e/> . :a :on true ; :next :b . :b :next :c . :c :off true .";
    let folder = Folder::with(&[("rules.srl", rules), ("data.ttl", data)]);
    let repeat = ["--repeat", "--fold", ":on"];
    let why_not = ["why-not", "rules.srl", "data.ttl", ":c :on ?x"];
    let once = folder.stdout(&why_not);
    assert!(once.contains(":next: 1 of 3 elements hold\n"), "{once}");
    let last = folder.stdout(&[&why_not[..], &repeat].concat());
    assert!(
        last.contains(
            ":next: 2 of 3 elements hold\n  1 solution so far, such as ?x = <http://e/b>"
        ),
        "{last}"
    );
}
