//! How hard a puzzle is: the hardest technique that a person needs, and the guesses of a fixed solver.
//!
//! Techniques are tried from the easiest on, and after each success from the first again, so that the
//! hardest one that was ever needed is the rating:
//!
//! 1. naked single: a cell has one candidate;
//! 2. hidden single: a digit has one place in a house;
//! 3. locked candidate: a digit of a block is in one line only, or one of a line in one block only;
//! 4. subset: two, three or four cells of a house have no more candidates than that (a hidden subset is
//!    the naked one of the other cells);
//! 5. search: none of these goes on.
//!
//! The guesses are those of [`single`](crate::single) until it has proved how many solutions there are, two at
//! most: how often its deductions end. Both numbers are the same on every machine.

use crate::single::Solutions;
use crate::{N_CELLS, Puzzle, SIDE};

/// The hardest technique that is needed, the easiest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Technique {
    /// A cell has one candidate.
    NakedSingle,
    /// A digit has one place in a house.
    HiddenSingle,
    /// A digit is in the common cells of a line and a block only.
    LockedCandidate,
    /// So many cells as candidates, two to four.
    Subset,
    /// Candidates have to be tried.
    Search,
}

/// How hard a puzzle is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rating {
    /// The hardest technique.
    pub technique: Technique,
    /// The guesses until the number of solutions was proved.
    pub guesses: u64,
}

/// Rates a puzzle; one without a solution, or with several, needs a search.
#[must_use]
pub fn rate(puzzle: &Puzzle) -> Rating {
    let mut solutions = Solutions::of(*puzzle);
    solutions.by_ref().take(2).for_each(drop);
    Rating { technique: hardest(puzzle), guesses: solutions.guesses() }
}

fn hardest(puzzle: &Puzzle) -> Technique {
    let mut pencil = Pencil::new(puzzle);
    let mut hardest = Technique::NakedSingle;
    while pencil.cells.iter().any(|candidates| candidates.count_ones() > 1) {
        let steps = [
            (Technique::NakedSingle, Pencil::naked_singles as fn(&mut Pencil) -> bool),
            (Technique::HiddenSingle, Pencil::hidden_singles),
            (Technique::LockedCandidate, Pencil::locked_candidates),
            (Technique::Subset, Pencil::subsets),
        ];
        let Some((used, _)) = steps.into_iter().find(|(_, step)| step(&mut pencil)) else {
            return Technique::Search;
        };
        hardest = hardest.max(used);
    }
    let values = pencil.cells.map(|candidates| 1 + candidates.trailing_zeros() as u8);
    if puzzle.is_solved_by(&values) { hardest } else { Technique::Search }
}

/// The 27 houses: rows, columns, blocks.
static HOUSES: [[usize; SIDE]; 27] = {
    let mut houses = [[0; SIDE]; 27];
    let mut house = 0;
    while house < 9 {
        let mut index = 0;
        while index < SIDE {
            houses[house][index] = 9 * house + index;
            houses[9 + house][index] = 9 * index + house;
            houses[18 + house][index] =
                27 * (house / 3) + 3 * (house % 3) + 9 * (index / 3) + index % 3;
            index += 1;
        }
        house += 1;
    }
    houses
};

/// Candidates in pencil: bit `d − 1` for digit `d`.
struct Pencil {
    cells: [u16; N_CELLS],
    /// Cells whose only candidate was struck out of the cells that they see.
    done: [bool; N_CELLS],
}

impl Pencil {
    fn new(puzzle: &Puzzle) -> Self {
        let candidates = |value: u8| if value == 0 { 0x1ff } else { 1 << (value - 1) };
        Self { cells: puzzle.cells().map(candidates), done: [false; N_CELLS] }
    }

    /// Strikes digits out of cells: whether any of them was there.
    fn strike(&mut self, cells: impl Iterator<Item = usize>, digits: u16) -> bool {
        cells.fold(false, |changed, cell| {
            let before = self.cells[cell];
            self.cells[cell] &= !digits;
            let changes = self.cells[cell] != before;
            changed || changes
        })
    }

