//! Any lines: no panic, a result for each that is not blank or a comment, the same however they arrive.
#![no_main]

use clap::Parser;
use grid_solve::{Args, solve};
use libfuzzer_sys::fuzz_target;
use pipe_cli::Input;
use std::io::Read;

/// Reads one byte at a time.
struct Slowly<R>(R);

impl<R: Read> Read for Slowly<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let size = buffer.len().min(1);
        self.0.read(&mut buffer[..size])
    }
}

fn solved(reader: impl Read + Send + 'static) -> Vec<u8> {
    let args = Args::parse_from(["grid-solve", "--format", "jsonl", "-j", "1"]);
    let mut out = Vec::new();
    solve(&args, vec![Input::from_reader("fuzz", reader)], &mut out).expect("memory is read and written");
    out
}

fuzz_target!(|text: &[u8]| {
    let whole = solved(std::io::Cursor::new(text.to_owned()));
    assert_eq!(whole, solved(Slowly(std::io::Cursor::new(text.to_owned()))));
    let lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let n_lines = lines.filter(|line| !line.is_empty() && !line.starts_with(b"#")).count();
    let n_results = whole.iter().filter(|byte| **byte == b'\n').count();
    // The first line may be a header.
    assert!(n_results == n_lines || n_results + 1 == n_lines);
});
