//! When each thing is due that is done between conflicts.
//!
//! # References
//! - Luby, Sinclair, Zuckerman: Optimal speedup of Las Vegas algorithms, 1993

use crate::options::Options;

/// Conflicts in focused mode between restarts, at least.
pub(crate) const RESTART_INTERVAL: u64 = 2;

pub(crate) const FIRST_MODE_CONFLICTS: u64 = 1000;

/// The ticks of a stretch in stable mode for one in focused mode. Most searches that were measured end sooner in stable mode,
/// refutations too; a few, such as those of the ordering principle, end in focused mode only.
pub(crate) const STABLE_SHARE: u64 = 2;

pub(crate) const REDUCE_INTERVAL: u64 = 400;
pub(crate) const REPHASE_INTERVAL: u64 = 1000;
pub(crate) const SIMPLIFY_INTERVAL: u64 = 2000;

/// When each thing is due, in conflicts.
#[derive(Debug)]
pub(crate) struct Schedule {
    pub(crate) restart: u64,
    pub(crate) reduce: u64,
    pub(crate) rephase: u64,
    pub(crate) simplify: u64,
    pub(crate) n_rephased: u64,
    pub(crate) n_simplified: u64,
    pub(crate) luby: Luby,
    /// When the mode changes: in conflicts the first time, then in ticks.
    pub(crate) mode_conflicts: u64,
    pub(crate) mode_ticks: u64,
    pub(crate) first_mode_ticks: u64,
}

/// Luby's sequence 1 1 2 1 1 2 4 …, by Knuth's two numbers ("reluctant doubling").
#[derive(Debug)]
pub(crate) struct Luby {
    u: i64,
    v: i64,
}

impl Default for Luby {
    fn default() -> Self {
        Self { u: 1, v: 1 }
    }
}

impl Luby {
    pub(crate) fn next(&mut self) -> u64 {
        let value = self.v as u64;
        if self.u & -self.u == self.v {
            self.u += 1;
            self.v = 1;
        } else {
            self.v *= 2;
        }
        value
    }
}

impl Schedule {
    /// The schedule of a solver with these options.
    pub(crate) fn new(options: &Options) -> Self {
        Self {
            restart: RESTART_INTERVAL,
            reduce: options.every(REDUCE_INTERVAL),
            rephase: options.every(REPHASE_INTERVAL),
            simplify: options.every(SIMPLIFY_INTERVAL),
            n_rephased: 0,
            n_simplified: 0,
            luby: Luby::default(),
            mode_conflicts: options.every(FIRST_MODE_CONFLICTS),
            mode_ticks: 0,
            first_mode_ticks: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_lubys() {
        let mut luby = Luby::default();
        let values: Vec<u64> = (0..15).map(|_| luby.next()).collect();
        assert_eq!(values, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
