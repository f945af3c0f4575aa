//! Calls in expressions, productions \[20\] and \[118\]: built-in functions, casts, and how many arguments each
//! takes.

use super::expr::node;
use super::term::XSD;
use super::{Parsed, Parser};
use crate::builtin::Builtin;
use crate::builtin::CASTS;
use crate::diagnostic::{Diagnostic, nearest};
use crate::lexer::token::{Kind, Punct, Token};
use crate::span::Span;
use crate::tree::{Expr, ExprKind};

impl Parser<'_> {
    /// `BuiltInCall`
    pub(super) fn call(&mut self, token: Token) -> Parsed<Expr> {
        let word = self.slice(token.span);
        if let Some(builtin) = Builtin::by_name(word) {
            self.advance();
            let arguments = self.arguments(builtin.name())?;
            let span = self.since(token.span);
            self.check_arity(builtin, arguments.len(), span);
            return Ok(node(ExprKind::Call(builtin, arguments), span));
        }
        if let Some(failed) = self.foreign_function() {
            return Err(failed);
        }
        if !matches!(self.ahead(1).kind, Kind::Punct(Punct::OpenParen) | Kind::Nil) {
            return Err(self.unexpected("an expression"));
        }
        let diagnostic =
            Diagnostic::error("unknown-builtin", token.span, format!("unknown function '{word}'"));
        let near = nearest(word, Builtin::ALL.iter().map(|builtin| builtin.name()));
        Err(self.fail(match near {
            Some(near) => diagnostic.help(format!("did you mean {near}?")).fix(token.span, near),
            None => diagnostic.help("functions beyond the built-in ones are named by IRIs"),
        }))
    }

    fn check_arity(&mut self, builtin: Builtin, given: usize, span: Span) {
        let (fewest, most) = builtin.arity();
        if (fewest..=most).contains(&given) {
            return;
        }
        let takes = match (fewest, most) {
            (0, 0) => "no arguments".to_owned(),
            (1, 1) => "one argument".to_owned(),
            (fewest, most) if fewest == most => format!("{fewest} arguments"),
            (fewest, most) => format!("{fewest} or {most} arguments"),
        };
        let message = format!("{} takes {takes}, found {given}", builtin.name());
        self.report(Diagnostic::error("arguments", span, message));
    }

    /// Casts take one argument; of other functions by IRI nothing is known.
    pub(super) fn check_cast(&mut self, iri: &str, given: usize, span: Span) {
        let datatype = iri.strip_prefix(XSD).filter(|datatype| CASTS.contains(datatype));
        if let Some(datatype) = datatype.filter(|_| given != 1) {
            let message = format!("the cast to xsd:{datatype} takes one argument, found {given}");
            self.report(Diagnostic::error("arguments", span, message));
        }
    }

    /// `NIL | '(' Expression ( ',' Expression )* ')'`
    pub(super) fn arguments(&mut self, of: &str) -> Parsed<Vec<Expr>> {
        if self.kind() == Kind::Nil {
            self.advance();
            return Ok(Vec::new());
        }
        self.expect(Punct::OpenParen, &format!("after {of}"))?;
        self.nested(|parser| {
            if let Some(distinct) = parser.eat_word("DISTINCT") {
                return Err(parser.fail(Diagnostic::error(
                    "aggregate",
                    distinct,
                    "DISTINCT is for aggregates, and rules do not count",
                )));
            }
            let mut arguments = vec![parser.expression()?];
            while parser.eat(Punct::Comma).is_some() {
                arguments.push(parser.expression()?);
            }
            parser.expect(Punct::CloseParen, "or ',' after the argument")?;
            Ok(arguments)
        })
    }
}
