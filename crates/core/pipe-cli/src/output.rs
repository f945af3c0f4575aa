//! Standard output as a product.

use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Write};

/// Standard output, past the line buffer of [`io::stdout`], which costs a search for the last line
/// end in every block.
#[derive(Debug)]
pub struct Stdout {
    file: File,
    /// The kind of the write error, if there was one: then it is not one of something else.
    failed: Option<ErrorKind>,
}

/// Gives `body` a buffered standard output and flushes it, so that a full disk is an error of the body's.
///
/// A closed pipe ends the body early and is not an error: the reader had enough. What the tool found out
/// stands, so its exit code is the same.
///
/// # Errors
/// Those of `body`, and those of the last write.
pub fn with_stdout(
    body: impl FnOnce(&mut BufWriter<Stdout>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, Stdout::open()?);
    let result = body(&mut out).and_then(|()| Ok(out.flush()?));
    // After a failure the rest of the buffer is not an answer.
    let (stdout, _) = out.into_parts();
    match (result, stdout.failed) {
        (Err(_), Some(ErrorKind::BrokenPipe)) => Ok(()),
        (Err(error), Some(_)) => Err(error.context("<stdout>")),
        (result, _) => result,
    }
}

impl Stdout {
    fn open() -> anyhow::Result<Self> {
        #[cfg(unix)]
        let owned = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned();
        #[cfg(windows)]
        let owned = std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned();
        // A browser has no files; there, only what tools make of their input is used.
        #[cfg(not(any(unix, windows)))]
        let owned = Err::<File, _>(io::Error::from(ErrorKind::Unsupported));
        let owned = owned.map_err(|error| anyhow::Error::new(error).context("<stdout>"))?;
        Ok(Self { file: File::from(owned), failed: None })
    }

    fn noting<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        if let Err(error) = &result
            && error.kind() != ErrorKind::Interrupted
        {
            self.failed = Some(error.kind());
        }
        result
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.file.write(bytes);
        self.noting(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.file.flush();
        self.noting(result)
    }
}
