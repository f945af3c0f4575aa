//! What `spareval` evaluates for us: strings, regular expressions, dates and durations, casts, and the comparison
//! of literals that we do not know.
//!
//! Arguments are evaluated first and handed over as the values of variables, so only one function or
//! operator at a time crosses over. Its result comes back as a value. Texts longer than [`MAX_TEXT`]
//! are refused before the call: a few SETs that double a string must not fill the memory.

use std::fmt;
use std::sync::LazyLock;

use oxrdf::{NamedNode, Variable};
use spareval::QueryEvaluator;
use sparopt::algebra::{Expression, Function};

use super::Context;
use super::value::Value;
use rdf_graph::convert::{from_oxrdf, to_oxrdf};
use rdf_graph::graph::number::Number;
use rdf_graph::term::{Literal, LiteralKind, Term, vocab};
use srl_syntax::rule::Builtin;

/// The longest text that a function may be given or make, in bytes.
pub(super) const MAX_TEXT: usize = 1 << 24;

/// A function or operator over the variables `a0`, `a1` and so on.
#[derive(Debug, Clone)]
pub(crate) struct Bridged(Expression);

impl Bridged {
    /// The name in messages.
    pub(super) fn name(&self) -> &str {
        match &self.0 {
            Expression::FunctionCall(Function::Custom(name), _) => name.as_str(),
            Expression::FunctionCall(function, _) => name_of(function),
            _ => "an operator",
        }
    }
}

pub(super) static EQUAL: LazyLock<Bridged> = LazyLock::new(|| operator(Expression::Equal));
pub(super) static LESS: LazyLock<Bridged> = LazyLock::new(|| operator(Expression::Less));
pub(super) static LESS_OR_EQUAL: LazyLock<Bridged> =
    LazyLock::new(|| operator(Expression::LessOrEqual));
pub(super) static GREATER: LazyLock<Bridged> = LazyLock::new(|| operator(Expression::Greater));
pub(super) static GREATER_OR_EQUAL: LazyLock<Bridged> =
    LazyLock::new(|| operator(Expression::GreaterOrEqual));
pub(super) static ADD: LazyLock<Bridged> = LazyLock::new(|| operator(Expression::Add));
pub(super) static SUBTRACT: LazyLock<Bridged> = LazyLock::new(|| operator(Expression::Subtract));
pub(super) static PLUS: LazyLock<Bridged> =
    LazyLock::new(|| Bridged(Expression::UnaryPlus(Box::new(Expression::Variable(variable(0))))));
pub(super) static MINUS: LazyLock<Bridged> =
    LazyLock::new(|| Bridged(Expression::UnaryMinus(Box::new(Expression::Variable(variable(0))))));
pub(super) static REGEX: LazyLock<Bridged> = LazyLock::new(|| function_of(Function::Regex, 3));
pub(super) static REPLACE: LazyLock<Bridged> = LazyLock::new(|| function_of(Function::Replace, 4));

fn operator(make: fn(Box<Expression>, Box<Expression>) -> Expression) -> Bridged {
    let argument = |place| Box::new(Expression::Variable(variable(place)));
    Bridged(make(argument(0), argument(1)))
}

fn variable(place: usize) -> Variable {
    Variable::new_unchecked(format!("a{place}"))
}

fn function_of(function: Function, n_arguments: usize) -> Bridged {
    let arguments = (0..n_arguments).map(|place| Expression::Variable(variable(place)));
    Bridged(Expression::FunctionCall(function, arguments.collect()))
}

/// The way to a built-in function, if it is not evaluated here.
pub(super) fn function(builtin: Builtin, n_arguments: usize) -> Option<Bridged> {
    Some(function_of(bridged_function(builtin)?, n_arguments))
}

/// The name of a built-in function that is evaluated over there.
fn name_of(function: &Function) -> &'static str {
    let is_it = |builtin: &&Builtin| bridged_function(**builtin).as_ref() == Some(function);
    // REGEX and REPLACE cross over too, but under their own names in `Code`.
    Builtin::ALL.iter().find(is_it).map_or("a function", |builtin| builtin.name())
}

