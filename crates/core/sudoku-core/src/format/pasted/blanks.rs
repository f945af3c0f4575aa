//! Blanks that are written as `-`, `x`, `?`, or not at all.

use super::Rewritten;

/// The largest side whose rows are recognised by their length alone.
const MAX_SIDE: usize = 25;

pub(super) fn blanks(text: &str) -> Option<Rewritten> {
    signs(text).or_else(|| spaces(text))
}

/// `-`, `x` or `?` among digits, where no other blank is used; beside one it is a mistake.
fn signs(text: &str) -> Option<Rewritten> {
    let is_sign = |c: char| matches!(c, '-' | 'x' | 'X' | '?');
    let is_plain = |c: char| matches!(c, '1'..='9' | '|' | '+' | ',' | ';') || c.is_whitespace();
    if !text.contains(is_sign) || !text.chars().all(|c| is_plain(c) || is_sign(c)) {
        return None;
    }
    // A line of a frame stays.
    let line = |line: &str| {
        let is_drawn = |c: char| matches!(c, '-' | '+' | '|') || c.is_whitespace();
        let is_frame = line.contains(['+', '|']) && line.chars().all(is_drawn);
        if is_frame { line.to_owned() } else { line.replace(is_sign, ".") }
    };
    let lines: Vec<String> = text.lines().map(line).collect();
    let text = lines.join("\n") + "\n";
    Some(Rewritten::new("a grid with other signs for blanks", text).in_place())
}

/// Rows of n characters with spaces for blanks, n of them, perhaps framed.
fn spaces(text: &str) -> Option<Rewritten> {
    let is_upright = |c: char| matches!(c, '|' | '!' | '│' | '┃' | '║');
    let is_stroke = |c: char| {
        matches!(c, '-' | '=' | '+') || ('\u{2500}'..='\u{257F}').contains(&c) && !is_upright(c)
    };
    let rows: Vec<String> = text
        .lines()
        .filter(|line| !line.contains(is_stroke))
        .map(|line| line.trim_end_matches('\r').replace(is_upright, ""))
        .collect();
    let last = rows.iter().rposition(|row| !row.is_empty())?;
    let rows = &rows[..=last];
    let side = rows.iter().map(|row| row.chars().count()).max()?;
    let is_cell = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '.');
    let is_grid = (4..=MAX_SIDE).contains(&side)
        && rows.len() <= side
        && rows.iter().all(|row| row.chars().all(is_cell))
        && rows.iter().any(|row| row.contains(' '));
    // An editor may cut the blanks at the ends of lines, and the last rows with them.
    is_grid.then(|| {
        let blank = String::new();
        let rows = rows.iter().chain(std::iter::repeat(&blank)).take(side);
        let lines: Vec<String> = rows.map(|row| format!("{row:side$}").replace(' ', ".")).collect();
        let text = lines.join("\n") + "\n";
        Rewritten { is_sure: false, ..Rewritten::new("a grid with spaces for blanks", text) }
    })
}
