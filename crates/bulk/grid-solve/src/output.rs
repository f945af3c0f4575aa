//! The file that `--output` names: compressed by the ending of its name.

use crate::compression::{Compression, Encoder};
use anyhow::{Context, ensure};
use pipe_cli::WholeFile;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

/// Gives `body` a file, which becomes `path` when all is written.
///
/// # Errors
/// Those of `body` and of writing; `path` is one of the `inputs`, or no file. What is there is then as it was.
pub(crate) fn with_file(
    path: &Path,
    inputs: &[PathBuf],
    body: impl FnOnce(&mut Encoder<BufWriter<WholeFile>>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let name = || path.display().to_string();
    // A file that is not there yet has no other name.
    if let Ok(whole) = path.canonicalize() {
        let is_input = inputs.iter().any(|input| input.canonicalize().is_ok_and(|it| it == whole));
        ensure!(!is_input, "{}: the output is an input", name());
    }
    let out = BufWriter::with_capacity(1 << 16, WholeFile::create(path)?);
    let mut encoder = Encoder::new(Compression::of_name(path), out).with_context(name)?;
    body(&mut encoder)?;
    let out = encoder.finish().with_context(name)?;
    let file = out.into_inner().map_err(std::io::IntoInnerError::into_error).with_context(name)?;
    file.keep()
}
