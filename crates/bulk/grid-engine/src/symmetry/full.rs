//! The form of a full grid.
//!
//! Its first row is 123456789 whatever row comes first and however the columns are ordered: the order of the
//! columns is what names the digits. What then stands in the second row depends on one permutation, which says under
//! which column of the first row each digit of the second one stands:
//!
//! ```text
//! second[i] = place(under[column at i]) + 1         first[under[c]] = second[c]
//! ```
//!
//! The three columns of the first block lead to two other stacks, and not to their own. If all lead to one stack, the second
//! row starts with 456, and that stack comes next; every pair of rows is of one kind or the other in a stack. Else two lead to
//! one of them and one to the other, and the second row starts with 457: the two first. Either way the first two
//! blocks are then in order, and so is the third, but for two columns to which no digit has led. Of the 36 pairs of rows
//! and their orders few give the smallest second row.
//!
//! With rows and columns known the rest is sorting: bands, and the rows of a band, come in the order of their
//! first digits.

use super::{ORDERS, Rows};
use crate::SIDE;

/// A first and second row, and an order of columns that gives the smallest second row so far.
#[derive(Clone, Copy)]
struct Start {
    grid: usize,
    rows: [usize; 2],
    cols: [u8; SIDE],
}

struct Search {
    /// The second row, nine half bytes, the first one highest.
    second: u64,
    starts: Vec<Start>,
}

/// Not placed yet.
const FREE: u8 = u8::MAX;

/// The smallest form of a full grid without clash, given with its transpose.
pub(super) fn form(grids: &[Rows; 2]) -> Rows {
    let mut search = Search { second: u64::MAX, starts: Vec::with_capacity(64) };
    for (grid, rows) in grids.iter().enumerate() {
        for first in 0..SIDE {
            let mut above = [0; SIDE + 1];
            for (col, digit) in rows[first].iter().enumerate() {
                above[usize::from(*digit)] = col as u8;
            }
            let band = first / 3 * 3;
            for second in (band..band + 3).filter(|second| *second != first) {
                let under = rows[second].map(|digit| above[usize::from(digit)]);
                let start = Start { grid, rows: [first, second], cols: [FREE; SIDE] };
                for stack in 0..3 {
                    search.start_with(stack, &under, &start);
                }
            }
        }
    }
    let mut best = [[u8::MAX; SIDE]; SIDE];
    for start in &search.starts {
        complete(&grids[start.grid], start, &mut best);
    }
    best
}

impl Search {
    /// Places a stack first, in each order of its columns that may be best.
    fn start_with(&mut self, stack: u8, under: &[u8; SIDE], start: &Start) {
        /// All second rows that start with 456 are below.
        const AFTER_456: u64 = 0x457 << 24;
        let cols = [3 * stack, 3 * stack + 1, 3 * stack + 2];
        let stacks = cols.map(|col| under[usize::from(col)] / 3);
        if stacks[0] == stacks[1] && stacks[1] == stacks[2] {
            for order in ORDERS {
                self.place(order.map(|index| cols[index]), under, start);
            }
        } else if self.second >= AFTER_456 {
            // The column that leads elsewhere than the other two.
            let alone = match stacks {
                [a, b, _] if a == b => 2,
                [a, _, c] if a == c => 1,
                _ => 0,
            };
            let [one, other] = [cols[(alone + 1) % 3], cols[(alone + 2) % 3]];
            self.place([one, other, cols[alone]], under, start);
            self.place([other, one, cols[alone]], under, start);
        }
    }

    /// Places all columns after those of the first block.
    fn place(&mut self, block: [u8; 3], under: &[u8; SIDE], start: &Start) {
        let mut order = Order { cols: [FREE; SIDE], places: [FREE; SIDE] };
        for (place, col) in block.into_iter().enumerate() {
            order.put(col, place);
        }
        // The second block: where the first digits lead.
        let stack = under[usize::from(block[0])] / 3;
        let last = 3 - block[0] / 3 - stack;
        for col in block {
            order.lead_to(under[usize::from(col)], stack);
        }
        order.fill(stack, 3);
        for place in 3..6 {
            order.lead_to(under[usize::from(order.cols[place])], stack);
        }
        let left = [0, 1, 2].map(|index| 3 * last + index);
        let mut free = left.into_iter().filter(|col| order.places[usize::from(*col)] == FREE);
        if let (Some(one), Some(other)) = (free.next(), free.next()) {
            let mut reverse = order;
            reverse.put(other, 7);
            reverse.put(one, 8);
            self.take(&reverse, under, start);
        }
        order.fill(last, 6);
        self.take(&order, under, start);
    }

    /// Keeps an order if its second row is not larger than the best.
    fn take(&mut self, order: &Order, under: &[u8; SIDE], start: &Start) {
        let second = order.cols.iter().fold(0, |row, col| {
            row << 4 | u64::from(order.places[usize::from(under[usize::from(*col)])] + 1)
        });
        if second < self.second {
            self.second = second;
            self.starts.clear();
        }
        if second == self.second {
            self.starts.push(Start { cols: order.cols, ..*start });
        }
    }
}

/// Columns as far as they are placed.
#[derive(Clone, Copy)]
struct Order {
    /// The column at each place.
    cols: [u8; SIDE],
    /// The place of each column.
    places: [u8; SIDE],
}

impl Order {
    fn put(&mut self, col: u8, place: usize) {
        self.cols[place] = col;
        self.places[usize::from(col)] = place as u8;
    }

    /// A digit leads to a column: without a place it gets the first one of its block, the second block if it is of this
    /// stack, else the third.
    fn lead_to(&mut self, col: u8, second: u8) {
        if self.places[usize::from(col)] == FREE {
            let first = if col / 3 == second { 3 } else { 6 };
            let taken = (0..3).take_while(|index| self.cols[first + index] != FREE).count();
            self.put(col, first + taken);
        }
    }

    /// The columns of a stack that have no place get what is left of its block.
    fn fill(&mut self, stack: u8, first: usize) {
        for col in 3 * stack..3 * stack + 3 {
            if self.places[usize::from(col)] == FREE {
                self.lead_to(col, if first == 3 { stack } else { FREE });
            }
        }
    }
}

/// Takes the grid in the order of a start for the best form, if it is smaller.
fn complete(rows: &Rows, start: &Start, best: &mut Rows) {
    let cols = start.cols.map(usize::from);
    let [first, second] = start.rows;
    let mut names = [0; SIDE + 1];
    for (place, col) in cols.iter().enumerate() {
        names[usize::from(rows[first][*col])] = place as u8 + 1;
    }
    let third = 3 * (first / 3 * 3) + 3 - first - second;
    // The other rows by their first digit, the bands by their smallest.
    let mut bands: [[(u8, usize); 3]; 2] = [[(0, 0); 3]; 2];
    let others = (0..3).filter(|band| *band != first / 3);
    for (band, number) in bands.iter_mut().zip(others) {
        for (index, row) in band.iter_mut().enumerate() {
            let of_grid = 3 * number + index;
            *row = (names[usize::from(rows[of_grid][cols[0]])], of_grid);
        }
        band.sort_unstable();
    }
    bands.sort_unstable();
    let later = bands.as_flattened().iter().map(|(_, row)| *row);
    let order = [first, second, third].into_iter().chain(later);
    let mut is_smaller = false;
    for (row, best) in order.zip(best.iter_mut()) {
        let row = cols.map(|col| names[usize::from(rows[row][col])]);
        if !is_smaller {
            if row > *best {
                return;
            }
            is_smaller = row < *best;
        }
        *best = row;
    }
}
