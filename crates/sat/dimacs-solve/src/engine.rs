//! The search: a trait for any engine, and the engines there are.

pub(crate) mod cdcl;
pub(crate) mod splr;

use sat_format::Lit;
use sat_format::dimacs::Cnf;
use sat_format::proof::ProofSink;

/// An engine by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum EngineName {
    /// splr where counting found clauses, cdcl elsewhere: the faster of the two by measurement
    #[default]
    Auto,
    /// The engine of this project, written to be read: `docs/solver.md`
    Cdcl,
    /// The crate splr, an independent second opinion
    Splr,
}

/// A search for a model.
pub(crate) trait Engine {
    /// Solves a formula whose variables are 1 to `n_vars` and whose clauses have two literals or more;
    /// `None` if it has no model, of which the proof gets every step but the last, the empty clause.
    ///
    /// # Errors
    /// The search gave up or failed, or a step is lost.
    fn solve(
        &self,
        cnf: &Cnf,
        n_vars: usize,
        proof: &mut dyn ProofSink,
    ) -> anyhow::Result<Option<Vec<Lit>>>;
}

/// The engines, and which of them is asked for.
pub(crate) struct Engines {
    pub(crate) name: EngineName,
    pub(crate) splr: splr::Splr,
}

impl Engines {
    /// The engine for a formula; `is_counted` where clauses that follow from counts were added to it.
    pub(crate) fn choose(&self, is_counted: bool) -> &dyn Engine {
        match (self.name, is_counted) {
            (EngineName::Splr, _) | (EngineName::Auto, true) => &self.splr,
            (EngineName::Cdcl, _) | (EngineName::Auto, false) => &cdcl::Cdcl,
        }
    }
}
