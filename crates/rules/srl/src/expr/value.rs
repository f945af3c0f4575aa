//! Values between the terms of an expression.

use super::Context;
use rdf_graph::graph::exact::Exact;
use rdf_graph::graph::interner::{Id, Interner, TermRef};
use rdf_graph::graph::number::Number;
use rdf_graph::term::{Direction, Literal, LiteralKind, Term};

/// A value; only [`Value::Id`] has a number among the terms.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    Id(Id),
    Bool(bool),
    Number(Number),
    /// An `xsd:string`.
    Text(String),
    /// Any other term that was computed; never a triple term.
    Term(Term),
}

/// What a value is, as far as operators care.
#[derive(Debug, Clone, Copy)]
pub(super) enum View<'a> {
    Iri(&'a str),
    Blank(&'a str),
    Text(&'a str),
    Lang(&'a str, &'a str, Option<Direction>),
    Bool(bool),
    Number(Number),
    /// An exact number that is beyond [`Number`], and its lexical form.
    Exact(Exact<'a>, &'a str),
    /// Any other literal: a date, a datatype that is unknown, a form that is wrong.
    Other(&'a str),
    Triple([Id; 3]),
}

impl Value {
    /// The number of the value as a term.
    pub(crate) fn intern(self, interner: &mut Interner) -> Option<Id> {
        Some(match self {
            Self::Id(id) => id,
            Self::Bool(truth) => {
                let text = if truth { "true" } else { "false" };
                interner.intern_ref(TermRef::Typed(text, Id::XSD_BOOLEAN))
            }
            Self::Number(number) => interner.intern_number(number),
            Self::Text(text) => interner.intern_ref(TermRef::Typed(&text, Id::XSD_STRING)),
            Self::Term(term) => interner.intern(&term)?,
        })
    }

    /// What it is.
    pub(super) fn view<'a>(&'a self, interner: &'a Interner) -> View<'a> {
        match self {
            Self::Id(id) => match interner.get(*id) {
                TermRef::Iri(iri) => View::Iri(iri),
                TermRef::Blank(label) => View::Blank(label),
                TermRef::Typed(text, Id::XSD_STRING) => View::Text(text),
                TermRef::Typed(text, Id::XSD_BOOLEAN) => boolean(text),
                TermRef::Typed(text, _) => match interner.number(*id) {
                    Some(number) => View::Number(number),
                    None => interner
                        .exact(*id)
                        .map_or(View::Other(text), |exact| View::Exact(exact, text)),
                },
                TermRef::Lang(text, tag, direction) => {
                    View::Lang(text, interner.text(tag), direction)
                }
                TermRef::Triple(parts) => View::Triple(parts),
            },
            Self::Bool(truth) => View::Bool(*truth),
            Self::Number(number) => View::Number(*number),
            Self::Text(text) => View::Text(text),
            Self::Term(Term::Iri(iri)) => View::Iri(iri),
            Self::Term(Term::Blank(label)) => View::Blank(label),
            Self::Term(Term::Literal(Literal { value, kind })) => match kind {
                LiteralKind::Typed(_) => View::Other(value),
                LiteralKind::Lang(tag) => View::Lang(value, tag, None),
                LiteralKind::DirLang(tag, direction) => View::Lang(value, tag, Some(*direction)),
            },
            Self::Term(Term::Triple(_)) => View::Other(""),
        }
    }
}

fn boolean(text: &str) -> View<'_> {
    match text {
        "true" | "1" => View::Bool(true),
        "false" | "0" => View::Bool(false),
        _ => View::Other(text),
    }
}

impl Context<'_> {
    pub(super) fn view<'a>(&'a self, value: &'a Value) -> View<'a> {
        value.view(self.interner)
    }

    /// The value as a number.
    pub(super) fn number(&self, value: &Value) -> Option<Number> {
        match value {
            Value::Number(number) => Some(*number),
            Value::Id(id) => self.interner.number(*id),
            _ => None,
        }
    }

    /// The value as a term that stands on its own.
    pub(super) fn term(&mut self, value: &Value) -> Option<Term> {
        match value {
            Value::Term(term) => Some(term.clone()),
            Value::Id(id) => Some(self.interner.term(*id)),
            Value::Text(text) => Some(Term::string(text)),
            Value::Bool(truth) => Some(Term::boolean(*truth)),
            Value::Number(_) => {
                let id = value.clone().intern(self.interner)?;
                Some(self.interner.term(id))
            }
        }
    }
}
