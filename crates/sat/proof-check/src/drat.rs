//! DRAT: clauses that are added and deleted, checked one by one.
//!
//! ```text
//! text     proof = { clause | "d" clause | "c" … line-end }      clause = { literal } "0"
//! binary   proof = { "a" clause | "d" clause }                   clause = { number } 0
//!          a literal l is the number 2·|l| + (1 if l < 0), seven bits a byte, the lowest first, the
//!          highest bit of a byte set if there is a further one
//! ```
//!
//! A clause may be added if it follows by unit propagation (RUP), or if its first literal, the pivot,
//! makes it a resolution asymmetric tautology (RAT): with each clause that has the negated pivot, the
//! resolvent follows. Once the clauses contradict each other, what is left of the proof is not needed, but it still has
//! to be one: a file that is no proof at all is none of a formula that unit propagation refutes, either.
//!
//! As in drat-trim, a clause on which the root rests is not deleted, and a deletion of what is not
//! there has no effect. Neither makes a wrong proof right.
//!
//! # References
//! - Wetzler, Heule, Hunt: DRAT-trim: Efficient Checking and Trimming Using Expressive Clausal Proofs,
//!   SAT 2014
//! - Järvisalo, Heule, Biere: Inprocessing Rules, IJCAR 2012 (RAT)

use crate::propagation::{Clauses, Handle};
use crate::tokens::{Token, Tokens, number};
use crate::variables::Variables;
use crate::{Formula, Refusal};
use located::Position;
use sat_format::Lit;
use std::collections::HashMap;
use std::io::BufRead;

/// Whether a proof that starts so is a binary one: a text has no NUL and never starts with an `a`.
pub(crate) fn is_binary(start: &[u8]) -> bool {
    start.first() == Some(&b'a') || start.iter().take(1 << 13).any(|byte| *byte == 0)
}

/// Checks a proof as text.
pub(crate) fn check_text(formula: &Formula, proof: impl BufRead) -> Result<(), Refusal> {
    let mut tokens = Tokens::new(proof);
    let mut state = State::new(formula);
    while let Some(token) = tokens.next()? {
        match token.text.as_str() {
            "c" => tokens.skip_line()?,
            "d" => {
                let first = following(&mut tokens)?;
                let clause = text_clause(&mut tokens, first)?;
                state.delete(&clause);
            }
            _ => {
                let place = token.place;
                let clause = text_clause(&mut tokens, token)?;
                state.add(&clause, place)?;
            }
        }
    }
    state.end(tokens.place())
}

fn following(tokens: &mut Tokens<impl BufRead>) -> Result<Token, Refusal> {
    let end =
        |place| Refusal::malformed(place, "found the end of the file, expected a literal or 0");
    tokens.next()?.ok_or_else(|| end(tokens.place()))
}

/// The literals up to 0, of which `token` is the first.
fn text_clause(tokens: &mut Tokens<impl BufRead>, mut token: Token) -> Result<Vec<Lit>, Refusal> {
    let mut clause = Vec::new();
    loop {
        let Token { text, place } = token;
        match number(&text) {
            Some(0) if text == "0" => return Ok(clause),
            Some(number) if Lit::new(number).is_some() => clause.extend(Lit::new(number)),
            _ => {
                let found = format!("found '{text}', expected a literal or 0");
                return Err(Refusal::malformed(place, found));
            }
        }
        token = following(tokens)?;
    }
}

