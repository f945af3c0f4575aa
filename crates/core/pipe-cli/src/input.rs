//! Where a tool reads from: a named file or standard input.

use anyhow::Context;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// An open input and the name that messages give it.
pub struct Input {
    name: String,
    reader: Box<dyn Read + Send>,
}

impl Input {
    /// Opens `path`; `None` and `-` are standard input.
    ///
    /// # Errors
    /// The file cannot be opened, or is a directory.
    pub fn open(path: Option<&Path>) -> anyhow::Result<Self> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            return Ok(Self { name: "<stdin>".to_owned(), reader: Box::new(io::stdin()) });
        };
        let name = path.display().to_string();
        let file = File::open(path).with_context(|| name.clone())?;
        if file.metadata().with_context(|| name.clone())?.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory)).context(name);
        }
        Ok(Self { name, reader: Box::new(file) })
    }

    /// An input that is not a file.
    #[must_use]
    pub fn from_reader(name: &str, reader: impl Read + Send + 'static) -> Self {
        Self { name: name.to_owned(), reader: Box::new(reader) }
    }

    /// The file's name as messages show it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Reads everything, but no more than `limit` bytes.
    ///
    /// # Errors
    /// Reading fails, or there are more than `limit` bytes.
    pub fn read_up_to(&mut self, limit: u64) -> anyhow::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        (&mut self.reader)
            .take(limit + 1)
            .read_to_end(&mut bytes)
            .with_context(|| self.name.clone())?;
        anyhow::ensure!(
            bytes.len() as u64 <= limit,
            "{}: the input is longer than {limit} bytes",
            self.name
        );
        Ok(bytes)
    }

    /// An error at a place of this input: `name:line:column: error`, line and column from 1.
    #[must_use]
    pub fn error_at(&self, line: u64, column: u64, error: impl Display) -> anyhow::Error {
        anyhow::anyhow!("{}:{line}:{column}: {error}", self.name)
    }

    /// The stream alone.
    #[must_use]
    pub fn into_reader(self) -> Box<dyn Read + Send> {
        self.reader
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reader.read(buffer)
    }
}

impl std::fmt::Debug for Input {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Input").field("name", &self.name).finish_non_exhaustive()
    }
}
