//! What stands between braces, productions \[12\] to \[24\]: triples, and in bodies FILTER, NOT and SET.

use super::{Failed, Mode, Parsed, Parser};
use crate::diagnostic::Diagnostic;
use crate::lexer::token::{Kind, Punct, Token};
use crate::span::Span;
use crate::tree::{Element, Group};

impl Parser<'_> {
    /// `'{' … '}'`; a statement in it that is wrong is passed over.
    pub(super) fn group(&mut self, mode: Mode) -> Parsed<Group> {
        let expected = match mode {
            Mode::Data => "before the triples",
            Mode::Head => "before the head of the rule",
            Mode::Body => "before the body of the rule",
        };
        let open = self.expect(Punct::OpenBrace, expected)?;
        self.inner_group(mode, 0, open)
    }

    /// `negations` is the number of NOT around it.
    fn inner_group(&mut self, mode: Mode, negations: usize, open: Span) -> Parsed<Group> {
        let mut elements = Vec::new();
        let mut separated = true;
        loop {
            if self.eat(Punct::CloseBrace).is_some() {
                return Ok(Group { elements, span: self.since(open) });
            }
            let in_head = mode == Mode::Head && self.is_word("WHERE");
            if self.kind() == Kind::End || in_head || self.at_item() {
                self.unclosed(open);
                return Ok(Group { elements, span: self.since(open) });
            }
            let before = self.at;
            if let Ok(element) = self.element(mode, negations, &mut separated) {
                elements.extend(element);
            } else {
                self.sync_element(before);
                separated = true;
            }
        }
    }

    /// A string without an end may have swallowed the brace, and has been reported.
    fn unclosed(&mut self, open: Span) {
        let token = self.token();
        let inside =
            self.tokens[..self.at].iter().rev().take_while(|token| token.span.start > open.start);
        let is_string = |token: &Token| self.slice(token.span).starts_with(['"', '\'']);
        if inside.filter(|token| token.kind == Kind::Bad).any(is_string) {
            self.errors += 1;
            return;
        }
        let message = format!("found {}, expected '}}'", self.describe(token));
        self.report(
            Diagnostic::error("unclosed", token.span, message)
                .label("expected '}' before this")
                .also(open, "to close this brace"),
        );
    }

    /// Goes on behind the next full stop, or to the next element or the end of the group; at least one
    /// token is passed.
    fn sync_element(&mut self, before: usize) {
        let mut depth = 0_usize;
        if self.at == before && !self.is(Punct::CloseBrace) {
            depth += usize::from(self.is(Punct::OpenBrace));
            self.advance();
        }
        loop {
            match self.kind() {
                Kind::End => return,
                Kind::Punct(Punct::OpenBrace) => depth += 1,
                Kind::Punct(Punct::CloseBrace) if depth == 0 => return,
                Kind::Punct(Punct::CloseBrace) => depth -= 1,
                Kind::Punct(Punct::Dot) if depth == 0 => {
                    self.advance();
                    return;
                }
                Kind::Word if self.at_item() => return,
                Kind::Word if depth == 0 && (self.at_element() || self.at_foreign_element()) => {
                    return;
                }
                _ => {}
            }
            self.advance();
        }
    }

    /// Whether FILTER, NOT or SET begins here; `NOT IN` is an operator.
    pub(super) fn at_element(&self) -> bool {
        self.is_word("FILTER")
            || self.is_word("SET")
            || (self.in_construct && self.is_word("BIND"))
            || (self.is_word("NOT") && !self.is_word_ahead(1, "IN"))
    }

    /// One statement; `None` where it was understood but does not belong in rules.
    fn element(
        &mut self,
        mode: Mode,
        negations: usize,
        separated: &mut bool,
    ) -> Parsed<Option<Element>> {
        if let Some(dot) = self.eat(Punct::Dot) {
            self.report(
                Diagnostic::error("empty-statement", dot, "found '.' with no triple before it")
                    .label("nothing to end here")
                    .fix(dot, ""),
            );
            return Ok(None);
        }
        let element = if self.at_element() {
            if mode != Mode::Body {
                return Err(self.misplaced_element(mode));
            }
            let element = self.body_element(negations)?;
            self.eat(Punct::Dot);
            *separated = true;
            Some(element)
        } else if self.at_foreign_element() {
            self.foreign_element()?;
            self.eat(Punct::Dot);
            *separated = true;
            None
        } else if self.at_node() {
            let is_separated = std::mem::replace(separated, true);
            if !is_separated {
                self.missing_dot();
            }
            let said = self.diagnostics.len();
            let triples = self.triples(mode);
            if !is_separated && triples.is_err() {
                // That a triple begins here was a guess; what is wrong with it is not worth saying.
                self.diagnostics.truncate(said);
            }
            let triples = triples?;
            *separated = self.eat(Punct::Dot).is_some();
            Some(Element::Triples(triples))
        } else {
            return Err(self.no_element(mode, *separated));
        };
        Ok(element)
    }

    fn missing_dot(&mut self) {
        let at = Span { start: self.end(), end: self.end() };
        let token = self.token();
        let message = format!("found {}, expected '.', ';' or ','", self.describe(token));
        self.report(
            Diagnostic::error("missing-dot", token.span, message)
                .label("a further triple begins here")
                .also(at, "a full stop is missing here")
                .fix(at, " ."),
        );
    }

    fn no_element(&mut self, mode: Mode, separated: bool) -> Failed {
        if self.is_arrow() {
            return self.arrow();
        }
        match (mode, separated) {
            (Mode::Body, true) => self.unexpected("a triple, FILTER, NOT, SET or '}'"),
            (Mode::Body, false) => self.unexpected("'.', ';', ',', FILTER, NOT, SET or '}'"),
            (_, true) => self.unexpected("a triple or '}'"),
            (_, false) => self.unexpected("'.', ';', ',' or '}'"),
        }
    }

    fn misplaced_element(&mut self, mode: Mode) -> Failed {
        let token = self.token();
        let word = self.slice(token.span).to_uppercase();
        let of = if mode == Mode::Data { "a DATA block" } else { "the head of a rule" };
        self.fail(
            Diagnostic::error("misplaced-element", token.span, format!("{word} in {of}"))
                .label("expected a triple")
                .help("conditions stand in the body, behind WHERE"),
        )
    }

    fn body_element(&mut self, negations: usize) -> Parsed<Element> {
        let start = self.token().span;
        if self.in_construct && self.eat_word("BIND").is_some() {
            return self.bind(start);
        }
        if self.in_construct
            && let Some(bound) = self.bound_filter()
        {
            return Ok(bound);
        }
        if self.eat_word("SET").is_some() {
            self.refuse_in_construct(start, "SET", "write BIND ( … AS ?v ) FILTER ( BOUND(?v) )");
            if negations > 0 {
                let allowed = self.extensions.set_in_not;
                self.extension(allowed, "set-in-not", start, "SET inside NOT", "compute the value before the NOT, or in a rule of its own whose triples the NOT matches");
            }
            self.set(start)
        } else if self.eat_word("NOT").is_some() {
            self.refuse_in_construct(start, "NOT", "write FILTER NOT EXISTS { … }");
            self.not(start, start, negations)
        } else {
            self.advance();
            if self.is_word("NOT") && self.is_word_ahead(1, "EXISTS") {
                self.advance();
                let keywords = start.to(self.advance().span);
                if !self.in_construct {
                    let allowed = self.extensions.filter_not_exists;
                    self.extension(
                        allowed,
                        "filter-not-exists",
                        keywords,
                        "FILTER NOT EXISTS",
                        "write NOT { … }",
                    );
                }
                return self.not(start, keywords, negations);
            }
            if self.is_word("NOT") || self.is_word("EXISTS") {
                return Err(self.foreign_filter(start));
            }
            let expr = self.constraint()?;
            Ok(Element::Filter { expr, span: self.since(start) })
        }
    }

    /// Records the use of something that the grammar of the W3C does not have.
    fn extension(&mut self, allowed: bool, code: &'static str, span: Span, what: &str, cure: &str) {
        let fix = (code == "filter-not-exists").then_some("NOT");
        let diagnostic = if allowed {
            Diagnostic::note(
                code,
                span,
                format!("{what} is an extension of the grammar of the W3C"),
            )
            .help(format!("other engines may refuse it; {cure}"))
        } else {
            Diagnostic::error(code, span, format!("{what} is not in the grammar of the W3C"))
                .help(cure)
        };
        self.report(match fix {
            Some(fix) => diagnostic.fix(span, fix),
            None => diagnostic,
        });
    }

    /// `NOT DATA? { … }`, the keyword taken.
    fn not(&mut self, start: Span, keyword: Span, negations: usize) -> Parsed<Element> {
        if negations > 0 {
            let allowed = self.extensions.nested_not;
            self.extension(
                allowed,
                "nested-not",
                keyword,
                "NOT inside NOT",
                "derive the inner condition by a rule of its own, and match what it derives",
            );
        }
        if let Some(exists) = self.eat_word("EXISTS") {
            self.report(
                Diagnostic::error("not-exists", exists, "NOT EXISTS is SPARQL; a rule says NOT")
                    .label("drop this word")
                    .fix(exists, ""),
            );
        }
        let data = self.eat_word("DATA");
        if let Some(data) = data {
            self.refuse_in_construct(
                data,
                "NOT EXISTS DATA",
                "write the rule as RULE { … } WHERE { … }",
            );
        }
        let data = data.is_some();
        let open = self.expect(Punct::OpenBrace, "after NOT")?;
        let body = self.nested(|parser| parser.inner_group(Mode::Body, negations + 1, open))?;
        Ok(Element::Not { data, body, span: self.since(start) })
    }

    /// `SET ( Var := Expression )`, the keyword taken.
    fn set(&mut self, start: Span) -> Parsed<Element> {
        self.expect(Punct::OpenParen, "after SET, as in SET ( ?x := 1 )")?;
        let assigns = matches!(self.ahead(1).kind, Kind::Punct(Punct::Assign | Punct::Equal));
        if self.kind() != Kind::Var || !assigns {
            return Err(self.no_assignment());
        }
        let var = self.advance().span;
        if let Some(equal) = self.eat(Punct::Equal) {
            self.report(
                Diagnostic::error("assign", equal, "found '=' in SET, expected ':='")
                    .label("'=' compares, ':=' assigns")
                    .fix(equal, ":="),
            );
        } else {
            self.advance();
        }
        let expr = self.nested(Self::expression)?;
        self.expect(Punct::CloseParen, "to end SET")?;
        Ok(Element::Set { var, expr, span: self.since(start) })
    }

    fn no_assignment(&mut self) -> Failed {
        let token = self.token();
        self.fail(
            Diagnostic::error("assign", token.span, "SET does not begin with a variable and ':='")
                .label("expected a variable and ':='")
                .help("the variable stands first: SET ( ?y := ?x + 1 ), for SPARQL's BIND(?x + 1 AS ?y)"),
        )
    }
}
