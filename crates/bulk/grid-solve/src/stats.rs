//! Totals of a run.

use crate::job::Finding;
use crate::training::Leak;
use grid_engine::lanes::Outcome;
use std::fmt::Write as _;
use std::time::Duration;

/// How many puzzles there were of each kind, and how many guesses they took.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tally {
    solved: u64,
    unique: u64,
    multiple: u64,
    none: u64,
    pub(crate) invalid: u64,
    guesses: u64,
    most_guesses: u64,
    /// Puzzles that were compared with a training set, and what of them leaks.
    compared: u64,
    leaked_puzzles: u64,
    leaked_grids: u64,
}

impl Tally {
    /// Counts a line.
    pub(crate) fn count(&mut self, finding: &Finding, outcome: Option<&Outcome>) {
        *match finding {
            Finding::Solved => &mut self.solved,
            Finding::Unique => &mut self.unique,
            Finding::Multiple => &mut self.multiple,
            Finding::None => &mut self.none,
            Finding::Invalid(_) => &mut self.invalid,
        } += 1;
        let guesses = outcome.map_or(0, |outcome| outcome.guesses);
        self.guesses += guesses;
        self.most_guesses = self.most_guesses.max(guesses);
    }

    /// Counts what a training set gives away of a puzzle.
    pub(crate) fn count_leak(&mut self, leak: Option<Leak>) {
        self.compared += 1;
        match leak {
            Some(Leak::Puzzle(_)) => self.leaked_puzzles += 1,
            Some(Leak::Grid(_)) => self.leaked_grids += 1,
            None => {}
        }
    }

    /// How many puzzles leak, in words.
    pub(crate) fn leaks(&self) -> String {
        let Self { compared, leaked_puzzles, leaked_grids, .. } = self;
        format!(
            "of {compared} puzzles {leaked_puzzles} are rearrangements of training puzzles, and {leaked_grids} \
             others have the solution of one, rearranged"
        )
    }

    /// Adds the totals of a block.
    pub(crate) fn add(&mut self, other: &Self) {
        self.solved += other.solved;
        self.unique += other.unique;
        self.multiple += other.multiple;
        self.none += other.none;
        self.invalid += other.invalid;
        self.guesses += other.guesses;
        self.most_guesses = self.most_guesses.max(other.most_guesses);
        self.compared += other.compared;
        self.leaked_puzzles += other.leaked_puzzles;
        self.leaked_grids += other.leaked_grids;
    }

    /// A table of what there was, and how long it took.
    pub(crate) fn table(&self, elapsed: Duration) -> String {
        let kinds = [
            ("solved", self.solved),
            ("unique", self.unique),
            ("multiple", self.multiple),
            ("none", self.none),
            ("invalid", self.invalid),
        ];
        let total: u64 = kinds.iter().map(|(_, count)| count).sum();
        let mut table = String::new();
        let mut row = |name: &str, value: String| {
            let _ = writeln!(table, "{name:<14}{value:>14}");
        };
        row("puzzles", total.to_string());
        for (name, count) in kinds.into_iter().filter(|(_, count)| *count > 0) {
            row(&format!("  {name}"), count.to_string());
        }
        row("guesses", self.guesses.to_string());
        row("most guesses", self.most_guesses.to_string());
        row("seconds", format!("{:.3}", elapsed.as_secs_f64()));
        #[expect(clippy::cast_precision_loss, reason = "a rate is an approximation")]
        let rate = total as f64 / elapsed.as_secs_f64().max(1e-9);
        row("puzzles/s", format!("{rate:.0}"));
        table
    }
}
