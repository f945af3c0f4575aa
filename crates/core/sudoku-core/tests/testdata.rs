//! The grid files in `testdata`: which are read as what, and why the others are refused.

use std::fs;
use std::path::{Path, PathBuf};
use sudoku_core::Puzzle;
use sudoku_core::format::{Layout, ReadError, ReadOptions, read};

fn testdata(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testdata").join(name)
}

fn read_file(name: &str) -> Result<Vec<Puzzle>, ReadError> {
    let text = fs::read(testdata(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    read(&text, &ReadOptions::default())
}

#[test]
fn the_example_is_one_puzzle_in_every_layout() {
    let example = read_file("grids/example.rows").unwrap().remove(0);
    assert_eq!(example.grid.givens().count(), 30);
    for layout in Layout::ALL {
        let name = format!("grids/example.{layout}");
        assert_eq!(read_file(&name).unwrap(), std::slice::from_ref(&example), "{name}");
        let text = fs::read_to_string(testdata(&name)).unwrap();
        assert_eq!(layout.write(&example.grid, &example.alphabet), text, "{name}");
    }
}

#[test]
fn grids_of_many_sides() {
    for (name, side, alphabet, n_notes) in [
        ("4x4", 4, "1-4", 0),
        ("6x6", 6, "1-6", 0),
        ("8x8", 8, "1-8", 0),
        ("10x10", 10, "1-9A", 0),
        ("12x12", 12, "1-9A-C", 0),
        ("16x16-0F", 16, "0-9A-F", 0),
        ("16x16-1G", 16, "1-9A-G", 1),
        ("16x16-AP", 16, "A-P", 1),
        ("16x16-numbers", 16, "numbers", 0),
        ("25x25-AY", 25, "A-Y", 0),
        ("36x36-numbers", 36, "numbers", 0),
        ("hyphens", 9, "1-9", 1),
    ] {
        let [puzzle] = &read_file(&format!("grids/{name}.txt")).unwrap()[..] else {
            panic!("{name}")
        };
        assert_eq!(puzzle.grid.shape().rows(), side, "{name}");
        assert_eq!(puzzle.alphabet.to_string(), alphabet, "{name}");
        assert_eq!(puzzle.notes.len(), n_notes, "{name}");
        assert!(puzzle.clash().is_none(), "{name}");
    }
}

#[test]
fn each_invalid_grid_is_refused_with_a_reason() {
    for (name, expected) in [
        ("empty.txt", "1:1: empty input, expected a grid"),
        ("comment-only.txt", "1:1: no cells, expected a grid"),
        ("eight-rows.txt", "8:1: found 8 rows of 9 cells, expected 9 rows"),
        ("ten-rows.txt", "10:1: found 1 row of 9 cells after a whole grid, expected none or 9"),
        ("short-row.txt", "4:9: row 4 has 8 cells, expected 9"),
        ("long-row.txt", "4:10: row 4 has 10 cells, expected 9"),
        ("letter.txt", "2:5: unexpected character 'x', expected '.' or a digit 1 to 9"),
        ("nul.txt", "2:5: unexpected character '\\u{0}', expected '.' or a digit 1 to 9"),
        ("latin-1.txt", "2:5: unexpected byte 0xE4, expected UTF-8 text"),
        (
            "prime-side.txt",
            "1:1: side 7 is prime, so its only blocks are its rows; name the block shape to have them",
        ),
        (
            "80-in-a-line.txt",
            "1:1: found 80 cells in one line, expected a square number, such as 81 cells",
        ),
        ("both-0-and-G.txt", "1:3: unexpected character 'G', expected '.' or a symbol of 0-9A-F"),
        ("A-to-G-alone.txt", "1:7: 'G' is in several alphabets: 1-9A-G and A-P fit"),
        (
            "one-digit-numbers.txt",
            "1:1: digits alone are ambiguous at side 16: 0-9A-F and 1-9A-G and numbers fit",
        ),
        ("number-17.txt", "1:4: unexpected number 17, expected '.' or a number 1 to 16"),
        ("json-short-row.json", "4:1: row 2 has 3 cells, expected 4"),
        ("json-second-key.json", "3:3: a second \"rows\", expected each key once"),
        (
            "json-leading-zero.json",
            "1:12: unexpected number 01, expected a number without leading zeros",
        ),
        ("json-true.json", "1:12: unexpected character 't', expected a string, a number or null"),
        ("json-no-rows.json", "2:1: found no rows, expected a grid"),
        ("zero-and-dot.txt", "1:14: 0 beside '.' is a blank or a number: 1 to 16 and 0 to 15 fit"),
        ("no-nine-zero-and-dot.txt", "1:3: '0' beside '.' is a blank or a symbol: 1-9 and 0-8 fit"),
        ("verdict.txt", "10:1: unexpected character 'U', expected nothing more or another grid"),
        (
            "ctrl-z.txt",
            "10:1: unexpected character '\\u{1a}', expected nothing more or another grid",
        ),
    ] {
        let error = read_file(&format!("invalid/{name}")).expect_err(name);
        assert_eq!(format!("{}: {error}", error.fault.position()), expected, "{name}");
    }
}

#[test]
fn the_page_of_each_layout_starts_with_the_example() {
    let example = read_file("grids/example.rows").unwrap().remove(0);
    for layout in Layout::ALL {
        let page = testdata(&format!("../docs/formats/{layout}.md"));
        let page = fs::read_to_string(&page).unwrap_or_else(|error| panic!("{layout}: {error}"));
        let block = page.split("```").nth(1).and_then(|block| block.split_once('\n')).unwrap().1;
        assert_eq!(block, layout.write(&example.grid, &example.alphabet), "{layout}");
    }
}
