//! What the reader takes, each layout with a text as it is found in the wild, and what it refuses.

use super::*;

const ROWS: &str = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n";
const HEX: &str = "....1..D3.957B..\n53..02..7..4D1A.\n4.8B965...1AC..2\n.DF1.8...2.E3.5.\n...3.5...A7....E\n9.5..E.2..3B..1A\n02E.7.1.6.C..3B4\n1FA....82E..6C..\n34...9C.A1.7....\n.A18...4E0FD5.C9\nD........92C46.B\n..92.0DE4B63....\n..C...F....61487\nF0D.4781.C.2.5..\n6B...C..1..8....\n8...53.B0DAF..2.\n";

fn line() -> String {
    ROWS.replace('\n', "")
}

fn read_as(
    text: &str,
    alphabet: &str,
    block: Option<(usize, usize)>,
) -> Result<Vec<Puzzle>, String> {
    let options = ReadOptions {
        alphabet: (!alphabet.is_empty()).then(|| alphabet.parse().unwrap()),
        geometry: block.map(|(height, width)| Geometry::new(height, width).unwrap()),
    };
    let shown = |error: ReadError| format!("{}:{}: {error}", error.line, error.column);
    read(text.as_bytes(), &options).map_err(shown)
}

/// The puzzles of a text, as lines.
fn lines(text: &str) -> Vec<String> {
    let puzzles = read_as(text, "", None).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let line = |puzzle: &Puzzle| Layout::Line.write(&puzzle.grid, &puzzle.alphabet);
    puzzles.iter().map(|puzzle| line(puzzle).trim_end().to_owned()).collect()
}

#[track_caller]
fn is_example(text: &str) {
    assert_eq!(lines(text), [line()], "{text}");
}

fn error(text: &str) -> String {
    read_as(text, "", None).expect_err(text)
}

/// Each row of the example, changed.
fn each_row(change: impl Fn(&str) -> String) -> String {
    ROWS.lines().map(change).collect()
}

#[test]
fn plain_rows_in_any_dress() {
    is_example(ROWS);
    is_example(ROWS.trim_end());
    is_example(&ROWS.replace('\n', "\r\n"));
    is_example(&ROWS.replace('\n', " \t\r\n"));
    is_example(&format!("\u{FEFF}{ROWS}"));
    is_example(&format!("\n\n{}\n\n", ROWS.replace('\n', "\n\n")));
    for blank in ["_", "*", "0"] {
        is_example(&ROWS.replace('.', blank));
    }
    is_example(&each_row(|row| format!("\t{}\n", row.replace("", " "))));
    is_example(&each_row(|row| format!("{} {}\t{}\n", &row[..3], &row[3..6], &row[6..])));
    is_example(&each_row(|row| format!("{}|{}!{}\n", &row[..3], &row[3..6], &row[6..])));
}

#[test]
fn comments_sections_and_titles_hold_no_cells() {
    is_example(&format!("#AA. Setter\n#DTest puzzle 12\n#B03-08-2024\n#LHard\n{ROWS}"));
    let state = ROWS.replace('.', "1");
    is_example(&format!("[Author]\n2024\n[Puzzle]\n{ROWS}[State]\n{state}[Metrics]\n17 3\n"));
    is_example(&format!("Grid 01\n{ROWS}"));
    is_example(&format!("No. 12: of 2024-01-02\nhard\n{ROWS}"));
    is_example(&format!("Sudoku 17\n{ROWS}"));
    is_example(&format!("3\n{ROWS}"));
    is_example(&format!("9\n{ROWS}"));
    assert_eq!(lines(&format!("Grid 01\n{ROWS}Grid 02\n{ROWS}")), [line(), line()]);
}

#[test]
fn frames() {
    let rule = "-------|-------|-------\n";
    let spaced = each_row(|row| format!(" {}\n", row.replace("", " ")));
    let bands: Vec<&str> = spaced.split_inclusive('\n').collect();
    let bands: Vec<String> = bands.chunks(3).map(<[_]>::concat).collect();
    for rule in
        [rule, "|||\n", "------+-------+------\n", "===\n", " : - : \n", "├───┼───┤\n", "═══\n"]
    {
        is_example(&format!("{}\n", bands.join(rule)));
    }
    let framed = each_row(|row| format!("|{}|{}|{}|\n", &row[..3], &row[3..6], &row[6..]));
    is_example(&format!("*-----------*\n{framed}*-----------*\n"));
    is_example(&format!("+---+---+---+\n{framed}+---+---+---+\n"));
}

#[test]
fn cells_with_commas() {
    let joined = |row: &str, comma: &str| {
        let cells: Vec<String> = row.chars().map(|c| c.to_string()).collect();
        cells.join(comma)
    };
    is_example(&each_row(|row| joined(row, ",") + "\n"));
    is_example(&each_row(|row| joined(row, ";").replace('.', "") + "\r\n"));
    is_example(&each_row(|row| joined(row, " , ").replace('.', "0") + "\n"));
    is_example(&each_row(|row| format!("\"{}\"\n", joined(row, "\",\"").replace('.', ""))));
    is_example(&joined(&line(), ","));
}

