//! The search: a trait for any engine, and the engines there are.

pub(crate) mod cdcl;
pub(crate) mod splr;

use crate::progress::Progress;
use sat_format::Lit;
use sat_format::dimacs::Cnf;
use sat_format::proof::ProofSink;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// An engine by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum EngineName {
    /// cdcl, the faster of the two by measurement; in a race of several threads splr beside it
    #[default]
    Auto,
    /// The engine of this project, written to be read: `docs/solver.md`
    Cdcl,
    /// The crate splr, an independent second opinion
    Splr,
}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::Cdcl => "cdcl",
            Self::Splr => "splr",
        })
    }
}

/// What a search finds out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Found {
    /// The true literals of a model.
    Model(Vec<Lit>),
    NoModel,
    /// A limit was reached.
    Nothing,
}

/// When a search gives up by itself, and whom it tells what it has done.
#[derive(Debug, Clone, Default)]
pub(crate) struct Control {
    pub(crate) conflicts: Option<u64>,
    pub(crate) decisions: Option<u64>,
    /// Ends the search of `cdcl` when somebody sets it.
    pub(crate) interrupt: Option<Arc<AtomicBool>>,
    pub(crate) progress: Arc<Progress>,
}

impl Control {
    /// Whether a search may give up.
    pub(crate) fn is_limited(&self) -> bool {
        self.conflicts.is_some() || self.decisions.is_some()
    }
}

/// A search for a model.
pub(crate) trait Engine {
    /// Solves a formula whose variables are 1 to `n_vars` and whose clauses have two literals or more;
    /// if it has no model, the proof gets every step but the last, the empty clause.
    ///
    /// # Errors
    /// The search failed, or a step is lost.
    fn solve(&self, cnf: Cnf, n_vars: usize, proof: &mut dyn ProofSink) -> anyhow::Result<Found>;
}

/// The engines, and which of them is asked for.
pub(crate) struct Engines {
    pub(crate) name: EngineName,
    pub(crate) cdcl: cdcl::Cdcl,
    pub(crate) splr: splr::Splr,
}

impl Engines {
    /// The one that is asked for.
    pub(crate) fn asked(&self) -> &dyn Engine {
        match self.name {
            EngineName::Splr => &self.splr,
            EngineName::Auto | EngineName::Cdcl => &self.cdcl,
        }
    }
}
