//! LRAT: each step names the clauses from which it follows, in the order in which they become units.
//!
//! ```text
//! proof    = { addition | deletion | "c" … line-end }
//! addition = id clause { hint } "0"          clause = { literal } "0"
//! deletion = id "d" { id } "0"               what is deleted; the first id says nothing
//! hint     = id | "-" id
//! ```
//!
//! The clauses of the formula have the ids 1 to m in its order; the ids of additions rise. For an addition
//! its literals are false; each hint is a clause with one literal that is not false, which it makes
//! true, but the last one, of which all are false. So nothing is searched for, and no clause but those
//! that are named is looked at.
//!
//! If the hints end before that, the clause may be a resolution asymmetric tautology upon its first literal
//! p: each clause with ¬p is named by its negated id, and after it stand the hints with which the literals
//! of that clause but ¬p, all false, contradict. A clause with a literal that is true already contradicts
//! of itself and need not be named.
//!
//! # References
//! - Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp: Efficient Certified RAT Verification, CADE 2017

use crate::tokens::{Token, Tokens};
use crate::variables::Variables;
use crate::{Formula, Refusal};
use located::Position;
use sat_format::Lit;
use std::collections::HashMap;
use std::io::BufRead;

/// Whether a proof that starts so has hints: in its first line with a step a word stands behind a 0, or
/// the second one is a `d`.
pub(crate) fn has_hints(start: &[u8]) -> bool {
    let lines = start.split(|byte| *byte == b'\n').map(|line| {
        let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        words.collect::<Vec<_>>()
    });
    let mut steps = lines.filter(|words| words.first().is_some_and(|word| *word != b"c"));
    steps.next().is_some_and(|words| {
        let zero = words.iter().position(|word| *word == b"0");
        words.get(1).is_some_and(|word| *word == b"d")
            || zero.is_some_and(|at| at + 1 < words.len())
    })
}

/// Checks a proof as text.
pub(crate) fn check(formula: &Formula, proof: impl BufRead) -> Result<(), Refusal> {
    let mut tokens = Tokens::new(proof);
    let mut state = State::new(formula);
    while let Some(token) = tokens.next()? {
        if token.text == "c" {
            tokens.skip_line()?;
            continue;
        }
        let place = token.place;
        let id = number(&token)?;
        let first = following(&mut tokens)?;
        if first.text == "d" {
            let token = following(&mut tokens)?;
            for (id, place) in numbers_up_to_0(&mut tokens, token)? {
                state.delete(id, place)?;
            }
            continue;
        }
        if id <= state.last {
            let found = format!("found the id {id}, expected one above {}", state.last);
            return Err(Refusal::malformed(place, found));
        }
        let mut clause = Vec::new();
        for (number, place) in numbers_up_to_0(&mut tokens, first)? {
            let lit = i32::try_from(number).ok().and_then(Lit::new);
            clause.push(lit.ok_or_else(|| {
                Refusal::malformed(place, format!("found '{number}', expected a literal or 0"))
            })?);
        }
        let token = following(&mut tokens)?;
        let hints = numbers_up_to_0(&mut tokens, token)?;
        state.add(id, &clause, &hints, place)?;
        if clause.is_empty() {
            return Ok(());
        }
    }
    let found = "found the end of the proof, expected a contradiction before it";
    Err(Refusal::wrong(tokens.place(), found))
}

fn following(tokens: &mut Tokens<impl BufRead>) -> Result<Token, Refusal> {
    let end =
        |place| Refusal::malformed(place, "found the end of the file, expected a number or 0");
    tokens.next()?.ok_or_else(|| end(tokens.place()))
}

fn number(token: &Token) -> Result<i64, Refusal> {
    let Token { text, place } = token;
    crate::tokens::number(text)
        .ok_or_else(|| Refusal::malformed(*place, format!("found '{text}', expected a number")))
}

/// The numbers up to 0, of which `token` is the first, and their places.
fn numbers_up_to_0(
    tokens: &mut Tokens<impl BufRead>,
    mut token: Token,
) -> Result<Vec<(i64, Position)>, Refusal> {
    let mut numbers = Vec::new();
    loop {
        match number(&token)? {
            0 => return Ok(numbers),
            number => numbers.push((number, token.place)),
        }
        token = following(tokens)?;
    }
}

/// The clauses by their ids, and the literals that are true for a moment.
struct State {
    variables: Variables,
    clauses: HashMap<i64, Vec<Lit>>,
    last: i64,
    /// By [`Lit::index`].
    is_true: Vec<bool>,
    trail: Vec<Lit>,
}

/// What a hint does.
enum Effect {
    Unit,
    Contradiction,
}

impl State {
    fn new(formula: &Formula) -> Self {
        let (clauses, is_true, trail) = (HashMap::new(), Vec::new(), Vec::new());
        let variables = Variables::default();
        let mut state = Self { variables, clauses, last: 0, is_true, trail };
        for (id, clause) in (1..).zip(formula) {
            let clause = state.variables.of(clause);
            state.put(id, clause);
        }
        state
    }

