//! The options as a tool has them: parsed, a puzzle read, a grid checked and written.

use clap::Parser;
use grid_cli::{Frame, GridInput, GridOutput};
use std::fs;
use sudoku_core::{Geometry, Grid, format};
use tempfile::TempDir;

#[derive(Debug, Parser)]
struct Encoder {
    #[command(flatten)]
    input: GridInput,
}

#[derive(Debug, Parser)]
struct Decoder {
    #[command(flatten)]
    output: GridOutput,
}

const PUZZLE: &str = "...1\n..4.\n.2..\n...3\n";
const SOLUTION: &str = "2431\n1342\n3214\n4123\n";

fn grid(text: &str) -> Grid {
    format::read(text.as_bytes(), &format::ReadOptions::default()).expect("a grid").remove(0).grid
}

/// A folder with one file, and its path.
fn file(text: &[u8]) -> (TempDir, String) {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("grid.txt");
    fs::write(&path, text).expect("a file");
    let path = path.to_str().expect("a path").to_owned();
    (folder, path)
}

fn read(text: &[u8], options: &[&str]) -> Result<sudoku_core::Puzzle, String> {
    let (_folder, path) = file(text);
    let args = ["encoder", &path].into_iter().chain(options.iter().copied());
    let encoder = Encoder::try_parse_from(args).map_err(|error| error.to_string())?;
    encoder.input.read().map_err(|error| format!("{error:#}").replace(&path, "FILE"))
}

fn frame(options: &[&str]) -> anyhow::Result<Frame> {
    let args = ["decoder"].into_iter().chain(options.iter().copied());
    Decoder::try_parse_from(args)?.output.frame()
}

fn written(frame: &Frame, grid: &Grid) -> String {
    let mut text = Vec::new();
    frame.write(&mut text, grid).expect("written");
    String::from_utf8(text).expect("text")
}

#[test]
fn one_puzzle_or_the_one_that_was_chosen() {
    let list = format!("{PUZZLE}\n{SOLUTION}");
    assert_eq!(read(PUZZLE.as_bytes(), &[]).map(|puzzle| puzzle.grid), Ok(grid(PUZZLE)));
    assert_eq!(read(list.as_bytes(), &["--nth=2"]).map(|puzzle| puzzle.grid), Ok(grid(SOLUTION)));
    let error = |text: &[u8], options: &[&str]| read(text, options).expect_err("an error");
    assert_eq!(error(list.as_bytes(), &[]), "FILE: found several puzzles, expected one");
    assert_eq!(
        error(list.as_bytes(), &["--nth=9"]),
        "FILE: there is no puzzle 9, the last is puzzle 2"
    );
    assert_eq!(
        error(format!("{PUZZLE}12\n").as_bytes(), &[]),
        "FILE:5:3: row 1 has 2 cells, expected 4"
    );
    assert!(error(b"1", &["--nth=0"]).contains("expected a number from 1"));
    assert!(error(b"1", &["--block=2"]).contains("expected HEIGHTxWIDTH"));
    assert!(error(b"1", &["--alphabet=x-a"]).contains("unknown alphabet 'x-a'"));
}

#[test]
fn of_an_endless_input_the_beginning_tells() {
    let error = |line: &str| {
        let text = line.repeat((17 << 20) / line.len());
        read(text.as_bytes(), &[]).expect_err("an error")
    };
    assert_eq!(error("y\n"), "FILE:1:1: unexpected character 'y', expected '.' or the digit 1");
    assert_eq!(error("53..7....\n"), "FILE: found several puzzles, expected one");
    assert_eq!(error("1"), "FILE: found no whole grid within 16777216 bytes");
    assert_eq!(error("1 "), "FILE: found no whole grid within 16777216 bytes");
    assert_eq!(error("# 1\n"), "FILE: found no whole grid within 16777216 bytes");
    let start = "{\"grids\":[".to_owned();
    let text = start + &"{\"rows\":[[1]]},\n".repeat((17 << 20) / 16);
    let error = read(text.as_bytes(), &["--nth=1"]).expect_err("an error");
    assert_eq!(error, "FILE: found no whole grid within 16777216 bytes");
}

