//! 9×9 puzzles and solutions as bytes, and the check that one solves the other.

use std::fmt;

/// The side of the grid.
pub const SIDE: usize = 9;
/// How many cells there are.
pub const N_CELLS: usize = SIDE * SIDE;

/// A puzzle: 81 cells in row-major order, 0 for a blank and 1 to 9 for a given.
///
/// The givens may clash; then there is no solution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Puzzle([u8; N_CELLS]);

/// Whether a character stands for a blank, as `0` does: `.`, `*`, `_`, `-` or `x`.
#[must_use]
#[expect(clippy::inline_always, reason = "81 of them are compared at once")]
#[expect(clippy::needless_bitwise_bool, reason = "without branches many cells are taken at once")]
#[inline(always)]
pub const fn is_blank(byte: u8) -> bool {
    (byte == b'.') | (byte == b'*') | (byte == b'_') | (byte == b'-') | (byte | 0x20 == b'x')
}

/// What is wrong with a text that should be a puzzle; positions count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PuzzleError {
    /// Neither a digit nor a blank.
    Symbol {
        /// Where it is.
        position: usize,
        /// What it is.
        byte: u8,
    },
    /// Not 81 cells.
    Length {
        /// How many there are.
        found: usize,
    },
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Symbol { byte, .. } if byte.is_ascii_graphic() => {
                write!(f, "unexpected character '{}', expected '.' or a digit", char::from(byte))
            }
            Self::Symbol { byte, .. } => {
                write!(f, "unexpected byte 0x{byte:02x}, expected '.' or a digit")
            }
            Self::Length { found } => write!(f, "found {found} cells, expected {N_CELLS}"),
        }
    }
}

impl std::error::Error for PuzzleError {}

impl Puzzle {
    /// A puzzle without givens.
    pub const BLANK: Self = Self([0; N_CELLS]);

    /// The puzzle with these cells, if each is at most 9.
    #[must_use]
    pub fn new(cells: [u8; N_CELLS]) -> Option<Self> {
        cells.iter().all(|cell| *cell <= 9).then_some(Self(cells))
    }

    /// Reads 81 characters: `1` to `9`, and `0` or what [`is_blank`] for a blank.
    ///
    /// # Errors
    /// The first character that is neither, else a length that is not 81.
    pub fn parse(text: &[u8]) -> Result<Self, PuzzleError> {
        if let Ok(text) = <&[u8; N_CELLS]>::try_from(text)
            && let Some(puzzle) = Self::parse_exact(text)
        {
            return Ok(puzzle);
        }
        let wrong = |byte: &u8| !byte.is_ascii_digit() && !is_blank(*byte);
        match text.iter().position(wrong) {
            Some(position) => Err(PuzzleError::Symbol { position, byte: text[position] }),
            None => Err(PuzzleError::Length { found: text.len() }),
        }
    }

    /// Without branches, so that the compiler can take many cells at once.
    fn parse_exact(text: &[u8; N_CELLS]) -> Option<Self> {
        let mut cells = [0; N_CELLS];
        let mut wrong = 0;
        for (cell, byte) in cells.iter_mut().zip(text) {
            let digit = byte.wrapping_sub(b'0');
            wrong |= u8::from(digit > 9) & u8::from(!is_blank(*byte));
            *cell = if digit > 9 { 0 } else { digit };
        }
        (wrong == 0).then_some(Self(cells))
    }

    /// The cells, each at most 9.
    #[must_use]
    pub fn cells(&self) -> &[u8; N_CELLS] {
        &self.0
    }

    /// How many cells are given.
    #[must_use]
    pub fn n_givens(&self) -> usize {
        self.0.iter().filter(|cell| **cell != 0).count()
    }

    /// Whether a digit is given twice in a row, column or block.
    #[must_use]
    pub fn has_clash(&self) -> bool {
        let (mut houses, mut clash) = ([0_u16; 3 * SIDE], false);
        for (cell, value) in self.0.iter().enumerate().filter(|(_, value)| **value != 0) {
            let (row, col) = (cell / SIDE, cell % SIDE);
            for house in [row, SIDE + col, 2 * SIDE + row / 3 * 3 + col / 3] {
                clash |= houses[house] >> value & 1 == 1;
                houses[house] |= 1 << value;
            }
        }
        clash
    }

    /// The puzzle with another content of a cell.
    ///
    /// # Panics
    /// If `value` is above 9 or there is no such cell.
    #[must_use]
    pub fn with(mut self, cell: usize, value: u8) -> Self {
        assert!(value <= 9, "a value is at most 9");
        self.0[cell] = value;
        self
    }

    /// 81 characters, with `.` for a blank.
    #[must_use]
    pub fn text(&self) -> [u8; N_CELLS] {
        self.0.map(|cell| if cell == 0 { b'.' } else { b'0' + cell })
    }

    /// Whether `solution` keeps the givens and each house of it has each digit once.
    #[must_use]
    #[expect(
        clippy::inline_always,
        reason = "the lanes check with the instructions of their level"
    )]
    #[inline(always)]
    pub fn is_solved_by(&self, solution: &[u8; N_CELLS]) -> bool {
        // As bytes without branches, many at once.
        let differs = |given: u8, value: u8| if given == 0 { 0 } else { given ^ value };
        let pairs = self.0.iter().zip(solution);
        let changed = pairs.fold(0, |changed, (given, value)| changed | differs(*given, *value));
        changed == 0 && obeys_the_rules(solution)
    }
}

/// The values of a house as a set have nine elements: then each digit stands there once.
#[inline(always)]
fn obeys_the_rules(solution: &[u8; N_CELLS]) -> bool {
    const ALL_DIGITS: u16 = 0b11_1111_1110;
    // A value above 9 is as good as none: bit 0 is not a digit.
    let bits = solution.map(|value| if value <= 9 { 1_u16 << value } else { 1 });
    let mut cols = [0; SIDE];
    let mut blocks = [0; SIDE];
    let mut every = ALL_DIGITS;
    for (row, cells) in bits.chunks_exact(SIDE).enumerate() {
        let mut in_row = 0;
        for (col, bit) in cells.iter().enumerate() {
            cols[col] |= bit;
            blocks[row / 3 * 3 + col / 3] |= bit;
            in_row |= bit;
        }
        every &= in_row;
    }
    cols.iter().chain(&blocks).fold(every, |every, house| every & house) == ALL_DIGITS
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.text()))
    }
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Puzzle({self})")
    }
}
