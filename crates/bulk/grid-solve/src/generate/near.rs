//! Puzzles near others: their vicinity, and the minimal puzzles within them.

use super::read;
use super::wish::Wish;
use crate::progress::Search;
use grid_engine::generate::{Change, minimal_within, vicinity};
use grid_engine::single::Solutions;
use grid_engine::{Level, Puzzle};
use pipe_cli::Failure;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

/// Which puzzles near another one are wanted.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Near {
    /// Those that differ by a change.
    Vicinity(Change),
    /// The minimal ones that have some of its givens and no others.
    Within,
}

/// `{-1+1}` or `-1+1`: how many givens go and come, either of which may be left out.
pub(crate) fn change(text: &str) -> Result<Change, String> {
    let wrong =
        || format!("found '{}', expected a change as {{-1+1}} or {{-2+1}}", text.escape_debug());
    let inner =
        text.strip_prefix('{').map_or(Some(text), |it| it.strip_suffix('}')).ok_or_else(wrong)?;
    let digits = |part: &str| match part.as_bytes() {
        [digit @ b'1'..=b'4'] => Ok(usize::from(digit - b'0')),
        _ => Err(format!("{}, with 1 to 4 givens each way", wrong())),
    };
    let (less, more) = match (inner.strip_prefix('-'), inner.strip_prefix('+')) {
        (Some(rest), _) => match rest.split_once('+') {
            Some((less, more)) => (digits(less)?, digits(more)?),
            None => (digits(rest)?, 0),
        },
        (_, Some(more)) => (0, digits(more)?),
        _ => return Err(wrong()),
    };
    Ok(Change { less, more })
}

/// Why a search ends before it is through.
#[derive(Debug)]
enum End {
    /// As many puzzles were written as were asked for.
    Enough,
    /// The time is over.
    Late,
    /// Writing failed.
    Trouble(io::Error),
}

/// Writes what is near the puzzles of a file, up to `count` in all, until a deadline.
///
/// # Errors
/// A line is no puzzle with one solution, where that matters, the time is over, or writing fails.
pub(crate) fn write(
    near: Near,
    path: Option<&Path>,
    wish: &Wish,
    count: Option<u64>,
    deadline: Option<Instant>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let most = count.unwrap_or(u64::MAX);
    let mut n_found = 0;
    let progress = Search::new(count);
    for read::Placed { puzzle, place } in read::puzzles(path)? {
        let level = Level::best();
        let mut take = |found: &[Puzzle]| {
            let room = usize::try_from(most - n_found).unwrap_or(usize::MAX);
            let met = found.iter().filter(|puzzle| wish.is_met(puzzle)).take(room);
            let met: Vec<&Puzzle> = met.collect();
            let write = || met.iter().try_for_each(|puzzle| writeln!(out, "{puzzle}"));
            progress.found(met.len(), write).map_err(End::Trouble)?;
            n_found += met.len() as u64;
            match deadline {
                _ if n_found == most => Err(End::Enough),
                Some(deadline) if Instant::now() >= deadline => Err(End::Late),
                _ => Ok(()),
            }
        };
        let end = match near {
            Near::Vicinity(change) => vicinity(&puzzle, change, level, &mut take),
            Near::Within => {
                let n_solutions = Solutions::of(puzzle).take(2).count();
                let found = ["no solution", "one", "several solutions"][n_solutions];
                anyhow::ensure!(
                    n_solutions == 1,
                    "{place}: found a puzzle with {found}, expected one"
                );
                minimal_within(&puzzle, level, &mut take)
            }
        };
        // What was found stands, whatever comes after it.
        out.flush()?;
        match end {
            Ok(()) => {}
            Err(End::Enough) => break,
            Err(End::Late) => {
                let message = format!("found {n_found} puzzles, and there may be more");
                return Err(Failure::new(message).help("the time of --timeout is over").into());
            }
            Err(End::Trouble(error)) => return Err(error.into()),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_as_the_forum_writes_them() {
        assert_eq!(change("{-1+1}"), Ok(Change { less: 1, more: 1 }));
        assert_eq!(change("-2+1"), Ok(Change { less: 2, more: 1 }));
        assert_eq!(change("{-1}"), Ok(Change { less: 1, more: 0 }));
        assert_eq!(change("+2"), Ok(Change { less: 0, more: 2 }));
        for wrong in ["", "{-1+1", "1+1", "-0+1", "-5", "-1+1+1", "{}", "-+"] {
            assert!(change(wrong).is_err(), "{wrong}");
        }
    }
}
