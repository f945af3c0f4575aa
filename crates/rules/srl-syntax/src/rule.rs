//! The abstract syntax: what a rule set says once all sugar is expanded.
//!
//! Lists, paths, blank-node property lists, reified triples and annotations have become plain triple
//! patterns; a blank node in a body has become a variable of the rule; names are absolute IRIs.
//!
//! # References
//! SPARQL 1.2 RL, editor's draft of August 2026, section "Abstract syntax".

pub use crate::builtin::Builtin;
use crate::span::Span;
pub use rdf_graph::graph::number::Arithmetic;
use rdf_graph::term::Term;

/// A rule set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RuleSet {
    /// The rules, in the order of the text.
    pub rules: Vec<Rule>,
    /// The triples of all DATA blocks; blank nodes are scoped to the rule set.
    pub data: Vec<[Term; 3]>,
    /// Where each triple of `data` was written: as many as there are triples.
    pub data_spans: Vec<Span>,
    /// The rule sets to import.
    pub imports: Vec<Import>,
    /// `PREFIX` declarations in force at the end of the text, name to namespace, for showing terms.
    pub prefixes: Vec<(String, String)>,
    /// The base IRI at the end of the text, which `IRI()` resolves against.
    pub base: Option<String>,
}

/// An `IMPORTS` declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// The absolute IRI.
    pub iri: String,
    /// The declaration.
    pub span: Span,
}

/// A rule. Its body is evaluated from left to right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// The name after `RULE`, an IRI.
    pub name: Option<Term>,
    /// `WHERE DATA`: everything in the body, nested NOT included, reads the ground graph alone.
    pub data: bool,
    /// Triple templates.
    pub head: Vec<TriplePattern>,
    /// The body.
    pub body: Vec<Element>,
    /// Names of the variables, by [`Var`], without `?`; those made of blank nodes and paths begin with `_:`.
    pub variables: Vec<String>,
    /// The whole rule.
    pub span: Span,
}

/// A variable of a rule: an index into [`Rule::variables`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub u32);

/// A triple pattern of a body or a template of a head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TriplePattern {
    /// Subject, predicate, object.
    pub terms: [PatternTerm; 3],
    /// Where each of the three was written.
    pub at: [Span; 3],
    /// Where it was written; sugar points at the text that it came from.
    pub span: Span,
}

/// A position of a triple pattern.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum PatternTerm {
    /// A variable.
    Var(Var),
    /// A term without variables.
    Term(Term),
    /// A blank node of a head, by a number that is its own in the rule: a fresh node for each solution.
    Fresh(u32),
    /// A triple term that holds a variable or a fresh blank node.
    Triple(Box<[PatternTerm; 3]>),
}

/// An element of a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Element {
    /// A triple pattern.
    Pattern(TriplePattern),
    /// `FILTER`: keeps the solutions for which the expression is true; an error drops the solution.
    Filter(Expr),
    /// `NOT`: keeps the solutions for which the inner body has none.
    Not {
        /// `NOT DATA`: the inner body reads the ground graph.
        data: bool,
        /// The inner body.
        body: Vec<Element>,
        /// The whole negation.
        span: Span,
    },
    /// `SET`: binds a variable; an error drops the solution.
    Set {
        /// The variable that is bound.
        var: Var,
        /// Its value.
        expr: Expr,
        /// The whole assignment.
        span: Span,
    },
}

/// An expression and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where.
    pub span: Span,
}

/// The forms of expressions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExprKind {
    /// A variable.
    Var(Var),
    /// A constant.
    Term(Term),
    /// A triple term with variables in it.
    Triple(Box<[Expr; 3]>),
    /// `a || b`
    Or(Box<Expr>, Box<Expr>),
    /// `a && b`
    And(Box<Expr>, Box<Expr>),
    /// `! a`
    Not(Box<Expr>),
    /// `a = b` and its kin.
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// `a IN (…)`; the flag is set for `NOT IN`.
    In(Box<Expr>, Vec<Expr>, bool),
    /// `a + b` and its kin.
    Arithmetic(Arithmetic, Box<Expr>, Box<Expr>),
    /// `+ a`
    Plus(Box<Expr>),
    /// `- a`
    Minus(Box<Expr>),
    /// A built-in call; the number of arguments is right.
    Call(Builtin, Vec<Expr>),
    /// A call by IRI: casts such as `xsd:integer(?x)`, and functions that are unknown here.
    Function(Term, Vec<Expr>),
}

/// The comparison operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    Greater,
    LessOrEqual,
    GreaterOrEqual,
}