    fn put(&mut self, id: i64, mut clause: Vec<Lit>) {
        self.make_room(&clause);
        clause.sort_unstable();
        clause.dedup();
        self.clauses.insert(id, clause);
        self.last = id;
    }

    fn make_room(&mut self, clause: &[Lit]) {
        let end = clause.iter().map(|lit| lit.index() | 1).max().map_or(0, |index| index + 1);
        self.is_true.resize(self.is_true.len().max(end), false);
    }

    fn delete(&mut self, id: i64, place: Position) -> Result<(), Refusal> {
        match self.clauses.remove(&id) {
            Some(_) => Ok(()),
            None => Err(no_clause(id, place)),
        }
    }

    fn add(
        &mut self,
        id: i64,
        clause: &[Lit],
        hints: &[(i64, Position)],
        place: Position,
    ) -> Result<(), Refusal> {
        let clause = self.variables.of(clause);
        self.make_room(&clause);
        let follows = self.follows(&clause, hints, place);
        self.forget(0);
        follows?;
        self.put(id, clause);
        Ok(())
    }

    /// Whether a clause has the property that its hints show; what they make true stays.
    fn follows(
        &mut self,
        clause: &[Lit],
        hints: &[(i64, Position)],
        place: Position,
    ) -> Result<(), Refusal> {
        if !clause.iter().all(|lit| self.set(-*lit)) {
            return Ok(());
        }
        let n_rup = hints.iter().take_while(|(id, _)| *id > 0).count();
        let (rup, mut rat) = hints.split_at(n_rup);
        if self.contradicts(rup)? {
            return Ok(());
        }
        let (Some(&pivot), false) = (clause.first(), rat.is_empty()) else {
            return Err(Refusal::wrong(place, "the hints do not lead to a contradiction"));
        };
        let mut named = HashMap::new();
        while let [(id, place), rest @ ..] = rat {
            let n_hints = rest.iter().take_while(|(id, _)| *id > 0).count();
            let (hints, others) = rest.split_at(n_hints);
            named.insert(-id, (hints, *place));
            rat = others;
        }
        let partners = self.clauses.iter().filter(|(_, clause)| clause.contains(&-pivot));
        let partners: Vec<(i64, Vec<Lit>)> =
            partners.map(|(id, clause)| (*id, clause.clone())).collect();
        let n_true = self.trail.len();
        for (id, partner) in partners {
            let mut others = partner.iter().filter(|lit| **lit != -pivot);
            let is_free = others.all(|lit| self.set(-*lit));
            let resolves = match named.get(&id) {
                _ if !is_free => true,
                Some((hints, _)) => self.contradicts(hints)?,
                None => false,
            };
            self.forget(n_true);
            if !resolves {
                let found = format!("no hints show that the resolvent with clause {id} follows");
                return Err(Refusal::wrong(place, found));
            }
        }
        Ok(())
    }

    /// Whether the hints end in a contradiction; each of them must do something.
    fn contradicts(&mut self, hints: &[(i64, Position)]) -> Result<bool, Refusal> {
        for (at, (id, place)) in hints.iter().enumerate() {
            match self.follow(*id, *place)? {
                Effect::Unit => {}
                Effect::Contradiction if at + 1 == hints.len() => return Ok(true),
                Effect::Contradiction => {
                    let place = hints[at + 1].1;
                    return Err(Refusal::wrong(place, "found a hint after the contradiction"));
                }
            }
        }
        Ok(false)
    }

    fn follow(&mut self, id: i64, place: Position) -> Result<Effect, Refusal> {
        let clause = self.clauses.get(&id).ok_or_else(|| no_clause(id, place))?;
        let mut open = clause.iter().filter(|lit| !self.is_true[(-**lit).index()]);
        match (open.next(), open.next()) {
            (None, _) => Ok(Effect::Contradiction),
            (Some(&lit), None) if !self.is_true[lit.index()] => {
                self.set(lit);
                Ok(Effect::Unit)
            }
            _ => {
                let found = format!("clause {id} is no unit and not false when it is used");
                Err(Refusal::wrong(place, found))
            }
        }
    }

    /// Makes a literal true; false if it is false.
    fn set(&mut self, lit: Lit) -> bool {
        if self.is_true[(-lit).index()] {
            return false;
        }
        if !std::mem::replace(&mut self.is_true[lit.index()], true) {
            self.trail.push(lit);
        }
        true
    }

    fn forget(&mut self, n_true: usize) {
        for lit in self.trail.drain(n_true..) {
            self.is_true[lit.index()] = false;
        }
    }
}

