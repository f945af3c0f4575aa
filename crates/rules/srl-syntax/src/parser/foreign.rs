//! What people write who come from SPARQL, Turtle, Datalog or an older draft: each is named, with the cure.
//!
//! These words are not part of the language, so they are met only where something else was expected. The
//! construct that a word begins is passed over whole, so that it gives one message and not ten.
//!
//! # References
//! SPARQL 1.2 Query Language, sections 5 to 12 and 17; SPARQL 1.2 RL, list of changes (for `IF … THEN`, `FOR`,
//! `TRANSITIVE`, `SYMMETRIC`, `INVERSE`, `TUPLE` and `:-`, which older drafts had).

mod words;

use super::{Failed, Parsed, Parser};
use crate::diagnostic::{Diagnostic, nearest};
use crate::lexer::token::{Kind, Punct};
use crate::span::Span;
use words::{CONTINUATIONS, Entry};

pub(super) use words::{ELEMENTS, FUNCTIONS, ITEMS};

/// What an entry says of the word that stands there.
fn foreign((_, code, message, help): &Entry, span: Span) -> Diagnostic {
    Diagnostic::error(code, span, *message).label("not in the language of rules").help(*help)
}

impl Parser<'_> {
    fn entry(&self, table: &'static [Entry]) -> Option<&'static Entry> {
        table.iter().find(|(word, ..)| self.is_word(word))
    }

    /// Whether an element begins here that rules do not have.
    pub(super) fn at_foreign_element(&self) -> bool {
        self.is(Punct::OpenBrace) || self.entry(ELEMENTS).is_some()
    }

    /// Reports an element that rules do not have, and passes over it.
    pub(super) fn foreign_element(&mut self) -> Parsed<()> {
        let start = self.token().span;
        if self.is(Punct::OpenBrace) {
            self.bare_group();
            return Ok(());
        }
        let Some(entry) = self.entry(ELEMENTS) else { return Err(self.unexpected("an element")) };
        self.advance();
        let diagnostic = foreign(entry, start);
        match entry.0 {
            "BIND" | "LET" => {
                let fix = self.pass_bind();
                let span = self.since(start);
                self.report(match fix {
                    Some(fix) => diagnostic.help(format!("write {fix}")).fix(span, fix),
                    None => diagnostic,
                });
                Ok(())
            }
            "OPTIONAL" | "UNION" | "MINUS" | "EXISTS" | "GRAPH" | "SERVICE" | "VALUES"
            | "LATERAL" => {
                self.report(diagnostic);
                self.pass_to_brace();
                self.pass_balanced();
                Ok(())
            }
            // Where these end is not known: the group goes on at the next full stop or element.
            _ => Err(self.fail(diagnostic)),
        }
    }

    /// `{ … }` as an element: a side of UNION, a sub-SELECT, or mere grouping.
    fn bare_group(&mut self) {
        let start = self.advance().span;
        let select = self.entry(ELEMENTS).filter(|(word, ..)| *word == "SELECT");
        let mut diagnostic = select.map(|entry| foreign(entry, self.token().span));
        self.pass_rest_of_group();
        while self.is_word("UNION") {
            let union = self.entry(ELEMENTS).map(|entry| foreign(entry, self.token().span));
            diagnostic = diagnostic.or(union);
            self.advance();
            self.pass_balanced();
        }
        self.report(diagnostic.unwrap_or_else(|| {
            Diagnostic::error("bare-group", start, "a group in braces inside a body")
                .label("expected a triple, FILTER, NOT or SET")
                .help("drop the braces: a body is one sequence; alternatives are two rules")
        }));
    }

    /// `FILTER EXISTS` and `FILTER NOT`, the keyword FILTER taken.
    pub(super) fn foreign_filter(&mut self, filter: Span) -> Failed {
        let span = filter.to(self.token().span);
        if self.eat_word("NOT").is_some() {
            self.pass_balanced();
            return self.fail(
                Diagnostic::error(
                    "filter-not",
                    span,
                    "NOT is an element of its own, without FILTER",
                )
                .label("write NOT here")
                .help("for the negation of a condition write FILTER (! …)")
                .fix(span, "NOT"),
            );
        }
        self.advance();
        self.pass_balanced();
        self.fail(
            Diagnostic::error("sparql-exists", span, "a rule has no FILTER EXISTS")
                .label("not in the language of rules")
                .help("write the patterns themselves: a body asks whether they match"),
        )
    }

    /// Reports a word in an expression that is a function elsewhere.
    pub(super) fn foreign_function(&mut self) -> Option<Failed> {
        let entry = self.entry(FUNCTIONS)?;
        let is_negated = self.is_word("EXISTS") && self.is_negated();
        let span = self.advance().span;
        self.eat_word("EXISTS");
        self.pass_balanced();
        let diagnostic = foreign(entry, span);
        Some(self.fail(if is_negated {
            diagnostic.help("write NOT { … } in the place of this FILTER")
        } else {
            diagnostic
        }))
    }

    /// Whether an odd number of `!` stands right before, parentheses aside.
    fn is_negated(&self) -> bool {
        let before = self.tokens[..self.at].iter().rev();
        let prefix = before
            .map(|token| token.kind)
            .take_while(|kind| matches!(kind, Kind::Punct(Punct::Bang | Punct::OpenParen)));
        prefix.filter(|kind| *kind == Kind::Punct(Punct::Bang)).count() % 2 == 1
    }

    /// Whether `==` is next.
    pub(super) fn is_doubled(&self) -> bool {
        let (first, second) = (self.token(), self.ahead(1));
        second.kind == first.kind && first.span.end == second.span.start
    }

    /// Reports that the next tokens are an operator of other languages.
    pub(super) fn foreign_operator(&mut self, n_tokens: usize, ours: &'static str) {
        let span = self.token().span.to(self.ahead(n_tokens - 1).span);
        let message = format!("found the operator '{}', expected '{ours}'", self.slice(span));
        self.report(
            Diagnostic::error("operator", span, message)
                .label(format!("write {ours}"))
                .fix(span, ours),
        );
    }

    /// Whether an item begins here that rule sets do not have.
    pub(super) fn at_foreign_item(&self) -> bool {
        let is_turtle = self.kind() == Kind::LangDir
            && matches!(self.slice(self.token().span), "@prefix" | "@base" | "@version");
        is_turtle || self.entry(ITEMS).is_some_and(|(word, ..)| !CONTINUATIONS.contains(word))
    }

    /// Reports what stands in the place of an item.
    pub(super) fn foreign_item(&mut self) -> Failed {
        let token = self.token();
        if let Some(entry) = self.entry(ITEMS) {
            self.advance();
            return self.foreign_rule(entry.0, token.span, foreign(entry, token.span));
        }
        if token.kind == Kind::LangDir && self.at_foreign_item() {
            return self.turtle_declaration();
        }
        if self.is_arrow() {
            return self.arrow();
        }
        if self.is(Punct::OpenBrace) {
            self.pass_balanced();
            if self.is_arrow() {
                return self.arrow();
            }
            let message = "a group in braces outside a rule";
            return self.fail(
                Diagnostic::error("group-without-rule", token.span, message)
                    .label("expected RULE or DATA before it")
                    .help("rules are written RULE { head } WHERE { body }, triples DATA { … }"),
            );
        }
        if self.at_node() {
            let message = "a triple outside a rule and a DATA block";
            return self.fail(
                Diagnostic::error("triple-outside", token.span, message)
                    .label("expected RULE, DATA or a declaration")
                    .help("triples are stated as DATA { … }"),
            );
        }
        self.misspelt_item()
    }

    /// Reports a word that is not an item, with the one that it may be a slip of.
    fn misspelt_item(&mut self) -> Failed {
        let token = self.token();
        let text = self.slice(token.span);
        let words = ["RULE", "DATA", "PREFIX", "BASE", "VERSION", "IMPORTS"];
        match nearest(text, words).filter(|_| token.kind == Kind::Word) {
            None => self.unexpected("RULE, DATA, PREFIX, BASE, VERSION or IMPORTS"),
            Some(near) => {
                let message = format!("found '{text}', expected RULE, DATA or a declaration");
                self.fail(
                    Diagnostic::error("syntax", token.span, message)
                        .help(format!("did you mean {near}?"))
                        .fix(token.span, near),
                )
            }
        }
    }

    /// Reports a word that begins something like a rule, with the rule that it would be where that is plain.
    fn foreign_rule(&mut self, word: &str, start: Span, diagnostic: Diagnostic) -> Failed {
        let diagnostic = match word {
            "CONSTRUCT" if self.is(Punct::OpenBrace) => diagnostic.fix(start, "RULE"),
            "IF" => match self.pass_then() {
                Some([body, head]) => {
                    let rule = format!("RULE {} WHERE {}", self.slice(head), self.slice(body));
                    diagnostic.fix(self.since(start), rule)
                }
                None => diagnostic,
            },
            _ => {
                let is_open = self.is(Punct::OpenParen);
                let iri = self.ahead(1);
                let is_iri = matches!(iri.kind, Kind::IriRef | Kind::PnameLn);
                let help = diagnostic.help.clone().filter(|_| is_open && is_iri);
                match help {
                    Some(help) => diagnostic.help(help.replace("ex:p", self.slice(iri.span))),
                    None => diagnostic,
                }
            }
        };
        self.fail(diagnostic)
    }

    /// Passes what follows IF, and THEN with its group; the two groups if there is nothing else.
    fn pass_then(&mut self) -> Option<[Span; 2]> {
        let body = self.token().span;
        let is_plain = self.is(Punct::OpenBrace);
        self.pass_balanced();
        let body = self.since(body);
        let is_plain = is_plain && self.is_word("THEN");
        while !self.is_word("THEN") && !self.at_item_word() && self.kind() != Kind::End {
            self.advance();
        }
        self.eat_word("THEN")?;
        let head = self.token().span;
        self.pass_balanced();
        is_plain.then(|| [body, self.since(head)])
    }

    /// `@prefix` and its kin.
    fn turtle_declaration(&mut self) -> Failed {
        let token = self.advance();
        let text = self.slice(token.span);
        let keyword = text.trim_start_matches('@').to_uppercase();
        let message = format!("{text} is Turtle; here it is {keyword}");
        let diagnostic = Diagnostic::error("turtle-declaration", token.span, message)
            .label(format!("write {keyword}, and no full stop at the end"));
        let is_prefix = keyword == "PREFIX"
            && self.kind() == Kind::PnameNs
            && self.ahead(1).kind == Kind::IriRef;
        if !is_prefix {
            return self.fail(diagnostic);
        }
        // The prefix is declared all the same, lest each use of it be an error too.
        let (name, iri) = (self.token(), self.ahead(1));
        let declared = self.bind_prefix();
        self.eat(Punct::Dot);
        let fix = format!("PREFIX {} {}", self.slice(name.span), self.slice(iri.span));
        let span = self.since(token.span);
        self.report(diagnostic.help(format!("write {fix}")).fix(span, fix));
        declared.err().unwrap_or(Failed)
    }

    /// Reports what older drafts and Datalog put between head and body, and says whether it stands for WHERE.
    pub(super) fn foreign_between_head_and_where(&mut self) -> bool {
        if let Some(entry) = self.entry(ITEMS).filter(|(word, ..)| *word == "FOR") {
            let diagnostic = foreign(entry, self.token().span);
            self.report(diagnostic);
            while !self.is_word("WHERE")
                && !self.is(Punct::OpenBrace)
                && !self.at_item()
                && self.kind() != Kind::End
            {
                self.advance();
            }
            return false;
        }
        let is_arrow = self.is_arrow();
        if is_arrow {
            self.arrow();
        }
        is_arrow
    }

    /// Whether `:-` begins here.
    pub(super) fn is_arrow(&self) -> bool {
        let (colon, minus) = (self.token(), self.ahead(1));
        colon.kind == Kind::PnameNs
            && self.slice(colon.span) == ":"
            && minus.kind == Kind::Punct(Punct::Minus)
            && colon.span.end == minus.span.start
    }

    /// Reports `:-` and takes it; what follows can be read as after WHERE.
    pub(super) fn arrow(&mut self) -> Failed {
        let span = self.advance().span.to(self.advance().span);
        self.fail(
            Diagnostic::error("old-arrow", span, "':-' was dropped from the language")
                .label("write WHERE")
                .help("write RULE { head } WHERE { body }"),
        )
    }

    /// Passes `( … AS ?v )` and says how SET writes it.
    fn pass_bind(&mut self) -> Option<String> {
        let open = self.token().span;
        let from = self.at;
        self.pass_balanced();
        let inside = self.tokens.get(from + 1..self.at.checked_sub(1)?)?;
        let [first, .., word, var] = inside else { return None };
        let is_as = word.kind == Kind::Word && self.slice(word.span).eq_ignore_ascii_case("AS");
        if !is_as || var.kind != Kind::Var {
            return None;
        }
        let value = Span { start: first.span.start.max(open.end), end: word.span.start };
        Some(format!("SET ( {} := {} )", self.slice(var.span), self.slice(value).trim_end()))
    }

    /// Goes on to a brace of this statement.
    fn pass_to_brace(&mut self) {
        while !matches!(self.kind(), Kind::End | Kind::Punct(Punct::OpenBrace | Punct::CloseBrace))
            && !self.at_item()
        {
            self.advance();
        }
    }

    /// Passes a bracket with all that is in it, if one is next.
    fn pass_balanced(&mut self) {
        if matches!(self.kind(), Kind::Punct(Punct::OpenBrace | Punct::OpenParen)) {
            self.advance();
            self.pass_rest_of_group();
        }
    }

    /// Passes what is left of a bracket that has been opened.
    fn pass_rest_of_group(&mut self) {
        let mut depth = 1_usize;
        while depth > 0 && self.kind() != Kind::End && !self.at_item() {
            match self.advance().kind {
                Kind::Punct(Punct::OpenBrace | Punct::OpenParen) => depth += 1,
                Kind::Punct(Punct::CloseBrace | Punct::CloseParen) => depth -= 1,
                _ => {}
            }
        }
    }
}