#[test]
fn a_puzzle_a_line() {
    let line = line();
    is_example(&line);
    is_example(&line.replace('.', "0"));
    is_example(&line.replace("", " "));
    let answer = line.replace('.', "1");
    for (before, after) in [
        ("", ",2.2"),
        ("", "\tExplainer 7"),
        ("", " // from https://example.org/a"),
        ("", &format!(",{answer}")),
        ("00000a1b2c3d ", " 1.2"),
        ("17,", ",clues 30"),
        ("puzzle,solution\n", &format!(",{answer}")),
        ("id,puzzle,solution,clues\n1,", &format!(",{answer},30")),
    ] {
        is_example(&format!("{before}{line}{after}"));
    }
    assert_eq!(lines(&format!("{line}\n{}\n", line.replace('5', "."))).len(), 2);
    // As many lines as cells in a row of 81: symbols of one character do not make 81 values.
    assert_eq!(lines(&format!("{line}\n").repeat(81)).len(), 81);
}

#[test]
fn rows_come_before_lines() {
    let row = "1...2...3...4...\n";
    assert_eq!(lines(row), [row.trim_end()]);
    assert_eq!(lines(&row.repeat(3)).len(), 3);
    assert_eq!(lines(&row.repeat(16)).len(), 1);
    assert_eq!(lines(&row.repeat(17)).len(), 17);
    assert_eq!(lines(&"................\n".repeat(16)), [".".repeat(256)]);
    assert_eq!(lines(&HEX.repeat(2)).len(), 2);
    assert_eq!(error(&HEX[17..]), "15:1: found 15 rows of 16 cells, expected 16 rows");
}

#[test]
fn several_grids_follow_each_other() {
    assert_eq!(lines(&format!("{ROWS}\n{ROWS}")), [line(), line()]);
    assert_eq!(lines(&format!("{ROWS}{ROWS}")), [line(), line()]);
    assert_eq!(
        error(&format!("{ROWS}53..7....\n")),
        "10:1: found 1 row of 9 cells after a whole grid, expected none or 9"
    );
    assert_eq!(error(&format!("{ROWS}53..7...\n")), "10:9: row 1 has 8 cells, expected 9");
    assert_eq!(
        error(&format!("{ROWS}Unique solution\n")),
        "10:1: unexpected character 'U', expected '.' or a digit 1 to 9"
    );
    assert_eq!(
        error(&format!("{0}\n{0}.\n", line())),
        "2:1: found 82 cells in one line, expected 81"
    );
}

fn recognised(text: &str) -> (String, Vec<String>) {
    let puzzle = read_as(text, "", None).unwrap().remove(0);
    (puzzle.alphabet.to_string(), puzzle.notes)
}

#[test]
fn the_default_alphabet_wins_where_it_fits() {
    assert_eq!(recognised(HEX), ("0-9A-F".to_owned(), vec![]));
    assert_eq!(recognised(&HEX.replace('0', ".")), ("0-9A-F".to_owned(), vec![]));
    assert_eq!(recognised(&HEX.to_lowercase()).0, "0-9A-F");
    let blank = |side: usize| format!("{}\n", ".".repeat(side)).repeat(side);
    for (side, name) in [(4, "1-4"), (12, "1-9A-C"), (20, "1-9A-K"), (25, "A-Y"), (36, "0-9A-Z")] {
        assert_eq!(recognised(&blank(side)).0, name);
    }
    let zero = read_as(&HEX.replace('0', "."), "0-9A-F", None).unwrap()[0].grid.givens().count();
    assert_eq!(read_as(HEX, "", None).unwrap()[0].grid.givens().count(), zero + 6);
}

#[test]
fn another_alphabet_is_recognised_if_it_alone_fits() {
    let with_g = HEX.replace('0', "G");
    let note = |name: &str, symbol: char, place: &str| {
        (name.to_owned(), vec![format!("alphabet {name} recognised by '{symbol}' at {place}")])
    };
    assert_eq!(recognised(&with_g), note("1-9A-G", 'G', "line 2, column 5"));
    let mut letters = "................\n".repeat(16);
    letters.replace_range(17..20, "A0P");
    assert_eq!(recognised(&letters), note("A-P", 'P', "line 2, column 3"));
    let mut large = format!("{}\n", ".".repeat(25)).repeat(25);
    large.replace_range(26..28, "7P");
    assert_eq!(recognised(&large), note("1-9A-P", '7', "line 2, column 1"));
}

