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

use std::sync::OnceLock;

use rustc_hash::FxHashSet;

use super::blocks::{Block, Blocks};
use super::index::Index;
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

pub use super::index::END;

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
    indexes: [OnceLock<Index>; 2],
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

    /// Adds a row of the ground graph that was not read. There must be no rows beyond it.
    pub fn insert_folded(&mut self, pair: [Id; 2]) -> bool {
        let new = self.ground_pairs.insert(pair);
        if new {
            self.push(pair);
            self.ground = self.rows.len();
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
            if let Some(index) = index.get_mut() {
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
            self.indexes = Default::default();
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
        self.rewind(self.given);
    }

    /// Forgets everything but the first `ground` rows, which were read or folded.
    pub fn rewind(&mut self, ground: usize) {
        if self.ground > ground {
            for &pair in &self.rows[ground..self.ground] {
                self.ground_pairs.remove(pair);
            }
            self.ground = ground;
        }
        self.truncate();
    }

    /// Forgets the rows from `length` on, which are beyond the ground graph, and keeps the indexes up to date:
    /// the cost is that of what goes, and of the chains that it ends.
    pub fn shorten(&mut self, length: usize) {
        let length = length.max(self.ground);
        for row in (length..self.rows.len()).rev() {
            let pair = self.rows[row];
            self.other_pairs.remove(pair);
            for (index, key) in self.indexes.iter_mut().zip(pair) {
                if let Some(index) = index.get_mut() {
                    index.pop(key);
                }
            }
        }
        self.rows.truncate(length);
        self.blocks = [None, None];
    }

    /// Makes the index by one side if it is missing.
    pub fn build_index(&self, side: Side) {
        self.indexes[side as usize].get_or_init(|| {
            let mut index = Index::default();
            for row in &self.rows {
                index.push(row[side as usize]);
            }
            index
        });
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
        let index = self.indexes[side as usize].get();
        index.map_or(END, |index| index.first(key))
    }

    /// The row after `at` with the same key.
    #[must_use]
    #[inline]
    pub fn next(&self, side: Side, at: u32) -> u32 {
        self.indexes[side as usize].get().map_or(END, |index| index.next(at))
    }

    /// About how many different keys there are on a side: exact with an index, else from a sample.
    #[must_use]
    #[inline]
    pub fn distinct(&self, side: Side) -> usize {
        const SAMPLE: usize = 256;
        if let Some(index) = self.indexes[side as usize].get() {
            return index.n_keys();
        }
        let step = self.rows.len().div_ceil(SAMPLE).max(1);
        let mut seen = FxHashSet::default();
        let sample = self.rows.iter().step_by(step);
        let looked_at = sample.len();
        seen.extend(sample.map(|row| row[side as usize]));
        if 2 * seen.len() < looked_at { seen.len() } else { seen.len() * step }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The rows of a chain.
    fn chain(table: &Table, side: Side, key: Id) -> Vec<u32> {
        let first = Some(table.first(side, key)).filter(|&row| row != END);
        let next = |&row: &u32| Some(table.next(side, row)).filter(|&row| row != END);
        std::iter::successors(first, next).collect()
    }

    proptest! {
        /// A table that went on and back is the table that did not.
        #[test]
        fn what_is_taken_back_leaves_no_trace(
            ground in prop::collection::vec((0..5_u32, 0..5_u32), 0..8),
            steps in prop::collection::vec((0..4_u8, 0..5_u32, 0..5_u32), 0..40),
        ) {
            let mut table = Table::default();
            for &(s, o) in &ground {
                table.insert_ground([Id(s), Id(o)]);
            }
            let given = table.len();
            for (step, s, o) in steps {
                match step {
                    0 | 1 => { table.insert([Id(s), Id(o)]); }
                    2 => [Side::Subject, Side::Object].iter().for_each(|&side| table.build_index(side)),
                    _ => table.shorten(given + s as usize),
                }
            }
            let mut plain = Table::default();
            for &pair in &table.rows()[..given] {
                plain.insert_ground(pair);
            }
            for &pair in &table.rows()[given..] {
                plain.insert(pair);
            }
            for side in [Side::Subject, Side::Object] {
                table.build_index(side);
                plain.build_index(side);
                for key in 0..5 {
                    prop_assert_eq!(chain(&table, side, Id(key)), chain(&plain, side, Id(key)));
                }
                prop_assert_eq!(table.distinct(side), plain.distinct(side));
            }
            for pair in (0..25).map(|n| [Id(n / 5), Id(n % 5)]) {
                prop_assert_eq!(table.contains(pair, false), plain.contains(pair, false));
                prop_assert_eq!(table.contains(pair, true), plain.contains(pair, true));
            }
        }

        #[test]
        fn the_ground_can_be_rewound(
            given in prop::collection::vec((0..5_u32, 0..5_u32), 0..8),
            folded in prop::collection::vec((0..5_u32, 0..5_u32), 0..8),
            more in prop::collection::vec((0..5_u32, 0..5_u32), 0..8),
        ) {
            let mut table = Table::default();
            for &(s, o) in &given {
                table.insert_ground([Id(s), Id(o)]);
            }
            for &(s, o) in &folded {
                table.insert_folded([Id(s), Id(o)]);
            }
            let (mark, rows) = (table.ground(), table.rows().to_vec());
            for &(s, o) in &more {
                table.insert([Id(s), Id(o)]);
            }
            table.fold();
            for &(s, o) in &more {
                table.insert([Id(o), Id(s)]);
            }
            table.rewind(mark);
            prop_assert_eq!(table.rows(), &rows[..]);
            for pair in (0..25).map(|n| [Id(n / 5), Id(n % 5)]) {
                prop_assert_eq!(table.contains(pair, true), rows.contains(&pair));
            }
            table.reset();
            prop_assert_eq!(table.len(), table.given());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn chains_are_the_rows_of_a_key(
            steps in prop::collection::vec((0..3_u32, 0..2000_u32), 0..3000),
            factor in 1..9_u32,
            from in 0..4000_usize,
        ) {
            let mut table = Table::default();
            let mut rows: Vec<[Id; 2]> = Vec::new();
            for (at, &(a, b)) in steps.iter().enumerate() {
                if at == from {
                    table.build_index(Side::Object);
                }
                let pair = [Id(a), Id(b * factor)];
                prop_assert_eq!(table.insert(pair), !rows.contains(&pair));
                if table.len() > rows.len() {
                    rows.push(pair);
                }
            }
            table.build_index(Side::Object);
            let mut keys = FxHashSet::default();
            for &[_, key] in rows.iter().chain(&[[Id(0), Id(99_999)]]) {
                keys.insert(key);
                let expected: Vec<u32> =
                    (0..).zip(&rows).filter(|(_, row)| row[1] == key).map(|(at, _)| at).collect();
                prop_assert_eq!(chain(&table, Side::Object, key), expected);
            }
            prop_assert_eq!(table.distinct(Side::Object), keys.len() - 1);
        }
    }
}
