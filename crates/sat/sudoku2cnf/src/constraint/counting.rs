//! Kinds that count how often a digit stands in some cells.

use super::diagram::{decision_diagram, layer, yes_or_no};
use super::encoder::Encoder;
use crate::{ClauseSink, Refusal};
use std::collections::BTreeSet;
use sudoku_core::Cell;
use sudoku_core::constraint::{CountDistinct, CountingCircles, LookAndSay, Quadruple, SameValues};

type Written<S> = Result<(), Refusal<<S as ClauseSink>::Error>>;

/// How often a number stands in the cells is a count of which `may` is true; counts beyond `most` are
/// taken for `most`.
fn counted<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    cells: &[Cell],
    number: i64,
    most: i64,
    may: impl Fn(i64) -> bool,
) -> Written<S> {
    let literals = cells.iter().filter_map(|cell| encoder.literal(*cell, number));
    let layers: Vec<_> = literals.map(yes_or_no).collect();
    let step = |count: &i64, _, stands: &bool| vec![most.min(count + i64::from(*stands))];
    decision_diagram(encoder, [0], &layers, step, |count| may(*count))
}

pub(super) fn look_and_say<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    it: &LookAndSay,
) -> Written<S> {
    for [count, number] in &it.counts {
        counted(encoder, &it.cells, *number, i64::MAX, |found| found == *count)?;
    }
    Ok(())
}

pub(super) fn quadruple<S: ClauseSink>(encoder: &mut Encoder<'_, S>, it: &Quadruple) -> Written<S> {
    let numbers: BTreeSet<i64> = it.values.iter().copied().collect();
    for number in numbers {
        let needed = it.values.iter().filter(|other| **other == number).count() as i64;
        if needed == 1 {
            let literals = it.cells.iter().filter_map(|cell| encoder.literal(*cell, number));
            let literals: BTreeSet<i32> = literals.collect();
            encoder.clause(&literals.into_iter().collect::<Vec<_>>())?;
        } else {
            counted(encoder, &it.cells, number, needed, |found| found == needed)?;
        }
    }
    Ok(())
}

/// Of each number there are none, or as many as it says.
pub(super) fn counting_circles<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    it: &CountingCircles,
) -> Written<S> {
    for number in encoder.numbers() {
        counted(encoder, &it.cells, number, i64::MAX, |found| found == 0 || found == number)?;
    }
    Ok(())
}

/// The layers are the digits, each in the other cells or not, and last the counting cell.
pub(super) fn count_distinct<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    it: &CountDistinct,
) -> Written<S> {
    let presence = encoder.presence(&it.cells[1..])?;
    let stands = |choices: Vec<(Option<i32>, bool)>| {
        choices.into_iter().map(|(literal, stands)| (literal, i64::from(stands))).collect()
    };
    let mut layers: Vec<Vec<_>> =
        presence.iter().map(|(literal, _)| stands(yes_or_no(*literal))).collect();
    let last = layers.len();
    layers.push(layer(encoder.choices(it.cells[0])));
    let step = |count: &i64, index: usize, symbol: &i64| {
        if index < last {
            vec![count + symbol]
        } else if count == symbol {
            vec![0]
        } else {
            Vec::new()
        }
    };
    decision_diagram(encoder, [0], &layers, step, |_| true)
}

/// Each number stands as often in a set as in the one before.
pub(super) fn same_values<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    it: &SameValues,
) -> Written<S> {
    for pair in it.sets.windows(2) {
        let n_first = pair[0].len();
        for number in encoder.numbers() {
            let literals = pair.concat();
            let literals = literals.iter().filter_map(|cell| encoder.literal(*cell, number));
            let layers: Vec<_> = literals.map(yes_or_no).collect();
            let step = |surplus: &i64, index: usize, stands: &bool| {
                let step = i64::from(*stands);
                vec![if index < n_first { surplus + step } else { surplus - step }]
            };
            decision_diagram(encoder, [0], &layers, step, |surplus| *surplus == 0)?;
        }
    }
    Ok(())
}
