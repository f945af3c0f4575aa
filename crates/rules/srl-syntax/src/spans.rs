//! Rule sets compared by what they say, not by where they say it.

use crate::rule::{Element, Expr, ExprKind, Rule, RuleSet, TriplePattern};
use crate::span::Span;

impl RuleSet {
    /// The same rule set with all positions zero, for comparing rule sets of different texts.
    #[must_use]
    pub fn without_spans(mut self) -> Self {
        self.rules.iter_mut().for_each(Rule::forget_spans);
        self.data_spans.fill(Span::default());
        self.imports.iter_mut().for_each(|import| import.span = Span::default());
        self
    }
}

impl Rule {
    fn forget_spans(&mut self) {
        self.span = Span::default();
        self.head.iter_mut().for_each(TriplePattern::forget_spans);
        self.body.iter_mut().for_each(Element::forget_spans);
    }
}

impl TriplePattern {
    fn forget_spans(&mut self) {
        self.span = Span::default();
        self.at = [Span::default(); 3];
    }
}

impl Element {
    fn forget_spans(&mut self) {
        match self {
            Self::Pattern(pattern) => pattern.forget_spans(),
            Self::Filter(expr) => expr.forget_spans(),
            Self::Not { body, span, .. } => {
                *span = Span::default();
                body.iter_mut().for_each(Self::forget_spans);
            }
            Self::Set { expr, span, .. } => {
                *span = Span::default();
                expr.forget_spans();
            }
        }
    }
}

impl Expr {
    fn forget_spans(&mut self) {
        self.span = Span::default();
        match &mut self.kind {
            ExprKind::Var(_) | ExprKind::Term(_) => {}
            ExprKind::Triple(parts) => parts.iter_mut().for_each(Self::forget_spans),
            ExprKind::Or(left, right)
            | ExprKind::And(left, right)
            | ExprKind::Compare(_, left, right)
            | ExprKind::Arithmetic(_, left, right) => {
                left.forget_spans();
                right.forget_spans();
            }
            ExprKind::Not(inner) | ExprKind::Plus(inner) | ExprKind::Minus(inner) => {
                inner.forget_spans();
            }
            ExprKind::In(value, list, _) => {
                value.forget_spans();
                list.iter_mut().for_each(Self::forget_spans);
            }
            ExprKind::Call(_, list) | ExprKind::Function(_, list) => {
                list.iter_mut().for_each(Self::forget_spans);
            }
        }
    }
}