fn bridged_function(builtin: Builtin) -> Option<Function> {
    use Builtin as B;
    use Function as F;
    Some(match builtin {
        B::LangMatches => F::LangMatches,
        B::Concat => F::Concat,
        B::Substr => F::SubStr,
        B::StrLen => F::StrLen,
        B::UCase => F::UCase,
        B::LCase => F::LCase,
        B::EncodeForUri => F::EncodeForUri,
        B::Contains => F::Contains,
        B::StrStarts => F::StrStarts,
        B::StrEnds => F::StrEnds,
        B::StrBefore => F::StrBefore,
        B::StrAfter => F::StrAfter,
        B::Year => F::Year,
        B::Month => F::Month,
        B::Day => F::Day,
        B::Hours => F::Hours,
        B::Minutes => F::Minutes,
        B::Seconds => F::Seconds,
        B::Timezone => F::Timezone,
        B::Tz => F::Tz,
        B::Uuid => F::Uuid,
        B::StrUuid => F::StrUuid,
        B::StrLang => F::StrLang,
        B::StrLangDir => F::StrLangDir,
        _ => return None,
    })
}

/// The way to a cast, by the IRI of its datatype.
pub(super) fn cast(datatype: &str) -> Bridged {
    function_of(Function::Custom(NamedNode::new_unchecked(datatype)), 1)
}

/// The present instant.
pub(super) fn now() -> Term {
    Term::typed(&oxsdatatypes::DateTime::now().to_string(), vocab::XSD_DATE_TIME)
}

/// The evaluator, and names for arguments.
#[derive(Default)]
pub(crate) struct Bridge {
    evaluator: QueryEvaluator,
    variables: Vec<Variable>,
}

impl fmt::Debug for Bridge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bridge").finish_non_exhaustive()
    }
}

/// Put before the datatype of a literal whose form is wrong: so that it is not a number there either.
const ILL_TYPED: &str = "ill-typed:";

impl Context<'_> {
    fn term_for_bridge(&mut self, argument: &Value) -> Option<Term> {
        let term = self.term(argument)?;
        Some(match (argument, &term) {
            (
                Value::Id(id),
                Term::Literal(Literal { value, kind: LiteralKind::Typed(datatype) }),
            ) if self.interner.is_ill_typed_number(*id) => {
                Term::typed(value, &format!("{ILL_TYPED}{datatype}"))
            }
            _ => term,
        })
    }

    /// Evaluates a function or operator over there.
    pub(super) fn bridged(&mut self, bridged: &Bridged, arguments: &[Value]) -> Option<Value> {
        let mut terms = Vec::with_capacity(arguments.len());
        for argument in arguments {
            terms.push(self.term_for_bridge(argument)?);
        }
        if is_too_long(bridged, &terms) {
            self.scope.too_long = true;
            return None;
        }
        let Bridge { evaluator, variables } = &mut self.scope.bridge;
        while variables.len() < terms.len() {
            variables.push(variable(variables.len()));
        }
        let terms: Option<Vec<oxrdf::Term>> = terms.iter().map(to_oxrdf).collect();
        let result = evaluator.evaluate_expression(&bridged.0, variables.iter().zip(terms?))?;
        Some(value(from_oxrdf(result.as_ref())))
    }
}

/// Whether the arguments or the result may be longer than is allowed. A replacement can be put in at
/// every character, but seldom is, so what it might come to is measured sixteen times as generously.
fn is_too_long(bridged: &Bridged, arguments: &[Term]) -> bool {
    let length = |term: &Term| match term {
        Term::Literal(literal) => literal.value.len(),
        _ => 0,
    };
    let replaced = match (&bridged.0, arguments) {
        (Expression::FunctionCall(Function::Replace, _), [text, _, replacement, ..]) => {
            (length(text) + 1).saturating_mul(length(replacement) + 1)
        }
        _ => 0,
    };
    arguments.iter().map(length).sum::<usize>() > MAX_TEXT || replaced / 16 > MAX_TEXT
}

/// A term as a value; what can be computed with leaves its text behind.
fn value(term: Term) -> Value {
    let Term::Literal(Literal { value: text, kind: LiteralKind::Typed(datatype) }) = &term else {
        return Value::Term(term);
    };
    let decoded = match &**datatype {
        vocab::XSD_STRING => Some(Value::Text(text.as_ref().to_owned())),
        vocab::XSD_BOOLEAN => text.parse().map(Value::Bool).ok(),
        vocab::XSD_INTEGER => text.parse().map(Number::Integer).map(Value::Number).ok(),
        vocab::XSD_DECIMAL => text.parse().map(Number::Decimal).map(Value::Number).ok(),
        vocab::XSD_FLOAT => text.parse().map(Number::Float).map(Value::Number).ok(),
        vocab::XSD_DOUBLE => text.parse().map(Number::Double).map(Value::Number).ok(),
        _ => None,
    };
    decoded.unwrap_or(Value::Term(term))
}
