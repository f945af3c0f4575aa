//! How many puzzles a second an engine solves, in memory, by this thread's CPU time; for `benches/bulk.py`.
//!
//! ```text
//! engine_rate portable|avx2|avx512|single|canonical LIMIT FILE
//! ```
//!
//! The file is solved again and again for half a second of CPU time.

#![expect(clippy::print_stdout, reason = "it is a program")]

use grid_engine::lanes::{self, Outcome};
use grid_engine::single::Solutions;
use grid_engine::{Level, Puzzle, canonical};
use rustix::time::{ClockId, clock_gettime};
use std::hint::black_box;

fn cpu_seconds() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    #[expect(clippy::cast_precision_loss, reason = "a rate is an approximation")]
    let seconds = now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9;
    seconds
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, engine, limit, path] = arguments.as_slice() else {
        return Err("expected an engine, a limit and a file".into());
    };
    let limit: u64 = limit.parse()?;
    let text = std::fs::read(path)?;
    let lines = text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let puzzles: Vec<Puzzle> = lines.map(Puzzle::parse).collect::<Result<_, _>>()?;
    let level = match engine.as_str() {
        "portable" => Some(Level::Portable),
        "avx2" => Some(Level::Avx2),
        "avx512" => Some(Level::Avx512),
        "single" | "canonical" => None,
        other => return Err(format!("there is no engine {other}").into()),
    };
    if level.is_some_and(|level| !level.is_available()) {
        return Err(format!("this machine does not have {engine}").into());
    }
    let mut outcomes = vec![Outcome::NONE; puzzles.len()];
    let mut solve = || match level {
        Some(level) => lanes::solve(level, black_box(&puzzles), limit, &mut outcomes),
        None if engine == "canonical" => puzzles.iter().for_each(|puzzle| {
            black_box(canonical(puzzle));
        }),
        None => puzzles.iter().for_each(|puzzle| {
            black_box(Solutions::of(*puzzle).take(limit as usize).last());
        }),
    };
    let (start, mut n_solved) = (cpu_seconds(), 0);
    let elapsed = loop {
        solve();
        n_solved += puzzles.len();
        let elapsed = cpu_seconds() - start;
        if elapsed > 0.5 {
            break elapsed;
        }
    };
    #[expect(clippy::cast_precision_loss, reason = "a rate is an approximation")]
    let rate = n_solved as f64 / elapsed;
    println!("{rate:.0}");
    Ok(())
}
