//! Casts: `xsd:integer(?x)` and its kin.
//!
//! Text becomes a number by the forms of the datatype, white space around it put aside; floating point
//! becomes exact by truncation, or as the nearest decimal. The rest is done by [`super::bridge`].
//!
//! # References
//! SPARQL 1.2 Query Language, section 17.5 (casts); `XPath` and `XQuery` Functions and
//! Operators 3.1, sections 19.1 and 19.2.

use super::Context;
use super::bridge::{self, Bridged};
use super::value::{Value, View};
use rdf_graph::graph::datatypes;
use rdf_graph::graph::exact::Exact;
use rdf_graph::graph::number::Number;
use rdf_graph::term::{Literal, LiteralKind, Term, vocab};
use srl_syntax::builtin::{ByIri, XSD};

/// A cast.
#[derive(Debug, Clone)]
pub(crate) struct Cast {
    to: Target,
    datatype: Term,
    bridged: Bridged,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Target {
    String,
    Integer,
    Decimal,
    Float,
    Double,
    /// A datatype derived from `xsd:integer`.
    Derived,
    /// Truth values, dates, times and durations.
    Other,
}

impl Cast {
    /// The name in messages.
    pub(super) fn name(&self) -> String {
        match &self.datatype {
            Term::Iri(iri) => iri.replace(XSD, "xsd:"),
            other => other.to_string(),
        }
    }

    /// The cast of that name, if there is one.
    pub(super) fn by_name(name: &Term) -> Option<Self> {
        let Term::Iri(iri) = name else { return None };
        let to = match &**iri {
            vocab::XSD_STRING => Target::String,
            vocab::XSD_INTEGER => Target::Integer,
            vocab::XSD_DECIMAL => Target::Decimal,
            vocab::XSD_FLOAT => Target::Float,
            vocab::XSD_DOUBLE => Target::Double,
            iri if datatypes::range(iri).is_some() => Target::Derived,
            iri if ByIri::find(iri) == Some(ByIri::Cast) => Target::Other,
            _ => return None,
        };
        Some(Self { to, datatype: name.clone(), bridged: bridge::cast(iri) })
    }
}

impl Context<'_> {
    pub(super) fn cast(&mut self, cast: &Cast, value: Value) -> Option<Value> {
        let number = match (cast.to, self.view(&value)) {
            (Target::Derived, _) => return self.derived(cast, value),
            (Target::Integer, View::Number(number @ (Number::Float(_) | Number::Double(_)))) => {
                number.truncated()
            }
            (Target::Decimal, View::Number(number @ (Number::Float(_) | Number::Double(_)))) => {
                number.to_decimal()
            }
            (Target::Integer | Target::Decimal, View::Exact(exact, _)) => {
                return self.beyond(cast, &exact.to_string());
            }
            (Target::Float, View::Exact(exact, _)) => Some(Number::Float(exact.to_f32().into())),
            (Target::Double, View::Exact(exact, _)) => Some(Number::Double(exact.to_f64().into())),
            (Target::Other, View::Text(text)) => {
                let text = Value::Text(collapsed(text).to_owned());
                return self.bridged(&cast.bridged, &[text]);
            }
            (Target::Integer, View::Text(text)) => match Number::parse_integer(collapsed(text)) {
                None => {
                    let text = collapsed(text).to_owned();
                    return self.beyond(cast, &text);
                }
                number => number,
            },
            (Target::Decimal, View::Text(text)) => match Number::parse_decimal(collapsed(text)) {
                None => {
                    let text = collapsed(text).to_owned();
                    return self.beyond(cast, &text);
                }
                number => number,
            },
            (Target::Float, View::Text(text)) => Number::parse_float(collapsed(text)),
            (Target::Double, View::Text(text)) => Number::parse_double(collapsed(text)),
            _ => return self.bridged(&cast.bridged, &[value]),
        };
        number.map(Value::Number)
    }

    /// A number of any length as an `xsd:decimal`, or as an `xsd:integer` if it is written as one.
    fn beyond(&mut self, cast: &Cast, text: &str) -> Option<Value> {
        let exact = Exact::parse(text)?;
        let is_lawful = cast.to == Target::Decimal || !text.contains('.');
        let canonical = Literal {
            value: exact.to_string().into(),
            kind: LiteralKind::Typed(match &cast.datatype {
                Term::Iri(iri) => iri.clone(),
                _ => return None,
            }),
        };
        is_lawful.then(|| self.interner.intern(&Term::Literal(canonical)).map(Value::Id))?
    }

    /// A cast to `xsd:int` and its kin: one to `xsd:integer` whose result has to be in their range.
    fn derived(&mut self, cast: &Cast, value: Value) -> Option<Value> {
        let Term::Iri(datatype) = &cast.datatype else { return None };
        let integer = Cast {
            to: Target::Integer,
            datatype: Term::iri(vocab::XSD_INTEGER),
            bridged: bridge::cast(vocab::XSD_INTEGER),
        };
        let whole = self.cast(&integer, value)?;
        let text = match self.term(&whole)? {
            Term::Literal(literal) => literal.value,
            _ => return None,
        };
        let id = self.interner.intern(&Term::typed(&text, datatype))?;
        let is_within = self.interner.number(id).is_some() || self.interner.exact(id).is_some();
        is_within.then_some(Value::Id(id))
    }
}

/// Without white space around it, as XML Schema knows it; inside, none of these datatypes allows any.
fn collapsed(text: &str) -> &str {
    text.trim_matches([' ', '\t', '\r', '\n'])
}
