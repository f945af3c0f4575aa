//! The specification's algorithms, letter by letter and without any thought of speed. Expressions are evaluated as in the engine;
//! what tests those is `tests/expressions.rs`.
//!
//! # References
//! SPARQL 1.2 RL, editor's draft of August 2026: `buildDependencyGraph`, `stratification`,
//! `evalRuleElements`, `evalRule` and the evaluation of a rule set.

use rdf_graph::term::Term;
use srl::expr::evaluate;
use srl_syntax::rule::{Element, Expr, ExprKind, PatternTerm, Rule, RuleSet, TriplePattern, Var};
use std::collections::{BTreeMap, BTreeSet};

pub(crate) type Graph = BTreeSet<[Term; 3]>;
type Solution = BTreeMap<Var, Term>;

/// Why there is no result.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    NotStratifiable,
    TooLarge,
}

/// The most solutions and triples that are worth the time.
const MOST_SOLUTIONS: usize = 3000;
const MOST_TRIPLES: usize = 250;

/// The inference graph.
pub(crate) fn infer(rules: &RuleSet, g0: &Graph) -> Result<Graph, Trouble> {
    let layers = stratify(rules)?;
    let data: Graph = rules.data.iter().map(|triple| triple.each_ref().map(rename)).collect();
    let mut gi: Graph = data.difference(g0).cloned().collect();
    let mut ge: Graph = g0.union(&data).cloned().collect();
    let mut fresh = 0;
    for (once, general) in layers {
        for rule in once {
            step(&rules.rules[rule], &mut ge, g0, &mut gi, &mut fresh)?;
        }
        let mut finished = false;
        while !finished {
            finished = true;
            for &rule in &general {
                finished &= !step(&rules.rules[rule], &mut ge, g0, &mut gi, &mut fresh)?;
            }
        }
    }
    Ok(gi)
}

/// Keeps the blank nodes of DATA blocks apart from those of the graph.
fn rename(term: &Term) -> Term {
    match term {
        Term::Blank(label) => Term::blank(&format!("data-{label}")),
        Term::Triple(parts) => {
            Term::triple(rename(&parts[0]), rename(&parts[1]), rename(&parts[2]))
        }
        other => other.clone(),
    }
}

fn step(
    rule: &Rule,
    ge: &mut Graph,
    g0: &Graph,
    gi: &mut Graph,
    fresh: &mut u32,
) -> Result<bool, Trouble> {
    let new: Graph = eval_rule(rule, ge, g0, fresh)?.difference(ge).cloned().collect();
    gi.extend(new.iter().cloned());
    ge.extend(new.iter().cloned());
    if ge.len() > MOST_TRIPLES { Err(Trouble::TooLarge) } else { Ok(!new.is_empty()) }
}

fn eval_rule(rule: &Rule, g: &Graph, g0: &Graph, fresh: &mut u32) -> Result<Graph, Trouble> {
    let g = if rule.data { g0 } else { g };
    let solutions = eval_elements(&rule.body, vec![Solution::new()], g, g0, fresh)?;
    let mut out = Graph::new();
    for solution in solutions {
        *fresh += 1;
        for template in &rule.head {
            out.insert(template.terms.each_ref().map(|term| substitute(term, &solution, *fresh)));
        }
    }
    Ok(out)
}

fn substitute(term: &PatternTerm, solution: &Solution, fresh: u32) -> Term {
    match term {
        PatternTerm::Var(var) => solution[var].clone(),
        PatternTerm::Term(term) => term.clone(),
        PatternTerm::Fresh(node) => Term::blank(&format!("fresh-{fresh}-{node}")),
        PatternTerm::Triple(parts) => {
            let [s, p, o] = parts.each_ref().map(|part| substitute(part, solution, fresh));
            Term::triple(s, p, o)
        }
    }
}

