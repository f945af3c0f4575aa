//! Truth, equality and order of values.
//!
//! Numbers compare by value across their types, strings by code point, false before true. Everything
//! else, such as dates, literals of unknown datatypes and triple terms, is handed to [`super::bridge`].
//!
//! # References
//! SPARQL 1.2 Query Language, sections "Effective Boolean Value", "Operator Mapping" and "RDFterm-equal".

use std::cmp::Ordering;

use super::Context;
use super::bridge::{EQUAL, GREATER, GREATER_OR_EQUAL, LESS, LESS_OR_EQUAL};
use super::value::{Value, View};
use srl_syntax::rule::Comparison;

impl Context<'_> {
    /// The effective boolean value.
    pub(super) fn truth(&self, value: &Value) -> Option<bool> {
        match self.view(value) {
            View::Bool(truth) => Some(truth),
            View::Text(text) => Some(!text.is_empty()),
            View::Number(number) => Some(number.truth()),
            _ => None,
        }
    }

    /// `a = b`; an error if two literals might be equal and nobody can tell.
    pub(super) fn equals(&mut self, a: &Value, b: &Value) -> Option<bool> {
        match (self.view(a), self.view(b)) {
            (View::Number(a), View::Number(b)) => Some(a.equals(b)),
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
}
