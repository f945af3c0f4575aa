//! Variable move to front: the variables in the order in which they were last bumped.
//!
//! A doubly linked list with a stamp on each variable; the search for an open variable starts at a
//! place behind which all are assigned.
//!
//! # References
//! - Ryan: Efficient algorithms for clause-learning SAT solvers, 2004 (VMTF)
//! - Biere, Fröhlich: Evaluating CDCL variable scoring schemes, SAT 2015 (the stamps)

const NONE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
struct Link {
    previous: u32,
    next: u32,
    stamp: u64,
}

/// The queue; its end is what was bumped last.
#[derive(Debug)]
pub(crate) struct Queue {
    links: Vec<Link>,
    first: u32,
    last: u32,
    /// No open variable is after this one.
    cursor: u32,
    stamp: u64,
}

impl Default for Queue {
    fn default() -> Self {
        Self { links: Vec::new(), first: NONE, last: NONE, cursor: NONE, stamp: 0 }
    }
}

impl Queue {
    /// Appends the next variable.
    pub(crate) fn push(&mut self) {
        let var = self.links.len() as u32;
        self.links.push(Link { previous: NONE, next: NONE, stamp: 0 });
        self.append(var);
        self.cursor = var;
    }

    fn append(&mut self, var: u32) {
        self.stamp += 1;
        self.links[var as usize] = Link { previous: self.last, next: NONE, stamp: self.stamp };
        match self.last {
            NONE => self.first = var,
            last => self.links[last as usize].next = var,
        }
        self.last = var;
    }

    fn unlink(&mut self, var: u32) {
        let Link { previous, next, .. } = self.links[var as usize];
        match previous {
            NONE => self.first = next,
            _ => self.links[previous as usize].next = next,
        }
        match next {
            NONE => self.last = previous,
            _ => self.links[next as usize].previous = previous,
        }
    }

    /// When the variable was last bumped.
    pub(crate) fn stamp(&self, var: usize) -> u64 {
        self.links[var].stamp
    }

    /// Moves a variable to the end.
    pub(crate) fn bump(&mut self, var: usize, is_open: bool) {
        let var = var as u32;
        if self.last == var {
            return;
        }
        if self.cursor == var {
            let Link { previous, next, .. } = self.links[var as usize];
            self.cursor = if previous == NONE { next } else { previous };
        }
        self.unlink(var);
        self.append(var);
        if is_open {
            self.cursor = var;
        }
    }

    /// A variable is open again.
    pub(crate) fn reopen(&mut self, var: usize) {
        if self.cursor == NONE || self.stamp(self.cursor as usize) < self.stamp(var) {
            self.cursor = var as u32;
        }
    }

    /// The open variable that was bumped last.
    pub(crate) fn next(&mut self, is_open: impl Fn(usize) -> bool) -> Option<usize> {
        let mut var = self.cursor;
        while var != NONE && !is_open(var as usize) {
            var = self.links[var as usize].previous;
        }
        if var == NONE {
            return None;
        }
        self.cursor = var;
        Some(var as usize)
    }
}
