//! Sums of many cells by their bounds: the order encoding.
//!
//! A number is a literal for each bound `t` that says "it is at least `t`". The sum `r` of two numbers `p` and `q` is
//!
//! ```text
//! p ≥ i ∧ q ≥ j → r ≥ i + j         p ≤ i ∧ q ≤ j → r ≤ i + j
//! ```
//!
//! so that what is known of the bounds of some cells bounds the others, and what is learnt speaks of bounds. Cells that
//! share houses are added first, group by group, as the bounds of such a sum are tight: `k` different numbers, none
//! below `i`, add up to at least `i + (i + 1) + … + (i + k − 1)`.
//!
//! A decision diagram remembers the exact sum of the first cells. It is the better one where few cells are left to
//! choose, this where the cells are many.
//!
//! # References
//! - O. Bailleux, Y. Boufkhad, Efficient CNF encoding of Boolean cardinality constraints, CP 2003 (the tree of sums)
//! - N. Tamura et al., Compiling finite linear CSP into SAT, Constraints 14, 2009 (the order encoding)

use super::encoder::Encoder;
use crate::{ClauseSink, Refusal};
use sudoku_core::Cell;

/// The most clauses of one addition.
const MAX_CLAUSES: i64 = 5_000_000;

type Written<S> = Result<(), Refusal<<S as ClauseSink>::Error>>;

/// Whether a number is at least, or at most, something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bound {
    Always,
    Never,
    If(i32),
}

impl Bound {
    fn not(self) -> Self {
        match self {
            Self::Always => Self::Never,
            Self::Never => Self::Always,
            Self::If(literal) => Self::If(-literal),
        }
    }
}

/// A number from `least` to `most`, with a literal for each bound above `least`.
#[derive(Debug, Clone)]
pub(super) struct Bounded {
    least: i64,
    most: i64,
    literals: Vec<i32>,
}

impl Bounded {
    fn at_least(&self, bound: i64) -> Bound {
        if bound <= self.least {
            Bound::Always
        } else if bound > self.most {
            Bound::Never
        } else {
            Bound::If(self.literals[(bound - self.least - 1) as usize])
        }
    }

    fn at_most(&self, bound: i64) -> Bound {
        self.at_least(bound + 1).not()
    }

    /// A number with fresh literals.
    fn new<S: ClauseSink>(
        encoder: &mut Encoder<'_, S>,
        least: i64,
        most: i64,
    ) -> Result<Self, Refusal<S::Error>> {
        let literals: Vec<i32> = (least..most).map(|_| encoder.fresh()).collect();
        for pair in literals.windows(2) {
            encoder.clause(&[-pair[1], pair[0]])?;
        }
        Ok(Self { least, most, literals })
    }

    /// The number of a cell.
    fn of_cell<S: ClauseSink>(
        encoder: &mut Encoder<'_, S>,
        cell: Cell,
    ) -> Result<Self, Refusal<S::Error>> {
        let shape = encoder.shape();
        let bounded = Self::new(encoder, shape.first_value(), shape.last_value())?;
        for (literal, number) in encoder.choices(cell) {
            let (above, below) = (bounded.at_least(number), bounded.at_most(number));
            either(encoder, &[Bound::If(-literal), above])?;
            either(encoder, &[Bound::If(-literal), below])?;
            either(encoder, &[Bound::If(literal), above.not(), below.not()])?;
        }
        Ok(bounded)
    }

    fn negated(&self) -> Self {
        let literals = self.literals.iter().rev().map(|literal| -literal).collect();
        Self { least: -self.most, most: -self.least, literals }
    }
}

/// At least one of the bounds holds.
fn either<S: ClauseSink>(encoder: &mut Encoder<'_, S>, bounds: &[Bound]) -> Written<S> {
    if bounds.contains(&Bound::Always) {
        return Ok(());
    }
    let literal = |bound: &Bound| match bound {
        Bound::If(literal) => Some(*literal),
        Bound::Always | Bound::Never => None,
    };
    encoder.clause(&bounds.iter().filter_map(literal).collect::<Vec<i32>>())
}

/// The sum of two numbers, which is known to be from `least` to `most`.
fn add<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    p: &Bounded,
    q: &Bounded,
    [least, most]: [i64; 2],
) -> Result<Bounded, Refusal<S::Error>> {
    if 2 * (p.most - p.least + 1).saturating_mul(q.most - q.least + 1) > MAX_CLAUSES {
        let why = format!("its sums take more than {MAX_CLAUSES} clauses, too many to be encoded");
        return Err(Refusal::Constraint(why));
    }
    let sum = Bounded::new(encoder, least.max(p.least + q.least), most.min(p.most + q.most))?;
    for i in p.least..=p.most {
        encoder.poll()?;
        for j in q.least..=q.most {
            either(encoder, &[p.at_least(i).not(), q.at_least(j).not(), sum.at_least(i + j)])?;
            either(encoder, &[p.at_most(i).not(), q.at_most(j).not(), sum.at_most(i + j)])?;
        }
    }
    Ok(sum)
}

