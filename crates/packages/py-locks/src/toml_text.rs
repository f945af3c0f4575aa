//! Strings and keys of TOML.

use std::fmt::Write;

/// A basic string: `"…"`.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// A key, bare if it may be.
pub(crate) fn key(text: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if !text.is_empty() && text.chars().all(is_bare) { text.to_owned() } else { quoted(text) }
}

/// `["a", "b"]`.
pub(crate) fn list<'s>(texts: impl IntoIterator<Item = &'s str>) -> String {
    let texts: Vec<String> = texts.into_iter().map(quoted).collect();
    format!("[{}]", texts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use toml::Table;

    proptest! {
        #[test]
        fn any_text_is_read_back(name in ".{1,12}", text in any::<String>()) {
            let line = format!("{} = {}\n", key(&name), quoted(&text));
            let document: Table = line.parse().unwrap();
            prop_assert_eq!(document[&name].as_str(), Some(text.as_str()));
        }
    }
}
