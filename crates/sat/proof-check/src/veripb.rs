//! `VeriPB` 3.0, as far as a proof of "no model" from a CNF needs it.
//!
//! ```text
//! proof      = "pseudo-Boolean proof version 3.0" "f" [ N ] ";" { step ";" } end
//! step       = "rup" { "1" literal } ">=" "1" [ ":" { id } ]     a clause that follows by propagation
//!            | "pol" { id | literal | N "*" | N "d" | "s" | "+" }   a calculation, see below
//!            | "del" "id" { id }
//! end        = "output" "NONE" ";" "conclusion" "UNSAT" [ ":" id ] ";" "end pseudo-Boolean proof" ";"
//! literal    = [ "~" ] "x" VARIABLE
//! ```
//!
//! The clauses of the formula have the ids 1 to N, each `rup` and `pol` the next one; a negative
//! id counts back from the next one. A calculation is in postfix order: an id or a literal (that it is at least 0) is
//! pushed, `+` adds two, `*` and `d` multiply and divide by the number before them, `s` saturates. What
//! is left is a new inequality. One that is not a clause takes no part in propagation, which is weaker
//! than what the format allows, and as sound.
//!
//! Hints after `rup` are not needed. A text after `%` up to the end of a line is a comment.
//!
//! # References
//! - `VeriPB` 3.0: Proof Format Overview

use crate::inequality::Inequality;
use crate::propagation::{Clauses, Handle};
use crate::tokens::{self, Token, Tokens};
use crate::variables::Variables;
use crate::{Formula, Refusal};
use located::Position;
use sat_format::Lit;
use std::collections::HashMap;
use std::io::BufRead;

const HEADER: [&str; 4] = ["pseudo-Boolean", "proof", "version", "3.0"];

/// Checks a proof.
pub(crate) fn check(formula: &Formula, proof: impl BufRead) -> Result<(), Refusal> {
    let mut proof = Proof { tokens: Tokens::new(proof), state: State::new(formula) };
    for word in HEADER {
        proof.expect(word)?;
    }
    proof.expect("f")?;
    proof.size(formula.len())?;
    loop {
        let token = proof.next("a rule")?;
        match token.text.as_str() {
            "rup" => proof.rup(token.place)?,
            "pol" => proof.pol(token.place)?,
            "del" => proof.del()?,
            "output" => return proof.end(),
            other => {
                let found = format!("found the rule '{other}', expected rup, pol, del or output");
                return Err(Refusal::malformed(token.place, found));
            }
        }
    }
}

/// A proof that is read.
struct Proof<R> {
    tokens: Tokens<R>,
    state: State,
}

/// The inequalities that are there.
struct State {
    variables: Variables,
    clauses: Clauses,
    known: HashMap<u64, Known>,
    last_id: u64,
}

/// An inequality that is there.
enum Known {
    /// A clause, which takes part in propagation.
    Clause(Handle),
    /// What a calculation left, as it is; if it is no more than a clause, that takes part in propagation.
    Inequality(Inequality, Option<Handle>),
}

impl State {
    fn new(formula: &Formula) -> Self {
        let mut state = Self {
            variables: Variables::default(),
            clauses: Clauses::default(),
            known: HashMap::new(),
            last_id: 0,
        };
        for clause in formula {
            let clause = state.variables.of(clause);
            state.put_clause(clause);
        }
        state
    }

    fn put_clause(&mut self, mut clause: Vec<Lit>) {
        clause.sort_unstable();
        clause.dedup();
        let clause = self.clauses.add(&clause);
        self.put(Known::Clause(clause));
    }

    fn put_inequality(&mut self, inequality: Inequality) {
        let clause = inequality.as_clause().map(|clause| self.clauses.add(&clause));
        if inequality.is_contradiction() {
            self.clauses.add(&[]);
        }
        self.put(Known::Inequality(inequality, clause));
    }

