//! Predicates and property paths, productions \[83\] to \[88\].
//!
//! A path is a sequence of IRIs, each forward or inverse. SPARQL's other operators are read too, so that
//! they can be named: `+ * ? | !`.

use super::{Mode, Parsed, Parser};
use crate::diagnostic::Diagnostic;
use crate::lexer::token::{Kind, Punct};
use crate::span::Span;
use crate::tree::{Node, NodeKind, Path, PathKind, Verb};
use rdf_graph::term::Term;
use std::sync::Arc;

impl Parser<'_> {
    /// Whether a predicate may begin here.
    pub(super) fn at_verb(&self) -> bool {
        match self.kind() {
            Kind::Var | Kind::IriRef | Kind::PnameNs | Kind::PnameLn => true,
            Kind::Punct(punct) => {
                matches!(punct, Punct::Caret | Punct::OpenParen | Punct::Bang | Punct::Less)
            }
            Kind::Word => self.slice(self.token().span) == "a",
            _ => false,
        }
    }

    /// A variable, or a path; paths of more than an IRI only in bodies.
    pub(super) fn verb(&mut self, mode: Mode) -> Parsed<Verb> {
        if self.kind() == Kind::Var {
            self.refuse_variable(mode);
            return Ok(Verb::Var(self.advance().span));
        }
        let errors = self.errors;
        let path = self.path()?;
        if mode != Mode::Body && path.iri().is_none() && self.errors == errors {
            let of = if mode == Mode::Data { "a DATA block" } else { "the head of a rule" };
            self.report(
                Diagnostic::error("path-outside-body", path.span, format!("a path in {of}"))
                    .label("only bodies have paths")
                    .help("what is asserted is single triples: write one for each step"),
            );
        }
        Ok(Verb::Path(path))
    }

    /// `Verb`: a variable, an IRI or `a`, as a node.
    pub(super) fn plain_verb(&mut self, mode: Mode) -> Parsed<Node> {
        match self.verb(mode)? {
            Verb::Var(span) => Ok(Node { kind: NodeKind::Var, span }),
            Verb::Path(path) => match path.iri() {
                Some(iri) => Ok(Node { kind: NodeKind::Term(iri.clone()), span: path.span }),
                None => Err(self.fail(
                    Diagnostic::error(
                        "path-outside-body",
                        path.span,
                        "a path inside a triple term",
                    )
                    .label("expected an IRI or a variable"),
                )),
            },
        }
    }

    /// `PathSequence`
    fn path(&mut self) -> Parsed<Path> {
        let start = self.token().span;
        let first = self.path_step()?;
        let mut steps = vec![first];
        loop {
            if self.eat(Punct::Slash).is_some() {
                steps.push(self.path_step()?);
            } else if let Some(bar) = self.eat(Punct::Pipe).or_else(|| self.eat(Punct::Or)) {
                self.report(
                    Diagnostic::error(
                        "path-alternative",
                        bar,
                        "rules have no path of alternatives '|'",
                    )
                    .label("not a path of rules")
                    .help("write two rules with the same head, one for each side"),
                );
                self.path_step()?;
            } else {
                break;
            }
        }
        let span = self.since(start);
        Ok(match steps.pop() {
            Some(only) if steps.is_empty() => only,
            last => {
                steps.extend(last);
                Path { kind: PathKind::Sequence(steps), span }
            }
        })
    }

    /// `PathEltOrInverse`
    fn path_step(&mut self) -> Parsed<Path> {
        let start = self.token().span;
        if let Some(bang) = self.eat(Punct::Bang) {
            self.report(
                Diagnostic::error("path-negated", bang, "rules have no negated path '!'")
                    .label("not a path of rules")
                    .help(
                        "match any predicate and compare: ?x ?p ?y FILTER (?p NOT IN (ex:a, ex:b))",
                    ),
            );
        }
        let inverse = self.eat(Punct::Caret).is_some();
        let element = self.path_element()?;
        self.refuse_repetition(element.span);
        if !inverse {
            return Ok(element);
        }
        Ok(Path { kind: PathKind::Inverse(Box::new(element)), span: self.since(start) })
    }

    /// `PathElt`: an IRI, `a`, or a path in parentheses.
    fn path_element(&mut self) -> Parsed<Path> {
        let span = self.token().span;
        if let Some((iri, span)) = self.try_iri() {
            return Ok(Path { kind: PathKind::Iri(Term::Iri(iri)), span });
        }
        if self.kind() == Kind::Word && self.slice(span) == "a" {
            self.advance();
            let iri = Arc::from(format!("{}type", super::term::RDF));
            return Ok(Path { kind: PathKind::Iri(Term::Iri(iri)), span });
        }
        if self.eat(Punct::OpenParen).is_some() {
            let inner = self.nested(Self::path)?;
            self.expect(Punct::CloseParen, "to end the path")?;
            return Ok(Path {
                kind: PathKind::Parenthesised(Box::new(inner)),
                span: self.since(span),
            });
        }
        Err(self.no_verb())
    }

    /// Says why no predicate begins here.
    fn no_verb(&mut self) -> super::Failed {
        let token = self.token();
        let what = match token.kind {
            Kind::String | Kind::Integer | Kind::Decimal | Kind::Double => "a literal",
            Kind::BlankLabel | Kind::Anon => "a blank node",
            Kind::Var => "a variable",
            Kind::Word if self.is_word("true") || self.is_word("false") => "a literal",
            Kind::Punct(Punct::Less) => return self.broken_iri(token),
            Kind::PnameNs if self.is_arrow() => return self.arrow(),
            _ => return self.unexpected("a predicate"),
        };
        let found = self.describe(token);
        self.fail(
            Diagnostic::error("predicate", token.span, format!("found {found} as a predicate"))
                .label(format!("{what} cannot be a predicate"))
                .help("a predicate is an IRI, 'a', or a variable"),
        )
    }

    /// `+`, `*` and `?` behind a path: what they mean is said with a recursive rule.
    fn refuse_repetition(&mut self, path: Span) {
        let Kind::Punct(operator @ (Punct::Plus | Punct::Star | Punct::Question)) = self.kind()
        else {
            return;
        };
        let at = self.advance().span;
        let p = self.slice(path);
        let help = if operator == Punct::Question {
            format!("write two rules: one with {p}, one without the step")
        } else {
            let zero = if operator == Punct::Star {
                "\nand a second rule for the walk of no step, where '+' would not do"
            } else {
                ""
            };
            format!(
                "derive the walks in a predicate of their own, and match that:\n\
                 RULE {{ ?x ex:reaches ?y }} WHERE {{ ?x {p} ?y }}\n\
                 RULE {{ ?x ex:reaches ?z }} WHERE {{ ?x ex:reaches ?y . ?y {p} ?z }}{zero}"
            )
        };
        let symbol = operator.text();
        self.report(
            Diagnostic::error(
                "path-repetition",
                at,
                format!("rules have no path operator '{symbol}'"),
            )
            .label("a rule may be recursive instead")
            .help(help),
        );
    }
}
