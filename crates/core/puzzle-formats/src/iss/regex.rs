//! Regular expressions over digits, as automata without empty steps.
//!
//! ```text
//! expression = sequence ("|" sequence)*
//! sequence   = (atom ("*" | "+" | "?" | "{" n ["," [n]] "}")*)*
//! atom       = "(" expression ")" | "[" ["^"] (char ["-" char])+ "]" | "." | char
//! char       = a digit 0 to 9, or a letter from A = 10 on
//! ```
//!
//! The states are the atoms' positions (Glushkov): for each part of the expression the positions that may come first and
//! last are known, and whether it may be empty; where one part follows another, each last position leads to each first one.
//!
//! # References
//! - V. M. Glushkov, The abstract theory of automata, Russian Math. Surveys 16(5), 1961

use std::collections::{BTreeMap, BTreeSet};
use sudoku_core::GridShape;
use sudoku_core::constraint::Transition;

use super::automata::Machine;

/// More positions than this are refused: nested repetitions multiply.
const MAX_POSITIONS: usize = 2_000;
/// More open parentheses than this are refused.
const MAX_DEPTH: usize = 50;

/// The part of an expression that has been read.
#[derive(Clone, Default)]
struct Part {
    may_be_empty: bool,
    first: BTreeSet<usize>,
    last: BTreeSet<usize>,
}

struct Builder<'a> {
    chars: std::iter::Peekable<std::str::Chars<'a>>,
    shape: GridShape,
    /// The numbers of each position; state `k + 1` is position `k`.
    positions: Vec<Vec<i64>>,
    follow: BTreeSet<(usize, usize)>,
    depth: usize,
}

/// The automaton of an expression.
pub(super) fn automaton(pattern: &str, shape: GridShape) -> Result<Machine, String> {
    let chars = pattern.chars().peekable();
    let mut builder =
        Builder { chars, shape, positions: Vec::new(), follow: BTreeSet::new(), depth: 0 };
    let whole = builder.expression()?;
    if let Some(found) = builder.chars.next() {
        return Err(format!("unexpected '{}' in the expression", found.escape_debug()));
    }
    let first = whole.first.iter().map(|position| (0, position + 1));
    let others = builder.follow.iter().map(|(from, to)| (from + 1, to + 1));
    let step = |(from, to): (usize, usize)| Transition {
        from,
        on: builder.positions[to - 1].clone(),
        on_separator: false,
        to,
    };
    let transitions = first.chain(others).map(step).collect();
    let mut accept: Vec<usize> = whole.last.iter().map(|position| position + 1).collect();
    if whole.may_be_empty {
        accept.push(0);
    }
    Ok(Machine { start: vec![0], accept, transitions })
}

