//! A round of deduction in all lanes, without a branch.
//!
//! The three cells where a line crosses a block are a *mini*; each band (or stack) has 3 × 3 of them, lines by blocks.
//!
//! 1. In each block, *naked singles*: a cell's only candidate is struck out of the others; and *hidden singles*: a digit
//!    with one place is that cell's only candidate. Two sets are kept, the digits that occur (`one`) and those that
//!    occur in two cells or more (`two`); `one & !two` are the hidden ones.
//! 2. In each band and stack, *locked candidates*: of a digit's minis those stay that some open configuration (see
//!    [`split`](crate::split)) uses. A mini with no more than three candidates is a *locked triple*: the rest of its line and of
//!    its block lose them. One that has to hold three digits has no others.
//! 3. A cell keeps what its two minis, that of its row and that of its column, have kept.
//!
//! Rows and columns need no step of their own. A digit with one place in a block stands in one mini of the band and one of the stack,
//! so its configurations strike it out of the rest of the row and column; one with a single place in a row has, by
//! its configurations, a single place in the block.
//!
//! ```text
//! contradiction  a cell without candidate; two equal singles in a block; a digit without configuration
//! complete       Σ candidates = 9 · 511, which with the above means one candidate in each cell
//! stalled        Σ candidates as before: rounds only remove
//! ```
//!
//! Within a block or band the loops are unrolled by hand (`three!`, `nine!`), for arrays of vectors stay in registers only
//! where every index is a constant. Those over blocks and bands are loops, so that the code of a round fits into the first cache.

use super::board::{ALL, Board, block_of, mini_at};
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
}

/// Naked and hidden singles of a block, which leaves its minis in the board; the digits that are a single twice.
#[inline(always)]
fn singles<const W: usize, S: Simd<W>>(
    simd: S,
    board: &mut Board<W>,
    band: usize,
    stack: usize,
) -> S::Lanes {
    let at = block_of(band, stack);
    let cells = nine!(i => simd.load(&board.cells[at[i]]));
    let singles = nine!(i => cells[i].single());
    let all = or_all(three!(row => or_all(three!(col => singles[3 * row + col]))));
    let cells = nine!(i => cells[i].and_not_or(all, singles[i]));
    let counts = three!(row => Counter::of(three!(col => cells[3 * row + col])));
    let Counter { one, two } = Counter::sum(counts);
    let hidden = one.and_not(two);
    let cells = nine!(i => cells[i].and(hidden).or_else(cells[i]));
    for i in 0..9 {
        simd.store(cells[i], &mut board.cells[at[i]]);
    }
    for i in 0..3 {
        let in_row = or_all(three!(col => cells[3 * i + col]));
        simd.store(in_row, &mut board.minis[mini_at(band, i, stack)]);
        let in_col = or_all(three!(row => cells[3 * row + i]));
        simd.store(in_col, &mut board.minis[mini_at(3 + stack, i, band)]);
    }
    // A single was struck out of all other cells but those of which it is the single, too.
    all.and(two)
}

/// Locked candidates and triples of a band or stack, which leave its minis what they keep; the digits that have a
/// configuration.
#[inline(always)]
fn locked<const W: usize, S: Simd<W>>(simd: S, board: &mut Board<W>, band: usize) -> S::Lanes {
    const OTHERS: [(usize, usize); 3] = [(1, 2), (2, 0), (0, 1)];
    let minis =
        three!(line => three!(block => simd.load(&board.minis[mini_at(band, line, block)])));
    let triples = three!(line => three!(block => {
        minis[line][block].where_up_to_three(minis[line][block])
    }));
    let minis = three!(line => three!(block => {
        let ((l1, l2), (b1, b2)) = (OTHERS[line], OTHERS[block]);
        let elsewhere = triples[l1][block].or3(triples[l2][block], triples[line][b1]);
        minis[line][block].and_not2(elsewhere, triples[line][b2])
    }));
    // By the block that the first line takes; the next line takes the next block, or the one after that.
    let [next, after] = [
        three!(i => minis[0][i].and(minis[1][OTHERS[i].0]).and(minis[2][OTHERS[i].1])),
        three!(i => minis[0][i].and(minis[1][OTHERS[i].1]).and(minis[2][OTHERS[i].0])),
    ];
    let used = [
        three!(i => next[i].or(after[i])),
        three!(i => next[OTHERS[i].1].or(after[OTHERS[i].0])),
        three!(i => next[OTHERS[i].0].or(after[OTHERS[i].1])),
    ];
    for (line, used) in used.iter().enumerate() {
        for block in 0..3 {
            let (b1, b2) = OTHERS[block];
            let mini = used[block];
            let held = mini.and_not2(used[b1], used[b2]);
            let rest = mini.and_not(held).where_three_or_more(held);
            simd.store(mini.and_not(rest), &mut board.minis[mini_at(band, line, block)]);
        }
    }
    or_all(used[0])
}

/// Does a round.
#[inline(always)]
pub(super) fn round<const W: usize, S: Simd<W>>(simd: S, board: &mut Board<W>) -> Report<S::Lanes> {
    let (zero, all) = (simd.splat(0), simd.splat(ALL));
    let (mut doubled, mut possible) = (zero, all);
    for block in 0..9 {
        doubled = doubled.or(singles(simd, board, block / 3, block % 3));
    }
    for band in 0..6 {
        possible = possible.and(locked(simd, board, band));
    }
    let (mut nowhere_empty, mut sum) = (simd.splat(1), zero);
    for block in 0..9 {
        let (band, stack) = (block / 3, block % 3);
        let rows = three!(i => simd.load(&board.minis[mini_at(band, i, stack)]));
        let cols = three!(i => simd.load(&board.minis[mini_at(3 + stack, i, band)]));
        for (i, cell) in block_of(band, stack).into_iter().enumerate() {
            let cell = &mut board.cells[cell];
            let left = simd.load(cell).and(rows[i / 3]).and(cols[i % 3]);
            nowhere_empty = nowhere_empty.and_nonzero(left);
            sum = sum.add(left);
            simd.store(left, cell);
        }
    }
    let wrong = doubled.or(all.and_not(possible));
    Report {
        broken: !wrong.equal(zero) | nowhere_empty.equal(zero),
        complete: sum.equal(simd.splat(9 * ALL)),
        sum,
    }
}
