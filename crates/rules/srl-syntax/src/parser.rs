//! Tokens to a syntax tree, by recursive descent.
//!
//! The grammar is LL(1): each function reads one production and decides by the next token. The three
//! families of triples (DATA, head, body) are one code with a `Mode`. Where a statement is wrong, the
//! message is recorded, tokens are passed over up to the next full stop, element, `}` or declaration, and
//! reading goes on, so that a text with five errors gets five messages. Where the meaning is plain in
//! spite of the error (a missing full stop, `=` for `:=`, SPARQL's BIND), nothing is passed over.
//!
//! The depth of brackets and the height of expressions are bounded by [`ParseOptions::max_nesting`].
//!
//! # References
//! SPARQL 1.2 RL, grammar, productions \[1\] to \[118\].

mod call;
mod expr;
mod foreign;
mod group;
mod item;
mod path;
mod term;
mod triples;

use crate::diagnostic::{Diagnostic, Severity};
use crate::lexer::token::{Kind, Punct, Token};
use crate::lexer::{MOST_ERRORS, lex};
use crate::rule::Import;
use crate::span::Span;
use crate::tree::Tree;
use oxiri::Iri;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// How a text is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseOptions {
    /// What is accepted beyond the grammar of the W3C.
    pub extensions: Extensions,
    /// The IRI that relative IRIs are resolved against until the text has a BASE: where the text is from.
    pub base: Option<String>,
    /// How deep brackets may nest and how high expressions may be; at most [`ParseOptions::DEEPEST`] counts.
    pub max_nesting: usize,
}

impl ParseOptions {
    /// No text is read deeper than this, whatever `max_nesting` says.
    pub const DEEPEST: usize = 128;

    /// The grammar of the W3C and nothing else.
    #[must_use]
    pub fn strict() -> Self {
        Self { extensions: Extensions::none(), ..Self::default() }
    }
}

impl Default for ParseOptions {
    fn default() -> Self {
        Self { extensions: Extensions::all(), base: None, max_nesting: Self::DEEPEST }
    }
}

/// What is accepted beyond the grammar of the W3C; each use is recorded as a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extensions {
    /// `SET` inside `NOT`.
    pub set_in_not: bool,
    /// `NOT` inside `NOT`.
    pub nested_not: bool,
    /// `FILTER NOT EXISTS { … }`, read as `NOT { … }`.
    pub filter_not_exists: bool,
}

impl Extensions {
    /// All of them.
    #[must_use]
    pub fn all() -> Self {
        Self { set_in_not: true, nested_not: true, filter_not_exists: true }
    }

    /// None of them.
    #[must_use]
    pub fn none() -> Self {
        Self { set_in_not: false, nested_not: false, filter_not_exists: false }
    }
}

/// Reads a text: the tree holds what could be read, and the diagnostics say what could not.
pub(crate) fn parse(text: &str, options: &ParseOptions) -> (Tree, Vec<Diagnostic>) {
    let lexed = lex(text);
    let mut parser = Parser {
        text,
        tokens: lexed.tokens,
        at: 0,
        extensions: options.extensions,
        deepest: options.max_nesting.min(ParseOptions::DEEPEST),
        depth: 0,
        errors: 0,
        diagnostics: lexed.diagnostics,
        base: None,
        prefixes: Vec::new(),
        unknown_prefixes: HashSet::new(),
        iris: HashMap::new(),
        imports: Vec::new(),
    };
    parser.start_at(options.base.as_deref());
    let items = parser.items();
    let mut diagnostics = parser.diagnostics;
    diagnostics.sort_by_key(|diagnostic| diagnostic.span().start);
    let tree = Tree {
        source: Arc::from(text),
        items,
        comments: lexed.comments,
        imports: parser.imports,
        prefixes: parser.prefixes,
        base: parser.base.map(Iri::into_inner),
    };
    (tree, diagnostics)
}

/// Which of the three families of triples is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// No variables, no paths.
    Data,
    /// Variables, no paths.
    Head,
    /// Variables and paths; elements beside triples.
    Body,
}

/// The statement cannot be read on; the reason has been recorded.
#[derive(Debug)]
struct Failed;

type Parsed<T> = Result<T, Failed>;

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
    extensions: Extensions,
    deepest: usize,
    depth: usize,
    /// How many errors have been recorded.
    errors: usize,
    diagnostics: Vec<Diagnostic>,
    base: Option<Iri<String>>,
    /// Name and namespace, in the order of their first declaration.
    prefixes: Vec<(String, String)>,
    unknown_prefixes: HashSet<&'a str>,
    /// The IRIs that tokens stand for under the declarations in force, so that equal ones are kept once.
    iris: HashMap<&'a str, Arc<str>>,
    imports: Vec<Import>,
}

