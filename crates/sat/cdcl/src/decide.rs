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
use crate::phases::{FIRST, Phases, sign};
use crate::solver::{Mode, Solver};

impl Solver<'_> {
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
        let phases = &mut self.phases;
        match phases.n_resets {
            0 => phases.saved.fill(FIRST),
            1 => phases.saved.fill(-FIRST),
            count => match count % 6 {
                1 => phases.saved.fill(FIRST),
                3 => phases.saved.iter_mut().for_each(|phase| *phase = -*phase),
                5 => phases.saved.fill(-FIRST),
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
