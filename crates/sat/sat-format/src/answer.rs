//! Reads what SAT solvers print: the verdict and the model.
//!
//! Solvers agree on little. The reader looks at every line, in any order, and sorts it by its first
//! word; what it cannot place is never passed over silently.
//!
//! ```text
//! verdict   s SATISFIABLE | s UNSATISFIABLE | s UNKNOWN | s INDETERMINATE      the competition's
//!           sat | unsat | unknown | timeout                                    z3
//!           SAT | UNSAT | INDET | SATISFIABLE | UNSATISFIABLE | INDETERMINATE  minisat
//! values    v LITERAL*       any number of lines, before or after the verdict
//!           LITERAL+         without the v, after a verdict without the s
//! comment   c ANYTHING       ignored; only `c UNKNOWN` says that the solver gave up
//! chatter   minisat's tables and statistics, z3's `(:sat-decisions 2 ..)`, `TOOL: note: ..`: ignored
//! error     a line that speaks of an error, a crash or a signal: no answer, whatever else is there
//! ```
//!
//! Any other line becomes a warning. The 0 after the last literal may be missing (z3 before 4.12 never
//! writes it), but nothing may follow it. A model may be partial. All verdicts must agree, and a model
//! must be there exactly where the verdict is [`Verdict::Sat`]. Memory is bounded by the text, and the
//! text by [`MAX_BYTES`].
//!
//! # References
//! - SAT Competition 2024, "Output format", section "Solver output"
//! - z3 4.8.10 to 5.4, cadical 1.5, kissat 4, minisat 2.2, cryptominisat 5.11, picosat 965: seen

mod line;

use crate::{ContradictoryModel, Lit, Model, Verdict};
use line::{Line, Tokens};
use located::Position;
use std::fmt;
use thiserror::Error;

/// The longest text that is read as an answer: several times the model of a 100×100 board, and then the
/// log of a solver.
pub const MAX_BYTES: u64 = 256 << 20;

/// A solver's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What it found out.
    pub verdict: Verdict,
    /// The model; empty unless the verdict is [`Verdict::Sat`].
    pub model: Model,
    /// What is odd about the output and a person should know.
    pub warnings: Vec<String>,
}

/// Why an output is not an answer, and where: line and column from 1, columns in bytes.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct AnswerError {
    /// The place; `None` where the output as a whole is meant.
    pub position: Option<Position>,
    /// What was found and what was expected.
    pub message: String,
    /// Set where a variable is both true and false: who knows what it stands for can say more.
    pub contradiction: Option<Contradiction>,
}

/// A variable that is both true and false.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contradiction {
    /// The variable.
    pub var: u32,
    /// The largest variable of the model.
    pub largest_var: u32,
}

impl fmt::Display for Verdict {
    /// As an `s` line has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sat => "SATISFIABLE",
            Self::Unsat => "UNSATISFIABLE",
            Self::Unknown => "UNKNOWN",
        })
    }
}

impl AnswerError {
    fn whole(message: impl Into<String>) -> Self {
        Self { position: None, message: message.into(), contradiction: None }
    }

    fn at(line: u64, column: usize, message: impl Into<String>) -> Self {
        Self { position: Some(Position { line, column: column as u64 }), ..Self::whole(message) }
    }
}

/// Reads a solver's whole output.
///
/// That the solver gave up is an answer, [`Verdict::Unknown`]; an output without a verdict is not.
///
/// # Errors
/// It is not an answer, or a contradictory one, or longer than [`MAX_BYTES`].
pub fn read(output: &[u8]) -> Result<Answer, AnswerError> {
    if output.len() as u64 > MAX_BYTES {
        let most = MAX_BYTES >> 20;
        return Err(AnswerError::whole(format!("found more than {most} MiB, expected an answer")));
    }
    if output.starts_with(b"\xff\xfe") || output.starts_with(b"\xfe\xff") {
        return Err(AnswerError::at(1, 1, "found UTF-16 text, expected ASCII or UTF-8"));
    }
    let mut reader = Reader::default();
    for (number, line) in lines(output) {
        reader.line(number, line)?;
    }
    reader.finish(output)
}

/// The lines with their numbers from 1, without a byte order mark.
fn lines(output: &[u8]) -> impl Iterator<Item = (u64, &[u8])> {
    let output = output.strip_prefix(b"\xef\xbb\xbf").unwrap_or(output);
    (1..).zip(output.split(|byte| *byte == b'\n'))
}

/// What the lines so far have said.
#[derive(Debug, Default)]
struct Reader {
    /// The verdict and whether its line began with `s`.
    verdict: Option<(Verdict, bool)>,
    /// A comment said that the solver gave up.
    gave_up: bool,
    literals: Vec<Lit>,
    /// Where the first value or closing 0 stands.
    first_value: Option<(u64, usize)>,
    /// The 0 after the last literal was read.
    closed: bool,
    /// The first line that is not part of an answer, and how many more there are.
    odd: Option<(u64, String)>,
    more_odd: u64,
    warnings: Vec<String>,
}

