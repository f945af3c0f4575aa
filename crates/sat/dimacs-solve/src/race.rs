//! A race: several searches for the same formula, each on a thread of its own, and the first answer counts.
//!
//! How long a search takes is luck to a large part, so engines and orders of the variables that differ are worth more
//! than one of them with more time. The first racer is the search that would run alone; then splr takes
//! its turn, then cdcl with the next seed, and so on. Each simplifies for itself, checks its own model and
//! writes its own proof: they share nothing but the formula. So the verdict is always the same, and the model may be
//! that of any racer.
//!
//! Who loses is not stopped: the process ends without it.
//!
//! # References
//! - Gomes, Selman: Algorithm portfolios, Artificial Intelligence 126, 2001
//! - Hamadi, Jabbour, Sais: `ManySAT`: a parallel SAT solver, JSAT 6, 2009

use crate::engine::EngineName;
use crate::limits::WORKER;
use crate::progress::Progress;
use crate::proof_file::Steps;
use crate::settings::Settings;
use crate::solve::{Satisfiability, Statistics};
use anyhow::Context;
use sat_format::dimacs::Cnf;
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, mpsc};
use std::thread;

/// A search by one racer, perhaps with files for a proof and its steps.
pub(crate) type Search =
    fn(&Cnf, &Settings, Option<(File, Steps)>) -> anyhow::Result<(Satisfiability, Statistics)>;

/// The first answer, and the number of the racer who found it, from 0; each has a file for a proof and one for steps,
/// if a proof is wanted.
///
/// # Errors
/// A thread cannot be started; a racer that ended before there was an answer failed.
pub(crate) fn race(
    cnf: Cnf,
    settings: &Settings,
    proofs: Vec<(File, Steps)>,
    search: Search,
) -> anyhow::Result<(Satisfiability, Statistics, usize)> {
    let cnf = Arc::new(cnf);
    let (sender, receiver) = mpsc::channel();
    let mut proofs = proofs.into_iter();
    for racer in 0..settings.jobs.get() {
        let (cnf, sender, proof) = (Arc::clone(&cnf), sender.clone(), proofs.next());
        let settings = entered(settings, racer);
        let run = move || {
            let result = catch_unwind(AssertUnwindSafe(|| search(&cnf, &settings, proof)));
            // Nobody listens any more once there is an answer.
            drop(sender.send((racer, result)));
        };
        thread::Builder::new().name(WORKER.to_owned()).spawn(run)?;
    }
    drop(sender);
    let mut last = None;
    for (racer, result) in receiver {
        let result = result.ok().context("internal error: the search failed")?;
        let (answer, statistics) = result?;
        let is_answer = answer != Satisfiability::Unknown;
        last = Some((answer, statistics, racer));
        if is_answer {
            break;
        }
    }
    let (answer, statistics, racer) = last.context("internal error: nobody ran the race")?;
    if settings.verbose && answer != Satisfiability::Unknown {
        let Settings { engine, method, .. } = entered(settings, racer);
        pipe_cli::note(format!("the first answer is of {engine}, seed {}", method.seed));
    }
    Ok((answer, statistics, racer))
}

/// What the racer of this number does.
fn entered(settings: &Settings, racer: usize) -> Settings {
    let mut settings = settings.clone();
    let two_engines = settings.engine == EngineName::Auto && !settings.control.is_limited();
    let n_engines = if two_engines { 2 } else { 1 };
    if racer % n_engines == 1 {
        settings.engine = EngineName::Splr;
    }
    settings.method.seed = settings.method.seed.wrapping_add((racer / n_engines) as u64);
    if racer > 0 {
        // The figures that are shown are those of the first one.
        settings.control.progress = Arc::new(Progress::default());
    }
    settings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Args;
    use clap::Parser;

    fn field(words: &str) -> Vec<(EngineName, u64)> {
        let args = Args::parse_from(words.split(' '));
        let settings = Settings::new(args).unwrap();
        let racers = (0..settings.jobs.get()).map(|racer| entered(&settings, racer));
        racers.map(|settings| (settings.engine, settings.method.seed)).collect()
    }

    #[test]
    fn no_two_racers_are_alike() {
        use EngineName::{Auto, Cdcl, Splr};
        assert_eq!(field("dimacs-solve -j 1"), [(Auto, 0)]);
        assert_eq!(
            field("dimacs-solve -j 4 --seed 7"),
            [(Auto, 7), (Splr, 7), (Auto, 8), (Splr, 8)]
        );
        assert_eq!(field("dimacs-solve -j 2 --engine cdcl"), [(Cdcl, 0), (Cdcl, 1)]);
        assert_eq!(field("dimacs-solve -j 2 --engine splr"), [(Splr, 0), (Splr, 1)]);
        assert_eq!(field("dimacs-solve -j 2 --conflicts 9"), [(Auto, 0), (Auto, 1)]);
    }
}
