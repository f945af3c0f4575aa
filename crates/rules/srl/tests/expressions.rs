//! The expression evaluator against `spareval`, over a grid of operands.
//!
//! They agree on everything but what is listed in [`departs`], where the recommendation is on our side.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "expressions/calendar.rs"]
mod calendar;
#[path = "expressions/forms.rs"]
mod forms;
#[path = "oracle/random.rs"]
#[allow(dead_code, reason = "the generator of rules is for another test")]
mod random;
#[path = "expressions/trees.rs"]
mod trees;

use forms::{
    Operand, XSD, binary, both, call, expr, function, lang, name, oxrdf_term, typed, unary, var,
};
use oxrdf::Variable;
use rdf_graph::term::{Direction, Literal, LiteralKind, Term};
use spareval::QueryEvaluator;
use sparopt::algebra::{Expression, Function};
use srl::expr::evaluate;
use srl_syntax::rule::{Arithmetic, Builtin, Comparison, Expr, ExprKind, Var};

fn operands() -> Vec<Operand> {
    terms().into_iter().map(|ours| Operand { theirs: oxrdf_term(&ours), ours }).collect()
}

/// Operands of every kind: lawful, ill-typed, at the edges.
fn terms() -> Vec<Term> {
    let mut all = vec![
        Term::iri("http://example/a"),
        Term::iri("http://example/b"),
        Term::blank("b"),
        Term::string(""),
        Term::string("abc"),
        Term::string("12"),
        lang("abc", "en", None),
        lang("abd", "en", None),
        lang("abc", "fr", None),
        lang("abc", "en", Some(Direction::Ltr)),
        Term::typed("x", "http://example/type"),
        Term::typed("y", "http://example/type"),
        Term::triple(Term::iri("http://e/s"), Term::iri("http://e/p"), Term::integer(1)),
        Term::triple(Term::iri("http://e/s"), Term::iri("http://e/p"), Term::integer(2)),
    ];
    let literals = [
        ("boolean", &["true", "false", "yes"][..]),
        ("integer", &["0", "1", "-7", "9223372036854775807", "-9223372036854775808", "1.5", ""]),
        ("byte", &["5", "1200"]),
        ("unsignedInt", &["1"]),
        ("decimal", &["0", "1", "2.5", "-2.5", "0.1", "170141183460469231731", "1e3"]),
        ("float", &["0", "1.5", "-1.5", "NaN", "INF", "-INF", "x"]),
        ("double", &["0.0E0", "2.5", "-0.5", "NaN", "INF", "-INF", "inf", "1e5", "1e300"]),
        ("dateTime", &["2026-01-01T00:00:00Z", "2026-01-02T00:00:00", "2026-13-01T00:00:00Z"]),
        ("date", &["2026-01-01", "2026-01-02", "2026-01-01+14:00", "2024-02-29Z", "2026-02-30"]),
        ("time", &["00:00:00", "12:30:01.5Z", "23:59:59-05:00"]),
        ("gYear", &["2026", "-0044"]),
        ("gYearMonth", &["2026-02"]),
        ("gMonth", &["--02"]),
        ("gMonthDay", &["--02-29"]),
        ("gDay", &["---31", "---01Z"]),
        ("duration", &["P1Y2M3DT4H5M6.7S", "P1M", "P30D"]),
        ("yearMonthDuration", &["P1Y", "-P13M"]),
        ("dayTimeDuration", &["PT0S", "P1DT12H", "-PT36H"]),
    ];
    for (datatype, values) in literals {
        all.extend(values.iter().map(|value| typed(value, datatype)));
    }
    all
}

/// Whether a literal is not the canonical form of its value, or of a type derived from `xsd:integer`:
/// `spareval` keeps the value alone.
fn loses_its_form(operand: &Operand) -> bool {
    let variable = Variable::new("a").unwrap();
    let term = operand.theirs.clone();
    QueryEvaluator::new().evaluate_expression(&name(0), [(&variable, term.clone())]) != Some(term)
}

fn is_nan(operand: &Operand) -> bool {
    matches!(&operand.ours, Term::Literal(literal) if &*literal.value == "NaN")
}

fn has_type(operand: &Operand, datatype: &str) -> bool {
    matches!(&operand.ours, Term::Literal(Literal { kind: LiteralKind::Typed(of), .. })
        if of.strip_prefix(XSD) == Some(datatype))
}

/// Where the two differ, and the recommendation is on our side:
/// - `STR` and `DATATYPE` speak of the literal as it was written, not of its value;
/// - NaN is neither less nor greater than any number: false, not an error (operator `numeric-less-than`);
/// - `false < true` (operator `boolean-less-than`);
/// - `"1200"^^xsd:byte` and `"inf"^^xsd:double` are ill-typed, so they are not numbers;
/// - a cast of 1e5 to an exact type is 100000.
fn departs(label: &str, operands: &[&Operand]) -> bool {
    let is_ill_typed = |operand: &&Operand| {
        [typed("1200", "byte"), typed("inf", "double")].contains(&operand.ours)
    };
    if operands.iter().any(is_ill_typed) {
        return true;
    }
    match label {
        "integer" | "decimal" if operands[0].ours == typed("1e5", "double") => true,
        "STR" | "DATATYPE" | "string" => loses_its_form(operands[0]),
        "<" | ">" | "<=" | ">=" => {
            operands.iter().any(|term| is_nan(term))
                || operands.iter().all(|term| has_type(term, "boolean"))
        }
        _ => false,
    }
}

