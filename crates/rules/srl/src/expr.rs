//! Expressions of FILTER and SET.
//!
//! An expression is lowered once per rule into `Code`, in which variables are slots of the solution and
//! constants are interned. Evaluation works on `Value`s: a term by its number, or a truth value, number
//! or text that has not become a term. The operators, `IF`, `IN` and the functions that look at a term's
//! kind are evaluated here, and casts to numbers; strings, dates and other casts go through `bridge`.
//!
//! An error is `None`. It drops the solution in a FILTER and in a SET; `||` and `&&` can outlive it:
//!
//! ```text
//! error || true = true     error && false = false     otherwise an error stays one
//! ```
//!
//! # References
//! SPARQL 1.2 Query Language, sections "Filter Evaluation", "Effective Boolean Value", "Operator Mapping"
//! and "Function Definitions"; SPARQL 1.2 RL, section "Evaluation": errors drop the solution.

mod blame;
mod bridge;
mod cast;
mod code;
mod functions;
mod operators;
mod regex;
mod value;

use rustc_hash::FxHashMap;

use rdf_graph::graph::interner::{Id, Interner};
use rdf_graph::term::Term;
use srl_syntax::rule::{Expr, Var};

pub(crate) use self::bridge::Bridge;
pub(crate) use self::code::{Code, TooDeep, compile, is_volatile};

/// What an evaluation of a rule set shares among all its expressions.
#[derive(Debug)]
pub(crate) struct Scope {
    bridge: Bridge,
    now: Term,
    base: Option<oxiri::Iri<String>>,
    /// Counts solutions, so that `BNODE("a")` is the same node twice in one and another in the next.
    pub(crate) solution: u64,
    labels: FxHashMap<String, Id>,
    labels_of: u64,
    /// Set once a text was asked for that is longer than [`bridge::MAX_TEXT`].
    pub(crate) too_long: bool,
}

impl Scope {
    /// A scope; `now` is what `NOW()` says, and `base` what `IRI()` resolves against.
    pub(crate) fn new(now: Option<Term>, base: Option<&str>) -> Self {
        Self {
            bridge: Bridge::default(),
            now: now.unwrap_or_else(bridge::now),
            base: base.and_then(|base| oxiri::Iri::parse(base.to_owned()).ok()),
            solution: 0,
            labels: FxHashMap::default(),
            labels_of: 0,
            too_long: false,
        }
    }
}

/// What an expression is evaluated in.
pub(crate) struct Context<'a> {
    pub(crate) interner: &'a mut Interner,
    pub(crate) scope: &'a mut Scope,
    pub(crate) slots: &'a [Id],
}

impl std::fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Context").field("slots", &self.slots).finish_non_exhaustive()
    }
}

/// Evaluates an expression by itself; variables without a binding are errors.
///
/// Returns `None` for an error.
///
/// ```
/// use srl_syntax::rule::{Expr, ExprKind, Var};
/// use rdf_graph::term::Term;
///
/// let variable = Expr { kind: ExprKind::Var(Var(0)), span: Default::default() };
/// let minus = Expr { kind: ExprKind::Minus(Box::new(variable)), span: Default::default() };
/// assert_eq!(srl::expr::evaluate(&minus, &[(Var(0), Term::integer(3))]), Some(Term::integer(-3)));
/// assert_eq!(srl::expr::evaluate(&minus, &[(Var(0), Term::string("3"))]), None);
/// ```
#[must_use]
pub fn evaluate(expression: &Expr, bindings: &[(Var, Term)]) -> Option<Term> {
    let mut interner = Interner::default();
    let slots: Option<Vec<Id>> = bindings.iter().map(|(_, term)| interner.intern(term)).collect();
    let slot_of = |var| bindings.iter().position(|(bound, _)| *bound == var);
    let code = compile(expression, &slot_of, &mut interner).ok()?;
    let mut scope = Scope::new(None, None);
    let mut context =
        Context { interner: &mut interner, scope: &mut scope, slots: slots.as_deref()? };
    let id = code.evaluate(&mut context)?.intern(context.interner)?;
    Some(interner.term(id))
}