impl Builder<'_> {
    fn expression(&mut self) -> Result<Part, String> {
        let mut part = self.sequence()?;
        while self.chars.next_if_eq(&'|').is_some() {
            let other = self.sequence()?;
            part.may_be_empty |= other.may_be_empty;
            part.first.extend(other.first);
            part.last.extend(other.last);
        }
        Ok(part)
    }

    fn sequence(&mut self) -> Result<Part, String> {
        let mut part = Part { may_be_empty: true, ..Part::default() };
        while self.chars.peek().is_some_and(|next| !"|)".contains(*next)) {
            let next = self.repeated()?;
            part = self.join(&part, &next);
        }
        Ok(part)
    }

    fn join(&mut self, before: &Part, after: &Part) -> Part {
        let follow = before.last.iter().flat_map(|a| after.first.iter().map(move |b| (*a, *b)));
        self.follow.extend(follow);
        let union = |may_be_empty: bool, own: &BTreeSet<usize>, other: &BTreeSet<usize>| {
            if may_be_empty { own | other } else { own.clone() }
        };
        Part {
            may_be_empty: before.may_be_empty && after.may_be_empty,
            first: union(before.may_be_empty, &before.first, &after.first),
            last: union(after.may_be_empty, &after.last, &before.last),
        }
    }

    fn repeated(&mut self) -> Result<Part, String> {
        let start = self.positions.len();
        let mut part = self.atom()?;
        while let Some(sign) = self.chars.next_if(|next| "*+?{".contains(*next)) {
            match sign {
                '*' => part = self.star(part),
                '+' => {
                    let may_be_empty = part.may_be_empty;
                    part = Part { may_be_empty, ..self.star(part) };
                }
                '?' => part.may_be_empty = true,
                _ => part = self.counted(&part, start)?,
            }
        }
        Ok(part)
    }

    fn star(&mut self, part: Part) -> Part {
        let follow = part.last.iter().flat_map(|a| part.first.iter().map(move |b| (*a, *b)));
        self.follow.extend(follow);
        Part { may_be_empty: true, ..part }
    }

    /// `{n}`, `{n,}` or `{n,m}` behind the part whose positions begin at `start`.
    fn counted(&mut self, part: &Part, start: usize) -> Result<Part, String> {
        let least = self.number()?.ok_or("expected a number after '{'")?;
        let most = if self.chars.next_if_eq(&',').is_some() { self.number()? } else { Some(least) };
        if self.chars.next() != Some('}') {
            return Err("expected '}' in the expression".to_owned());
        }
        if most.is_some_and(|most| most < least) {
            return Err(format!("a repetition of {least} to fewer"));
        }
        let end = self.positions.len();
        let n_copies = most.unwrap_or(least + 1).max(1);
        let mut whole = Part { may_be_empty: true, ..Part::default() };
        for k in 0..n_copies {
            let mut copy = if k == 0 { part.clone() } else { self.copy(part, start..end)? };
            if k >= least {
                copy.may_be_empty = true;
            }
            if most.is_none() && k == least {
                copy = self.star(copy);
            }
            whole = self.join(&whole, &copy);
        }
        if most == Some(0) {
            whole = Part { may_be_empty: true, ..Part::default() };
        }
        Ok(whole)
    }

    /// The part once more, with positions of its own.
    fn copy(&mut self, part: &Part, range: std::ops::Range<usize>) -> Result<Part, String> {
        let mut places = BTreeMap::new();
        for position in range.clone() {
            let numbers = self.positions[position].clone();
            places.insert(position, self.position(numbers)?);
        }
        let inner = self.follow.range((range.start, 0)..(range.end, 0));
        let follow: Vec<(usize, usize)> =
            inner.filter_map(|(a, b)| Some((*places.get(a)?, *places.get(b)?))).collect();
        self.follow.extend(follow);
        let moved = |set: &BTreeSet<usize>| set.iter().map(|position| places[position]).collect();
        Ok(Part {
            may_be_empty: part.may_be_empty,
            first: moved(&part.first),
            last: moved(&part.last),
        })
    }

    fn number(&mut self) -> Result<Option<usize>, String> {
        let mut digits = String::new();
        while let Some(digit) = self.chars.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        if digits.is_empty() {
            return Ok(None);
        }
        let number = digits.parse().ok().filter(|number| *number <= MAX_POSITIONS);
        number.map(Some).ok_or_else(|| format!("a repetition of more than {MAX_POSITIONS}"))
    }

    fn atom(&mut self) -> Result<Part, String> {
        match self.chars.next() {
            Some('(') => {
                self.depth += 1;
                if self.depth > MAX_DEPTH {
                    return Err(format!("parentheses nested more than {MAX_DEPTH} deep"));
                }
                let part = self.expression()?;
                self.depth -= 1;
                match self.chars.next() {
                    Some(')') => Ok(part),
                    _ => Err("expected ')' in the expression".to_owned()),
                }
            }
            Some('[') => {
                let numbers = self.class()?;
                self.single(numbers)
            }
            Some('.') => self.single(self.shape.numbers().collect()),
            Some(c) => {
                let number = self.digit(c)?;
                self.single(vec![number])
            }
            None => Err("the expression ends early".to_owned()),
        }
    }

    fn class(&mut self) -> Result<Vec<i64>, String> {
        let is_negated = self.chars.next_if_eq(&'^').is_some();
        let mut numbers = BTreeSet::new();
        loop {
            let c = self.chars.next().ok_or("expected ']' in the expression")?;
            if c == ']' {
                break;
            }
            let first = self.digit(c)?;
            let last = if self.chars.next_if_eq(&'-').is_some() {
                let c = self.chars.next().ok_or("expected ']' in the expression")?;
                self.digit(c)?
            } else {
                first
            };
            numbers.extend(first..=last);
        }
        if numbers.is_empty() {
            return Err("an empty class in the expression".to_owned());
        }
        Ok(self.shape.numbers().filter(|number| numbers.contains(number) != is_negated).collect())
    }

    /// The number of a digit, or of a letter from A = 10 on.
    fn digit(&self, c: char) -> Result<i64, String> {
        let number = c.to_digit(36).map(i64::from);
        let number = number.filter(|number| self.shape.value(*number).is_some());
        number.ok_or_else(|| format!("'{}' in the expression is not a value", c.escape_debug()))
    }

    fn single(&mut self, numbers: Vec<i64>) -> Result<Part, String> {
        let position = BTreeSet::from([self.position(numbers)?]);
        Ok(Part { may_be_empty: false, first: position.clone(), last: position })
    }

    fn position(&mut self, numbers: Vec<i64>) -> Result<usize, String> {
        if self.positions.len() == MAX_POSITIONS {
            return Err(format!("the expression has more than {MAX_POSITIONS} digits"));
        }
        self.positions.push(numbers);
        Ok(self.positions.len() - 1)
    }
}
