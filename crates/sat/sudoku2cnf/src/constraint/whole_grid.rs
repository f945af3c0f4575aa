//! Kinds that are about the whole grid.

use super::encoder::Encoder;
use crate::{ClauseSink, Refusal};
use sudoku_core::Cell;
use sudoku_core::constraint::global::squares;

type Written<S> = Result<(), Refusal<<S as ClauseSink>::Error>>;

pub(super) fn dutch_flatmates<S: ClauseSink>(encoder: &mut Encoder<'_, S>) -> Written<S> {
    let shape = encoder.shape();
    for cell in shape.cells() {
        let Some(five) = encoder.literal(cell, 5) else { return Ok(()) };
        let holds = |other: Option<Cell>, number| encoder.literal(other?, number);
        let above = holds(shape.offset(cell, -1, 0), 1);
        let below = holds(shape.offset(cell, 1, 0), 9);
        let clause: Vec<i32> = [Some(-five), above, below].into_iter().flatten().collect();
        encoder.clause(&clause)?;
    }
    Ok(())
}

/// Each square has a number of each of three groups.
fn each_group<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    group: impl Fn(i64) -> i64,
) -> Written<S> {
    for square in squares(encoder.shape()) {
        for wanted in 0..3 {
            let choices = square.iter().flat_map(|cell| encoder.choices(*cell));
            let of_group = choices.filter(|(_, number)| group(*number) == wanted);
            let literals: Vec<i32> = of_group.map(|(literal, _)| literal).collect();
            encoder.clause(&literals)?;
        }
    }
    Ok(())
}

pub(super) fn global_entropy<S: ClauseSink>(encoder: &mut Encoder<'_, S>) -> Written<S> {
    let first = encoder.shape().first_value();
    each_group(encoder, |number| (number - first) / 3)
}

pub(super) fn global_modular<S: ClauseSink>(encoder: &mut Encoder<'_, S>) -> Written<S> {
    each_group(encoder, |number| number.rem_euclid(3))
}
