//! Subset: two, three or four cells of a house have together no more candidates than they are, so that these
//! values stand nowhere else in the house.
//!
//! The hidden subset of some cells is the naked one of the house's other open cells, where these are no more
//! than four.
//!
//! # References
//! - Sudopedia: *Naked Subset*

use super::symbols;
use crate::Pencil;
use crate::step::{Step, Technique};
use sudoku_core::Alphabet;

/// The sizes, the easiest first.
const SIZES: std::ops::RangeInclusive<usize> = 2..=4;

/// The smallest subset, in the first house that has one.
pub(super) fn find(pencil: &Pencil) -> Option<Step> {
    let sizes = SIZES;
    let mut houses =
        sizes.flat_map(|size| (0..pencil.houses().len()).map(move |house| (size, house)));
    houses.find_map(|(size, house)| in_house(pencil, house, size))
}

fn in_house(pencil: &Pencil, house: usize, size: usize) -> Option<Step> {
    let cells = pencil.houses().cells(house);
    let n_candidates = |cell: usize| pencil.candidates()[cell].count_ones() as usize;
    let open: Vec<usize> = cells.iter().copied().filter(|cell| n_candidates(*cell) > 0).collect();
    if open.len() <= size {
        return None;
    }
    let few: Vec<usize> = open.iter().copied().filter(|cell| n_candidates(*cell) <= size).collect();
    let mut found = None;
    choose(pencil, &few, size, 0, &mut Vec::new(), &mut |chosen, values| {
        let others: Vec<usize> =
            open.iter().copied().filter(|cell| !chosen.contains(cell)).collect();
        let strikes = pencil.strikes(&others, values);
        if strikes.is_empty() {
            return false;
        }
        found = Some(Step {
            technique: Technique::Subset,
            houses: vec![house],
            values,
            because: chosen.to_vec(),
            place: None,
            strikes,
        });
        true
    });
    found
}

/// Shows each choice of `size` cells that have as many candidates to `visit`, until that says enough.
fn choose(
    pencil: &Pencil,
    cells: &[usize],
    size: usize,
    values: u64,
    chosen: &mut Vec<usize>,
    visit: &mut impl FnMut(&[usize], u64) -> bool,
) -> bool {
    if chosen.len() == size {
        return values.count_ones() as usize == size && visit(chosen, values);
    }
    for (index, cell) in cells.iter().enumerate() {
        let union = values | pencil.candidates()[*cell];
        if union.count_ones() as usize > size {
            continue;
        }
        chosen.push(*cell);
        if choose(pencil, &cells[index + 1..], size, union, chosen, visit) {
            return true;
        }
        chosen.pop();
    }
    false
}

/// `in row 3, two cells have only 4 and 7, columns 1 and 5; so these stand nowhere else in row 3`
pub(super) fn describe(step: &Step, pencil: &Pencil, alphabet: &Alphabet) -> String {
    let house = pencil.houses().name(step.houses[0]);
    let number = ["two", "three", "four"][step.because.len() - 2];
    let symbols = symbols(step.values, alphabet);
    format!(
        "in {house}, {number} cells can only hold {symbols}; so these stand nowhere else in {house}"
    )
}
