//! pip's report: `install` lists what would be installed, each with its metadata.

use super::{Format, Lock, Locked, ReadError};
use serde_json::Value;

pub(super) fn read(text: &str) -> Result<Lock, ReadError> {
    let report: Value = serde_json::from_str(text).map_err(|error| ReadError {
        position: Some((error.line() as u64, error.column().max(1) as u64)),
        message: message(&error),
    })?;
    let Some(items) = report["install"].as_array() else {
        return Err(ReadError::new("found JSON without a list 'install', expected pip's report"));
    };
    let package = |item: &Value| {
        let field = |key: &str| item["metadata"][key].as_str().map(str::to_owned);
        Some(Locked { name: field("name")?, version: field("version") })
    };
    Ok(Lock { format: Format::PipReport, packages: items.iter().filter_map(package).collect() })
}

/// The error without the place at its end, which is told before it.
fn message(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let end = text.rfind(" at line ").unwrap_or(text.len());
    text[..end].to_owned()
}