    fn put(&mut self, known: Known) {
        self.last_id += 1;
        self.known.insert(self.last_id, known);
    }

    fn id(&self, number: i64) -> Option<u64> {
        let id =
            if number < 0 { (self.last_id + 1).checked_add_signed(number)? } else { number as u64 };
        self.known.contains_key(&id).then_some(id)
    }

    /// `None` if a number is too large.
    fn inequality(&self, id: u64) -> Option<Inequality> {
        match &self.known[&id] {
            Known::Inequality(inequality, _) => Some(inequality.clone()),
            Known::Clause(handle) => Inequality::clause(self.clauses.lits(*handle)),
        }
    }
}

impl<R: BufRead> Proof<R> {
    /// The next word that is not part of a comment; `None` at the end.
    fn word(&mut self) -> Result<Option<Token>, Refusal> {
        loop {
            match self.tokens.next()? {
                Some(token) if token.text.starts_with('%') => self.tokens.skip_line()?,
                word => return Ok(word),
            }
        }
    }

    /// The next word, where there must be one.
    fn next(&mut self, expected: &str) -> Result<Token, Refusal> {
        let end = |place| {
            let found = format!("found the end of the file, expected {expected}");
            Refusal::malformed(place, found)
        };
        self.word()?.ok_or_else(|| end(self.tokens.place()))
    }

    fn expect(&mut self, word: &str) -> Result<(), Refusal> {
        let token = self.next(word)?;
        if token.text == word { Ok(()) } else { Err(unexpected(&token, &format!("'{word}'"))) }
    }

    fn size(&mut self, n_clauses: usize) -> Result<(), Refusal> {
        let token = self.next("the number of clauses")?;
        if token.text == ";" {
            return Ok(());
        }
        if tokens::number(&token.text) != Some(n_clauses) {
            return Err(unexpected(&token, &format!("{n_clauses}, the number of the clauses")));
        }
        self.expect(";")
    }

    fn rup(&mut self, place: Position) -> Result<(), Refusal> {
        let mut clause = Vec::new();
        loop {
            let token = self.next("1 or >=")?;
            match token.text.as_str() {
                "1" => {
                    let token = self.next("a literal")?;
                    clause.push(literal(&token)?);
                }
                ">=" => break,
                _ => return Err(unexpected(&token, "a clause: 1 before each literal, and >= 1")),
            }
        }
        self.expect("1")?;
        self.hints()?;
        let clause = self.state.variables.of(&clause);
        if !self.state.clauses.imply(&clause) {
            return Err(Refusal::wrong(place, "the clause does not follow by unit propagation"));
        }
        self.state.put_clause(clause);
        Ok(())
    }

    /// Passes ids after a colon, and the semicolon.
    fn hints(&mut self) -> Result<(), Refusal> {
        let token = self.next(";")?;
        match token.text.as_str() {
            ";" => return Ok(()),
            ":" => {}
            _ => return Err(unexpected(&token, "';' or ':'")),
        }
        loop {
            let token = self.next("an id or ;")?;
            if token.text == ";" {
                return Ok(());
            }
            if token.text != "~" {
                number(&token)?;
            }
        }
    }

