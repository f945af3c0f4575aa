//! A project's page as HTML: one `<a>` a file.
//!
//! The page is scanned for `<a …>text</a>`; everything else, comments included, is skipped. No tree is
//! built, so that depth does not matter.
//!
//! ```text
//! <a href="../../files/a-1.0-py3-none-any.whl#sha256=…" data-requires-python="&gt;=3.8"
//!    data-core-metadata="sha256=…" data-yanked="reason">a-1.0-py3-none-any.whl</a>
//! ```
//!
//! # References
//! - PEP 503, 592 (`data-yanked`), 658 and 714 (`data-dist-info-metadata`, `data-core-metadata`)

use crate::file::version_and_kind;
use crate::{Error, File, MetadataFile, PackageName, Project, Sha256};
use url::Url;

/// Reads the page of `name`, which was found at the absolute address `at`.
///
/// # Errors
/// The page is not UTF-8, it contains an invalid address, a digest is malformed, or `at` is not an address.
pub fn project_from_html(name: &PackageName, at: &str, page: &[u8]) -> Result<Project, Error> {
    let text = std::str::from_utf8(page).map_err(|error| {
        let line = page[..error.valid_up_to()].split(|&byte| byte == b'\n').count();
        Error::malformed(at, line, "the page is not UTF-8")
    })?;
    let base =
        Url::parse(at).map_err(|error| Error::malformed(at, 1, format!("no address: {error}")))?;
    let mut files = Vec::new();
    let mut scanner = Scanner { text, position: 0, line: 1 };
    while let Some(tag) = scanner.next_tag() {
        if tag.name == "a"
            && let Some(file) = file_of_anchor(name, at, &base, &tag, &scanner)?
        {
            files.push(file);
        }
    }
    Ok(Project { name: name.clone(), files })
}

fn file_of_anchor(
    name: &PackageName,
    at: &str,
    base: &Url,
    tag: &Tag,
    scanner: &Scanner,
) -> Result<Option<File>, Error> {
    let Some(href) = tag.attribute("href") else { return Ok(None) };
    let mut url = base.join(href).map_err(|error| {
        Error::malformed(at, tag.line, format!("'{href}' is not an address: {error}"))
    })?;
    let fragment = url.fragment().unwrap_or_default().to_owned();
    url.set_fragment(None);
    let filename = decode_entities(scanner.text_until_tag().trim());
    let Some((version, kind)) = version_and_kind(name, &filename) else { return Ok(None) };
    let digest = |value: &str| {
        value.strip_prefix("sha256=").map(str::parse::<Sha256>).transpose().map_err(|error| {
            Error::malformed(at, tag.line, format!("the digest of {filename}: {error}"))
        })
    };
    let beside = ["data-core-metadata", "data-dist-info-metadata"]
        .iter()
        .find_map(|attribute| tag.attribute(attribute));
    let metadata = match beside {
        None | Some("false") => MetadataFile::Absent,
        Some(value) => digest(value)?.map_or(MetadataFile::Unhashed, MetadataFile::Hashed),
    };
    Ok(Some(File {
        version,
        kind,
        url: url.into(),
        sha256: digest(&fragment)?,
        size: None,
        requires_python: tag
            .attribute("data-requires-python")
            .filter(|specifiers| !specifiers.trim().is_empty())
            .map(str::to_owned),
        metadata,
        yanked: tag.attribute("data-yanked").is_some(),
        uploaded: None,
        index: 0,
        filename,
    }))
}

/// An opening tag.
struct Tag {
    name: String,
    attributes: Vec<(String, String)>,
    line: usize,
}

impl Tag {
    fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// Walks through a page from tag to tag.
struct Scanner<'a> {
    text: &'a str,
    position: usize,
    line: usize,
}

impl<'a> Scanner<'a> {
    /// The next opening tag; the scanner stands behind it.
    fn next_tag(&mut self) -> Option<Tag> {
        loop {
            self.skip_past("<")?;
            if self.rest().starts_with("!--") {
                self.skip_past("-->")?;
            } else if self.rest().starts_with(|c: char| c.is_ascii_alphabetic()) {
                return self.tag();
            }
        }
    }