fn no_clause(id: i64, place: Position) -> Refusal {
    Refusal::malformed(place, format!("found '{id}', expected the id of a clause that is there"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn verdict(formula: &[&[i32]], proof: &str) -> Result<(), String> {
        let lits = |clause: &&[i32]| clause.iter().filter_map(|number| Lit::new(*number)).collect();
        let formula: Vec<Vec<Lit>> = formula.iter().map(lits).collect();
        check(&formula, proof.as_bytes()).map_err(|refusal| match refusal {
            Refusal::Wrong(wrong) => format!("{}: {wrong}", wrong.position()),
            Refusal::Malformed(error) => format!("malformed {}: {error}", error.position()),
            Refusal::Io(error) => error.to_string(),
        })
    }

    const SQUARE: &[&[i32]] = &[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]];

    #[test]
    fn hints_are_followed_and_nothing_else() {
        assert_eq!(verdict(SQUARE, "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n"), Ok(()));
        assert_eq!(verdict(SQUARE, "c text\n7 1 0 2 1 0 9 0 7 4 3 0"), Ok(()));
        for (proof, message) in [
            ("5 1 0 1 0\n", "1:1: the hints do not lead to a contradiction"),
            ("5 1 0 1 2 3 0\n", "1:11: found a hint after the contradiction"),
            ("5 1 0 3 2 0\n", "1:7: clause 3 is no unit and not false when it is used"),
            (
                "5 1 0 1 2 0\n6 0 3 4 5 0\n",
                "2:5: clause 3 is no unit and not false when it is used",
            ),
            (
                "5 1 0 1 2 0\n",
                "2:1: found the end of the proof, expected a contradiction before it",
            ),
            ("", "1:1: found the end of the proof, expected a contradiction before it"),
            (
                "5 1 0 1 7 0\n",
                "malformed 1:9: found '7', expected the id of a clause that is there",
            ),
            ("4 1 0 1 2 0\n", "malformed 1:1: found the id 4, expected one above 4"),
            ("4 d 9 0\n", "malformed 1:5: found '9', expected the id of a clause that is there"),
            ("5 +1 0 1 2 0\n", "malformed 1:3: found '+1', expected a number"),
            ("5 1 0 1 2", "malformed 1:10: found the end of the file, expected a number or 0"),
            ("5 9999999999 0 1 0\n", "malformed 1:3: found '9999999999', expected a literal or 0"),
        ] {
            assert_eq!(verdict(SQUARE, proof), Err(message.to_owned()), "{proof}");
        }
    }

    #[test]
    fn resolvents_have_hints_of_their_own() {
        // x3 is new: x3 = x1 and x2.
        let formula: &[&[i32]] = &[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]];
        let definition = "5 3 -1 -2 0 0\n";
        assert!(verdict(formula, definition).unwrap_err().contains("do not lead"));
        // Without a clause that has -3, any hint of a resolvent would do; there is none to name.
        let with = &[formula, &[&[-3, 1], &[-3, 2]]].concat()[..];
        assert!(
            verdict(with, "7 3 -1 -2 0 -5 0\n")
                .unwrap_err()
                .ends_with("expected a contradiction before it")
        );
        // The resolvents upon 3 with [-3, 1] and [-3, 2] contain a literal and its negation.
        assert!(verdict(with, "7 3 0 -5 0\n").unwrap_err().contains("resolvent with clause"));
        assert!(verdict(with, "7 3 0 -5 3 -6 1 0\n").is_err());
    }

    #[test]
    fn hints_are_seen_in_the_first_step() {
        for text in ["5 1 0 1 2 0\n", "c x\n\n4 d 1 0\n", "5 0 1 2 0", "  7 1 -2 0 3 0\n"] {
            assert!(has_hints(text.as_bytes()), "{text}");
        }
        for text in ["", "1 0\n0\n", "d 1 2 0\n", "1 2 0\n5 1 0 1 0\n", "c 1 0 1 0\n0\n"] {
            assert!(!has_hints(text.as_bytes()), "{text}");
        }
    }

    proptest! {
        /// Whatever the steps are: with a model there is no contradiction.
        #[test]
        fn a_formula_with_a_model_is_never_refuted(
            signs in any::<u8>(),
            clauses in prop::collection::vec(prop::collection::vec((1..6_i32, any::<bool>()), 1..4), 1..12),
            steps in prop::collection::vec(
                (prop::collection::vec((1..7_i32, any::<bool>()), 0..3), prop::collection::vec(-14..15_i64, 0..5)),
                1..12,
            ),
        ) {
            let holds = |number: i32| (number > 0) == (signs >> number.unsigned_abs() & 1 == 1);
            let formula: Vec<Vec<i32>> = clauses.iter().map(|clause| {
                let numbers = clause.iter().map(|(var, sign)| if *sign { *var } else { -*var });
                let mut numbers: Vec<i32> = numbers.collect();
                if !numbers.iter().any(|number| holds(*number)) {
                    numbers[0] = -numbers[0];
                }
                numbers
            }).collect();
            let mut proof = String::new();
            for (id, (clause, hints)) in (formula.len() + 1..).zip(&steps) {
                let lits = clause.iter().map(|(var, sign)| format!("{}{var} ", if *sign { "" } else { "-" }));
                let hints = hints.iter().filter(|hint| **hint != 0).map(|hint| format!("{hint} "));
                proof.extend([format!("{id} "), lits.collect(), "0 ".to_owned(), hints.collect(), "0\n".to_owned()]);
            }
            let formula: Vec<&[i32]> = formula.iter().map(Vec::as_slice).collect();
            prop_assert!(verdict(&formula, &proof).is_err());
        }
    }
}
