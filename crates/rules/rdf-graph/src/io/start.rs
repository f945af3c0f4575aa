//! What may stand before the triples, and is nothing to the parser: a byte order mark, and in N-Triples and
//! N-Quads a line `VERSION "1.2"`.
//!
//! # References
//! RDF 1.2 N-Triples, grammar: `versionDirective`; RFC 3629, section 6 (byte order mark).

use std::io::{self, Read};

const MARK: &[u8] = b"\xef\xbb\xbf";

/// How much of the text is looked at.
const LOOK: u64 = 64;

/// A reader that leaves it out. The version becomes white space, so that places stay what they are.
#[derive(Debug)]
pub(super) struct Start<R> {
    reader: R,
    /// The first bytes, and how many of them have been given out; `None` before the first is read.
    first: Option<(Vec<u8>, usize)>,
    has_version: bool,
}

impl<R: Read> Start<R> {
    /// `has_version` says that the syntax is one of lines, whose parser knows no version.
    pub(super) fn new(reader: R, has_version: bool) -> Self {
        Self { reader, first: None, has_version }
    }

    fn look(&mut self) -> io::Result<Vec<u8>> {
        let mut first = Vec::new();
        (&mut self.reader).take(LOOK).read_to_end(&mut first)?;
        if first.starts_with(MARK) {
            first.drain(..MARK.len());
        }
        if self.has_version {
            let length = version(&first).unwrap_or(0);
            first[..length].fill(b' ');
        }
        Ok(first)
    }
}

impl<R: Read> Read for Start<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.first.is_none() {
            self.first = Some((self.look()?, 0));
        }
        if let Some((first, given)) = &mut self.first
            && *given < first.len()
        {
            let length = (&first[*given..]).read(buffer)?;
            *given += length;
            return Ok(length);
        }
        self.reader.read(buffer)
    }
}

/// The length of `VERSION "1.2"`, if the text begins with it.
fn version(text: &[u8]) -> Option<usize> {
    let rest = text.strip_prefix(b"VERSION")?.trim_ascii_start();
    let (&quote, inside) = rest.split_first().filter(|(quote, _)| b"\"'".contains(quote))?;
    let end = inside.iter().position(|&byte| byte == quote)?;
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b".-".contains(byte);
    inside[..end].iter().all(is_plain).then(|| text.len() - inside.len() + end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, has_version: bool) -> String {
        let mut out = String::new();
        Start::new(text.as_bytes(), has_version).read_to_string(&mut out).unwrap();
        out
    }

    #[test]
    fn marks_and_versions_go() {
        assert_eq!(read("\u{FEFF}VERSION \"1.2\" # c\n<a>", true), "              # c\n<a>");
        assert_eq!(read("\u{FEFF}VERSION \"1.2\"", false), "VERSION \"1.2\"");
        for text in ["", "VERSION", "VERSION 1.2", "VERSION \"1.2", "VERSION \"\n\"", "<a> <b>"] {
            assert_eq!(read(text, true), text);
        }
        let long = "<e:a> <e:b> <e:c> .\n".repeat(1000);
        assert_eq!(read(&long, true), long);
    }
}
