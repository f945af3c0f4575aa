//! The second spelling of a rule, in the words of SPARQL.
//!
//! ```text
//! ( 'RULE' iri? )? 'CONSTRUCT' '{' head '}' 'WHERE' '{' body '}'
//! ```
//!
//! | in a rule | in a CONSTRUCT |
//! |---|---|
//! | `SET ( ?v := e )` | `BIND ( e AS ?v ) FILTER ( BOUND(?v) )` |
//! | `NOT { … }` | `FILTER NOT EXISTS { … }` |
//! | `WHERE DATA`, `NOT DATA` | none |
//!
//! Neither form may use the words of the other. BOUND may only be a whole FILTER. A BIND whose expression has no value
//! drops the solution, as SET does and as the FILTER behind it says; without that FILTER a note says so.
//!
//! # References
//! W3C data-shapes, issue 1196 and the proposed grammar of SPARQL 1.2 RL, productions \[11\], \[17\], \[25\] to \[27\].

use super::{Parsed, Parser};
use crate::diagnostic::Diagnostic;
use crate::lexer::token::{Kind, Punct};
use crate::span::Span;
use crate::tree::Element;

impl Parser<'_> {
    /// Whether a rule begins here with `CONSTRUCT {`, and is read.
    pub(super) fn at_construct(&self) -> bool {
        self.extensions.construct && self.is_construct_next()
    }

    fn is_construct_next(&self) -> bool {
        self.is_word("CONSTRUCT") && self.ahead(1).kind == Kind::Punct(Punct::OpenBrace)
    }

    /// Takes CONSTRUCT if it is next; without the extension it is an error, and what follows is read all the same.
    pub(super) fn eat_construct(&mut self) -> bool {
        let is_next = self.is_construct_next();
        if is_next {
            let span = self.advance().span;
            self.report(if self.extensions.construct {
                Diagnostic::note("construct", span, "CONSTRUCT is a proposed spelling of rules")
                    .help("other engines may refuse it; srl-run fmt --to rule rewrites it")
            } else {
                Diagnostic::error(
                    "sparql-construct",
                    span,
                    "CONSTRUCT is SPARQL; a rule begins with RULE",
                )
                .help("write RULE { … } WHERE { … }; srl-run fmt --to rule does that")
            });
        }
        is_next
    }

    /// Refuses a word of the other spelling.
    pub(super) fn refuse_in_construct(&mut self, word: Span, what: &str, cure: &str) {
        if self.in_construct {
            self.report(
                Diagnostic::error("in-construct", word, format!("{what} in a CONSTRUCT"))
                    .help(cure.to_owned()),
            );
        }
    }

    /// `BIND ( Expression AS Var )`, the keyword taken.
    pub(super) fn bind(&mut self, start: Span) -> Parsed<Element> {
        self.expect(Punct::OpenParen, "after BIND, as in BIND ( 1 AS ?x )")?;
        let expr = self.nested(Self::expression)?;
        if self.eat_word("AS").is_none() {
            return Err(self.unexpected("AS and a variable"));
        }
        if self.kind() != Kind::Var {
            return Err(self.unexpected("a variable after AS"));
        }
        let var = self.advance().span;
        self.expect(Punct::CloseParen, "to end BIND")?;
        let span = self.since(start);
        let name = self.slice(var).to_owned();
        // A full stop may stand between them.
        let is_stop = self.is(Punct::Dot);
        let follows = self.bound_of(usize::from(is_stop)).is_some_and(|bound| bound == name);
        if !follows {
            self.report(
                Diagnostic::note("bind-without-bound", span, "BIND without FILTER ( BOUND )")
                    .label("an error in the expression drops the solution")
                    .help(format!(
                        "in a query {name} would be unbound then: add FILTER ( BOUND({name}) ), which says the same in both"
                    )),
            );
        }
        Ok(Element::Set { var, expr, span })
    }

    /// The variable of `FILTER ( BOUND ( ?v ) )`, so many tokens ahead.
    fn bound_of(&self, ahead: usize) -> Option<&str> {
        let open = Kind::Punct(Punct::OpenParen);
        let is = |place: usize, kind| self.ahead(ahead + place).kind == kind;
        let shape = self.is_word_ahead(ahead, "FILTER")
            && is(1, open)
            && self.is_word_ahead(ahead + 2, "BOUND")
            && is(3, open)
            && is(4, Kind::Var)
            && is(5, Kind::Punct(Punct::CloseParen))
            && is(6, Kind::Punct(Punct::CloseParen));
        shape.then(|| self.slice(self.ahead(ahead + 4).span))
    }

    /// `FILTER ( BOUND ( ?v ) )`, if it is next.
    pub(super) fn bound_filter(&mut self) -> Option<Element> {
        self.bound_of(0)?;
        let start = self.token().span;
        let var = self.ahead(4).span;
        for _ in 0..7 {
            self.advance();
        }
        Some(Element::Bound { var, span: self.since(start) })
    }
}
