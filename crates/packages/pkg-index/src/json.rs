//! A project's page as JSON: one object a file.
//!
//! # References
//! - PEP 691, PEP 700 (`size`, `upload-time`), PEP 714 (`core-metadata`)

use crate::file::version_and_kind;
use crate::{Error, File, MetadataFile, PackageName, Project, Sha256};
use serde_json::Value;
use url::Url;

/// Reads the page of `name`, which was found at the absolute address `at`.
///
/// # Errors
/// The page is not JSON of this form, it contains an invalid URL, or a digest is malformed.
pub fn project_from_json(name: &PackageName, at: &str, page: &[u8]) -> Result<Project, Error> {
    let malformed = |reason: String| Error::malformed(at, 1, reason);
    let base = Url::parse(at).map_err(|error| malformed(format!("no address: {error}")))?;
    let page: Value = serde_json::from_slice(page)
        .map_err(|error| Error::malformed(at, error.line().max(1), error.to_string()))?;
    let files = page["files"].as_array().ok_or_else(|| malformed("no list 'files'".to_owned()))?;
    let files = files.iter().filter_map(|file| file_of_object(name, &base, file).transpose());
    Ok(Project { name: name.clone(), files: files.collect::<Result<_, _>>().map_err(malformed)? })
}

fn file_of_object(name: &PackageName, base: &Url, file: &Value) -> Result<Option<File>, String> {
    let text = |key: &str| file[key].as_str();
    let filename = text("filename").ok_or("a file without a 'filename'")?;
    let Some((version, kind)) = version_and_kind(name, filename) else { return Ok(None) };
    let url = text("url").ok_or_else(|| format!("{filename} has no 'url'"))?;
    let mut url = base
        .join(url)
        .map_err(|error| format!("{filename}: '{url}' is not an address: {error}"))?;
    url.set_fragment(None);
    let digest = |hashes: &Value| {
        let digest = hashes["sha256"].as_str().map(str::parse::<Sha256>).transpose();
        digest.map_err(|error| format!("the digest of {filename}: {error}"))
    };
    let beside = match &file["core-metadata"] {
        Value::Null => &file["dist-info-metadata"],
        found => found,
    };
    let metadata = match beside {
        Value::Null | Value::Bool(false) => MetadataFile::Absent,
        hashes => digest(hashes)?.map_or(MetadataFile::Unhashed, MetadataFile::Hashed),
    };
    Ok(Some(File {
        filename: filename.to_owned(),
        version,
        kind,
        url: url.into(),
        sha256: digest(&file["hashes"])?,
        size: file["size"].as_u64(),
        requires_python: text("requires-python")
            .filter(|specifiers| !specifiers.trim().is_empty())
            .map(str::to_owned),
        metadata,
        yanked: matches!(&file["yanked"], Value::Bool(true) | Value::String(_)),
        uploaded: text("upload-time")
            .map(str::parse)
            .transpose()
            .map_err(|error| format!("the upload time of {filename}: {error}"))?,
        index: 0,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: &str = "http://127.0.0.1:1/simple/a/";

    #[test]
    fn objects_are_files() {
        let digest = Sha256::of(b"x");
        let page = format!(
            r#"{{"meta": {{"api-version": "1.0"}}, "name": "a", "files": [
              {{"filename": "a-1-py3-none-any.whl", "url": "../../f/a-1-py3-none-any.whl", "size": 7,
                "hashes": {{"sha256": "{digest}"}}, "upload-time": "2024-03-01T12:30:00Z", "requires-python": ">=3.6", "yanked": "broken",
                "core-metadata": {{"sha256": "{digest}"}}}},
              {{"filename": "a-2.tar.gz", "url": "a-2.tar.gz", "hashes": {{}}, "core-metadata": true}},
              {{"filename": "a.exe"}}]}}"#
        );
        let project = project_from_json(&"a".parse().unwrap(), AT, page.as_bytes()).unwrap();
        assert_eq!(project.files.len(), 2);
        let [wheel, source] = &project.files[..] else { unreachable!() };
        assert_eq!(wheel.url, "http://127.0.0.1:1/f/a-1-py3-none-any.whl");
        assert_eq!((wheel.size, wheel.yanked), (Some(7), true));
        assert_eq!(wheel.uploaded, Some("2024-03-01T12:30:00Z".parse().unwrap()));
        assert_eq!(wheel.metadata, MetadataFile::Hashed(digest));
        assert_eq!((source.sha256, source.metadata), (None, MetadataFile::Unhashed));
    }

    #[test]
    fn faults_are_told() {
        for (page, reason) in [
            ("{\n", "EOF while parsing"),
            ("{}", "no list 'files'"),
            (r#"{"files": [{}]}"#, "a file without a 'filename'"),
            (r#"{"files": [{"filename": "a-1.tar.gz"}]}"#, "a-1.tar.gz has no 'url'"),
        ] {
            let error = project_from_json(&"a".parse().unwrap(), AT, page.as_bytes()).unwrap_err();
            assert!(error.to_string().contains(reason), "{error}");
        }
    }
}
