//! The search: against counting by trying everything, with and without going on; its proofs; its ends.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod support;

use proptest::prelude::*;
use rdf_graph::graph::{Graph, Part};
use rdf_graph::term::Term;
use srl::choose::{Explanation, Fault, Options, Rounds, Search, choose, explain};
use srl::engine::{self, Engine, Limit};
use srl::provenance::{Proof, Reason};
use std::collections::BTreeSet;
use support::{rules, turtle};

const PREFIXES: &str = "PREFIX : <http://example/> PREFIX choice: <http://example.org/choice#>\n";

/// Neighbours have different colours.
const COLOURING: &str = "
    DATA { :colour choice:excludedBy :not }
    RULE { ?x choice:option <<( ?x :colour ?c )>> } WHERE { ?x a :Node . ?c a :Colour }
    RULE :one { ?x :not ?other } WHERE { ?x :colour ?c . ?other a :Colour FILTER (?other != ?c) }
    RULE :edge { ?y :not ?c } WHERE { ?x :colour ?c ; :edge ?y }
    RULE :back { ?y :not ?c } WHERE { ?x :colour ?c . ?y :edge ?x }";

/// A rule that looks at the colours in a NOT, so that each step infers from scratch.
const LOOKS: &str = "RULE { ?x :plain true } WHERE { ?x a :Node NOT { ?x :colour ?c } }";

fn options(max_answers: u64) -> Options {
    let run = engine::Options::default();
    Options { run, rounds: Rounds::Once, max_answers, max_choices: 10_000 }
}

/// Triples of an answer.
type Answer = Vec<[Term; 3]>;

/// The search, and of each answer the triples of a predicate, sorted.
fn search(
    text: &str,
    graph: &mut Graph,
    predicate: &str,
    options: &Options,
) -> Result<(Search, Vec<Answer>), Fault> {
    let rules = rules(&format!("{PREFIXES}{text}"));
    let engine = Engine::new(&rules).unwrap();
    let predicate = Term::iri(&format!("http://example/{predicate}"));
    let mut answers = Vec::new();
    let search = choose(&engine, graph, options, &mut |answer| {
        let mut triples: Answer = answer.triples_of(&predicate, Part::All).collect();
        triples.sort();
        answers.push(triples);
    })?;
    Ok((search, answers))
}

fn coloured(n_nodes: usize, n_colours: usize, edges: &[(usize, usize)]) -> String {
    let nodes = (0..n_nodes).map(|node| format!(":n{node} a :Node . "));
    let colours = (0..n_colours).map(|colour| format!(":c{colour} a :Colour . "));
    let edges = edges.iter().map(|(a, b)| format!(":n{a} :edge :n{b} . "));
    let prefix = "PREFIX : <http://example/> ".to_owned();
    std::iter::once(prefix).chain(nodes).chain(colours).chain(edges).collect()
}

/// In how many ways the nodes can be coloured, by trying all.
fn n_colourings(n_nodes: usize, n_colours: usize, edges: &[(usize, usize)]) -> u64 {
    let all = n_colours.pow(n_nodes as u32);
    let colour = |number: usize, node: usize| number / n_colours.pow(node as u32) % n_colours;
    let fits =
        |number: &usize| edges.iter().all(|&(a, b)| colour(*number, a) != colour(*number, b));
    (0..all).filter(fits).count() as u64
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn all_colourings_are_found_once(
        n_nodes in 1..6_usize,
        n_colours in 1..4_usize,
        edges in prop::collection::vec((0..6_usize, 0..6_usize), 0..10),
    ) {
        let edges: Vec<(usize, usize)> =
            edges.into_iter().map(|(a, b)| (a % n_nodes, b % n_nodes)).filter(|(a, b)| a != b).collect();
        let mut graph = turtle(&coloured(n_nodes, n_colours, &edges));
        let before = support::lines(&graph, Part::All);
        let (went_on, answers) = search(COLOURING, &mut graph, "colour", &options(1000)).unwrap();
        prop_assert_eq!(support::lines(&graph, Part::All), before);
        prop_assert!(went_on.is_complete);
        prop_assert_eq!(went_on.answers, n_colourings(n_nodes, n_colours, &edges));
        prop_assert_eq!(answers.iter().collect::<BTreeSet<_>>().len(), answers.len());
        prop_assert!(answers.iter().all(|answer| answer.len() == n_nodes));
        // The same search, from scratch at each step.
        let both = format!("{COLOURING} {LOOKS}");
        let (again, same) = search(&both, &mut graph, "colour", &options(1000)).unwrap();
        prop_assert_eq!(answers, same);
        let counts = |search: &Search| (search.choices, search.refuted, search.forced);
        prop_assert_eq!(counts(&went_on), counts(&again));
        // And in rounds.
        let fold = vec![Term::iri("http://example/not")];
        let rounds = Options { rounds: Rounds::Repeat { fold, most: 100 }, ..options(1000) };
        let (repeated, _) = search(COLOURING, &mut graph, "colour", &rounds).unwrap();
        prop_assert_eq!(repeated.answers, went_on.answers);
    }

    #[test]
    fn proofs_stand(
        n_nodes in 1..6_usize,
        edges in prop::collection::vec((0..6_usize, 0..6_usize), 0..12),
        given in prop::collection::vec((0..6_usize, 0..3_usize), 0..3),
    ) {
        let edges: Vec<(usize, usize)> =
            edges.into_iter().map(|(a, b)| (a % n_nodes, b % n_nodes)).filter(|(a, b)| a != b).collect();
        let mut text = coloured(n_nodes, 3, &edges);
        let given = given.iter().map(|(node, colour)| format!(":n{} :colour :c{colour} . ", node % n_nodes));
        text.extend(given);
        let mut graph = turtle(&text);
        let rules = rules(&format!("{PREFIXES}{COLOURING}"));
        let engine = Engine::new(&rules).unwrap();
        let colour = Term::iri("http://example/colour");
        let (search, explanation) =
            explain(&engine, &mut graph, &options(1), &|[_, p, _]| *p == colour).unwrap();
        match explanation {
            Explanation::Answer(proof) => {
                prop_assert!(search.answers > 0);
                prop_assert!(proof.roots.len() >= n_nodes);
                stands(&proof, search.is_complete && search.answers == 1);
            }
            Explanation::NoAnswer(_, proof) => {
                prop_assert!(search.answers == 0 && search.is_complete);
                prop_assert!(!proof.roots.is_empty());
                stands(&proof, true);
            }
            Explanation::Unknown => prop_assert!(false, "there was no limit"),
        }
    }
}

