//! Minimal puzzles with weights that undo the bias of how they are drawn.
//!
//! Givens are taken away one at a time, each time one of the `r` that can go without a second solution, equally likely, until
//! none can. A minimal puzzle with `n` givens is reached by every order of the `81 − n` others, as all that lies between it and
//! the full grid has one solution. A way through steps with `r₁, r₂, …` choices has probability `1 / Π rᵢ`. So with the
//! weight
//!
//! ```text
//! w = Π rᵢ / (81 − n)!
//! ```
//!
//! the sum over all ways of probability times weight is 1 for each minimal puzzle of the grid. Hence, with equally likely grids, a
//! mean weighted by `w` is the mean over all minimal puzzles, and the mean of `w` is how many of them a grid has.
//!
//! # References
//! - D. Berthier, *Unbiased Statistics of a CSP: A Controlled-Bias Generator*, 2009: 26.58 givens on average, and
//!   3.11 · 10³⁷ minimal puzzles in all, so 4.66 · 10¹⁵ a grid. There a draw is dropped at the first given that has to
//!   stay, which leaves one in 250,000; here none is dropped.

use super::{full_grids, solved};
use crate::random::Random;
use crate::{Level, N_CELLS, Puzzle};
use std::ops::Range;

/// A minimal puzzle and its weight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weighted {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The natural logarithm of its weight.
    pub ln_weight: f64,
}

/// The minimal puzzles of some attempts, from equally likely grids.
#[must_use]
pub fn weighted(seed: u64, level: Level, numbers: Range<u64>) -> Vec<Weighted> {
    let grids = full_grids(seed, level, numbers.clone(), true);
    // Other streams than those which drew the grids.
    let randoms = numbers.map(|number| Random::new(!seed, number));
    within(level, grids.into_iter().zip(randoms))
}

/// A minimal puzzle within each of some puzzles with one solution.
fn within(level: Level, puzzles: impl Iterator<Item = (Puzzle, Random)>) -> Vec<Weighted> {
    let mut drafts: Vec<Draft> = puzzles
        .map(|(puzzle, random)| Draft {
            found: Weighted { puzzle, ln_weight: 0.0 },
            n_gone: 0,
            open: (0..N_CELLS).filter(|cell| puzzle.cells()[*cell] != 0).collect(),
            random,
        })
        .collect();
    loop {
        let smaller: Vec<Puzzle> = drafts.iter().flat_map(Draft::smaller).collect();
        if smaller.is_empty() {
            return drafts.into_iter().map(|draft| draft.found).collect();
        }
        let outcomes = solved(level, &smaller, 2);
        let mut is_unique = outcomes.iter().map(|outcome| outcome.n_solutions == 1);
        for draft in &mut drafts {
            // What cannot go now can never go.
            draft.open.retain(|_| is_unique.next() == Some(true));
            draft.step();
        }
    }
}

/// A puzzle on its way.
struct Draft {
    found: Weighted,
    n_gone: usize,
    /// The givens that may be able to go.
    open: Vec<usize>,
    random: Random,
}

impl Draft {
    /// The puzzle without each of the givens that may go.
    fn smaller(&self) -> impl Iterator<Item = Puzzle> {
        self.open.iter().map(|cell| self.found.puzzle.with(*cell, 0))
    }

    /// Takes one of the givens away, all of which can go.
    #[expect(clippy::cast_precision_loss, reason = "there are at most 81")]
    fn step(&mut self) {
        if self.open.is_empty() {
            return;
        }
        self.n_gone += 1;
        self.found.ln_weight += (self.open.len() as f64 / self.n_gone as f64).ln();
        let cell = self.open.swap_remove(self.random.below(self.open.len()));
        self.found.puzzle = self.found.puzzle.with(cell, 0);
    }
}

#[cfg(test)]
#[expect(clippy::cast_precision_loss, reason = "means are approximations")]
mod tests {
    use super::super::{Recipe, attempts, is_minimal, minimal_within};
    use super::*;
    use std::convert::Infallible;

    /// The mean weight, the weighted and the plain mean of the givens.
    fn means(found: &[Weighted]) -> [f64; 3] {
        let weights = found.iter().map(|found| found.ln_weight.exp());
        let total: f64 = weights.clone().sum();
        let n_givens = found.iter().map(|found| found.puzzle.n_givens() as f64);
        let weighted: f64 = n_givens.clone().zip(weights).map(|(n, weight)| n * weight).sum();
        let n = found.len() as f64;
        [total / n, weighted / total, n_givens.sum::<f64>() / n]
    }

    #[test]
    fn weights_count_the_minimal_puzzles_within_a_puzzle() {
        let recipe = Recipe { seed: 2, n_givens: 31..=31, ..Recipe::default() };
        let puzzle = attempts(&recipe, Level::best(), 0..50).into_iter().flatten().next();
        let puzzle = puzzle.expect("some have so many givens");
        let mut all = Vec::new();
        let mut take = |puzzles: &[Puzzle]| -> Result<(), Infallible> {
            all.extend(puzzles.iter().map(|puzzle| puzzle.n_givens() as f64));
            Ok(())
        };
        minimal_within(&puzzle, Level::best(), &mut take).expect("it takes them");
        let n = all.len() as f64;
        let mean = all.iter().sum::<f64>() / n;
        let randoms = (0..20_000).map(|number| (puzzle, Random::new(8, number)));
        let found = within(Level::best(), randoms);
        assert!(found.iter().take(50).all(|found| is_minimal(&found.puzzle, Level::best())));
        let [weight, weighted, plain] = means(&found);
        println!("{weight} of {n}; {weighted} of {mean}, {plain} without weights");
        assert!(n > 20.0 && (weight / n - 1.0).abs() < 0.05, "{weight} of {n}");
        assert!((weighted - mean).abs() < 0.03, "{weighted} of {mean}");
    }

    /// So few puzzles show no more than that weights correct the mean as they should: to 26.6.
    #[test]
    fn weights_correct_the_number_of_givens() {
        let [_, weighted, plain] = means(&weighted(1, Level::best(), 0..2000));
        assert!((24.2..24.6).contains(&plain), "{plain}");
        assert!((26.0..27.2).contains(&weighted), "{weighted}");
    }
}
