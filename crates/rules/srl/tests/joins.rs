//! Joins that take shortcuts infer what the rules say as they were written, and are explained by them.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "oracle/random.rs"]
#[allow(dead_code, reason = "the generator of rules is another one")]
mod random;
mod support;

use random::Random;
use rdf_graph::graph::{Graph, Part};
use rdf_graph::term::Term;
use srl::engine::{Engine, Inference, Joins, Limit, Limits, Options, Outcome};
use srl::provenance::Reason;
use srl_syntax::rule::{Element, PatternTerm, Rule, RuleSet, TriplePattern, Var};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;
use support::{lines, rules, turtle};

fn run(rules: &RuleSet, graph: &mut Graph, joins: Joins, provenance: bool) -> Inference {
    let options = Options { joins, provenance, ..Options::default() };
    let inference = Engine::new(rules).unwrap().infer(graph, &options);
    assert_eq!(inference.outcome, Outcome::Complete);
    inference
}

/// Rules with bodies of two to five patterns over a few predicates that they feed themselves.
fn recursive_rules(random: &mut Random) -> String {
    let mut text =
        String::from("PREFIX : <http://example/>\nRULE { ?x :p0 ?y } WHERE { ?x :e ?y }\n");
    for _ in 0..=random.below(3) {
        let n_patterns = 2 + random.below(4);
        let mut body = String::new();
        for pattern in 0..n_patterns {
            // Mostly a path, so that what is between its ends is used by two patterns alone.
            let (from, to) = if random.below(5) > 0 {
                (format!("?v{pattern}"), format!("?v{}", pattern + 1))
            } else {
                (format!("?v{}", random.below(pattern + 1)), format!("?v{}", random.below(6)))
            };
            let (from, to) = if random.below(3) == 0 { (to, from) } else { (from, to) };
            let predicate = ["p0", "p1", "p2", "e", "f"][random.below(5)];
            let to = if random.below(12) == 0 { ":n1".to_owned() } else { to };
            let _ = write!(body, "{from} :{predicate} {to} . ");
        }
        if random.below(4) == 0 {
            body += "FILTER (?v0 != ?v1) ";
        }
        if random.below(4) == 0 {
            body += "NOT { ?v1 :f ?v0 } ";
        }
        let ends: Vec<usize> = (1..7).filter(|end| body.contains(&format!("?v{end} "))).collect();
        let end = ends.get(random.below(6)).or(ends.last()).copied().unwrap_or(0);
        let head = format!("?v0 :p{} ?v{end}", random.below(3));
        let _ = writeln!(text, "RULE {{ {head} }} WHERE {{ ?v0 :e|^:e ?v1 . {body} }}");
    }
    text.replace(":e|^:e", [":e", "^:e", ":f"][random.below(3)])
}

fn random_graph(random: &mut Random) -> String {
    let mut text = String::from("PREFIX : <http://example/>\n");
    let nodes = 4 + random.below(10);
    for _ in 0..3 * nodes {
        let predicate = ["e", "e", "f"][random.below(3)];
        let _ =
            writeln!(text, ":n{} :{predicate} :n{} .", random.below(nodes), random.below(nodes));
    }
    text
}