#[test]
fn any_puzzle_of_a_long_list_can_be_chosen() {
    // Far beyond two windows, by comments that cost little; errors have the line of the whole.
    let pair = format!("# {}\n{}\n", "x".repeat(1 << 16), PUZZLE.replace('\n', ""));
    let text = pair.repeat(700) + &SOLUTION.replace('\n', "") + "\nx\n";
    let puzzle = |nth: usize| read(text.as_bytes(), &[&format!("--nth={nth}")]);
    assert_eq!(puzzle(700).map(|puzzle| puzzle.grid), Ok(grid(PUZZLE)));
    assert_eq!(puzzle(701).map(|puzzle| puzzle.grid), Ok(grid(SOLUTION)));
    assert_eq!(
        puzzle(702).unwrap_err(),
        "FILE:1402:1: unexpected character 'x', expected nothing more or another grid"
    );
    let whole = text.trim_end_matches("x\n");
    assert_eq!(
        read(whole.as_bytes(), &["--nth=702"]).unwrap_err(),
        "FILE: there is no puzzle 702, the last is puzzle 701"
    );
}

#[test]
fn json_may_say_that_there_is_no_grid() {
    for text in ["null\n", "{\"grids\":[],\"solutions\":\"none\"}"] {
        let error = read(text.as_bytes(), &[]).expect_err("an error");
        assert_eq!(error, "FILE: found no grid: it says that there is none");
    }
    let one = "{\"grids\":[{\"rows\":[[1]]}],\"solutions\":\"unique\"}";
    assert_eq!(read(one.as_bytes(), &[]).map(|puzzle| puzzle.grid), Ok(grid("1\n")));
}

/// Where nobody names the blocks, a broken one may be no block at all.
#[test]
fn a_broken_block_is_told_with_the_way_to_name_its_shape() {
    let error = |options: &[&str], text: &str| {
        let error = frame(options).unwrap().check(&grid(text)).unwrap_err();
        let failure = error.downcast_ref::<pipe_cli::Failure>();
        let has_help =
            failure.is_some_and(|failure| format!("{failure:?}").contains("--block HxW"));
        (error.to_string(), has_help)
    };
    let rows_alone = "1234\n2341\n3412\n4123\n";
    let what = "the grid is not a solution: block 1 has two 2s, row 1 column 2 and row 2 column 1";
    assert_eq!(error(&[], rows_alone), (what.to_owned(), true));
    assert_eq!(error(&["--block=2x2"], rows_alone), (what.to_owned(), false));
    assert!(!error(&[], "2431\n1342\n3214\n4121\n").1);
}

#[test]
fn without_a_puzzle_the_side_tells_the_shape() {
    let frame = frame(&[]).unwrap();
    assert_eq!((frame.blank(), frame.puzzle()), (None, None));
    assert_eq!(frame.blank_of_side(6).unwrap(), Grid::blank(Geometry::new(2, 3).unwrap()));
    assert!(frame.blank_of_side(7).is_err());
    assert_eq!(frame.symbol(Geometry::of_side(16).unwrap(), 15), "F");
    assert_eq!(written(&frame, &grid(SOLUTION)), SOLUTION);
    frame.check(&grid(SOLUTION)).unwrap();
    let error = |text| frame.check(&grid(text)).unwrap_err().to_string();
    assert_eq!(error(PUZZLE), "the grid is not a solution: row 1, column 1 is blank");
    assert_eq!(
        error("2431\n1342\n3214\n4121\n"),
        "the grid is not a solution: row 4 has two 1s, columns 2 and 4"
    );
}

#[test]
fn shape_and_symbols_can_be_named() {
    let frame = frame(&["--block=3x2", "--alphabet=A-P", "--format=line"]).unwrap();
    assert_eq!(frame.blank(), Some(&Grid::blank(Geometry::new(3, 2).unwrap())));
    assert!(frame.blank_of_side(4).is_err());
    assert_eq!(frame.symbol(frame.blank_of_side(6).unwrap().shape(), 5), "F");
    assert_eq!(written(&frame, &grid(SOLUTION)), "BDCAACDBCBADDABC\n");
    let short = self::frame(&["--alphabet=1-9"]).unwrap();
    assert_eq!(
        short.blank_of_side(16).unwrap_err().to_string(),
        "the alphabet 1-9 has 9 symbols, a grid of side 16 needs 16"
    );
}

