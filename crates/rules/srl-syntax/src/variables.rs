//! The variables that patterns and expressions mention, with the places.

use crate::rule::{Element, Expr, ExprKind, PatternTerm, TriplePattern, Var};
use crate::span::Span;

impl PatternTerm {
    /// Calls `each` for every variable of the term, those inside triple terms included.
    pub fn for_each_var(&self, each: &mut impl FnMut(Var)) {
        match self {
            Self::Var(var) => each(*var),
            Self::Triple(parts) => parts.iter().for_each(|part| part.for_each_var(each)),
            Self::Term(_) | Self::Fresh(_) => {}
        }
    }
}

impl TriplePattern {
    /// Calls `each` for every variable of the pattern, from left to right.
    pub fn for_each_var(&self, each: &mut impl FnMut(Var, Span)) {
        for (term, &span) in self.terms.iter().zip(&self.at) {
            term.for_each_var(&mut |var| each(var, span));
        }
    }
}

impl Expr {
    /// Calls `each` for the expression and all expressions in it, from left to right.
    pub fn for_each(&self, each: &mut impl FnMut(&Self)) {
        each(self);
        match &self.kind {
            ExprKind::Var(_) | ExprKind::Term(_) => {}
            ExprKind::Triple(parts) => {
                for part in parts.iter() {
                    part.for_each(each);
                }
            }
            ExprKind::Or(left, right)
            | ExprKind::And(left, right)
            | ExprKind::Compare(_, left, right)
            | ExprKind::Arithmetic(_, left, right) => {
                left.for_each(each);
                right.for_each(each);
            }
            ExprKind::Not(inner) | ExprKind::Plus(inner) | ExprKind::Minus(inner) => {
                inner.for_each(each);
            }
            ExprKind::In(value, list, _) => {
                value.for_each(each);
                for expr in list {
                    expr.for_each(each);
                }
            }
            ExprKind::Call(_, list) | ExprKind::Function(_, list) => {
                for expr in list {
                    expr.for_each(each);
                }
            }
        }
    }

    /// Calls `each` for every variable of the expression, from left to right.
    pub fn for_each_var(&self, each: &mut impl FnMut(Var, Span)) {
        self.for_each(&mut |expr| {
            if let ExprKind::Var(var) = expr.kind {
                each(var, expr.span);
            }
        });
    }
}

impl Element {
    /// Where the element stands.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Pattern(pattern) => pattern.span,
            Self::Filter(expr) => expr.span,
            Self::Not { span, .. } | Self::Set { span, .. } => *span,
        }
    }

    /// Calls `each` for every variable of the element, those inside NOT included, from left to right.
    pub fn for_each_var(&self, each: &mut impl FnMut(Var, Span)) {
        match self {
            Self::Pattern(pattern) => pattern.for_each_var(each),
            Self::Filter(expr) => expr.for_each_var(each),
            Self::Not { body, .. } => body.iter().for_each(|element| element.for_each_var(each)),
            Self::Set { var, expr, span } => {
                expr.for_each_var(each);
                each(*var, *span);
            }
        }
    }
}
