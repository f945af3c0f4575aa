//! Makes puzzles with one solution.
//!
//! 1. A full grid: random digits in the three blocks of the diagonal, which do not see each other, the rest
//!    from the solver, and all of it rearranged at random. Every grid can come out, but not all equally often; or
//!    one of all grids, equally likely (`uniform`).
//! 2. Givens are taken away in random order, one or a symmetric group at a time, as long as the solution stays
//!    the only one. After one pass over all cells what is left is minimal: a given that had to stay while
//!    there were more has to stay now.
//!
//! With a pattern, the cells that it leaves out are blank from the start, and the grid is rearranged until what remains has one
//! solution.
//!
//! Many puzzles are made at a time, so that each step is one run of [`lanes`]. Attempt `i` depends on the seed
//! and on `i` alone.
//!
//! [`weighted`] makes minimal puzzles with weights, [`vicinity`] and [`minimal_within`] find those near another one.

mod nearby;
mod uniform;
mod weighted;

pub use nearby::{Change, minimal_within, vicinity};
pub use weighted::{Weighted, weighted};

use crate::lanes::{self, Outcome};
use crate::random::Random;
use crate::symmetry::rearranged;
use crate::{Level, N_CELLS, Puzzle, SIDE};
use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::str::FromStr;

/// Which givens belong together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Symmetry {
    /// Each given is alone.
    #[default]
    None,
    /// Half a turn.
    HalfTurn,
    /// A quarter of a turn.
    QuarterTurn,
    /// Left and right.
    Mirror,
    /// Across the main diagonal.
    Diagonal,
}

impl Symmetry {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::None, Self::HalfTurn, Self::QuarterTurn, Self::Mirror, Self::Diagonal];

    /// Its name: `half-turn`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::HalfTurn => "half-turn",
            Self::QuarterTurn => "quarter-turn",
            Self::Mirror => "mirror",
            Self::Diagonal => "diagonal",
        }
    }

    /// What a person sees of it.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::None => "No pattern",
            Self::HalfTurn => "The same upside down",
            Self::QuarterTurn => "The same from each side",
            Self::Mirror => "Left as right",
            Self::Diagonal => "The same across the main diagonal",
        }
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Symmetry {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|symmetry| symmetry.name() == name);
        found.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("unknown symmetry '{}', expected one of {names}", name.escape_debug())
        })
    }
}

/// Without a number of givens, they are taken away down to these, as far as the symmetry allows.
pub const USUAL_GIVENS: usize = 30;

/// After so many attempts in a row without a puzzle there is little hope for one.
pub const HOPELESS: u64 = 200_000;

/// The numbers of givens that can be asked for.
const GIVENS: RangeInclusive<usize> = 20..=N_CELLS;

/// Which puzzles are wanted.
#[derive(Debug, Clone)]
pub struct Recipe {
    /// Where the random numbers start.
    pub seed: u64,
    /// How many givens there may be.
    pub n_givens: RangeInclusive<usize>,
    /// Whether no given may be missing without a second solution.
    pub minimal: bool,
    /// Which givens are taken away together.
    pub symmetry: Symmetry,
    /// Whether all full grids are equally likely.
    pub uniform: bool,
    /// The cells that are given, if that is fixed. Symmetry does not matter then.
    pub pattern: Option<[bool; N_CELLS]>,
}

impl Default for Recipe {
    /// Any puzzle with one solution, with as few givens as it gets.
    fn default() -> Self {
        Self {
            seed: 0,
            n_givens: 0..=N_CELLS,
            minimal: false,
            symmetry: Symmetry::None,
            uniform: false,
            pattern: None,
        }
    }
}

impl Recipe {
    /// Puzzles of so many givens; without a number of about [`USUAL_GIVENS`], or of any number if minimal.
    ///
    /// # Errors
    /// There is no hope for so few givens, or there are not so many cells.
    pub fn new(
        seed: u64,
        n_givens: Option<usize>,
        minimal: bool,
        symmetry: Symmetry,
    ) -> Result<Self, String> {
        if let Some(found) = n_givens.filter(|n_givens| !GIVENS.contains(n_givens)) {
            let why = match found {
                0..17 => ": no puzzle with one solution has fewer than 17 givens",
                17..20 => ": taking givens away at random practically never leaves fewer than 20",
                _ => "",
            };
            let (least, most) = (GIVENS.start(), GIVENS.end());
            return Err(format!("found {found} givens, expected {least} to {most}{why}"));
        }
        let least = if minimal { 0 } else { USUAL_GIVENS };
        let n_givens = n_givens.map_or(least..=N_CELLS, |n_givens| n_givens..=n_givens);
        Ok(Self { seed, n_givens, minimal, symmetry, ..Self::default() })
    }
}

/// A puzzle being made.
struct Draft {
    puzzle: Puzzle,
    /// The groups of cells that are still to be tried, the next one last.
    groups: Vec<Vec<usize>>,
}

