//! Which variable is tried next, and as what.
//!
//! In focused mode the variable that was bumped last, in stable mode that of the highest score. It is
//! tried as it was last, in stable mode as in the largest assignment without a conflict since the
//! phases were last reset. Now and then all phases are set anew: to the first ones, the opposite, or
//! those of the best assignment.
//!
//! # References
//! - Pipatsrisawat, Darwiche: A lightweight component caching scheme for satisfiability solvers, SAT
//!   2007 (saved phases)
//! - Biere, Fleury: Chasing target phases, POS 2020

use crate::lit::Lit;
use crate::phases::{Phases, sign};
use crate::solver::{Mode, Solver};

/// So close to 1 that shuffled scores do not outlast the first conflicts.
const SHUFFLE_DECAY: f64 = 0.999_999;

/// The next number of Steele, Lea and Flood's generator, OOPSLA 2014.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl Solver {
    /// Decides a literal, assumptions first; false if an assumption is false.
    pub(crate) fn decide(&mut self) -> bool {
        while let Some(&assumption) = self.assumptions.get(self.level()) {
            match self.lit_value(assumption) {
                0 => {
                    self.open_level(assumption);
                    return true;
                }
                value if value > 0 => self.control.push(self.trail.len()),
                _ => {
                    self.find_failed(assumption);
                    return false;
                }
            }
        }
        if let Some(var) = self.next_var() {
            self.statistics.decisions += 1;
            let lit = Lit::new(var, self.phase(var) < 0);
            self.open_level(lit);
        }
        true
    }

    /// The open variable to decide next.
    pub(crate) fn next_var(&mut self) -> Option<usize> {
        let (values, is_removed) = (&self.values, &self.is_removed);
        let is_open = |var: usize| values[2 * var] == 0 && !is_removed[var];
        match self.mode {
            Mode::Focused => self.queue.next(is_open),
            Mode::Stable => self.heap.next(is_open),
        }
    }

    /// Puts the variables in an order that the seed decides, by Fisher and Yates' shuffle.
    pub(crate) fn shuffle_vars(&mut self) {
        let mut state = self.options.seed;
        let mut vars: Vec<usize> = (0..self.n_vars()).collect();
        for k in (1..vars.len()).rev() {
            vars.swap(k, split_mix(&mut state) as usize % (k + 1));
        }
        for var in vars {
            self.queue.bump(var, self.values[2 * var] == 0);
            self.heap.bump(var);
            self.heap.decay(SHUFFLE_DECAY);
        }
    }

    fn phase(&self, var: usize) -> i8 {
        let target = self.phases.target[var];
        if self.mode == Mode::Stable && target != 0 { target } else { self.phases.saved[var] }
    }

    /// Notes the assignment of the levels without conflict where it is larger than before.
    pub(crate) fn update_phases(&mut self) {
        let n_assigned = self.control.last().map_or(self.trail.len(), |start| *start);
        let Phases { target, best, n_target, n_best, .. } = &mut self.phases;
        for (phases, most) in [(target, n_target), (best, n_best)] {
            if n_assigned > *most {
                *most = n_assigned;
                for lit in &self.trail[..n_assigned] {
                    phases[lit.var()] = sign(*lit);
                }
            }
        }
    }

    /// Sets all phases anew.
    pub(crate) fn rephase(&mut self) {
        self.backtrack(0);
        let first = if self.options.first_phase { 1 } else { -1 };
        let phases = &mut self.phases;
        match phases.n_resets {
            0 => phases.saved.fill(first),
            1 => phases.saved.fill(-first),
            count => match count % 6 {
                1 => phases.saved.fill(first),
                3 => phases.saved.iter_mut().for_each(|phase| *phase = -*phase),
                5 => phases.saved.fill(-first),
                _ => {
                    for (saved, best) in phases.saved.iter_mut().zip(&phases.best) {
                        if *best != 0 {
                            *saved = *best;
                        }
                    }
                }
            },
        }
        phases.n_resets += 1;
        phases.target.fill(0);
        phases.best.fill(0);
        (phases.n_target, phases.n_best) = (0, 0);
    }
}
