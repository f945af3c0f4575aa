//! Expressions as they are evaluated.

use super::bridge::Bridged;
use super::cast::Cast;
use super::value::Value;
use super::{Context, bridge};
use rdf_graph::graph::interner::{Id, Interner};
use rdf_graph::term::Term;
use srl_syntax::builtin::ByIri;
use srl_syntax::rule::{Arithmetic, Builtin, Comparison, Expr, ExprKind, Var};
use srl_syntax::span::Span;

/// How deep expressions may nest; chains of one operator do not count.
const MAX_DEPTH: usize = 192;

/// An expression that nests too deep, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooDeep(pub(crate) Span);

/// An expression.
#[derive(Debug, Clone)]
pub(crate) enum Code {
    Slot(usize),
    Constant(Id),
    /// Of every variable that is not bound.
    Error,
    Or(Vec<Code>),
    And(Vec<Code>),
    Not(Box<Code>),
    Compare(Comparison, Box<[Code; 2]>),
    In(Box<Code>, Vec<Code>, bool),
    /// A first operand, and those that follow from left to right.
    Arithmetic(Box<Code>, Vec<(Arithmetic, Code)>),
    Plus(Box<Code>),
    Minus(Box<Code>),
    If(Box<[Code; 3]>),
    Call(Builtin, Vec<Code>),
    Triple(Box<[Code; 3]>),
    Cast(Cast, Box<Code>),
    /// What is not evaluated here.
    Bridged(Bridged, Vec<Code>),
}

/// Lowers an expression; `slot_of` tells where a bound variable lies.
pub(crate) fn compile(
    expression: &Expr,
    slot_of: &dyn Fn(Var) -> Option<usize>,
    interner: &mut Interner,
) -> Result<Code, TooDeep> {
    Compiler { slot_of, interner }.lower(expression, 0)
}

struct Compiler<'a> {
    slot_of: &'a dyn Fn(Var) -> Option<usize>,
    interner: &'a mut Interner,
}

impl Compiler<'_> {
    fn lower(&mut self, expression: &Expr, depth: usize) -> Result<Code, TooDeep> {
        if depth > MAX_DEPTH {
            return Err(TooDeep(expression.span));
        }
        let depth = depth + 1;
        Ok(match &expression.kind {
            ExprKind::Var(var) => (self.slot_of)(*var).map_or(Code::Error, Code::Slot),
            ExprKind::Term(term) => self.interner.intern(term).map_or(Code::Error, Code::Constant),
            ExprKind::Triple(parts) => Code::Triple(Box::new(self.three(parts, depth)?)),
            ExprKind::Or(..) | ExprKind::And(..) => self.chain(expression, depth)?,
            ExprKind::Not(of) => Code::Not(Box::new(self.lower(of, depth)?)),
            ExprKind::Compare(comparison, a, b) => {
                Code::Compare(*comparison, Box::new([self.lower(a, depth)?, self.lower(b, depth)?]))
            }
            ExprKind::In(of, list, negated) => {
                Code::In(Box::new(self.lower(of, depth)?), self.all(list, depth)?, *negated)
            }
            ExprKind::Arithmetic(..) => self.arithmetic(expression, depth)?,
            ExprKind::Plus(of) => Code::Plus(Box::new(self.lower(of, depth)?)),
            ExprKind::Minus(of) => Code::Minus(Box::new(self.lower(of, depth)?)),
            ExprKind::Call(builtin, arguments) => {
                builtin_call(*builtin, self.all(arguments, depth)?)
            }
            ExprKind::Function(name, arguments) => {
                let arguments = self.all(arguments, depth)?;
                let builtin = match name {
                    Term::Iri(iri) => ByIri::find(iri),
                    _ => None,
                };
                if let Some(ByIri::Builtin(builtin)) = builtin {
                    return Ok(builtin_call(builtin, arguments));
                }
                match (Cast::by_name(name), <[Code; 1]>::try_from(arguments)) {
                    (Some(cast), Ok([of])) => Code::Cast(cast, Box::new(of)),
                    // The engine refuses rule sets with functions that are not there.
                    _ => Code::Error,
                }
            }
        })
    }

    fn all(&mut self, list: &[Expr], depth: usize) -> Result<Vec<Code>, TooDeep> {
        list.iter().map(|expression| self.lower(expression, depth)).collect()
    }

    fn three(&mut self, [a, b, c]: &[Expr; 3], depth: usize) -> Result<[Code; 3], TooDeep> {
        Ok([self.lower(a, depth)?, self.lower(b, depth)?, self.lower(c, depth)?])
    }

    /// `a || b || c` parses to the left; its operands in a row.
    fn chain(&mut self, expression: &Expr, depth: usize) -> Result<Code, TooDeep> {
        let or = matches!(expression.kind, ExprKind::Or(..));
        let (mut operands, mut rest) = (Vec::new(), expression);
        loop {
            match &rest.kind {
                ExprKind::Or(a, b) if or => {
                    operands.push(self.lower(b, depth)?);
                    rest = a;
                }
                ExprKind::And(a, b) if !or => {
                    operands.push(self.lower(b, depth)?);
                    rest = a;
                }
                _ => break,
            }
        }
        operands.push(self.lower(rest, depth)?);
        operands.reverse();
        Ok(if or { Code::Or(operands) } else { Code::And(operands) })
    }

    /// The same for `a + b - c` and for `a * b / c`.
    fn arithmetic(&mut self, expression: &Expr, depth: usize) -> Result<Code, TooDeep> {
        let (mut operands, mut rest) = (Vec::new(), expression);
        while let ExprKind::Arithmetic(op, a, b) = &rest.kind {
            operands.push((*op, self.lower(b, depth)?));
            rest = a;
        }
        operands.reverse();
        Ok(Code::Arithmetic(Box::new(self.lower(rest, depth)?), operands))
    }
}

