//! A round of deduction in all lanes, without a branch.
//!
//! 1. *Naked singles*: a cell's only candidate is struck out of its row, column and block.
//! 2. *Hidden singles*: a digit with one place in a house is that cell's only candidate. Per house two
//!    sets are kept, the digits that occur (`one`) and those that occur in two cells or more (`two`);
//!    `one & !two` are the hidden ones.
//! 3. *Locked candidates*. The three cells where a line crosses a block are a *mini*, and each band (or
//!    stack) has 3 × 3 of them, lines by blocks. A digit that the block has in this mini only is struck
//!    out of the rest of the line; one that the line has in this mini only, out of the rest of the block.
//!    A mini with no more than three candidates is a *locked triple*: both hold for all three. A mini that has to
//!    hold three digits, for one reason or the other, has no others.
//!
//! ```text
//! contradiction  a cell without candidate; a house without a digit; two equal singles in a house
//! complete       Σ candidates = 9 · 511, which with the above means one candidate in each cell
//! stalled        Σ candidates as before: rounds only remove
//! ```
//!
//! The loops are unrolled by hand (`three!`, `nine!`), for arrays of vectors stay in registers only where
//! every index is a constant.

use super::board::{ALL, Board, minis_of};
use simd_lanes::{Lanes, Simd};

/// What a round found, a bit or a lane for each puzzle.
pub(super) struct Report<L> {
    /// Lanes with a contradiction.
    pub(super) broken: u32,
    /// Lanes with one candidate in each cell; to be checked.
    pub(super) complete: u32,
    /// The sum of all candidates.
    pub(super) sum: L,
}

/// `[f(0), f(1), f(2)]`, written out: `three!(i => f(i))`.
///
/// A macro, because a closure is not always inlined, and is then compiled without the level's instructions.
macro_rules! three {
    ($i:ident => $of:expr) => {
        [
            {
                let $i: usize = 0;
                $of
            },
            {
                let $i: usize = 1;
                $of
            },
            {
                let $i: usize = 2;
                $of
            },
        ]
    };
}

/// `[f(0), …, f(8)]`, written out.
macro_rules! nine {
    ($i:ident => $of:expr) => {
        [
            {
                let $i: usize = 0;
                $of
            },
            {
                let $i: usize = 1;
                $of
            },
            {
                let $i: usize = 2;
                $of
            },
            {
                let $i: usize = 3;
                $of
            },
            {
                let $i: usize = 4;
                $of
            },
            {
                let $i: usize = 5;
                $of
            },
            {
                let $i: usize = 6;
                $of
            },
            {
                let $i: usize = 7;
                $of
            },
            {
                let $i: usize = 8;
                $of
            },
        ]
    };
}

#[inline(always)]
fn or_all<L: Lanes>([a, b, c]: [L; 3]) -> L {
    a.or3(b, c)
}

/// The union of three sets, and what is in two of them or more.
#[derive(Clone, Copy)]
struct Counter<L> {
    one: L,
    two: L,
}

impl<L: Lanes> Counter<L> {
    #[inline(always)]
    fn of([a, b, c]: [L; 3]) -> Self {
        Self { one: a.or3(b, c), two: a.majority(b, c) }
    }

    #[inline(always)]
    fn sum([a, b, c]: [Self; 3]) -> Self {
        let two = a.one.majority(b.one, c.one);
        Self { one: a.one.or3(b.one, c.one), two: two.or(a.two.or3(b.two, c.two)) }
    }

    #[inline(always)]
    fn exactly_one(self) -> L {
        self.one.and_not(self.two)
    }
}

/// What the houses say so far.
#[derive(Clone, Copy)]
struct Check<L> {
    /// Digits that each house has.
    covered: L,
    /// Digits that are a single twice in some house.
    doubled: L,
}

impl<L: Lanes> Check<L> {
    #[inline(always)]
    fn add(&mut self, house: Counter<L>, singles: L) {
        self.covered = self.covered.and(house.one);
        // A single was struck out of all other cells but those of which it is the single, too.
        self.doubled = self.doubled.or_and(singles, house.two);
    }
}

/// Leaves the minis of a band or stack where a choice will look for them.
#[inline(always)]
fn store_minis<const W: usize, S: Simd<W>>(
    simd: S,
    board: &mut Board<W>,
    band: usize,
    minis: &[[S::Lanes; 3]; 3],
) {
    let rows = board.minis[minis_of(band)..].iter_mut();
    for (mini, row) in minis.as_flattened().iter().zip(rows) {
        simd.store(*mini, row);
    }
}

/// The naked singles of a band.
struct Singles<L> {
    rows: [L; 3],
    blocks: [L; 3],
    cols: [L; 9],
}

/// Finds the naked singles of a band.
#[inline(always)]
fn band_singles<const W: usize, S: Simd<W>>(
    simd: S,
    board: &mut Board<W>,
    band: usize,
) -> Singles<S::Lanes> {
    let cells = three!(row => {
        nine!(col => {
            let cell = 27 * band + 9 * row + col;
            let single = simd.load(&board.cells[cell]).single();
            simd.store(single, &mut board.singles[cell]);
            single
        })
    });
    let minis = three!(row => three!(block => or_all(three!(i => cells[row][3 * block + i]))));
    let rows = three!(row => or_all(minis[row]));
    let blocks = three!(block => or_all(three!(row => minis[row][block])));
    let cols = nine!(col => or_all(three!(row => cells[row][col])));
    Singles { rows, blocks, cols }
}

