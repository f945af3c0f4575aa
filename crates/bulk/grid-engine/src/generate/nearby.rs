//! Puzzles with one solution near a given one: some givens fewer, some more; and all minimal puzzles within it.

use super::solved;
use crate::{Level, N_CELLS, Puzzle};

/// Puzzles that are checked at a time.
const BATCH: usize = 4096;

/// How a puzzle may change: the forum's `{-1+1}` takes one given away and adds one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// How many givens go.
    pub less: usize,
    /// How many come.
    pub more: usize,
}

/// Hands each puzzle with one solution that differs from `puzzle` by such a change to `take`, once each, in a fixed order,
/// some at a time and now and then none, so that a long search can be ended. A given that goes does not come back, so
/// that the difference is as large as said.
///
/// # Errors
/// Those of `take`, which end it.
pub fn vicinity<E>(
    puzzle: &Puzzle,
    change: Change,
    level: Level,
    take: &mut impl FnMut(&[Puzzle]) -> Result<(), E>,
) -> Result<(), E> {
    let givens: Vec<usize> = (0..N_CELLS).filter(|cell| puzzle.cells()[*cell] != 0).collect();
    let mut batch = Vec::with_capacity(BATCH);
    for_each_choice(&givens, change.less, &mut |gone: &[usize]| {
        let rest = gone.iter().fold(*puzzle, |rest, cell| rest.with(*cell, 0));
        let blank: Vec<usize> = (0..N_CELLS).filter(|cell| rest.cells()[*cell] == 0).collect();
        for_each_choice(&blank, change.more, &mut |filled: &[usize]| {
            for_each_filling(rest, filled, puzzle, &mut |near| {
                batch.push(near);
                if batch.len() == BATCH { take_unique(&mut batch, level, take) } else { Ok(()) }
            })
        })
    })?;
    take_unique(&mut batch, level, take)
}

/// Hands the puzzles that have one solution on.
fn take_unique<E>(
    batch: &mut Vec<Puzzle>,
    level: Level,
    take: &mut impl FnMut(&[Puzzle]) -> Result<(), E>,
) -> Result<(), E> {
    let outcomes = solved(level, batch, 2);
    let mut is_unique = outcomes.iter().map(|outcome| outcome.n_solutions == 1);
    batch.retain(|_| is_unique.next() == Some(true));
    let result = take(batch);
    batch.clear();
    result
}

/// All ways to choose so many of some cells.
fn for_each_choice<E>(
    cells: &[usize],
    count: usize,
    take: &mut dyn FnMut(&[usize]) -> Result<(), E>,
) -> Result<(), E> {
    fn choose<E>(
        cells: &[usize],
        count: usize,
        chosen: &mut Vec<usize>,
        take: &mut dyn FnMut(&[usize]) -> Result<(), E>,
    ) -> Result<(), E> {
        if count == 0 {
            return take(chosen);
        }
        for (index, cell) in cells.iter().enumerate() {
            chosen.push(*cell);
            choose(&cells[index + 1..], count - 1, chosen, take)?;
            chosen.pop();
        }
        Ok(())
    }
    choose(cells, count, &mut Vec::new(), take)
}

/// All values for some blank cells, other than those of `before`, that do not clash.
fn for_each_filling<E>(
    puzzle: Puzzle,
    cells: &[usize],
    before: &Puzzle,
    take: &mut dyn FnMut(Puzzle) -> Result<(), E>,
) -> Result<(), E> {
    let Some((cell, rest)) = cells.split_first() else { return take(puzzle) };
    for value in (1..=9).filter(|value| before.cells()[*cell] != *value) {
        let filled = puzzle.with(*cell, value);
        if !filled.has_clash() {
            for_each_filling(filled, rest, before, take)?;
        }
    }
    Ok(())
}

/// Hands each minimal puzzle whose givens are some of those of `puzzle`, which has one solution, to `take`, once each.
///
/// Givens go in the order of their cells, so that each set of them goes in one way. There can be very many.
///
/// # Errors
/// Those of `take`, which end it.
pub fn minimal_within<E>(
    puzzle: &Puzzle,
    level: Level,
    take: &mut impl FnMut(&[Puzzle]) -> Result<(), E>,
) -> Result<(), E> {
    let givens = (0..N_CELLS).filter(|cell| puzzle.cells()[*cell] != 0).collect();
    within(*puzzle, givens, 0, level, take)
}

