//! Writes clauses as DIMACS text, as fast as memory copies them.
//!
//! Nearly all clauses of a Sudoku are pairs: each two of the `n` literals of a cell or of a value in
//! a house. So the decimal text of a literal is made once for the `n − 1` clauses that it opens or
//! closes, in a slot of fixed width, and a clause is two copies of 16 bytes, each of which the next
//! one overlaps where its text ends. The text gathers in a block, and only whole blocks are handed
//! on, so memory stays the same however many clauses there are.
//!
//! ```text
//! clause = { literal " " } "0" "\n"
//! ```

use crate::Group;
use crate::annotate::Annotator;
use crate::sink::{ClauseSink, Counts, pairs};
use std::io::{self, Write};

/// Bytes that are handed on at once: the capacity of the standard output, which then copies nothing.
const BLOCK: usize = 1 << 16;

/// Bytes of a [`Token`]; the longest, `-2147483647 0` with its line end, has 14.
const TOKEN: usize = 16;

/// The text of a literal with what follows it, in a slot that is copied whole.
#[derive(Clone, Copy)]
struct Token {
    bytes: [u8; TOKEN],
    len: usize,
}

impl Token {
    fn new(literal: i32, tail: &[u8]) -> Self {
        let mut bytes = [b' '; TOKEN];
        let negative = literal < 0;
        let mut rest = literal.unsigned_abs();
        let digits = rest.checked_ilog10().map_or(1, |log| log as usize + 1);
        let end = usize::from(negative) + digits;
        bytes[0] = b'-';
        for byte in bytes[end - digits..end].iter_mut().rev() {
            *byte = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        let len = end + tail.len();
        bytes[end..len].copy_from_slice(tail);
        Self { bytes, len }
    }
}

/// A CNF in the making: the header is written first, and exactly the announced clauses follow.
pub(crate) struct ClauseWriter<'a, W> {
    out: W,
    block: Vec<u8>,
    len: usize,
    openers: Vec<Token>,
    closers: Vec<Token>,
    written: u64,
    last_var: i32,
    annotator: Option<Annotator<'a>>,
    unexplained: Option<Group>,
}

impl<'a, W: Write> ClauseWriter<'a, W> {
    /// Writes the header, and the annotator's introduction if there is one.
    pub(crate) fn new(
        mut out: W,
        n_cell_vars: u32,
        counts: &Counts,
        annotator: Option<Annotator<'a>>,
    ) -> io::Result<Self> {
        writeln!(out, "p cnf {} {}", counts.n_vars, counts.n_clauses)?;
        if let Some(annotator) = &annotator {
            annotator.introduction().iter().try_for_each(|line| writeln!(out, "{line}"))?;
        }
        Ok(Self {
            out,
            block: vec![0; BLOCK + 2 * TOKEN],
            len: 0,
            openers: Vec::new(),
            closers: Vec::new(),
            written: 0,
            last_var: n_cell_vars.cast_signed(),
            annotator,
            unexplained: None,
        })
    }

    /// Hands on what is left and tells how many clauses there were.
    pub(crate) fn finish(mut self) -> io::Result<u64> {
        self.hand_on()?;
        Ok(self.written)
    }

    /// Appends to the block, which has room for two tokens after each [`Self::hand_on_full_block`].
    fn push(&mut self, token: Token) {
        self.block[self.len..self.len + TOKEN].copy_from_slice(&token.bytes);
        self.len += token.len;
    }

    fn hand_on_full_block(&mut self) -> io::Result<()> {
        if self.len >= BLOCK { self.hand_on() } else { Ok(()) }
    }

    #[cold]
    fn hand_on(&mut self) -> io::Result<()> {
        let len = std::mem::take(&mut self.len);
        self.out.write_all(&self.block[..len])
    }