impl Reader {
    fn line(&mut self, number: u64, line: &[u8]) -> Result<(), AnswerError> {
        match Line::of(line) {
            Line::Silent => {}
            Line::GaveUp => self.gave_up = true,
            Line::Verdict { verdict, after_s } => self.verdict(number, verdict, after_s)?,
            Line::UnknownVerdict(word) => {
                let message = format!(
                    "found the verdict '{word}', expected SATISFIABLE, UNSATISFIABLE or UNKNOWN"
                );
                return Err(AnswerError::at(number, word.column, message));
            }
            Line::Values(tokens) => self.values(number, tokens)?,
            Line::BareLiterals(tokens) => self.bare_literals(number, tokens)?,
            Line::Cnf => {
                return Err(AnswerError::at(number, 1, "found a CNF, expected a solver's answer"));
            }
            Line::Error(text) => {
                let message = format!("the solver reports an error: {text}");
                return Err(AnswerError::at(number, 1, message));
            }
            Line::Odd(_) if self.odd.is_some() => self.more_odd += 1,
            Line::Odd(text) => self.odd = Some((number, text.to_string())),
        }
        Ok(())
    }

    fn verdict(&mut self, number: u64, new: Verdict, after_s: bool) -> Result<(), AnswerError> {
        match self.verdict {
            Some((old, _)) if old != new => {
                let message = format!("found {new}, but an earlier line says {old}");
                return Err(AnswerError::at(number, 1, message));
            }
            Some((_, true)) if after_s => {
                self.warnings.push(format!("line {number} repeats the verdict {new}"));
            }
            _ => {}
        }
        self.verdict = Some((new, after_s));
        Ok(())
    }

    /// Literals without a `v`: they belong to a verdict without an `s`.
    fn bare_literals(&mut self, number: u64, mut tokens: Tokens<'_>) -> Result<(), AnswerError> {
        if matches!(self.verdict, Some((Verdict::Sat, false))) {
            return self.values(number, tokens);
        }
        match tokens.next() {
            None => Ok(()),
            Some(token) => {
                let expected = if self.verdict.is_none() { "a verdict first" } else { "'v' first" };
                let message = format!("found '{token}', expected {expected}");
                Err(AnswerError::at(number, token.column, message))
            }
        }
    }

    fn values(&mut self, number: u64, tokens: Tokens<'_>) -> Result<(), AnswerError> {
        for token in tokens {
            let literal = token
                .literal()
                .map_err(|message| AnswerError::at(number, token.column, message))?;
            self.first_value.get_or_insert((number, token.column));
            if self.closed {
                let message = format!("found '{token}' after the 0 that ends the model");
                return Err(AnswerError::at(number, token.column, message));
            }
            match literal {
                Some(literal) => self.literals.push(literal),
                None => self.closed = true,
            }
        }
        Ok(())
    }

    fn finish(mut self, output: &[u8]) -> Result<Answer, AnswerError> {
        let (verdict, after_s) = match self.verdict {
            Some(verdict) => verdict,
            None if self.gave_up => (Verdict::Unknown, false),
            None => return Err(self.no_verdict(output)),
        };
        if let (Verdict::Unsat, Some((line, column))) = (verdict, self.first_value) {
            return Err(AnswerError::at(
                line,
                column,
                "found a model, but the verdict is UNSATISFIABLE",
            ));
        }
        if verdict == Verdict::Sat && self.first_value.is_none() {
            return Err(AnswerError::whole(if after_s {
                "the verdict is SATISFIABLE, but there is no model: expected literals after 'v'"
            } else {
                "the verdict is SATISFIABLE, but there is no model: minisat writes it to the result \
                 file that its second argument names"
            }));
        }
        if let Some((line, text)) = self.odd.take() {
            let more = match self.more_odd {
                0 => String::new(),
                more => format!(", and {more} more such lines"),
            };
            self.warnings.push(format!("line {line} is not part of an answer: {text}{more}"));
        }
        let literals = if verdict == Verdict::Sat { self.literals } else { Vec::new() };
        let largest_var = literals.iter().map(|lit| lit.var()).max().unwrap_or(0);
        let model = Model::new(literals)
            .map_err(|contradiction| contradiction_error(output, contradiction, largest_var))?;
        Ok(Answer { verdict, model, warnings: self.warnings })
    }

    fn no_verdict(&self, output: &[u8]) -> AnswerError {
        if output.trim_ascii().is_empty() {
            return AnswerError::whole("the output is empty, expected a solver's answer");
        }
        match &self.odd {
            Some((line, text)) => {
                AnswerError::at(*line, 1, format!("found '{text}', expected a solver's verdict"))
            }
            None => AnswerError::whole("no verdict, expected 's SATISFIABLE' or 's UNSATISFIABLE'"),
        }
    }
}

/// Reads the output again to find where the variable gets its second sign: positions of all literals
/// would take more memory than the model, and this is the only use for them.
fn contradiction_error(
    output: &[u8],
    contradiction: ContradictoryModel,
    largest_var: u32,
) -> AnswerError {
    let ContradictoryModel(var) = contradiction;
    AnswerError {
        position: second_sign(output, var),
        message: contradiction.to_string(),
        contradiction: Some(Contradiction { var, largest_var }),
    }
}

fn second_sign(output: &[u8], var: u32) -> Option<Position> {
    let mut first = None;
    for (number, line) in lines(output) {
        let (Line::Values(tokens) | Line::BareLiterals(tokens)) = Line::of(line) else { continue };
        for token in tokens {
            let Ok(Some(literal)) = token.literal() else { continue };
            if literal.var() == var && *first.get_or_insert(literal) != literal {
                return Some(Position { line: number, column: token.column as u64 });
            }
        }
    }
    None
}

#[cfg(test)]
mod tests;
