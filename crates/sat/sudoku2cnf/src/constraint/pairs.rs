//! Kinds that are relations of two cells.

use super::encoder::Encoder;
use crate::{ClauseSink, Refusal};
use sudoku_core::Cell;
use sudoku_core::constraint::{
    CloneRegion, Entropic, Maximum, Minimum, Modular, Nabner, NegativeRatio, NegativeSum,
    Nonconsecutive, PairRelation, Palindrome, SlowThermometer, Thermometer, Whisper, extremum,
    negative,
};

type Written<S> = Result<(), Refusal<<S as ClauseSink>::Error>>;

/// Neighbours on a line.
fn neighbours<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    cells: &[Cell],
    may: impl Fn(i64, i64) -> bool,
) -> Written<S> {
    cells.windows(2).try_for_each(|pair| encoder.relation([pair[0], pair[1]], &may))
}

/// All pairs on a line, in its order, with their distance.
fn pairs(cells: &[Cell]) -> impl Iterator<Item = ([Cell; 2], usize)> {
    (0..cells.len())
        .flat_map(move |i| (i + 1..cells.len()).map(move |j| ([cells[i], cells[j]], j - i)))
}

pub(super) fn clone_region<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    it: &CloneRegion,
) -> Written<S> {
    let pairs = it.cells.iter().zip(&it.copy);
    pairs.into_iter().try_for_each(|(a, b)| encoder.relation([*a, *b], |a, b| a == b))
}

pub(super) fn palindrome<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    it: &Palindrome,
) -> Written<S> {
    let pairs = it.cells.iter().zip(it.cells.iter().rev()).take(it.cells.len() / 2);
    pairs.into_iter().try_for_each(|(a, b)| encoder.relation([*a, *b], |a, b| a == b))
}

/// All pairs, not neighbours alone: `u + distance ≤ w`.
pub(super) fn thermometer<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    it: &Thermometer,
) -> Written<S> {
    pairs(&it.cells)
        .try_for_each(|(pair, distance)| encoder.relation(pair, |a, b| a + distance as i64 <= b))
}

pub(super) fn slow_thermometer<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    it: &SlowThermometer,
) -> Written<S> {
    pairs(&it.cells).try_for_each(|(pair, _)| encoder.relation(pair, |a, b| a <= b))
}

pub(super) fn whisper<S: ClauseSink>(encoder: &mut Encoder<'_, S>, it: &Whisper) -> Written<S> {
    neighbours(encoder, &it.cells, |a, b| (a - b).abs() >= it.difference)
}

pub(super) fn nabner<S: ClauseSink>(encoder: &mut Encoder<'_, S>, it: &Nabner) -> Written<S> {
    pairs(&it.cells).try_for_each(|(pair, _)| encoder.relation(pair, |a, b| (a - b).abs() >= 2))
}

pub(super) fn entropic<S: ClauseSink>(encoder: &mut Encoder<'_, S>, it: &Entropic) -> Written<S> {
    let first = encoder.shape().first_value();
    let group = |number: i64| (number - first).div_euclid(3);
    let near = pairs(&it.cells).filter(|(_, distance)| *distance < 3);
    near.into_iter().try_for_each(|(pair, _)| encoder.relation(pair, |a, b| group(a) != group(b)))
}

pub(super) fn modular<S: ClauseSink>(encoder: &mut Encoder<'_, S>, it: &Modular) -> Written<S> {
    let group = |number: i64| number.rem_euclid(it.modulus);
    let near = pairs(&it.cells).filter(|(_, distance)| (*distance as i64) < it.modulus);
    near.into_iter().try_for_each(|(pair, _)| encoder.relation(pair, |a, b| group(a) != group(b)))
}

pub(super) fn pair_relation<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    it: &PairRelation,
) -> Written<S> {
    let may = |a, b| it.allowed.contains(&[a, b]);
    it.pairs().try_for_each(|pair| encoder.relation(pair, may))
}

pub(super) fn minimum<S: ClauseSink>(encoder: &mut Encoder<'_, S>, it: &Minimum) -> Written<S> {
    let pairs = extremum::compared(encoder.shape(), &it.cells);
    pairs.into_iter().try_for_each(|pair| encoder.relation(pair, |a, b| a < b))
}

pub(super) fn maximum<S: ClauseSink>(encoder: &mut Encoder<'_, S>, it: &Maximum) -> Written<S> {
    let pairs = extremum::compared(encoder.shape(), &it.cells);
    pairs.into_iter().try_for_each(|pair| encoder.relation(pair, |a, b| a > b))
}

pub(super) fn nonconsecutive<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    it: &Nonconsecutive,
) -> Written<S> {
    let pairs = negative::unspared(encoder.shape(), &it.spared);
    pairs.into_iter().try_for_each(|pair| encoder.relation(pair, |a, b| (a - b).abs() != 1))
}

pub(super) fn negative_ratio<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    it: &NegativeRatio,
) -> Written<S> {
    let is_ratio = |a: i64, b: i64| it.ratios.iter().any(|ratio| a == ratio * b || b == ratio * a);
    let pairs = negative::unspared(encoder.shape(), &it.spared);
    pairs.into_iter().try_for_each(|pair| encoder.relation(pair, |a, b| !is_ratio(a, b)))
}

pub(super) fn negative_sum<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    it: &NegativeSum,
) -> Written<S> {
    let pairs = negative::unspared(encoder.shape(), &it.spared);
    pairs
        .into_iter()
        .try_for_each(|pair| encoder.relation(pair, |a, b| !it.sums.contains(&(a + b))))
}