/// What is inferred, in which order, and what is counted, is the same for any number of threads.
#[test]
fn threads_change_nothing() {
    let (mut n_compared, mut n_divided) = (0, 0);
    for number in 0..500_u64 {
        let mut random = Random(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let (text, data) = (recursive_rules(&mut random), random_graph(&mut random));
        let (document, _) = srl_analysis::read(&text, &srl_syntax::parser::ParseOptions::default());
        let Some(rules) = document.map(|document| document.rule_set()) else { continue };
        let mut infer = |jobs| {
            let mut graph = turtle(&data);
            let options = Options { joins: Joins::Eager, jobs, ..Options::default() };
            let inference = Engine::new(&rules).unwrap().infer(&mut graph, &options);
            let mut rules = inference.stats.rules;
            n_divided += rules.iter().map(|rule| rule.divided).sum::<u64>();
            for rule in &mut rules {
                (rule.time, rule.divided) = (Duration::ZERO, 0);
            }
            let triples: Vec<[Term; 3]> = graph.triples(Part::Inferred).collect();
            (triples, rules, inference.stats.hidden.len())
        };
        let alone = infer(1);
        assert_eq!(infer(2), alone, "case {number}\n{text}{data}");
        assert_eq!(infer(5), alone, "case {number}\n{text}{data}");
        n_compared += 1;
    }
    assert!(n_compared > 400 && n_divided > 1000, "{n_compared}, {n_divided}");
}

/// A join that is large enough to be divided, and a limit that ends it.
#[test]
fn large_joins_are_divided() {
    let rules = rules("PREFIX : <http://example/> RULE { ?x :f ?z } WHERE { ?x :e ?y . ?y :e ?z }");
    let mut data = String::from("PREFIX : <http://example/>\n");
    for place in 0..60 * 60 {
        let _ = writeln!(data, ":n{} :e :n{} .", place / 60, place % 60);
    }
    let infer = |jobs, max_triples| {
        let mut graph = turtle(&data);
        let limits = Limits { max_triples, ..Limits::default() };
        let options = Options { jobs, limits, ..Options::default() };
        let inference = Engine::new(&rules).unwrap().infer(&mut graph, &options);
        let n_divided = inference.stats.rules[0].divided;
        (graph.triples(Part::Inferred).collect::<Vec<_>>(), inference.outcome, n_divided)
    };
    let (alone, outcome, n_divided) = infer(1, None);
    assert_eq!((alone.len(), outcome, n_divided), (60 * 60, Outcome::Complete, 0));
    assert_eq!(infer(usize::MAX, None), (alone.clone(), Outcome::Complete, 1));
    assert_eq!(infer(3, None), (alone, Outcome::Complete, 1));
    let limit = Outcome::Stopped(Limit::Triples(3_000));
    let (alone, outcome, _) = infer(1, Some(3_000));
    assert_eq!(outcome, limit);
    let (divided, outcome, _) = infer(3, Some(3_000));
    assert_eq!((divided, outcome), (alone, limit));
}

#[test]
fn shortcuts_change_nothing() {
    let (mut split, mut given_up) = (0, 0);
    for number in 0..1500_u64 {
        let mut random = Random(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let (text, data) = (recursive_rules(&mut random), random_graph(&mut random));
        let (document, _) = srl_analysis::read(&text, &srl_syntax::parser::ParseOptions::default());
        let Some(rules) = document.map(|document| document.rule_set()) else { continue };
        let mut graph = turtle(&data);
        let plain = run(&rules, &mut graph, Joins::Plain, false);
        let expected = lines(&graph, Part::Inferred);
        for provenance in [false, true] {
            let eager = run(&rules, &mut graph, Joins::Eager, provenance);
            assert_eq!(lines(&graph, Part::Inferred), expected, "case {number}\n{text}{data}");
            assert_eq!(eager.stats.inferred, plain.stats.inferred);
            split += eager.stats.hidden.len();
            given_up += eager.stats.hidden.iter().filter(|hidden| hidden.given_up).count();
            if provenance {
                graph
                    .triples(Part::Inferred)
                    .for_each(|triple| explained(&eager, &graph, &rules, &triple));
            }
        }
    }
    assert!(split > 200 && given_up > 10, "{split} hidden tables, {given_up} given up");
}

/// The triple has an explanation, and each step of it is an instance of a rule as it was written.
fn explained(inference: &Inference, graph: &Graph, rules: &RuleSet, triple: &[Term; 3]) {
    let derivation = inference.why(graph, triple).unwrap();
    assert_eq!(&derivation.steps.last().unwrap().triple, triple);
    for step in &derivation.steps {
        if let Reason::Rule { rule, body, .. } = &step.reason {
            let body: Vec<&[Term; 3]> =
                body.iter().map(|&at| &derivation.steps[at].triple).collect();
            assert!(is_instance(&rules.rules[*rule], &step.triple, &body), "{derivation}");
        }
    }
}

fn is_instance(rule: &Rule, conclusion: &[Term; 3], body: &[&[Term; 3]]) -> bool {
    let mut bindings = BTreeMap::new();
    let patterns: Vec<&TriplePattern> = rule
        .body
        .iter()
        .filter_map(|element| match element {
            Element::Pattern(pattern) => Some(pattern),
            _ => None,
        })
        .collect();
    patterns.len() == body.len()
        && patterns.iter().zip(body).all(|(pattern, triple)| fits(pattern, triple, &mut bindings))
        && rule.head.iter().any(|head| fits(head, conclusion, &mut bindings.clone()))
}

fn fits(pattern: &TriplePattern, triple: &[Term; 3], bindings: &mut BTreeMap<Var, Term>) -> bool {
    pattern.terms.iter().zip(triple).all(|(place, term)| match place {
        PatternTerm::Term(constant) => constant == term,
        PatternTerm::Var(var) => bindings.entry(*var).or_insert_with(|| term.clone()) == term,
        PatternTerm::Fresh(_) | PatternTerm::Triple(_) => false,
    })
}

/// Points-to analysis of a random program, by the rules of Andersen with one field.
const POINTS_TO: &str = "PREFIX : <http://example/>
RULE { ?x :pt ?o } WHERE { ?x :new ?o }
RULE { ?x :pt ?o } WHERE { ?x :assign ?y . ?y :pt ?o }
RULE { ?o :field ?p } WHERE { ?x :store ?y . ?x :pt ?o . ?y :pt ?p }
RULE { ?x :pt ?p } WHERE { ?x :load ?y . ?y :pt ?o . ?o :field ?p }";

#[test]
fn the_planner_splits_where_it_pays_and_says_so() {
    let mut random = Random(7);
    let mut data = String::from("PREFIX : <http://example/>\n");
    for (predicate, count) in [("new", 90), ("assign", 700), ("load", 60), ("store", 30)] {
        for _ in 0..count {
            let _ =
                writeln!(data, ":v{} :{predicate} :v{} .", random.below(200), random.below(200));
        }
    }
    let rules = rules(POINTS_TO);
    let mut graph = turtle(&data);
    let plain = run(&rules, &mut graph, Joins::Plain, false);
    assert!(plain.stats.hidden.is_empty());
    let expected = lines(&graph, Part::Inferred);
    for provenance in [false, true] {
        let split = run(&rules, &mut graph, Joins::WhereItPays, provenance);
        assert_eq!(lines(&graph, Part::Inferred), expected);
        let (rules_split, predicates): (Vec<usize>, Vec<_>) =
            split.stats.hidden.iter().map(|hidden| (hidden.rule, &hidden.predicates)).unzip();
        assert_eq!(rules_split, [3]);
        assert_eq!(
            predicates[0],
            &["load", "pt"].map(|name| Term::iri(&format!("http://example/{name}")))
        );
        assert!(split.stats.hidden.iter().all(|hidden| !hidden.given_up && hidden.rows > 0));
        if !provenance {
            // The work is less by a measure that needs no clock.
            let solutions = |inference: &Inference| inference.stats.rules[3].solutions;
            assert!(solutions(&split) < solutions(&plain));
        }
    }
}
