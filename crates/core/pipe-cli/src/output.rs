//! Standard output as a product.

use std::fs::File;
use std::io::{self, BufWriter, Write};

/// Gives `body` a buffered standard output and flushes it, so that every failed write is an error of
/// the body's.
///
/// It writes past the line buffer of [`io::stdout`], which costs a search for the last line end in
/// every block.
///
/// # Errors
/// Those of `body`, and those of the last write.
pub fn with_stdout<T>(
    body: impl FnOnce(&mut BufWriter<File>) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let file = duplicate_stdout()?;
    let mut out = BufWriter::with_capacity(1 << 16, file);
    let result = match body(&mut out) {
        Ok(result) => result,
        Err(error) => {
            // What was written before the failure has been handed over; the rest is not an answer.
            drop(out.into_parts());
            return Err(error);
        }
    };
    out.flush().map_err(naming_stdout)?;
    Ok(result)
}

fn duplicate_stdout() -> anyhow::Result<File> {
    #[cfg(unix)]
    let owned = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned();
    #[cfg(windows)]
    let owned = std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned();
    Ok(File::from(owned.map_err(naming_stdout)?))
}

fn naming_stdout(error: io::Error) -> anyhow::Error {
    anyhow::Error::new(error).context("<stdout>")
}