    /// Strikes single candidates out of the cells that they see.
    fn naked_singles(&mut self) -> bool {
        let mut changed = false;
        for cell in 0..N_CELLS {
            let digit = self.cells[cell];
            if !self.done[cell] && digit.is_power_of_two() {
                self.done[cell] = true;
                for house in HOUSES.iter().filter(|house| house.contains(&cell)) {
                    let others = house.iter().copied().filter(|other| *other != cell);
                    changed |= self.strike(others, digit);
                }
            }
        }
        changed
    }

    fn hidden_singles(&mut self) -> bool {
        for house in &HOUSES {
            for digit in (0..SIDE).map(|digit| 1 << digit) {
                let mut places = house.iter().filter(|cell| self.cells[**cell] & digit != 0);
                if let (Some(cell), None) = (places.next(), places.next())
                    && self.cells[*cell] != digit
                {
                    self.cells[*cell] = digit;
                    return true;
                }
            }
        }
        false
    }

    fn locked_candidates(&mut self) -> bool {
        for (index, house) in HOUSES.iter().enumerate() {
            for (other_index, other) in HOUSES.iter().enumerate() {
                // One of them is a block; two rows or a row and a column share too little to lock.
                let common = |cell: &usize| other.contains(cell);
                let is_pair = (index < 18) != (other_index < 18);
                if !is_pair || house.iter().filter(|cell| common(cell)).count() != 3 {
                    continue;
                }
                let outside = house.iter().filter(|cell| !common(cell));
                let elsewhere = outside.fold(0, |all, cell| all | self.cells[*cell]);
                let inside = house.iter().filter(|cell| common(cell));
                let locked = inside.fold(0, |all, cell| all | self.cells[*cell]) & !elsewhere;
                let rest = other.iter().copied().filter(|cell| !house.contains(cell));
                if self.strike(rest, locked) {
                    return true;
                }
            }
        }
        false
    }

    fn subsets(&mut self) -> bool {
        for house in &HOUSES {
            for chosen in 1_u16..512 {
                let size = chosen.count_ones();
                let is_chosen = |index: &usize| chosen >> index & 1 == 1;
                let digits =
                    (0..SIDE).filter(is_chosen).fold(0, |all, i| all | self.cells[house[i]]);
                if (2..=4).contains(&size) && digits.count_ones() == size {
                    let rest =
                        (0..SIDE).filter(|index| !is_chosen(index)).map(|index| house[index]);
                    if self.strike(rest, digits) {
                        return true;
                    }
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rated(text: &str) -> Rating {
        rate(&Puzzle::parse(text.as_bytes()).unwrap())
    }

    #[test]
    fn an_easy_puzzle_needs_singles() {
        let easy =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        assert_eq!(rated(easy), Rating { technique: Technique::NakedSingle, guesses: 0 });
        let full =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        assert_eq!(rated(full).technique, Technique::NakedSingle);
    }

    #[test]
    fn without_one_solution_it_takes_a_search() {
        assert_eq!(rate(&Puzzle::BLANK).technique, Technique::Search);
        assert_eq!(rate(&Puzzle::BLANK.with(0, 1).with(1, 1)).technique, Technique::Search);
    }

    #[test]
    fn a_puzzle_without_guesses_may_need_more_than_singles_but_not_less() {
        use crate::generate::{Recipe, attempts};
        let recipe = Recipe { seed: 5, minimal: true, ..Recipe::default() };
        let puzzles = attempts(&recipe, crate::Level::best(), 0..200);
        let ratings: Vec<_> = puzzles.iter().flatten().map(rate).collect();
        // The solver that guesses deduces all that singles and locked candidates do.
        let easy = |rating: &&Rating| rating.technique <= Technique::LockedCandidate;
        assert!(ratings.iter().filter(easy).all(|rating| rating.guesses == 0));
        for technique in [Technique::HiddenSingle, Technique::LockedCandidate, Technique::Search] {
            assert!(ratings.iter().any(|rating| rating.technique == technique), "{technique:?}");
        }
    }
}