    fn tag(&mut self) -> Option<Tag> {
        let line = self.line;
        let name = self.take_while(|c| !c.is_whitespace() && c != '>' && c != '/');
        let mut attributes = Vec::new();
        loop {
            self.take_while(|c| c.is_whitespace() || c == '/');
            if self.rest().starts_with('>') {
                self.advance(1);
                return Some(Tag { name: name.to_ascii_lowercase(), attributes, line });
            }
            let key = self.take_while(|c| !c.is_whitespace() && !matches!(c, '=' | '>' | '/'));
            self.take_while(char::is_whitespace);
            let value = if self.rest().starts_with('=') {
                self.advance(1);
                self.take_while(char::is_whitespace);
                self.value()?
            } else if key.is_empty() {
                return None;
            } else {
                String::new()
            };
            attributes.push((key.to_ascii_lowercase(), value));
        }
    }

    fn value(&mut self) -> Option<String> {
        let raw = match self.rest().chars().next()? {
            quote @ ('"' | '\'') => {
                self.advance(1);
                let raw = self.take_while(|c| c != quote);
                if self.rest().is_empty() {
                    return None;
                }
                self.advance(1);
                raw
            }
            _ => self.take_while(|c| !c.is_whitespace() && c != '>'),
        };
        Some(decode_entities(raw))
    }

    /// What stands between here and the next tag.
    fn text_until_tag(&self) -> &'a str {
        self.rest().split('<').next().unwrap_or_default()
    }

    fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }

    fn advance(&mut self, n_bytes: usize) {
        let passed = &self.rest()[..n_bytes];
        self.line += passed.bytes().filter(|&byte| byte == b'\n').count();
        self.position += n_bytes;
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let taken = &rest[..rest.find(|c| !belongs(c)).unwrap_or(rest.len())];
        self.advance(taken.len());
        taken
    }

    fn skip_past(&mut self, mark: &str) -> Option<()> {
        let found = self.rest().find(mark)?;
        self.advance(found + mark.len());
        Some(())
    }
}

/// Replaces `&gt;`, `&#62;`, `&#x3e;` and their like; what is unknown stays.
fn decode_entities(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        decoded.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = rest.bytes().take(12).position(|byte| byte == b';');
        if let Some((c, end)) = end.and_then(|end| Some((entity(&rest[1..end])?, end))) {
            decoded.push(c);
            rest = &rest[end + 1..];
        } else {
            decoded.push('&');
            rest = &rest[1..];
        }
    }
    decoded.push_str(rest);
    decoded
}

fn entity(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const AT: &str = "http://127.0.0.1:1/simple/a/";

    fn read(page: &str) -> Result<Project, Error> {
        project_from_html(&"a".parse().unwrap(), AT, page.as_bytes())
    }

    #[test]
    fn anchors_are_files() {
        let digest = Sha256::of(b"x");
        let page = format!(
            "<!DOCTYPE html><html><!-- <a href='no'>a-9.tar.gz</a> -->\n<A  HREF = '../../f/a-1-py3-none-any.whl\
             #sha256={digest}'\n data-requires-python=\"&gt;=3.6&#44;&#x3c;4\" data-core-metadata=sha256={digest}>\
             a-1-py3-none-any.whl</a><br/>\n<a href=a-2.tar.gz data-yanked>a-2.tar.gz</a><a href=b-1.tar.gz>b-1.tar.gz</a>"
        );
        let files = read(&page).unwrap().files;
        assert_eq!(files.len(), 2);
        assert_eq!(files[0].url, "http://127.0.0.1:1/f/a-1-py3-none-any.whl");
        assert_eq!(files[0].requires_python.as_deref(), Some(">=3.6,<4"));
        assert_eq!(files[0].metadata, MetadataFile::Hashed(digest));
        assert_eq!(files[0].sha256, Some(digest));
        assert_eq!((files[1].version.as_str(), files[1].yanked), ("2", true));
        assert_eq!(files[1].metadata, MetadataFile::Absent);
    }

    #[test]
    fn faults_have_a_line() {
        let message = |page: &str| read(page).unwrap_err().to_string();
        assert_eq!(
            message("\n<a href='a-1.tar.gz#sha256=12'>a-1.tar.gz</a>"),
            format!("{AT}:2: the digest of a-1.tar.gz: expected 64 hexadecimal digits")
        );
        assert!(message("\n\n<a href='http://['>a-1.tar.gz</a>").starts_with(&format!("{AT}:3: ")));
        let not_text = project_from_html(&"a".parse().unwrap(), AT, b"\n\xff").unwrap_err();
        assert_eq!(not_text.to_string(), format!("{AT}:2: the page is not UTF-8"));
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_panic(page in "(<a |<|>|=|\"|'|/|&|#|;|!--|-->|href|é|a-1.tar.gz| |\n){0,40}") {
            let _ = read(&page);
        }
    }
}
