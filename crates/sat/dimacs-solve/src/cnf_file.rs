//! The file of the simplified formula: whole, or absent.
//!
//! It is there as soon as it is written, whatever becomes of the search after it. Until then it is a temporary
//! file in its folder, which belongs to the main thread, so that it goes whatever ends the work.

use anyhow::{Context, ensure};
use pipe_cli::WholeFile;
use sat_format::dimacs::{Cnf, Header, write_clause, write_header};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// A formula that is not there yet.
#[derive(Debug, Clone)]
pub(crate) struct CnfFile {
    name: String,
    file: Arc<Mutex<Option<WholeFile>>>,
}

impl CnfFile {
    /// Makes the temporary file.
    ///
    /// # Errors
    /// `path` is the formula or no file, or nothing can be written there.
    pub(crate) fn create(path: &Path, formula: Option<&Path>) -> anyhow::Result<Self> {
        ensure!(path != Path::new("-"), "found - for the simplified formula, expected a file");
        let name = path.display().to_string();
        // A file that is not there yet has no other name.
        let real = |path: &Path| path.canonicalize().ok();
        let is_formula = real(path).is_some_and(|path| formula.and_then(real) == Some(path));
        ensure!(!is_formula, "{name}: found the formula itself, expected another file");
        Ok(Self { name, file: Arc::new(Mutex::new(Some(WholeFile::create(path)?))) })
    }

    /// Writes what is left of a formula; `None` if it has no model.
    ///
    /// # Errors
    /// A part of it cannot be written.
    pub(crate) fn write(&self, formula: &Cnf, left: Option<&Cnf>) -> anyhow::Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(mut file) = file.take() else { return Ok(()) };
        write(&mut file, formula, left).with_context(|| self.name.clone())?;
        file.keep()
    }

    /// Removes the temporary file, if it is not in its place yet.
    pub(crate) fn abandon(&self) {
        drop(self.file.lock().unwrap_or_else(PoisonError::into_inner).take());
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
        "c simplified by dimacs-solve; the models are those of the original formula, as the"
    )?;
    writeln!(
        out,
        "c variables are the same: what is known of them is a clause of one literal, and those"
    )?;
    writeln!(out, "c that are in no clause are free")?;
    let header = Header { n_vars: formula.n_vars(), n_clauses: left.clauses().len() as u64 };
    write_header(out, header)?;
    left.clauses().try_for_each(|clause| write_clause(out, clause))?;
    out.flush()
}
