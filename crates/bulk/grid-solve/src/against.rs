//! Reads and solves the training set that `--against` names.

use crate::args::Args;
use crate::blocks::{Blocks, Reading};
use crate::forms::{Form, n_entries};
use crate::job::Job;
use crate::pool;
use crate::training::Training;
use anyhow::Context;
use pipe_cli::{Failure, Input};
use std::path::Path;
use std::sync::Arc;

/// Reads and solves the training set.
///
/// # Errors
/// It cannot be read, or memory has no room for its forms.
pub(crate) fn read(path: &Path, args: &Args) -> anyhow::Result<Training> {
    let mut training = Training::default();
    // Two tables.
    let most = n_entries::<(Form, u64)>(args.memory() / 2);
    let blocks = Blocks::new(vec![Input::open(Some(path))?], Reading::default());
    let mut n_invalid = 0;
    pool::run(blocks, args.threads(), &Arc::new(Job::of_training(args)), |block| {
        n_invalid += block.tally.invalid;
        for known in &block.known {
            training.add(known);
            if training.n_puzzles() >= most {
                let message =
                    format!("{}: memory has room for {most} puzzles, found more", path.display());
                return Err(Failure::new(message).help("--memory gives it more").into());
            }
        }
        Ok(())
    })
    .with_context(|| path.display().to_string())?;
    if n_invalid > 0 {
        let what = if n_invalid == 1 { "line is not a puzzle" } else { "lines are not puzzles" };
        pipe_cli::warning(format!("{}: {n_invalid} {what}", path.display()));
    }
    Ok(training)
}
