//! Clues outside the grid, about a line that they look along.

use super::diagram::{Choice, Ways, decision_diagram, diagram, layer, yes_or_no};
use super::encoder::Encoder;
use crate::{ClauseSink, Refusal};
use sudoku_core::constraint::{HiddenSkyscraper, NumberedRoom, Sandwich, Skyscraper, XSum};

type Written<S> = Result<(), Refusal<<S as ClauseSink>::Error>>;

/// How far a sandwich has been read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Bite {
    /// Neither crust was read.
    Before,
    /// After the lower crust, with the sum since.
    AfterLow(i64),
    /// After the higher crust, with the sum since.
    AfterHigh(i64),
    /// Both were read, and the sum is right.
    After,
}

/// In a full house the crusts are the least and the largest value; elsewhere they are guessed, and the line is read.
pub(super) fn sandwich<S: ClauseSink>(encoder: &mut Encoder<'_, S>, it: &Sandwich) -> Written<S> {
    if it.cells.is_empty() {
        return if it.sum == 0 { Ok(()) } else { encoder.never() };
    }
    let numbers = encoder.numbers();
    if let [low, filling @ .., high] = &numbers[..]
        && encoder.is_full_house(&it.cells)
    {
        return full_sandwich(encoder, it, [*low, *high], filling);
    }
    let above = |low: i64| numbers.iter().filter(move |high| **high >= low);
    let crusts = numbers.iter().flat_map(|low| above(*low).map(move |high| (*low, *high)));
    let after = |sum: i64| if sum == it.sum { Some(Bite::After) } else { None };
    let step = |(low, high, bite): &(i64, i64, Bite), _, number: &i64| {
        if number < low || number > high {
            return Vec::new();
        }
        let next = match *bite {
            // Where all digits are equal, there is nothing between them.
            Bite::Before if low == high => after(0),
            Bite::Before if number == low => Some(Bite::AfterLow(0)),
            Bite::Before if number == high => Some(Bite::AfterHigh(0)),
            Bite::AfterLow(sum) if number == high => after(sum),
            Bite::AfterHigh(sum) if number == low => after(sum),
            Bite::AfterLow(sum) => Some(Bite::AfterLow(sum + number)),
            Bite::AfterHigh(sum) => Some(Bite::AfterHigh(sum + number)),
            Bite::Before | Bite::After => Some(*bite),
        };
        next.into_iter().map(|bite| (*low, *high, bite)).collect()
    };
    let layers: Vec<_> = it.cells.iter().map(|cell| layer(encoder.choices(*cell))).collect();
    let starts = crusts.map(|(low, high)| (low, high, Bite::Before));
    let accepts = |(_, _, bite): &(i64, i64, Bite)| *bite == Bite::After;
    diagram(encoder, Ways::Both, starts, &layers, step, accepts)
}

/// What a layer of a sandwich in a full house says.
#[derive(Debug, Clone, Copy)]
enum Filling {
    /// Whether this number is between the crusts.
    Number(i64, bool),
    /// How many cells are.
    Cells(usize),
}

