//! Finds clauses that follow from a tight pigeonhole count.
//!
//! Take k clauses of which no two share a literal, and split all their literals into g groups such
//! that any two members of a group exclude one another, by a clause of two literals. Under a model
//! each clause has a true literal, and these k literals are different; each group has at most one
//! true literal. So at least k groups have one:
//!
//! - g < k: there is no model, which is said only on request (`Counting`)
//! - g = k: each group has exactly one true literal. So each group is a clause that follows, and a
//!   literal that excludes every member of a group is false
//!
//! In a Sudoku the clauses of the n cells of a row, each with the values of its cell, make such a
//! count with the n groups of a value each: the groups say that the row has each value somewhere.
//! Resolution cannot count: in general it needs exponentially many steps for what one count
//! says, so a search that learns by resolution does not get there by itself.
//!
//! Where a count may be tight is guessed, greedily and with a bounded effort: disjoint clauses are
//! chosen, cliques of mutual exclusion are found among their literals (`cliques`), and a set of
//! clauses grows from those that a clique touches by those that lie mostly in the cliques in use
//! (`search`). A guess is believed only after `count` has checked the statement above word for word.
//!
//! # References
//! - Hall: On Representatives of Subsets, Journal of the London Mathematical Society 10, 1935
//! - Haken: The Intractability of Resolution, Theoretical Computer Science 39, 1985
//! - Biere, Le Berre, Lonca, Manthey: Detecting Cardinality Constraints in CNF, SAT 2014

mod cliques;
mod count;
mod search;

use crate::assignment::Conflict;
use crate::effort::Effort;
use crate::proof::Proof;
use cliques::{DisjointClauses, cliques};
use count::{Conclusion, Exclusions};
use sat_format::Lit;
use sat_format::dimacs::Cnf;
use search::Search;

/// Steps for each literal and each exclusion: a Sudoku takes about eight, of any size.
const STEPS: usize = 10;

/// Steps for any formula, and at most.
const STEP_RANGE: (usize, usize) = (1_000_000, 30_000_000);

/// What may be concluded from counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Counting {
    /// Clauses that help the search.
    #[default]
    Clauses,
    /// That there is no model, too: it decides pigeonhole formulas, which are there to show what
    /// resolution cannot do, without a search.
    Verdict,
}

/// Clauses that follow from a formula with dense variables.
///
/// # Errors
/// It is found to have no model.
pub(crate) fn find(
    cnf: &Cnf,
    counting: Counting,
    proof: &mut dyn Proof,
) -> Result<Vec<Vec<Lit>>, Conflict> {
    let choice = DisjointClauses::new(cnf);
    let exclusions = Exclusions::new(cnf, |lit| choice.has(lit));
    let steps = STEPS * (cnf.lits().len() + exclusions.len());
    let mut effort = Effort::new(steps.clamp(STEP_RANGE.0, STEP_RANGE.1));
    find_within(&mut effort, cnf, &choice, &exclusions, counting, proof)
}

/// [`find`] with this effort.
fn find_within(
    effort: &mut Effort,
    cnf: &Cnf,
    choice: &DisjointClauses,
    exclusions: &Exclusions,
    counting: Counting,
    proof: &mut dyn Proof,
) -> Result<Vec<Vec<Lit>>, Conflict> {
    let cliques = cliques(exclusions, choice, effort);
    let mut search = Search::new(cnf, choice, cliques);
    let mut found = Vec::new();
    while let Some(count) = search.next(effort) {
        match count.conclude(cnf, exclusions) {
            Conclusion::Nothing => {}
            Conclusion::NoModel if counting == Counting::Verdict => {
                count.prove(cnf, proof);
                return Err(Conflict);
            }
            Conclusion::NoModel => search.settle(),
            Conclusion::Clauses(clauses) => {
                count.prove(cnf, proof);
                found.extend(clauses);
                search.settle();
            }
        }
    }
    Ok(without_known(found, cnf))
}

