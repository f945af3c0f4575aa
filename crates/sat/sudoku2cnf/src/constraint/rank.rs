//! Kinds that compare whole lines as numbers: full rank, and no ties.
//!
//! A line is compared with another from the first cell on. A helper for each place says that all before it
//! are equal; where it is true and two numbers differ, they say which line is smaller.

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
    let mut smaller = Vec::new();
    for line in &others {
        smaller.push(compare(encoder, line, &it.cells, it.ties)?);
    }
    let layers: Vec<_> = smaller.into_iter().map(yes_or_no).collect();
    let step = |count: &i64, _, is_smaller: &bool| vec![count + i64::from(*is_smaller)];
    decision_diagram(encoder, [0], &layers, step, |count| *count == it.rank - 1)
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
