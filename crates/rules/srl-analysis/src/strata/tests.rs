use super::*;
use crate::dependency::Closed;
use srl_syntax::document::Document;
use srl_syntax::parser::ParseOptions;

fn rules(text: &str) -> RuleSet {
    let text = format!("PREFIX : <http://e/> {text}");
    let (document, diagnostics) = Document::parse(&text, &ParseOptions::default());
    document.unwrap_or_else(|| panic!("{diagnostics:?}")).rule_set()
}

/// For each layer the rules that run once and the others.
fn layers(text: &str) -> Vec<(Vec<usize>, Vec<usize>)> {
    let strata = stratify(&rules(text)).unwrap();
    strata.layers.iter().map(|layer| (layer.rules(true), layer.rules(false))).collect()
}

fn cycle(text: &str) -> CycleReport {
    stratify(&rules(text)).unwrap_err()
}

#[test]
fn negation_sets_layers_apart() {
    let text = "RULE { ?x :safe true } WHERE { ?x :part ?y NOT { ?x :bad ?z } }
                RULE { ?x :bad ?v } WHERE { ?x :flaw ?v }
                RULE { ?x :bad ?v } WHERE { ?x :part ?y . ?y :bad ?v }";
    assert_eq!(layers(text), [(vec![], vec![1, 2]), (vec![], vec![0])]);
    let strata = stratify(&rules(text)).unwrap();
    assert_eq!(strata.layers[0].components[0].rules, [1]);
    assert!(strata.layers[0].components[1].recursive);
}

#[test]
fn rules_with_set_or_blank_nodes_run_once() {
    let text = "RULE { ?x :double ?d } WHERE { ?x :n ?n SET (?d := 2 * ?n) }
                RULE { [] :of ?x } WHERE { ?x :double ?d }
                RULE { ?x :n ?n } WHERE { ?x :given ?n }";
    assert_eq!(layers(text), [(vec![], vec![2]), (vec![0], vec![]), (vec![1], vec![])]);
}

#[test]
fn a_set_inside_not_does_not_make_a_rule_run_once() {
    let text =
        "RULE { ?x :r ?y } WHERE { ?x :p ?y NOT { ?x :q ?z SET (?w := ?z + 1) FILTER (?w = ?y) } }";
    assert_eq!(layers(text), [(vec![], vec![0])]);
}

#[test]
fn what_reads_the_ground_graph_depends_on_nothing() {
    let negated = "RULE { ?x :p ?y } WHERE { ?x :q ?y NOT DATA { ?x :p ?z } }";
    assert!(stratify(&rules(negated)).unwrap().dependencies.is_empty());
    let whole = "RULE { ?x :p ?y } WHERE DATA { ?x :p ?z NOT { ?x :p ?y } ?y :p ?x }";
    assert!(stratify(&rules(whole)).unwrap().dependencies.is_empty());
}

#[test]
fn the_cycle_that_is_shown_is_the_shortest() {
    // 0 → 1 → 2 → 0 has a NOT, and so has 0 → 3 → 0.
    let text = "RULE { ?x :a ?y } WHERE { ?x :b ?y NOT { ?x :d ?y } }
                RULE { ?x :b ?y } WHERE { ?x :c ?y }
                RULE { ?x :c ?y } WHERE { ?x :a ?y }
                RULE { ?x :d ?y } WHERE { ?x :a ?y }";
    let report = cycle(text);
    let edges: Vec<_> = report.steps.iter().map(|step| (step.from, step.to)).collect();
    assert_eq!(edges, [(0, 3), (3, 0)]);
    assert!(matches!(report.steps[0].closed, Some(Closed::Negation(_))));
    assert_eq!(report.steps[1].closed, None);
    let source = format!("PREFIX : <http://e/> {text}");
    let at = |span: srl_syntax::span::Span| &source[span.start..span.end];
    assert_eq!(at(report.steps[0].pattern), "?x :d ?y");
    assert_eq!(at(report.steps[1].template), "?x :a ?y");
    let Some(Closed::Negation(not)) = report.steps[0].closed else { unreachable!() };
    assert_eq!(report.ways_out, [WayOut::NotData(not), WayOut::WhereData(0)]);
    assert!(at(not).starts_with("NOT {"));
}

#[test]
fn a_rule_that_negates_itself_is_a_cycle_of_one() {
    let report = cycle("RULE :r { ?s :p 1 } WHERE { ?s :q 1 NOT { ?s :p 1 } }");
    assert_eq!(report.names, [":r"]);
    assert_eq!(report.steps.len(), 1);
    let diagnostic = report.diagnostic();
    assert_eq!(diagnostic.code, "not-stratifiable");
    assert!(diagnostic.help.unwrap().contains("NOT DATA"));
}

#[test]
fn a_cycle_may_not_make_terms() {
    let blank = cycle("RULE { [] :q 1 } WHERE { ?s :q ?o }");
    assert!(matches!(blank.steps[0].closed, Some(Closed::BlankNode(_))));
    let set = cycle("RULE { ?s :q ?n } WHERE { ?s :q ?o SET (?n := ?o + 1) }");
    assert!(matches!(set.steps[0].closed, Some(Closed::Assignment(_))));
    // The conformance tests stratification-bad-06 and -07.
    let triple = cycle("RULE { ?x :p <<( ?x :p ?y )>> } WHERE { ?x :p ?y }");
    assert!(matches!(triple.steps[0].closed, Some(Closed::TripleTerm(_))));
    let two = cycle(
        "RULE { ?x :p <<( ?x :p ?y )>> } WHERE { ?x :q ?y } RULE { ?a :q ?b } WHERE { ?a :p ?b }",
    );
    assert_eq!(two.steps.len(), 2);
}

#[test]
fn a_long_chain_of_rules_needs_no_deep_stack() {
    let rule = |n: usize| format!("RULE {{ ?x :p{} ?y }} WHERE {{ ?x :p{n} ?y }}\n", n + 1);
    let text: String = (0..20_000).map(rule).collect();
    let strata = stratify(&rules(&text)).unwrap();
    let order: Vec<usize> = strata.layers[0]
        .components
        .iter()
        .flat_map(|component| &component.rules)
        .copied()
        .collect();
    assert_eq!(order, (0..20_000).collect::<Vec<_>>());
}

#[test]
fn strata_can_be_shown() {
    let rules = rules(
        "RULE :bad { ?x :bad ?v } WHERE { ?x :flaw ?v }
         RULE { ?x :bad ?v } WHERE { ?x :part ?y . ?y :bad ?v }
         RULE :safe { ?x :safe true } WHERE { ?x :part ?y NOT { ?x :bad ?z } }",
    );
    let strata = stratify(&rules).unwrap();
    assert_eq!(
        strata.to_text(&rules),
        "stratum 0\n  :bad\n  rule 2  (recursive)\nstratum 1\n  :safe\n"
    );
    let dot = strata.to_dot(&rules);
    assert!(dot.contains("r2 -> r0 [style=bold, label=closed];"), "{dot}");
    assert!(dot.contains("r1 -> r1;"), "{dot}");
    let json = strata.to_json(&rules);
    assert!(json.starts_with(
        r#"{"rules":[":bad","rule 2",":safe"],"strata":[{"once":[],"general":[0,1]},"#
    ));
    assert!(json.contains(r#"{"from":2,"to":0,"closed":"NOT","#), "{json}");
}
