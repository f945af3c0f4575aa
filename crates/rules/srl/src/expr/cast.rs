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
use rdf_graph::graph::number::Number;
use rdf_graph::term::{Term, vocab};

/// A cast.
#[derive(Debug, Clone)]
pub(crate) struct Cast {
    to: Target,
    bridged: Bridged,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Target {
    String,
    Integer,
    Decimal,
    Float,
    Double,
    /// Boolean or dateTime.
    Other,
}

impl Cast {
    /// The cast of that name, if there is one.
    pub(super) fn by_name(name: &Term) -> Option<Self> {
        let Term::Iri(iri) = name else { return None };
        let to = match &**iri {
            vocab::XSD_STRING => Target::String,
            vocab::XSD_INTEGER => Target::Integer,
            vocab::XSD_DECIMAL => Target::Decimal,
            vocab::XSD_FLOAT => Target::Float,
            vocab::XSD_DOUBLE => Target::Double,
            vocab::XSD_BOOLEAN | vocab::XSD_DATE_TIME => Target::Other,
            _ => return None,
        };
        Some(Self { to, bridged: bridge::cast(iri) })
    }
}

impl Context<'_> {
    pub(super) fn cast(&mut self, cast: &Cast, value: Value) -> Option<Value> {
        let number = match (cast.to, self.view(&value)) {
            (Target::Integer, View::Number(number @ (Number::Float(_) | Number::Double(_)))) => {
                number.truncated()
            }
            (Target::Decimal, View::Number(number @ (Number::Float(_) | Number::Double(_)))) => {
                number.to_decimal()
            }
            (Target::Other, View::Text(text)) => {
                let text = Value::Text(collapsed(text).to_owned());
                return self.bridged(&cast.bridged, &[text]);
            }
            (Target::Integer, View::Text(text)) => Number::parse_integer(collapsed(text)),
            (Target::Decimal, View::Text(text)) => Number::parse_decimal(collapsed(text)),
            (Target::Float, View::Text(text)) => Number::parse_float(collapsed(text)),
            (Target::Double, View::Text(text)) => Number::parse_double(collapsed(text)),
            _ => return self.bridged(&cast.bridged, &[value]),
        };
        number.map(Value::Number)
    }
}

/// Without white space around it, as XML Schema knows it; inside, none of these datatypes allows any.
fn collapsed(text: &str) -> &str {
    text.trim_matches([' ', '\t', '\r', '\n'])
}
