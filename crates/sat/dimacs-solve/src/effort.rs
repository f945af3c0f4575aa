//! A budget of steps: what is done to help the search may not cost more than the search.

/// How many steps are left; the clock plays no part, so that a run can be repeated.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort {
    left: usize,
    #[cfg(test)]
    taken: usize,
}

impl Effort {
    /// A budget of so many steps, each about a memory access.
    pub(crate) fn new(steps: usize) -> Self {
        Self {
            left: steps,
            #[cfg(test)]
            taken: 0,
        }
    }

    /// Takes steps off the budget, down to none.
    pub(crate) fn take(&mut self, steps: usize) {
        self.left = self.left.saturating_sub(steps);
        #[cfg(test)]
        {
            self.taken += steps;
        }
    }

    pub(crate) fn is_spent(self) -> bool {
        self.left == 0
    }

    /// How many steps were taken, those beyond the budget too.
    #[cfg(test)]
    pub(crate) fn n_taken(self) -> usize {
        self.taken
    }
}
