//! Kinds that are about sums.
//!
//! Of cells whose digits differ, a sum is one of digits: the layers of the diagram are the digits, each in
//! the cage or not, and the order of the cells is forgotten. Otherwise the layers are the cells, or, where these are
//! many, the sum is added up by its bounds (`order`).

use super::diagram::{decision_diagram, layer, yes_or_no};
use super::encoder::Encoder;
use super::order::{self, Sign, Term};
use crate::{ClauseSink, Refusal};
use std::collections::BTreeSet;
use sudoku_core::Cell;
use sudoku_core::constraint::{
    Arrow, Cage, DigitalRoot, DoubleArrow, EqualityCage, Rellik, Zipper,
};

/// Sums of so many cells, or more, are encoded by their bounds.
const MANY: usize = 4;

type Written<S> = Result<(), Refusal<<S as ClauseSink>::Error>>;

/// The cells differ, and `step` over their numbers, in any order, comes from `start` to a state that is
/// accepted; a cell that is named twice is read twice.
fn distinct_fold<S: ClauseSink, State: Ord + Clone>(
    encoder: &mut Encoder<'_, S>,
    cells: &[Cell],
    start: State,
    step: impl Fn(&State, i64) -> Option<State>,
    accepts: impl Fn(&State) -> bool,
) -> Written<S> {
    encoder.all_different(cells)?;
    let different: BTreeSet<&Cell> = cells.iter().collect();
    if different.len() < cells.len() {
        let layers: Vec<_> = cells.iter().map(|cell| layer(encoder.choices(*cell))).collect();
        let step = |state: &State, _, number: &i64| step(state, *number).into_iter().collect();
        return decision_diagram(encoder, [start], &layers, step, accepts);
    }
    let presence = encoder.presence(cells)?;
    let layers: Vec<_> = presence.iter().map(|(literal, _)| yes_or_no(*literal)).collect();
    let n_cells = cells.len();
    let step = |(count, state): &(usize, State), index: usize, stands: &bool| {
        if !stands {
            return vec![(*count, state.clone())];
        }
        let next = step(state, presence[index].1).filter(|_| *count < n_cells);
        next.into_iter().map(|state| (count + 1, state)).collect()
    };
    let accepts = |(count, state): &(usize, State)| *count == n_cells && accepts(state);
    decision_diagram(encoder, [(0, start)], &layers, step, accepts)
}

pub(super) fn cage<S: ClauseSink>(encoder: &mut Encoder<'_, S>, it: &Cage) -> Written<S> {
    let Some(total) = it.total else { return encoder.all_different(&it.cells) };
    let step = |sum: &i64, number| Some(sum + number);
    distinct_fold(encoder, &it.cells, 0, step, |sum| *sum == total)
}

pub(super) fn digital_root<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    it: &DigitalRoot,
) -> Written<S> {
    let step = |sum: &i64, number: i64| Some((sum + number).rem_euclid(9));
    distinct_fold(encoder, &it.cells, 0, step, |sum| (sum - 1).rem_euclid(9) + 1 == it.root)
}

pub(super) fn rellik<S: ClauseSink>(encoder: &mut Encoder<'_, S>, it: &Rellik) -> Written<S> {
    let first = encoder.shape().first_value();
    let step = |sums: &BTreeSet<i64>, number: i64| {
        let mut next = sums.clone();
        next.extend(sums.iter().map(|sum| sum + number));
        next.insert(number);
        if next.contains(&it.sum) {
            return None;
        }
        // Without negative numbers, what is beyond the sum never comes back to it.
        next.retain(|sum| *sum < it.sum || first < 0);
        Some(next)
    };
    distinct_fold(encoder, &it.cells, BTreeSet::new(), step, |_| true)
}

/// As many odd as even, as many low as high, and none between.
pub(super) fn equality_cage<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    it: &EqualityCage,
) -> Written<S> {
    let shape = encoder.shape();
    let half = (shape.n_values() / 2) as i64;
    let step = |[even, low, high]: &[usize; 3], number: i64| {
        Some([
            even + usize::from(number % 2 == 0),
            low + usize::from(number < shape.first_value() + half),
            high + usize::from(number > shape.last_value() - half),
        ])
    };
    let n_cells = it.cells.len();
    let accepts = |counts: &[usize; 3]| counts.iter().all(|count| 2 * count == n_cells);
    distinct_fold(encoder, &it.cells, [0; 3], step, accepts)
}

