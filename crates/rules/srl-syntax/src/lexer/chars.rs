//! Which characters a name is made of, productions \[144\] to \[153\].

/// `PN_CHARS_BASE`: letters.
pub(crate) fn is_base(c: char) -> bool {
    matches!(c,
        'A'..='Z' | 'a'..='z' | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}'
        | '\u{370}'..='\u{37D}' | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}'
        | '\u{2070}'..='\u{218F}' | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}'
        | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFD}' | '\u{10000}'..='\u{EFFFF}')
}

/// `VARNAME` after its first character.
pub(crate) fn is_var(c: char) -> bool {
    is_var_start(c) || matches!(c, '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}')
}

/// The first character of `VARNAME` and of a blank node label.
pub(crate) fn is_var_start(c: char) -> bool {
    is_base(c) || c == '_' || c.is_ascii_digit()
}

/// `PN_CHARS`.
pub(crate) fn is_name(c: char) -> bool {
    is_var(c) || c == '-'
}

/// Between `<` and `>`, escapes aside.
pub(crate) fn is_iri(c: char) -> bool {
    c > ' ' && !matches!(c, '<' | '>' | '"' | '{' | '}' | '|' | '^' | '`' | '\\')
}

/// After `\` in the local part of a prefixed name: `PN_LOCAL_ESC`.
pub(crate) fn is_local_escape(c: char) -> bool {
    matches!(
        c,
        '_' | '~'
            | '.'
            | '-'
            | '!'
            | '$'
            | '&'
            | '\''
            | '('
            | ')'
            | '*'
            | '+'
            | ','
            | ';'
            | '='
            | '/'
            | '?'
            | '#'
            | '@'
            | '%'
    )
}
