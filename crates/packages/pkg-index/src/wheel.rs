//! The metadata inside a wheel, for indexes that do not serve it beside.

use crate::{Error, Metadata};
use std::io::{Cursor, Read, Seek};
use zip::ZipArchive;

/// The longest `METADATA` that is unpacked: its length in the archive may be a lie.
const LONGEST: u64 = 16 << 20;

/// Reads `NAME-VERSION.dist-info/METADATA` of a wheel; `at` is its name in messages.
///
/// # Errors
/// The bytes are not a wheel, or its metadata is malformed.
pub fn metadata_of_wheel(at: &str, wheel: &[u8]) -> Result<Metadata, Error> {
    Metadata::parse(&format!("{at}/METADATA"), &metadata_text_of_wheel(at, wheel)?)
}

/// The bytes of `NAME-VERSION.dist-info/METADATA` of a wheel.
///
/// # Errors
/// The bytes are not a wheel.
pub fn metadata_text_of_wheel(at: &str, wheel: &[u8]) -> Result<Vec<u8>, Error> {
    metadata_text_of_archive(at, Cursor::new(wheel))
}

/// The same of an archive of which parts can be read.
pub(crate) fn metadata_text_of_archive(
    at: &str,
    archive: impl Read + Seek,
) -> Result<Vec<u8>, Error> {
    let broken = |error: String| Error::malformed(at, 1, format!("not a wheel: {error}"));
    let mut archive = ZipArchive::new(archive).map_err(|error| broken(error.to_string()))?;
    let mut names = archive.file_names().filter_map(Result::ok);
    let name = names.find(|name| is_metadata(name)).map(String::from);
    drop(names);
    let name = name.ok_or_else(|| broken("it has no .dist-info/METADATA".to_owned()))?;
    let member = archive.by_name(&name).map_err(|error| broken(error.to_string()))?;
    let mut bytes = Vec::new();
    member.take(LONGEST).read_to_end(&mut bytes).map_err(|error| broken(error.to_string()))?;
    Ok(bytes)
}

fn is_metadata(member: &str) -> bool {
    member
        .strip_suffix("/METADATA")
        .is_some_and(|folder| folder.ends_with(".dist-info") && !folder.contains('/'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    #[test]
    fn the_metadata_of_a_wheel_is_found() {
        let mut wheel = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in [("a.py", ""), ("a-1.dist-info/METADATA", "Name: a\nVersion: 1\n")] {
            wheel.start_file(name, SimpleFileOptions::default()).unwrap();
            wheel.write_all(text.as_bytes()).unwrap();
        }
        let bytes = wheel.finish().unwrap().into_inner();
        assert_eq!(metadata_of_wheel("a.whl", &bytes).unwrap().version, "1");
        for cut in [0, 10, bytes.len() / 2, bytes.len() - 1] {
            let error = metadata_of_wheel("a.whl", &bytes[..cut]).unwrap_err();
            assert!(error.to_string().starts_with("a.whl:1: not a wheel: "), "{error}");
        }
    }
}
