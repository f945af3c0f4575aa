//! The clauses of a variant's constraints: which function says each kind.
//!
//! A kind is either a relation of two cells, said by conflict and support clauses (`pairs`), or what a
//! reader of the cells can decide with a small memory, said by a decision diagram (`diagram`). The files
//! here group kinds that are said in one way.
//!
//! Clauses use the cell variables and helpers above them. The helpers follow from the cells or are free, so
//! that the models, projected on the cells, are the solutions.

mod counting;
mod diagram;
mod encoder;
mod lines;
mod outside;
mod pairs;
mod rank;
mod sums;
#[cfg(test)]
mod tests;
mod whole_grid;

use crate::{ClauseSink, Group, Refusal};
use encoder::Encoder;
use sudoku_core::Rules;
use sudoku_core::constraint::Constraint;

/// Writes the clauses of every constraint.
pub(crate) fn write<S: ClauseSink>(rules: &Rules, sink: &mut S) -> Result<(), Refusal<S::Error>> {
    for (index, constraint) in rules.constraints().iter().enumerate() {
        sink.begin(Group::Constraint(index)).map_err(Refusal::Sink)?;
        write_one(&mut Encoder::new(rules, sink), constraint).map_err(|refusal| match refusal {
            Refusal::Constraint(why) => Refusal::Constraint(format!("{constraint}: {why}")),
            refusal @ Refusal::Sink(_) => refusal,
        })?;
    }
    Ok(())
}

/// Writes the clauses of one constraint.
fn write_one<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    constraint: &Constraint,
) -> Result<(), Refusal<S::Error>> {
    use Constraint as C;
    match constraint {
        C::AllDifferent(it) => encoder.all_different(&it.cells),
        C::AntiKing(_) => whole_grid::anti_king(encoder),
        C::AntiKnight(_) => whole_grid::anti_knight(encoder),
        C::AntiTaxicab(_) => whole_grid::anti_taxicab(encoder),
        C::AnyOf(it) => any_of(encoder, &it.alternatives),
        C::Arrow(it) => sums::arrow(encoder, it),
        C::Automaton(it) => lines::automaton(encoder, it),
        C::Between(it) => lines::between(encoder, it),
        C::Cage(it) => sums::cage(encoder, it),
        C::Candidates(it) => encoder.only(it.cell, |number| it.values.contains(&number)),
        C::CloneRegion(it) => pairs::clone_region(encoder, it),
        C::CountDistinct(it) => counting::count_distinct(encoder, it),
        C::CountingCircles(it) => counting::counting_circles(encoder, it),
        C::Difference(it) => encoder.relation(it.cells, |a, b| (a - b).abs() == it.difference),
        C::DigitalRoot(it) => sums::digital_root(encoder, it),
        C::DoubleArrow(it) => sums::double_arrow(encoder, it),
        C::DutchFlatmates(_) => whole_grid::dutch_flatmates(encoder),
        C::Entropic(it) => pairs::entropic(encoder, it),
        C::EqualSums(it) => sums::equal_sums(encoder, &it.segments),
        C::EqualityCage(it) => sums::equality_cage(encoder, it),
        C::Even(it) => encoder.each_only(&it.cells, |number| number % 2 == 0),
        C::FullRank(it) => rank::full_rank(encoder, it),
        C::GlobalEntropy(_) => whole_grid::global_entropy(encoder),
        C::GlobalModular(_) => whole_grid::global_modular(encoder),
        C::GreaterThan(it) => encoder.relation(it.cells, |a, b| a > b),
        C::HiddenSkyscraper(it) => outside::hidden_skyscraper(encoder, it),
        C::Indexing(it) => lines::indexing(encoder, it),
        C::LittleKiller(it) => sums::weighted(encoder, &it.cells, |_| 1, it.total),
        C::Lockout(it) => lines::lockout(encoder, it),
        C::LookAndSay(it) => counting::look_and_say(encoder, it),
        C::Maximum(it) => pairs::maximum(encoder, it),
        C::Minimum(it) => pairs::minimum(encoder, it),
        C::Modular(it) => pairs::modular(encoder, it),
        C::Nabner(it) => pairs::nabner(encoder, it),
        C::NegativeRatio(it) => pairs::negative_ratio(encoder, it),
        C::NegativeSum(it) => pairs::negative_sum(encoder, it),
        C::NoTies(_) => rank::no_ties(encoder),
        C::Nonconsecutive(it) => pairs::nonconsecutive(encoder, it),
        C::NumberedRoom(it) => outside::numbered_room(encoder, it),
        C::Odd(it) => encoder.each_only(&it.cells, |number| number % 2 != 0),
        C::PairRelation(it) => pairs::pair_relation(encoder, it),
        C::Palindrome(it) => pairs::palindrome(encoder, it),
        C::Quadruple(it) => counting::quadruple(encoder, it),
        C::Ratio(it) => encoder.relation(it.cells, |a, b| a == it.ratio * b || b == it.ratio * a),
        C::Rellik(it) => sums::rellik(encoder, it),
        C::Renban(it) => lines::renban(encoder, it),
        C::SameValues(it) => counting::same_values(encoder, it),
        C::Sandwich(it) => outside::sandwich(encoder, it),
        C::Skyscraper(it) => outside::skyscraper(encoder, it),
        C::SlowThermometer(it) => pairs::slow_thermometer(encoder, it),
        C::Sum(it) => sums::weighted(encoder, &it.cells, |k| it.coefficient(k), it.total),
        C::SumLine(it) => lines::sum_line(encoder, it),
        C::Thermometer(it) => pairs::thermometer(encoder, it),
        C::ValueIndexing(it) => lines::value_indexing(encoder, it),
        C::Whisper(it) => pairs::whisper(encoder, it),
        C::XSum(it) => outside::x_sum(encoder, it),
        C::Xv(it) => encoder.relation(it.cells, |a, b| a + b == it.sum),
        C::Zipper(it) => sums::zipper(encoder, it),
    }
}

/// A selector for each alternative, one of which is true; its clauses hold where it is.
fn any_of<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    alternatives: &[Vec<Constraint>],
) -> Result<(), Refusal<S::Error>> {
    let selectors: Vec<i32> = alternatives.iter().map(|_| encoder.fresh()).collect();
    encoder.clause(&selectors)?;
    for (selector, constraints) in selectors.into_iter().zip(alternatives) {
        encoder.under(selector, |encoder| {
            constraints.iter().try_for_each(|constraint| write_one(encoder, constraint))
        })?;
    }
    Ok(())
}
