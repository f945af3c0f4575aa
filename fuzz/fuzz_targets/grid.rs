//! Any text: no panic; what is read is written and read again as the same grid.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudoku_core::format::{Layout, ReadOptions, read};

fuzz_target!(|text: &[u8]| {
    let Ok(puzzles) = read(text, &ReadOptions::default()) else { return };
    for puzzle in puzzles {
        let options = ReadOptions {
            alphabet: Some(puzzle.alphabet.clone()),
            like: Some(puzzle.grid.clone()),
        };
        let written = Layout::Spaced.write(&puzzle.grid, &puzzle.alphabet);
        let again = read(written.as_bytes(), &options).expect("what was written is read");
        assert_eq!(again.len(), 1);
        assert_eq!(again[0].grid, puzzle.grid);
    }
});
