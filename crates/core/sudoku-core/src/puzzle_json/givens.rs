//! The givens of the JSON, each cell named once: of two givens for a cell, only one could be kept.

use super::Given;
use crate::Cell;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;

/// Reads them.
///
/// # Errors
/// A name or a given is not one, or a cell is named twice, in whatever spelling.
pub(super) fn once<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<Cell, Given>, D::Error> {
    deserializer.deserialize_map(Once)
}

struct Once;

impl<'de> Visitor<'de> for Once {
    type Value = BTreeMap<Cell, Given>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with a given for each cell")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        let mut givens = BTreeMap::new();
        while let Some(cell) = members.next_key::<Cell>()? {
            if givens.contains_key(&cell) {
                // As an error of its value it has the place of the second one.
                members.next_value_seed(Second)?;
            }
            givens.insert(cell, members.next_value()?);
        }
        Ok(givens)
    }
}

/// Refuses the second given of a cell.
struct Second;

impl<'de> DeserializeSeed<'de> for Second {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, _: D) -> Result<(), D::Error> {
        Err(D::Error::custom("the cell has two givens"))
    }
}
