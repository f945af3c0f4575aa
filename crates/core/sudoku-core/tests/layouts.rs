//! Laws of reading and writing, over every layout, side and alphabet.

use proptest::prelude::*;
use std::fs;
use std::path::Path;
use sudoku_core::format::{Layout, ReadOptions, pretty_with_bold, puzzles, puzzles_from, read};
use sudoku_core::{Alphabet, Geometry, Grid, Puzzle, Value};

/// Grids of any values and blanks, with an alphabet of their side.
fn grids() -> impl Strategy<Value = (Grid, Alphabet)> {
    let shapes = prop::sample::select(vec![
        (1, 1),
        (2, 2),
        (2, 3),
        (3, 2),
        (1, 7),
        (2, 4),
        (3, 3),
        (2, 5),
        (3, 4),
        (4, 3),
        (4, 4),
        (4, 5),
        (5, 5),
        (6, 6),
        (5, 8),
    ]);
    (shapes, 0..4_usize, 1..100_u32).prop_flat_map(|((height, width), choice, full)| {
        let geometry = Geometry::new(height, width).expect("a shape");
        let side = geometry.side();
        let names = ["numbers", "0-9A-Z", "1-9A-Z", "A-Z"];
        let alphabet = names[choice].parse::<Alphabet>().expect("a name").of_side(side);
        let alphabet = alphabet.unwrap_or_else(Alphabet::numbers);
        let cell = prop::option::weighted(f64::from(full) / 100.0, 0..side as Value);
        prop::collection::vec(cell, geometry.n_cells())
            .prop_map(move |cells| (Grid::new(geometry, cells), alphabet.clone()))
    })
}

fn one(text: &[u8], options: &ReadOptions) -> Result<Puzzle, TestCaseError> {
    match read(text, options) {
        Ok(puzzles) if puzzles.len() == 1 => Ok(puzzles[0].clone()),
        other => {
            let text = String::from_utf8_lossy(text);
            Err(TestCaseError::fail(format!("{text}\nis read as {other:?}")))
        }
    }
}

fn named(grid: &Grid, alphabet: &Alphabet) -> ReadOptions {
    ReadOptions { alphabet: Some(alphabet.clone()), like: Some(grid.clone()) }
}

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn what_is_written_is_read_again((grid, alphabet) in grids()) {
        let options = named(&grid, &alphabet);
        for layout in Layout::ALL {
            let puzzle = one(layout.write(&grid, &alphabet).as_bytes(), &options)?;
            prop_assert_eq!(&puzzle.grid, &grid, "{}", layout);
            prop_assert_eq!(&puzzle.alphabet, &alphabet);
            prop_assert!(puzzle.notes.is_empty());
        }
    }

    #[test]
    fn default_alphabets_need_not_be_named((grid, _) in grids()) {
        let side = grid.shape().rows();
        let options = ReadOptions { like: Some(grid.clone()), alphabet: None };
        // Rows without blanks between them, so that small numbers cannot be meant.
        let alphabet = match side {
            36 => "0-9A-Z".parse().unwrap(),
            20 => "1-9A-K".parse().unwrap(),
            _ => Alphabet::default_of(side),
        };
        if !alphabet.is_numbers() {
            for layout in [Layout::Rows, Layout::Line, Layout::Sdk, Layout::Sdm, Layout::Json] {
                if layout != Layout::Json || side <= 9 || grid.is_full() {
                    let puzzle = one(layout.write(&grid, &alphabet).as_bytes(), &options)?;
                    prop_assert_eq!(&puzzle.grid, &grid, "{}", layout);
                    prop_assert_eq!(&puzzle.alphabet, &alphabet);
                }
            }
        }
    }

    #[test]
    fn line_ends_blanks_and_comments_do_not_matter(
        (grid, alphabet) in grids(),
        end in prop::sample::select(vec!["\r\n", " \n", "\t\r\n", "\n\n", "\n# 123\n", "\n---\n"]),
        bom in any::<bool>(),
        last in any::<bool>(),
    ) {
        for layout in Layout::ALL {
            let text = layout.write(&grid, &alphabet);
            let mut dressed = text.trim_end().to_owned();
            if layout == Layout::Json {
                dressed = dressed.replace('\n', "\r\n");
            } else {
                dressed = dressed.replace('\n', end);
            }
            if last {
                dressed.push_str("\r\n");
            }
            if bom {
                dressed.insert(0, '\u{FEFF}');
            }
            prop_assert_eq!(&one(dressed.as_bytes(), &named(&grid, &alphabet))?.grid, &grid);
        }
    }

    #[test]
    fn several_texts_after_each_other_are_several_puzzles((grid, alphabet) in grids(), n in 2..5_usize) {
        let options = named(&grid, &alphabet);
        for layout in Layout::ALL.into_iter().filter(|layout| *layout != Layout::Json) {
            let puzzles = read(layout.write(&grid, &alphabet).repeat(n).as_bytes(), &options);
            let puzzles = puzzles.map_err(|error| TestCaseError::fail(format!("{layout}: {error}")))?;
            prop_assert!(puzzles.len() == n && puzzles.iter().all(|puzzle| puzzle.grid == grid));
        }
    }

    #[test]
    fn reading_can_go_on_at_any_place((grid, alphabet) in grids(), n in 1..4_usize) {
        let options = named(&grid, &alphabet);
        for layout in Layout::ALL.into_iter().filter(|layout| *layout != Layout::Json) {
            // A comment, so that bytes and lines of more than the grids are counted.
            let text = format!("# 1\n\n{}", layout.write(&grid, &alphabet)).repeat(4) + "?";
            let mut all = puzzles(text.as_bytes(), &options);
            prop_assert_eq!(all.by_ref().take(n).flatten().count(), n);
            let (n_bytes, resume) = all.resume();
            let rest: Vec<_> = puzzles_from(&text.as_bytes()[n_bytes..], &options, &resume).collect();
            prop_assert_eq!(rest, all.collect::<Vec<_>>());
        }
    }
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn any_bytes_are_read_or_refused_with_a_place(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        refused_with_a_place(&bytes)?;
    }

    #[test]
    fn any_text_of_likely_characters_too(text in "[0-9A-Ga-z.,;|*#\\[\\]{}\":\\- \t\r\n_é]{0,400}") {
        refused_with_a_place(text.as_bytes())?;
    }

    #[test]
    fn a_spoilt_text_is_read_or_refused(
        (grid, alphabet) in grids(),
        layout in prop::sample::select(Layout::ALL.to_vec()),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let mut text = layout.write(&grid, &alphabet).into_bytes();
        let at = at.index(text.len());
        text[at] = byte;
        refused_with_a_place(&text)?;
    }
}

