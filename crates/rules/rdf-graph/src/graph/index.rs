//! The rows of a table by the term at one end.
//!
//! For each key the first and the last row of its chain, and for each row the next one of its chain. While few of the numbers up
//! to the greatest key are keys, they are hashed; later on they are places of an array, where keys that are near lie near.

use rustc_hash::FxHashMap;

use super::interner::Id;

/// The end of a chain.
pub const END: u32 = u32::MAX;

/// The rows of each key.
#[derive(Debug, Clone, Default)]
pub(super) struct Index {
    chains: Chains,
    next: Vec<u32>,
}

/// Key to first and last row.
#[derive(Debug, Clone)]
enum Chains {
    Sparse(FxHashMap<Id, (u32, u32)>),
    /// By the number of the key, and how many keys there are. What is next to each other there is so here.
    Dense(Vec<(u32, u32)>, usize),
}

impl Default for Chains {
    fn default() -> Self {
        Self::Sparse(FxHashMap::default())
    }
}

/// Chains become dense when at least one of so many numbers is a key.
const DENSE: usize = 4;

impl Chains {
    #[inline]
    fn get(&self, key: Id) -> Option<(u32, u32)> {
        match self {
            Self::Sparse(chains) => chains.get(&key).copied(),
            Self::Dense(chains, _) => {
                chains.get(key.0 as usize).copied().filter(|&(first, _)| first != END)
            }
        }
    }

    /// Makes a row the last of its key; gives the one before.
    fn push(&mut self, key: Id, row: u32) -> Option<u32> {
        match self {
            Self::Sparse(chains) => {
                let (_, last) = chains.entry(key).or_insert((row, END));
                let before = std::mem::replace(last, row);
                if before != END {
                    return Some(before);
                }
                self.look_at_density();
                None
            }
            Self::Dense(chains, count) => {
                let place = key.0 as usize;
                if chains.len() <= place {
                    chains.resize(place + 1, (END, END));
                }
                let (first, last) = &mut chains[place];
                if *first == END {
                    (*first, *last) = (row, row);
                    *count += 1;
                    return None;
                }
                Some(std::mem::replace(last, row))
            }
        }
    }

    /// Forgets a key.
    fn remove(&mut self, key: Id) {
        match self {
            Self::Sparse(chains) => drop(chains.remove(&key)),
            Self::Dense(chains, count) => {
                chains[key.0 as usize] = (END, END);
                *count -= 1;
            }
        }
    }

    /// Now and then: whether the keys lie close together by now.
    fn look_at_density(&mut self) {
        let Self::Sparse(chains) = self else { return };
        let count = chains.len();
        if count < 1024 || !count.is_power_of_two() {
            return;
        }
        let most = chains.keys().max().map_or(0, |key| key.0 as usize);
        if most < DENSE * count {
            let mut dense = vec![(END, END); most + 1];
            for (key, &chain) in chains.iter() {
                dense[key.0 as usize] = chain;
            }
            *self = Self::Dense(dense, count);
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Sparse(chains) => chains.len(),
            Self::Dense(_, count) => *count,
        }
    }
}

impl Index {
    /// Adds the next row, whose key this is.
    pub(super) fn push(&mut self, key: Id) {
        let row = self.next.len() as u32;
        self.next.push(END);
        if let Some(last) = self.chains.push(key, row) {
            self.next[last as usize] = row;
        }
    }

    /// Takes the last row away, whose key this is.
    pub(super) fn pop(&mut self, key: Id) {
        let row = self.next.len() as u32 - 1;
        self.next.truncate(row as usize);
        let Some((first, _)) = self.chains.get(key) else { return };
        if first == row {
            self.chains.remove(key);
            return;
        }
        let mut before = first;
        while self.next[before as usize] != row {
            before = self.next[before as usize];
        }
        self.next[before as usize] = END;
        self.chains.push(key, before);
    }

    /// The first row of a key.
    #[inline]
    pub(super) fn first(&self, key: Id) -> u32 {
        self.chains.get(key).map_or(END, |(first, _)| first)
    }

    /// The row after `at` with the same key.
    #[inline]
    pub(super) fn next(&self, at: u32) -> u32 {
        self.next[at as usize]
    }

    /// How many keys there are.
    pub(super) fn n_keys(&self) -> usize {
        self.chains.len()
    }
}
