//! A budget of steps: what is done to help the search may not cost more than the search.

/// How many steps are left; the clock plays no part, so that a run can be repeated.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort(usize);

impl Effort {
    /// A budget of so many steps, each about a memory access.
    pub(crate) fn new(steps: usize) -> Self {
        Self(steps)
    }

    /// Takes steps off the budget, down to none.
    pub(crate) fn take(&mut self, steps: usize) {
        self.0 = self.0.saturating_sub(steps);
    }

    pub(crate) fn is_spent(self) -> bool {
        self.0 == 0
    }
}
