//! Text to tokens, by longest match.
//!
//! One pass over the text, by the first character of what is left. Where two terminals begin alike, the
//! longer one wins: `<` opens an IRI if a `>` follows with only IRI characters between, else it is `<<(`,
//! `<<`, `<=` or less-than; `:=` is an assignment although `:` alone is a prefix; `-1` is one token although
//! `-` is an operator; `a.b:c` is a name with the prefix `a.b`, while `a.` is a word and a full stop. Names
//! and numbers never end in a full stop.
//!
//! Escapes are checked here and resolved where the text is used. What is not a token becomes a diagnostic and
//! a [`Kind::Bad`] token, and the pass goes on behind it. Each character is looked at a bounded number of
//! times, so the time is linear.
//!
//! # References
//! SPARQL 1.2 RL, grammar, productions \[119\] to \[153\] and the notes on white space and comments.

mod chars;
mod name;
mod string;
pub(crate) mod token;

use crate::diagnostic::Diagnostic;
use crate::span::Span;
use token::{Kind, Punct, Token};

pub(crate) use string::{unescape, unescape_local};

/// What the lexer makes of a text.
#[derive(Debug, Default)]
pub(crate) struct Lexed {
    /// The tokens; the last is [`Kind::End`].
    pub(crate) tokens: Vec<Token>,
    /// The comments, from `#` to before the end of the line.
    pub(crate) comments: Vec<Span>,
    /// What is not a token, at most [`MOST_ERRORS`] times.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// After so many errors the text is taken for something else than rules.
pub(crate) const MOST_ERRORS: usize = 100;

/// Splits a text.
pub(crate) fn lex(text: &str) -> Lexed {
    let mut lexer = Lexer { text, at: 0, run_end: 0, run_is_prefix: false, out: Lexed::default() };
    if text.starts_with('\u{FEFF}') {
        lexer.at = '\u{FEFF}'.len_utf8();
    }
    while let Some(c) = lexer.peek() {
        lexer.step(c);
    }
    lexer.push(Kind::End, text.len());
    lexer.out
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// The end of the last run of name characters and full stops, and whether a `:` follows it: a name
    /// inside that run need not look for its end again.
    run_end: usize,
    run_is_prefix: bool,
    out: Lexed,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Where the run of such characters that begins at `from` ends.
    fn run(&self, from: usize, is_in: impl Fn(char) -> bool) -> usize {
        let rest = &self.text[from..];
        from + rest.find(|c| !is_in(c)).unwrap_or(rest.len())
    }

    /// A token from `start` to here.
    fn push(&mut self, kind: Kind, start: usize) {
        self.out.tokens.push(Token { kind, span: Span { start, end: self.at } });
    }

    /// A token from here to `end`.
    fn token(&mut self, kind: Kind, end: usize) {
        let start = std::mem::replace(&mut self.at, end);
        self.push(kind, start);
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if self.out.diagnostics.len() < MOST_ERRORS {
            self.out.diagnostics.push(diagnostic);
        }
    }

    /// The next token, comment or white space, which begins with `c`.
    fn step(&mut self, c: char) {
        match c {
            ' ' | '\t' | '\r' | '\n' => self.at += 1,
            '#' => {
                self.at = self.comment(self.at);
            }
            '<' => self.iri_or_less(),
            '"' | '\'' => self.string(c),
            '?' | '$' => self.variable(),
            '@' => self.language(),
            '0'..='9' | '+' | '-' | '.' => self.number_or_punct(),
            ':' if !self.rest().starts_with(":=") => self.prefixed(self.at),
            '_' if self.rest().starts_with("_:") => self.blank(),
            '(' => self.empty_or_punct(')', Kind::Nil),
            '[' => self.empty_or_punct(']', Kind::Anon),
            c if chars::is_base(c) || c == '_' => self.word_or_prefix(),
            _ => self.punct(),
        }
    }

    /// Punctuation, or a run of characters that no token begins with.
    fn punct(&mut self) {
        if let Some(punct) = Punct::at(self.rest().as_bytes()) {
            return self.token(Kind::Punct(punct), self.at + punct.text().len());
        }
        let start = self.at;
        let strange = |c: char| {
            c == '&'
                || c == '\\'
                || c == '`'
                || (!c.is_ascii() && !chars::is_base(c))
                || (c.is_control() && !matches!(c, '\t' | '\r' | '\n'))
        };
        let end = self.run(start, strange).max(start + self.peek().map_or(1, char::len_utf8));
        self.token(Kind::Bad, end);
        let found = self.text[start..end].chars().next().unwrap_or_default();
        self.report(
            Diagnostic::error(
                "unexpected-character",
                Span { start, end },
                format!("unexpected character {}", show(found)),
            )
            .label("no token begins so"),
        );
    }

    /// `()` and `[]` with white space or comments inside are tokens of their own.
    fn empty_or_punct(&mut self, close: char, kind: Kind) {
        let n_comments = self.out.comments.len();
        let mut end = self.at + 1;
        loop {
            end = self.run(end, |c| matches!(c, ' ' | '\t' | '\r' | '\n'));
            if !self.text[end..].starts_with('#') {
                break;
            }
            end = self.comment(end);
        }
        if self.text[end..].starts_with(close) {
            self.token(kind, end + 1);
        } else {
            self.out.comments.truncate(n_comments);
            self.punct();
        }
    }

    /// Records the comment that begins there, and says where it ends.
    fn comment(&mut self, start: usize) -> usize {
        let end = self.run(start, |c| c != '\n' && c != '\r');
        self.out.comments.push(Span { start, end });
        end
    }
}

/// A character as a message shows it.
fn show(c: char) -> String {
    if c.is_control() || c == '\u{FEFF}' || c.is_whitespace() {
        format!("U+{:04X}", u32::from(c))
    } else {
        format!("'{c}'")
    }
}

#[cfg(test)]
mod tests;
