//! Many lists in one array.

use std::ops::Range;

/// A list for each key from 0 on.
#[derive(Debug, Clone)]
pub(crate) struct Lists<T> {
    /// Where the list of each key starts in `items`; it ends where the next one starts.
    starts: Vec<usize>,
    items: Vec<T>,
}

impl<T: Copy> Lists<T> {
    /// The items of each key below `n_keys`, in their order; `pairs` are run through to count them
    /// and again to place them.
    pub(crate) fn new(n_keys: usize, pairs: impl Iterator<Item = (usize, T)> + Clone) -> Self {
        let mut starts = vec![0; n_keys + 2];
        for (key, _) in pairs.clone() {
            starts[key + 2] += 1;
        }
        for key in 2..starts.len() {
            starts[key] += starts[key - 1];
        }
        let any = pairs.clone().next();
        let mut items = any.map_or(Vec::new(), |(_, item)| vec![item; starts[n_keys + 1]]);
        // Filled from the start of each list, which `key + 1` holds until it is full: then it is
        // where the next list starts.
        for (key, item) in pairs {
            items[starts[key + 1]] = item;
            starts[key + 1] += 1;
        }
        starts.pop();
        Self { starts, items }
    }

    /// No list yet.
    pub(crate) fn empty() -> Self {
        Self { starts: vec![0], items: Vec::new() }
    }

    /// Adds the list of the next key.
    pub(crate) fn push(&mut self, list: &[T]) {
        self.items.extend_from_slice(list);
        self.starts.push(self.items.len());
    }

    /// How many lists there are.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The items of all lists, one list after the other.
    pub(crate) fn items(&self) -> &[T] {
        &self.items
    }

    /// The list of a key.
    pub(crate) fn of(&self, key: usize) -> &[T] {
        &self.items[self.range(key)]
    }

    /// Where the list of a key is in [`Self::items`].
    pub(crate) fn range(&self, key: usize) -> Range<usize> {
        self.starts[key]..self.starts[key + 1]
    }

    /// Sorts each list.
    pub(crate) fn sort(&mut self)
    where
        T: Ord,
    {
        for key in 0..self.len() {
            let range = self.range(key);
            self.items[range].sort_unstable();
        }
    }

    /// Each key with each item of its list.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (usize, T)> + Clone {
        (0..self.len()).flat_map(|key| self.of(key).iter().map(move |item| (key, *item)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_keep_the_order_of_the_pairs() {
        let mut lists = Lists::new(4, [(3, 'c'), (1, 'z'), (3, 'a'), (1, 'b')].into_iter());
        assert_eq!(
            [0, 1, 2, 3].map(|key| lists.of(key).iter().collect::<String>()),
            ["", "zb", "", "ca"]
        );
        lists.sort();
        lists.push(&['x']);
        assert_eq!(lists.len(), 5);
        let pairs: Vec<(usize, char)> = lists.pairs().collect();
        assert_eq!(pairs, [(1, 'b'), (1, 'z'), (3, 'a'), (3, 'c'), (4, 'x')]);
        assert_eq!(lists.items()[lists.range(3)], ['a', 'c']);
        assert_eq!(Lists::<u8>::new(0, [].into_iter()).len(), Lists::<u8>::empty().len());
    }
}
