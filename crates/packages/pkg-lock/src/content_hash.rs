//! The hash by which Poetry knows whether a lock is of today's `pyproject.toml`.
//!
//! It is the SHA-256 of the parts that matter, as Python's `json.dumps(…, sort_keys=True)` writes
//! them: `", "` and `": "` between the parts, everything outside ASCII as `\uXXXX` in UTF-16 units.
//!
//! ```text
//! {"project": {requires-python, dependencies, optional-dependencies},
//!  "dependency-groups": …, "tool": {"poetry": {dependencies, source, extras, dev-dependencies, group}}}
//! ```
//!
//! Only keys that are there count. Without `[project]` and groups, Poetry's own keys stand at the top, and
//! the first four of them are `null` where they are absent.

use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write;
use toml_edit::{Item, Value};

const PROJECT_KEYS: [&str; 3] = ["requires-python", "dependencies", "optional-dependencies"];
const LEGACY_KEYS: [&str; 4] = ["dependencies", "source", "extras", "dev-dependencies"];

/// The content hash of a `pyproject.toml`, 64 hexadecimal digits.
///
/// # Errors
/// A part that counts holds a date or a number that JSON does not have.
pub(crate) fn content_hash(root: &Item) -> Result<String, String> {
    let text = relevant(root)?;
    let mut hash = String::with_capacity(64);
    for byte in Sha256::digest(text.as_bytes()) {
        let _ = write!(hash, "{byte:02x}");
    }
    Ok(hash)
}

fn relevant(root: &Item) -> Result<String, String> {
    let get = |item: Option<&Item>, key: &str| item.and_then(|item| item.get(key)).map(json);
    let select = |table: Option<&Item>, keys: &[&str]| {
        let found = keys.iter().filter_map(|&key| Some((key.to_owned(), get(table, key)?)));
        found.map(|(key, text)| Ok((key, text?))).collect::<Result<BTreeMap<_, _>, String>>()
    };
    let project = select(root.get("project"), &PROJECT_KEYS)?;
    let groups = root
        .get("dependency-groups")
        .filter(|item| item.as_table_like().is_some_and(|table| !table.is_empty()));
    let poetry_table = root.get("tool").and_then(|tool| tool.get("poetry"));
    let mut poetry = select(poetry_table, &LEGACY_KEYS)?;
    poetry.extend(select(poetry_table, &["group"])?);
    if project.is_empty() && groups.is_none() {
        for key in LEGACY_KEYS {
            poetry.entry(key.to_owned()).or_insert_with(|| "null".to_owned());
        }
        return Ok(object(&poetry));
    }
    let mut all = BTreeMap::new();
    if !project.is_empty() {
        all.insert("project".to_owned(), object(&project));
    }
    if let Some(groups) = groups {
        all.insert("dependency-groups".to_owned(), json(groups)?);
    }
    let tool = BTreeMap::from([("poetry".to_owned(), object(&poetry))]);
    all.insert("tool".to_owned(), object(&tool));
    Ok(object(&all))
}

fn object(members: &BTreeMap<String, String>) -> String {
    let members: Vec<String> =
        members.iter().map(|(key, text)| format!("{}: {text}", string(key))).collect();
    format!("{{{}}}", members.join(", "))
}

/// TOML's own parser bounds the depth.
fn json(item: &Item) -> Result<String, String> {
    if let Some(table) = item.as_table_like() {
        let members = table.iter().map(|(key, item)| Ok((key.to_owned(), json(item)?)));
        return Ok(object(&members.collect::<Result<_, String>>()?));
    }
    if let Some(tables) = item.as_array_of_tables() {
        let texts = tables.iter().map(|table| json(&Item::Table(table.clone())));
        return Ok(format!("[{}]", texts.collect::<Result<Vec<_>, _>>()?.join(", ")));
    }
    item.as_value().map_or_else(|| Ok("null".to_owned()), value)
}

fn value(item: &Value) -> Result<String, String> {
    match item {
        Value::String(text) => Ok(string(text.value())),
        Value::Integer(number) => Ok(number.value().to_string()),
        Value::Boolean(truth) => Ok(truth.value().to_string()),
        // Python and Rust write the shortest decimal that reads back as the same number.
        Value::Float(number) if number.value().is_finite() => Ok(format!("{:?}", number.value())),
        Value::Float(_) => Err("a number that JSON does not have".to_owned()),
        Value::Datetime(_) => Err("a date where Poetry allows none".to_owned()),
        Value::Array(array) => {
            let texts = array.iter().map(value).collect::<Result<Vec<_>, _>>()?;
            Ok(format!("[{}]", texts.join(", ")))
        }
        Value::InlineTable(table) => json(&Item::Value(Value::InlineTable(table.clone()))),
    }
}

fn string(text: &str) -> String {
    let mut json = String::with_capacity(text.len() + 2);
    json.push('"');
    for c in text.chars() {
        match c {
            '"' => json.push_str("\\\""),
            '\\' => json.push_str("\\\\"),
            '\n' => json.push_str("\\n"),
            '\r' => json.push_str("\\r"),
            '\t' => json.push_str("\\t"),
            '\u{8}' => json.push_str("\\b"),
            '\u{c}' => json.push_str("\\f"),
            ' '..='\u{7f}' => json.push(c),
            _ => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = write!(json, "\\u{unit:04x}");
                }
            }
        }
    }
    json.push('"');
    json
}

#[cfg(test)]
mod tests {
    use super::*;
    use toml_edit::Document;

    fn text(toml: &str) -> String {
        relevant(Document::parse(toml).unwrap().as_item()).unwrap()
    }

    #[test]
    fn the_parts_that_count_as_python_writes_them() {
        assert_eq!(
            text(
                "[project]\nname = 'x'\nrequires-python = '>=3.8'\ndependencies = ['a', 'b>=1']\n"
            ),
            r#"{"project": {"dependencies": ["a", "b>=1"], "requires-python": ">=3.8"}, "tool": {"poetry": {}}}"#
        );
        assert_eq!(
            text("[tool.poetry.dependencies]\npython = '^3.6'\na = {version='1', optional=true}\n"),
            "{\"dependencies\": {\"a\": {\"optional\": true, \"version\": \"1\"}, \"python\": \"^3.6\"}, \
             \"dev-dependencies\": null, \"extras\": null, \"source\": null}"
        );
        assert_eq!(
            text("[dependency-groups]\ng = ['é😀\\\"', 1.5, 1]\n".replace('\'', "\"").as_str()),
            r#"{"dependency-groups": {"g": ["\u00e9\ud83d\ude00\"", 1.5, 1]}, "tool": {"poetry": {}}}"#
        );
    }
}