impl<'a> Parser<'a> {
    fn token(&self) -> Token {
        self.ahead(0)
    }

    /// The token that follows the next `n`.
    fn ahead(&self, n: usize) -> Token {
        let last = self.tokens.len() - 1;
        self.tokens[(self.at + n).min(last)]
    }

    fn kind(&self) -> Kind {
        self.token().kind
    }

    fn slice(&self, span: Span) -> &'a str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }

    /// Takes the next token; the end of the text is never passed.
    fn advance(&mut self) -> Token {
        let token = self.token();
        if token.kind != Kind::End {
            self.at += 1;
        }
        token
    }

    /// The end of what has been taken.
    fn end(&self) -> usize {
        self.at.checked_sub(1).map_or(0, |before| self.tokens[before].span.end)
    }

    /// From `start` to the end of what has been taken.
    fn since(&self, start: Span) -> Span {
        Span { start: start.start, end: self.end().max(start.end) }
    }

    fn is(&self, punct: Punct) -> bool {
        self.kind() == Kind::Punct(punct)
    }

    fn eat(&mut self, punct: Punct) -> Option<Span> {
        self.is(punct).then(|| self.advance().span)
    }

    fn is_word(&self, word: &str) -> bool {
        self.is_word_ahead(0, word)
    }

    fn is_word_ahead(&self, n: usize, word: &str) -> bool {
        let token = self.ahead(n);
        token.kind == Kind::Word && self.slice(token.span).eq_ignore_ascii_case(word)
    }

    fn eat_word(&mut self, word: &str) -> Option<Span> {
        self.is_word(word).then(|| self.advance().span)
    }

    fn expect(&mut self, punct: Punct, after: &str) -> Parsed<Span> {
        match self.eat(punct) {
            Some(span) => Ok(span),
            None => Err(self.unexpected(&format!("'{}' {after}", punct.text()))),
        }
    }

    /// Records a diagnostic; after too many errors the rest of the text is not read.
    fn report(&mut self, diagnostic: Diagnostic) {
        if diagnostic.severity == Severity::Error {
            self.errors += 1;
        }
        if self.errors == MOST_ERRORS {
            let message = format!("{MOST_ERRORS} errors: the rest of the text is not read");
            self.diagnostics.push(Diagnostic::error("too-many-errors", diagnostic.span(), message));
            self.give_up();
        } else if self.errors < MOST_ERRORS {
            self.diagnostics.push(diagnostic);
        }
    }

    fn give_up(&mut self) {
        self.at = self.tokens.len() - 1;
        self.errors = self.errors.max(MOST_ERRORS + 1);
    }

    fn fail(&mut self, diagnostic: Diagnostic) -> Failed {
        self.report(diagnostic);
        Failed
    }

    /// The next token is not what the grammar has there.
    fn unexpected(&mut self, expected: &str) -> Failed {
        let token = self.token();
        if token.kind == Kind::Bad {
            // The lexer has said what is wrong with it; that it is wrong still counts.
            self.errors += 1;
            return Failed;
        }
        let message = format!("found {}, expected {expected}", self.describe(token));
        self.fail(
            Diagnostic::error("syntax", token.span, message).label(format!("expected {expected}")),
        )
    }

    fn describe(&self, token: Token) -> String {
        let text = self.slice(token.span);
        match token.kind {
            Kind::End => "the end of the text".to_owned(),
            Kind::String => format!("the string {}", shorten(text)),
            _ => format!("'{}'", shorten(text)),
        }
    }

    /// Reads what stands in a bracket, one level deeper.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == self.deepest {
            return Err(self.too_deep(self.token().span));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Beyond the bound nothing sensible can be said of the rest of the text.
    fn too_deep(&mut self, span: Span) -> Failed {
        let message = format!("nested more than {} levels deep", self.deepest);
        self.report(
            Diagnostic::error("too-deep", span, message).label("the rest of the text is not read"),
        );
        self.give_up();
        Failed
    }
}

/// The first line of a text, cut to what fits in a message.
fn shorten(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let short: String = line.chars().take(40).collect();
    if short.len() == text.len() { short } else { format!("{short}…") }
}

#[cfg(test)]
mod tests;
