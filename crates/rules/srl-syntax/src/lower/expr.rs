//! Expressions: parentheses go, and chains of `||` and `&&` become balanced trees.
//!
//! Both operators are associative in SPARQL's logic of true, false and error, so the balanced tree has the
//! value of the chain; it is what keeps the height of an expression bounded.

use super::Scope;
use crate::rule::{Expr, ExprKind};
use crate::tree;
use rdf_graph::term::Term;
use std::sync::Arc;

impl<'a> Scope<'a> {
    pub(super) fn expression(&mut self, expr: &'a tree::Expr) -> Expr {
        use tree::ExprKind as From;
        let span = expr.span;
        let kind = match &expr.kind {
            From::Parenthesised(inner) => return self.expression(inner),
            From::Or(list) => return self.chain(list, ExprKind::Or),
            From::And(list) => return self.chain(list, ExprKind::And),
            From::Var => ExprKind::Var(self.variable(span)),
            From::Term(term) => ExprKind::Term(term.clone()),
            From::Triple(parts) => self.expression_triple(parts),
            From::Not(inner) => ExprKind::Not(self.boxed(inner)),
            From::Plus(inner) => ExprKind::Plus(self.boxed(inner)),
            From::Minus(inner) => ExprKind::Minus(self.boxed(inner)),
            From::Compare(comparison, sides) => {
                ExprKind::Compare(*comparison, self.boxed(&sides[0]), self.boxed(&sides[1]))
            }
            From::In { value, list, negated } => {
                ExprKind::In(self.boxed(value), self.list(list), *negated)
            }
            From::Arithmetic(operator, sides) => {
                ExprKind::Arithmetic(*operator, self.boxed(&sides[0]), self.boxed(&sides[1]))
            }
            From::Call(builtin, arguments) => ExprKind::Call(*builtin, self.list(arguments)),
            From::Function { iri, arguments, .. } => {
                ExprKind::Function(iri.clone(), self.list(arguments))
            }
        };
        Expr { kind, span }
    }

    fn boxed(&mut self, expr: &'a tree::Expr) -> Box<Expr> {
        Box::new(self.expression(expr))
    }

    fn list(&mut self, list: &'a [tree::Expr]) -> Vec<Expr> {
        list.iter().map(|expr| self.expression(expr)).collect()
    }

    fn expression_triple(&mut self, parts: &'a [tree::Expr; 3]) -> ExprKind {
        let parts = parts.each_ref().map(|part| self.expression(part));
        let constant = |part: &Expr| match &part.kind {
            ExprKind::Term(term) => Some(term.clone()),
            _ => None,
        };
        let [s, p, o] = &parts;
        match (constant(s), constant(p), constant(o)) {
            (Some(s), Some(p), Some(o)) => ExprKind::Term(Term::Triple(Arc::new([s, p, o]))),
            _ => ExprKind::Triple(Box::new(parts)),
        }
    }

    /// Each half is a tree of its own. A chain has at least two members.
    fn chain(
        &mut self,
        list: &'a [tree::Expr],
        join: fn(Box<Expr>, Box<Expr>) -> ExprKind,
    ) -> Expr {
        if let [only] = list {
            return self.expression(only);
        }
        let (left, right) = list.split_at(list.len() / 2);
        let (left, right) = (self.chain(left, join), self.chain(right, join));
        let span = left.span.to(right.span);
        Expr { kind: join(Box::new(left), Box::new(right)), span }
    }
}
