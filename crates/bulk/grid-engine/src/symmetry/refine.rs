//! The form of a puzzle, row by row.
//!
//! What is chosen so far, a *state*, is some rows, names for the digits in them, and an order of columns that is
//! only as fine as those rows make it: columns in which they are blank stay indistinguishable, and so do stacks. The next row
//! is the smallest that any state can have next, with what is indistinguishable in the best order: blanks, named
//! digits, then new ones. States that cannot have it are dropped. Where two new digits could change places the
//! names would differ, so each order is a state of its own; puzzles have few of those.
//!
//! A row is nine half bytes of a number, the first one highest, so that numbers compare as rows do.

use super::{ORDERS, Rows};
use crate::SIDE;

/// A digit without a name: after all named ones.
const NEW: u8 = 10;

#[derive(Clone, Copy)]
struct State {
    grid: usize,
    /// Rows that have been taken, as bits.
    used: u16,
    /// Columns in order, and at which places another class of columns starts, as bits.
    cols: [u8; SIDE],
    cuts: u16,
    /// At which blocks another class of stacks starts, as bits.
    stack_cuts: u8,
    /// The name of each digit, [`NEW`] while it has none; 0 for blanks.
    names: [u8; SIDE + 1],
    n_names: u8,
}

/// The smallest form of a grid without clash, given with its transpose.
pub(super) fn form(grids: &[Rows; 2]) -> Rows {
    let mut names = [NEW; SIDE + 1];
    names[0] = 0;
    let start = |grid| State {
        grid,
        used: 0,
        cols: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        cuts: 0b001_001_001,
        stack_cuts: 0b001,
        names,
        n_names: 0,
    };
    let mut states = vec![start(0), start(1)];
    let mut found: Vec<(State, usize)> = Vec::with_capacity(64);
    let mut form = [[0; SIDE]; SIDE];
    for (depth, named) in form.iter_mut().enumerate() {
        let mut best = u64::MAX;
        found.clear();
        for state in &states {
            for row in state.next_rows(depth) {
                let key = state.key(&grids[state.grid][row]);
                if key < best {
                    best = key;
                    found.clear();
                }
                if key == best {
                    found.push((*state, row));
                }
            }
        }
        *named = std::array::from_fn(|place| (best >> (4 * (SIDE - 1 - place)) & 15) as u8);
        states.clear();
        for (state, row) in &found {
            state.take(*row, &grids[state.grid][*row], &mut states);
        }
    }
    form
}

impl State {
    /// The rows of which one may be next.
    fn next_rows(&self, depth: usize) -> impl Iterator<Item = usize> + use<> {
        let used = self.used;
        // In a band that has begun, its other rows.
        let begun = (0..3).find(|band| matches!(used >> (3 * band) & 7, 1..=6));
        let rows = match begun {
            Some(band) if !depth.is_multiple_of(3) => 3 * band..3 * band + 3,
            _ => 0..SIDE,
        };
        rows.filter(move |row| used >> row & 1 == 0)
    }

    /// The block that starts at a place, with its classes in order.
    fn block(&self, row: &[u8; SIDE], block: usize) -> [u8; 3] {
        let name = |index: usize| {
            let col = usize::from(self.cols[3 * block + index]);
            self.names[usize::from(row[col])]
        };
        let cuts = self.cuts >> (3 * block);
        sorted([name(0), name(1), name(2)], [cuts & 0b010 != 0, cuts & 0b100 != 0])
    }

    /// The row as it would be, without names for new digits.
    fn blocks(&self, row: &[u8; SIDE]) -> [[u8; 3]; 3] {
        let blocks = [0, 1, 2].map(|block| self.block(row, block));
        sorted(blocks, [self.stack_cuts & 0b010 != 0, self.stack_cuts & 0b100 != 0])
    }

    /// The row as it would be, as a number.
    fn key(&self, row: &[u8; SIDE]) -> u64 {
        let (mut key, mut n_names) = (0, self.n_names);
        for name in self.blocks(row).as_flattened() {
            let is_new = u8::from(*name == NEW);
            n_names += is_new;
            key = key << 4 | u64::from(if is_new == 1 { n_names } else { *name });
        }
        key
    }

