//! The lock files that are TOML: those of Poetry, uv and pdm, and `pylock.toml`.
//!
//! All are a list of tables with `name` and `version`. What tells them apart is where the version of
//! the format stands; it also tells that a file is not cut off, because Poetry writes it last.

use super::{Format, Lock, Locked, ReadError};
use toml::{Table, Value};

pub(super) fn read(text: &str) -> Result<Lock, ReadError> {
    let table = parse(text)?;
    let format = format(&table)?;
    let list = if format == Format::Pylock { "packages" } else { "package" };
    let items = table.get(list).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let package = |item: &Value| {
        let field = |key: &str| item.get(key).and_then(Value::as_str).map(str::to_owned);
        Some(Locked { name: field("name")?, version: field("version") })
    };
    Ok(Lock { format, packages: items.iter().filter_map(package).collect() })
}

/// Reads TOML; an error has its place.
pub(crate) fn parse(text: &str) -> Result<Table, ReadError> {
    text.parse::<Table>().map_err(|error| {
        let start = error.span().map_or(text.len(), |span| span.start);
        // An error of several lines explains the first.
        let message = error.message().lines().next().unwrap_or_default().to_owned();
        ReadError::at(text, start, message)
    })
}

fn format(table: &Table) -> Result<Format, ReadError> {
    let metadata = |key: &str| table.get("metadata").and_then(|metadata| metadata.get(key));
    let (format, version, known) = if let Some(version) = table.get("lock-version") {
        (Format::Pylock, version, &["1"][..])
    } else if let Some(version) = metadata("lock-version") {
        (Format::Poetry, version, &["1", "2"][..])
    } else if let Some(version) = metadata("lock_version") {
        (Format::Pdm, version, &["4"][..])
    } else if let Some(version) = table.get("version").filter(|version| version.is_integer()) {
        (Format::Uv, version, &["1"][..])
    } else if table.contains_key("package") {
        return Err(ReadError::new(
            "found packages but no version of the format: the lock is cut off",
        ));
    } else {
        return Err(ReadError::new(
            "found TOML that is no lock file, expected one of Poetry, uv, pdm or a pylock.toml",
        ));
    };
    let version = version.as_str().map_or_else(|| version.to_string(), str::to_owned);
    let major = version.split('.').next().unwrap_or_default();
    if known.contains(&major) {
        Ok(format)
    } else {
        Err(ReadError::new(format!(
            "found a {format} of version {version}, expected version {}",
            known.join(" or ")
        )))
    }
}