/// Makes the puzzles of some attempts; `None` where one did not meet the recipe.
#[must_use]
pub fn attempts(recipe: &Recipe, level: Level, numbers: Range<u64>) -> Vec<Option<Puzzle>> {
    if let Some(pattern) = &recipe.pattern {
        let found = with_pattern(recipe, pattern, level, numbers).into_iter();
        return found
            .map(|found| found.filter(|puzzle| !recipe.minimal || is_minimal(puzzle, level)))
            .collect();
    }
    let mut drafts = drafts(recipe, level, numbers);
    // A minimal puzzle must have lost all it can, whatever the number of givens.
    let least = if recipe.minimal { 0 } else { *recipe.n_givens.start() };
    loop {
        let (mut tried, mut smaller) = (Vec::new(), Vec::new());
        for (index, draft) in drafts.iter_mut().enumerate() {
            if let Some(puzzle) = draft.next_smaller(least) {
                tried.push(index);
                smaller.push(puzzle);
            }
        }
        if tried.is_empty() {
            break;
        }
        for ((index, puzzle), outcome) in
            tried.into_iter().zip(&smaller).zip(solved(level, &smaller, 2))
        {
            if outcome.n_solutions == 1 {
                drafts[index].puzzle = *puzzle;
            }
        }
    }
    let fits = |puzzle: &Puzzle| {
        let is_minimal =
            !recipe.minimal || recipe.symmetry == Symmetry::None || is_minimal(puzzle, level);
        is_minimal && recipe.n_givens.contains(&puzzle.n_givens())
    };
    drafts.into_iter().map(|draft| Some(draft.puzzle).filter(fits)).collect()
}

/// Whether a puzzle with one solution has several without any one of its givens.
fn is_minimal(puzzle: &Puzzle, level: Level) -> bool {
    let givens = (0..N_CELLS).filter(|cell| puzzle.cells()[*cell] != 0);
    let smaller: Vec<Puzzle> = givens.map(|cell| puzzle.with(cell, 0)).collect();
    solved(level, &smaller, 2).iter().all(|outcome| outcome.n_solutions > 1)
}

impl Draft {
    /// The puzzle without the next group of givens that leaves at least so many.
    fn next_smaller(&mut self, least: usize) -> Option<Puzzle> {
        while let Some(group) = self.groups.pop() {
            if self.puzzle.n_givens() >= least + group.len() {
                return Some(group.iter().fold(self.puzzle, |puzzle, cell| puzzle.with(*cell, 0)));
            }
        }
        None
    }
}

/// Full grids, and random orders in which to take cells away.
fn drafts(recipe: &Recipe, level: Level, numbers: Range<u64>) -> Vec<Draft> {
    let mut randoms = randoms(recipe.seed, numbers);
    let grids = grids(&mut randoms, level, recipe.uniform);
    let draft = |(grid, random): (Puzzle, &mut Random)| {
        let mut groups = recipe.symmetry.groups();
        random.shuffle(&mut groups);
        Draft { puzzle: rearranged(&grid, random), groups }
    };
    grids.into_iter().zip(&mut randoms).map(draft).collect()
}

fn randoms(seed: u64, numbers: Range<u64>) -> Vec<Random> {
    numbers.map(|number| Random::new(seed, number)).collect()
}

/// The full grids of some attempts.
pub(crate) fn full_grids(
    seed: u64,
    level: Level,
    numbers: Range<u64>,
    uniform: bool,
) -> Vec<Puzzle> {
    let mut randoms = randoms(seed, numbers);
    let grids = grids(&mut randoms, level, uniform);
    grids.iter().zip(&mut randoms).map(|(grid, random)| rearranged(grid, random)).collect()
}

/// A full grid from each stream, which is yet to be rearranged.
fn grids(randoms: &mut [Random], level: Level, uniform: bool) -> Vec<Puzzle> {
    if uniform {
        return randoms.iter_mut().map(uniform::grid).collect();
    }
    let diagonals: Vec<Puzzle> = randoms.iter_mut().map(random_diagonal).collect();
    let full = |outcome: Outcome| {
        assert_eq!(outcome.n_solutions, 1, "three blocks on the diagonal leave a solution");
        Puzzle::new(outcome.first).expect("a solution has values 1 to 9")
    };
    solved(level, &diagonals, 1).into_iter().map(full).collect()
}

/// Puzzles with one solution and just these givens, where some rearrangement of an attempt's grid has one.
fn with_pattern(
    recipe: &Recipe,
    pattern: &[bool; N_CELLS],
    level: Level,
    numbers: Range<u64>,
) -> Vec<Option<Puzzle>> {
    /// So often a grid is rearranged.
    const ROUNDS: usize = 256;
    let mut randoms = randoms(recipe.seed, numbers);
    let grids = grids(&mut randoms, level, recipe.uniform);
    let mut found = vec![None; grids.len()];
    for _ in 0..ROUNDS {
        let open: Vec<usize> = (0..grids.len()).filter(|index| found[*index].is_none()).collect();
        let part = |index: &usize| {
            let grid = rearranged(&grids[*index], &mut randoms[*index]);
            let blank = (0..N_CELLS).filter(|cell| !pattern[*cell]);
            blank.fold(grid, |puzzle, cell| puzzle.with(cell, 0))
        };
        let parts: Vec<Puzzle> = open.iter().map(part).collect();
        for ((index, puzzle), outcome) in open.into_iter().zip(&parts).zip(solved(level, &parts, 2))
        {
            found[index] = (outcome.n_solutions == 1).then_some(*puzzle);
        }
    }
    found
}