    /// Takes a row as the next one, in each way that gives other names.
    fn take(&self, number: usize, row: &[u8; SIDE], states: &mut Vec<Self>) {
        let wanted = self.blocks(row);
        let stacks = [0, 1, 2].map(|block| self.block(row, block));
        for stack_order in
            orders(&stacks, &wanted, self.stack_cuts.into(), |stack| stack.contains(&NEW))
        {
            let orders_in = stack_order.map(|block| {
                let names = [0, 1, 2].map(|index| {
                    self.names[usize::from(row[usize::from(self.cols[3 * block + index])])]
                });
                orders(&names, &self.block(row, block), self.cuts >> (3 * block), |name| {
                    *name == NEW
                })
                .collect::<Vec<_>>()
            });
            for first in &orders_in[0] {
                for second in &orders_in[1] {
                    for third in &orders_in[2] {
                        states.push(self.after(number, row, stack_order, [first, second, third]));
                    }
                }
            }
        }
    }

    /// The state after a row, with its columns in this order.
    fn after(
        &self,
        number: usize,
        row: &[u8; SIDE],
        stack_order: [usize; 3],
        orders: [&[usize; 3]; 3],
    ) -> Self {
        let mut next = Self { used: self.used | 1 << number, ..*self };
        let mut named = [0; SIDE];
        for place in 0..SIDE {
            let (block, index) = (stack_order[place / 3], orders[place / 3][place % 3]);
            next.cols[place] = self.cols[3 * block + index];
            let digit = usize::from(row[usize::from(next.cols[place])]);
            if next.names[digit] == NEW {
                next.n_names += 1;
                next.names[digit] = next.n_names;
            }
            named[place] = next.names[digit];
        }
        next.cuts = 0;
        for place in 0..SIDE {
            // Cuts go where their stack goes; places of a class are the same before and after.
            let block = stack_order[place / 3];
            let was_cut = self.cuts >> (3 * block + place % 3) & 1 == 1;
            let is_cut = was_cut || named[place] != named[place - 1];
            next.cuts |= u16::from(is_cut) << place;
        }
        for block in 1..3 {
            let [before, here] = [block - 1, block].map(|block| &named[3 * block..3 * block + 3]);
            next.stack_cuts |= u8::from(before != here) << block;
        }
        next
    }
}

/// Three things in order, but none past a cut: before the second, before the third.
fn sorted<T: Ord + Copy>(mut things: [T; 3], cuts: [bool; 2]) -> [T; 3] {
    let mut swap = |i: usize, j: usize| {
        if things[j] < things[i] {
            things.swap(i, j);
        }
    };
    match cuts {
        [true, true] => {}
        [false, true] => swap(0, 1),
        [true, false] => swap(1, 2),
        [false, false] => {
            swap(0, 1);
            swap(1, 2);
            swap(0, 1);
        }
    }
    things
}

/// The orders of three things that give `wanted` and differ in the names that they lead to: equal things stay in their
/// order, unless they are new. No thing goes past a cut, of which bit 1 is before the second and bit 2 before the third.
fn orders<T: PartialEq>(
    things: &[T; 3],
    wanted: &[T; 3],
    cuts: u16,
    is_new: impl Fn(&T) -> bool,
) -> impl Iterator<Item = [usize; 3]> {
    let class = [0, cuts >> 1 & 1, (cuts >> 1 & 1) + (cuts >> 2 & 1)];
    ORDERS.into_iter().filter(move |order| {
        let fits = |place: usize| {
            class[order[place]] == class[place] && things[order[place]] == wanted[place]
        };
        let keeps = |i: usize, j: usize| {
            order[i] < order[j] || things[order[i]] != things[order[j]] || is_new(&things[order[i]])
        };
        (0..3).all(fits) && keeps(0, 1) && keeps(1, 2) && keeps(0, 2)
    })
}
