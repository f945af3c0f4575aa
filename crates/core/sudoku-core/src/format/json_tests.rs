//! What is read as JSON, and what is refused.

use super::*;

/// The puzzles of a text, as lines, or the error with its place.
fn read_lines(text: &str) -> Result<Vec<String>, String> {
    let puzzles = read(text.as_bytes(), &ReadOptions::default());
    let puzzles = puzzles.map_err(|error| format!("{}: {error}", error.fault.position()))?;
    let line = |puzzle: &Puzzle| Layout::Line.write(&puzzle.grid, &puzzle.alphabet);
    Ok(puzzles.iter().map(|puzzle| line(puzzle).trim_end().to_owned()).collect())
}

fn lines(text: &str) -> Vec<String> {
    read_lines(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn error(text: &str) -> String {
    read_lines(text).expect_err(text)
}

#[test]
fn an_object_is_a_grid() {
    let is = |text: &str| lines(text) == ["12..34.........."];
    assert!(is("{\"rows\":[[1,2,null,null],[\"3\",4,null,\"\"],[0,0,0,0],[null,null,null,null]]}"));
    for (text, expected) in [
        ("{\"rows\":[[1]],\n \"rows\":[[1]]}", "2:2: a second \"rows\", expected each key once"),
        ("{\"side\":4,\"side\":9}", "1:11: a second \"side\", expected each key once"),
        (
            "{\"rows\":[[01]]}",
            "1:11: unexpected number 01, expected a number without leading zeros",
        ),
        ("{\"rows\":[[1.5]]}", "1:12: unexpected character '.', expected ',' or ']'"),
        (
            "{\"rows\":[[-1]]}",
            "1:11: unexpected character '-', expected a string, a number or null",
        ),
        ("{\"rows\":[[]]}", "1:12: row 1 has 0 cells, expected 1"),
        ("{\"side\":1,\"rows\":[]}", "1:21: found 0 rows of 1 cells, expected 1 rows"),
        (
            "{\"rows\":[[0,null],[1,1]],\"block\":[1,2]}",
            "1:11: '0' beside an empty cell is a blank or a symbol: 1-2 and 0-1 fit",
        ),
        ("{\"rows\":[[1,2],[3]]}", "1:19: row 2 has 1 cells, expected 2"),
        ("{\"rows\":[[1]", "1:13: unexpected end, expected ',' or ']'"),
        ("{\"wide\":9}", "1:2: unexpected key, expected side, block, alphabet or rows"),
        ("{}", "1:3: no rows in the object"),
        ("{\"rows\":[]}", "1:12: found no rows, expected a grid"),
        ("{\"side\":4,\n \"rows\":[[5]]}", "2:13: row 1 has 1 cells, expected 4"),
        ("{\"rows\":[[7]]}", "1:11: unexpected character '7', expected '.' or the digit 1"),
        (
            "{\"rows\":[[true]]}",
            "1:11: unexpected character 't', expected a string, a number or null",
        ),
        ("{\"block\":[0,9],\"rows\":[[1]]}", "1:10: a block needs at least one row and one column"),
        (
            "{\"block\":[2,2],\"rows\":[[1]]}",
            "1:29: found a grid of side 1, expected 4×4 with 2×2 blocks",
        ),
        (
            "{\"alphabet\":\"9-1\",\"rows\":[[1]]}",
            "1:14: unknown alphabet '9-1', expected 'numbers' or ranges of symbols such as 1-9, 0-9A-F, 1-9A-G, A-P",
        ),
        ("{\"rows\":[[1]]} x", "1:16: unexpected character 'x', expected the end after the object"),
        ("{\"rows\":[[\"a\\n\"]]}", "1:12: a string without an end or with an escape"),
    ] {
        assert_eq!(error(text), expected);
    }
}

#[test]
fn an_answer_has_several_grids_or_none() {
    let grid = |symbol: u8| format!("{{\"side\": 1,\n\"rows\": [[\"{symbol}\"]]}}");
    let said = "\"count\":2,\"limit_hit\":false,\"solutions\":\"multiple\"";
    let differences = "\"differences\":[{\"row\":1,\"symbols\":[\"1\",\"0\"]},null],";
    let grids = format!("\"grids\":[{},{}]", grid(1), grid(0));
    for text in [
        format!("{{{grids},{differences}{said}}}\n"),
        format!("{{{said},{grids}}}"),
        format!("# two\n\n {{ {grids} }}"),
    ] {
        assert_eq!(lines(&text), ["1", "."], "{text}");
    }
    for text in ["null", " null\n", "{\"grids\":[],\"solutions\":\"none\"}"] {
        assert_eq!(lines(text), [""; 0], "{text}");
    }
    for (text, expected) in [
        (format!("{{{said}}}"), "1:2: unexpected key, expected side, block, alphabet or rows"),
        (
            format!("{{{grids},\"side\":1}}"),
            "3:19: unexpected key, expected side, block, alphabet or rows",
        ),
        (
            format!("{{\"grids\":[{{{grids}}}]}}"),
            "1:12: unexpected key, expected side, block, alphabet or rows",
        ),
        (
            format!("{{\n{}}}", grids.replace("\"0\"", "\"7\"")),
            "4:12: unexpected character '7', expected '.' or the digit 1",
        ),
        (
            format!("{{{grids},\"solutions\":x}}"),
            "3:31: unexpected character 'x', expected a value",
        ),
        (
            format!("{{{grids}}} {{"),
            "3:20: unexpected character '{', expected the end after the object",
        ),
        (format!("{{\"count\":{}", "[".repeat(99)), "1:18: values are nested too deep"),
        ("nullx".to_owned(), "1:1: unexpected character 'n', expected '.' or a digit 1 to 5"),
    ] {
        assert_eq!(error(&text), expected, "{text}");
    }
}

#[test]
fn comments_may_come_first() {
    assert_eq!(lines("\u{FEFF}# a grid\r\n\n{\"rows\":[[1]]}"), ["1"]);
    assert_eq!(error("# a grid\n{\"rows\":[[1,\n2]]}"), "3:3: row 1 has 2 cells, expected 1");
}

#[test]
fn no_more_is_kept_than_a_grid_can_have() {
    let rows = format!("{{\"rows\":[{}[1]]}}", "[1],".repeat(1290));
    assert_eq!(error(&rows), "1:5170: more than 1290 rows, too many for any grid");
    let row = format!("{{\"rows\":[[{}1]]}}", "1,".repeat(1290));
    assert_eq!(error(&row), "1:2591: more than 1290 cells in a row, too many for any grid");
}
