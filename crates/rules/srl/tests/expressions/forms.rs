//! Expressions here and in `spareval`, side by side.

use oxrdf::{NamedNode, Variable};
use rdf_graph::term::{Direction, Literal, LiteralKind, Term};
use spareval::QueryEvaluator;
use sparopt::algebra::{Expression, Function};
use srl::expr::evaluate;
use srl_syntax::rule::{Arithmetic, Builtin, Comparison, Expr, ExprKind, Var};
use srl_syntax::span::Span;

pub(crate) const XSD: &str = "http://www.w3.org/2001/XMLSchema#";

pub(crate) fn typed(value: &str, datatype: &str) -> Term {
    Term::typed(value, &format!("{XSD}{datatype}"))
}

pub(crate) fn lang(value: &str, tag: &str, direction: Option<Direction>) -> Term {
    let kind = match direction {
        None => LiteralKind::Lang(tag.into()),
        Some(direction) => LiteralKind::DirLang(tag.into(), direction),
    };
    Term::Literal(Literal { value: value.into(), kind })
}

/// A term here and there.
pub(crate) struct Operand {
    pub(crate) ours: Term,
    pub(crate) theirs: oxrdf::Term,
}

pub(crate) fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default() }
}

#[expect(clippy::unnecessary_box_returns, reason = "operands are boxed")]
pub(crate) fn var(n: u32) -> Box<Expr> {
    Box::new(expr(ExprKind::Var(Var(n))))
}

pub(crate) fn oxrdf_term(term: &Term) -> oxrdf::Term {
    let literal = |literal: &Literal| match &literal.kind {
        LiteralKind::Typed(datatype) => {
            oxrdf::Literal::new_typed_literal(&*literal.value, NamedNode::new(&**datatype).unwrap())
        }
        LiteralKind::Lang(tag) => {
            oxrdf::Literal::new_language_tagged_literal(&*literal.value, &**tag).unwrap()
        }
        LiteralKind::DirLang(tag, direction) => {
            let direction = match direction {
                Direction::Ltr => oxrdf::BaseDirection::Ltr,
                Direction::Rtl => oxrdf::BaseDirection::Rtl,
            };
            let (value, tag) = (&*literal.value, &**tag);
            oxrdf::Literal::new_directional_language_tagged_literal(value, tag, direction).unwrap()
        }
    };
    match term {
        Term::Iri(iri) => NamedNode::new(&**iri).unwrap().into(),
        Term::Blank(label) => oxrdf::BlankNode::new(&**label).unwrap().into(),
        Term::Literal(of) => literal(of).into(),
        Term::Triple(parts) => {
            let [s, p, o] = parts.each_ref().map(oxrdf_term);
            oxrdf::Triple::from_terms(s, p, o).unwrap().into()
        }
    }
}

/// The value of a form over `?a`, `?b` and `?c`, there and here, as N-Triples.
pub(crate) fn both(there: &Expression, here: &Expr, operands: &[&Operand]) -> [Option<String>; 2] {
    thread_local! {
        static EVALUATOR: QueryEvaluator = QueryEvaluator::new();
    }
    let names = ["a", "b", "c"].map(|name| Variable::new(name).unwrap());
    let values = names.iter().zip(operands.iter().map(|operand| operand.theirs.clone()));
    let there = EVALUATOR.with(|evaluator| evaluator.evaluate_expression(there, values));
    let places = (0..).map(Var);
    let bindings: Vec<(Var, Term)> =
        places.zip(operands.iter().map(|operand| operand.ours.clone())).collect();
    let here = evaluate(here, &bindings).map(|term| oxrdf_term(&term).to_string());
    [there.map(|term| term.to_string()), here]
}

pub(crate) fn name(n: usize) -> Expression {
    Expression::Variable(Variable::new(["a", "b", "c"][n]).unwrap())
}

pub(crate) fn two(make: fn(Box<Expression>, Box<Expression>) -> Expression) -> Expression {
    make(Box::new(name(0)), Box::new(name(1)))
}

pub(crate) fn function(function: Function, n: usize) -> Expression {
    Expression::FunctionCall(function, (0..n).map(name).collect())
}

pub(crate) fn call(builtin: Builtin, n: u32) -> Expr {
    expr(ExprKind::Call(builtin, (0..n).map(|n| *var(n)).collect()))
}

