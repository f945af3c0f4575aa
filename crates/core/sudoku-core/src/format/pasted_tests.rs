//! A table of pastes: what each is read as, and that the grid is the one that was written.

use super::{Layout, ReadOptions, puzzles};
use crate::Puzzle;

const NINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const FOUR: &str = "1..4..2..3..4..1";

fn read(text: &[u8]) -> Result<Vec<Puzzle>, String> {
    puzzles(text, &ReadOptions::default())
        .collect::<Result<_, _>>()
        .map_err(|error| error.fault.to_string() + " at " + &error.fault.position().to_string())
}

/// The rows of a grid in a line, each cell a text; blanks are `blank`.
fn rows(line: &str, blank: &str) -> Vec<Vec<String>> {
    let side = line.len().isqrt();
    let cell = |c: char| if c == '.' { blank.to_owned() } else { c.to_string() };
    let cells: Vec<String> = line.chars().map(cell).collect();
    cells.chunks(side).map(<[String]>::to_vec).collect()
}

fn table(line: &str, blank: &str, before: &str, between: &str, after: &str) -> String {
    let row = |row: Vec<String>| format!("{before}{}{after}\n", row.join(between));
    rows(line, blank).into_iter().map(row).collect()
}

/// Tables of HTML.
fn html_pastes(line: &str) -> Vec<(&'static str, String, &'static str)> {
    const HTML: &str = "an HTML table";
    let html = table(line, "", "<tr><td>", "</td><td>", "</td></tr>");
    let field = ("<td class=c><input value=\"", "\"></td>");
    let between = [field.1, field.0].concat();
    let inputs =
        table(line, "", &format!("<TR>\n{}", field.0), &between, &format!("{}</TR>", field.1));
    let bare = inputs.replace('"', "").replace("value=>", ">");
    let hidden = html.replace("<td>", "<td><input type=\"hidden\" value=\"7\">");
    vec![
        ("HTML", format!("<table>\n{html}</table>\n"), HTML),
        ("HTML with fields", format!("<TABLE border=1>{inputs}</TABLE>"), HTML),
        ("HTML with fields without quotes", format!("<TABLE border=1>{bare}</TABLE>"), HTML),
        ("HTML with hidden fields", format!("<table>{hidden}</table>"), HTML),
        (
            "HTML with tags of looks",
            format!("<table>{}</table>", html.replace("<td>", "<td><b class='x'>")),
            HTML,
        ),
        (
            "HTML with spaces that do not break",
            format!("<table>{}</table>", html.replace("<td></td>", "<td>&nbsp;</td>")),
            HTML,
        ),
    ]
}

