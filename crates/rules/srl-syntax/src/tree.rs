//! The syntax tree: the text as it is written, names resolved, sugar and parentheses kept.
//!
//! Leaves point into the source instead of copying it, so the formatter prints them as they were written;
//! constants carry their term as well, resolved against the declarations in force where they stand. One
//! type serves DATA blocks, heads and bodies: what may stand where is the parser's business.
//!
//! # References
//! SPARQL 1.2 RL, grammar, productions \[1\] to \[118\].

use crate::builtin::Builtin;
use crate::rule::{Arithmetic, Comparison, Import};
use crate::span::Span;
use rdf_graph::term::Term;
use std::sync::Arc;

/// A whole text.
#[derive(Debug, Clone)]
pub(crate) struct Tree {
    pub(crate) source: Arc<str>,
    pub(crate) items: Vec<Item>,
    /// From `#` to before the end of the line.
    pub(crate) comments: Vec<Span>,
    pub(crate) imports: Vec<Import>,
    pub(crate) prefixes: Vec<(String, String)>,
    pub(crate) base: Option<String>,
}

#[derive(Debug, Clone)]
pub(crate) enum Item {
    Declaration(Declaration),
    Rule(Rule),
    Data { triples: Group, span: Span },
}

/// `BASE`, `PREFIX`, `VERSION` or `IMPORTS`, and what follows.
#[derive(Debug, Clone)]
pub(crate) struct Declaration {
    pub(crate) keyword: &'static str,
    pub(crate) operands: Vec<Span>,
    pub(crate) span: Span,
}

#[derive(Debug, Clone)]
pub(crate) struct Rule {
    pub(crate) name: Option<(Term, Span)>,
    pub(crate) head: Group,
    pub(crate) data: bool,
    pub(crate) body: Group,
    pub(crate) span: Span,
    /// Whether it was read without an error.
    pub(crate) intact: bool,
}

/// What stands between `{` and `}`.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    pub(crate) elements: Vec<Element>,
    pub(crate) span: Span,
}

#[derive(Debug, Clone)]
pub(crate) enum Element {
    Triples(Triples),
    Filter { expr: Expr, span: Span },
    Not { data: bool, body: Group, span: Span },
    Set { var: Span, expr: Expr, span: Span },
}

impl Element {
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Triples(triples) => triples.span,
            Self::Filter { span, .. } | Self::Not { span, .. } | Self::Set { span, .. } => *span,
        }
    }
}

/// A subject with its predicates and objects.
#[derive(Debug, Clone)]
pub(crate) struct Triples {
    pub(crate) subject: Node,
    pub(crate) properties: Vec<Property>,
    pub(crate) span: Span,
}

/// A predicate with its objects.
#[derive(Debug, Clone)]
pub(crate) struct Property {
    pub(crate) verb: Verb,
    pub(crate) objects: Vec<Object>,
}

#[derive(Debug, Clone)]
pub(crate) enum Verb {
    Var(Span),
    Path(Path),
}

impl Verb {
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Var(span) => *span,
            Self::Path(path) => path.span,
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Path {
    pub(crate) kind: PathKind,
    pub(crate) span: Span,
}

#[derive(Debug, Clone)]
pub(crate) enum PathKind {
    /// An IRI, or `a`.
    Iri(Term),
    Inverse(Box<Path>),
    Sequence(Vec<Path>),
    Parenthesised(Box<Path>),
}

impl Path {
    /// The IRI of a path of one step forward.
    pub(crate) fn iri(&self) -> Option<&Term> {
        match &self.kind {
            PathKind::Iri(iri) => Some(iri),
            PathKind::Parenthesised(path) => path.iri(),
            PathKind::Inverse(_) | PathKind::Sequence(_) => None,
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Object {
    pub(crate) node: Node,
    pub(crate) annotations: Vec<Annotation>,
}

impl Object {
    pub(crate) fn span(&self) -> Span {
        self.annotations.last().map_or(self.node.span, |last| self.node.span.to(last.span()))
    }
}

#[derive(Debug, Clone)]
pub(crate) enum Annotation {
    Reifier(Reifier),
    Block { properties: Vec<Property>, span: Span },
}

impl Annotation {
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Reifier(reifier) => reifier.span,
            Self::Block { span, .. } => *span,
        }
    }
}

/// `~`, with or without a name.
#[derive(Debug, Clone)]
pub(crate) struct Reifier {
    pub(crate) id: Option<Node>,
    pub(crate) span: Span,
}

#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) kind: NodeKind,
    pub(crate) span: Span,
}

#[derive(Debug, Clone)]
pub(crate) enum NodeKind {
    /// An IRI, a literal or `()`.
    Term(Term),
    /// `?x`
    Var,
    /// `_:b`
    Blank,
    /// `[]`
    Anon,
    /// `<<( s p o )>>`
    Triple(Box<[Node; 3]>),
    /// `<< s p o ~ r >>`
    Reified(Box<([Node; 3], Option<Reifier>)>),
    /// `( … )` with at least one member
    Collection(Vec<Node>),
    /// `[ … ]` with at least one property
    Properties(Vec<Property>),
}

#[derive(Debug, Clone)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) span: Span,
    /// The height of the tree.
    pub(crate) height: usize,
}

#[derive(Debug, Clone)]
pub(crate) enum ExprKind {
    Var,
    Term(Term),
    Triple(Box<[Expr; 3]>),
    Or(Vec<Expr>),
    And(Vec<Expr>),
    Not(Box<Expr>),
    Plus(Box<Expr>),
    Minus(Box<Expr>),
    Compare(Comparison, Box<[Expr; 2]>),
    In { value: Box<Expr>, list: Vec<Expr>, negated: bool },
    Arithmetic(Arithmetic, Box<[Expr; 2]>),
    Call(Builtin, Vec<Expr>),
    Function { iri: Term, at: Span, arguments: Vec<Expr> },
    Parenthesised(Box<Expr>),
}
