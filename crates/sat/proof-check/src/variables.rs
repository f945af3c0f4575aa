//! Numbers the variables from 1 on in the order in which they appear, so that tables are as large as
//! the content, whatever the numbers in a file are.

use sat_format::Lit;
use std::collections::HashMap;

/// The variables that appeared.
#[derive(Debug, Default)]
pub(crate) struct Variables(HashMap<u32, u32>);

impl Variables {
    /// The literals under the new numbers.
    pub(crate) fn of(&mut self, lits: &[Lit]) -> Vec<Lit> {
        lits.iter()
            .map(|lit| {
                let next = self.0.len() as u32 + 1;
                lit.with_var(*self.0.entry(lit.var()).or_insert(next))
            })
            .collect()
    }
}
