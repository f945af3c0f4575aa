//! Links, HTML and XML.

use super::Rewritten;

/// The first piece of a link that is as long as a grid and has digits and blanks alone.
pub(super) fn link(text: &str) -> Option<Rewritten> {
    let text = text.trim();
    let is_link = ["http://", "https://"].iter().any(|scheme| text.starts_with(scheme));
    if !is_link || text.contains(char::is_whitespace) {
        return None;
    }
    let grid = text.split(['?', '&', '=', '#', '/']).find(|piece| is_grid(piece));
    // A separator alone is a text without cells.
    Some(Rewritten::new("a link", grid.unwrap_or("|").replace('-', ".")))
}

/// Whether a text has a square number of cells, 16 or more.
fn is_grid(text: &str) -> bool {
    let side = text.len().isqrt();
    side >= 4
        && side * side == text.len()
        && text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '_' | '*' | '-'))
}

/// The values of `data="…"` of a file of the `OpenSudoku` app, a line for each.
pub(super) fn opensudoku(text: &str) -> Option<Rewritten> {
    if !text.trim_start().starts_with('<') || !text.contains("<game") {
        return None;
    }
    let mut lines = String::new();
    for tag in text.split("<game").skip(1) {
        let tag = tag.split('>').next().unwrap_or_default();
        lines += attribute(tag, "data").unwrap_or("(a game without data)");
        lines.push('\n');
    }
    Some(Rewritten::new("OpenSudoku's XML", lines))
}

/// The cells of an HTML table as rows of fields.
pub(super) fn table(text: &str) -> Option<Rewritten> {
    let lower = text.to_ascii_lowercase();
    if !lower.trim_start().starts_with('<') || !lower.contains("<td") {
        return None;
    }
    let mut rows = String::new();
    for row in lower.split("<tr").skip(1) {
        let cells: Vec<String> = row.split("<td").skip(1).map(cell).collect();
        if !cells.is_empty() {
            rows += &cells.join(",");
            rows.push('\n');
        }
    }
    Some(Rewritten::new("an HTML table", rows))
}

/// What a cell shows, from after `<td` on: its text, or the value of the field in it.
fn cell(markup: &str) -> String {
    let markup = markup.split("</td").next().unwrap_or_default();
    // A tag that does not end is no cell, and is refused as one.
    let Some((_, markup)) = markup.split_once('>') else { return "<td".to_owned() };
    let mut shown = String::new();
    for (index, piece) in markup.split('<').enumerate() {
        let (tag, text) =
            if index == 0 { ("", piece) } else { piece.split_once('>').unwrap_or((piece, "")) };
        shown += attribute(tag, "value").unwrap_or_default();
        shown += text;
    }
    shown.replace("&nbsp;", " ").trim().replace(char::is_whitespace, "")
}

/// The value of `name="…"` or `name='…'` in a tag.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = tag.split_once(&format!(" {name}="))?;
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    rest[1..].split_once(quote).map(|(value, _)| value)
}