/// Checks a binary proof; a place in it is the number of the step, as line, and that of the byte in it.
pub(crate) fn check_binary(formula: &Formula, proof: impl BufRead) -> Result<(), Refusal> {
    let mut state = State::new(formula);
    let mut bytes = proof.bytes();
    let mut place = Position { line: 0, column: 1 };
    loop {
        place = Position { line: place.line + 1, column: 1 };
        let Some(kind) = bytes.next().transpose()? else { return state.end(place) };
        let mut clause = Vec::new();
        let start = place;
        loop {
            let (mut number, mut shift) = (0_u64, 0);
            loop {
                place.column += 1;
                let Some(byte) = bytes.next().transpose()? else {
                    let found = "found the end of the file, expected a literal or 0";
                    return Err(Refusal::malformed(place, found));
                };
                number |= u64::from(byte & 0x7F) << shift;
                shift += 7;
                if byte & 0x80 == 0 {
                    break;
                }
                if shift > 28 {
                    return Err(Refusal::malformed(place, "found a literal above 2³¹ − 1"));
                }
            }
            if number == 0 {
                break;
            }
            let lit = usize::try_from(number).ok().and_then(Lit::from_index);
            clause.push(lit.ok_or_else(|| {
                Refusal::malformed(place, format!("found the number {number}, expected a literal"))
            })?);
        }
        match kind {
            b'a' => state.add(&clause, start)?,
            b'd' => state.delete(&clause),
            other => {
                let found = format!("found the byte 0x{other:02X}, expected 'a' or 'd'");
                return Err(Refusal::malformed(start, found));
            }
        }
    }
}

/// The clauses, and where to find each of them by its literals.
pub(crate) struct State {
    variables: Variables,
    clauses: Clauses,
    handles: HashMap<Vec<Lit>, Vec<Handle>>,
}

impl State {
    pub(crate) fn new(formula: &Formula) -> Self {
        let mut state = Self {
            variables: Variables::default(),
            clauses: Clauses::default(),
            handles: HashMap::new(),
        };
        for clause in formula {
            state.assert(clause);
        }
        state
    }

    fn put(&mut self, clause: &[Lit]) {
        let clause = sorted(clause);
        let handle = self.clauses.add(&clause);
        self.handles.entry(clause).or_default().push(handle);
    }

    /// Adds a clause of the formula.
    pub(crate) fn assert(&mut self, clause: &[Lit]) {
        let clause = self.variables.of(clause);
        self.put(&clause);
    }

    /// Adds a clause if it follows by unit propagation; false if it does not.
    pub(crate) fn derive(&mut self, clause: &[Lit]) -> bool {
        let clause = self.variables.of(clause);
        let follows = self.clauses.imply(&clause);
        if follows {
            self.put(&clause);
        }
        follows
    }

    /// Adds a clause that has the RUP or the RAT property.
    fn add(&mut self, clause: &[Lit], place: Position) -> Result<(), Refusal> {
        if self.clauses.contradict() {
            return Ok(());
        }
        let clause = self.variables.of(clause);
        if !self.clauses.imply(&clause) && !self.is_asymmetric_tautology(&clause) {
            let found = "the clause does not follow by unit propagation and has no RAT property";
            return Err(Refusal::wrong(place, found));
        }
        self.put(&clause);
        Ok(())
    }

    /// Whether each resolvent upon the first literal follows.
    fn is_asymmetric_tautology(&mut self, clause: &[Lit]) -> bool {
        let Some(&pivot) = clause.first() else { return false };
        let partners: Vec<Vec<Lit>> = self
            .clauses
            .all()
            .filter(|other| other.contains(&-pivot))
            .map(|other| other.iter().copied().filter(|lit| *lit != -pivot).collect())
            .collect();
        partners.into_iter().all(|partner| {
            let resolvent: Vec<Lit> = clause.iter().copied().chain(partner).collect();
            self.clauses.imply(&resolvent)
        })
    }

    pub(crate) fn delete(&mut self, clause: &[Lit]) {
        let clause = sorted(&self.variables.of(clause));
        let Some(handles) = self.handles.get_mut(&clause) else { return };
        if let Some(at) = handles.iter().position(|handle| self.clauses.delete(*handle)) {
            handles.swap_remove(at);
            if handles.is_empty() {
                self.handles.remove(&clause);
            }
        }
    }

    fn end(&self, place: Position) -> Result<(), Refusal> {
        let end = "found the end of the proof, expected a contradiction before it";
        if self.clauses.contradict() { Ok(()) } else { Err(Refusal::wrong(place, end)) }
    }
}

