//! Kinds of lines that are more than relations of two cells.

use super::diagram::{Choice, Ways, decision_diagram, diagram, layer, yes_or_no};
use super::encoder::Encoder;
use crate::{ClauseSink, Refusal};
use std::collections::BTreeSet;
use sudoku_core::constraint::{
    Automaton, Between, Indexing, Lockout, Renban, SumLine, ValueIndexing,
};

type Written<S> = Result<(), Refusal<<S as ClauseSink>::Error>>;

/// A selector says that the first end is the smaller one.
pub(super) fn between<S: ClauseSink>(encoder: &mut Encoder<'_, S>, it: &Between) -> Written<S> {
    let [first, inner @ .., last] = &it.cells[..] else { return Ok(()) };
    if inner.is_empty() {
        return Ok(());
    }
    let rises = encoder.fresh();
    for (selector, low, high) in [(rises, *first, *last), (-rises, *last, *first)] {
        encoder.under(selector, |encoder| {
            for cell in inner {
                encoder.relation([low, *cell], |a, b| a < b)?;
                encoder.relation([*cell, high], |a, b| a < b)?;
            }
            encoder.relation([low, high], |a, b| a < b)
        })?;
    }
    Ok(())
}

/// A selector says that the first end is no larger, and one for each inner cell that it is below both.
pub(super) fn lockout<S: ClauseSink>(encoder: &mut Encoder<'_, S>, it: &Lockout) -> Written<S> {
    let [first, inner @ .., last] = &it.cells[..] else { return encoder.never() };
    encoder.relation([*first, *last], |a, b| (a - b).abs() >= it.difference)?;
    let rises = encoder.fresh();
    for (selector, low, high) in [(rises, *first, *last), (-rises, *last, *first)] {
        encoder.under(selector, |encoder| encoder.relation([low, high], |a, b| a <= b))?;
    }
    for cell in inner {
        let below = encoder.fresh();
        for (selector, low, high) in [(rises, *first, *last), (-rises, *last, *first)] {
            encoder.under(selector, |encoder| {
                encoder.under(below, |encoder| encoder.relation([*cell, low], |a, b| a < b))?;
                encoder.under(-below, |encoder| encoder.relation([high, *cell], |a, b| a < b))
            })?;
        }
    }
    Ok(())
}

/// Where the digits of a renban line are, from the smallest digit on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Run {
    Before,
    In(usize),
    After,
}

/// The digits that stand are one run: the layers are the digits.
pub(super) fn renban<S: ClauseSink>(encoder: &mut Encoder<'_, S>, it: &Renban) -> Written<S> {
    let n_cells = it.cells.len();
    if it.cells.iter().collect::<BTreeSet<_>>().len() < n_cells {
        return encoder.never();
    }
    encoder.all_different(&it.cells)?;
    let presence = encoder.presence(&it.cells)?;
    let layers: Vec<_> = presence.iter().map(|(literal, _)| yes_or_no(*literal)).collect();
    let step = |run: &Run, _, stands: &bool| match (*run, *stands) {
        (Run::Before, false) => vec![Run::Before],
        (Run::Before, true) if n_cells > 0 => vec![Run::In(1)],
        (Run::In(count), true) if count < n_cells => vec![Run::In(count + 1)],
        (Run::In(count), false) if count == n_cells => vec![Run::After],
        (Run::After, false) => vec![Run::After],
        _ => Vec::new(),
    };
    let accepts = |run: &Run| match run {
        Run::Before => n_cells == 0,
        Run::In(count) => *count == n_cells,
        Run::After => true,
    };
    decision_diagram(encoder, [Run::Before], &layers, step, accepts)
}

/// The state is the sum of the stretch so far. On a loop it is also the sum that the stretch across the
/// first cell has before it, which is guessed, and whether a stretch has ended anywhere.
pub(super) fn sum_line<S: ClauseSink>(encoder: &mut Encoder<'_, S>, it: &SumLine) -> Written<S> {
    let layers: Vec<_> = it.cells.iter().map(|cell| layer(encoder.choices(*cell))).collect();
    let step = |(before, total, has_ended): &(i64, i64, bool), _, number: &i64| {
        let total = total + number;
        if total > it.sum {
            return Vec::new();
        }
        let total = if total == it.sum { 0 } else { total };
        vec![(*before, total, *has_ended || total == 0)]
    };
    let least = (it.cells.len() as i64 * encoder.shape().first_value()).min(0);
    let starts: Vec<_> = if it.is_loop {
        (least..it.sum).map(|before| (before, before, before == 0)).collect()
    } else {
        vec![(0, 0, true)]
    };
    let accepts = |(before, total, has_ended): &(i64, i64, bool)| *has_ended && before == total;
    diagram(encoder, Ways::OnePath, starts, &layers, step, accepts)
}

/// Nondeterministic: a state of the diagram is one of the automaton.
pub(super) fn automaton<S: ClauseSink>(encoder: &mut Encoder<'_, S>, it: &Automaton) -> Written<S> {
    let layers: Vec<Vec<Choice<Option<i64>>>> = it
        .symbols()
        .map(|symbol| match symbol {
            Some(cell) => {
                let choices = encoder.choices(cell).into_iter();
                choices.map(|(literal, number)| (Some(literal), Some(number))).collect()
            }
            None => vec![(None, None)],
        })
        .collect();
    let step = |state: &usize, _, symbol: &Option<i64>| {
        it.step(&BTreeSet::from([*state]), *symbol).into_iter().collect()
    };
    diagram(encoder, Ways::OnePath, it.start.iter().copied(), &layers, step, |state| {
        it.accept.contains(state)
    })
}

pub(super) fn indexing<S: ClauseSink>(encoder: &mut Encoder<'_, S>, it: &Indexing) -> Written<S> {
    for (literal, number) in encoder.choices(it.cell) {
        let named = it.named(encoder.shape(), number);
        let result = named.and_then(|(cell, holds)| encoder.literal(cell, holds));
        encoder.implies(&[literal], result)?;
    }
    Ok(())
}

pub(super) fn value_indexing<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    it: &ValueIndexing,
) -> Written<S> {
    let [digit, distance, rest @ ..] = &it.cells[..] else { return encoder.never() };
    for (far, number) in encoder.choices(*distance) {
        let cell = usize::try_from(number - 1).ok().and_then(|index| rest.get(index));
        let Some(cell) = cell else {
            encoder.clause(&[-far])?;
            continue;
        };
        for (literal, number) in encoder.choices(*digit) {
            let result = encoder.literal(*cell, number);
            encoder.implies(&[far, literal], result)?;
        }
    }
    Ok(())
}
