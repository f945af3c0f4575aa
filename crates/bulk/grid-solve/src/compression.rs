//! Compressed files: read by what they start with, written by the ending of their name.
//!
//! | format | ending | first bytes |
//! |---|---|---|
//! | gzip (RFC 1952) | `.gz` | `1f 8b` |
//! | Zstandard (RFC 8878) | `.zst` | `28 b5 2f fd` |
//! | xz | `.xz` | `fd 37 7a 58 5a 00` |
//!
//! Several members, frames or streams one after the other are one text, as with each format's own program.
//! Parquet and Arrow files hold columns and not lines; an error says what reads them.

use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use lzma_rust2::{XzOptions, XzReader, XzWriter};
use pipe_cli::Input;
use ruzstd::decoding::StreamingDecoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::fmt;
use std::io::{self, Chain, Cursor, Read, Write};
use std::path::Path;

/// The formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compression {
    None,
    Gzip,
    Zstandard,
    Xz,
}

impl Compression {
    /// What a file of this name holds.
    pub(crate) fn of_name(path: &Path) -> Self {
        let ending = path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
        match ending.as_ref().and_then(|ending| ending.to_str()) {
            Some("gz") => Self::Gzip,
            Some("zst") => Self::Zstandard,
            Some("xz") => Self::Xz,
            _ => Self::None,
        }
    }

    /// What starts like this; an error for formats that are not text at all.
    fn of_start(start: &[u8]) -> io::Result<Self> {
        let columns = |format: &str| {
            io::Error::other(format!(
                "{format} holds columns, not lines: the Python package grid_solve reads them (see docs/bulk.md)"
            ))
        };
        match start {
            [0x1f, 0x8b, ..] => Ok(Self::Gzip),
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Ok(Self::Zstandard),
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Ok(Self::Xz),
            [b'P', b'A', b'R', b'1', ..] => Err(columns("Parquet")),
            [b'A', b'R', b'R', b'O', b'W', b'1', ..] => Err(columns("Arrow")),
            _ => Ok(Self::None),
        }
    }
}

/// The first bytes of an input, then the rest of it.
type Whole = Chain<Cursor<Vec<u8>>, Input>;

/// An input as text, whatever it is compressed with; nothing is read before the first byte is asked for.
pub(crate) struct Text(State);

enum State {
    /// Nothing was read.
    Unread(Option<Input>),
    Reading(Box<dyn Read + Send>),
}

impl Text {
    pub(crate) fn of(input: Input) -> Input {
        let name = input.name().to_owned();
        Input::from_reader(&name, Self(State::Unread(Some(input))))
    }
}

impl Read for Text {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match &mut self.0 {
                State::Reading(reader) => return reader.read(buffer),
                State::Unread(input) => {
                    let Some(mut input) = input.take() else { return Ok(0) };
                    let start = start_of(&mut input)?;
                    let compression = Compression::of_start(&start)?;
                    let whole = Cursor::new(start).chain(input);
                    self.0 = State::Reading(match compression {
                        Compression::None => Box::new(whole),
                        Compression::Gzip => Box::new(MultiGzDecoder::new(whole)),
                        Compression::Zstandard => Box::new(Frames::Between(Some(whole))),
                        Compression::Xz => Box::new(XzReader::new(whole, true)),
                    });
                }
            }
        }
    }
}

