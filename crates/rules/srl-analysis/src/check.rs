//! Well-formedness: every variable has a value where it is used, and every function is there.
//!
//! A body is read from left to right with the set V of the variables bound so far, at first empty:
//!
//! - a triple pattern adds its variables to V;
//! - the variables of a FILTER must be in V;
//! - those of the expression of a SET must be in V, its target must not, and is added;
//! - the body of a NOT is read from the V before it, and adds nothing to V outside.
//!
//! All variables of the head must be in V at the end. (The draft says "variables of the elements before the
//! last", which its tests show to be off by one.)
//!
//! # References
//! SPARQL 1.2 RL, section "Well-formedness Conditions".

use crate::functions::functions;
use srl_syntax::diagnostic::{Diagnostic, nearest};
use srl_syntax::rule::{Element, Expr, Rule, RuleSet, Var};
use srl_syntax::span::Span;
use std::collections::HashMap;

/// What is not well-formed in a rule set.
#[must_use]
pub fn check(rules: &RuleSet) -> Vec<Diagnostic> {
    rules.rules.iter().flat_map(check_rule).collect()
}

/// What is not well-formed in a rule.
#[must_use]
pub fn check_rule(rule: &Rule) -> Vec<Diagnostic> {
    let mut checker = Checker { rule, said: Vec::new(), diagnostics: Vec::new() };
    let mut bound = Bound::new();
    checker.body(&rule.body, &mut bound, &[]);
    checker.head(&bound);
    checker.diagnostics.extend(functions(rule));
    checker.diagnostics
}

/// The variables bound so far, and where.
type Bound = HashMap<Var, Span>;

struct Checker<'a> {
    rule: &'a Rule,
    /// The variables that a message has been given for: one each.
    said: Vec<Var>,
    diagnostics: Vec<Diagnostic>,
}

