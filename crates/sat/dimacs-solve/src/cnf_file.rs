//! The file of the simplified formula: whole, or absent.
//!
//! It is there as soon as it is written, whatever becomes of the search after it. Until then it is a temporary
//! file in its folder, which belongs to the main thread, so that it goes whatever ends the work.

use anyhow::{Context, ensure};
use sat_format::dimacs::{Cnf, Header, write_clause, write_header};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tempfile::NamedTempFile;

/// A formula that is not there yet.
#[derive(Debug, Clone)]
pub(crate) struct CnfFile {
    path: PathBuf,
    temporary: Arc<Mutex<Option<NamedTempFile>>>,
}

impl CnfFile {
    /// Makes the temporary file.
    ///
    /// # Errors
    /// `path` is the formula or no file, or nothing can be written there.
    pub(crate) fn create(path: &Path, formula: Option<&Path>) -> anyhow::Result<Self> {
        ensure!(path != Path::new("-"), "found - for the simplified formula, expected a file");
        let name = || path.display().to_string();
        // A link stays one.
        let path = match path.canonicalize() {
            Ok(real) => real,
            Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_owned(),
            Err(error) => return Err(error).with_context(name),
        };
        let is_formula = formula.and_then(|file| file.canonicalize().ok()).as_ref() == Some(&path);
        ensure!(!is_formula, "{}: found the formula itself, expected another file", name());
        ensure!(!path.exists() || path.is_file(), "{}: expected a file", name());
        let temporary = crate::proof_file::temporary(&path, ".cnf-").with_context(name)?;
        Ok(Self { path, temporary: Arc::new(Mutex::new(Some(temporary))) })
    }

    /// Writes what is left of a formula; `None` if it has no model.
    ///
    /// # Errors
    /// A part of it cannot be written.
    pub(crate) fn write(&self, formula: &Cnf, left: Option<&Cnf>) -> anyhow::Result<()> {
        let name = || self.path.display().to_string();
        let mut temporary = self.temporary.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(file) = temporary.take() else { return Ok(()) };
        write(file.as_file(), formula, left).with_context(name)?;
        file.persist(&self.path).map_err(|error| error.error).with_context(name)?;
        Ok(())
    }

    /// Removes the temporary file, if it is not in its place yet.
    pub(crate) fn abandon(&self) {
        drop(self.temporary.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

fn write(file: impl Write, formula: &Cnf, left: Option<&Cnf>) -> io::Result<()> {
    let out = &mut BufWriter::with_capacity(1 << 16, file);
    let contradiction = || {
        let mut contradiction = Cnf::default();
        contradiction.push(&[]);
        contradiction
    };
    let left = left.cloned().unwrap_or_else(contradiction);
    writeln!(
        out,
        "c a formula of {} clauses, simplified by dimacs-solve",
        formula.clauses().len()
    )?;
    writeln!(out, "c its models are those of the original: the variables are the same,")?;
    writeln!(
        out,
        "c what is known of them is a clause of one literal, and those in no clause are free"
    )?;
    let header = Header { n_vars: formula.n_vars(), n_clauses: left.clauses().len() as u64 };
    write_header(out, header)?;
    left.clauses().try_for_each(|clause| write_clause(out, clause))?;
    out.flush()
}