/// The products of cells and coefficients add up to `total`.
pub(super) fn weighted<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    cells: &[Cell],
    coefficient: impl Fn(usize) -> i64,
    total: i64,
) -> Written<S> {
    let sign = |index| match coefficient(index) {
        1 => Some(Sign::Plus),
        -1 => Some(Sign::Minus),
        _ => None,
    };
    let term = |(index, cell): (usize, &Cell)| Some((*cell, sign(index)?));
    let terms: Option<Vec<Term>> = cells.iter().enumerate().map(term).collect();
    if let Some(terms) = terms.filter(|terms| terms.len() >= MANY) {
        return order::adds_up(encoder, &terms, total);
    }
    let layers: Vec<_> = cells.iter().map(|cell| layer(encoder.choices(*cell))).collect();
    let step = |sum: &i64, index: usize, number: &i64| vec![sum + coefficient(index) * number];
    decision_diagram(encoder, [0], &layers, step, |sum| *sum == total)
}

pub(super) fn double_arrow<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    it: &DoubleArrow,
) -> Written<S> {
    let last = it.cells.len() - 1;
    weighted(encoder, &it.cells, |index| if index == 0 || index == last { -1 } else { 1 }, 0)
}

/// The digits of the circle write the sum of the shaft. Of a short one they are taken off, the last one first.
pub(super) fn arrow<S: ClauseSink>(encoder: &mut Encoder<'_, S>, it: &Arrow) -> Written<S> {
    if it.shaft.len() >= MANY {
        let sum = order::sum(encoder, &it.shaft)?;
        return order::decimal(encoder, &it.circle, &sum);
    }
    let cells = it.shaft.iter().chain(it.circle.iter().rev());
    let layers: Vec<_> = cells.map(|cell| layer(encoder.choices(*cell))).collect();
    let (shaft, last) = (it.shaft.len(), layers.len() - 1);
    let step = |rest: &i64, index: usize, number: &i64| {
        if index < shaft {
            vec![rest + number]
        } else if index == last {
            if rest == number { vec![0] } else { Vec::new() }
        } else if *number <= 9 && (rest - number) % 10 == 0 {
            vec![(rest - number) / 10]
        } else {
            Vec::new()
        }
    };
    decision_diagram(encoder, [0], &layers, step, |_| true)
}

/// The sets have one sum.
pub(super) fn equal_sums<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    segments: &[Vec<Cell>],
) -> Written<S> {
    if segments.len() < 2 {
        return Ok(());
    }
    if segments.iter().any(|cells| cells.len() >= MANY) {
        let mut before: Option<order::Bounded> = None;
        for cells in segments {
            let sum = order::sum(encoder, cells)?;
            if let Some(before) = before {
                order::equal(encoder, &before, &sum)?;
            }
            before = Some(sum);
        }
        return Ok(());
    }
    let shape = encoder.shape();
    let length = |pick: fn(i64, i64) -> i64, number: i64| {
        segments.iter().map(|cells| cells.len() as i64 * number).reduce(pick).unwrap_or(0)
    };
    let (least, most) =
        (length(i64::max, shape.first_value()), length(i64::min, shape.last_value()));
    let sums: Vec<i64> = (least..=most).collect();
    let totals = encoder.one_of(&sums)?;
    for cells in segments {
        let mut layers: Vec<_> = cells.iter().map(|cell| layer(encoder.choices(*cell))).collect();
        layers.push(layer(totals.clone()));
        let step = |sum: &i64, index: usize, number: &i64| {
            if index < cells.len() {
                vec![sum + number]
            } else if sum == number {
                vec![0]
            } else {
                Vec::new()
            }
        };
        decision_diagram(encoder, [0], &layers, step, |_| true)?;
    }
    Ok(())
}

pub(super) fn zipper<S: ClauseSink>(encoder: &mut Encoder<'_, S>, it: &Zipper) -> Written<S> {
    let (n_cells, half) = (it.cells.len(), it.cells.len() / 2);
    let mut segments: Vec<Vec<Cell>> =
        (0..half).map(|k| vec![it.cells[k], it.cells[n_cells - 1 - k]]).collect();
    if n_cells % 2 == 1 {
        segments.push(vec![it.cells[half]]);
    }
    equal_sums(encoder, &segments)
}