impl Checker<'_> {
    /// `around` are the sequences that `body` stands in, the outermost first.
    fn body(&mut self, body: &[Element], bound: &mut Bound, around: &[&[Element]]) {
        let sequences = [around, &[body]].concat();
        for element in body {
            match element {
                Element::Pattern(pattern) => pattern.for_each_var(&mut |var, span| {
                    bound.entry(var).or_insert(span);
                }),
                Element::Filter(expr) => self.expression(expr, "FILTER", bound, &sequences),
                Element::Not { body, .. } => self.body(body, &mut bound.clone(), &sequences),
                Element::Set { var, expr, span } => {
                    self.expression(expr, "SET", bound, &sequences);
                    match bound.get(var) {
                        Some(&first) => self.bound_twice(*var, *span, first),
                        None => {
                            bound.insert(*var, *span);
                        }
                    }
                }
            }
        }
    }

    fn bare_name(&self, var: Var) -> &str {
        self.rule.variables.get(var.0 as usize).map_or("", String::as_str)
    }

    fn name(&self, var: Var) -> String {
        shown(self.bare_name(var))
    }

    fn bound_twice(&mut self, var: Var, span: Span, first: Span) {
        let name = self.name(var);
        self.diagnostics.push(
            Diagnostic::error("set-twice", span, format!("SET gives {name} a second value"))
                .label(format!("{name} is bound already"))
                .also(first, "it is bound here")
                .help(format!("give the new value another name, or compare: FILTER ({name} = …)")),
        );
    }

    fn expression(&mut self, expr: &Expr, keyword: &str, bound: &Bound, sequences: &[&[Element]]) {
        let mut unbound = Vec::new();
        expr.for_each_var(&mut |var, span| {
            if !bound.contains_key(&var) && !unbound.iter().any(|&(other, _)| other == var) {
                unbound.push((var, span));
            }
        });
        for (var, span) in unbound {
            self.used_unbound(var, span, keyword, bound, sequences);
        }
    }

    fn used_unbound(
        &mut self,
        var: Var,
        span: Span,
        keyword: &str,
        bound: &Bound,
        sequences: &[&[Element]],
    ) {
        if self.said.contains(&var) {
            return;
        }
        self.said.push(var);
        let name = self.name(var);
        let mut binders = sequences.iter().rev().flat_map(|sequence| binders(sequence, var));
        let later = binders.find(|later| later.start >= span.end);
        let diagnostic = if let Some(later) = later {
            Diagnostic::error(
                "used-before-bound",
                span,
                format!("{keyword} uses {name} before it is bound"),
            )
            .label("has no value yet")
            .also(later, "it is bound here, further right")
            .help(format!("a body is read from left to right: move the {keyword} behind this"))
        } else {
            let diagnostic = Diagnostic::error(
                "unbound-variable",
                span,
                format!("{keyword} uses {name}, which nothing binds"),
            )
            .label("has no value");
            self.explain(diagnostic, var, bound)
        };
        self.diagnostics.push(diagnostic);
    }

    fn head(&mut self, bound: &Bound) {
        let mut unbound: Vec<(Var, Span)> = Vec::new();
        for template in &self.rule.head {
            template.for_each_var(&mut |var, span| {
                if !bound.contains_key(&var) && !unbound.iter().any(|&(other, _)| other == var) {
                    unbound.push((var, span));
                }
            });
        }
        for (var, span) in unbound {
            let name = self.name(var);
            let message = format!("{name} in the head is not bound by the body");
            let diagnostic =
                Diagnostic::error("unbound-head-variable", span, message).label("has no value");
            let diagnostic = self.explain(diagnostic, var, bound);
            self.diagnostics.push(diagnostic);
        }
    }

    /// Adds what may have been meant: a NOT that binds nothing outside, or a similar name.
    fn explain(&self, diagnostic: Diagnostic, var: Var, bound: &Bound) -> Diagnostic {
        let name = self.name(var);
        if let Some(inside) = inside_not(&self.rule.body, var) {
            return diagnostic
                .also(inside, "only inside this NOT, which binds nothing outside of it")
                .help(format!("match {name} by a triple pattern outside of NOT"));
        }
        let mut names: Vec<(&str, Span)> =
            bound.iter().map(|(&var, &span)| (self.bare_name(var), span)).collect();
        names.sort_by_key(|&(name, _)| name);
        let near = nearest(self.bare_name(var), names.iter().map(|&(name, _)| name));
        match near.and_then(|near| names.iter().find(|&&(name, _)| name == near)) {
            Some(&(near, at)) => diagnostic
                .also(at, format!("{} is bound here", shown(near)))
                .help(format!("did you mean {}?", shown(near))),
            None => {
                diagnostic.help(format!("match {name} by a triple pattern in the body, or SET it"))
            }
        }
    }
}

/// `?x`, or `_:b` as it is.
pub(crate) fn shown(name: &str) -> String {
    if name.starts_with("_:") { name.to_owned() } else { format!("?{name}") }
}

/// Where the elements of a sequence bind a variable, NOT aside.
fn binders(body: &[Element], var: Var) -> impl Iterator<Item = Span> {
    body.iter().filter_map(move |element| match element {
        Element::Pattern(pattern) => {
            let mut found = None;
            pattern.for_each_var(&mut |other, span| {
                if other == var {
                    found.get_or_insert(span);
                }
            });
            found
        }
        Element::Set { var: target, span, .. } => (*target == var).then_some(*span),
        Element::Filter(_) | Element::Not { .. } => None,
    })
}

/// The NOT in which a variable occurs.
fn inside_not(body: &[Element], var: Var) -> Option<Span> {
    body.iter().find_map(|element| {
        let Element::Not { span, .. } = element else { return None };
        let mut occurs = false;
        element.for_each_var(&mut |other, _| occurs |= other == var);
        occurs.then_some(*span)
    })
}

#[cfg(test)]
mod tests;
