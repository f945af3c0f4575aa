//! Which literals are true: the one assignment that the simplifier and the propagator work on.

use sat_format::Lit;

/// A contradiction: a clause is false, or a literal would be true and false.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Conflict;

/// The values of the literals, and the order in which they were found.
#[derive(Debug, Clone)]
pub(crate) struct Assignment {
    /// By [`Lit::index`]; those of a literal and of its negation are opposite, or both open.
    values: Vec<Option<bool>>,
    /// The true literals, in the order in which they became so.
    trail: Vec<Lit>,
}

impl Assignment {
    /// Every variable up to `max_var` is open.
    pub(crate) fn new(max_var: u32) -> Self {
        Self { values: vec![None; 2 * max_var as usize + 2], trail: Vec::new() }
    }

    /// One more than the largest [`Lit::index`].
    pub(crate) fn n_indices(&self) -> usize {
        self.values.len()
    }

    /// The value of a literal; `None` while it is open.
    pub(crate) fn value(&self, lit: Lit) -> Option<bool> {
        self.values[lit.index()]
    }

    /// Makes an open literal true.
    pub(crate) fn set(&mut self, lit: Lit) {
        self.values[lit.index()] = Some(true);
        self.values[(-lit).index()] = Some(false);
        self.trail.push(lit);
    }

    /// Makes a literal true unless it is so already.
    ///
    /// # Errors
    /// It is false.
    pub(crate) fn require(&mut self, lit: Lit) -> Result<(), Conflict> {
        match self.value(lit) {
            Some(true) => Ok(()),
            Some(false) => Err(Conflict),
            None => {
                self.set(lit);
                Ok(())
            }
        }
    }

    /// The true literals, in the order in which they became so.
    pub(crate) fn trail(&self) -> &[Lit] {
        &self.trail
    }

    /// The true literals, where nothing is to be done any more.
    pub(crate) fn into_trail(self) -> Vec<Lit> {
        self.trail
    }

    /// Opens the literals that became true after the first `length` ones.
    pub(crate) fn go_back(&mut self, length: usize) {
        for lit in self.trail.drain(length..) {
            self.values[lit.index()] = None;
            self.values[(-lit).index()] = None;
        }
    }
}
