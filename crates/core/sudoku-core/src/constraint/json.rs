//! Cells as JSON: their short names, `"r3c7"`, and `"x2"` outside the grid.

use crate::Cell;
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
            D::Error::custom(format_args!("cell '{name}' is not of the form r3c7, from 1"))
        })
    }
}
