//! Expressions, productions \[17\] to \[20\] and \[103\] to \[118\], by operator precedence.
//!
//! ```text
//! ||  <  &&  <  = != < > <= >= IN, NOT IN (one of them)  <  + -  <  * /  <  ! + - (one of them)
//! ```
//!
//! Chains of `||` and of `&&` are kept flat, so they may be of any length. `?x -1` is the variable and the
//! number -1, which production \[109\] reads as a subtraction.

use super::{Failed, Mode, Parsed, Parser};
use crate::diagnostic::Diagnostic;
use crate::lexer::token::{Kind, Punct};
use crate::rule::{Arithmetic, Comparison};
use crate::span::Span;
use crate::tree::{Expr, ExprKind};
use rdf_graph::term::Term;

/// How tightly the binary operators bind.
const OR: u8 = 1;
const AND: u8 = 2;
const COMPARE: u8 = 3;
const ADD: u8 = 4;
const MULTIPLY: u8 = 5;

/// A binary operator.
#[derive(Clone, Copy)]
enum Operator {
    Or,
    And,
    Compare(Comparison),
    In {
        negated: bool,
    },
    Arithmetic(Arithmetic),
    /// A number with a sign: the sign is the operator.
    Sign(Arithmetic),
}

impl Parser<'_> {
    /// What FILTER takes: an expression in parentheses, or a call.
    pub(super) fn constraint(&mut self) -> Parsed<Expr> {
        let token = self.token();
        let starts_call = match token.kind {
            Kind::Punct(Punct::OpenParen) => true,
            Kind::Word => matches!(self.ahead(1).kind, Kind::Punct(Punct::OpenParen) | Kind::Nil),
            Kind::IriRef | Kind::PnameNs | Kind::PnameLn => {
                matches!(self.ahead(1).kind, Kind::Punct(Punct::OpenParen) | Kind::Nil)
            }
            _ => false,
        };
        if starts_call {
            return self.nested(Self::primary);
        }
        if self.at_operand() {
            let expr = self.nested(Self::expression)?;
            let text = self.slice(expr.span);
            self.report(
                Diagnostic::error(
                    "filter-parentheses",
                    expr.span,
                    "FILTER needs parentheses around its condition",
                )
                .label(format!("write ({text})"))
                .fix(expr.span, format!("({text})")),
            );
            return Ok(expr);
        }
        Err(self.unexpected("a condition in parentheses, or a call of a function, after FILTER"))
    }

    fn at_operand(&self) -> bool {
        matches!(
            self.kind(),
            Kind::Var
                | Kind::String
                | Kind::Integer
                | Kind::Decimal
                | Kind::Double
                | Kind::IriRef
                | Kind::PnameLn
                | Kind::PnameNs
                | Kind::Punct(Punct::Bang)
        )
    }

    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        self.binary(OR)
    }

    /// An expression whose operators all bind at least as tightly as `least`.
    fn binary(&mut self, least: u8) -> Parsed<Expr> {
        let left = self.unary()?;
        self.climb(left, least)
    }

    /// Goes on behind the left operand.
    fn climb(&mut self, mut left: Expr, least: u8) -> Parsed<Expr> {
        while let Some((operator, precedence)) = self.operator() {
            if precedence < least {
                break;
            }
            if precedence == COMPARE
                && matches!(left.kind, ExprKind::Compare(..) | ExprKind::In { .. })
            {
                return Err(self.chained_comparison(&left));
            }
            left = self.right_side(left, operator, precedence)?;
            if left.height > self.deepest {
                return Err(self.too_deep(left.span));
            }
        }
        if self.kind() == Kind::IriRef {
            if self.slice(self.token().span) != "<>" {
                return Err(self.iri_for_less());
            }
            self.foreign_operator(1, "!=");
            self.advance();
            let right = self.binary(COMPARE + 1)?;
            let span = left.span.to(right.span);
            let kind = ExprKind::Compare(Comparison::NotEqual, Box::new([left, right]));
            return self.climb(node(kind, span), least);
        }
        Ok(left)
    }

    /// `?a<?b && ?c>?d` without white space has an IRI in it, by the longest match.
    fn iri_for_less(&mut self) -> Failed {
        let token = self.token();
        let message = format!("found the IRI {}, expected an operator", self.slice(token.span));
        self.fail(
            Diagnostic::error("iri-for-less", token.span, message)
                .label("this reads as one IRI")
                .help("for the comparison write a space behind '<'"),
        )
    }

    fn operator(&self) -> Option<(Operator, u8)> {
        let token = self.token();
        let compare = |comparison| Some((Operator::Compare(comparison), COMPARE));
        match token.kind {
            Kind::Punct(punct) => match punct {
                Punct::Or => Some((Operator::Or, OR)),
                Punct::And => Some((Operator::And, AND)),
                Punct::Equal => compare(Comparison::Equal),
                Punct::NotEqual => compare(Comparison::NotEqual),
                Punct::Less => compare(Comparison::Less),
                Punct::Greater => compare(Comparison::Greater),
                Punct::LessOrEqual => compare(Comparison::LessOrEqual),
                Punct::GreaterOrEqual => compare(Comparison::GreaterOrEqual),
                Punct::Plus => Some((Operator::Arithmetic(Arithmetic::Add), ADD)),
                Punct::Minus => Some((Operator::Arithmetic(Arithmetic::Subtract), ADD)),
                Punct::Star => Some((Operator::Arithmetic(Arithmetic::Multiply), MULTIPLY)),
                Punct::Slash => Some((Operator::Arithmetic(Arithmetic::Divide), MULTIPLY)),
                _ => None,
            },
            Kind::Word if self.is_word("AND") => Some((Operator::And, AND)),
            Kind::Word if self.is_word("OR") => Some((Operator::Or, OR)),
            Kind::Word if self.is_word("IN") => Some((Operator::In { negated: false }, COMPARE)),
            Kind::Word if self.is_word("NOT") && self.is_word_ahead(1, "IN") => {
                Some((Operator::In { negated: true }, COMPARE))
            }
            Kind::Integer | Kind::Decimal | Kind::Double => {
                match self.slice(token.span).as_bytes().first() {
                    Some(b'+') => Some((Operator::Sign(Arithmetic::Add), ADD)),
                    Some(b'-') => Some((Operator::Sign(Arithmetic::Subtract), ADD)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn right_side(&mut self, left: Expr, operator: Operator, precedence: u8) -> Parsed<Expr> {
        match operator {
            Operator::And if self.is_word("AND") => self.foreign_operator(1, "&&"),
            Operator::Or if self.is_word("OR") => self.foreign_operator(1, "||"),
            Operator::Compare(Comparison::Equal) if self.is_doubled() => {
                self.foreign_operator(2, "=");
                self.advance();
            }
            _ => {}
        }
        let token = self.advance();
        let span = left.span;
        let kind = match operator {
            Operator::Or => return Ok(chain(left, self.binary(precedence + 1)?, true)),
            Operator::And => return Ok(chain(left, self.binary(precedence + 1)?, false)),
            Operator::Compare(comparison) => {
                let right = self.binary(precedence + 1)?;
                ExprKind::Compare(comparison, Box::new([left, right]))
            }
            Operator::In { negated } => {
                if negated {
                    self.advance();
                }
                let list = self.arguments("IN")?;
                ExprKind::In { value: Box::new(left), list, negated }
            }
            Operator::Arithmetic(operator) => {
                let right = self.binary(precedence + 1)?;
                ExprKind::Arithmetic(operator, Box::new([left, right]))
            }
            Operator::Sign(operator) => {
                let at = Span { start: token.span.start + 1, end: token.span.end };
                let number = ExprKind::Term(self.number(self.slice(at), token.kind));
                let right = self.climb(node(number, at), MULTIPLY)?;
                ExprKind::Arithmetic(operator, Box::new([left, right]))
            }
        };
        Ok(node(kind, self.since(span)))
    }

    /// The constant that a number token without its sign stands for.
    fn number(&mut self, text: &str, kind: Kind) -> Term {
        let datatype = match kind {
            Kind::Decimal => "decimal",
            Kind::Double => "double",
            _ => "integer",
        };
        self.typed(text, datatype)
    }

    fn chained_comparison(&mut self, left: &Expr) -> Failed {
        let token = self.token();
        self.fail(
            Diagnostic::error("chained-comparison", token.span, "comparisons do not chain")
                .label("a second comparison")
                .also(left.span, "this is true or false")
                .help("join two comparisons with &&, as in ?a < ?b && ?b < ?c"),
        )
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let start = self.token().span;
        let make = match self.kind() {
            Kind::Punct(Punct::Bang) => ExprKind::Not,
            Kind::Punct(Punct::Plus) => ExprKind::Plus,
            Kind::Punct(Punct::Minus) => ExprKind::Minus,
            _ => return self.primary(),
        };
        self.advance();
        if let Kind::Punct(Punct::Bang | Punct::Plus | Punct::Minus) = self.kind() {
            let token = self.token();
            return Err(self.fail(
                Diagnostic::error("two-signs", token.span, "one sign follows another")
                    .label("write parentheses around this sign and its operand"),
            ));
        }
        let operand = self.primary()?;
        Ok(node(make(Box::new(operand)), self.since(start)))
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let token = self.token();
        let span = token.span;
        if let Some(literal) = self.try_literal() {
            let (term, span) = literal?;
            return Ok(node(ExprKind::Term(term), span));
        }
        if let Some((iri, at)) = self.try_iri() {
            let kind = match self.kind() {
                Kind::Nil | Kind::Punct(Punct::OpenParen) => {
                    let arguments = self.arguments("the function")?;
                    let span = self.since(span);
                    self.check_cast(&iri, arguments.len(), span);
                    ExprKind::Function { iri: Term::Iri(iri), at, arguments }
                }
                _ => ExprKind::Term(Term::Iri(iri)),
            };
            return Ok(node(kind, self.since(span)));
        }
        let kind = match token.kind {
            Kind::Var => {
                self.advance();
                ExprKind::Var
            }
            Kind::Word => return self.call(token),
            Kind::Punct(Punct::OpenParen) => {
                self.advance();
                let inner = self.nested(Self::expression)?;
                self.expect(Punct::CloseParen, "to end the expression")?;
                ExprKind::Parenthesised(Box::new(inner))
            }
            Kind::Punct(Punct::OpenTerm) => self.nested(Self::expression_triple)?,
            Kind::BlankLabel | Kind::Anon => return Err(self.blank_in_expression()),
            _ => return Err(self.unexpected("an expression")),
        };
        Ok(node(kind, self.since(span)))
    }

    fn blank_in_expression(&mut self) -> Failed {
        let token = self.token();
        self.fail(
            Diagnostic::error("blank-in-expression", token.span, "a blank node in an expression")
                .label("expected a variable or a constant")
                .help("match the node by a variable in a triple, and compare that"),
        )
    }

    /// `ExprTripleTerm`: no blank nodes, and no triple term as subject.
    fn expression_triple(&mut self) -> Parsed<ExprKind> {
        self.advance();
        let subject = self.expression_part(false)?;
        let predicate = self.plain_verb(Mode::Body)?;
        let kind = match predicate.kind {
            crate::tree::NodeKind::Term(term) => ExprKind::Term(term),
            _ => ExprKind::Var,
        };
        let predicate = node(kind, predicate.span);
        let object = self.expression_part(true)?;
        self.expect(Punct::CloseTerm, "to end the triple term")?;
        Ok(ExprKind::Triple(Box::new([subject, predicate, object])))
    }

    fn expression_part(&mut self, is_object: bool) -> Parsed<Expr> {
        let token = self.token();
        if let Some(literal) = self.try_literal() {
            let (term, span) = literal?;
            return Ok(node(ExprKind::Term(term), span));
        }
        if let Some((iri, span)) = self.try_iri() {
            return Ok(node(ExprKind::Term(Term::Iri(iri)), span));
        }
        let kind = match token.kind {
            Kind::Var => {
                self.advance();
                ExprKind::Var
            }
            Kind::Punct(Punct::OpenTerm) if is_object => self.nested(Self::expression_triple)?,
            _ => return Err(self.unexpected("an IRI, a literal or a variable in the triple term")),
        };
        Ok(node(kind, self.since(token.span)))
    }
}

/// A node with the height of its subtree.
pub(super) fn node(kind: ExprKind, span: Span) -> Expr {
    let highest = |exprs: &[Expr]| exprs.iter().map(|expr| expr.height).max().unwrap_or(0);
    let below = match &kind {
        ExprKind::Var | ExprKind::Term(_) => 0,
        ExprKind::Triple(parts) => highest(parts.as_slice()),
        ExprKind::Or(list) | ExprKind::And(list) | ExprKind::Call(_, list) => highest(list),
        ExprKind::Function { arguments, .. } => highest(arguments),
        ExprKind::Not(inner)
        | ExprKind::Plus(inner)
        | ExprKind::Minus(inner)
        | ExprKind::Parenthesised(inner) => inner.height,
        ExprKind::Compare(_, sides) | ExprKind::Arithmetic(_, sides) => highest(sides.as_slice()),
        ExprKind::In { value, list, .. } => value.height.max(highest(list)),
    };
    Expr { kind, span, height: below + 1 }
}

/// `left || right` or `left && right`, flat where the left side is a chain of the same operator.
fn chain(left: Expr, right: Expr, or: bool) -> Expr {
    let span = left.span.to(right.span);
    let height = left.height.max(right.height + 1);
    let (mut list, height) = match left.kind {
        ExprKind::Or(list) if or => (list, height),
        ExprKind::And(list) if !or => (list, height),
        kind => {
            let height = left.height.max(right.height) + 1;
            (vec![Expr { kind, ..left }], height)
        }
    };
    list.push(right);
    Expr { kind: if or { ExprKind::Or(list) } else { ExprKind::And(list) }, span, height }
}
