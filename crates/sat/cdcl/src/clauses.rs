//! The clauses, one after the other in one array of words.
//!
//! ```text
//! clause = length  flags  position  literal … literal
//! flags  = glue << 8  |  used << 4  |  TRIED | GARBAGE | LEARNT
//! ```
//!
//! A clause is named by where its header starts, until [`Clauses::collect`] moves what is left
//! together. The position is where the last search for a literal to watch ended: to start there again
//! keeps long clauses from quadratic time (Gent 2013).
//!
//! # References
//! - Gent: Optimal implementation of watched literals and more general techniques, JAIR 48, 2013
//! - Audemard, Simon: Predicting learnt clauses quality in modern SAT solvers, IJCAI 2009 (glue)

use crate::lit::Lit;

/// Words before the literals.
const HEADER: usize = 3;

const LEARNT: u32 = 1;
const GARBAGE: u32 = 2;
const TRIED: u32 = 4;
const USED_SHIFT: u32 = 4;
const USED: u32 = 3 << USED_SHIFT;
const GLUE_SHIFT: u32 = 8;
const MAX_GLUE: u32 = (1 << 24) - 1;

/// The place of a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ClauseRef(u32);

impl ClauseRef {
    /// No clause: the reason of a decision.
    pub(crate) const NONE: Self = Self(u32::MAX);

    /// As 31 bits of a watch.
    pub(crate) fn word(self) -> u32 {
        self.0
    }

    pub(crate) fn of_word(word: u32) -> Self {
        Self(word)
    }
}

/// All clauses of two literals or more.
#[derive(Debug, Default)]
pub(crate) struct Clauses {
    words: Vec<u32>,
    /// The clauses in the order of the array.
    refs: Vec<ClauseRef>,
    /// Words of clauses that are garbage.
    wasted: usize,
    /// Learnt clauses that are not garbage.
    n_learnt: usize,
}

impl Clauses {
    /// The number of words that clauses of these lengths take.
    pub(crate) const MAX_WORDS: usize = 1 << 31;

    pub(crate) fn push(&mut self, lits: &[Lit], is_learnt: bool, glue: u32) -> ClauseRef {
        assert!(self.words.len() + HEADER + lits.len() < Self::MAX_WORDS, "clauses fit 8 GiB");
        let at = ClauseRef(self.words.len() as u32);
        let flags = if is_learnt { LEARNT } else { 0 };
        self.words.extend([lits.len() as u32, flags | glue.min(MAX_GLUE) << GLUE_SHIFT, 0]);
        self.words.extend(lits.iter().map(|lit| lit.word()));
        self.refs.push(at);
        self.n_learnt += usize::from(is_learnt);
        at
    }

    /// Learnt clauses that are not garbage.
    pub(crate) fn n_learnt(&self) -> usize {
        self.n_learnt
    }

    /// What the clauses take, garbage included.
    pub(crate) fn n_words(&self) -> usize {
        self.words.len()
    }

    /// The clauses that are not garbage, oldest first.
    pub(crate) fn refs(&self) -> impl Iterator<Item = ClauseRef> {
        self.refs.iter().copied().filter(|at| !self.is_garbage(*at))
    }

    pub(crate) fn len(&self, at: ClauseRef) -> usize {
        self.words[at.0 as usize] as usize
    }

    /// The literals as words; the first two are watched.
    pub(crate) fn words(&self, at: ClauseRef) -> &[u32] {
        let start = at.0 as usize;
        &self.words[start + HEADER..start + HEADER + self.words[start] as usize]
    }

    /// The literals, and the position after the watched ones of the last search.
    pub(crate) fn lits_and_position(&mut self, at: ClauseRef) -> (&mut [u32], &mut u32) {
        match &mut self.words[at.0 as usize..] {
            [len, _, position, lits @ ..] => (&mut lits[..*len as usize], position),
            _ => unreachable!("a clause has a header"),
        }
    }

    pub(crate) fn lits(
        &self,
        at: ClauseRef,
    ) -> impl DoubleEndedIterator<Item = Lit> + ExactSizeIterator {
        self.words(at).iter().map(|word| Lit::of_word(*word))
    }

    fn flags(&self, at: ClauseRef) -> u32 {
        self.words[at.0 as usize + 1]
    }

    fn flags_mut(&mut self, at: ClauseRef) -> &mut u32 {
        &mut self.words[at.0 as usize + 1]
    }

    fn set_flag(&mut self, at: ClauseRef, flag: u32, is_set: bool) {
        let flags = self.flags_mut(at);
        *flags = if is_set { *flags | flag } else { *flags & !flag };
    }

    pub(crate) fn is_learnt(&self, at: ClauseRef) -> bool {
        self.flags(at) & LEARNT != 0
    }

    pub(crate) fn is_garbage(&self, at: ClauseRef) -> bool {
        self.flags(at) & GARBAGE != 0
    }

    /// Whether a round of vivification has looked at it since it changed.
    pub(crate) fn is_tried(&self, at: ClauseRef) -> bool {
        self.flags(at) & TRIED != 0
    }

    pub(crate) fn set_tried(&mut self, at: ClauseRef, is_tried: bool) {
        self.set_flag(at, TRIED, is_tried);
    }

    /// The number of levels of its literals when it was last used.
    pub(crate) fn glue(&self, at: ClauseRef) -> u32 {
        self.flags(at) >> GLUE_SHIFT
    }

    pub(crate) fn set_glue(&mut self, at: ClauseRef, glue: u32) {
        let flags = self.flags_mut(at);
        *flags = *flags & ((1 << GLUE_SHIFT) - 1) | glue.min(MAX_GLUE) << GLUE_SHIFT;
    }

    /// Reductions that it survives yet because it was used, 0 to 3.
    pub(crate) fn used(&self, at: ClauseRef) -> u32 {
        (self.flags(at) & USED) >> USED_SHIFT
    }

    pub(crate) fn set_used(&mut self, at: ClauseRef, used: u32) {
        let flags = self.flags_mut(at);
        *flags = *flags & !USED | used.min(3) << USED_SHIFT;
    }

    /// Makes a learnt clause one of the formula: it subsumed one.
    pub(crate) fn make_irredundant(&mut self, at: ClauseRef) {
        self.n_learnt -= usize::from(self.is_learnt(at));
        self.set_flag(at, LEARNT, false);
    }

    pub(crate) fn make_garbage(&mut self, at: ClauseRef) {
        if !self.is_garbage(at) {
            self.set_flag(at, GARBAGE, true);
            self.wasted += HEADER + self.len(at);
            self.n_learnt -= usize::from(self.is_learnt(at));
        }
    }

    /// Whether it pays to move what is left together.
    pub(crate) fn is_wasteful(&self) -> bool {
        self.wasted > self.words.len() / 4
    }

    /// Moves the clauses that are not garbage together; `moved` is called with each old and new place.
    ///
    /// The first two literals stay the watched ones.
    pub(crate) fn collect(&mut self, mut moved: impl FnMut(ClauseRef, ClauseRef)) {
        let mut to = 0;
        let mut refs = std::mem::take(&mut self.refs);
        refs.retain_mut(|at| {
            let from = at.0 as usize;
            if self.is_garbage(*at) {
                return false;
            }
            let n_words = HEADER + self.len(*at);
            self.words.copy_within(from..from + n_words, to);
            let new = ClauseRef(to as u32);
            moved(*at, new);
            *at = new;
            to += n_words;
            true
        });
        self.words.truncate(to);
        self.refs = refs;
        self.wasted = 0;
    }
}