/// Checks the form of a proof, and that what is assumed is used under it alone. Where an answer is the only one, nothing
/// in it is merely chosen.
fn stands(proof: &Proof, is_settled: bool) {
    // For each step the assumptions that it stands on.
    let mut open: Vec<BTreeSet<usize>> = Vec::new();
    for (number, step) in proof.steps.iter().enumerate() {
        let body = step.reason.body();
        assert!(body.iter().all(|&from| from < number), "{proof}");
        let mut on: BTreeSet<usize> = body.iter().flat_map(|&from| open[from].clone()).collect();
        match &step.reason {
            Reason::Assumed => {
                on.insert(number);
            }
            Reason::Chosen => assert!(!is_settled, "{proof}"),
            Reason::Refuted { assumed, .. } => {
                assert_eq!(proof.steps[*assumed].reason, Reason::Assumed);
                let [s, p, o] = &step.triple;
                let [assumed_s, assumed_p, assumed_o] = &proof.steps[*assumed].triple;
                assert_eq!((s, o), (assumed_s, assumed_o));
                assert_ne!(p, assumed_p);
                on.remove(assumed);
            }
            Reason::OnlyOption { .. } => {
                let [s, _, o] = &step.triple;
                for &from in body {
                    let [excluded, p, other] = &proof.steps[from].triple;
                    assert_eq!((excluded, p), (s, &Term::iri("http://example/not")));
                    assert_ne!(other, o);
                }
                assert_eq!(body.len(), 2, "{proof}");
            }
            Reason::Rule { body, .. } => assert!(!body.is_empty()),
            Reason::Ground | Reason::Data => {}
            Reason::Folded => panic!("{proof}"),
        }
        open.push(on);
    }
    for &root in &proof.roots {
        assert!(open[root].is_empty(), "{proof}");
    }
}

#[test]
fn six_queens_stand_in_four_ways() {
    let numbers = (1..=6).map(|n| format!(":q{n} :column {n} . :rows :row {n} . "));
    let data = format!("PREFIX : <http://example/> {}", numbers.collect::<String>());
    let text = "
        DATA { :at choice:excludedBy :notAt }
        RULE { ?q choice:option <<( ?q :at ?row )>> } WHERE { ?q :column ?column . :rows :row ?row }
        RULE { ?other :notAt ?r } WHERE {
          ?q :at ?row ; :column ?column . ?other :column ?c . :rows :row ?r
          FILTER (?c != ?column && (?r = ?row || ABS(?r - ?row) = ABS(?c - ?column)))
        }
        RULE { ?q :notAt ?r } WHERE { ?q :at ?row . :rows :row ?r FILTER (?r != ?row) }";
    let (search, answers) = search(text, &mut turtle(&data), "at", &options(100)).unwrap();
    assert_eq!((search.answers, search.is_complete, answers.len()), (4, true, 4));
}

