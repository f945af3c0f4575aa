//! Automata in base 64, and relations of pairs.
//!
//! ```text
//! automaton = format:2 (state_bits - 1):4 (symbols - 1):4 n_start:s n_accept:s starts_accept:n_start rest
//! plain     (format 0) = count_bits:4 (count:count_bits (symbol:b target:s)*)*     a state each
//! packed    (format 1) = (mask:symbols target:s for each bit set, the lowest first)*   a state each
//! ```
//!
//! `s` is the number of bits of a state, `b` that of a symbol; all numbers have their highest bit first. The first states are
//! the start states; after them come those accepting states that are not start states. Symbol k is the k-th value; one more is
//! the separator of segments.
//!
//! A relation is a bit for each pair of values, row by row, six to a digit, the lowest bit first.

use super::Item;
use crate::fault::Fault;
use crate::link::{base64_bytes, base64_digits};
use std::collections::BTreeMap;
use sudoku_core::GridShape;
use sudoku_core::constraint::Transition;

/// Start states, accepting states, steps.
pub(super) struct Machine {
    pub(super) start: Vec<usize>,
    pub(super) accept: Vec<usize>,
    pub(super) transitions: Vec<Transition>,
}

struct Bits {
    bytes: Vec<u8>,
    place: usize,
}

impl Bits {
    fn left(&self) -> usize {
        8 * self.bytes.len() - self.place
    }

    fn take(&mut self, count: usize) -> Option<usize> {
        if count > self.left() {
            return None;
        }
        let mut value = 0;
        for _ in 0..count {
            let bit = self.bytes[self.place / 8] >> (7 - self.place % 8) & 1;
            value = value << 1 | usize::from(bit);
            self.place += 1;
        }
        Some(value)
    }
}

/// Reads an automaton.
pub(super) fn automaton(item: &Item, text: &str, shape: GridShape) -> Result<Machine, Fault> {
    let none = Machine { start: Vec::new(), accept: Vec::new(), transitions: Vec::new() };
    if text.is_empty() {
        return Ok(none);
    }
    let bytes = base64_bytes(text).map_err(|error| item.fault(error.message))?;
    let mut bits = Bits { bytes, place: 0 };
    let broken = || item.fault("the automaton ends early or is broken");
    let (machine, steps) = read(&mut bits).ok_or_else(broken)?;
    let mut grouped: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for [from, symbol, to] in steps {
        grouped.entry((from, to)).or_default().push(symbol);
    }
    let n_values = shape.n_values();
    let mut transitions = Vec::new();
    for ((from, to), symbols) in grouped {
        if let Some(symbol) = symbols.iter().find(|symbol| **symbol > n_values) {
            return Err(item.fault(format_args!("symbol {symbol} of the automaton is not a value")));
        }
        let on = symbols.iter().filter(|symbol| **symbol < n_values);
        let on: Vec<i64> = on.map(|symbol| shape.number(*symbol as u16)).collect();
        transitions.push(Transition { from, on, on_separator: symbols.contains(&n_values), to });
    }
    Ok(Machine { transitions, ..machine })
}

fn read(bits: &mut Bits) -> Option<(Machine, Vec<[usize; 3]>)> {
    let format = bits.take(2)?;
    let state_bits = bits.take(4)? + 1;
    let n_symbols = bits.take(4)? + 1;
    let symbol_bits = (usize::BITS - (n_symbols - 1).leading_zeros()) as usize;
    let n_start = bits.take(state_bits)?;
    let n_accept = bits.take(state_bits)?;
    let mut accept = Vec::new();
    let starts_accept: Option<Vec<usize>> = (0..n_start).map(|_| bits.take(1)).collect();
    // The flags are one number, whose lowest bit is the first state.
    for (state, flag) in starts_accept?.into_iter().rev().enumerate() {
        if flag == 1 {
            accept.push(state);
        }
    }
    accept.extend(n_start..n_start + n_accept);
    let steps = match format {
        0 => plain(bits, symbol_bits, state_bits)?,
        1 => packed(bits, n_symbols, state_bits)?,
        _ => return None,
    };
    let machine = Machine { start: (0..n_start).collect(), accept, transitions: Vec::new() };
    (0..bits.left()).all(|_| bits.take(1) == Some(0)).then_some((machine, steps))
}

fn plain(bits: &mut Bits, symbol_bits: usize, state_bits: usize) -> Option<Vec<[usize; 3]>> {
    let count_bits = bits.take(4)?;
    let mut steps = Vec::new();
    if count_bits == 0 {
        return Some(steps);
    }
    let mut from = 0;
    while bits.left() >= count_bits {
        for _ in 0..bits.take(count_bits)? {
            let symbol = bits.take(symbol_bits)?;
            steps.push([from, symbol, bits.take(state_bits)?]);
        }
        from += 1;
    }
    Some(steps)
}

fn packed(bits: &mut Bits, n_symbols: usize, state_bits: usize) -> Option<Vec<[usize; 3]>> {
    let mut steps = Vec::new();
    let mut from = 0;
    while bits.left() >= n_symbols {
        let mask = bits.take(n_symbols)?;
        for symbol in (0..n_symbols).filter(|symbol| mask >> symbol & 1 == 1) {
            steps.push([from, symbol, bits.take(state_bits)?]);
        }
        from += 1;
    }
    Some(steps)
}

/// Reads a relation: the pairs of numbers that are allowed.
pub(super) fn relation(item: &Item, key: &str, shape: GridShape) -> Result<Vec<[i64; 2]>, Fault> {
    let digits = base64_digits(key).map_err(|error| item.fault(error.message))?;
    let n = shape.n_values();
    let mut allowed = Vec::new();
    for (k, digit) in digits.iter().enumerate() {
        for bit in (0..6).filter(|bit| digit >> bit & 1 == 1) {
            let place = 6 * k + bit;
            if place >= n * n {
                return Err(item.fault("the relation has more pairs than there are"));
            }
            allowed.push([place / n, place % n].map(|value| shape.number(value as u16)));
        }
    }
    Ok(allowed)
}
