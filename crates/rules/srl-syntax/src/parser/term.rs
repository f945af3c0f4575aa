//! IRIs, literals and blank nodes, productions \[89\] to \[102\].
//!
//! A relative IRI is resolved against the base in force (RFC 3986, section 5.2); a prefixed name is its
//! namespace and its local part side by side, the escapes of the local part removed and `%41` left alone.

use super::{Parsed, Parser};
use crate::diagnostic::{Diagnostic, nearest};
use crate::lexer::token::{Kind, Punct, Token};
use crate::lexer::{unescape, unescape_local};
use crate::span::Span;
use oxiri::Iri;
use rdf_graph::term::{Direction, Literal, LiteralKind, Term};
use std::sync::Arc;

pub(super) const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
pub(super) const XSD: &str = "http://www.w3.org/2001/XMLSchema#";

/// Namespaces that are known by their prefixes, for the cure of a missing declaration.
const WELL_KNOWN: [(&str, &str); 8] = [
    ("rdf", RDF),
    ("rdfs", "http://www.w3.org/2000/01/rdf-schema#"),
    ("xsd", XSD),
    ("owl", "http://www.w3.org/2002/07/owl#"),
    ("sh", "http://www.w3.org/ns/shacl#"),
    ("skos", "http://www.w3.org/2004/02/skos/core#"),
    ("foaf", "http://xmlns.com/foaf/0.1/"),
    ("dct", "http://purl.org/dc/terms/"),
];

impl<'a> Parser<'a> {
    /// Takes over the base that the text is read with.
    pub(super) fn start_at(&mut self, base: Option<&str>) {
        self.base = base.and_then(|base| match Iri::parse(base.to_owned()) {
            Ok(base) => Some(base),
            Err(error) => {
                let message = format!("the base IRI <{base}> is not valid: {error}");
                self.report(Diagnostic::error("iri", Span::default(), message));
                None
            }
        });
    }

    /// `IRIREF`, resolved.
    pub(super) fn iri_ref(&mut self, expected: &str) -> Parsed<(String, Span)> {
        let token = self.token();
        if token.kind != Kind::IriRef {
            return Err(if self.is(Punct::Less) {
                self.broken_iri(token)
            } else {
                self.unexpected(expected)
            });
        }
        self.advance();
        Ok((self.resolve(token), token.span))
    }

    /// An IRI, full or prefixed, if one is next.
    pub(super) fn try_iri(&mut self) -> Option<(Arc<str>, Span)> {
        let token = self.token();
        if !matches!(token.kind, Kind::IriRef | Kind::PnameNs | Kind::PnameLn) {
            return None;
        }
        self.advance();
        let text = self.slice(token.span);
        if let Some(known) = self.iris.get(text) {
            return Some((Arc::clone(known), token.span));
        }
        let iri = if token.kind == Kind::IriRef { self.resolve(token) } else { self.expand(token) };
        let iri = Arc::from(iri);
        self.iris.insert(text, Arc::clone(&iri));
        Some((iri, token.span))
    }

    /// The IRI of a datatype of XML Schema.
    fn xsd(&mut self, name: &'static str) -> Arc<str> {
        // No token of an IRI looks like a bare name.
        Arc::clone(self.iris.entry(name).or_insert_with(|| Arc::from(format!("{XSD}{name}"))))
    }

    /// A literal of a datatype of XML Schema.
    pub(super) fn typed(&mut self, value: &str, datatype: &'static str) -> Term {
        let kind = LiteralKind::Typed(self.xsd(datatype));
        Term::Literal(Literal { value: Arc::from(value), kind })
    }

    fn resolve(&mut self, token: Token) -> String {
        let text = self.slice(token.span);
        let reference = unescape(text.get(1..text.len() - 1).unwrap_or_default());
        let resolved = match &self.base {
            Some(base) => base.resolve(&reference).map(Iri::into_inner),
            None => Iri::parse(reference.as_ref()).map(|iri| iri.into_inner().to_owned()),
        };
        resolved.unwrap_or_else(|error| {
            let has_scheme =
                reference.split(['/', '?', '#']).next().is_some_and(|head| head.contains(':'));
            self.report(if self.base.is_none() && !has_scheme {
                Diagnostic::error(
                    "relative-iri",
                    token.span,
                    format!("{text} is relative and no base is known"),
                )
                .label("relative IRI")
                .help("declare one before it: BASE <http://example.org/>")
            } else {
                Diagnostic::error("iri", token.span, format!("{text} is not a valid IRI: {error}"))
            });
            reference.into_owned()
        })
    }