/// The sum of cells of which no two hold the same number.
fn sum_of_different<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    cells: &[Cell],
) -> Result<Bounded, Refusal<S::Error>> {
    let (first, last) = (encoder.shape().first_value(), encoder.shape().last_value());
    // 0 + 1 + … + (count − 1)
    let stairs = |count: i64| count * (count - 1) / 2;
    let mut numbers = vec![Bounded::of_cell(encoder, cells[0])?];
    let mut sum = numbers[0].clone();
    for (cell, count) in cells[1..].iter().zip(2..) {
        numbers.push(Bounded::of_cell(encoder, *cell)?);
        let range = [count * first + stairs(count), count * last - stairs(count)];
        sum = add(encoder, &sum, &numbers[numbers.len() - 1], range)?;
        for bound in first..=last {
            let below = numbers.iter().map(|number| number.at_least(bound).not());
            let sum_above = sum.at_least(count * bound + stairs(count));
            either(encoder, &below.chain([sum_above]).collect::<Vec<_>>())?;
            let above = numbers.iter().map(|number| number.at_most(bound).not());
            let sum_below = sum.at_most(count * bound - stairs(count));
            either(encoder, &above.chain([sum_below]).collect::<Vec<_>>())?;
        }
    }
    Ok(sum)
}

/// A cell that is added, or subtracted.
pub(super) type Term = (Cell, Sign);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Plus,
    Minus,
}

/// Numbers, at most `n` of them, that add up to the sum of the terms; a cell that is named twice counts twice.
fn parts<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    terms: &[Term],
    n: usize,
) -> Result<Vec<Bounded>, Refusal<S::Error>> {
    let mut groups: Vec<(Sign, Vec<Cell>)> = Vec::new();
    for (cell, sign) in terms {
        let peers = encoder.peers(*cell);
        let fits = |(other, group): &&mut (Sign, Vec<Cell>)| {
            other == sign && group.iter().all(|other| peers.contains(other))
        };
        match groups.iter_mut().find(fits) {
            Some((_, group)) => group.push(*cell),
            None => groups.push((*sign, vec![*cell])),
        }
    }
    let mut parts = Vec::new();
    for (sign, group) in groups {
        let sum = sum_of_different(encoder, &group)?;
        parts.push(if sign == Sign::Plus { sum } else { sum.negated() });
    }
    // The smallest two first, as in a Huffman tree.
    let width = |part: &Bounded| std::cmp::Reverse(part.most - part.least);
    while parts.len() > n.max(1) {
        parts.sort_by_key(width);
        let smallest = parts.split_off(parts.len() - 2);
        parts.push(add(encoder, &smallest[1], &smallest[0], [i64::MIN, i64::MAX])?);
    }
    Ok(parts)
}

/// The sum of cells, 0 of none.
pub(super) fn sum<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    cells: &[Cell],
) -> Result<Bounded, Refusal<S::Error>> {
    let terms: Vec<Term> = cells.iter().map(|cell| (*cell, Sign::Plus)).collect();
    let nothing = Bounded { least: 0, most: 0, literals: Vec::new() };
    Ok(parts(encoder, &terms, 1)?.pop().unwrap_or(nothing))
}

/// Two numbers are the same.
pub(super) fn equal<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    p: &Bounded,
    q: &Bounded,
) -> Written<S> {
    for bound in p.least.min(q.least) + 1..=p.most.max(q.most) {
        either(encoder, &[p.at_least(bound).not(), q.at_least(bound)])?;
        either(encoder, &[p.at_least(bound), q.at_least(bound).not()])?;
    }
    Ok(())
}

/// The terms add up to `total`.
pub(super) fn adds_up<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    terms: &[Term],
    total: i64,
) -> Written<S> {
    match &parts(encoder, terms, 2)?[..] {
        [p, q] => {
            for i in p.least..=p.most {
                either(encoder, &[p.at_least(i).not(), q.at_most(total - i)])?;
            }
            for i in p.least..=p.most {
                either(encoder, &[p.at_most(i).not(), q.at_least(total - i)])?;
            }
            Ok(())
        }
        [p] => {
            either(encoder, &[p.at_least(total)])?;
            either(encoder, &[p.at_most(total)])
        }
        _ if total == 0 => Ok(()),
        _ => encoder.never(),
    }
}

/// The digits of some cells, the most significant first, are a number in decimal: each that begins so bounds it.
pub(super) fn decimal<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    cells: &[Cell],
    number: &Bounded,
) -> Written<S> {
    digits(encoder, cells, number, &mut Vec::new(), 0)
}

fn digits<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    cells: &[Cell],
    number: &Bounded,
    before: &mut Vec<Bound>,
    value: i64,
) -> Written<S> {
    let Some((cell, rest)) = cells.split_first() else { return Ok(()) };
    let lowest = encoder.shape().first_value();
    let highest = encoder.shape().last_value().min(9);
    let ending_in = |digit: i64, other: i64| {
        rest.iter().fold(10 * value + digit, |number, _| 10 * number + other)
    };
    for (literal, digit) in encoder.choices(*cell) {
        let is_first = before.is_empty();
        before.push(Bound::If(-literal));
        if !is_first && digit > 9 {
            either(encoder, before)?;
        } else {
            let (least, most) = (ending_in(digit, lowest), ending_in(digit, highest));
            either(encoder, &[&before[..], &[number.at_least(least)]].concat())?;
            either(encoder, &[&before[..], &[number.at_most(most)]].concat())?;
            if least <= number.most && most >= number.least {
                digits(encoder, rest, number, before, 10 * value + digit)?;
            }
        }
        before.pop();
    }
    Ok(())
}