/// The clauses in order, without those of more than two literals that the formula has already.
fn without_known(mut clauses: Vec<Vec<Lit>>, cnf: &Cnf) -> Vec<Vec<Lit>> {
    for clause in &mut clauses {
        clause.sort_unstable();
    }
    clauses.sort_unstable();
    clauses.dedup();
    let mut is_known = vec![false; clauses.len()];
    let mut sorted = Vec::new();
    for clause in cnf.clauses().filter(|clause| clause.len() > 2) {
        sorted.clear();
        sorted.extend_from_slice(clause);
        sorted.sort_unstable();
        if let Ok(at) = clauses.binary_search(&sorted) {
            is_known[at] = true;
        }
    }
    let mut is_known = is_known.into_iter();
    clauses.retain(|_| is_known.next() == Some(false));
    clauses
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formulas::{cnf, counted, exclusions, models, pigeonhole, structured_formula};
    use crate::simplify::simplify;
    use proptest::prelude::*;

    /// What is found, as numbers.
    fn found(clauses: &[Vec<i32>]) -> Option<Vec<Vec<i32>>> {
        found_by(Counting::Verdict, clauses)
    }

    fn found_by(counting: Counting, clauses: &[Vec<i32>]) -> Option<Vec<Vec<i32>>> {
        let numbers = |clause: Vec<Lit>| clause.iter().map(|lit| lit.number()).collect();
        Some(find(&cnf(clauses), counting, &mut ()).ok()?.into_iter().map(numbers).collect())
    }

    /// The natural encoding of an empty Sudoku, and for each value and house its cells.
    fn sudoku(block: i32) -> (Vec<Vec<i32>>, Vec<Vec<i32>>) {
        let n = block * block;
        let var = |row: i32, column: i32, value: i32| n * n * value + n * row + column + 1;
        let each = || (0..n).flat_map(|a| (0..n).map(move |b| (a, b)));
        let cells = each().map(|(row, column)| (0..n).map(|v| var(row, column, v)).collect());
        let cells: Vec<Vec<i32>> = cells.collect();
        let houses = each().flat_map(|(value, house)| {
            let row = (0..n).map(|at| var(house, at, value)).collect();
            let column = (0..n).map(|at| var(at, house, value)).collect();
            let (top, left) = (house / block * block, house % block * block);
            let in_block = (0..n).map(|at| var(top + at / block, left + at % block, value));
            [row, column, in_block.collect()]
        });
        let houses: Vec<Vec<i32>> = houses.collect();
        let pairs = cells.iter().chain(&houses).flat_map(|lits| exclusions(lits));
        let clauses = pairs.collect::<Vec<_>>();
        ([cells, clauses].concat(), houses)
    }

    #[test]
    fn one_pigeon_too_many_is_counted() {
        for n_holes in 1..10 {
            assert_eq!(found(&pigeonhole(n_holes + 1, n_holes)), None, "{n_holes} holes");
            let reversed: Vec<_> = pigeonhole(n_holes + 2, n_holes).into_iter().rev().collect();
            assert_eq!(found(&reversed), None, "{n_holes} holes");
        }
    }

    #[test]
    fn one_pigeon_too_many_is_left_to_the_search_unless_asked_for() {
        for n_holes in 3..10 {
            let clauses = pigeonhole(n_holes + 1, n_holes);
            assert_eq!(found_by(Counting::Clauses, &clauses), Some(vec![]), "{n_holes} holes");
        }
    }

    #[test]
    fn as_many_pigeons_as_holes_fill_them() {
        for n in 3..10 {
            let filled: Vec<Vec<i32>> =
                (1..=n).map(|hole| (0..n).map(|pigeon| n * pigeon + hole).collect()).collect();
            assert_eq!(found(&pigeonhole(n, n)), Some(filled), "{n} pigeons");
        }
    }

    #[test]
    fn each_value_has_a_place_in_each_house_of_a_sudoku() {
        for block in [2, 3] {
            let (clauses, mut houses) = sudoku(block);
            houses.sort();
            assert_eq!(found(&clauses), Some(houses));
        }
    }

    #[test]
    fn what_the_formula_has_already_is_not_found_again() {
        let (mut clauses, houses) = sudoku(3);
        clauses.extend(houses);
        assert_eq!(found(&clauses), Some(vec![]));
    }

    #[test]
    fn a_literal_that_excludes_a_full_group_is_false() {
        // 10 excludes all places of the first hole.
        let mut clauses = pigeonhole(3, 3);
        clauses.extend([vec![-1, -10], vec![-4, -10], vec![-7, -10], vec![10, 11, 12]]);
        let expected = [vec![1, 4, 7], vec![2, 5, 8], vec![3, 6, 9], vec![-10]];
        assert_eq!(found(&clauses), Some(expected.to_vec()));
    }

    #[test]
    fn near_misses_give_nothing() {
        for n_holes in [3, 4] {
            let whole = pigeonhole(n_holes + 1, n_holes);
            let n_pairs = n_holes * n_holes * (n_holes + 1) / 2;
            assert_eq!(whole.len() as i32, n_holes + 1 + n_pairs);
            for missing in n_holes as usize + 1..whole.len() {
                let mut clauses = whole.clone();
                clauses.remove(missing);
                // One pigeon less may still be counted, but not one too many.
                assert!(found(&clauses).is_some(), "without {:?}", whole[missing]);
            }
        }
        // Two clauses that share a literal, with room for one literal.
        let shared = [vec![1, 2], vec![1, 3], vec![-1, -2], vec![-1, -3], vec![-2, -3]];
        assert_eq!(found(&shared), Some(vec![]));
    }

    /// The steps of a search for counts, which nothing stops.
    fn n_steps(clauses: &[Vec<i32>]) -> usize {
        let formula = cnf(clauses);
        let choice = DisjointClauses::new(&formula);
        let exclusions = Exclusions::new(&formula, |lit| choice.has(lit));
        let mut effort = Effort::new(usize::MAX);
        find_within(&mut effort, &formula, &choice, &exclusions, Counting::Clauses, &mut ())
            .unwrap();
        effort.n_taken()
    }

    #[test]
    fn twice_the_formula_is_about_twice_the_work() {
        for (name, [once, twice]) in counted(n_steps) {
            assert!(10 * twice <= 23 * once, "{name}: {once}, {twice}");
            assert!(once > 1000 || name != "tables", "{once}");
        }
    }

    proptest! {
        #[test]
        fn what_is_found_follows(clauses in structured_formula()) {
            let Ok(simplified) = simplify(&cnf(&clauses)) else { return Ok(()) };
            let formula = simplified.open;
            let n_vars = formula.n_vars();
            let Ok(found) = find(&formula, Counting::Verdict, &mut ()) else {
                prop_assert_eq!(models(&formula, n_vars).next(), None);
                return Ok(());
            };
            let mut more = formula.clone();
            for clause in &found {
                more.push(clause);
            }
            prop_assert!(models(&formula, n_vars).eq(models(&more, n_vars)), "{:?}", found);
        }
    }
}
