//! Faults of a single version, for which it is left out; trouble with the index is not one of them.

use crate::error::Error;
use crate::requirement::Marker;
use std::collections::BTreeSet;

/// What is wrong with a version itself, for which it can be left out; `None` for trouble of the index.
pub(crate) fn fault_of_version(error: &Error) -> Option<String> {
    match error {
        Error::Metadata { reason, .. }
        | Error::Index(pkg_index::Error::Malformed { reason, .. }) => {
            Some(reason.replace('\n', " "))
        }
        _ => None,
    }
}

/// Whether an unreadable requirement holds only with extras that nobody asked for: its marker can be read.
pub(crate) fn is_for_other_extras(text: &str, asked: &BTreeSet<String>) -> bool {
    let Some((_, marker)) = text.rsplit_once(';') else { return false };
    Marker::parse(marker).is_ok_and(|marker| marker.with_extras(asked).is_never())
}