fn eval_elements(
    body: &[Element],
    mut solutions: Vec<Solution>,
    g: &Graph,
    g0: &Graph,
    fresh: &mut u32,
) -> Result<Vec<Solution>, Trouble> {
    for element in body {
        let mut next = Vec::new();
        for solution in solutions {
            match element {
                Element::Pattern(pattern) => {
                    next.extend(g.iter().filter_map(|triple| extend(pattern, triple, &solution)));
                }
                Element::Filter(expression) => {
                    if truth(expression, &solution) {
                        next.push(solution);
                    }
                }
                Element::Not { data, body, .. } => {
                    let inner = if *data { g0 } else { g };
                    let start = vec![solution.clone()];
                    if eval_elements(body, start, inner, g0, fresh)?.is_empty() {
                        next.push(solution);
                    }
                }
                Element::Set { var, expr, .. } => {
                    if let Some(value) = value(expr, &solution, fresh) {
                        next.push(solution.into_iter().chain([(*var, value)]).collect());
                    }
                }
            }
            if next.len() > MOST_SOLUTIONS {
                return Err(Trouble::TooLarge);
            }
        }
        solutions = next;
    }
    Ok(solutions)
}

fn value(expression: &Expr, solution: &Solution, fresh: &mut u32) -> Option<Term> {
    let bindings: Vec<(Var, Term)> = solution.iter().map(|(v, t)| (*v, t.clone())).collect();
    match evaluate(expression, &bindings)? {
        // The expressions of these tests make a blank node only by BNODE().
        Term::Blank(_) if matches!(expression.kind, ExprKind::Call(..)) => {
            *fresh += 1;
            Some(Term::blank(&format!("set-{fresh}")))
        }
        term => Some(term),
    }
}

/// The effective boolean value: `! ! x` is `x` as a boolean.
fn truth(expression: &Expr, solution: &Solution) -> bool {
    let not = |of: Expr| Expr { span: of.span, kind: ExprKind::Not(Box::new(of)) };
    value(&not(not(expression.clone())), solution, &mut 0) == Some(Term::boolean(true))
}

fn extend(pattern: &TriplePattern, triple: &[Term; 3], solution: &Solution) -> Option<Solution> {
    let mut extended = solution.clone();
    let fits = pattern.terms.iter().zip(triple).all(|(p, t)| matches(p, t, &mut extended));
    fits.then_some(extended)
}

fn matches(pattern: &PatternTerm, term: &Term, solution: &mut Solution) -> bool {
    match pattern {
        PatternTerm::Var(var) => solution.entry(*var).or_insert_with(|| term.clone()) == term,
        PatternTerm::Term(constant) => constant == term,
        PatternTerm::Fresh(_) => unreachable!("a blank node of a body is a variable"),
        PatternTerm::Triple(parts) => match term {
            Term::Triple(terms) => {
                parts.iter().zip(&**terms).all(|(part, term)| matches(part, term, solution))
            }
            _ => false,
        },
    }
}

type Layers = Vec<(Vec<usize>, Vec<usize>)>;

fn stratify(rules: &RuleSet) -> Result<Layers, Trouble> {
    let edges = dependency_graph(rules);
    let n = rules.rules.len();
    let mut stratum = vec![0; n];
    let mut changed = true;
    while changed {
        changed = false;
        for (&(p, q), &closed) in &edges {
            let least = stratum[q] + usize::from(closed);
            if stratum[p] < least {
                if least > n + 1 {
                    return Err(Trouble::NotStratifiable);
                }
                stratum[p] = least;
                changed = true;
            }
        }
    }
    let top = stratum.iter().max().copied().unwrap_or(0);
    let layer = |level| {
        let rules_of = |once| {
            (0..n).filter(|&r| stratum[r] == level && runs_once(&rules.rules[r]) == once).collect()
        };
        (rules_of(true), rules_of(false))
    };
    Ok((0..=top).map(layer).collect())
}

fn runs_once(rule: &Rule) -> bool {
    let has_set = rule.body.iter().any(|element| matches!(element, Element::Set { .. }));
    has_set || has(rule, &|term| matches!(term, PatternTerm::Fresh(_)))
}

/// Whether the head has such a term.
fn has(rule: &Rule, kind: &dyn Fn(&PatternTerm) -> bool) -> bool {
    fn within(term: &PatternTerm, kind: &dyn Fn(&PatternTerm) -> bool) -> bool {
        kind(term)
            || match term {
                PatternTerm::Triple(parts) => parts.iter().any(|part| within(part, kind)),
                _ => false,
            }
    }
    rule.head.iter().flat_map(|template| &template.terms).any(|term| within(term, kind))
}