    fn pol(&mut self, place: Position) -> Result<(), Refusal> {
        let too_large =
            || Refusal::wrong(place, "the calculation needs numbers of more than 127 bits");
        let too_few = |token: &Token| unexpected(token, "an operand before it");
        let mut stack: Vec<Inequality> = Vec::new();
        // A number is an id, unless * or d follows it.
        let mut token = self.next("a calculation")?;
        while token.text != ";" {
            let next = self.next("a calculation or ;")?;
            match (token.text.as_str(), next.text.as_str()) {
                (_, operation @ ("*" | "d")) => {
                    let by = i128::from(number(&token)?);
                    let operand = stack.pop().ok_or_else(|| too_few(&next))?;
                    if by <= 0 {
                        return Err(unexpected(&token, "a number above 0"));
                    }
                    let result = if operation == "d" {
                        Some(operand.divided(by))
                    } else {
                        operand.times(by)
                    };
                    stack.push(result.ok_or_else(too_large)?);
                    token = self.next("a calculation or ;")?;
                    continue;
                }
                ("+", _) => {
                    let (Some(b), Some(a)) = (stack.pop(), stack.pop()) else {
                        return Err(too_few(&token));
                    };
                    stack.push(a.plus(&b).ok_or_else(too_large)?);
                }
                ("s", _) => {
                    let operand = stack.pop().ok_or_else(|| too_few(&token))?;
                    stack.push(operand.saturated());
                }
                (text, _) if text.starts_with(['x', '~']) => {
                    let lit = self.state.variables.of(&[literal(&token)?])[0];
                    stack.push(Inequality::axiom(lit));
                }
                _ => {
                    let id = self.id(&token)?;
                    stack.push(self.state.inequality(id).ok_or_else(too_large)?);
                }
            }
            token = next;
        }
        match (stack.pop(), stack.is_empty()) {
            (Some(result), true) => self.state.put_inequality(result),
            (None, _) => return Err(unexpected(&token, "a calculation")),
            (Some(_), false) => {
                return Err(unexpected(&token, "'+', as more than one result is left"));
            }
        }
        Ok(())
    }

    fn del(&mut self) -> Result<(), Refusal> {
        self.expect("id")?;
        loop {
            let token = self.next("an id or ;")?;
            if token.text == ";" {
                return Ok(());
            }
            let id = self.id(&token)?;
            match self.state.known.remove(&id) {
                Some(Known::Clause(handle) | Known::Inequality(_, Some(handle))) => {
                    // It may be kept, for what follows from it.
                    self.state.clauses.delete(handle);
                }
                Some(Known::Inequality(_, None)) | None => {}
            }
        }
    }

    /// What follows the word `output`.
    fn end(mut self) -> Result<(), Refusal> {
        for word in ["NONE", ";", "conclusion", "UNSAT"] {
            self.expect(word)?;
        }
        let token = self.next(";")?;
        let is_proved = match token.text.as_str() {
            ";" => self.state.clauses.contradict(),
            ":" => {
                let token = self.next("an id")?;
                let id = self.id(&token)?;
                self.expect(";")?;
                self.state.inequality(id).is_some_and(|found| found.is_contradiction())
            }
            _ => return Err(unexpected(&token, "';' or ':'")),
        };
        for word in ["end", "pseudo-Boolean", "proof", ";"] {
            self.expect(word)?;
        }
        if let Some(token) = self.word()? {
            return Err(unexpected(&token, "the end of the file"));
        }
        if is_proved {
            return Ok(());
        }
        Err(Refusal::wrong(token.place, "the conclusion is not a contradiction"))
    }

    /// The id of an inequality that is there.
    fn id(&self, token: &Token) -> Result<u64, Refusal> {
        let id = self.state.id(number(token)?);
        id.ok_or_else(|| unexpected(token, "the id of an inequality that is there"))
    }
}

fn unexpected(token: &Token, expected: &str) -> Refusal {
    Refusal::malformed(token.place, format!("found '{}', expected {expected}", token.text))
}

fn number(token: &Token) -> Result<i64, Refusal> {
    tokens::number(&token.text).ok_or_else(|| unexpected(token, "a number"))
}

fn literal(token: &Token) -> Result<Lit, Refusal> {
    let text = token.text.as_str();
    let (is_negated, name) = text.strip_prefix('~').map_or((false, text), |name| (true, name));
    let var =
        name.strip_prefix('x').filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    let lit = var.and_then(tokens::number).and_then(Lit::new);
    let lit = lit.ok_or_else(|| unexpected(token, "a literal, such as x1 or ~x1"))?;
    Ok(if is_negated { -lit } else { lit })
}
