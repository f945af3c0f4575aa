//! The file of a proof: whole, or absent.
//!
//! Two temporary files lie in its folder until it is renamed into place: the proof, and the steps that
//! the search writes. They belong to the main thread, so that they go whatever ends the work.

use anyhow::{Context, bail, ensure};
use pipe_cli::{Failure, WholeFile};
use sat_format::dimacs::is_compressed;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tempfile::{Builder, NamedTempFile};

/// How much of a file that is there is looked at.
const LOOKED_AT: u64 = 1 << 16;

/// A proof that is not there yet.
#[derive(Debug)]
pub(crate) struct ProofFile {
    proof: WholeFile,
    steps: StepsFile,
}

/// The file for the steps of a search, until it is dropped.
#[derive(Debug)]
struct StepsFile {
    file: NamedTempFile,
    is_there: Arc<Mutex<bool>>,
}

impl Drop for StepsFile {
    fn drop(&mut self) {
        // The file itself goes next.
        *self.is_there.lock().unwrap_or_else(PoisonError::into_inner) = false;
    }
}

/// Where a search puts its steps. A search that nobody waits for any more may begin so late that the file is gone, and
/// must not make it again.
#[derive(Debug, Clone)]
pub(crate) struct Steps {
    path: PathBuf,
    is_there: Arc<Mutex<bool>>,
}

impl Steps {
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Opens the file in some way, while it stays; `None` if it is gone.
    pub(crate) fn open<T>(&self, open: impl FnOnce(&Path) -> T) -> Option<T> {
        let is_there = self.is_there.lock().unwrap_or_else(PoisonError::into_inner);
        is_there.then(|| open(&self.path))
    }
}

impl ProofFile {
    /// Makes the temporary files and removes an old proof, which would belong to another question.
    ///
    /// # Errors
    /// `path` is the formula, or no file that a proof may replace, or nothing can be written there.
    pub(crate) fn create(path: &Path, formula: Option<&Path>) -> anyhow::Result<Self> {
        ensure!(path != Path::new("-"), "found - for the proof, expected the name of a file");
        let name = || path.display().to_string();
        // A link stays one.
        let path = match path.canonicalize() {
            Ok(real) => {
                check_replaceable(&real, formula).with_context(name)?;
                fs::remove_file(&real).with_context(name)?;
                real
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_owned(),
            Err(error) => return Err(error).with_context(name),
        };
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        let folder = folder.unwrap_or(Path::new("."));
        let mut builder = Builder::new();
        let prefix = format!(".steps-{}-", std::process::id());
        builder.prefix(&prefix).suffix(".part");
        let file = builder.tempfile_in(folder).with_context(name)?;
        let steps = StepsFile { file, is_there: Arc::new(Mutex::new(true)) };
        Ok(Self { proof: WholeFile::create(&path)?, steps })
    }

    /// The file to write the proof to, and that for the steps of the search.
    ///
    /// # Errors
    /// The system has no more handles.
    pub(crate) fn handles(&self) -> io::Result<(File, Steps)> {
        let StepsFile { file, is_there } = &self.steps;
        let steps = Steps { path: file.path().to_owned(), is_there: Arc::clone(is_there) };
        Ok((self.proof.handle()?, steps))
    }

    /// Puts the whole proof into place.
    ///
    /// # Errors
    /// It does not reach the disk, or cannot be renamed.
    pub(crate) fn keep(self) -> anyhow::Result<()> {
        self.proof.keep()
    }
}

/// Refuses to replace what may be somebody's work.
fn check_replaceable(path: &Path, formula: Option<&Path>) -> anyhow::Result<()> {
    ensure!(path.is_file(), "found something other than a file, expected a file for the proof");
    // A formula that is not there is an error when it is read.
    let formula = formula.and_then(|formula| formula.canonicalize().ok());
    let start = start(path)?;
    ensure!(
        !is_compressed(&start) || formula.as_deref() == Some(path),
        "found compressed data, expected a file for the proof"
    );
    if formula.as_deref() == Some(path) || has_cnf_header(&start) {
        let failure = Failure::new("found a CNF, expected a file for the proof");
        bail!(
            failure
                .help("the second file is where the proof goes; one formula is solved at a time")
        );
    }
    let failure = Failure::new("found a file that is no whole proof, expected one for the proof");
    ensure!(
        is_proof(&start, &end(path)?),
        failure.help("a CNF without a header looks so, too: remove the file, or name another one")
    );
    Ok(())
}

/// Whether a file is a whole proof: it is empty or starts as `VeriPB` does, deletes a clause, or ends with
/// the empty clause, in DRAT or LRAT. A CNF without a header that ends so has no model by itself.
fn is_proof(start: &[u8], end: &[u8]) -> bool {
    let deletes = |line: &[u8]| line.starts_with(b"d ");
    let last = end.trim_ascii_end().rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    let words: Vec<&[u8]> = last.split(u8::is_ascii_whitespace).collect();
    let is_binary = matches!(start, [b'a' | b'd', ..]) && end.ends_with(b"\0");
    start.is_empty()
        || start.starts_with(b"pseudo-Boolean proof")
        || is_binary
        || start.split(|byte| *byte == b'\n').any(deletes)
        || matches!(words[..], [b"0"] | [_, b"0", _, ..])
}

/// The end of a file.
fn end(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(LOOKED_AT)))?;
    let mut end = Vec::new();
    file.take(LOOKED_AT).read_to_end(&mut end)?;
    Ok(end)
}

fn start(path: &Path) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    File::open(path)?.take(LOOKED_AT).read_to_end(&mut start)?;
    Ok(start)
}

fn has_cnf_header(start: &[u8]) -> bool {
    start.split(|byte| *byte == b'\n').any(|line| line.starts_with(b"p cnf"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_begins_too_late_makes_no_file() {
        let folder = tempfile::TempDir::new().unwrap();
        let file = ProofFile::create(&folder.path().join("proof"), None).unwrap();
        let (_, steps) = file.handles().unwrap();
        let create = |path: &Path| File::create(path).unwrap().metadata().unwrap().len();
        assert_eq!(steps.open(create), Some(0));
        assert!(steps.path().exists());
        drop(file);
        assert_eq!(steps.open(create), None);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
