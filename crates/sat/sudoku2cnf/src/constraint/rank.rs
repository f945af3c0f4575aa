//! Kinds that compare whole lines as numbers: full rank, and no ties.
//!
//! A line is compared with another from the first cell on. A helper for each place says that all before it
//! are equal; where it is true and two numbers differ, they say which line is smaller.
//!
//! A line begins in a border line: a row read forwards in the first column, a row read backwards in the last one, a column in
//! the first or the last row. Where each of these four is a house in which each number stands, each number therefore begins
//! four lines, and a line that begins with the k-th number, from 0, has 4k smaller ones and at most three more, those that
//! begin with the same number: its rank is 4k + 1 to 4k + 4, with ties or without. So the rank says what the line begins with.

use super::diagram::{decision_diagram, yes_or_no};
use super::encoder::Encoder;
use crate::{ClauseSink, Refusal};
use sudoku_core::Cell;
use sudoku_core::constraint::FullRank;
use sudoku_core::constraint::full_rank::{Ties, lines};

type Written<S> = Result<(), Refusal<<S as ClauseSink>::Error>>;

pub(super) fn full_rank<S: ClauseSink>(encoder: &mut Encoder<'_, S>, it: &FullRank) -> Written<S> {
    let mut others = lines(encoder.shape());
    let Some(own) = others.iter().position(|line| *line == it.cells) else {
        let why = "its cells are neither a row nor a column".to_owned();
        return Err(Refusal::Constraint(why));
    };
    others.remove(own);
    if let Some(first) = first_number(encoder, it.rank) {
        encoder.only(it.cells[0], |number| number == first)?;
    }
    let mut smaller = Vec::new();
    for line in &others {
        smaller.push(compare(encoder, line, &it.cells, it.ties)?);
    }
    let layers: Vec<_> = smaller.into_iter().map(yes_or_no).collect();
    let step = |count: &i64, _, is_smaller: &bool| vec![count + i64::from(*is_smaller)];
    decision_diagram(encoder, [0], &layers, step, |count| *count == it.rank - 1)
}

/// The number that a line of this rank begins with, or one that no cell holds if there is no such rank; `None` where a
/// border line need not hold each number.
fn first_number<S: ClauseSink>(encoder: &Encoder<'_, S>, rank: i64) -> Option<i64> {
    let shape = encoder.shape();
    let row = |row| (0..shape.cols()).map(|col| Cell { row, col }).collect::<Vec<_>>();
    let col = |col| (0..shape.rows()).map(|row| Cell { row, col }).collect::<Vec<_>>();
    let border = [row(0), row(shape.rows() - 1), col(0), col(shape.cols() - 1)];
    let is_known = border.iter().all(|line| encoder.is_full_house(line));
    is_known.then(|| shape.first_value() + (rank - 1).div_euclid(4))
}

/// A literal that says whether `line` is smaller than `own`; where ties are forbidden they differ.
fn compare<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    line: &[Cell],
    own: &[Cell],
    ties: Ties,
) -> Result<i32, Refusal<S::Error>> {
    let smaller = encoder.fresh();
    let mut equal: Vec<i32> = Vec::new();
    for (first, second) in line.iter().zip(own) {
        if first == second {
            continue;
        }
        let still_equal = encoder.fresh();
        for (a, u) in encoder.choices(*first) {
            for (b, v) in encoder.choices(*second) {
                let result = match u.cmp(&v) {
                    std::cmp::Ordering::Less => smaller,
                    std::cmp::Ordering::Equal => still_equal,
                    std::cmp::Ordering::Greater => -smaller,
                };
                let conditions = [&equal[..], &[a, b]].concat();
                encoder.implies(&conditions, Some(result))?;
            }
        }
        equal = vec![still_equal];
    }
    // One line is the beginning of the other: the shorter one is smaller.
    if line.len() < own.len() {
        encoder.implies(&equal, Some(smaller))?;
    } else if line.len() > own.len() || ties == Ties::Any {
        encoder.implies(&equal, Some(-smaller))?;
    } else {
        encoder.implies(&equal, None)?;
    }
    Ok(smaller)
}

/// Any two lines differ somewhere: a helper for each place says that they differ there.
pub(super) fn no_ties<S: ClauseSink>(encoder: &mut Encoder<'_, S>) -> Written<S> {
    let lines = lines(encoder.shape());
    for (k, line) in lines.iter().enumerate() {
        for other in lines[k + 1..].iter().filter(|other| other.len() == line.len()) {
            let mut somewhere = Vec::new();
            for (first, second) in line.iter().zip(other).filter(|(a, b)| a != b) {
                let differ = encoder.fresh();
                for ((a, _), (b, _)) in
                    encoder.choices(*first).into_iter().zip(encoder.choices(*second))
                {
                    encoder.clause(&[-differ, -a, -b])?;
                }
                somewhere.push(differ);
            }
            encoder.clause(&somewhere)?;
        }
    }
    Ok(())
}