#[test]
fn the_puzzle_tells_shape_symbols_and_givens() {
    let letters = PUZZLE.replace('1', "A").replace('2', "B").replace('3', "C").replace('4', "D");
    let (_folder, path) = file(letters.as_bytes());
    let frame = frame(&["--puzzle", &path, "--alphabet=A-D"]).unwrap();
    assert_eq!(frame.blank(), Some(&Grid::blank(Geometry::new(2, 2).unwrap())));
    assert_eq!(frame.puzzle().unwrap().grid, grid(PUZZLE));
    assert_eq!(written(&frame, &grid(SOLUTION)), "BDCA\nACDB\nCBAD\nDABC\n");
    frame.check(&grid(SOLUTION)).unwrap();
    let other = grid("1234\n3412\n2143\n4321\n");
    assert_eq!(
        frame.check(&other).unwrap_err().to_string(),
        "the grid is not a solution of the puzzle: row 1, column 4: given A is D in the solution"
    );
    assert!(frame.blank_of_side(9).unwrap_err().to_string().contains("found a grid of side 9"));
}

#[test]
fn each_layout_has_a_name() {
    for layout in format::Layout::ALL {
        let frame = frame(&["--format", layout.name()]).unwrap();
        assert_eq!(
            written(&frame, &grid(SOLUTION)),
            layout.write(&grid(SOLUTION), &"1-4".parse().unwrap())
        );
    }
    assert!(frame(&["--format=html"]).is_err());
    assert!(frame(&["--puzzle=/nonexistent/file"]).is_err());
}

#[test]
fn options_hold_for_a_variant_too() {
    let variant =
        br#"{"rows": 4, "cols": 4, "givens": {"r1c1": 2}, "constraints": [{"anti-king": {}}]}"#;
    let error = |options: &[&str]| read(variant, options).expect_err("an error");
    assert_eq!(error(&["--nth=2"]), "FILE: there is no puzzle 2, the last is puzzle 1");
    assert_eq!(
        error(&["--block=1x4"]),
        "FILE: the puzzle states its own blocks, expected no --block"
    );
    let puzzle = read(variant, &["--nth=1", "--alphabet=A-P"]).expect("a puzzle");
    assert_eq!(puzzle.alphabet.symbol(1), "B");
    let wide = br#"{"rows": 25, "cols": 25, "constraints": []}"#;
    assert!(read(wide, &["--alphabet=A-P"]).is_err());
}

/// What is read from a pipe can be read once only.
#[cfg(unix)]
#[test]
fn regions_are_read_once() {
    let (folder, path) = file(PUZZLE.as_bytes());
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs");
    assert!(made.success());
    let writer = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::write(pipe, "1122\n1122\n3344\n3344\n")
    });
    let regions = format!("--regions={}", pipe.display());
    let frame = frame(&["--puzzle", &path, &regions]).expect("a frame");
    writer.join().expect("it ends").expect("written");
    assert!(frame.check(&grid(SOLUTION).without_blocks()).is_ok());
}

/// What editors and people put before a grid stands before a variant as well.
#[test]
fn variants_have_marks_and_remarks_before_them() {
    for text in [r#"{"rows": 4, "cols": 4, "givens": {"r1c2": 3}}"#, ".Shape~4x4.~R1C2_3"] {
        let wanted = read(text.as_bytes(), &[]).expect(text).grid;
        assert_eq!(wanted.givens().count(), 1);
        let utf16: Vec<u8> =
            format!("\u{feff}{text}\r\n").encode_utf16().flat_map(u16::to_le_bytes).collect();
        for bytes in [
            format!("\u{feff}{text}\n").into_bytes(),
            format!("# a remark\r\n\r\n{text}").into_bytes(),
            utf16,
        ] {
            assert_eq!(read(&bytes, &[]).expect(text).grid, wanted, "{bytes:?}");
        }
    }
    let error = read(b"# a remark\n{\"rows\": 4, \"cols\": 4,\n \"x\": 1}", &[]).unwrap_err();
    assert!(error.contains(":3:2: x: unknown field"), "{error}");
}

