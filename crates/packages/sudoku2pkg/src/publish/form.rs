//! The form in which a wheel is uploaded.
//!
//! It is a `multipart/form-data` of the fields of the metadata and the file itself. The boundary
//! between its parts is made of the file's digest, so that it cannot stand in the file.
//!
//! # References
//! - Python Packaging User Guide, *Upload API*; RFC 7578

use pkg_index::{Metadata, Sha256};
use std::io::Write;

/// A form and the content type that says what its boundary is.
pub(super) struct Form {
    pub(super) content_type: String,
    pub(super) body: Vec<u8>,
}

/// The form for a wheel.
pub(super) fn form(filename: &str, metadata: &Metadata, wheel: &[u8]) -> Form {
    let digest = Sha256::of(wheel).to_string();
    let boundary = format!("wheel-{digest}");
    let mut body = Vec::with_capacity(wheel.len() + 4096);
    let fixed = [
        (":action", "file_upload"),
        ("protocol_version", "1"),
        ("metadata_version", "2.1"),
        ("name", &metadata.name),
        ("version", &metadata.version),
        ("summary", &metadata.summary),
        ("filetype", "bdist_wheel"),
        ("pyversion", "py3"),
        ("sha256_digest", &digest),
    ];
    let python = metadata.requires_python.iter().map(|text| ("requires_python", text.as_str()));
    let required = metadata.requires_dist.iter().map(|text| ("requires_dist", text.as_str()));
    for (name, value) in fixed.into_iter().chain(python).chain(required) {
        part(&mut body, &boundary, &format!("name=\"{name}\""), value.as_bytes());
    }
    let file = format!(
        "name=\"content\"; filename=\"{filename}\"\r\nContent-Type: application/octet-stream"
    );
    part(&mut body, &boundary, &file, wheel);
    // Writing into memory does not fail.
    let _ = write!(body, "--{boundary}--\r\n");
    Form { content_type: format!("multipart/form-data; boundary={boundary}"), body }
}

fn part(body: &mut Vec<u8>, boundary: &str, head: &str, value: &[u8]) {
    let _ = write!(body, "--{boundary}\r\nContent-Disposition: form-data; {head}\r\n\r\n");
    body.extend_from_slice(value);
    body.extend_from_slice(b"\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_is_a_part() {
        let metadata = Metadata {
            name: "a".to_owned(),
            version: "1.0.0".to_owned(),
            requires_python: Some(">=3.6".to_owned()),
            requires_dist: vec!["b !=1.0.0".to_owned(), "c !=1.0.0".to_owned()],
            ..Metadata::default()
        };
        let Form { content_type, body } = form("a-1.0.0-py3-none-any.whl", &metadata, b"PK\r\n--");
        let boundary = content_type.strip_prefix("multipart/form-data; boundary=").unwrap();
        let text = String::from_utf8(body).unwrap();
        let parts: Vec<&str> = text.split(&format!("--{boundary}")).collect();
        assert_eq!((parts[0], parts[parts.len() - 1]), ("", "--\r\n"));
        assert_eq!(parts.len(), 9 + 1 + 2 + 1 + 2);
        assert!(parts[12].ends_with("name=\"requires_dist\"\r\n\r\nc !=1.0.0\r\n"));
        assert!(
            parts[13].contains("filename=\"a-1.0.0-py3-none-any.whl\"")
                && parts[13].ends_with("\r\n\r\nPK\r\n--\r\n")
        );
    }
}