fn sorted(clause: &[Lit]) -> Vec<Lit> {
    let mut clause = clause.to_vec();
    clause.sort_unstable();
    clause.dedup();
    clause
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formula(clauses: &[&[i32]]) -> Vec<Vec<Lit>> {
        let lits = |clause: &&[i32]| clause.iter().filter_map(|number| Lit::new(*number)).collect();
        clauses.iter().map(lits).collect()
    }

    fn verdict(formula: &Formula, proof: &str) -> String {
        match check_text(formula, proof.as_bytes()) {
            Ok(()) => "verified".to_owned(),
            Err(Refusal::Wrong(error)) => format!("wrong at {}", error.position()),
            Err(Refusal::Malformed(error)) => format!("{}: {error}", error.position()),
            Err(Refusal::Io(error)) => error.to_string(),
        }
    }

    #[test]
    fn steps_follow_or_not() {
        let four = formula(&[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
        assert_eq!(verdict(&four, "c by cases\n1 0\n0\n"), "verified");
        // What follows from the last step needs no step.
        assert_eq!(verdict(&four, "1 0"), "verified");
        assert_eq!(verdict(&four, ""), "wrong at 1:1");
        assert_eq!(verdict(&four, "0"), "wrong at 1:1");
        assert_eq!(verdict(&four, "d 1 2 0\n 1 0\n"), "wrong at 2:2");
        assert_eq!(verdict(&four, "d 3 0 1 0"), "verified");
        assert_eq!(verdict(&four, "1 x 0"), "1:3: found 'x', expected a literal or 0");
        let end = "found the end of the file, expected a literal or 0";
        assert_eq!(verdict(&four, "1"), format!("1:2: {end}"));
        assert_eq!(verdict(&four, "d"), format!("1:2: {end}"));
        let one = formula(&[&[1], &[-1]]);
        assert_eq!(verdict(&one, ""), "verified");
        assert_eq!(verdict(&one, "no proof"), "1:1: found 'no', expected a literal or 0");
        let garbage = "2:1: found 'garbage', expected a literal or 0";
        assert_eq!(verdict(&four, "1 0\ngarbage\n"), garbage);
        let three = formula(&[&[1, 2], &[1, -2], &[-1, 2]]);
        assert_eq!(verdict(&three, "1 0\n2 0\n0\n"), "wrong at 3:1");
    }

    #[test]
    fn a_new_variable_may_be_defined() {
        // 3 = 1 and 2, which no clause implies; the pivot is the first literal.
        let four = formula(&[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
        let definition = "3 -1 -2 0 -3 1 0 -3 2 0 ";
        assert_eq!(verdict(&four, &format!("{definition} -3 0 1 0")), "verified");
        // The negated pivot is in a clause with which the resolvent does not follow.
        let two = formula(&[&[-1, 2], &[3, 4]]);
        assert_eq!(verdict(&two, "1 3 0"), "wrong at 1:1");
        assert_eq!(verdict(&two, "-2 -1 0"), "wrong at 1:1");
        assert_eq!(verdict(&two, "3 -4 0"), "wrong at 2:1".replace("2:1", "1:7"));
    }

    #[test]
    fn binary_proofs_say_the_same() {
        let four = formula(&[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
        let check = |bytes: &[u8]| check_binary(&four, bytes).is_ok();
        assert!(is_binary(b"a\x02\x00") && is_binary(b"d\x02\x04\x00") && !is_binary(b"d 1 2 0\n"));
        assert!(check(b"a\x02\x00"));
        assert!(!check(b"d\x02\x04\x00a\x02\x00"));
        // 64 is 2·64 in two bytes.
        assert!(check(b"a\x80\x01\x02\x00a\x81\x01\x02\x00a\x02\x00"));
        for broken in [&b"b\x02\x00"[..], b"a\x02", b"a\x01\x00", b"a\xff\xff\xff\xff\xff\x01\x00"]
        {
            assert!(!check(broken));
        }
    }
}