/// Variants a line each are chosen as grids are, however the file is written.
#[test]
fn one_variant_or_the_one_that_was_chosen() {
    let lines = [
        "# three puzzles",
        r#"{"rows": 4, "cols": 4, "givens": {"r1c1": 1}}"#,
        "",
        ".Shape~4x4.~R1C1_2",
        r#"{"rows": 4,"#,
        r#" "cols": 4, "givens": {"r1c1": 3}}"#,
        r#"{"rows": 4, "cols": 4, "givens": {"r1c1": 9}}"#,
    ];
    let text = lines.join("\r\n");
    let wide = |unit: fn(u16) -> [u8; 2]| {
        format!("\u{feff}{text}").encode_utf16().flat_map(unit).collect()
    };
    let long = format!("{}\n{text}", format!("# {}\n", "x".repeat(1 << 20)).repeat(20));
    let first = lines[1].to_owned() + "\n" + &long;
    for (bytes, before, further) in [
        (text.clone().into_bytes(), 0, 0),
        (format!("\u{feff}{text}").into_bytes(), 0, 0),
        (wide(u16::to_le_bytes), 0, 0),
        (wide(u16::to_be_bytes), 0, 0),
        // Longer than what is read at once.
        (first.into_bytes(), 1, 22),
    ] {
        let nth = |nth: usize| read(&bytes, &[&format!("--nth={}", nth + before)]);
        for number in 1..=3 {
            let puzzle = nth(number).expect("a puzzle");
            assert_eq!(
                puzzle.grid.get(sudoku_core::Cell { row: 0, col: 0 }),
                Some(number as u16 - 1)
            );
        }
        let error = |nth: Result<sudoku_core::Puzzle, String>| nth.expect_err("an error");
        assert_eq!(error(read(&bytes, &[])), "FILE: found several puzzles, expected one");
        assert_eq!(
            error(nth(4)),
            format!(
                "FILE:{}:35: r1c1: 9 is not a value of a grid 4×4 with the values 1 to 4",
                7 + further
            )
        );
    }
    let two = format!("{}\n{}\n", lines[1], lines[3]);
    assert_eq!(
        read(two.as_bytes(), &["--nth=3"]).expect_err("an error"),
        "FILE: there is no puzzle 3, the last is puzzle 2"
    );
    // An object that is not closed has its own fault.
    let error = read(b"{\"rows\": 4,\n \"cols\": 4,\n", &[]).expect_err("an error");
    assert!(error.starts_with("FILE:2:11: EOF"), "{error}");
}

#[test]
fn drawn_lines_mean_what_the_options_say() {
    let row = "[{},{},{},{}]";
    let lines = r##"[{"color":"#67F067","wayPoints":[[0.5,0.5],[0.5,2.5]]},{"color":"red","wayPoints":[[1.5,0.5],[1.5,1.5]]}]"##;
    let text = format!(r#"{{"cells":[{row},{row},{row},{row}],"lines":{lines}}}"#);
    let rules = |options: &[&str]| {
        let puzzle = read(text.as_bytes(), options)?;
        Ok(puzzle.rules.constraints().iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    let both = ["--line=67f067=whisper", "--line", "red=renban"];
    let said = ["whisper 2 at r1c1 r1c2 r1c3", "renban at r2c1 r2c2"].map(str::to_owned);
    assert_eq!(rules(&both), Ok(said.to_vec()));
    let error: String = rules(&both[..1]).expect_err("no meaning");
    assert_eq!(
        error,
        "FILE:1:131: lines: what drawn lines mean is not said; name it for each colour: red (1)"
    );
    assert_eq!(rules(&[both[0], "--ignore-drawings"]), Ok(said[..1].to_vec()));
    // Another tool is told the same.
    let encoder = Encoder::try_parse_from(["encoder", "x"].iter().chain(&both)).expect("options");
    assert_eq!(encoder.input.options.words(), ["--line=67f067=whisper", "--line=red=renban"]);
}
