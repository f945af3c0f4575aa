//! What the reader refuses: each error has a place, what was found and what was expected.

use super::tests::{ROWS, error, line};
use super::*;

#[test]
fn an_error_has_a_place_what_was_found_and_what_was_expected() {
    let change = |from: &str, to: &str| error(&ROWS.replacen(from, to, 1));
    for (found, expected) in [
        (error(""), "1:1: empty input, expected a grid"),
        (error(" \r\n\t\n"), "1:1: empty input, expected a grid"),
        (error("# 53..7\n"), "1:1: no cells, expected a grid"),
        (change("8...6...3\n", ""), "8:1: found 8 rows of 9 cells, expected 9 rows"),
        (change("8...6...3", "8...6..3"), "4:9: row 4 has 8 cells, expected 9"),
        (change("8...6...3", "8...6....3"), "4:10: row 4 has 10 cells, expected 9"),
        (change("53..7....", "53..7..."), "1:9: row 1 has 8 cells, expected 9"),
        (change("195", "1x5"), "2:5: unexpected character 'x', expected '.' or a digit 1 to 9"),
        (
            change("195", "1\u{0}5"),
            "2:5: unexpected character '\\u{0}', expected '.' or a digit 1 to 9",
        ),
        (
            change("195", "1\u{1b}5"),
            "2:5: unexpected character '\\u{1b}', expected '.' or a digit 1 to 9",
        ),
        (
            change("195", "1é\u{202e}"),
            "2:5: unexpected character 'é', expected '.' or a digit 1 to 9",
        ),
        (change("195", "1-5"), "2:5: unexpected character '-', expected '.' or a digit 1 to 9"),
        (change("195", "1,5"), "2:5: unexpected character ',', expected '.' or a digit 1 to 9"),
        (error("y\ny\ny\n"), "1:1: unexpected character 'y', expected '.' or the digit 1"),
        (error("hello world\n"), "1:1: unexpected character 'h', expected '.' or a symbol of 1-9A"),
        (
            error(&"1".repeat(80)),
            "1:1: found 80 cells in one line, expected a square number, such as 81 cells",
        ),
        (
            error(&line().replacen("195", "1x5", 1)),
            "1:14: unexpected character 'x', expected '.' or a digit 1 to 9",
        ),
        (
            error(&format!("{},1", line().replacen("195", "1x5", 1))),
            "1:14: unexpected character 'x', expected '.' or a digit 1 to 9",
        ),
    ] {
        assert_eq!(found, expected);
    }
}

#[test]
fn what_follows_a_grid_is_another_one_or_nothing() {
    for (garbage, place) in [
        ("\u{1a}", "10:1: unexpected character '\\u{1a}'"),
        ("\u{0}", "10:1: unexpected character '\\u{0}'"),
        ("Unique solution", "10:1: unexpected character 'U'"),
        ("Unique solution!", "10:1: unexpected character 'U'"),
        ("1 x", "10:3: unexpected character 'x'"),
    ] {
        let expected = format!("{place}, expected nothing more or another grid");
        assert_eq!(error(&format!("{ROWS}{garbage}\n")), expected);
        let expected = expected.replacen("10", "2", 1);
        assert_eq!(error(&format!("{}\n{garbage}\n", line())), expected);
    }
    assert_eq!(error(&format!("{ROWS}1\n")), "10:2: row 1 has 1 cell, expected 9");
    assert_eq!(
        error(&format!("{ROWS}53..7...x\n")),
        "10:9: unexpected character 'x', expected '.' or a digit 1 to 9"
    );
}

#[test]
fn rows_that_no_grid_has() {
    let wide = format!("{}\n", "1 ".repeat(1291)).repeat(3);
    assert_eq!(error(&wide), "1:2581: row 1 has 1291 cells, expected at most 1290");
    let commas = format!("{}\n", ".,".repeat(1290) + ".").repeat(3);
    assert_eq!(error(&commas), "1:2581: row 1 has 1291 cells, expected at most 1290");
    assert_eq!(
        error(&format!("{}\n", ".".repeat(49)).repeat(49)[..]),
        "1:1: rows of 49 cells need numbers with blanks between them"
    );
}

#[test]
fn bytes_that_are_no_text_have_a_place() {
    let mut text = ROWS.as_bytes().to_vec();
    text[13] = 0xFF;
    let error = read(&text, &ReadOptions::default()).unwrap_err();
    assert_eq!((error.fault.line, error.fault.column), (2, 4));
    assert_eq!(error.fault.message, "unexpected byte 0xFF, expected UTF-8 text");
}
