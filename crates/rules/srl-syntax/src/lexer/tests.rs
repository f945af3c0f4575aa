use super::token::Kind::{self, *};
use super::token::Punct::{self, *};
use super::*;
use proptest::prelude::*;

fn kinds(text: &str) -> Vec<Kind> {
    let lexed = lex(text);
    assert_eq!(lexed.diagnostics, [], "{text}");
    let mut kinds: Vec<Kind> = lexed.tokens.iter().map(|token| token.kind).collect();
    assert_eq!(kinds.pop(), Some(End));
    kinds
}

fn p(punct: Punct) -> Kind {
    Kind::Punct(punct)
}

#[test]
fn the_longest_match_wins() {
    assert_eq!(kinds("?x:=1"), [Var, p(Assign), Integer]);
    assert_eq!(
        kinds("SET(?x := :y)"),
        [Word, p(OpenParen), Var, p(Assign), PnameLn, p(CloseParen)]
    );
    assert_eq!(kinds("<<(?a <b> _:c.d )>>"), [p(OpenTerm), Var, IriRef, BlankLabel, p(CloseTerm)]);
    assert_eq!(
        kinds("<< >> < <= <a> >="),
        [p(OpenReified), p(CloseReified), p(Less), p(LessOrEqual), IriRef, p(GreaterOrEqual)]
    );
    assert_eq!(
        kinds("{| |} { } || | ^^ ^ && != !"),
        [
            p(OpenAnnotation),
            p(CloseAnnotation),
            p(OpenBrace),
            p(CloseBrace),
            p(Or),
            p(Pipe),
            p(Datatype),
            p(Caret),
            p(And),
            p(NotEqual),
            p(Bang)
        ]
    );
    assert_eq!(kinds("( \n) [\t] ( 1"), [Nil, Anon, p(OpenParen), Integer]);
    assert_eq!(kinds("( #c\n #d\r ) [#)\n] ( #e\n 1"), [Nil, Anon, p(OpenParen), Integer]);
    assert_eq!(lex("( #c\n) [#d\n] (#e\n 1").comments.len(), 3);
    // Comparing with two IRI characters between is an IRI, as in SPARQL.
    assert_eq!(kinds("?a<?b&&?c>?d"), [Var, IriRef, Var]);
    assert_eq!(kinds("?a < ?b"), [Var, p(Less), Var]);
}

#[test]
fn names_and_numbers_do_not_end_in_a_full_stop() {
    assert_eq!(
        kinds("_:b. ex:a.b. a.b:c. 1. 1.5. true."),
        [
            BlankLabel,
            p(Dot),
            PnameLn,
            p(Dot),
            PnameLn,
            p(Dot),
            Integer,
            p(Dot),
            Decimal,
            p(Dot),
            Word,
            p(Dot)
        ]
    );
    assert_eq!(kinds(":s:p :a\\~b%41 : ex:"), [PnameLn, PnameLn, PnameNs, PnameNs]);
    assert_eq!(
        kinds("1 -1 +1.5 .5 -.5e3 1e10 1.e5 1.0E-3 - + 3-1"),
        [
            Integer,
            Integer,
            Decimal,
            Decimal,
            Double,
            Double,
            Double,
            Double,
            p(Minus),
            p(Plus),
            Integer,
            Integer
        ]
    );
}

#[test]
fn strings_of_four_forms() {
    assert_eq!(kinds(r#" '' "" 'a"b' "\"" """a"b""c""" '''\'''''' "#), [String; 7]);
    let text = "\"\"\"two\nlines\"\"\"@en--ltr";
    assert_eq!(kinds(text), [String, LangDir]);
    assert_eq!(unescape(r"\u00e9\U0001F600\t\\n"), "é😀\t\\n");
    assert_eq!(unescape_local(r"a\~b%41"), "a~b%41");
}

#[test]
fn comments_are_kept_and_not_found_inside_tokens() {
    let lexed = lex("<a#b> 'c#d' # one\n#two");
    let comments: Vec<&str> = lexed
        .comments
        .iter()
        .map(|span| &"<a#b> 'c#d' # one\n#two"[span.start..span.end])
        .collect();
    assert_eq!(comments, ["# one", "#two"]);
    assert_eq!(lexed.tokens.len(), 3);
}

#[test]
fn what_is_no_token_is_said_and_passed_over() {
    for (text, code) in [
        ("\0\0\0 ?x", "unexpected-character"),
        ("& ?x", "unexpected-character"),
        ("\\ ?x", "unexpected-character"),
        ("'abc\n ?x", "unfinished-string"),
        ("?x \"\"\"abc\n", "unfinished-string"),
        ("'a\\q' ?x", "escape"),
        ("'\\uD800' ?x", "escape"),
        ("'\\u+041' ?x", "escape"),
        ("'a'@en--LTR ?x", "direction"),
        ("'a'@ ?x", "unfinished-token"),
        ("_: ?x", "unfinished-token"),
        ("$ ?x", "unfinished-token"),
    ] {
        let lexed = lex(text);
        let codes: Vec<&str> = lexed.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        assert_eq!(codes, [code], "{text}");
        assert!(lexed.tokens.iter().any(|token| token.kind == Var), "{text}");
    }
}

#[test]
fn hostile_text_takes_linear_time() {
    for piece in [
        "a.", "<", "<a", "(", "( ", "[ ", "?", "\\", "'", "\"\"\"", ".", ":a.", "_:a.", "@a-",
        "\0 ", "-", "%",
    ] {
        let text = piece.repeat(300_000);
        let lexed = lex(&text);
        assert!(lexed.diagnostics.len() <= MOST_ERRORS);
        assert!(lexed.tokens.len() <= text.len() + 1);
    }
}

proptest! {
    #[test]
    fn tokens_and_comments_cover_all_but_white_space(text in "[\\PC\\n]{0,60}|[<>?:._a1 '\"(\\[@#{|}^&=!\\\\-]{0,60}") {
        let lexed = lex(&text);
        let mut spans: Vec<Span> = lexed.tokens.iter().map(|token| token.span).chain(lexed.comments).collect();
        spans.sort_by_key(|span| (span.start, span.end));
        let mut at = 0;
        for span in spans {
            let between = text[at..span.start].trim_matches([' ', '\t', '\n', '\r', '\u{FEFF}']);
            prop_assert_eq!(between, "");
            at = span.end;
        }
        prop_assert_eq!(at, text.len());
    }
}