/// Each paste of a grid: its name, its text, and as what it is read; `""` for a layout as it stands.
fn pastes(line: &str) -> Vec<(&'static str, String, &'static str)> {
    const TABS: &str = "cells of a spreadsheet";
    const MARKDOWN: &str = "a Markdown table";
    const LIST: &str = "a list";
    const SIGNS: &str = "a grid with other signs for blanks";
    const SPACES: &str = "a grid with spaces for blanks";
    const LINK: &str = "a link";
    const DIGITS: &str = "digits of another script";
    let side = line.len().isqrt();
    let zeros = line.replace('.', "0");
    let heading = format!("|{}\n|{}\n", "   |".repeat(side), "---|".repeat(side));
    let letters: Vec<String> = ('A'..='Z').take(side).map(String::from).collect();
    let letters = format!("| {} |\n{}|\n", letters.join(" | "), "|:-:".repeat(side));
    let markdown = table(line, " ", "| ", " | ", " |");
    let list = |blank: &str, open: &str, close: &str| {
        let rows: Vec<String> =
            rows(line, blank).iter().map(|row| open.to_owned() + &row.join(", ") + close).collect();
        format!("{open}{}{close}\n", rows.join(", "))
    };
    let strings: Vec<String> =
        rows(line, ".").iter().map(|row| format!("\"{}\"", row.concat())).collect();
    let script = |zero: char| -> String {
        let digit = |c: char| c.to_digit(10).and_then(|d| char::from_u32(u32::from(zero) + d));
        line.chars().map(|c| digit(c).unwrap_or(c)).collect()
    };
    let spaced = table(line, " ", "", "", "");
    let drawn = table(line, " ", "|", "", "|");
    vec![
        ("a line", line.to_owned() + "\n", ""),
        ("a line of zeros", zeros.clone() + "\n", ""),
        ("rows", table(line, ".", "", "", ""), ""),
        ("rows, CRLF", table(line, ".", "", "", "\r"), ""),
        ("stars", line.replace('.', "*") + "\n", ""),
        ("underscores", line.replace('.', "_") + "\n", ""),
        ("CSV with empty cells", table(line, "", "", ",", ""), ""),
        ("semicolons", table(line, "", "", ";", ""), ""),
        ("a mark before the first byte", format!("\u{feff}{line}\n"), ""),
        ("spreadsheet", table(line, "", "", "\t", ""), TABS),
        ("spreadsheet, CRLF", table(line, "", "", "\t", "\r"), TABS),
        ("Markdown without a heading", markdown.clone(), MARKDOWN),
        ("Markdown with an empty heading", heading + &markdown, MARKDOWN),
        ("Markdown with letters above", letters + &markdown, MARKDOWN),
        ("Markdown without blanks around", table(line, "", "|", "|", "|"), MARKDOWN),
        ("JSON with zeros", list("0", "[", "]"), LIST),
        ("JSON with null", list("null", "[", "]"), LIST),
        ("JSON with empty strings", list("\"\"", "[", "]"), LIST),
        ("JSON of rows", format!("[{}]\n", strings.join(", ")), LIST),
        ("JSON of rows, one a line", format!("[\n{}\n]\n", strings.join(",\n")), LIST),
        ("a Python tuple with None", list("None", "(", ")"), LIST),
        ("a NumPy array", format!("array([{}])", table(line, "0", "[", " ", "]")), LIST),
        ("dashes", line.replace('.', "-") + "\n", SIGNS),
        ("crosses", line.replace('.', "x") + "\n", SIGNS),
        ("question marks", table(line, "?", "", "", ""), SIGNS),
        ("question marks in a frame", table(line, "?", "|", "", "|"), SIGNS),
        ("capital crosses in a frame", table(line, "X", "|", "", "|"), SIGNS),
        ("spaces", spaced.clone(), SPACES),
        (
            "spaces, cut at the ends of lines",
            spaced.lines().map(|l| l.trim_end().to_owned() + "\n").collect(),
            SPACES,
        ),
        ("spaces in a frame", drawn.clone(), SPACES),
        ("spaces in a drawn frame", format!("+---+\n{drawn}+---+\n"), SPACES),
        (
            "a link with the solution",
            format!("https://example.org/?solution={}&bd={zeros}", "1".repeat(line.len())),
            LINK,
        ),
        ("a link", format!("https://example.org/play?bd={zeros}&x=1"), LINK),
        ("a link with a part behind #", format!("https://example.org/play#{line}"), LINK),
        ("a link with a path", format!("http://example.org/{line}/"), LINK),
        ("full-width digits", script('０') + "\n", DIGITS),
        ("Arabic digits", script('٠') + "\n", DIGITS),
        ("Persian digits", script('۰') + "\n", DIGITS),
        ("Devanagari digits", script('०') + "\n", DIGITS),
        ("a quoted string", format!("\"{line}\"\n"), LIST),
        ("HoDoKu's library", format!(":0000:x:{line}:::\n"), "lines of HoDoKu's library"),
        (
            "OpenSudoku",
            format!(
                "<?xml version=\"1.0\"?>\n<opensudoku>\n<game data=\"{zeros}\" />\n</opensudoku>\n"
            ),
            "OpenSudoku's XML",
        ),
    ]
}

