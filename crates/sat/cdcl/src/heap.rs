//! Exponential variable state independent decaying sum: the variables by score, in a binary heap.
//!
//! The scores do not decay; the bump grows instead, and all are scaled down before they overflow.
//!
//! # References
//! - Moskewicz, Madigan, Zhao, Zhang, Malik: Chaff: engineering an efficient SAT solver, DAC 2001
//! - Eén, Sörensson: An extensible SAT-solver, SAT 2003 (exponential bumps)

/// Beyond it all scores are scaled.
const MAX_SCORE: f64 = 1e150;

const ABSENT: u32 = u32::MAX;

/// A heap of variables, the highest score first.
#[derive(Debug)]
pub(crate) struct Heap {
    vars: Vec<u32>,
    /// Where in `vars` each variable is.
    places: Vec<u32>,
    scores: Vec<f64>,
    increment: f64,
}

impl Default for Heap {
    fn default() -> Self {
        Self { vars: Vec::new(), places: Vec::new(), scores: Vec::new(), increment: 1.0 }
    }
}

impl Heap {
    /// Adds the next variable with score 0.
    pub(crate) fn push(&mut self) {
        let var = self.scores.len();
        self.scores.push(0.0);
        self.places.push(ABSENT);
        self.insert(var);
    }

    pub(crate) fn score(&self, var: usize) -> f64 {
        self.scores[var]
    }

    /// Puts a variable back in, if it is not there.
    pub(crate) fn insert(&mut self, var: usize) {
        if self.places[var] == ABSENT {
            self.places[var] = self.vars.len() as u32;
            self.vars.push(var as u32);
            self.rise(self.vars.len() - 1);
        }
    }

    /// Adds the bump to a variable's score.
    pub(crate) fn bump(&mut self, var: usize) {
        self.scores[var] += self.increment;
        if self.scores[var] > MAX_SCORE {
            self.rescale();
        }
        if self.places[var] != ABSENT {
            self.rise(self.places[var] as usize);
        }
    }

    /// After a conflict: bumps count more from now on, by `1 / decay`.
    pub(crate) fn decay(&mut self, decay: f64) {
        self.increment /= decay;
        if self.increment > MAX_SCORE {
            self.rescale();
        }
    }

    fn rescale(&mut self) {
        let most = self.scores.iter().copied().fold(self.increment, f64::max);
        for score in &mut self.scores {
            *score /= most;
        }
        self.increment /= most;
    }

    /// The open variable of the highest score; it leaves the heap when it is taken off the top.
    pub(crate) fn next(&mut self, is_open: impl Fn(usize) -> bool) -> Option<usize> {
        while let Some(&top) = self.vars.first() {
            if is_open(top as usize) {
                return Some(top as usize);
            }
            self.pop();
        }
        None
    }

    fn pop(&mut self) {
        let top = self.vars.swap_remove(0);
        self.places[top as usize] = ABSENT;
        if let Some(&moved) = self.vars.first() {
            self.places[moved as usize] = 0;
            self.sink(0);
        }
    }

    fn is_above(&self, a: u32, b: u32) -> bool {
        let (score_a, score_b) = (self.scores[a as usize], self.scores[b as usize]);
        score_a > score_b || score_a >= score_b && a < b
    }

    fn rise(&mut self, mut place: usize) {
        let var = self.vars[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            if !self.is_above(var, self.vars[parent]) {
                break;
            }
            self.put(self.vars[parent], place);
            place = parent;
        }
        self.put(var, place);
    }

    fn sink(&mut self, mut place: usize) {
        let var = self.vars[place];
        loop {
            let left = 2 * place + 1;
            if left >= self.vars.len() {
                break;
            }
            let right = left + 1;
            let child =
                if right < self.vars.len() && self.is_above(self.vars[right], self.vars[left]) {
                    right
                } else {
                    left
                };
            if !self.is_above(self.vars[child], var) {
                break;
            }
            self.put(self.vars[child], place);
            place = child;
        }
        self.put(var, place);
    }

    fn put(&mut self, var: u32, place: usize) {
        self.vars[place] = var;
        self.places[var as usize] = place as u32;
    }
}