fn dependency_graph(rules: &RuleSet) -> BTreeMap<(usize, usize), bool> {
    let mut edges = BTreeMap::new();
    for (r1, rule) in rules.rules.iter().enumerate().filter(|(_, rule)| !rule.data) {
        let mut patterns = Vec::new();
        collect(&rule.body, false, &mut patterns);
        let makes_terms = runs_once(rule) || has(rule, &|t| matches!(t, PatternTerm::Triple(_)));
        for (pattern, negated) in patterns {
            for (r2, other) in rules.rules.iter().enumerate() {
                if other.head.iter().any(|template| can_match(pattern, template)) {
                    *edges.entry((r1, r2)).or_insert(false) |= negated || makes_terms;
                }
            }
        }
    }
    edges
}

fn collect<'a>(body: &'a [Element], negated: bool, into: &mut Vec<(&'a TriplePattern, bool)>) {
    for element in body {
        match element {
            Element::Pattern(pattern) => into.push((pattern, negated)),
            Element::Not { data: false, body, .. } => collect(body, true, into),
            _ => {}
        }
    }
}

/// Whether there are values for the variables of the template such that the pattern matches the triple:
/// all values made of the terms at hand and of terms that occur nowhere.
fn can_match(pattern: &TriplePattern, template: &TriplePattern) -> bool {
    let mut variables = BTreeSet::new();
    let mut values = BTreeSet::from([0, 1, 2].map(|n| Term::iri(&format!("urn:elsewhere:{n}"))));
    for term in template.terms.iter().chain(&pattern.terms) {
        constants(term, &mut values);
    }
    template.terms.iter().for_each(|term| variables_of(term, &mut variables));
    let flat: Vec<Term> = values.iter().cloned().collect();
    for term in pattern.terms.iter().chain(&template.terms) {
        triple_terms(term, &flat, &mut values);
    }
    let values: Vec<Term> = values.into_iter().collect();
    let mut solutions = vec![Solution::new()];
    for var in variables {
        let with = |solution: &Solution, value: &Term| {
            solution.clone().into_iter().chain([(var, value.clone())]).collect()
        };
        solutions = solutions
            .iter()
            .flat_map(|solution| values.iter().map(move |value| with(solution, value)))
            .collect();
    }
    solutions.iter().any(|solution| {
        let triple = template.terms.each_ref().map(|term| substitute(term, solution, 0));
        extend(pattern, &triple, &Solution::new()).is_some()
    })
}

/// The triple terms that a triple term without triple terms inside it stands for.
fn triple_terms(pattern: &PatternTerm, values: &[Term], into: &mut BTreeSet<Term>) {
    let PatternTerm::Triple(parts) = pattern else { return };
    let choices = |part: &PatternTerm| match part {
        PatternTerm::Term(term) => vec![term.clone()],
        _ => values.to_vec(),
    };
    for s in choices(&parts[0]) {
        for p in choices(&parts[1]) {
            for o in choices(&parts[2]) {
                into.insert(Term::triple(s.clone(), p.clone(), o));
            }
        }
    }
}

fn constants(term: &PatternTerm, into: &mut BTreeSet<Term>) {
    match term {
        PatternTerm::Term(term) => drop(into.insert(term.clone())),
        PatternTerm::Triple(parts) => parts.iter().for_each(|part| constants(part, into)),
        // A blank node is a term that a variable may stand for, too.
        PatternTerm::Fresh(_) => drop(into.insert(substitute(term, &Solution::new(), 0))),
        PatternTerm::Var(_) => {}
    }
}

fn variables_of(term: &PatternTerm, into: &mut BTreeSet<Var>) {
    match term {
        PatternTerm::Var(var) => drop(into.insert(*var)),
        PatternTerm::Triple(parts) => parts.iter().for_each(|part| variables_of(part, into)),
        PatternTerm::Term(_) | PatternTerm::Fresh(_) => {}
    }
}