fn assert_agree(label: &str, there: &Expression, here: &Expr, operands: &[&Operand]) -> bool {
    if departs(label, operands) {
        return false;
    }
    let [there, here] = both(there, here, operands);
    let shown = || operands.iter().map(|operand| operand.ours.to_string()).collect::<Vec<_>>();
    assert_eq!(here, there, "{label} {:?} (ours is left)", shown());
    true
}

#[test]
fn it_agrees_with_spareval_on_one_operand() {
    let operands = operands();
    for (label, there, here) in unary() {
        let agreed =
            operands.iter().filter(|term| assert_agree(label, &there, &here, &[term])).count();
        assert!(2 * agreed > operands.len(), "{label}");
    }
}

#[test]
fn it_agrees_with_spareval_on_two_operands() {
    let operands = operands();
    for (label, there, here) in binary() {
        let mut agreed = 0;
        for a in &operands {
            for b in &operands {
                agreed += usize::from(assert_agree(label, &there, &here, &[a, b]));
            }
        }
        assert!(2 * agreed > operands.len().pow(2), "{label}");
    }
}

#[test]
fn it_agrees_with_spareval_on_three_operands() {
    let operands = operands();
    let three = || [name(0), name(1), name(2)].map(Box::new);
    let [a, b, c] = three();
    let forms = [
        ("IF", Expression::If(a, b, c), call(Builtin::If, 3)),
        ("TRIPLE", function(Function::Triple, 3), call(Builtin::Triple, 3)),
    ];
    for (label, there, here) in forms {
        for a in &operands {
            for b in operands.iter().step_by(3) {
                for c in operands.iter().step_by(5).filter(|c| !loses_its_form(c)) {
                    if !loses_its_form(b) {
                        assert_agree(label, &there, &here, &[a, b, c]);
                    }
                }
            }
        }
    }
}

/// The value of a form over one or two operands.
fn value(here: &Expr, operands: &[Term]) -> Option<Term> {
    let bindings: Vec<(Var, Term)> = (0..).map(Var).zip(operands.iter().cloned()).collect();
    evaluate(here, &bindings)
}

#[test]
fn the_departures_are_what_the_recommendation_says() {
    let same = call(Builtin::Str, 1);
    assert_eq!(value(&same, &[typed("01", "integer")]), Some(Term::string("01")));
    let of_type = call(Builtin::Datatype, 1);
    assert_eq!(value(&of_type, &[typed("5", "byte")]), Some(Term::iri(&format!("{XSD}byte"))));
    let less = expr(ExprKind::Compare(Comparison::Less, var(0), var(1)));
    let nan = typed("NaN", "double");
    assert_eq!(value(&less, &[nan, Term::integer(1)]), Some(Term::boolean(false)));
    let (no, yes) = (Term::boolean(false), Term::boolean(true));
    assert_eq!(value(&less, &[no.clone(), yes.clone()]), Some(yes.clone()));
    assert_eq!(value(&less, &[yes.clone(), no.clone()]), Some(no.clone()));
    let equal = expr(ExprKind::Compare(Comparison::Equal, var(0), var(1)));
    let (byte, inf) = (typed("1200", "byte"), typed("inf", "double"));
    for ill_typed in [byte, inf] {
        let numeric = call(Builtin::IsNumeric, 1);
        assert_eq!(value(&numeric, std::slice::from_ref(&ill_typed)), Some(no.clone()));
        assert_eq!(value(&equal, &[ill_typed.clone(), Term::integer(1200)]), None);
        assert_eq!(value(&equal, &[ill_typed.clone(), ill_typed]), Some(yes.clone()));
    }
    for datatype in ["integer", "decimal"] {
        let cast = expr(ExprKind::Function(Term::iri(&format!("{XSD}{datatype}")), vec![*var(0)]));
        let value = value(&cast, &[typed("1e5", "double")]);
        assert_eq!(value, Some(typed("100000", datatype)));
    }
}

#[test]
fn a_term_that_is_passed_on_keeps_its_form() {
    let padded = typed("01", "integer");
    let pass = expr(ExprKind::Call(
        Builtin::If,
        vec![expr(ExprKind::Term(Term::boolean(true))), *var(0), *var(0)],
    ));
    assert_eq!(value(&pass, std::slice::from_ref(&padded)), Some(padded.clone()));
    assert_eq!(value(&var(0), std::slice::from_ref(&padded)), Some(padded));
}

#[test]
fn long_chains_are_no_deep_nesting() {
    let mut sum = *var(0);
    for _ in 0..2000 {
        sum = expr(ExprKind::Arithmetic(Arithmetic::Add, Box::new(sum), var(0)));
    }
    assert_eq!(value(&sum, &[Term::integer(1)]), Some(Term::integer(2001)));
    let mut deep = *var(0);
    for _ in 0..2000 {
        deep = expr(ExprKind::Minus(Box::new(deep)));
    }
    assert_eq!(value(&deep, &[Term::integer(1)]), None);
    let mut nested = *var(0);
    for _ in 0..190 {
        nested = expr(ExprKind::Minus(Box::new(nested)));
    }
    assert_eq!(value(&nested, &[Term::integer(1)]), Some(Term::integer(1)));
}
