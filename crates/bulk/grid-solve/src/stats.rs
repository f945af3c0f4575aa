//! Totals of a run.

use crate::job::Finding;
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

    /// Adds the totals of a block.
    pub(crate) fn add(&mut self, other: &Self) {
        self.solved += other.solved;
        self.unique += other.unique;
        self.multiple += other.multiple;
        self.none += other.none;
        self.invalid += other.invalid;
        self.guesses += other.guesses;
        self.most_guesses = self.most_guesses.max(other.most_guesses);
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
