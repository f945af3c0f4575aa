//! Which part of an expression has no value, in the types of its operands: `xsd:date > xsd:string`.

use super::Context;
use super::code::Code;
use super::value::Value;
use rdf_graph::term::{LiteralKind, Term};
use srl_syntax::builtin::XSD;
use srl_syntax::rule::{Arithmetic, Comparison};

impl Code {
    /// The innermost part that has no value, or no truth value if one is asked for.
    pub(crate) fn blame(&self, wants_truth: bool, context: &mut Context<'_>) -> String {
        match self.evaluate(context) {
            Some(value) if wants_truth => {
                format!("{} as a condition", shown(&value, context))
            }
            Some(value) => format!("{} as a term", shown(&value, context)),
            None => self.blame_parts(context),
        }
    }

    fn blame_parts(&self, context: &mut Context<'_>) -> String {
        if let Self::If(three) = self {
            let [condition, yes, no] = &**three;
            return match condition.truth(context) {
                None => condition.blame(true, context),
                Some(true) => yes.blame(false, context),
                Some(false) => no.blame(false, context),
            };
        }
        let (parts, wants_truth) = self.parts();
        for part in &parts {
            let has_value = if wants_truth {
                part.truth(context).is_some()
            } else {
                part.evaluate(context).is_some()
            };
            if !has_value {
                return part.blame(wants_truth, context);
            }
        }
        let operands: Vec<String> = parts
            .iter()
            .map(|part| match part.evaluate(context) {
                Some(value) => shown(&value, context),
                None => "?".to_owned(),
            })
            .collect();
        self.failed(&operands)
    }

    /// The operands, and whether each is used as a condition.
    fn parts(&self) -> (Vec<&Self>, bool) {
        match self {
            Self::Slot(_) | Self::Constant(_) | Self::Error => (Vec::new(), false),
            Self::Or(list) | Self::And(list) => (list.iter().collect(), true),
            Self::Not(of) => (vec![of], true),
            Self::Compare(_, two) => (two.iter().collect(), false),
            Self::In(of, list, _) => (std::iter::once(&**of).chain(list).collect(), false),
            Self::Arithmetic(first, rest) => {
                (std::iter::once(&**first).chain(rest.iter().map(|(_, of)| of)).collect(), false)
            }
            Self::Plus(of) | Self::Minus(of) | Self::Cast(_, of) => (vec![of], false),
            Self::If(three) | Self::Triple(three) => (three.iter().collect(), false),
            Self::Call(_, list) | Self::Bridged(_, list) => (list.iter().collect(), false),
        }
    }

    /// What was tried on these operands.
    fn failed(&self, operands: &[String]) -> String {
        let call = |name: &str| format!("{name}({})", operands.join(", "));
        match self {
            Self::Compare(comparison, _) => operands.join(match comparison {
                Comparison::Equal => " = ",
                Comparison::NotEqual => " != ",
                Comparison::Less => " < ",
                Comparison::Greater => " > ",
                Comparison::LessOrEqual => " <= ",
                Comparison::GreaterOrEqual => " >= ",
            }),
            Self::In(..) => format!("{} IN ({})", operands[0], operands[1..].join(", ")),
            Self::Arithmetic(_, rest) => {
                let mut text = operands[0].clone();
                for ((op, _), operand) in rest.iter().zip(&operands[1..]) {
                    text.push_str(match op {
                        Arithmetic::Add => " + ",
                        Arithmetic::Subtract => " - ",
                        Arithmetic::Multiply => " * ",
                        Arithmetic::Divide => " / ",
                    });
                    text.push_str(operand);
                }
                text
            }
            Self::Plus(_) => format!("+ {}", operands[0]),
            Self::Minus(_) => format!("- {}", operands[0]),
            Self::Call(builtin, _) => call(builtin.name()),
            Self::Bridged(bridged, _) => call(bridged.name()),
            Self::Cast(cast, _) => call(&cast.name()),
            Self::Triple(_) => call("TRIPLE"),
            _ => "a variable without a value".to_owned(),
        }
    }
}

/// What a value is: its datatype, or what kind of term.
fn shown(value: &Value, context: &mut Context<'_>) -> String {
    match context.term(value) {
        Some(Term::Iri(_)) => "an IRI".to_owned(),
        Some(Term::Blank(_)) => "a blank node".to_owned(),
        Some(Term::Triple(_)) | None => "a triple term".to_owned(),
        Some(Term::Literal(literal)) => match &literal.kind {
            LiteralKind::Lang(_) => "rdf:langString".to_owned(),
            LiteralKind::DirLang(..) => "rdf:dirLangString".to_owned(),
            LiteralKind::Typed(datatype) => match datatype.strip_prefix(XSD) {
                Some(local) => format!("xsd:{local}"),
                None => format!("<{datatype}>"),
            },
        },
    }
}