    fn explain(&mut self, first_clause: &[i32]) -> io::Result<()> {
        let Some(group) = self.unexplained.take() else { return Ok(()) };
        self.hand_on()?;
        let Some(annotator) = &self.annotator else { return Ok(()) };
        let lines = annotator.explanation(group, first_clause);
        lines.iter().try_for_each(|line| writeln!(self.out, "{line}"))
    }
}

impl<W: Write> ClauseSink for ClauseWriter<'_, W> {
    type Error = io::Error;

    /// An annotator explains the group before its first clause.
    fn begin(&mut self, group: Group) -> io::Result<()> {
        self.unexplained = Some(group);
        Ok(())
    }

    fn clause(&mut self, literals: &[i32]) -> io::Result<()> {
        self.explain(literals)?;
        for literal in literals {
            self.push(Token::new(*literal, b" "));
            self.hand_on_full_block()?;
        }
        self.push(Token::new(0, b"\n"));
        self.hand_on_full_block()?;
        self.written += 1;
        Ok(())
    }

    fn at_most_one(&mut self, variables: &[i32]) -> io::Result<()> {
        if let [first, second, ..] = variables {
            self.explain(&[-first, -second])?;
        }
        let mut openers = std::mem::take(&mut self.openers);
        let mut closers = std::mem::take(&mut self.closers);
        openers.clear();
        closers.clear();
        openers.extend(variables.iter().map(|variable| Token::new(-variable, b" ")));
        closers.extend(variables.iter().map(|variable| Token::new(-variable, b" 0\n")));
        for (k, opener) in openers.iter().enumerate() {
            for closer in &closers[k + 1..] {
                self.push(*opener);
                self.push(*closer);
                self.hand_on_full_block()?;
            }
        }
        (self.openers, self.closers) = (openers, closers);
        self.written += pairs(variables.len() as u64);
        Ok(())
    }

    fn fresh_var(&mut self) -> i32 {
        self.last_var += 1;
        self.last_var
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(body: impl FnOnce(&mut ClauseWriter<&mut Vec<u8>>) -> io::Result<()>) -> String {
        let counts = Counts { n_vars: 7, n_clauses: 3, groups: Vec::new() };
        let mut text = Vec::new();
        let mut cnf = ClauseWriter::new(&mut text, 7, &counts, None).unwrap();
        body(&mut cnf).unwrap();
        cnf.finish().unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn literals_of_every_length() {
        let mut literals = vec![1, -1, i32::MAX, -i32::MAX];
        for power in (0..10).map(|k| 10_i32.pow(k)) {
            literals.extend([power, -power, power - 1, 1 - power]);
        }
        literals.retain(|literal| *literal != 0);
        let expected: Vec<String> =
            literals.iter().map(|literal| format!("{literal} 0\n")).collect();
        let text = written(|cnf| literals.iter().try_for_each(|literal| cnf.clause(&[*literal])));
        assert_eq!(text, format!("p cnf 7 3\n{}", expected.concat()));
    }

    #[test]
    fn pairs_come_in_order_and_an_empty_clause_is_a_zero() {
        let text = written(|cnf| {
            cnf.at_most_one(&[])?;
            cnf.at_most_one(&[5])?;
            cnf.at_most_one(&[1, 20, 300])?;
            cnf.clause(&[])
        });
        assert_eq!(text, "p cnf 7 3\n-1 -20 0\n-1 -300 0\n-20 -300 0\n0\n");
    }

    #[test]
    fn blocks_meet_without_a_seam() {
        let variables: Vec<i32> = (99_900..100_100).collect();
        let text = written(|cnf| {
            cnf.clause(&variables)?;
            cnf.at_most_one(&variables)
        });
        assert!(text.len() > 4 * BLOCK);
        let mut lines = text.lines().skip(2);
        for (k, first) in variables.iter().enumerate() {
            for second in &variables[k + 1..] {
                assert_eq!(lines.next(), Some(&*format!("-{first} -{second} 0")));
            }
        }
        assert_eq!(lines.next(), None);
    }
}
