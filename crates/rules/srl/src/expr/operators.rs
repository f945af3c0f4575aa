//! Truth, equality and order of values.
//!
//! Numbers compare by value across their types, exact ones of any length among them, strings by code point, false before true. Everything
//! else, such as dates, literals of unknown datatypes and triple terms, is handed to [`super::bridge`].
//!
//! # References
//! SPARQL 1.2 Query Language, sections "Effective Boolean Value", "Operator Mapping" and "RDFterm-equal".

use std::cmp::Ordering;

use super::Context;
use super::bridge::{ADD, EQUAL, GREATER, GREATER_OR_EQUAL, LESS, LESS_OR_EQUAL, MINUS, SUBTRACT};
use super::value::{Value, View};
use rdf_graph::graph::exact::Exact;
use rdf_graph::graph::number::Number;
use srl_syntax::rule::{Arithmetic, Comparison};

impl Context<'_> {
    /// The effective boolean value.
    pub(super) fn truth(&self, value: &Value) -> Option<bool> {
        match self.view(value) {
            View::Bool(truth) => Some(truth),
            View::Text(text) => Some(!text.is_empty()),
            View::Number(number) => Some(number.truth()),
            View::Exact(exact, _) => Some(!exact.is_zero()),
            _ => None,
        }
    }

    /// `a = b`; an error if two literals might be equal and nobody can tell.
    pub(super) fn equals(&mut self, a: &Value, b: &Value) -> Option<bool> {
        match (self.view(a), self.view(b)) {
            (View::Number(a), View::Number(b)) => Some(a.equals(b)),
            (View::Exact(a, _), View::Exact(b, _)) => Some(a == b),
            (View::Exact(exact, _), View::Number(number))
            | (View::Number(number), View::Exact(exact, _)) => {
                Some(order(exact, number) == Some(Ordering::Equal))
            }
            (View::Other(_) | View::Triple(_), _) | (_, View::Other(_) | View::Triple(_)) => {
                let equal = self.bridged(&EQUAL, &[a.clone(), b.clone()])?;
                self.truth(&equal)
            }
            (View::Iri(a), View::Iri(b))
            | (View::Blank(a), View::Blank(b))
            | (View::Text(a), View::Text(b)) => Some(a == b),
            (View::Lang(a, tag, direction), View::Lang(b, tag2, direction2)) => {
                Some(a == b && tag == tag2 && direction == direction2)
            }
            (View::Bool(a), View::Bool(b)) => Some(a == b),
            _ => Some(false),
        }
    }

    /// `a op b`
    pub(super) fn compare(&mut self, op: Comparison, a: &Value, b: &Value) -> Option<bool> {
        match op {
            Comparison::Equal => return self.equals(a, b),
            Comparison::NotEqual => return self.equals(a, b).map(|equal| !equal),
            _ => {}
        }
        let ordering = match (self.view(a), self.view(b)) {
            // NaN is neither less nor greater; that is an answer, not an error.
            (View::Number(a), View::Number(b)) => a.compare(b),
            (View::Exact(a, _), View::Exact(b, _)) => Some(a.cmp(&b)),
            (View::Exact(a, _), View::Number(b)) => order(a, b),
            (View::Number(a), View::Exact(b, _)) => order(b, a).map(Ordering::reverse),
            (View::Text(a), View::Text(b)) => Some(a.cmp(b)),
            (View::Bool(a), View::Bool(b)) => Some(a.cmp(&b)),
            (View::Lang(a, tag, direction), View::Lang(b, tag2, direction2))
                if (tag, direction) == (tag2, direction2) =>
            {
                Some(a.cmp(b))
            }
            _ => {
                let operator = match op {
                    Comparison::Less => &LESS,
                    Comparison::LessOrEqual => &LESS_OR_EQUAL,
                    Comparison::Greater => &GREATER,
                    _ => &GREATER_OR_EQUAL,
                };
                let truth = self.bridged(operator, &[a.clone(), b.clone()])?;
                return self.truth(&truth);
            }
        };
        Some(ordering.is_some_and(|ordering| match op {
            Comparison::Less => ordering == Ordering::Less,
            Comparison::LessOrEqual => ordering != Ordering::Greater,
            Comparison::Greater => ordering == Ordering::Greater,
            _ => ordering != Ordering::Less,
        }))
    }

    /// `a op b`: numbers here, dates and durations over there; `None` for an error.
    pub(super) fn arithmetic(&mut self, op: Arithmetic, a: &Value, b: &Value) -> Option<Value> {
        match (self.number(a), self.number(b)) {
            (Some(a), Some(b)) => a.arithmetic(op, b).map(Value::Number),
            _ => match op {
                Arithmetic::Add => self.bridged(&ADD, &[a.clone(), b.clone()]),
                Arithmetic::Subtract => self.bridged(&SUBTRACT, &[a.clone(), b.clone()]),
                Arithmetic::Multiply | Arithmetic::Divide => None,
            },
        }
    }

    /// `- a`
    pub(super) fn minus(&mut self, of: &Value) -> Option<Value> {
        match self.number(of) {
            Some(number) => number.negate().map(Value::Number),
            None => self.bridged(&MINUS, std::slice::from_ref(of)),
        }
    }
}

/// The order of an exact number and one that is held: by digits, or in the floating point of the other.
fn order(exact: Exact<'_>, number: Number) -> Option<Ordering> {
    match number {
        Number::Integer(_) | Number::Decimal(_) => {
            Exact::parse(&number.to_string()).map(|number| exact.cmp(&number))
        }
        Number::Float(value) => exact.to_f32().partial_cmp(&f32::from(value)),
        Number::Double(value) => exact.to_f64().partial_cmp(&f64::from(value)),
    }
}