/// What is struck out of each of the 3 × 3 minis of a band, by line and block.
///
/// `kept` are digits that a mini has to itself: the rest of its line and its block lose them. Three of
/// them fill it.
#[inline(always)]
fn locked<L: Lanes>(minis: [[L; 3]; 3]) -> [[L; 3]; 3] {
    const OTHERS: [(usize, usize); 3] = [(1, 2), (2, 0), (0, 1)];
    let kept = three!(line => three!(block => {
        let ((l1, l2), (b1, b2)) = (OTHERS[line], OTHERS[block]);
        let mini = minis[line][block];
        let triple = mini.where_up_to_three(mini);
        let from_line = mini.and_not2(minis[l1][block], minis[l2][block]).or(triple);
        let from_block = mini.and_not2(minis[line][b1], minis[line][b2]).or(triple);
        (from_line, from_block)
    }));
    three!(line => three!(block => {
        let ((l1, l2), (b1, b2)) = (OTHERS[line], OTHERS[block]);
        let own = kept[line][block].0.or(kept[line][block].1);
        let rest = minis[line][block].and_not(own).where_three_or_more(own);
        let elsewhere = kept[line][b1].0.or3(kept[line][b2].0, kept[l1][block].1);
        elsewhere.or3(kept[l2][block].1, rest)
    }))
}

/// What the second step finds in a band.
struct Band<L> {
    /// Hidden singles of the mini's row or block, by row and block.
    hidden: [[L; 3]; 3],
    /// What locked candidates of the band's rows strike out, by row and block.
    struck: [[L; 3]; 3],
    /// The columns' three cells in this band.
    cols: [Counter<L>; 9],
}

/// Strikes the singles out of a band and counts what is left.
#[inline(always)]
fn band_counts<const W: usize, S: Simd<W>>(
    simd: S,
    board: &mut Board<W>,
    band: usize,
    singles: &Singles<S::Lanes>,
    col_singles: &[S::Lanes; 9],
    check: &mut Check<S::Lanes>,
) -> Band<S::Lanes> {
    let cells = three!(row => {
        nine!(col => {
            let cell = 27 * band + 9 * row + col;
            let seen = singles.rows[row].or3(singles.blocks[col / 3], col_singles[col]);
            let single = simd.load(&board.singles[cell]);
            let candidates = simd.load(&board.cells[cell]).and_not_or(seen, single);
            simd.store(candidates, &mut board.cells[cell]);
            candidates
        })
    });
    let counts =
        three!(row => three!(block => Counter::of(three!(i => cells[row][3 * block + i]))));
    let minis = counts.map(|row| row.map(|mini| mini.one));
    store_minis(simd, board, band, &minis);
    let in_rows = three!(row => Counter::sum(counts[row]));
    let in_blocks = three!(block => Counter::sum(three!(row => counts[row][block])));
    for i in 0..3 {
        check.add(in_rows[i], singles.rows[i]);
        check.add(in_blocks[i], singles.blocks[i]);
    }
    let hidden = three!(row => {
        three!(block => in_rows[row].exactly_one().or(in_blocks[block].exactly_one()))
    });
    let cols = nine!(col => Counter::of(three!(row => cells[row][col])));
    Band { hidden, struck: locked(minis), cols }
}

/// Does a round.
#[inline(always)]
pub(super) fn round<const W: usize, S: Simd<W>>(simd: S, board: &mut Board<W>) -> Report<S::Lanes> {
    let (zero, all) = (simd.splat(0), simd.splat(ALL));
    let singles = three!(band => band_singles(simd, board, band));
    let col_singles = nine!(col => or_all(three!(band => singles[band].cols[col])));

    let mut check = Check { covered: all, doubled: zero };
    let bands = three!(band => {
        band_counts(simd, board, band, &singles[band], &col_singles, &mut check)
    });
    let hidden_in_cols = nine!(col => {
        let house = Counter::sum(three!(band => bands[band].cols[col]));
        check.add(house, col_singles[col]);
        house.exactly_one()
    });
    let struck_in_cols = three!(stack => {
        let minis = three!(i => three!(band => bands[band].cols[3 * stack + i].one));
        store_minis(simd, board, 3 + stack, &minis);
        locked(minis)
    });

    let (mut nowhere_empty, mut sum) = (simd.splat(1), zero);
    for (band, found) in bands.iter().enumerate() {
        for row in 0..3 {
            for col in 0..9 {
                let cells = &mut board.cells[27 * band + 9 * row + col];
                let candidates = simd.load(cells);
                let hidden = candidates.and_or(found.hidden[row][col / 3], hidden_in_cols[col]);
                let left = hidden
                    .or_else(candidates)
                    .and_not2(found.struck[row][col / 3], struck_in_cols[col / 3][col % 3][band]);
                nowhere_empty = nowhere_empty.and_nonzero(left);
                sum = sum.add(left);
                simd.store(left, cells);
            }
        }
    }
    let wrong = check.doubled.or(all.and_not(check.covered));
    Report {
        broken: !wrong.equal(zero) | nowhere_empty.equal(zero),
        complete: sum.equal(simd.splat(9 * ALL)),
        sum,
    }
}
