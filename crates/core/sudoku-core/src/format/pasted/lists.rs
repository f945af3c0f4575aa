//! Lists of a program: JSON, Python, `NumPy`, and quoted strings.

use super::Rewritten;

/// Each innermost list becomes a row of fields, each long string a line; brackets that do not match are no list.
pub(super) fn lists(text: &str) -> Option<Rewritten> {
    let trimmed = text.trim();
    let trimmed = match trimmed.strip_prefix("array(") {
        Some(list) => list.strip_suffix(')')?,
        None => trimmed,
    };
    if !trimmed.starts_with(['[', '(', '"', '\'']) {
        return None;
    }
    let mut lines = String::new();
    let mut row: Vec<&str> = Vec::new();
    let mut open = Vec::new();
    let mut rest = trimmed;
    while let Some(first) = rest.chars().next() {
        match first {
            '[' | ']' | '(' | ')' => {
                end_row(&mut row, &mut lines);
                match first {
                    '[' => open.push(']'),
                    '(' => open.push(')'),
                    close => {
                        open.pop().filter(|expected| *expected == close)?;
                    }
                }
                rest = &rest[1..];
            }
            '"' | '\'' => {
                let (item, after) = rest[1..].split_once(first)?;
                row.push(item);
                rest = after;
            }
            c if c == ',' || c.is_whitespace() => rest = &rest[c.len_utf8()..],
            _ => {
                let is_end = |c: char| {
                    matches!(c, ',' | '[' | ']' | '(' | ')' | '"' | '\'') || c.is_whitespace()
                };
                let (item, after) = rest.split_at(rest.find(is_end).unwrap_or(rest.len()));
                row.push(if matches!(item, "null" | "None") { "" } else { item });
                rest = after;
            }
        }
    }
    if !open.is_empty() {
        return None;
    }
    end_row(&mut row, &mut lines);
    let is_sure = !trimmed.starts_with(['"', '\'']);
    Some(Rewritten { is_sure, ..Rewritten::new("a list", lines) })
}

/// Writes the items of a list: rows or lines of a grid one under the other, cells side by side.
fn end_row(row: &mut Vec<&str>, lines: &mut String) {
    if row.is_empty() {
        return;
    }
    let are_rows = row.iter().any(|item| item.chars().nth(3).is_some());
    *lines += &row.join(if are_rows { "\n" } else { "," });
    lines.push('\n');
    row.clear();
}
