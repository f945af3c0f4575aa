//! Cells and numbers as JSON.
//!
//! A cell is its short name, `"r3c7"`, or `"x2"` outside the grid. A number is an integer of at most a
//! million, so that no sum of a hostile file leaves 64 bits.

use crate::{Cell, GridShape};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.short())
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::from_short(&name).ok_or_else(|| {
            let start: String = name.chars().take(20).collect();
            D::Error::custom(format_args!("cell '{start}' is not of the form r3c7, from 1"))
        })
    }
}

/// What holds numbers.
pub(super) trait Holds {
    /// All of them.
    fn numbers(&self) -> impl Iterator<Item = i64>;
}

impl Holds for i64 {
    fn numbers(&self) -> impl Iterator<Item = i64> {
        std::iter::once(*self)
    }
}

impl Holds for Option<i64> {
    fn numbers(&self) -> impl Iterator<Item = i64> {
        self.iter().copied()
    }
}

impl Holds for Vec<i64> {
    fn numbers(&self) -> impl Iterator<Item = i64> {
        self.iter().copied()
    }
}

impl Holds for Vec<[i64; 2]> {
    fn numbers(&self) -> impl Iterator<Item = i64> {
        self.iter().flatten().copied()
    }
}

/// Reads numbers of which none is beyond [`GridShape::MAX_NUMBER`].
pub(super) fn bounded<'de, D: Deserializer<'de>, T: Deserialize<'de> + Holds>(
    deserializer: D,
) -> Result<T, D::Error> {
    let max = GridShape::MAX_NUMBER;
    let value = T::deserialize(deserializer)?;
    let beyond = value.numbers().find(|number| number.unsigned_abs() > max as u64);
    match beyond {
        Some(number) => Err(D::Error::custom(format_args!("number {number} is beyond {max}"))),
        None => Ok(value),
    }
}
