//! Fields of TOML tables, with errors that name the table.

use crate::ReadError;
use toml::{Table, Value};

/// Reads TOML.
///
/// # Errors
/// The text is malformed; with the place.
pub fn parse_toml(text: &str) -> Result<Table, ReadError> {
    text.parse::<Table>().map_err(|error| {
        let start = error.span().map_or(text.len(), |span| span.start);
        // An error of several lines explains the first.
        let message = error.message();
        let first = message.split_once('\n').map_or(message, |(first, _)| first);
        ReadError::at(text, start, first)
    })
}

/// A table and what messages call it.
#[derive(Debug, Clone)]
pub(crate) struct Fields<'t> {
    what: String,
    table: &'t Table,
}

impl<'t> Fields<'t> {
    pub(crate) fn new(what: impl Into<String>, table: &'t Table) -> Self {
        Self { what: what.into(), table }
    }

    /// The tables of a list of packages, each called by its name.
    pub(crate) fn packages(table: &'t Table, list: &str) -> Result<Vec<Self>, ReadError> {
        let all = Self::new("the lock", table).tables(list)?;
        let named = all.into_iter().enumerate().map(|(i, one)| {
            let what = match one.table.get("name").and_then(Value::as_str) {
                Some(name) => format!("package {name}"),
                None => format!("package number {}", i + 1),
            };
            Self { what, ..one }
        });
        Ok(named.collect())
    }

    pub(crate) fn wrong(&self, key: &str, expected: &str) -> ReadError {
        let found = match self.table.get(key) {
            None => "nothing".to_owned(),
            Some(value) => format!("a value of type {}", value.type_str()),
        };
        ReadError::new(format!("{}: found {found} as '{key}', expected {expected}", self.what))
    }

    pub(crate) fn value(&self, key: &str) -> Option<&'t Value> {
        self.table.get(key)
    }

    pub(crate) fn text(&self, key: &str) -> Result<Option<String>, ReadError> {
        match self.table.get(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(self.wrong(key, "a string")),
        }
    }

    pub(crate) fn required(&self, key: &str) -> Result<String, ReadError> {
        self.text(key)?.ok_or_else(|| self.wrong(key, "a string"))
    }

    pub(crate) fn truth(&self, key: &str) -> Result<bool, ReadError> {
        match self.table.get(key) {
            None => Ok(false),
            Some(value) => value.as_bool().ok_or_else(|| self.wrong(key, "true or false")),
        }
    }

    pub(crate) fn size(&self, key: &str) -> Result<Option<u64>, ReadError> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        let size = value.as_integer().and_then(|size| u64::try_from(size).ok());
        size.map(Some).ok_or_else(|| self.wrong(key, "a length in bytes"))
    }

    pub(crate) fn texts(&self, key: &str) -> Result<Vec<String>, ReadError> {
        let Some(value) = self.table.get(key) else { return Ok(Vec::new()) };
        texts(value).ok_or_else(|| self.wrong(key, "a list of strings"))
    }

    pub(crate) fn table(&self, key: &str) -> Result<Option<Self>, ReadError> {
        match self.table.get(key) {
            None => Ok(None),
            Some(Value::Table(table)) => Ok(Some(Self::new(format!("{}.{key}", self.what), table))),
            Some(_) => Err(self.wrong(key, "a table")),
        }
    }

    pub(crate) fn tables(&self, key: &str) -> Result<Vec<Self>, ReadError> {
        let Some(value) = self.table.get(key) else { return Ok(Vec::new()) };
        let what = format!("{}.{key}", self.what);
        let all = value.as_array().and_then(|list| list.iter().map(Value::as_table).collect());
        let all: Vec<&Table> = all.ok_or_else(|| self.wrong(key, "a list of tables"))?;
        Ok(all.into_iter().map(|table| Self::new(what.clone(), table)).collect())
    }

    /// Every key with what is read of it, in the file's order.
    pub(crate) fn each<T>(
        &self,
        read: impl Fn(&Self, &str) -> Result<T, ReadError>,
    ) -> Result<Vec<(String, T)>, ReadError> {
        self.table.keys().map(|key| Ok((key.clone(), read(self, key)?))).collect()
    }
}

fn texts(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|one| one.as_str().map(str::to_owned)).collect()
}
