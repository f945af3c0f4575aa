//! The kinds of tokens; their text is the span's piece of the source.

use crate::span::Span;

/// A token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token {
    /// Which terminal.
    pub(crate) kind: Kind,
    /// Where.
    pub(crate) span: Span,
}

/// The terminals of the grammar, productions \[119\] to \[143\], and the punctuation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `<http://example/>`
    IriRef,
    /// `ex:`
    PnameNs,
    /// `ex:name`
    PnameLn,
    /// `_:b`
    BlankLabel,
    /// `?x` or `$x`
    Var,
    /// `@en--ltr`
    LangDir,
    /// `12`, `+12`, `-12`
    Integer,
    /// `1.5` and with a sign
    Decimal,
    /// `1e5` and with a sign
    Double,
    /// A string in any of the four forms of quotes.
    String,
    /// `()`
    Nil,
    /// `[]`
    Anon,
    /// A run of letters, digits and `_` that is not one of the above: a keyword, `a`, `true`, a function.
    Word,
    /// An operator or a bracket.
    Punct(Punct),
    /// A piece that is not a token; the lexer has said why.
    Bad,
    /// The end of the text.
    End,
}

/// Defines the punctuation with its texts, longest first wherever one begins with another.
macro_rules! puncts {
    ($($variant:ident $text:literal)*) => {
        /// Operators and brackets.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Punct {
            $($variant,)*
        }

        impl Punct {
            const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The characters.
            pub(crate) fn text(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }
        }
    };
}

puncts! {
    OpenTerm "<<("
    CloseTerm ")>>"
    Assign ":="
    OpenReified "<<"
    CloseReified ">>"
    OpenAnnotation "{|"
    CloseAnnotation "|}"
    Datatype "^^"
    And "&&"
    Or "||"
    NotEqual "!="
    LessOrEqual "<="
    GreaterOrEqual ">="
    OpenBrace "{"
    CloseBrace "}"
    OpenParen "("
    CloseParen ")"
    OpenBracket "["
    CloseBracket "]"
    Dot "."
    Semicolon ";"
    Comma ","
    Equal "="
    Less "<"
    Greater ">"
    Plus "+"
    Minus "-"
    Star "*"
    Slash "/"
    Bang "!"
    Caret "^"
    Tilde "~"
    Pipe "|"
    Question "?"
}

impl Punct {
    /// The longest punctuation that the text begins with.
    pub(crate) fn at(text: &[u8]) -> Option<Self> {
        Self::ALL.iter().copied().find(|punct| text.starts_with(punct.text().as_bytes()))
    }
}
