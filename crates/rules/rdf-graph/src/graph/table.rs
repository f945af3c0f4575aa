//! The triples of one predicate.
//!
//! Rows `(subject, object)` are only ever appended, the ground ones first. The ground graph is thus the
//! prefix `rows[..ground]`, a round's news are `rows[before..now]`, and a view of the table is a length.
//! Two sets (`super::pairs`) answer whether a pair is there, one for the prefix and one for the rest, so
//! that the prefix can be asked alone.
//!
//! An index threads the rows of one subject (or object) together: the first and last of each chain, and
//! for each row the next of its chain. Chains ascend, so a reader of a prefix stops at its length. Indexes
//! are made when first asked for and kept up to date from then on; so are the blocks (`super::blocks`).

use rustc_hash::{FxHashMap, FxHashSet};

use super::blocks::{Block, Blocks};
use super::interner::Id;
use super::pairs::Pairs;

/// Which end of a pair an index is by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The first.
    Subject,
    /// The second.
    Object,
}

/// The end of a chain.
pub const END: u32 = u32::MAX;

#[derive(Debug, Clone, Default)]
struct Index {
    /// Key to first and last row.
    chains: FxHashMap<Id, (u32, u32)>,
    next: Vec<u32>,
}

impl Index {
    fn push(&mut self, key: Id) {
        let row = self.next.len() as u32;
        self.next.push(END);
        let (_, last) = self
            .chains
            .entry(key)
            .and_modify(|(_, last)| {
                self.next[*last as usize] = row;
                *last = row;
            })
            .or_insert((row, row));
        debug_assert_eq!(*last, row);
    }
}

/// The triples of one predicate.
#[derive(Debug, Clone, Default)]
pub struct Table {
    rows: Vec<[Id; 2]>,
    /// How many rows were read, before anything was folded back.
    given: usize,
    /// How many rows are the ground graph.
    ground: usize,
    ground_pairs: Pairs,
    other_pairs: Pairs,
    indexes: [Option<Index>; 2],
    blocks: [Option<Blocks>; 2],
}

impl Table {
    /// How many rows there are.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// How many of them are the ground graph.
    #[must_use]
    #[inline]
    pub fn ground(&self) -> usize {
        self.ground
    }

    /// How many of them were read.
    #[must_use]
    #[inline]
    pub fn given(&self) -> usize {
        self.given
    }

    /// Whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The rows.
    #[must_use]
    #[inline]
    pub fn rows(&self) -> &[[Id; 2]] {
        &self.rows
    }

    /// A row.
    #[must_use]
    #[inline]
    pub fn row(&self, at: u32) -> [Id; 2] {
        self.rows[at as usize]
    }

    /// Whether the pair is there, in the ground graph alone or anywhere.
    #[must_use]
    #[inline]
    pub fn contains(&self, pair: [Id; 2], ground_alone: bool) -> bool {
        self.ground_pairs.contains(pair) || (!ground_alone && self.other_pairs.contains(pair))
    }

    /// Adds a row of the ground graph. There must be no other rows.
    pub fn insert_ground(&mut self, pair: [Id; 2]) -> bool {
        let new = self.ground_pairs.insert(pair);
        if new {
            self.push(pair);
            self.ground = self.rows.len();
            self.given = self.ground;
        }
        new
    }

    /// Adds a row beyond the ground graph; says whether it is new.
    pub fn insert(&mut self, pair: [Id; 2]) -> bool {
        let new = (self.ground_pairs.is_untouched() || !self.ground_pairs.contains(pair))
            && self.other_pairs.insert(pair);
        if new {
            self.push(pair);
        }
        new
    }

    fn push(&mut self, pair: [Id; 2]) {
        self.rows.push(pair);
        for (index, key) in self.indexes.iter_mut().zip(pair) {
            if let Some(index) = index {
                index.push(key);
            }
        }
        let [subject, object] = pair;
        for (blocks, (key, term)) in
            self.blocks.iter_mut().zip([(subject, object), (object, subject)])
        {
            if let Some(blocks) = blocks {
                blocks.push(key, term);
            }
        }
    }

    /// Forgets the rows beyond the ground graph.
    pub fn truncate(&mut self) {
        if self.rows.len() > self.ground {
            self.rows.truncate(self.ground);
            self.other_pairs.clear();
            self.indexes = [None, None];
            self.blocks = [None, None];
        }
    }

    /// Makes the rows beyond the ground graph part of it; says how many there were.
    pub fn fold(&mut self) -> usize {
        let folded = self.rows.len() - self.ground;
        self.ground_pairs.absorb(&mut self.other_pairs);
        self.ground = self.rows.len();
        folded
    }

    /// Forgets everything but the rows that were read.
    pub fn reset(&mut self) {
        if self.rows.len() > self.given {
            for &pair in &self.rows[self.given..self.ground] {
                self.ground_pairs.remove(pair);
            }
            self.ground = self.given;
            self.truncate();
        }
    }

    /// Makes the index by one side if it is missing.
    pub fn build_index(&mut self, side: Side) {
        let slot = &mut self.indexes[side as usize];
        if slot.is_none() {
            let mut index = Index::default();
            index.next.reserve(self.rows.len());
            for row in &self.rows {
                index.push(row[side as usize]);
            }
            *slot = Some(index);
        }
    }

    /// Makes the blocks by one side if they are missing.
    pub fn build_blocks(&mut self, side: Side) {
        let slot = &mut self.blocks[side as usize];
        if slot.is_none() {
            let mut blocks = Blocks::default();
            for row in &self.rows {
                blocks.push(row[side as usize], row[1 - side as usize]);
            }
            *slot = Some(blocks);
        }
    }

    /// Gives the memory of the blocks by one side back.
    pub fn drop_blocks(&mut self, side: Side) {
        self.blocks[side as usize] = None;
    }

    /// What stands with a key in the rows; the blocks by this side must have been built.
    #[must_use]
    #[inline]
    pub fn blocks(&self, side: Side, key: Id) -> &[Block] {
        self.blocks[side as usize].as_ref().map_or(&[], |blocks| blocks.of(key))
    }

    /// How many blocks by this side there are, of at most 32 rows each; 0 if they have not been built.
    #[must_use]
    pub fn n_blocks(&self, side: Side) -> usize {
        self.blocks[side as usize].as_ref().map_or(0, Blocks::len)
    }

    /// The first row with the key; the index must have been built.
    #[must_use]
    #[inline]
    pub fn first(&self, side: Side, key: Id) -> u32 {
        let index = self.indexes[side as usize].as_ref();
        index.and_then(|index| index.chains.get(&key)).map_or(END, |&(first, _)| first)
    }

    /// The row after `at` with the same key.
    #[must_use]
    #[inline]
    pub fn next(&self, side: Side, at: u32) -> u32 {
        self.indexes[side as usize].as_ref().map_or(END, |index| index.next[at as usize])
    }

    /// About how many different keys there are on a side: exact with an index, else from a sample.
    #[must_use]
    #[inline]
    pub fn distinct(&self, side: Side) -> usize {
        const SAMPLE: usize = 256;
        if let Some(index) = &self.indexes[side as usize] {
            return index.chains.len();
        }
        let step = self.rows.len().div_ceil(SAMPLE).max(1);
        let mut seen = FxHashSet::default();
        let sample = self.rows.iter().step_by(step);
        let looked_at = sample.len();
        seen.extend(sample.map(|row| row[side as usize]));
        if 2 * seen.len() < looked_at { seen.len() } else { seen.len() * step }
    }
}
