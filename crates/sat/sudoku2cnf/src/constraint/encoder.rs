//! Clauses about cells and numbers.

use crate::{ClauseSink, Refusal};
use std::collections::BTreeSet;
use sudoku_core::{Cell, GridShape, Rules, VarMap};

/// Writes clauses about cells and numbers to a sink.
///
/// Under selectors, each clause holds only where they are all true.
#[derive(Debug)]
pub(super) struct Encoder<'a, S> {
    rules: &'a Rules,
    map: VarMap,
    sink: &'a mut S,
    /// The negated selectors.
    prefix: Vec<i32>,
}

impl<'a, S: ClauseSink> Encoder<'a, S> {
    pub(super) fn new(rules: &'a Rules, sink: &'a mut S) -> Self {
        Self { rules, map: VarMap::new(rules.shape()), sink, prefix: Vec::new() }
    }

    pub(super) fn shape(&self) -> GridShape {
        self.rules.shape()
    }

    /// Whether the cells are a house in which each value stands.
    pub(super) fn is_full_house(&self, cells: &[Cell]) -> bool {
        let cells: BTreeSet<&Cell> = cells.iter().collect();
        cells.len() == self.shape().n_values()
            && self
                .rules
                .houses()
                .iter()
                .any(|house| house.cells.iter().collect::<BTreeSet<_>>() == cells)
    }

    /// The cells that share a house with a cell.
    pub(super) fn peers(&self, cell: Cell) -> Vec<Cell> {
        self.rules.peers(cell)
    }

    /// All numbers, ascending.
    pub(super) fn numbers(&self) -> Vec<i64> {
        self.shape().numbers().collect()
    }

    /// The literal "the cell holds the number"; `None` for a number that no cell holds.
    pub(super) fn literal(&self, cell: Cell, number: i64) -> Option<i32> {
        self.shape().value(number).map(|value| self.map.var(cell, value).cast_signed())
    }

    /// The numbers of a cell with their literals, ascending.
    pub(super) fn choices(&self, cell: Cell) -> Vec<(i32, i64)> {
        let shape = self.shape();
        shape
            .values()
            .map(|value| (self.map.var(cell, value).cast_signed(), shape.number(value)))
            .collect()
    }

    pub(super) fn fresh(&mut self) -> i32 {
        self.sink.fresh_var()
    }

    /// Whether to go on, where the next clause takes long.
    pub(super) fn poll(&mut self) -> Result<(), Refusal<S::Error>> {
        self.sink.poll().map_err(Refusal::Sink)
    }

    /// At least one of the literals is true.
    pub(super) fn clause(&mut self, literals: &[i32]) -> Result<(), Refusal<S::Error>> {
        let written = if self.prefix.is_empty() {
            self.sink.clause(literals)
        } else {
            self.sink.clause(&[&self.prefix[..], literals].concat())
        };
        written.map_err(Refusal::Sink)
    }

    /// At most one of the literals is true.
    pub(super) fn at_most_one(&mut self, literals: &[i32]) -> Result<(), Refusal<S::Error>> {
        if self.prefix.is_empty() {
            return self.sink.at_most_one(literals).map_err(Refusal::Sink);
        }
        for (k, first) in literals.iter().enumerate() {
            for second in &literals[k + 1..] {
                self.clause(&[-first, -second])?;
            }
        }
        Ok(())
    }

    /// If all of `conditions` are true, so is `result`; nothing is true where there is no result.
    pub(super) fn implies(
        &mut self,
        conditions: &[i32],
        result: Option<i32>,
    ) -> Result<(), Refusal<S::Error>> {
        if result.is_some_and(|result| conditions.contains(&result)) {
            return Ok(());
        }
        let mut literals: Vec<i32> = conditions.iter().map(|literal| -literal).collect();
        literals.sort_unstable();
        literals.dedup();
        literals.extend(result);
        self.clause(&literals)
    }