/// Random digits in the blocks of the diagonal: there is always a solution.
fn random_diagonal(random: &mut Random) -> Puzzle {
    let mut puzzle = Puzzle::BLANK;
    for block in 0..3 {
        let mut values = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        random.shuffle(&mut values);
        for (index, value) in values.into_iter().enumerate() {
            let (row, col) = (3 * block + index / 3, 3 * block + index % 3);
            puzzle = puzzle.with(SIDE * row + col, value);
        }
    }
    puzzle
}

fn solved(level: Level, puzzles: &[Puzzle], limit: u64) -> Vec<Outcome> {
    let mut outcomes = vec![Outcome::NONE; puzzles.len()];
    lanes::solve(level, puzzles, limit, &mut outcomes);
    outcomes
}

impl Symmetry {
    /// Where a cell goes.
    fn image(self, cell: usize) -> usize {
        let (row, col, last) = (cell / SIDE, cell % SIDE, SIDE - 1);
        let (row, col) = match self {
            Self::None => (row, col),
            Self::HalfTurn => (last - row, last - col),
            Self::QuarterTurn => (col, last - row),
            Self::Mirror => (row, last - col),
            Self::Diagonal => (col, row),
        };
        SIDE * row + col
    }

    /// The cells by what belongs together.
    fn groups(self) -> Vec<Vec<usize>> {
        let orbit = |first: usize| {
            let next = |cell: &usize| Some(self.image(*cell)).filter(|image| *image != first);
            std::iter::successors(Some(first), next).collect::<Vec<_>>()
        };
        let is_first = |group: &Vec<usize>| group.iter().all(|cell| group[0] <= *cell);
        (0..N_CELLS).map(orbit).filter(is_first).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::single::Solutions;

    fn made(recipe: &Recipe, count: u64) -> Vec<Puzzle> {
        attempts(recipe, Level::best(), 0..count).into_iter().flatten().collect()
    }

    fn is_unique(puzzle: Puzzle) -> bool {
        Solutions::of(puzzle).take(2).count() == 1
    }

    #[test]
    fn minimal_puzzles_are_minimal() {
        let recipe = Recipe { seed: 1, minimal: true, ..Recipe::default() };
        let puzzles = made(&recipe, 50);
        assert_eq!(puzzles.len(), 50);
        let with_pattern = made(&Recipe { symmetry: Symmetry::HalfTurn, ..recipe }, 500);
        assert!(with_pattern.len() > 5, "{}", with_pattern.len());
        for puzzle in puzzles.into_iter().chain(with_pattern) {
            assert!(is_unique(puzzle), "{puzzle}");
            for cell in (0..N_CELLS).filter(|cell| puzzle.cells()[*cell] != 0) {
                assert!(!is_unique(puzzle.with(cell, 0)), "{puzzle} without cell {cell}");
            }
        }
    }

    #[test]
    fn givens_and_symmetry_are_kept() {
        let symmetries =
            [Symmetry::HalfTurn, Symmetry::QuarterTurn, Symmetry::Mirror, Symmetry::Diagonal];
        for symmetry in symmetries {
            let recipe = Recipe { seed: 3, n_givens: 36..=36, symmetry, ..Recipe::default() };
            let puzzles = made(&recipe, 20);
            assert!(!puzzles.is_empty(), "{symmetry:?}");
            for puzzle in puzzles {
                assert!(is_unique(puzzle) && puzzle.n_givens() == 36, "{puzzle}");
                for cell in 0..N_CELLS {
                    let (here, there) =
                        (puzzle.cells()[cell], puzzle.cells()[symmetry.image(cell)]);
                    assert_eq!(here == 0, there == 0, "{symmetry:?} {puzzle}");
                }
            }
        }
    }

    #[test]
    fn groups_have_each_cell_once() {
        for (symmetry, count) in
            [(Symmetry::None, 81), (Symmetry::HalfTurn, 41), (Symmetry::QuarterTurn, 21)]
        {
            let groups = symmetry.groups();
            assert_eq!(groups.len(), count);
            let mut cells = groups.concat();
            cells.sort_unstable();
            assert_eq!(cells, (0..N_CELLS).collect::<Vec<_>>());
        }
    }

    #[test]
    fn an_attempt_does_not_depend_on_its_neighbours() {
        let recipe = Recipe { seed: 7, minimal: true, ..Recipe::default() };
        let together = attempts(&recipe, Level::best(), 0..6);
        let apart: Vec<_> = (0..6)
            .flat_map(|number| attempts(&recipe, Level::Portable, number..number + 1))
            .collect();
        assert_eq!(together, apart);
    }
}
