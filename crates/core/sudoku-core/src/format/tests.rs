//! What the reader takes, each layout with a text as it is found in the wild.

use super::*;
use crate::Geometry;

pub(super) const ROWS: &str = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n";
const HEX: &str = "....1..D3.957B..\n53..02..7..4D1A.\n4.8B965...1AC..2\n.DF1.8...2.E3.5.\n...3.5...A7....E\n9.5..E.2..3B..1A\n02E.7.1.6.C..3B4\n1FA....82E..6C..\n34...9C.A1.7....\n.A18...4E0FD5.C9\nD........92C46.B\n..92.0DE4B63....\n..C...F....61487\nF0D.4781.C.2.5..\n6B...C..1..8....\n8...53.B0DAF..2.\n";

pub(super) fn line() -> String {
    ROWS.replace('\n', "")
}

fn read_as(
    text: &str,
    alphabet: &str,
    block: Option<(usize, usize)>,
) -> Result<Vec<Puzzle>, String> {
    let options = ReadOptions {
        alphabet: (!alphabet.is_empty()).then(|| alphabet.parse().unwrap()),
        like: block.map(|(height, width)| Grid::blank(Geometry::new(height, width).unwrap())),
    };
    let shown = |error: ReadError| format!("{}: {error}", error.fault.position());
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

pub(super) fn error(text: &str) -> String {
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
    assert_eq!(lines(&format!("Puzzle-01\n{ROWS}Puzzle-02\n{ROWS}")), [line(), line()]);
}

#[test]
fn a_title_may_have_the_symbols_of_the_grid_and_any_length() {
    let letters = format!("{}\n", "ABCDE".repeat(5)).repeat(25);
    let numbers = "25 . 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 1\n".repeat(25);
    let small = "12..\n....\n....\n....\n";
    for grid in [&letters, &numbers, HEX, ROWS, small] {
        for title in ["Grid 01", "Sudoku number 1234", "Sudoku number 12", "puzzle,solutions"] {
            assert_eq!(lines(&format!("{title}\n{grid}")), lines(grid), "{title}\n{grid}");
        }
    }
    assert_eq!(lines(&format!("Facade\n{HEX}")), lines(HEX));
    assert_eq!(lines(&format!("Facade\n{HEX}Bead\n{HEX}")), lines(&HEX.repeat(2)));
    // But a row that lost a cell is not one.
    assert_eq!(error(&format!("{}{HEX}", &HEX[1..17])), "1:16: row 1 has 15 cells, expected 16");
}

#[test]
fn the_names_of_columns_are_no_cells_at_any_length() {
    let puzzle = line();
    for header in [
        "puzzle,solutions",
        "puzzles,solution",
        "id,puzzle,rating",
        "quizzes,solutions",
        "number,puzzle_and_solution",
        &format!("{:a<81}", "puzzle,"),
        &format!("{:a<80},x", "puzzle,"),
        &format!("{:a<256}", "puzzle,"),
    ] {
        let is_first = header.starts_with("puzzle") || header.starts_with("quizzes");
        let row = if is_first { format!("{puzzle},1\n") } else { format!("1,{puzzle}\n") };
        assert_eq!(lines(&format!("{header}\n{row}{row}")), [line(), line()], "{header}");
    }
    // A line with two wrong symbols is a puzzle that is wrong, not a heading.
    let wrong = line().replacen("..", "xy", 1);
    assert_eq!(
        error(&format!("{wrong}\n{}\n", line())),
        "1:3: unexpected character 'x', expected '.' or a digit 1 to 9"
    );
}

#[test]
fn a_solution_is_not_taken_for_the_puzzle() {
    let puzzle = line();
    let solution =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let short = &puzzle[..80];
    for (header, between) in [("puzzle,solution\n", ","), ("", ","), ("", " "), ("", ";")] {
        let text = format!("{header}{puzzle}{between}{solution}\n");
        assert_eq!(lines(&text), [&*puzzle], "{text}");
        let text = format!("{header}{short}{between}{solution}\n");
        assert!(error(&text).contains(":1: found 80 cells"), "{text}");
    }
    for text in [
        format!("solution,puzzle\n{solution},{puzzle}\n"),
        format!("id,puzzle\n1234123412341234,{puzzle}\n"),
        format!("1234123412341234 {puzzle}\n"),
        format!("\"Solution\"\t\"Puzzle\"\n\"{solution}\"\t\"{puzzle}\"\n"),
        format!("name,board\n\"a, b\",{puzzle}\n"),
    ] {
        assert_eq!(lines(&text), [&*puzzle], "{text}");
    }
    let list = format!("solution,puzzle\n{solution},{puzzle}\n{solution},{short}\n{solution}\n");
    assert!(error(&list).starts_with("3:83: found 80 cells"), "{}", error(&list));
}

#[test]
fn no_line_of_a_list_is_lost() {
    let puzzle = line();
    for damaged in
        [puzzle.replace('.', "x"), puzzle.replace('.', "Z"), format!("{}ERROR", &puzzle[..76])]
    {
        let text = format!("{puzzle}\n{damaged}\n{puzzle}\n");
        assert!(error(&text).starts_with("2:"), "{text}");
    }
    let text = format!("{puzzle}\nerror: timeout\n{puzzle}\n");
    let options = ReadOptions::default();
    let read: Vec<_> = puzzles(text.as_bytes(), &options).map(Result::unwrap).collect();
    assert_eq!(read.len(), 2);
    assert_eq!(read[1].notes, ["line 2 is left out: it is not a puzzle"]);
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
        "10:1: unexpected character 'U', expected nothing more or another grid"
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
    // Blocks of blank cells are not numbers.
    assert_eq!(lines("000 000\n456 123\n".repeat(3).as_str()).len(), 1);
}

#[test]
fn a_zero_beside_other_blanks_is_a_blank_only_if_the_last_symbol_is_there() {
    let from_zero = ". 15 3 . 5 6 0 11 . . 7 8 9 10 12 13\n".repeat(16);
    let what = "0 beside '.' is a blank or a number: 1 to 16 and 0 to 15 fit";
    assert_eq!(error(&from_zero), format!("1:14: {what}"));
    assert_eq!(error(&from_zero.replace('.', "_")), format!("1:14: {}", what.replace('.', "_")));
    assert_eq!(
        error(&from_zero.replace(". ", ",").replace(' ', ",")),
        format!("1:12: {}", what.replace("'.'", "an empty cell"))
    );
    let from_one = from_zero.replacen('.', "16", 1);
    let note = "0 at line 1, column 15 is taken for a blank, as is '.'";
    assert_eq!(recognised(&from_one), ("numbers".to_owned(), vec![note.to_owned()]));
    let named = read_as(&from_zero, "numbers", None).unwrap().remove(0);
    assert_eq!(named.notes, [note.replace("15", "14")]);
    assert_eq!(named.grid.givens().next().unwrap().1, 14);

    let nine = ROWS.replacen('.', "0", 1);
    let note = "0 at line 1, column 3 is taken for a blank, as is '.'";
    assert_eq!(recognised(&nine), ("1-9".to_owned(), vec![note.to_owned()]));
    assert_eq!(
        error(&nine.replace('9', ".")),
        "1:3: '0' beside '.' is a blank or a symbol: 1-9 and 0-8 fit"
    );
    for (alphabet, value) in [("1-9", 4), ("0-8", 5)] {
        let puzzle = read_as(&nine.replace('9', "."), alphabet, None).unwrap().remove(0);
        assert_eq!(puzzle.grid.givens().next().unwrap().1, value);
    }
    // One kind of blanks is never in doubt.
    is_example(&ROWS.replace('.', "0"));
}

#[test]
fn the_shape_can_be_named() {
    let six = "123...\n......\n......\n......\n......\n......\n";
    let wide = read_as(six, "", None).unwrap().remove(0).grid.blocks().unwrap();
    let tall = read_as(six, "", Some((3, 2))).unwrap().remove(0).grid.blocks().unwrap();
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
fn a_grid_of_side_1() {
    for text in ["1\n", ".", "[Puzzle]\n1", "0\n"] {
        assert_eq!(read_as(text, "", None).unwrap()[0].grid.shape().rows(), 1);
    }
    assert_eq!(lines("1\n.\n"), ["1", "."]);
}

/// The candidates of the example's cells, nine places a cell: a given alone, a blank cell with 1, 2 and all
/// that is asked for.
fn pencil_marks(blank: &str) -> String {
    let mark = |symbol: char| {
        (b'1'..=b'9').map(|place| if char::from(place) == symbol { symbol } else { '.' }).collect()
    };
    let cell = |symbol| if symbol == '.' { blank.to_owned() } else { mark(symbol) };
    line().chars().map(cell).collect()
}

#[test]
fn nine_symbols_a_cell_are_its_candidates() {
    let all = pencil_marks("123456789");
    assert_eq!(all.len(), 729);
    for text in [all.clone(), all.replace('.', "0"), format!("{all}\n\n")] {
        let puzzle = &read_as(&text, "", None).unwrap()[0];
        assert_eq!(Layout::Line.write(&puzzle.grid, &puzzle.alphabet).trim_end(), line());
        assert!(puzzle.rules.constraints().is_empty());
        assert!(
            puzzle.notes[0].starts_with("729 symbols are the candidates"),
            "{:?}",
            puzzle.notes
        );
    }
    let puzzle = &read_as(&pencil_marks(".2.4....."), "", None).unwrap()[0];
    let said: Vec<String> = puzzle.rules.constraints().iter().map(ToString::to_string).collect();
    assert_eq!(said.len(), 51);
    assert!(said.iter().all(|text| text.contains('2') && text.contains('4')), "{said:?}");
    // Several in a file, and with the blocks named.
    let two = format!("{all}\n{all}\n");
    assert_eq!(read_as(&two, "", None).unwrap().len(), 2);
    let named = &read_as(&all, "", Some((3, 3))).unwrap()[0];
    assert_eq!((named.grid.shape().rows(), named.notes.len()), (9, 0));
}

#[test]
fn a_board_of_27_rows_stays_one() {
    let side =
        |text: &str, block| read_as(text, "", block).map(|puzzles| puzzles[0].grid.shape().rows());
    // Blank; with symbols in their places in all cells but one; with one symbol elsewhere.
    assert_eq!(side(&".".repeat(729), None), Ok(27));
    let most = format!("{}{}", "1........".repeat(80), ".".repeat(9));
    assert_eq!(side(&most, None), Ok(27));
    assert_eq!(side(&format!("{}{}", "1........".repeat(80), "2........"), None), Ok(27));
    // All in their places: the blocks of a board say that it is one.
    let all = pencil_marks("123456789");
    assert_eq!(side(&all, Some((3, 9))), Ok(27));
    // A real board in rows, and in a line.
    let rows: String = (0..27)
        .map(|row| {
            let cell = |col| {
                Alphabet::default_unspaced(27)
                    .symbol(((row % 9 * 3 + row / 9 + col) % 27) as crate::Value)
            };
            (0..27).map(cell).collect::<String>() + "\n"
        })
        .collect();
    assert_eq!(side(&rows, None), Ok(27));
    assert_eq!(side(&rows.replace('\n', ""), None), Ok(27));
    // What is meant for candidates and is none has a place.
    let wrong = all.replacen("..3......", "..4......", 1);
    let at = wrong.find("..4......").unwrap() + 3;
    let expected = format!("1:{at}: unexpected character '4', expected '.' or '3'");
    assert_eq!(side(&wrong, Some((3, 3))), Err(expected));
    assert_eq!(side(&most, Some((3, 3))), Err("1:721: a cell without a candidate".to_owned()));
}
