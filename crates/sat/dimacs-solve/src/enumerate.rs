//! All models of a formula, or the first ones, no two alike on the variables that count.
//!
//! After each model a clause excludes its values of these variables.

use crate::session::{Reply, Session};
use anyhow::ensure;
use sat_format::{Lit, Model};
use std::collections::HashSet;

/// What ended an enumeration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// There are no more models.
    Complete,
    /// As many as were asked for were found; there may be more.
    Enough,
    /// A limit was reached, or nobody reads any more; there may be more.
    Limit,
}

/// Hands each model in which the assumptions are true to `report`, until there are `most` or that says false; no two have the same
/// values of `vars`. How many there were, the assumptions that failed if there was none, and what ended it.
///
/// # Errors
/// What the search found is wrong.
pub(crate) fn enumerate(
    session: &mut Session,
    assumptions: &[Lit],
    vars: &[u32],
    most: Option<u64>,
    mut report: impl FnMut(Model) -> bool,
) -> anyhow::Result<(u64, Vec<Lit>, End)> {
    let mut seen: HashSet<Vec<u64>> = HashSet::new();
    let mut n_models = 0;
    loop {
        if most == Some(n_models) {
            return Ok((n_models, Vec::new(), End::Enough));
        }
        let model = match session.ask(assumptions)? {
            Reply::Model(model) => model,
            Reply::Failed(failed) => return Ok((n_models, failed, End::Complete)),
            Reply::Unknown => return Ok((n_models, Vec::new(), End::Limit)),
        };
        ensure!(seen.insert(values(&model, vars)), "internal error: a model was found twice");
        let excluded: Vec<Lit> = vars
            .iter()
            .map(|var| {
                if model.value(*var) == Some(true) {
                    -Lit::positive(*var)
                } else {
                    Lit::positive(*var)
                }
            })
            .collect();
        n_models += 1;
        if !report(model) {
            return Ok((n_models, Vec::new(), End::Limit));
        }
        session.add(&excluded);
    }
}

/// A bit a variable.
fn values(model: &Model, vars: &[u32]) -> Vec<u64> {
    let word = |vars: &[u32]| {
        vars.iter().fold(0, |word, var| word << 1 | u64::from(model.value(*var) == Some(true)))
    };
    vars.chunks(64).map(word).collect()
}