/// Four jobs of a day each on two machines, with an order and a deadline; contradictions are marked by a rule.
#[test]
fn a_schedule_is_found_and_a_tighter_one_refuted() {
    let text = "
        DATA { :on choice:excludedBy :notOn }
        RULE { ?job choice:option <<( ?job :on ?day )>> } WHERE { ?job a :Job . :days :day ?day }
        RULE { ?job :notOn ?other } WHERE { ?job :on ?day . :days :day ?other FILTER (?other != ?day) }
        RULE { ?b :notOn ?early } WHERE { ?a :before ?b ; :on ?day . :days :day ?early FILTER (?early <= ?day) }
        RULE { ?a choice:contradiction ?b } WHERE {
          ?a :on ?day ; :needs ?machine . ?b :on ?day ; :needs ?machine FILTER (?a != ?b)
        }";
    let jobs = "PREFIX : <http://example/>
        :cut a :Job ; :needs :saw ; :before :glue . :saw2 a :Job ; :needs :saw ; :before :paint .
        :glue a :Job ; :needs :bench ; :before :paint . :paint a :Job ; :needs :bench . ";
    let days =
        |n: usize| (1..=n).fold(jobs.to_owned(), |text, day| format!("{text}:days :day {day} . "));
    let (found, answers) = search(text, &mut turtle(&days(3)), "on", &options(10)).unwrap();
    // cut, glue and paint one after the other; the other sawing on the second day.
    assert_eq!((found.answers, found.is_complete, answers[0].len()), (1, true, 4));
    let (none, _) = search(text, &mut turtle(&days(2)), "on", &options(10)).unwrap();
    assert_eq!((none.answers, none.is_complete), (0, true));
}

#[test]
fn what_is_not_declared_is_said() {
    let fails =
        |text: &str, data: &str| search(text, &mut turtle(data), "p", &options(1)).unwrap_err();
    assert_eq!(fails("RULE { ?x :q ?y } WHERE { ?x :p ?y }", ""), Fault::NoOptions);
    let option = "RULE { ?x choice:option <<( ?x :p ?y )>> } WHERE { ?x :q ?y }";
    assert_eq!(fails(option, ""), Fault::NoExclusions);
    let two = format!("DATA {{ :p choice:excludedBy :a, :b }} {option}");
    assert!(matches!(fails(&two, ""), Fault::SeveralExclusions { .. }));
    let other = format!("DATA {{ :other choice:excludedBy :a }} {option}");
    let data = "PREFIX : <http://example/> :x :q 1, 2 .";
    assert_eq!(fails(&other, data), Fault::NothingExcludes(Term::iri("http://example/p")));
    let plain = "DATA { :p choice:excludedBy :a } RULE { ?x choice:option ?y } WHERE { ?x :q ?y }";
    assert!(matches!(fails(plain, data), Fault::NoTriple { .. }));
}

#[test]
fn without_questions_the_data_are_the_answer() {
    let text = "DATA { :p choice:excludedBy :a } RULE { ?x choice:option <<( ?x :p ?y )>> } WHERE { ?x :q ?y }";
    let (search, answers) = search(text, &mut Graph::new(), "p", &options(5)).unwrap();
    assert_eq!((search.answers, search.choices, answers.len()), (1, 0, 1));
}

/// Each choice opens the next question.
#[test]
fn a_search_without_end_is_ended() {
    let text = "
        DATA { :p choice:excludedBy :a . :start :p 0 }
        RULE { ?next choice:option <<( ?next :p 1 )>>, <<( ?next :p 2 )>> }
        WHERE { ?x :p ?y . SET (?next := IRI(CONCAT(STR(?x), \"n\"))) }";
    let options = Options { max_choices: 100, ..options(1) };
    let (search, answers) = search(text, &mut Graph::new(), "p", &options).unwrap();
    assert_eq!(search.stopped, Some((Limit::Choices(100), None)));
    assert!(answers.is_empty() && !search.is_complete);
}

#[test]
fn an_answer_that_does_not_hold_by_itself_is_none() {
    // In the second round nobody is new, so the search sees another option hold than the answer has.
    let text = "
        DATA { :p choice:excludedBy :a }
        RULE { ?x choice:option <<( ?x :p ?y )>> } WHERE { ?x :q ?y }
        RULE { ?x choice:contradiction ?y } WHERE DATA { ?x :p ?y ; :forbidden true }
        RULE { ?x :p ?y } WHERE { ?x :forbidden true ; :q ?y NOT DATA { ?x :p ?any } }";
    let data = "PREFIX : <http://example/> :x :q 1 ; :forbidden true .";
    let fault = search(text, &mut turtle(data), "p", &options(1)).unwrap_err();
    assert!(matches!(fault, Fault::Unstable(_)), "{fault}");
}
