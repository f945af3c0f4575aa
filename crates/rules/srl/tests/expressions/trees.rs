//! Random expressions of random numbers, dates, times and durations against `spareval`.
//!
//! `spareval` keeps the value of a literal and not its form, so a whole tree may differ for one reason in each of its nodes.
//! Therefore each node is compared by itself, on the values that its branches have here, and the whole with what its nodes say.
//!
//! `SRL_EXPRESSION_CASES=20000 cargo test -p srl --test expressions trees` runs as many.

use super::calendar::{date, date_time, duration, time, zone};
use super::forms::{Operand, binary, both, expr, oxrdf_term, typed, unary};
use super::random::Random;
use rdf_graph::term::Term;
use sparopt::algebra::Expression;
use srl::expr::evaluate;
use srl_syntax::rule::{Expr, ExprKind, Var};

/// A literal of any of the types, a few of them with a form that is wrong.
fn literal(random: &mut Random) -> Term {
    let sign = ["", "", "-"][random.below(3)];
    let number = [random.below(10), random.below(100_000)][random.below(2)];
    let zone = zone(random);
    let (year, month, day) = (1990 + random.below(40), 1 + random.below(12), 1 + random.below(31));
    let (text, datatype) = match random.below(16) {
        0 => (format!("{sign}{number}"), "integer"),
        1 => (format!("{sign}{number}.{}", random.below(1000)), "decimal"),
        2 => (format!("{sign}{number}.5"), "float"),
        3 => (format!("{sign}{}.25", random.below(1000)), "double"),
        4 => (format!("{year:04}{zone}"), "gYear"),
        5 => (format!("{year:04}-{month:02}{zone}"), "gYearMonth"),
        6 => (format!("--{month:02}{zone}"), "gMonth"),
        7 => (format!("--{month:02}-{day:02}{zone}"), "gMonthDay"),
        8 => (format!("---{day:02}{zone}"), "gDay"),
        9 | 10 => (date_time(random).0, "dateTime"),
        11 => (date(random).0, "date"),
        12 => (time(random).0, "time"),
        13 => (format!("{sign}P{}Y{}M", random.below(30), random.below(30)), "yearMonthDuration"),
        14 => (duration(random).0, "dayTimeDuration"),
        _ => (
            format!(
                "{sign}P{}Y{}M{}DT{}H",
                random.below(9),
                random.below(30),
                random.below(99),
                random.below(99)
            ),
            "duration",
        ),
    };
    typed(&text, datatype)
}