/// Forms of one operand.
pub(crate) fn unary() -> Vec<(&'static str, Expression, Expr)> {
    use Builtin as B;
    use Function as F;
    let mut all = vec![
        ("+", Expression::UnaryPlus(Box::new(name(0))), expr(ExprKind::Plus(var(0)))),
        ("-", Expression::UnaryMinus(Box::new(name(0))), expr(ExprKind::Minus(var(0)))),
        ("!", Expression::Not(Box::new(name(0))), expr(ExprKind::Not(var(0)))),
    ];
    let functions = [
        ("ABS", F::Abs, B::Abs),
        ("CEIL", F::Ceil, B::Ceil),
        ("FLOOR", F::Floor, B::Floor),
        ("ROUND", F::Round, B::Round),
        ("STR", F::Str, B::Str),
        ("LANG", F::Lang, B::Lang),
        ("LANGDIR", F::LangDir, B::LangDir),
        ("DATATYPE", F::Datatype, B::Datatype),
        ("isIRI", F::IsIri, B::IsIri),
        ("isBLANK", F::IsBlank, B::IsBlank),
        ("isLITERAL", F::IsLiteral, B::IsLiteral),
        ("isNUMERIC", F::IsNumeric, B::IsNumeric),
        ("isTRIPLE", F::IsTriple, B::IsTriple),
        ("hasLANG", F::HasLang, B::HasLang),
        ("hasLANGDIR", F::HasLangDir, B::HasLangDir),
        ("SUBJECT", F::Subject, B::Subject),
        ("PREDICATE", F::Predicate, B::Predicate),
        ("OBJECT", F::Object, B::Object),
        ("IRI", F::Iri, B::Iri),
        // These cross over, so this tests the way there and back.
        ("STRLEN", F::StrLen, B::StrLen),
        ("UCASE", F::UCase, B::UCase),
        ("YEAR", F::Year, B::Year),
        ("SECONDS", F::Seconds, B::Seconds),
        ("TIMEZONE", F::Timezone, B::Timezone),
    ];
    for (label, there, here) in functions {
        all.push((label, function(there, 1), call(here, 1)));
    }
    for datatype in [
        "string",
        "boolean",
        "integer",
        "decimal",
        "float",
        "double",
        "dateTime",
        "date",
        "time",
        "gYear",
        "gYearMonth",
        "gMonth",
        "gMonthDay",
        "gDay",
        "duration",
        "yearMonthDuration",
        "dayTimeDuration",
    ] {
        let iri = format!("{XSD}{datatype}");
        let there = function(Function::Custom(NamedNode::new(&iri).unwrap()), 1);
        all.push((datatype, there, expr(ExprKind::Function(Term::iri(&iri), vec![*var(0)]))));
    }
    all
}

/// Forms of two operands.
pub(crate) fn binary() -> Vec<(&'static str, Expression, Expr)> {
    let compare = |op| expr(ExprKind::Compare(op, var(0), var(1)));
    let arithmetic = |op| expr(ExprKind::Arithmetic(op, var(0), var(1)));
    let list = |negated| expr(ExprKind::In(var(0), vec![*var(1), *var(1)], negated));
    let equal = || two(Expression::Equal);
    let in_list = || Expression::Or(vec![equal(), equal()]);
    vec![
        ("=", equal(), compare(Comparison::Equal)),
        ("!=", Expression::Not(Box::new(equal())), compare(Comparison::NotEqual)),
        ("<", two(Expression::Less), compare(Comparison::Less)),
        (">", two(Expression::Greater), compare(Comparison::Greater)),
        ("<=", two(Expression::LessOrEqual), compare(Comparison::LessOrEqual)),
        (">=", two(Expression::GreaterOrEqual), compare(Comparison::GreaterOrEqual)),
        ("+", two(Expression::Add), arithmetic(Arithmetic::Add)),
        ("-", two(Expression::Subtract), arithmetic(Arithmetic::Subtract)),
        ("*", two(Expression::Multiply), arithmetic(Arithmetic::Multiply)),
        ("/", two(Expression::Divide), arithmetic(Arithmetic::Divide)),
        ("||", Expression::Or(vec![name(0), name(1)]), expr(ExprKind::Or(var(0), var(1)))),
        ("&&", Expression::And(vec![name(0), name(1)]), expr(ExprKind::And(var(0), var(1)))),
        ("IN", in_list(), list(false)),
        ("NOT IN", Expression::Not(Box::new(in_list())), list(true)),
        ("sameTerm", two(Expression::SameTerm), call(Builtin::SameTerm, 2)),
        ("STRDT", function(Function::StrDt, 2), call(Builtin::StrDt, 2)),
        ("STRLANG", function(Function::StrLang, 2), call(Builtin::StrLang, 2)),
        ("CONCAT", function(Function::Concat, 2), call(Builtin::Concat, 2)),
        ("STRBEFORE", function(Function::StrBefore, 2), call(Builtin::StrBefore, 2)),
        ("REGEX", function(Function::Regex, 2), call(Builtin::Regex, 2)),
    ]
}
