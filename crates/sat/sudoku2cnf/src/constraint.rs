//! The clauses of a variant's constraints: which function says each kind.
//!
//! A kind is either relations of two cells, said by conflict and support clauses, or what a
//! reader of the cells can decide with a small memory, said by a decision diagram (`diagram`), or a sum of many
//! cells, said by its bounds (`order`). The files here group kinds that are said in one way.
//!
//! Clauses use the cell variables and helpers above them. The helpers follow from the cells or are free, so
//! that the models, projected on the cells, are the solutions.

mod counting;
mod diagram;
mod encoder;
mod lines;
mod order;
mod outside;
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
    let mut last = Last { sink, error: None };
    let written = write_all(rules, &mut AnySink(&mut last));
    if let Some(error) = last.error {
        return Err(Refusal::Sink(error));
    }
    written.map_err(|refusal| match refusal {
        Refusal::Constraint(why) => Refusal::Constraint(why),
        Refusal::Sink(Full) => unreachable!("a sink that takes no more has said why"),
    })
}

fn write_all(rules: &Rules, sink: &mut AnySink<'_>) -> Result<(), Refusal<Full>> {
    for (index, constraint) in rules.constraints().iter().enumerate() {
        sink.begin(Group::Constraint(index)).map_err(Refusal::Sink)?;
        write_one(&mut Encoder::new(rules, sink), constraint).map_err(|refusal| match refusal {
            Refusal::Constraint(why) => Refusal::Constraint(format!("{constraint}: {why}")),
            refusal @ Refusal::Sink(_) => refusal,
        })?;
    }
    Ok(())
}

/// A sink of any kind: the encoders of constraints are most of this crate, and so are compiled once for all of them.
struct AnySink<'a>(&'a mut dyn ClauseSink<Error = Full>);

/// The sink takes no more; [`Last`] knows why.
#[derive(Debug)]
struct Full;

/// Keeps why a sink takes no more.
struct Last<'a, S: ClauseSink> {
    sink: &'a mut S,
    error: Option<S::Error>,
}

impl<S: ClauseSink> Last<'_, S> {
    fn keep(&mut self, done: Result<(), S::Error>) -> Result<(), Full> {
        done.map_err(|error| {
            self.error = Some(error);
            Full
        })
    }
}

impl<S: ClauseSink> ClauseSink for Last<'_, S> {
    type Error = Full;

    fn begin(&mut self, group: Group) -> Result<(), Full> {
        let done = self.sink.begin(group);
        self.keep(done)
    }

    fn clause(&mut self, literals: &[i32]) -> Result<(), Full> {
        let done = self.sink.clause(literals);
        self.keep(done)
    }

    fn at_most_one(&mut self, literals: &[i32]) -> Result<(), Full> {
        let done = self.sink.at_most_one(literals);
        self.keep(done)
    }

    fn fresh_var(&mut self) -> i32 {
        self.sink.fresh_var()
    }

    fn poll(&mut self) -> Result<(), Full> {
        let done = self.sink.poll();
        self.keep(done)
    }
}

impl ClauseSink for AnySink<'_> {
    type Error = Full;

    fn begin(&mut self, group: Group) -> Result<(), Full> {
        self.0.begin(group)
    }

    fn clause(&mut self, literals: &[i32]) -> Result<(), Full> {
        self.0.clause(literals)
    }

    fn at_most_one(&mut self, literals: &[i32]) -> Result<(), Full> {
        self.0.at_most_one(literals)
    }

    fn fresh_var(&mut self) -> i32 {
        self.0.fresh_var()
    }

    fn poll(&mut self) -> Result<(), Full> {
        self.0.poll()
    }
}

/// Writes the clauses of one constraint.
fn write_one<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    constraint: &Constraint,
) -> Result<(), Refusal<S::Error>> {
    use Constraint as C;
    match constraint {
        C::AnyOf(it) => any_of(encoder, &it.alternatives),
        C::Arrow(it) => sums::arrow(encoder, it),
        C::Automaton(it) => lines::automaton(encoder, it),
        C::Between(it) => lines::between(encoder, it),
        C::Cage(it) => sums::cage(encoder, it),
        C::CountDistinct(it) => counting::count_distinct(encoder, it),
        C::CountingCircles(it) => counting::counting_circles(encoder, it),
        C::DigitalRoot(it) => sums::digital_root(encoder, it),
        C::DoubleArrow(it) => sums::double_arrow(encoder, it),
        C::DutchFlatmates(_) => whole_grid::dutch_flatmates(encoder),
        C::EqualSums(it) => sums::equal_sums(encoder, &it.segments),
        C::EqualityCage(it) => sums::equality_cage(encoder, it),
        C::FullRank(it) => rank::full_rank(encoder, it),
        C::GlobalEntropy(_) => whole_grid::global_entropy(encoder),
        C::GlobalModular(_) => whole_grid::global_modular(encoder),
        C::HiddenSkyscraper(it) => outside::hidden_skyscraper(encoder, it),
        C::Indexing(it) => lines::indexing(encoder, it),
        C::LittleKiller(it) => sums::weighted(encoder, &it.cells, |_| 1, it.total),
        C::Lockout(it) => lines::lockout(encoder, it),
        C::LookAndSay(it) => counting::look_and_say(encoder, it),
        C::NoTies(_) => rank::no_ties(encoder),
        C::NumberedRoom(it) => outside::numbered_room(encoder, it),
        C::Quadruple(it) => counting::quadruple(encoder, it),
        C::Rellik(it) => sums::rellik(encoder, it),
        C::Renban(it) => lines::renban(encoder, it),
        C::SameValues(it) => counting::same_values(encoder, it),
        C::Sandwich(it) => outside::sandwich(encoder, it),
        C::Skyscraper(it) => outside::skyscraper(encoder, it),
        C::Sum(it) => sums::weighted(encoder, &it.cells, |k| it.coefficient(k), it.total),
        C::SumLine(it) => lines::sum_line(encoder, it),
        C::ValueIndexing(it) => lines::value_indexing(encoder, it),
        C::XSum(it) => outside::x_sum(encoder, it),
        C::Zipper(it) => sums::zipper(encoder, it),
        C::AllDifferent(_)
        | C::AntiKing(_)
        | C::AntiKnight(_)
        | C::AntiTaxicab(_)
        | C::Candidates(_)
        | C::CloneRegion(_)
        | C::Difference(_)
        | C::Entropic(_)
        | C::Even(_)
        | C::GreaterThan(_)
        | C::Maximum(_)
        | C::Minimum(_)
        | C::Modular(_)
        | C::Nabner(_)
        | C::NegativeRatio(_)
        | C::NegativeSum(_)
        | C::Nonconsecutive(_)
        | C::Odd(_)
        | C::PairRelation(_)
        | C::Palindrome(_)
        | C::Ratio(_)
        | C::SlowThermometer(_)
        | C::Thermometer(_)
        | C::Whisper(_)
        | C::Xv(_) => relations(encoder, constraint),
    }
}

/// The clauses of a kind that is nothing but relations of two cells.
fn relations<S: ClauseSink>(
    encoder: &mut Encoder<'_, S>,
    constraint: &Constraint,
) -> Result<(), Refusal<S::Error>> {
    let Some(relations) = constraint.relations(encoder.shape()) else {
        return Err(Refusal::Constraint("it is more than relations of two cells".to_owned()));
    };
    relations
        .iter()
        .try_for_each(|relation| encoder.relation(relation.cells(), |a, b| relation.allows(a, b)))
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