    /// Nothing satisfies this.
    pub(super) fn never(&mut self) -> Result<(), Refusal<S::Error>> {
        self.clause(&[])
    }

    /// What `body` writes holds where `selector` is true.
    pub(super) fn under(
        &mut self,
        selector: i32,
        body: impl FnOnce(&mut Self) -> Result<(), Refusal<S::Error>>,
    ) -> Result<(), Refusal<S::Error>> {
        self.prefix.push(-selector);
        let written = body(self);
        self.prefix.pop();
        written
    }

    /// The cell holds a number of which `may` is true.
    pub(super) fn only(
        &mut self,
        cell: Cell,
        may: impl Fn(i64) -> bool,
    ) -> Result<(), Refusal<S::Error>> {
        for (literal, number) in self.choices(cell) {
            if !may(number) {
                self.clause(&[-literal])?;
            }
        }
        Ok(())
    }

    /// The numbers of two cells stand in a relation: a conflict clause for each pair that does not, and
    /// a support clause for each number that excludes two others or more. Of one that excludes a single other,
    /// "the cell holds something" says the same.
    pub(super) fn relation(
        &mut self,
        [a, b]: [Cell; 2],
        may: impl Fn(i64, i64) -> bool,
    ) -> Result<(), Refusal<S::Error>> {
        if a == b {
            return self.only(a, |number| may(number, number));
        }
        let (of_a, of_b) = (self.choices(a), self.choices(b));
        self.supports(&of_a, &of_b, &may)?;
        self.supports(&of_b, &of_a, &|u, v| may(v, u))?;
        for (first, u) in &of_a {
            for (second, _) in of_b.iter().filter(|(_, v)| !may(*u, *v)) {
                self.clause(&[-first, -second])?;
            }
        }
        Ok(())
    }

    fn supports(
        &mut self,
        of_a: &[(i32, i64)],
        of_b: &[(i32, i64)],
        may: &impl Fn(i64, i64) -> bool,
    ) -> Result<(), Refusal<S::Error>> {
        for (first, u) in of_a {
            let supports = of_b.iter().filter(|(_, v)| may(*u, *v)).map(|(second, _)| *second);
            let clause: Vec<i32> = [-first].into_iter().chain(supports).collect();
            if clause.len() < of_b.len() {
                self.clause(&clause)?;
            }
        }
        Ok(())
    }

    /// No two different cells hold the same number.
    pub(super) fn all_different(&mut self, cells: &[Cell]) -> Result<(), Refusal<S::Error>> {
        let cells: BTreeSet<Cell> = cells.iter().copied().collect();
        for number in self.numbers() {
            let literals: Vec<i32> =
                cells.iter().filter_map(|cell| self.literal(*cell, number)).collect();
            self.at_most_one(&literals)?;
        }
        Ok(())
    }

    /// For each number a fresh literal that says whether it stands in one of the cells.
    pub(super) fn presence(
        &mut self,
        cells: &[Cell],
    ) -> Result<Vec<(i32, i64)>, Refusal<S::Error>> {
        let mut presence = Vec::new();
        for number in self.numbers() {
            let stands = self.fresh();
            let mut somewhere = vec![-stands];
            for cell in cells {
                let literal = self.literal(*cell, number);
                let literal = literal.expect("it is one of the numbers");
                self.clause(&[-literal, stands])?;
                somewhere.push(literal);
            }
            self.clause(&somewhere)?;
            presence.push((stands, number));
        }
        Ok(presence)
    }

    /// Fresh literals of which exactly one is true, one for each number.
    pub(super) fn one_of(&mut self, numbers: &[i64]) -> Result<Vec<(i32, i64)>, Refusal<S::Error>> {
        let choices: Vec<(i32, i64)> =
            numbers.iter().map(|number| (self.fresh(), *number)).collect();
        let literals: Vec<i32> = choices.iter().map(|(literal, _)| *literal).collect();
        self.clause(&literals)?;
        self.at_most_one(&literals)?;
        Ok(choices)
    }
}
