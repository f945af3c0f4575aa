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
    let is_drawn = |c: char| matches!(c, '-' | '+' | '|') || c.is_whitespace();
    let is_frame = |line: &str| line.contains(['+', '|']) && line.chars().all(is_drawn);
    let has_signs = text.lines().any(|line| line.contains(is_sign) && !is_frame(line));
    if !has_signs || !text.chars().all(|c| is_plain(c) || is_sign(c)) {
        return None;
    }
    // A line of a frame stays.
    let line =
        |line: &str| if is_frame(line) { line.to_owned() } else { line.replace(is_sign, ".") };
    let lines: Vec<String> = text.lines().map(line).collect();
    let text = lines.join("\n") + "\n";
    Some(Rewritten::new("a grid with other signs for blanks", text).in_place())
}

/// Rows of n characters with spaces for blanks, n of them, perhaps framed; with another blank it is something else.
fn spaces(text: &str) -> Option<Rewritten> {
    let is_upright = |c: char| matches!(c, '|' | '!' | '│' | '┃' | '║');
    let is_stroke = |c: char| {
        matches!(c, '-' | '=' | '+') || ('\u{2500}'..='\u{257F}').contains(&c) && !is_upright(c)
    };
    let mut rows: Vec<String> = text
        .lines()
        .filter(|line| !line.contains(is_stroke))
        .map(|line| line.trim_end_matches('\r').replace(is_upright, ""))
        .collect();
    let side = rows.iter().map(|row| row.chars().count()).max()?;
    while rows.len() > side && rows.pop_if(|row| row.is_empty()).is_some() {}
    let is_cell = |c: char| c.is_ascii_alphanumeric() || c == ' ';
    let is_grid = (4..=MAX_SIDE).contains(&side)
        && rows.len() == side
        && rows.iter().all(|row| row.chars().all(is_cell))
        && rows.iter().any(|row| row.contains(' '));
    // An editor may cut the blanks at the ends of all lines.
    let is_cut = rows.iter().any(|row| row.chars().count() < side);
    if !is_grid || is_cut && rows.iter().any(|row| row.ends_with(' ')) {
        return None;
    }
    let lines: Vec<String> =
        rows.iter().map(|row| format!("{row:side$}").replace(' ', ".")).collect();
    let text = lines.join("\n") + "\n";
    let cut = "rows that are shorter than the others have blanks at their end";
    Some(Rewritten {
        is_sure: false,
        remark: is_cut.then_some(cut),
        ..Rewritten::new("a grid with spaces for blanks", text)
    })
}
