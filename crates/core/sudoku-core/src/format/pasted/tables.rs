//! Tables of text, and the lines of other programs.

use super::Rewritten;

/// Cells of a spreadsheet: tabs between them, nothing in a blank one.
pub(super) fn tabs(text: &str) -> Option<Rewritten> {
    let is_cell = |field: &str| field.trim().chars().nth(2).is_none();
    let is_row = |line: &str| line.split('\t').all(is_cell);
    let is_table = text.contains('\t') && text.lines().all(is_row);
    if !is_table || text.trim().is_empty() {
        return None;
    }
    let is_blank = |field: &&str| field.trim().is_empty();
    let has_two = |line: &str| line.split('\t').filter(|field| !is_blank(field)).count() > 1;
    let kind = "cells of a spreadsheet";
    let n_tabs = |line: &str| line.matches('\t').count();
    let rows = || text.lines().filter(|line| line.contains('\t') || !line.trim().is_empty());
    let width = rows().map(n_tabs).max();
    let is_even = rows().all(|row| Some(n_tabs(row)) == width);
    // The place of a row that is too short is found as it stands.
    if !is_even || text.lines().all(has_two) {
        return Some(Rewritten::new(kind, text.replace('\t', ",")).in_place());
    }
    // Rows with a lone digit or none look like no rows of a grid until their blanks are written out.
    let dotted = |line: &str| {
        let fields =
            line.split('\t').map(|field| if is_blank(&field) { "." } else { field.trim() });
        fields.collect::<Vec<_>>().join(",")
    };
    let rows: Vec<String> = rows().map(dotted).collect();
    Some(Rewritten::new(kind, rows.join("\n") + "\n"))
}

/// A table of Markdown. What stands above its rule is a heading, unless the grid would lack a row.
pub(super) fn markdown(text: &str) -> Option<Rewritten> {
    let rows: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let is_row = |row: &&str| row.len() > 1 && row.starts_with('|') && row.ends_with('|');
    // With fewer or wider columns it is the frame around a grid.
    let is_cell = |cell: &str| cell.trim().chars().nth(2).is_none();
    let has_cells = |row: &&str| row.matches('|').count() > 3 && row.split('|').all(is_cell);
    if rows.is_empty() || !rows.iter().all(is_row) || !rows.iter().skip(2).all(has_cells) {
        return None;
    }
    let is_rule =
        |row: &str| row.contains('-') && row.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '));
    let cells = |row: &str| row[1..row.len() - 1].replace('|', ",");
    let width = rows[0].matches('|').count() - 1;
    let mut lines: Vec<String> =
        rows.iter().filter(|row| !is_rule(row)).map(|row| cells(row)).collect();
    if rows.get(1).is_some_and(|row| is_rule(row)) && lines.len() == width + 1 {
        lines.remove(0);
    }
    Some(Rewritten::new("a Markdown table", lines.join("\n") + "\n"))
}

/// Lines of `HoDoKu`'s library, `:technique:candidates:grid:deleted:…`, and `B81` before a grid.
pub(super) fn library_lines(text: &str) -> Option<Rewritten> {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let is_library = |line: &&str| line.starts_with(':') && line.matches(':').count() >= 4;
    let is_b81 = |line: &&str| line.starts_with("B81") && line.len() == 84;
    if lines.is_empty() {
        return None;
    }
    if lines.iter().all(is_b81) {
        let grids: Vec<&str> = lines.iter().map(|line| &line[3..]).collect();
        return Some(Rewritten::new("lines of Sudoku Exchange", grids.join("\n") + "\n"));
    }
    if !lines.iter().all(is_library) {
        return None;
    }
    let mut grids = String::new();
    let mut has_struck = false;
    for line in lines {
        let mut fields = line.split(':').skip(3);
        // A value after + was found, and is not a given.
        grids += &fields.next().unwrap_or_default().replace('+', "");
        grids.push('\n');
        has_struck |= fields.next().is_some_and(|deleted| !deleted.trim().is_empty());
    }
    let struck = "the candidates that the lines name as struck are left out";
    Some(Rewritten {
        remark: has_struck.then_some(struck),
        ..Rewritten::new("lines of HoDoKu's library", grids)
    })
}

/// The candidates of the cells, nine rows of nine, perhaps framed.
pub(super) fn pencil_marks(text: &str) -> Option<Rewritten> {
    let is_ruled = |line: &&str| !line.contains(|c: char| c.is_ascii_digit());
    let is_outside = |c: char| c.is_whitespace() || matches!(c, '|' | '!' | '│' | '║' | '┃');
    let rows: Vec<&str> = text.lines().filter(|line| !is_ruled(line)).take(10).collect();
    let mut marks = String::new();
    let mut n_cells = 0;
    for token in rows.iter().flat_map(|row| row.split(is_outside)).filter(|token| !token.is_empty())
    {
        let digits: Vec<char> = token.chars().collect();
        if !digits.iter().all(|c| matches!(c, '1'..='9'))
            || !digits.is_sorted_by(|one, next| one < next)
        {
            return None;
        }
        marks.extend(('1'..='9').map(|digit| if digits.contains(&digit) { digit } else { '.' }));
        n_cells += 1;
        if n_cells > 81 {
            return None;
        }
    }
    (rows.len() == 9 && n_cells == 81).then(|| Rewritten {
        is_pencil_marks: true,
        ..Rewritten::new("a grid of pencil marks", marks + "\n")
    })
}
