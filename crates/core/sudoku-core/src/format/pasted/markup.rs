//! Links, HTML and XML.

use super::Rewritten;

/// The piece of a link that is as long as a grid and has digits and blanks alone; two of them are none, unless one is
/// called by a name for the solution.
pub(super) fn link(text: &str) -> Option<Rewritten> {
    let text = text.trim();
    let is_link = ["http://", "https://"].iter().any(|scheme| text.starts_with(scheme));
    if !is_link || text.contains(char::is_whitespace) {
        return None;
    }
    let mut grids = text.split(['?', '&', '#', '/']).filter_map(|piece| {
        let (name, value) = piece.split_once('=').unwrap_or(("", piece));
        (is_grid(value) && !name.to_ascii_lowercase().starts_with("sol")).then_some(value)
    });
    let grid = match (grids.next(), grids.next()) {
        (Some(grid), None) => grid.replace('-', "."),
        // A separator alone is a text without cells.
        (None, _) => "|".to_owned(),
        (Some(_), Some(_)) => "(two grids)".to_owned(),
    };
    Some(Rewritten::new("a link", grid))
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
        lines += attribute(&format!("game{tag}"), "data").unwrap_or("(a game without data)");
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
    // Cells that all look empty have their digits where nobody sees them: in a style, in a script.
    let has_value = rows.contains(|c: char| c.is_alphanumeric());
    Some(Rewritten::new("an HTML table", if has_value { rows } else { "|".to_owned() }))
}

/// What a cell shows, from after `<td` on: its text, or the value of the field in it. What cannot be told, such as a
/// picture, stays as it is written, and is refused as a cell.
fn cell(markup: &str) -> String {
    let markup = markup.split("</td").next().unwrap_or_default();
    // A tag that does not end is no cell.
    let Some((_, markup)) = markup.split_once('>') else { return "<td".to_owned() };
    let mut pieces = markup.split('<');
    let mut shown = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let Some((tag, text)) = piece.split_once('>') else { return "<".to_owned() + piece };
        match content(tag) {
            Some(content) => shown += content,
            None => shown.extend(["<", tag, ">"]),
        }
        shown += text;
    }
    shown.replace("&nbsp;", " ").trim().replace(char::is_whitespace, "")
}

/// What a tag adds to the text around it; `None` for one that may show more than its text.
fn content(tag: &str) -> Option<&str> {
    /// Tags that change no more than the look of their text.
    const LOOKS: [&str; 12] =
        ["b", "big", "br", "div", "em", "font", "i", "label", "p", "small", "span", "strong"];
    let name = tag.split(|c: char| c.is_whitespace() || c == '/').find(|name| !name.is_empty())?;
    if LOOKS.contains(&name) {
        return Some("");
    }
    if name != "input" {
        return tag.starts_with('/').then_some("");
    }
    match attribute(tag, "type").unwrap_or("text") {
        "text" | "number" | "tel" | "" => Some(attribute(tag, "value").unwrap_or_default()),
        "hidden" => Some(""),
        _ => None,
    }
}

/// The value of an attribute of a tag: `name="…"`, `name = '…'` or `name=…`.
///
/// Source: the attributes of the [HTML standard](https://html.spec.whatwg.org/multipage/syntax.html#attributes-2).
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let is_space = |c: char| c.is_ascii_whitespace();
    let mut rest = tag.trim_start_matches('/').trim_start_matches(|c: char| !is_space(c));
    loop {
        rest = rest.trim_start_matches(|c: char| is_space(c) || c == '/');
        if rest.is_empty() {
            return None;
        }
        let end = rest.find(|c: char| is_space(c) || matches!(c, '=' | '/')).unwrap_or(rest.len());
        let (found, after) = rest.split_at(end.max(1));
        rest = after;
        let mut value = "";
        if let Some(given) = after.trim_start_matches(is_space).strip_prefix('=') {
            let given = given.trim_start_matches(is_space);
            (value, rest) = match given.chars().next().filter(|c| matches!(c, '"' | '\'')) {
                Some(quote) => given[1..].split_once(quote)?,
                None => given.split_at(given.find(is_space).unwrap_or(given.len())),
            };
        }
        if found == name {
            return Some(value);
        }
    }
}
