//! Declarations, rules and DATA blocks, productions \[1\] to \[13\].
//!
//! They may come in any order. (Production \[2\] taken literally allows a single rule behind a declaration
//! that follows a rule, which is surely a slip.)

use super::{Failed, Mode, Parsed, Parser};
use crate::diagnostic::{Diagnostic, nearest};
use crate::lexer::token::{Kind, Punct};
use crate::lexer::unescape;
use crate::rule::Import;
use crate::span::Span;
use crate::tree::{Declaration, Item, Rule};
use oxiri::Iri;
use rdf_graph::term::Term;

/// The words that begin an item, `DATA` aside, which stands inside bodies too.
const ITEM_WORDS: [&str; 5] = ["RULE", "PREFIX", "BASE", "VERSION", "IMPORTS"];

/// The values of `VERSION` that SPARQL 1.2 names.
const VERSIONS: [&str; 3] = ["1.1", "1.2", "1.2-basic"];

impl Parser<'_> {
    pub(super) fn items(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        while self.kind() != Kind::End {
            let before = self.at;
            match self.item() {
                Ok(item) => items.push(item),
                Err(Failed) => self.sync_item(before),
            }
        }
        items
    }

    /// Whether an item begins here.
    pub(super) fn at_item(&self) -> bool {
        let is_open = self.ahead(1).kind == Kind::Punct(Punct::OpenBrace);
        let is_data =
            self.is_word("DATA") && is_open && !self.follows("NOT") && !self.follows("WHERE");
        is_data || self.at_item_word()
    }

    /// Whether a word is next that begins an item wherever it stands.
    pub(super) fn at_item_word(&self) -> bool {
        ITEM_WORDS.iter().any(|word| self.is_word(word))
    }

    fn follows(&self, word: &str) -> bool {
        self.at
            .checked_sub(1)
            .is_some_and(|before| self.slice(self.tokens[before].span).eq_ignore_ascii_case(word))
    }

    /// Goes on to the next item; at least one token is passed.
    fn sync_item(&mut self, before: usize) {
        if self.at == before {
            self.advance();
        }
        let mut depth = 0_usize;
        while self.kind() != Kind::End && !self.at_item() {
            match self.kind() {
                Kind::Punct(Punct::OpenBrace) => depth += 1,
                Kind::Punct(Punct::CloseBrace) => depth = depth.saturating_sub(1),
                _ if depth == 0 && (self.at_foreign_item() || self.at_misspelt_item()) => return,
                _ => {}
            }
            self.advance();
        }
    }

    /// Whether a word that nobody knows begins a statement with braces.
    fn at_misspelt_item(&self) -> bool {
        let is_word = self.kind() == Kind::Word && !self.is_word("WHERE") && !self.is_word("THEN");
        let begins = self.follows(".") || self.follows("}");
        is_word && begins && self.ahead(1).kind == Kind::Punct(Punct::OpenBrace)
    }

    fn item(&mut self) -> Parsed<Item> {
        let start = self.token().span;
        if self.eat_word("RULE").is_some() {
            self.rule(start).map(Item::Rule)
        } else if self.eat_word("DATA").is_some() {
            let triples = self.group(Mode::Data)?;
            Ok(Item::Data { triples, span: self.since(start) })
        } else if self.eat_word("PREFIX").is_some() {
            self.prefix(start)
        } else if self.eat_word("BASE").is_some() {
            self.base(start)
        } else if self.eat_word("VERSION").is_some() {
            self.version(start)
        } else if self.eat_word("IMPORTS").is_some() {
            self.import(start)
        } else {
            Err(self.foreign_item())
        }
    }

    /// A declaration, which no full stop ends.
    fn declaration(&mut self, keyword: &'static str, start: Span, operands: Vec<Span>) -> Item {
        let span = self.since(start);
        if let Some(dot) = self.eat(Punct::Dot) {
            self.report(
                Diagnostic::error("declaration-dot", dot, format!("found '.' after {keyword}"))
                    .label("no full stop ends a declaration here, unlike Turtle's @prefix")
                    .fix(dot, ""),
            );
        }
        Item::Declaration(Declaration { keyword, operands, span })
    }

    fn prefix(&mut self, start: Span) -> Parsed<Item> {
        let operands = self.bind_prefix()?;
        Ok(self.declaration("PREFIX", start, operands))
    }

    /// Takes a prefix and its namespace, and declares it.
    pub(super) fn bind_prefix(&mut self) -> Parsed<Vec<Span>> {
        let name = self.token();
        if name.kind != Kind::PnameNs {
            return Err(self.unexpected("a prefix and ':', as in PREFIX ex: <http://example.org/>"));
        }
        self.advance();
        let (namespace, at) = self.iri_ref("the namespace <…>")?;
        let prefix = self.slice(name.span).trim_end_matches(':').to_owned();
        self.iris.clear();
        match self.prefixes.iter_mut().find(|(known, _)| *known == prefix) {
            Some((_, known)) => *known = namespace,
            None => self.prefixes.push((prefix, namespace)),
        }
        Ok(vec![name.span, at])
    }

    fn base(&mut self, start: Span) -> Parsed<Item> {
        let (iri, at) = self.iri_ref("an IRI <…>")?;
        self.base = Iri::parse(iri).ok();
        self.iris.clear();
        Ok(self.declaration("BASE", start, vec![at]))
    }

    fn version(&mut self, start: Span) -> Parsed<Item> {
        let token = self.token();
        let text = self.slice(token.span);
        if token.kind != Kind::String || text.starts_with("'''") || text.starts_with("\"\"\"") {
            return Err(self.unexpected("a version in simple quotes, as in VERSION \"1.2\""));
        }
        self.advance();
        let version = unescape(text.trim_matches(['"', '\'']));
        if !VERSIONS.contains(&version.as_ref()) {
            self.report(
                Diagnostic::warning("version", token.span, format!("unknown version '{version}'"))
                    .help(format!("the versions of SPARQL 1.2 are {}", VERSIONS.join(", "))),
            );
        }
        Ok(self.declaration("VERSION", start, vec![token.span]))
    }

    fn import(&mut self, start: Span) -> Parsed<Item> {
        let Some((iri, at)) = self.try_iri() else {
            return Err(self.unexpected("the IRI of a rule set"));
        };
        let span = self.since(start);
        self.imports.push(Import { iri: iri.to_string(), span });
        Ok(self.declaration("IMPORTS", start, vec![at]))
    }

    /// `RULE iri? { head } WHERE DATA? { body }`
    fn rule(&mut self, start: Span) -> Parsed<Rule> {
        let errors = self.errors;
        let name = self.rule_name();
        let head = self.group(Mode::Head)?;
        let is_arrow = self.foreign_between_head_and_where();
        if self.eat_word("WHERE").is_none() && !is_arrow {
            let token = self.token();
            let slip =
                nearest(self.slice(token.span), ["WHERE"]).filter(|_| token.kind == Kind::Word);
            if slip.is_none() && !self.is(Punct::OpenBrace) {
                return Err(self.unexpected("WHERE after the head of the rule"));
            }
            let at = Span { start: self.end(), end: self.end() };
            let span = if slip.is_some() { self.advance().span } else { at };
            self.report(
                Diagnostic::error(
                    "missing-where",
                    span,
                    "the keyword WHERE is missing between head and body",
                )
                .label("write WHERE here")
                .fix(span, if slip.is_some() { "WHERE" } else { " WHERE" }),
            );
        }
        let data = self.eat_word("DATA").is_some();
        let body = self.group(Mode::Body)?;
        let intact = self.errors == errors;
        Ok(Rule { name, head, data, body, span: self.since(start), intact })
    }

    fn rule_name(&mut self) -> Option<(Term, Span)> {
        if let Some((iri, at)) = self.try_iri() {
            return Some((Term::Iri(iri), at));
        }
        if self.ahead(1).kind == Kind::Punct(Punct::OpenBrace)
            && matches!(self.kind(), Kind::Word | Kind::String | Kind::BlankLabel | Kind::Var)
        {
            let token = self.advance();
            let found = self.describe(token);
            self.report(
                Diagnostic::error(
                    "rule-name",
                    token.span,
                    format!("found {found} as the name of a rule"),
                )
                .label("a rule is named by an IRI, as in RULE ex:name, or not at all"),
            );
        }
        None
    }
}
