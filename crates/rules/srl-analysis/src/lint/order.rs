//! Variables that are first seen inside NOT and bound after it.
//!
//! A NOT is read with the variables bound before it. One that is bound only later is free inside the NOT,
//! although it has the same name: `NOT { ?x :q ?y } ?x :p ?y` asks that there be no `:q` triple at all.

use crate::check::shown;
use srl_syntax::diagnostic::Diagnostic;
use srl_syntax::rule::{Element, Rule, Var};
use srl_syntax::span::Span;
use std::collections::HashSet;

pub(super) fn lint(rule: &Rule) -> Vec<Diagnostic> {
    let mut walk = Walk { rule, said: HashSet::new(), diagnostics: Vec::new() };
    walk.body(&rule.body, &mut HashSet::new(), &[]);
    walk.diagnostics
}

struct Walk<'a> {
    rule: &'a Rule,
    said: HashSet<Var>,
    diagnostics: Vec<Diagnostic>,
}

impl Walk<'_> {
    /// `after` are the elements that follow the NOT in which this sequence stands.
    fn body(&mut self, body: &[Element], bound: &mut HashSet<Var>, after: &[&[Element]]) {
        for (index, element) in body.iter().enumerate() {
            match element {
                Element::Filter(_) => {}
                Element::Pattern(pattern) => pattern.for_each_var(&mut |var, _| {
                    bound.insert(var);
                }),
                Element::Set { var, .. } => {
                    bound.insert(*var);
                }
                Element::Not { body: inner, .. } => {
                    let mut later = after.to_vec();
                    later.push(&body[index + 1..]);
                    self.negation(element, bound, &later);
                    self.body(inner, &mut bound.clone(), &later);
                }
            }
        }
    }

    fn negation(&mut self, not: &Element, bound: &HashSet<Var>, later: &[&[Element]]) {
        let mut free: Vec<(Var, Span)> = Vec::new();
        not.for_each_var(&mut |var, span| {
            if !bound.contains(&var) && !free.iter().any(|&(other, _)| other == var) {
                free.push((var, span));
            }
        });
        for (var, inside) in free {
            let mut elements = later.iter().rev().flat_map(|elements| elements.iter());
            let Some(outside) = elements.find_map(|element| binds(element, var)) else { continue };
            if self.said.insert(var) {
                let name = self
                    .rule
                    .variables
                    .get(var.0 as usize)
                    .map_or_else(String::new, |name| shown(name));
                self.diagnostics.push(
                    Diagnostic::warning("not-order", inside, format!("{name} inside NOT is not the {name} after it"))
                        .label("free here: it stands for any value")
                        .also(outside, "bound here, after the NOT")
                        .help("move the NOT behind this if one variable is meant; else give them two names"),
                );
            }
        }
    }
}

/// Where an element binds a variable for those after it.
fn binds(element: &Element, var: Var) -> Option<Span> {
    let mut found = None;
    match element {
        Element::Pattern(pattern) => pattern.for_each_var(&mut |other, span| {
            if other == var {
                found.get_or_insert(span);
            }
        }),
        Element::Set { var: target, span, .. } if *target == var => found = Some(*span),
        Element::Set { .. } | Element::Filter(_) | Element::Not { .. } => {}
    }
    found
}