#[test]
fn what_fits_twice_or_never_is_an_error() {
    let both = HEX.replacen('.', "G", 1);
    assert_eq!(error(&both), "1:1: unexpected character 'G', expected '.' or a symbol of 0-9A-F");
    assert_eq!(read_as(&both, "1-9A-G", None).unwrap()[0].alphabet.to_string(), "1-9A-G");
    let letters = format!("ABG.............\n{}", "................\n".repeat(15));
    assert_eq!(error(&letters), "1:3: 'G' is in several alphabets: 1-9A-G and A-P fit");
    let spaced =
        format!("1{}\n{}", " .".repeat(15), ". . . . . . . . . . . . . . . .\n".repeat(15));
    assert_eq!(
        error(&spaced),
        "1:1: digits alone are ambiguous at side 16: 0-9A-F and 1-9A-G and numbers fit"
    );
    for (alphabet, value) in [("0-9A-F", 1), ("1-9A-G", 0), ("numbers", 0)] {
        let puzzles = read_as(&spaced, alphabet, None).unwrap();
        assert_eq!(puzzles[0].grid.givens().next().unwrap().1, value);
    }
    assert_eq!(recognised(&spaced.replace('1', "C")).0, "0-9A-F");
    assert_eq!(recognised(&spaced.replace('1', "16")).0, "numbers");
}

#[test]
fn numbers() {
    let row = "0 16 . 3 _ 12 * 1 0 0 0 00 0 0 0 0\n";
    let puzzle = read_as(&row.repeat(16), "", None).unwrap().remove(0);
    let givens: Vec<u16> = puzzle.grid.givens().take(4).map(|(_, value)| value).collect();
    assert_eq!((puzzle.alphabet, givens), (Alphabet::numbers(), vec![15, 2, 11, 0]));
    let csv = row.replace(' ', ",").replace('.', "");
    assert_eq!(read_as(&csv.repeat(16), "", None).unwrap()[0].grid, puzzle.grid);
    assert_eq!(
        error(&row.repeat(16).replacen("12", "17", 1)),
        "1:12: unexpected number 17, expected '.' or a number 1 to 16"
    );
    // Blocks of blank cells are no numbers.
    assert_eq!(lines("000 000\n456 123\n".repeat(3).as_str()).len(), 1);
}

#[test]
fn the_shape_can_be_named() {
    let six = "123...\n......\n......\n......\n......\n......\n";
    let wide = read_as(six, "", None).unwrap().remove(0).grid.geometry();
    let tall = read_as(six, "", Some((3, 2))).unwrap().remove(0).grid.geometry();
    assert_eq!((wide.block_height(), tall.block_height()), (2, 3));
    let seven = ".......\n".repeat(7);
    assert!(error(&seven).starts_with("1:1: side 7 is prime"));
    assert_eq!(read_as(&seven, "", Some((1, 7))).unwrap().len(), 1);
    assert_eq!(read_as(&".".repeat(49), "", Some((7, 1))).unwrap().len(), 1);
    assert_eq!(
        read_as(ROWS, "", Some((2, 2))).unwrap_err(),
        "1:1: unexpected character '5', expected '.' or a digit 1 to 4"
    );
    assert_eq!(
        read_as(&six.replace(['1', '2', '3'], "."), "", Some((2, 2))).unwrap_err(),
        "1:5: row 1 has 6 cells, expected 4"
    );
    assert_eq!(
        read_as(HEX, "1-9", None).unwrap_err(),
        "1:1: the alphabet 1-9 has 9 symbols, a grid of side 16 needs 16"
    );
    assert_eq!(
        read_as("A...\n....\n....\n...D\n", "A-Y", None).unwrap()[0].alphabet.to_string(),
        "A-D"
    );
}

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
            "2:5: unexpected character '\\0', expected '.' or a digit 1 to 9",
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
            "1:1: found 80 cells in one line, expected a square number as of 81 cells",
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
fn bytes_that_are_no_text_have_a_place() {
    let mut text = ROWS.as_bytes().to_vec();
    text[13] = 0xFF;
    let error = read(&text, &ReadOptions::default()).unwrap_err();
    assert_eq!((error.line, error.column), (2, 4));
    assert_eq!(error.message, "unexpected byte 0xFF, expected UTF-8 text");
}

#[test]
fn a_grid_of_side_1() {
    for text in ["1\n", ".", "[Puzzle]\n1", "0\n"] {
        assert_eq!(read_as(text, "", None).unwrap()[0].grid.geometry().side(), 1);
    }
    assert_eq!(lines("1\n.\n"), ["1", "."]);
}

#[test]
fn json() {
    let is = |text: &str| lines(text) == ["12..34.........."];
    assert!(is("{\"rows\":[[1,2,null,null],[\"3\",4,null,\"\"],[0,0,0,0],[null,null,null,null]]}"));
    for (text, expected) in [
        ("{\"rows\":[[1,2],[3]]}", "1:19: row 2 has 1 cells, expected 2"),
        ("{\"rows\":[[1]", "1:13: unexpected end, expected ','"),
        ("{\"size\":9}", "1:2: unexpected key, expected side, block, alphabet or rows"),
        ("{}", "1:3: no rows in the object"),
        ("{\"rows\":[]}", "1:12: found 0 rows of 0 cells, expected 0 rows"),
        ("{\"side\":4,\n \"rows\":[[5]]}", "2:13: row 1 has 1 cells, expected 4"),
        ("{\"rows\":[[7]]}", "1:11: unexpected character '7', expected '.' or the digit 1"),
        ("{\"rows\":[[true]]}", "1:11: unexpected character 't', expected a string"),
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