#[test]
fn pastes_are_read_as_the_grid_that_they_are() {
    for line in [NINE, FOUR] {
        let expected: Vec<_> = read(line.as_bytes()).unwrap();
        for (name, text, kind) in pastes(line).into_iter().chain(html_pastes(line)) {
            let read =
                read(text.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
            assert_eq!(read.len(), 1, "{name}\n{text}");
            assert_eq!(read[0].grid, expected[0].grid, "{name}\n{text}");
            let note = format!("read as {kind}");
            assert_eq!(
                read[0].notes.contains(&note),
                !kind.is_empty(),
                "{name}: {:?}",
                read[0].notes
            );
        }
    }
}

#[test]
fn utf16_is_read_with_and_without_a_mark() {
    let grid = &read(NINE.as_bytes()).unwrap()[0].grid;
    for text in
        [format!("\u{feff}{NINE}\n"), format!("{NINE}\n"), format!("\u{feff}:0000:x:{NINE}:::\n")]
    {
        for to_bytes in [u16::to_le_bytes, u16::to_be_bytes] {
            let bytes: Vec<u8> = text.encode_utf16().flat_map(to_bytes).collect();
            assert_eq!(&read(&bytes).unwrap()[0].grid, grid, "{text}");
        }
    }
}

#[test]
fn several_puzzles_may_be_pasted() {
    let games = format!("<opensudoku><game data=\"{NINE}\"/><game data='{NINE}'/></opensudoku>");
    let lines = format!("B81{NINE}\nB81{NINE}\n");
    let found = format!(":0904:1:+5{}:711 812::\n:0000:x:{NINE}:::\n", &NINE[1..]);
    let list = format!("[\"{NINE}\", \"{NINE}\"]");
    for text in [&games, &lines, &found, &list] {
        assert_eq!(read(text.as_bytes()).map(|read| read.len()), Ok(2), "{text}");
    }
    let notes = &read(found.as_bytes()).unwrap()[0].notes;
    assert!(notes.iter().any(|note| note.contains("struck are left out")), "{notes:?}");
}

#[test]
fn what_is_pasted_is_bounded() {
    let lines = format!("B81{NINE}\n").repeat(1001);
    let error = read(lines.as_bytes()).unwrap_err();
    assert!(error.contains("more than 1000 puzzles, expected a puzzle a line"), "{error}");
    assert_eq!(read(&lines.as_bytes()[..85 * 1000]).map(|read| read.len()), Ok(1000));
    for text in ["[", "|\t", "<td>", "(1, "] {
        assert!(read(text.repeat(1 << 20).as_bytes()).is_err(), "{text}");
    }
}

#[test]
fn a_grid_of_pencil_marks_has_candidates() {
    let mut text = ".----.\n".to_owned();
    for row in 0..9 {
        let token = |col: usize| if (row, col) == (0, 0) { "5" } else { "123456789" };
        let tokens: Vec<&str> = (0..9).map(token).collect();
        let triples = [tokens[..3].join(" "), tokens[3..6].join("  "), tokens[6..].join(" ")];
        text += &["| ", &triples.join(" | "), " |\n"].concat();
    }
    text += "'----'\n";
    let read = read(text.as_bytes()).unwrap();
    assert_eq!(read[0].grid.cells().iter().flatten().count(), 1);
    assert_eq!(read[0].notes, ["read as a grid of pencil marks"]);
}

#[test]
fn nothing_is_made_up() {
    let rows = table(NINE, ".", "", "", "");
    let numbered: Vec<String> =
        rows.lines().zip(1..).map(|(row, n)| format!("{n}. {row}")).collect();
    let numbered = numbered.join("\n");
    let spaced = table(NINE, " ", "", "", "");
    let cut: String = rows.lines().take(8).map(|row| row.to_owned() + "\n").collect();
    let html = |cell: &str| {
        let cells = table(NINE, "", "<tr><td>", "</td><td>", "</td></tr>");
        format!("<table>{}</table>", cells.replace("<td></td>", &format!("<td>{cell}</td>")))
    };
    for text in [
        "555 1234\n",
        "53  7    \n",
        // A file that was cut, and a blank at the end of one of its lines.
        &cut.replacen('\n', " \n", 1),
        &spaced.lines().take(8).map(|row| row.to_owned() + "\n").collect::<String>(),
        // A blank too many, and rows some of which lost the blanks at their end.
        &spaced.replacen('5', "5 ", 1),
        &format!("{}\n{}", spaced.lines().next().unwrap().trim_end(), &spaced[10..]),
        &table(NINE, "", "", " | ", ""),
        &numbered,
        &html("<img alt='5'>"),
        &html("<input type=checkbox value=1>"),
        &html("<![CDATA[5]]>"),
        "<table><tr><td data=5></td></tr></table>",
        &format!("https://example.org/?bd={NINE}&s={}", NINE.replace('.', "0")),
        "[[1, 2, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]",
        "[[1, 2, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]]",
        "([1, 2, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0), [0, 0, 0, 0])",
    ] {
        assert!(read(text.as_bytes()).is_err(), "{text}");
    }
}

/// A row with a lone digit is no grid of one cell, whatever stands in the other rows.
#[test]
fn rows_of_a_spreadsheet_may_have_one_digit_or_none() {
    for (text, grid) in [
        ("\t\t\t1\n\t\t\t\n\t\t\t\n\t\t\t\n", "...1............"),
        ("1\t\t\t\n\t2\t\t\n\t\t3\t\n\t\t\t4\n", "1....2....3....4"),
        ("\t\t\t1\r\n1\t\t\t\r\n\t1\t\t\r\n\t\t1\t\r\n", "...11....1....1."),
        ("\n\t\t\t\n\t\t\t\n\t\t\t\n1\t\t\t\n", "............1..."),
        ("1\t\t3\t\n\t\t\t\n\t\t2\t\n\t\t\t1\n", "1.3.......2....1"),
        // A tab at the end of each row, and a gap between the blocks.
        ("1\t2\t3\t4\t\n3\t4\t1\t2\t\n2\t1\t4\t3\t\n4\t3\t2\t1\t\n", "1234341221434321"),
        ("1\t2\t\t3\t4\n3\t4\t\t1\t2\n2\t1\t\t4\t3\n4\t3\t\t2\t1\n", "1234341221434321"),
    ] {
        let puzzles = read(text.as_bytes()).expect(text);
        let line = Layout::Line.write(&puzzles[0].grid, &puzzles[0].alphabet);
        assert_eq!((line.trim_end(), puzzles.len()), (grid, 1), "{text:?}");
    }
    let torn = read(b"1\t\t\t\n\t\n").unwrap_err();
    assert!(torn.contains("this looks like cells of a spreadsheet, but: "), "{torn}");
    assert!(read(b"\t\t\n\t\t\n\t\t\n").is_err());
}

#[test]
fn what_cannot_be_read_is_named_by_what_it_looks_like() {
    for (text, expected) in [
        (
            "1\t\t\t4\n\t\t2\t\n\t3\t\n4\t\t\t1\n",
            "this looks like cells of a spreadsheet, but: row 3 has 3 cells, expected 4 at 3:4",
        ),
        (
            "https://example.org/play?id=7",
            "this looks like a link, but: no cells, expected a grid at 1:1",
        ),
        (
            "<table><tr><td>1</td></tr><tr><td>q</td></tr></table>",
            "this looks like an HTML table, but: ",
        ),
        ("<table><tr><td>1</td><td", "this looks like an HTML table, but: unexpected character"),
        ("[[1, 2], [3]]", "this looks like a list, but: "),
        // Beside another blank a sign is a mistake, and it has its place.
        (
            "53..7....\n6..1x5...\n",
            "unexpected character 'x', expected '.' or a digit 1 to 9 at 2:5",
        ),
        ("\"hello\"", "unexpected character '\"', expected "),
    ] {
        let error = read(text.as_bytes()).unwrap_err();
        assert!(error.starts_with(expected), "{text}\n{error}");
    }
}