fn builtin_call(builtin: Builtin, arguments: Vec<Code>) -> Code {
    match (builtin, <[Code; 3]>::try_from(arguments)) {
        (Builtin::If, Ok(three)) => Code::If(Box::new(three)),
        (Builtin::Triple, Ok(three)) => Code::Triple(Box::new(three)),
        (_, Ok(three)) => call(builtin, three.into()),
        (_, Err(arguments)) => call(builtin, arguments),
    }
}

fn call(builtin: Builtin, arguments: Vec<Code>) -> Code {
    match bridge::function(builtin, arguments.len()) {
        Some(bridged) => Code::Bridged(bridged, arguments),
        None => Code::Call(builtin, arguments),
    }
}

/// Whether two evaluations may differ although the variables do not.
pub(crate) fn is_volatile(expression: &Expr) -> bool {
    use Builtin::{BNode, StrUuid, Uuid};
    let mut rest = vec![expression];
    while let Some(expression) = rest.pop() {
        match &expression.kind {
            ExprKind::Call(BNode | Uuid | StrUuid, _) => return true,
            ExprKind::Function(Term::Iri(iri), _)
                if matches!(ByIri::find(iri), Some(ByIri::Builtin(BNode | Uuid | StrUuid))) =>
            {
                return true;
            }
            ExprKind::Var(_) | ExprKind::Term(_) => {}
            ExprKind::Triple(parts) => rest.extend(&**parts),
            ExprKind::Or(a, b)
            | ExprKind::And(a, b)
            | ExprKind::Compare(_, a, b)
            | ExprKind::Arithmetic(_, a, b) => rest.extend([&**a, b]),
            ExprKind::Not(of) | ExprKind::Plus(of) | ExprKind::Minus(of) => rest.push(of),
            ExprKind::In(of, list, _) => {
                rest.push(of);
                rest.extend(list);
            }
            ExprKind::Call(_, list) | ExprKind::Function(_, list) => rest.extend(list),
        }
    }
    false
}

impl Code {
    /// The value, or `None` for an error.
    pub(crate) fn evaluate(&self, context: &mut Context<'_>) -> Option<Value> {
        match self {
            Self::Slot(slot) => Some(Value::Id(context.slots[*slot])),
            Self::Constant(id) => Some(Value::Id(*id)),
            Self::Error => None,
            Self::Or(operands) => junction(operands, true, context),
            Self::And(operands) => junction(operands, false, context),
            Self::Not(of) => Some(Value::Bool(!of.truth(context)?)),
            Self::Compare(comparison, operands) => {
                let [a, b] = &**operands;
                let (a, b) = (a.evaluate(context)?, b.evaluate(context)?);
                Some(Value::Bool(context.compare(*comparison, &a, &b)?))
            }
            Self::In(of, list, negated) => {
                membership(of, list, context).map(|found| Value::Bool(found != *negated))
            }
            Self::Arithmetic(first, rest) => {
                let mut value = first.evaluate(context)?;
                for (op, operand) in rest {
                    let operand = operand.evaluate(context)?;
                    value = context.arithmetic(*op, &value, &operand)?;
                }
                Some(value)
            }
            Self::Plus(of) => {
                let value = of.evaluate(context)?;
                context.number(&value).map(Value::Number)
            }
            Self::Minus(of) => {
                let value = of.evaluate(context)?;
                context.minus(&value)
            }
            Self::If(parts) => {
                let [condition, yes, no] = &**parts;
                if condition.truth(context)? { yes } else { no }.evaluate(context)
            }
            Self::Call(builtin, arguments) => {
                let arguments = evaluate_all(arguments, context)?;
                context.call(*builtin, &arguments)
            }
            Self::Triple(parts) => {
                let [s, p, o] = &**parts;
                let parts = [s.evaluate(context)?, p.evaluate(context)?, o.evaluate(context)?];
                context.triple(&parts)
            }
            Self::Cast(cast, of) => {
                let value = of.evaluate(context)?;
                context.cast(cast, value)
            }
            Self::Bridged(bridged, arguments) => {
                let arguments = evaluate_all(arguments, context)?;
                context.bridged(bridged, &arguments)
            }
        }
    }

    /// The effective boolean value, or `None` for an error.
    pub(crate) fn truth(&self, context: &mut Context<'_>) -> Option<bool> {
        let value = self.evaluate(context)?;
        context.truth(&value)
    }
}

fn evaluate_all(list: &[Code], context: &mut Context<'_>) -> Option<Vec<Value>> {
    list.iter().map(|code| code.evaluate(context)).collect()
}

/// `||` if `decisive` is true, `&&` if it is false.
fn junction(operands: &[Code], decisive: bool, context: &mut Context<'_>) -> Option<Value> {
    let mut error = false;
    for operand in operands {
        match operand.truth(context) {
            Some(truth) if truth == decisive => return Some(Value::Bool(decisive)),
            Some(_) => {}
            None => error = true,
        }
    }
    (!error).then_some(Value::Bool(!decisive))
}

/// `of = a || of = b || …`
fn membership(of: &Code, list: &[Code], context: &mut Context<'_>) -> Option<bool> {
    if list.is_empty() {
        return Some(false);
    }
    let value = of.evaluate(context)?;
    let mut error = false;
    for member in list {
        let member = member.evaluate(context);
        match member.and_then(|member| context.equals(&value, &member)) {
            Some(true) => return Some(true),
            Some(false) => {}
            None => error = true,
        }
    }
    (!error).then_some(false)
}