/// The crusts say which cells are between them, the cells which numbers are, and these, in any order, how many they are
/// and what they add up to.
fn full_sandwich<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    it: &Sandwich,
    crusts: [i64; 2],
    filling: &[i64],
) -> Written<S> {
    let literal = |encoder: &Encoder<'_, S>, cell: usize, number: i64| {
        encoder.literal(it.cells[cell], number).expect("it is one of the numbers")
    };
    let n_cells = it.cells.len();
    let is_between: Vec<i32> = it.cells.iter().map(|_| encoder.fresh()).collect();
    let counts: Vec<usize> = (0..n_cells - 1).collect();
    let has_count: Vec<i32> = counts.iter().map(|_| encoder.fresh()).collect();
    encoder.clause(&has_count)?;
    encoder.at_most_one(&has_count)?;
    for (cell, between) in is_between.iter().enumerate() {
        for crust in crusts {
            let holds = literal(encoder, cell, crust);
            encoder.clause(&[-holds, -between])?;
        }
    }
    for first in 0..n_cells {
        for last in first + 1..n_cells {
            for [a, b] in [crusts, [crusts[1], crusts[0]]] {
                let (a, b) = (literal(encoder, first, a), literal(encoder, last, b));
                encoder.clause(&[-a, -b, has_count[last - first - 1]])?;
                for (cell, between) in is_between.iter().enumerate() {
                    if cell != first && cell != last {
                        let is_inside = first < cell && cell < last;
                        encoder.clause(&[-a, -b, if is_inside { *between } else { -between }])?;
                    }
                }
            }
        }
    }
    let mut layers: Vec<Vec<Choice<Filling>>> = Vec::new();
    for number in filling {
        let stands = encoder.fresh();
        for (cell, between) in is_between.iter().enumerate() {
            let holds = literal(encoder, cell, *number);
            encoder.clause(&[-between, -holds, stands])?;
            encoder.clause(&[*between, -holds, -stands])?;
        }
        let stands = yes_or_no(stands).into_iter();
        layers
            .push(stands.map(|(literal, yes)| (literal, Filling::Number(*number, yes))).collect());
    }
    layers.push(layer(has_count.into_iter().zip(counts.into_iter().map(Filling::Cells)).collect()));
    let step = |(count, sum): &(usize, i64), _, filling: &Filling| match *filling {
        Filling::Number(number, true) => vec![(count + 1, sum + number)],
        Filling::Number(_, false) => vec![(*count, *sum)],
        Filling::Cells(cells) if cells == *count && *sum == it.sum => vec![(0, 0)],
        Filling::Cells(_) => Vec::new(),
    };
    diagram(encoder, Ways::Both, [(0, 0)], &layers, step, |_| true)
}

/// The state is how many digits are still to be summed, and the sum so far.
pub(super) fn x_sum<S: ClauseSink>(encoder: &mut Encoder<'_, S>, it: &XSum) -> Written<S> {
    let n_cells = it.cells.len() as i64;
    if n_cells == 0 {
        return encoder.never();
    }
    let step = |(left, sum): &(i64, i64), index: usize, number: &i64| {
        let (left, sum) = match index {
            0 if (1..=n_cells).contains(number) => (number - 1, *number),
            0 => return Vec::new(),
            _ if *left > 0 => (left - 1, sum + number),
            _ => (0, *sum),
        };
        if left == 0 && sum != it.sum { Vec::new() } else { vec![(left, sum)] }
    };
    let layers: Vec<_> = it.cells.iter().map(|cell| layer(encoder.choices(*cell))).collect();
    decision_diagram(encoder, [(0, 0)], &layers, step, |(left, _)| *left == 0)
}

/// The state is the highest building so far and how many were seen.
pub(super) fn skyscraper<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    it: &Skyscraper,
) -> Written<S> {
    let step = |(highest, seen): &(i64, i64), _, number: &i64| {
        vec![if number > highest { (*number, seen + 1) } else { (*highest, *seen) }]
    };
    let layers: Vec<_> = it.cells.iter().map(|cell| layer(encoder.choices(*cell))).collect();
    decision_diagram(encoder, [(0, 0)], &layers, step, |(_, seen)| *seen == it.seen)
}

/// What a hidden building is looked for with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rise {
    Start,
    Up(i64),
    Found,
}

pub(super) fn hidden_skyscraper<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    it: &HiddenSkyscraper,
) -> Written<S> {
    let step = |rise: &Rise, _, number: &i64| match rise {
        Rise::Start => vec![Rise::Up(*number)],
        Rise::Up(before) if number > before => vec![Rise::Up(*number)],
        Rise::Up(_) if *number != it.hidden => Vec::new(),
        Rise::Up(_) | Rise::Found => vec![Rise::Found],
    };
    let layers: Vec<_> = it.cells.iter().map(|cell| layer(encoder.choices(*cell))).collect();
    decision_diagram(encoder, [Rise::Start], &layers, step, |rise| *rise == Rise::Found)
}

pub(super) fn numbered_room<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    it: &NumberedRoom,
) -> Written<S> {
    let Some(first) = it.cells.first() else { return encoder.never() };
    for (literal, number) in encoder.choices(*first) {
        let cell = usize::try_from(number - 1).ok().and_then(|index| it.cells.get(index));
        let result = cell.and_then(|cell| encoder.literal(*cell, it.value));
        encoder.implies(&[literal], result)?;
    }
    Ok(())
}
