//! The metadata inside a source archive: `NAME-VERSION/PKG-INFO`.
//!
//! It says what the version requires only if no build may change that: see [`Metadata::is_static`](crate::Metadata::is_static).
//!
//! # References
//! - Python Packaging User Guide, "Source distribution file format" (PEP 625, 643)

use crate::Error;
use flate2::read::MultiGzDecoder;
use std::io::{Cursor, Read};
use std::path::Path;
use tar::Archive;
use zip::ZipArchive;

/// The longest `PKG-INFO` that is unpacked, and the most that is unpacked to find it.
const LONGEST: u64 = 16 << 20;
const MOST: u64 = 1 << 30;

/// The bytes of `PKG-INFO` of a source archive, `.tar.gz` or `.zip`; `at` is its name in messages.
///
/// # Errors
/// The bytes are no such archive.
pub fn metadata_text_of_sdist(at: &str, archive: &[u8]) -> Result<Vec<u8>, Error> {
    let found = if archive.starts_with(b"PK") { in_zip(archive) } else { in_tar(archive) };
    let broken =
        |reason: String| Error::malformed(at, 1, format!("not a source archive: {reason}"));
    found.map_err(&broken)?.ok_or_else(|| broken("it has no PKG-INFO in its folder".to_owned()))
}

fn in_tar(archive: &[u8]) -> Result<Option<Vec<u8>>, String> {
    let mut archive = Archive::new(MultiGzDecoder::new(archive).take(MOST));
    for member in archive.entries().map_err(|error| error.to_string())? {
        let member = member.map_err(|error| error.to_string())?;
        let is_ours = member.path().is_ok_and(|path| is_metadata(&path));
        if is_ours {
            return read(member).map(Some);
        }
    }
    Ok(None)
}

fn in_zip(archive: &[u8]) -> Result<Option<Vec<u8>>, String> {
    let mut archive = ZipArchive::new(Cursor::new(archive)).map_err(|error| error.to_string())?;
    let mut names = archive.file_names().filter_map(Result::ok);
    let name = names.find(|name| is_metadata(Path::new(&**name))).map(String::from);
    drop(names);
    let Some(name) = name else { return Ok(None) };
    read(archive.by_name(&name).map_err(|error| error.to_string())?).map(Some)
}

fn read(member: impl Read) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    member.take(LONGEST).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

/// In the archive's one folder; deeper ones are of other projects or of tests.
fn is_metadata(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "PKG-INFO") && path.components().count() == 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write;
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    const MEMBERS: [(&str, &str); 3] = [
        ("a-1/a.egg-info/PKG-INFO", "Name: other\n"),
        ("a-1/setup.py", ""),
        ("a-1/PKG-INFO", "Name: a\n"),
    ];

    fn tar_gz() -> Vec<u8> {
        let mut tar = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
        for (name, text) in MEMBERS {
            let mut header = tar::Header::new_gnu();
            header.set_size(text.len() as u64);
            tar.append_data(&mut header, name, text.as_bytes()).unwrap();
        }
        tar.into_inner().unwrap().finish().unwrap()
    }

    fn zip() -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in MEMBERS {
            zip.start_file(name, SimpleFileOptions::default()).unwrap();
            zip.write_all(text.as_bytes()).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    #[test]
    fn the_metadata_of_an_archive_is_found_and_half_an_archive_is_refused() {
        for bytes in [tar_gz(), zip()] {
            assert_eq!(metadata_text_of_sdist("a-1.tar.gz", &bytes).unwrap(), b"Name: a\n");
            for cut in [0, 10, bytes.len() / 4] {
                let error = metadata_text_of_sdist("a-1.tar.gz", &bytes[..cut]).unwrap_err();
                let text = error.to_string();
                assert!(text.starts_with("a-1.tar.gz:1: not a source archive: "), "{text}");
            }
        }
    }
}
