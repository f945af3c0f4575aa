//! Terms, triples and expressions on one line.

use crate::lexer::lex;
use crate::rule::{Arithmetic, Comparison};
use crate::span::Span;
use crate::tree::{
    Annotation, Expr, ExprKind, Node, NodeKind, Object, Path, PathKind, Property, Reifier, Triples,
    Verb,
};
use rdf_graph::term::Term;

/// Prints on one line, names and constants as the source has them.
pub(super) struct Flat<'a> {
    source: &'a str,
}

impl<'a> Flat<'a> {
    pub(super) fn new(source: &'a str) -> Self {
        Self { source }
    }

    pub(super) fn slice(&self, span: Span) -> &'a str {
        self.source.get(span.start..span.end).unwrap_or_default()
    }

    pub(super) fn triples(&self, triples: &Triples) -> String {
        let subject = self.node(&triples.subject);
        if triples.properties.is_empty() {
            return subject;
        }
        format!("{subject} {}", self.properties(&triples.properties))
    }

    fn properties(&self, properties: &[Property]) -> String {
        let property = |property: &Property| {
            let objects = joined(&property.objects, ", ", |object| self.object(object));
            format!("{} {objects}", self.verb(&property.verb))
        };
        joined(properties, " ; ", property)
    }

    pub(super) fn verb(&self, verb: &Verb) -> String {
        match verb {
            Verb::Var(span) => self.slice(*span).to_owned(),
            Verb::Path(path) => self.path(path),
        }
    }

    fn path(&self, path: &Path) -> String {
        match &path.kind {
            PathKind::Iri(_) => self.slice(path.span).to_owned(),
            PathKind::Inverse(inner) => format!("^{}", self.path(inner)),
            PathKind::Sequence(steps) => joined(steps, "/", |step| self.path(step)),
            PathKind::Parenthesised(inner) => format!("({})", self.path(inner)),
        }
    }

    pub(super) fn object(&self, object: &Object) -> String {
        let mut out = self.node(&object.node);
        for annotation in &object.annotations {
            out.push(' ');
            let text = match annotation {
                Annotation::Reifier(reifier) => self.reifier(reifier),
                Annotation::Block { properties, .. } => {
                    format!("{{| {} |}}", self.properties(properties))
                }
            };
            out.push_str(&text);
        }
        out
    }

    fn reifier(&self, reifier: &Reifier) -> String {
        reifier.id.as_ref().map_or_else(|| "~".to_owned(), |id| format!("~ {}", self.node(id)))
    }

    pub(super) fn node(&self, node: &Node) -> String {
        match &node.kind {
            NodeKind::Term(term) => self.constant(term, node.span),
            NodeKind::Var | NodeKind::Blank => self.slice(node.span).to_owned(),
            NodeKind::Anon => "[]".to_owned(),
            NodeKind::Triple(parts) => {
                format!("<<( {} )>>", joined(parts.as_slice(), " ", |part| self.node(part)))
            }
            NodeKind::Reified(reified) => {
                let (parts, id) = reified.as_ref();
                let parts = joined(parts, " ", |part| self.node(part));
                match id {
                    Some(id) => format!("<< {parts} {} >>", self.reifier(id)),
                    None => format!("<< {parts} >>"),
                }
            }
            NodeKind::Collection(members) => {
                format!("( {} )", joined(members, " ", |member| self.node(member)))
            }
            NodeKind::Properties(properties) => format!("[ {} ]", self.properties(properties)),
        }
    }

    /// A constant as it was written, white space and comments between its tokens left out.
    fn constant(&self, term: &Term, span: Span) -> String {
        let text = self.slice(span);
        if text.starts_with('(') {
            return "()".to_owned();
        }
        if !matches!(term, Term::Literal(_)) {
            return text.to_owned();
        }
        let tokens = lex(text).tokens;
        tokens.iter().filter_map(|token| text.get(token.span.start..token.span.end)).collect()
    }

    /// FILTER with a condition in parentheses, or with a call.
    pub(super) fn filter(&self, expr: &Expr) -> String {
        format!("FILTER {}", self.expr(expr))
    }

    pub(super) fn set(&self, var: Span, expr: &Expr) -> String {
        format!("SET ({} := {})", self.slice(var), self.expr(expr))
    }

    fn expr(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Var => self.slice(expr.span).to_owned(),
            ExprKind::Term(term) => self.constant(term, expr.span),
            ExprKind::Triple(parts) => {
                format!("<<( {} )>>", joined(parts.as_slice(), " ", |part| self.expr(part)))
            }
            ExprKind::Or(list) => joined(list, " || ", |expr| self.expr(expr)),
            ExprKind::And(list) => joined(list, " && ", |expr| self.expr(expr)),
            ExprKind::Not(inner) => format!("!{}", self.expr(inner)),
            ExprKind::Plus(inner) => self.signed('+', inner),
            ExprKind::Minus(inner) => self.signed('-', inner),
            ExprKind::Compare(comparison, sides) => self.binary(symbol(*comparison), sides),
            ExprKind::Arithmetic(operator, sides) => self.binary(sign(*operator), sides),
            ExprKind::In { value, list, negated } => {
                let operator = if *negated { "NOT IN" } else { "IN" };
                format!("{} {operator} {}", self.expr(value), self.arguments(list))
            }
            ExprKind::Call(builtin, list) => format!("{}{}", builtin.name(), self.arguments(list)),
            ExprKind::Function { at, arguments, .. } => {
                format!("{}{}", self.slice(*at), self.arguments(arguments))
            }
            ExprKind::Parenthesised(inner) => format!("({})", self.expr(inner)),
        }
    }

    /// A sign before a number would be part of the number.
    fn signed(&self, sign: char, operand: &Expr) -> String {
        let text = self.expr(operand);
        let is_number =
            text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | '+' | '-'));
        if is_number { format!("{sign} {text}") } else { format!("{sign}{text}") }
    }

    fn binary(&self, operator: &str, [left, right]: &[Expr; 2]) -> String {
        format!("{} {operator} {}", self.expr(left), self.expr(right))
    }

    fn arguments(&self, list: &[Expr]) -> String {
        format!("({})", joined(list, ", ", |expr| self.expr(expr)))
    }
}

fn joined<T>(list: &[T], separator: &str, show: impl Fn(&T) -> String) -> String {
    list.iter().map(show).collect::<Vec<_>>().join(separator)
}

fn symbol(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "=",
        Comparison::NotEqual => "!=",
        Comparison::Less => "<",
        Comparison::Greater => ">",
        Comparison::LessOrEqual => "<=",
        Comparison::GreaterOrEqual => ">=",
    }
}

fn sign(operator: Arithmetic) -> &'static str {
    match operator {
        Arithmetic::Add => "+",
        Arithmetic::Subtract => "-",
        Arithmetic::Multiply => "*",
        Arithmetic::Divide => "/",
    }
}