    /// The IRI of a prefixed name; an undeclared prefix is reported once.
    fn expand(&mut self, token: Token) -> String {
        let text: &'a str = self.slice(token.span);
        let (prefix, local) = text.split_once(':').unwrap_or((text, ""));
        let namespace = self.prefixes.iter().find(|(known, _)| known == prefix);
        if let Some((_, namespace)) = namespace {
            return format!("{namespace}{}", unescape_local(local));
        }
        if self.unknown_prefixes.insert(prefix) {
            let span = Span { start: token.span.start, end: token.span.start + prefix.len() + 1 };
            let diagnostic = Diagnostic::error(
                "undeclared-prefix",
                span,
                format!("the prefix '{prefix}:' is not declared"),
            )
            .label("declared nowhere before");
            let near = nearest(prefix, self.prefixes.iter().map(|(name, _)| name.as_str()));
            let known = WELL_KNOWN.iter().find(|(name, _)| *name == prefix);
            let diagnostic = match (near, known) {
                (_, Some((name, namespace))) => {
                    let line = format!("PREFIX {name}: <{namespace}>");
                    diagnostic.help(format!("put on top: {line}")).fix(Span::default(), line + "\n")
                }
                (Some(near), None) => {
                    let fix = format!("{near}:");
                    diagnostic.help(format!("did you mean '{near}:'?")).fix(span, fix)
                }
                (None, None) => diagnostic.help(format!("put on top: PREFIX {prefix}: <http://…>")),
            };
            self.report(diagnostic);
        }
        text.to_owned()
    }

    /// `<` where an IRI should be: the lexer found no `>` before a character that no IRI has.
    pub(super) fn broken_iri(&mut self, token: Token) -> super::Failed {
        let rest = self.text.get(token.span.end..).unwrap_or_default();
        let inside =
            rest.find(|c: char| c <= ' ' || "<>\"{}|^`\\".contains(c)).unwrap_or(rest.len());
        let at = token.span.end + inside;
        let found = rest[inside..].chars().next();
        let what = match found {
            Some(' ') => "a space".to_owned(),
            Some(c) if c.is_control() => "the end of the line".to_owned(),
            Some(c) => format!("'{c}'"),
            None => "the end of the text".to_owned(),
        };
        let span = Span { start: at, end: at + found.map_or(0, char::len_utf8) };
        self.fail(
            Diagnostic::error(
                "iri",
                span,
                format!("an IRI holds no spaces, quotes or braces: found {what}"),
            )
            .label("not in an IRI")
            .also(token.span, "the IRI begins here"),
        )
    }

    /// A literal, if one is next.
    pub(super) fn try_literal(&mut self) -> Option<Parsed<(Term, Span)>> {
        let token = self.token();
        let datatype = match token.kind {
            Kind::String => return Some(self.rdf_literal()),
            Kind::Integer => "integer",
            Kind::Decimal => "decimal",
            Kind::Double => "double",
            Kind::Word if self.is_word("true") => return Some(Ok(self.boolean("true"))),
            Kind::Word if self.is_word("false") => return Some(Ok(self.boolean("false"))),
            _ => return None,
        };
        self.advance();
        Some(Ok((self.typed(self.slice(token.span), datatype), token.span)))
    }

    /// A keyword like others, in any case; the literal is in lower case.
    fn boolean(&mut self, text: &str) -> (Term, Span) {
        let span = self.advance().span;
        (self.typed(text, "boolean"), span)
    }

    /// `String ( LANG_DIR | '^^' iri )?`
    fn rdf_literal(&mut self) -> Parsed<(Term, Span)> {
        let token = self.advance();
        let value = Arc::from(unescape(unquoted(self.slice(token.span))));
        let kind = if self.kind() == Kind::LangDir {
            let tag = self.advance();
            language(self.slice(tag.span))
        } else if self.eat(Punct::Datatype).is_some() {
            match self.try_iri() {
                Some((iri, _)) => LiteralKind::Typed(iri),
                None => return Err(self.unexpected("the IRI of a datatype after '^^'")),
            }
        } else {
            LiteralKind::Typed(self.xsd("string"))
        };
        Ok((Term::Literal(Literal { value, kind }), self.since(token.span)))
    }
}

/// The text of a string token between its quotes; a string without an end has been reported.
fn unquoted(token: &str) -> &str {
    let quotes = if token.starts_with("\"\"\"") || token.starts_with("'''") { 3 } else { 1 };
    token.get(quotes..token.len().saturating_sub(quotes)).unwrap_or_default()
}

/// `@en` or `@en--ltr`; tags are kept in lower case (RDF 1.2 Concepts, section 3.4).
fn language(token: &str) -> LiteralKind {
    let tag = token.trim_start_matches('@').to_lowercase();
    match tag.split_once("--") {
        Some((tag, "rtl")) => LiteralKind::DirLang(Arc::from(tag), Direction::Rtl),
        Some((tag, _)) => LiteralKind::DirLang(Arc::from(tag), Direction::Ltr),
        None => LiteralKind::Lang(Arc::from(tag)),
    }
}