/// An error's line is one of the text's and its column is in it, or just after it.
fn refused_with_a_place(text: &[u8]) -> Result<(), TestCaseError> {
    let Err(error) = read(text, &ReadOptions::default()) else { return Ok(()) };
    let text = String::from_utf8_lossy(text);
    let line = text.split('\n').nth(error.fault.line as usize - 1);
    let n_columns = line.map(|line| line.chars().count() as u64 + 1);
    prop_assert!(
        n_columns.is_some_and(|n| (1..=n).contains(&error.fault.column)),
        "{error:?} of {text:?}"
    );
    prop_assert!(
        !error.fault.message.is_empty() && !error.fault.message.contains(char::is_control)
    );
    Ok(())
}

#[test]
fn bold_cells_are_marked_for_a_terminal() {
    let grid = Grid::new(Geometry::new(1, 1).unwrap(), vec![Some(0)]);
    let alphabet = Alphabet::default_of(1);
    assert_eq!(
        pretty_with_bold(&grid, &alphabet, |_| true),
        "┌───┐\n│ \u{1b}[1m1\u{1b}[0m │\n└───┘\n"
    );
}

/// Every puzzle file beside the repository, if there are any: how many puzzles of which side.
#[test]
fn the_collections_at_hand_are_read() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/data");
    let expected = [
        ("clue17.txt", 49_158),
        ("hardest_1106.txt", 375),
        ("hardest_1905_11plus.txt", 48_765),
        ("kaggle_like_50k.txt", 50_000),
        ("magictour_1465.txt", 1465),
        ("multi_solution_10000.txt", 10_000),
        ("norvig_top95.txt", 95),
    ];
    if !data.is_dir() {
        eprintln!("not run: there is no folder {}", data.display());
        return;
    }
    for (name, count) in expected {
        let text = fs::read(data.join(name)).unwrap();
        let puzzles = read(&text, &ReadOptions::default()).unwrap();
        assert_eq!(puzzles.len(), count, "{name}");
        assert!(puzzles.iter().all(|puzzle| puzzle.grid.shape().rows() == 9));
    }
    for folder in ["gecode", "big"] {
        for entry in fs::read_dir(data.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let text = fs::read(&path).unwrap();
            let puzzles = read(&text, &ReadOptions::default()).unwrap();
            let sides = name.split(['_', '-', 'x']).filter_map(|part| part.parse::<usize>().ok());
            let side = sides.clone().find(|side| *side > 8).unwrap();
            assert!(puzzles.len() == 1 && puzzles[0].grid.shape().rows() == side, "{name}");
            assert_eq!(puzzles[0].alphabet.is_numbers(), side > 9, "{name}");
        }
    }
}
