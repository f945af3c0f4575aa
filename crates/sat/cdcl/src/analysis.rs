//! What an analysis of a conflict remembers.

use crate::lit::Lit;

/// Marks of a variable: of the conflict; implied by the learnt clause; not implied; of the level that is being shrunk.
pub(crate) const SEEN: u8 = 1;
pub(crate) const REMOVABLE: u8 = 2;
pub(crate) const NEEDED: u8 = 4;
pub(crate) const SHRUNK: u8 = 8;

/// Literals of a level that a conflict touches.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Touched {
    pub(crate) n_seen: u32,
    /// The earliest of them on the trail.
    pub(crate) first: u32,
}

impl Default for Touched {
    fn default() -> Self {
        Self { n_seen: 0, first: u32::MAX }
    }
}

/// The memory of an analysis, kept to be used again.
#[derive(Debug, Default)]
pub(crate) struct Analysis {
    /// Marks by variable.
    pub(crate) marks: Vec<u8>,
    /// The variables of the conflict, and all that have marks.
    pub(crate) seen: Vec<u32>,
    pub(crate) marked: Vec<u32>,
    /// The variables of the level that is being shrunk.
    pub(crate) shrunk: Vec<u32>,
    /// By level, and the levels that are touched.
    pub(crate) touched: Vec<Touched>,
    pub(crate) levels: Vec<u32>,
    /// The learnt clause; the first literal is the one that it makes true.
    pub(crate) learnt: Vec<Lit>,
}

impl Analysis {
    pub(crate) fn add_var(&mut self) {
        self.marks.push(0);
        self.touched.push(Touched::default());
        if self.touched.len() == 1 {
            self.touched.push(Touched::default());
        }
    }
}