/// `open` are the givens that may be able to go, those before `first` only to see whether the puzzle is minimal.
fn within<E>(
    puzzle: Puzzle,
    mut open: Vec<usize>,
    first: usize,
    level: Level,
    take: &mut impl FnMut(&[Puzzle]) -> Result<(), E>,
) -> Result<(), E> {
    let smaller: Vec<Puzzle> = open.iter().map(|cell| puzzle.with(*cell, 0)).collect();
    let outcomes = solved(level, &smaller, 2);
    let mut is_unique = outcomes.iter().map(|outcome| outcome.n_solutions == 1);
    // What cannot go now can never go.
    open.retain(|_| is_unique.next() == Some(true));
    if open.is_empty() {
        return take(&[puzzle]);
    }
    for index in 0..open.len() {
        let cell = open[index];
        if cell >= first {
            let mut others = open.clone();
            others.remove(index);
            within(puzzle.with(cell, 0), others, cell + 1, level, take)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{Recipe, attempts, is_minimal};
    use super::*;
    use crate::single::Solutions;
    use std::collections::BTreeSet;
    use std::convert::Infallible;

    fn made(n_givens: usize) -> Puzzle {
        let recipe = Recipe { seed: 3, n_givens: n_givens..=n_givens, ..Recipe::default() };
        let found = attempts(&recipe, Level::best(), 0..200).into_iter().flatten().next();
        found.expect("some have so many givens")
    }

    fn collected(
        run: impl FnOnce(&mut dyn FnMut(&[Puzzle]) -> Result<(), Infallible>),
    ) -> Vec<Puzzle> {
        let mut found = Vec::new();
        run(&mut |puzzles| {
            found.extend_from_slice(puzzles);
            Ok(())
        });
        found
    }

    fn near(puzzle: &Puzzle, less: usize, more: usize) -> Vec<Puzzle> {
        collected(|mut take| {
            vicinity(puzzle, Change { less, more }, Level::best(), &mut take)
                .unwrap_or_else(|e| match e {});
        })
    }

    fn is_unique(puzzle: Puzzle) -> bool {
        Solutions::of(puzzle).take(2).count() == 1
    }

    #[test]
    fn a_vicinity_is_what_plain_trying_finds() {
        let puzzle = made(27);
        let mut wanted = BTreeSet::new();
        for gone in (0..N_CELLS).filter(|cell| puzzle.cells()[*cell] != 0) {
            for cell in 0..N_CELLS {
                for value in 1..=9 {
                    let rest = puzzle.with(gone, 0);
                    let near = rest.with(cell, value);
                    if rest.cells()[cell] == 0 && near != puzzle && is_unique(near) {
                        wanted.insert(near);
                    }
                }
            }
        }
        let found = near(&puzzle, 1, 1);
        assert_eq!(found.len(), wanted.len());
        assert!(found.len() > 1);
        assert_eq!(BTreeSet::from_iter(found), wanted);
        // Without one given, and with one more.
        let fewer = near(&puzzle, 1, 0);
        assert!(fewer.iter().all(|near| is_unique(*near) && near.n_givens() == 26));
        assert_eq!(near(&puzzle, 0, 1).len(), 81 - 27);
        assert_eq!(near(&puzzle, 0, 0), [puzzle]);
    }

    #[test]
    fn minimal_puzzles_within_are_all_that_there_are() {
        let puzzle = made(26);
        let givens: Vec<usize> = (0..N_CELLS).filter(|cell| puzzle.cells()[*cell] != 0).collect();
        // A few more givens, whose removal in any order leads to every minimal puzzle.
        let solution = Solutions::of(puzzle).next().unwrap();
        let blank = (0..N_CELLS).filter(|cell| puzzle.cells()[*cell] == 0);
        let puzzle = blank.take(4).fold(puzzle, |puzzle, cell| puzzle.with(cell, solution[cell]));
        let found = collected(|mut take| {
            minimal_within(&puzzle, Level::best(), &mut take).unwrap_or_else(|e| match e {});
        });
        assert!(found.iter().all(|it| is_unique(*it) && is_minimal(it, Level::best())));
        assert!(givens.len() == 26 && found.len() > 1, "{}", found.len());
        // By going down from all supersets.
        let (mut level, mut wanted) = (BTreeSet::from([puzzle]), BTreeSet::new());
        while !level.is_empty() {
            let mut next = BTreeSet::new();
            for puzzle in &level {
                let cells = (0..N_CELLS).filter(|cell| puzzle.cells()[*cell] != 0);
                let smaller: Vec<Puzzle> =
                    cells.map(|cell| puzzle.with(cell, 0)).filter(|it| is_unique(*it)).collect();
                if smaller.is_empty() {
                    wanted.insert(*puzzle);
                }
                next.extend(smaller);
            }
            level = next;
        }
        assert_eq!(found.len(), wanted.len());
        assert_eq!(BTreeSet::from_iter(found), wanted);
    }
}