/// A form, here and there.
type Form = (&'static str, Expression, Expr);

/// An expression and what its nodes say that it comes to.
fn tree(
    random: &mut Random,
    forms: &[Vec<Form>; 2],
    depth: usize,
    counted: &mut usize,
) -> (Expr, Option<Term>) {
    if depth == 0 {
        let term = literal(random);
        return (expr(ExprKind::Term(term.clone())), Some(term));
    }
    let arity = 1 + random.below(3).min(1);
    let forms_here = &forms[arity - 1];
    let branches: Vec<(Expr, Option<Term>)> = (0..arity)
        .map(|_| {
            let depth = random.below(depth);
            tree(random, forms, depth, counted)
        })
        .collect();
    let draw = |random: &mut Random| &forms_here[random.below(forms_here.len())];
    let values: Option<Vec<Term>> = branches.iter().map(|(_, value)| value.clone()).collect();
    let Some(values) = values else {
        // An error in a branch: `||` and `&&` may outlive it, as the grid of truth values tests.
        let whole = filled(&draw(random).2, &branches);
        return (whole.clone(), evaluate(&whole, &[]));
    };
    let bindings: Vec<(Var, Term)> = (0..).map(Var).zip(values.clone()).collect();
    let operands: Vec<Operand> =
        values.into_iter().map(|ours| Operand { theirs: oxrdf_term(&ours), ours }).collect();
    let operands: Vec<&Operand> = operands.iter().collect();
    // Most forms are errors on most values, and nothing grows from an error: each that is drawn is compared, and the first with a
    // value is taken.
    let mut last = None;
    for _ in 0..FORMS {
        let (label, there, here) = draw(random);
        let [theirs, ours] = both(there, here, &operands);
        if !departs(label, &operands) {
            *counted += 1;
            let shown: Vec<String> =
                operands.iter().map(|operand| operand.ours.to_string()).collect();
            assert_eq!(ours, theirs, "{label} {shown:?} (ours is left)");
        }
        let value = evaluate(here, &bindings);
        let has_value = value.is_some();
        last = Some((filled(here, &branches), value));
        if has_value {
            break;
        }
    }
    last.unwrap()
}

/// How many forms are drawn for a node, as long as they are errors.
const FORMS: usize = 6;

/// The form with branches in the place of its variables.
fn filled(form: &Expr, branches: &[(Expr, Option<Term>)]) -> Expr {
    let fill = |part: &Expr| Box::new(filled(part, branches));
    expr(match &form.kind {
        ExprKind::Var(Var(place)) => return branches[*place as usize].0.clone(),
        ExprKind::Plus(a) => ExprKind::Plus(fill(a)),
        ExprKind::Minus(a) => ExprKind::Minus(fill(a)),
        ExprKind::Not(a) => ExprKind::Not(fill(a)),
        ExprKind::Compare(op, a, b) => ExprKind::Compare(*op, fill(a), fill(b)),
        ExprKind::Arithmetic(op, a, b) => ExprKind::Arithmetic(*op, fill(a), fill(b)),
        ExprKind::Or(a, b) => ExprKind::Or(fill(a), fill(b)),
        ExprKind::And(a, b) => ExprKind::And(fill(a), fill(b)),
        ExprKind::In(a, list, negated) => {
            ExprKind::In(fill(a), list.iter().map(|part| *fill(part)).collect(), *negated)
        }
        ExprKind::Call(builtin, of) => {
            ExprKind::Call(*builtin, of.iter().map(|part| *fill(part)).collect())
        }
        ExprKind::Function(iri, of) => {
            ExprKind::Function(iri.clone(), of.iter().map(|part| *fill(part)).collect())
        }
        other => other.clone(),
    })
}

/// Where the two differ and the recommendation is on our side: what the grid of operands departs in, and casts of floating point to
/// `xsd:decimal` and `xsd:integer`, which are the nearest number there is (`XPath` Functions and Operators 3.1, sections 19.1.2.3 and
/// 19.1.2.4; `casts_from_floating_point_are_exact` pins them).
fn departs(label: &str, operands: &[&Operand]) -> bool {
    let is_floating = |operand: &Operand| {
        ["float", "double"].iter().any(|datatype| super::has_type(operand, datatype))
    };
    let is_cast = label == "decimal" || label == "integer";
    super::departs(label, operands) || is_cast && is_floating(operands[0])
}

#[test]
fn random_expressions_agree_with_spareval() {
    let cases = std::env::var("SRL_EXPRESSION_CASES").ok().map_or(2000, |n| n.parse().unwrap());
    // Numbers and dates are no texts and no triples.
    let is_of_texts =
        |label: &str| ["STRDT", "STRLANG", "CONCAT", "STRBEFORE", "REGEX"].contains(&label);
    let forms = [unary(), binary().into_iter().filter(|(label, ..)| !is_of_texts(label)).collect()];
    let (mut counted, mut with_value) = (0, 0);
    for number in 0..cases {
        let mut random = Random(0x51_7c_c1_b7 ^ number);
        let (whole, value) = tree(&mut random, &forms, 3, &mut counted);
        assert_eq!(evaluate(&whole, &[]), value, "{whole:?}");
        with_value += u64::from(value.is_some());
    }
    eprintln!("{cases} expressions, {with_value} with a value, {counted} nodes compared");
    assert!(5 * with_value > 4 * cases && counted as u64 > 3 * cases);
}