/// The first bytes of an input: no more are waited for than it takes to tell what they are.
fn start_of(input: &mut Input) -> io::Result<Vec<u8>> {
    const STARTS: [&[u8]; 5] =
        [b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\xfd7zXZ\0", b"PAR1", b"ARROW1"];
    let mut start = Vec::new();
    loop {
        let may_become = |wanted: &&[u8]| wanted.len() > start.len() && wanted.starts_with(&start);
        if !STARTS.iter().any(may_become) {
            return Ok(start);
        }
        let mut byte = [0];
        match input.read(&mut byte) {
            Ok(0) => return Ok(start),
            Ok(_) => start.push(byte[0]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// The text of Zstandard frames, one after the other.
enum Frames {
    /// Before a frame, or the end.
    Between(Option<Whole>),
    Within(Box<StreamingDecoder<Whole, ruzstd::decoding::FrameDecoder>>),
}

impl Read for Frames {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self {
                Self::Between(source) => {
                    let Some(mut source) = source.take() else { return Ok(0) };
                    let mut first = [0];
                    if source.read(&mut first)? == 0 {
                        return Ok(0);
                    }
                    let (rest, input) = source.into_inner();
                    let left = &rest.get_ref()[rest.position() as usize..];
                    let whole = Cursor::new([&first, left].concat()).chain(input);
                    let decoder = StreamingDecoder::new(whole).map_err(io::Error::other)?;
                    *self = Self::Within(Box::new(decoder));
                }
                Self::Within(decoder) => {
                    let n_read = decoder.read(buffer)?;
                    if n_read > 0 || buffer.is_empty() {
                        return Ok(n_read);
                    }
                    let found = decoder.decoder.get_checksum_from_data();
                    if found.is_some() && found != decoder.decoder.get_calculated_checksum() {
                        return Err(io::Error::other("the checksum of a Zstandard frame is wrong"));
                    }
                    let Self::Within(decoder) = std::mem::replace(self, Self::Between(None)) else {
                        return Ok(0);
                    };
                    *self = Self::Between(Some(decoder.into_inner()));
                }
            }
        }
    }
}

/// How much text is in a Zstandard frame.
const FRAME: usize = 1 << 20;

/// Compresses what is written to it; [`finish`](Self::finish) writes the end.
pub(crate) enum Encoder<W: Write> {
    None(W),
    Gzip(Box<GzEncoder<W>>),
    Zstandard(W, Vec<u8>),
    Xz(Box<XzWriter<W>>),
}

impl<W: Write> Encoder<W> {
    /// # Errors
    /// Those of `out`.
    pub(crate) fn new(compression: Compression, out: W) -> io::Result<Self> {
        Ok(match compression {
            Compression::None => Self::None(out),
            Compression::Gzip => {
                Self::Gzip(Box::new(GzEncoder::new(out, flate2::Compression::default())))
            }
            Compression::Zstandard => Self::Zstandard(out, Vec::with_capacity(FRAME)),
            Compression::Xz => Self::Xz(Box::new(XzWriter::new(out, XzOptions::with_preset(6))?)),
        })
    }

    /// Writes what is still to be written, and gives the output back.
    ///
    /// # Errors
    /// Those of the output.
    pub(crate) fn finish(self) -> io::Result<W> {
        let mut out = match self {
            Self::None(out) => out,
            Self::Gzip(encoder) => encoder.finish()?,
            Self::Zstandard(mut out, text) => {
                write_frame(&mut out, &text)?;
                out
            }
            Self::Xz(encoder) => encoder.finish()?,
        };
        out.flush()?;
        Ok(out)
    }
}

fn write_frame(out: &mut impl Write, text: &[u8]) -> io::Result<()> {
    out.write_all(&compress_to_vec(text, CompressionLevel::Fastest))
}

impl<W: Write> Write for Encoder<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::None(out) => out.write(bytes),
            Self::Gzip(encoder) => encoder.write(bytes),
            Self::Zstandard(out, text) => {
                let taken = bytes.len().min(FRAME - text.len());
                text.extend_from_slice(&bytes[..taken]);
                if text.len() == FRAME {
                    write_frame(out, text)?;
                    text.clear();
                }
                Ok(taken)
            }
            Self::Xz(encoder) => encoder.write(bytes),
        }
    }

    /// Passes on what is not held back: a flush in the middle would only make the file larger.
    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::None(out) => out.flush(),
            Self::Gzip(_) | Self::Zstandard(..) | Self::Xz(_) => Ok(()),
        }
    }
}

impl<W: Write> fmt::Debug for Encoder<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Encoder").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(compression: Compression, text: &[u8]) -> Vec<u8> {
        let mut encoder = Encoder::new(compression, Vec::new()).unwrap();
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn read(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let input = Input::from_reader("packed", Cursor::new(bytes.to_owned()));
        let mut text = Vec::new();
        Text::of(input).read_to_end(&mut text).map(|_| text)
    }

    #[test]
    fn what_was_written_is_read() {
        let long: Vec<u8> =
            (0_u32..2_000_000).flat_map(|i| i.wrapping_mul(i).to_le_bytes()).collect();
        for compression in
            [Compression::None, Compression::Gzip, Compression::Zstandard, Compression::Xz]
        {
            let n_long = if compression == Compression::Zstandard { FRAME + 9 } else { 50_000 };
            for text in [&b""[..], b"a", b"\x1f", b"PAR", &long[..n_long]] {
                let once = packed(compression, text);
                assert!(read(&once).unwrap() == text, "{compression:?}, {} bytes", text.len());
                let twice = [&once[..], &once].concat();
                if compression != Compression::None {
                    assert!(read(&twice).unwrap() == [text, text].concat(), "{compression:?}");
                }
            }
            if compression != Compression::None {
                let whole = packed(compression, &long[..10_000]);
                assert!(read(&whole[..whole.len() / 2]).is_err(), "{compression:?}");
            }
        }
    }

    #[test]
    fn columns_are_not_lines() {
        for (start, name) in [(&b"PAR1\x15\x04"[..], "Parquet"), (b"ARROW1\0\0", "Arrow")] {
            let error = read(start).unwrap_err().to_string();
            assert!(error.starts_with(name) && error.contains("grid_solve"), "{error}");
        }
    }
}
