//! The output follows the lines, however they arrive.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use clap::Parser;
use grid_solve::{Args, solve};
use pipe_cli::Input;
use proptest::prelude::*;
use std::io::{Cursor, Read};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Hands out its bytes in pieces of some sizes, again and again.
struct Pieces {
    rest: Cursor<Vec<u8>>,
    sizes: Vec<usize>,
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.sizes.rotate_left(1);
        let size = self.sizes[0].min(buffer.len());
        self.rest.read(&mut buffer[..size])
    }
}

fn solved(options: &[&str], text: &[u8], sizes: &[usize]) -> String {
    let args = Args::parse_from([&["grid-solve"], options].concat());
    let pieces = Pieces { rest: Cursor::new(text.to_owned()), sizes: sizes.to_owned() };
    let mut out = Vec::new();
    solve(&args, vec![Input::from_reader("pieces", pieces)], &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Lines that are puzzles, nearly puzzles, fields, comments, rows of boards, records with quotes over one line or
/// several, blank, or longer than is kept.
fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => Just(PUZZLE.to_owned()),
        1 => (0_usize..90).prop_map(|n| PUZZLE.repeat(2)[..n].to_owned()),
        1 => "[0-9.,;\"# a-z]{0,99}",
        1 => "[0-9. |]{9}",
        1 => "\"[ab,\"\n]{0,9}\",".prop_map(|field| field + PUZZLE),
        1 => Just(format!("\"Evil, \"\"hard\"\"\",{PUZZLE}")),
        1 => (60_000_usize..140_000).prop_map(|n| "1".repeat(n) + "x"),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn pieces_and_line_ends_do_not_matter(
        lines in proptest::collection::vec(line(), 0..30),
        sizes in proptest::collection::vec(prop_oneof![1_usize..300, 1_usize..100_000], 2..9),
        header in proptest::sample::select(vec!["", "puzzle\n", "name,puzzle\n"]),
        last_ends: bool,
    ) {
        let tail = if last_ends { "\n" } else { "" };
        let text = format!("{header}{}{tail}", lines.join("\n"));
        for options in [&["--format", "csv", "-j", "2"][..], &["--all", "--limit", "2"]] {
            let whole = solved(options, text.as_bytes(), &[usize::MAX]);
            prop_assert_eq!(&solved(options, text.as_bytes(), &sizes), &whole);
            let crlf = text.replace('\n', "\r\n");
            prop_assert_eq!(&solved(options, crlf.as_bytes(), &sizes), &whole);
            let cr = text.replace('\n', "\r");
            prop_assert_eq!(&solved(options, cr.as_bytes(), &sizes), &whole);
        }
    }
}
