//! `requirements.txt`, as pip, uv and Poetry export it: `name==version`, with options and comments.
//!
//! ```text
//! line         requirement? option* comment?       a \ at its end continues it
//! requirement  name extras? ("==" | "===") version marker?
//! ```

use super::{Format, Lock, Locked, ReadError};

pub(super) fn read(text: &str) -> Result<Lock, ReadError> {
    let mut packages = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((index, line)) = lines.next() {
        let mut joined = without_comment(line).to_owned();
        while let Some(stripped) = joined.strip_suffix('\\') {
            let Some((_, next)) = lines.next() else {
                let message = "the file ends in a line that goes on";
                return Err(ReadError {
                    position: Some((index as u64 + 1, 1)),
                    message: message.into(),
                });
            };
            joined = format!("{stripped} {}", without_comment(next).trim());
        }
        let requirement = joined.trim();
        if requirement.is_empty() || requirement.starts_with('-') {
            continue;
        }
        let Some(name) = name_of(requirement) else {
            let found: String = requirement.chars().take(30).collect();
            let message = format!("found '{found}', expected a lock file or 'name==version'");
            return Err(ReadError { position: Some((index as u64 + 1, 1)), message });
        };
        let version = exact_pin(requirement).map(str::to_owned);
        packages.push(Locked { name: name.to_owned(), version });
    }
    Ok(Lock { format: Format::Requirements, packages })
}

/// The line up to a `#` that begins it or follows a blank.
fn without_comment(line: &str) -> &str {
    let starts = |at: &usize| *at == 0 || line[..*at].ends_with([' ', '\t']);
    let comment = line.match_indices('#').map(|(at, _)| at).find(starts);
    line[..comment.unwrap_or(line.len())].trim_end()
}

/// The package that a requirement names, if something that can be one begins it.
pub(crate) fn name_of(requirement: &str) -> Option<&str> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let end = requirement.find(|c| !is_name(c)).unwrap_or(requirement.len());
    let name = &requirement[..end];
    let rest = requirement[end..].trim_start();
    let goes_on = rest.is_empty()
        || rest.starts_with(['=', '!', '<', '>', '~', '[', ';', '@', '(', '-', ',']);
    (goes_on && name.starts_with(|c: char| c.is_ascii_alphanumeric())).then_some(name)
}

/// The version to which a requirement is pinned: its only specifier is `==` or `===` without a `*`.
pub(crate) fn exact_pin(requirement: &str) -> Option<&str> {
    let unmarked = requirement.split(';').next()?;
    let after_name = unmarked[name_of(unmarked)?.len()..].trim_start();
    let specifiers = match after_name.strip_prefix('[') {
        Some(extras) => extras.split_once(']')?.1.trim_start(),
        None => after_name,
    };
    let specifiers = specifiers.strip_prefix('(').unwrap_or(specifiers).trim_start();
    let pinned = specifiers.strip_prefix("==")?;
    let pinned = pinned.strip_prefix('=').unwrap_or(pinned).trim_start();
    let end = pinned.find([' ', '\t', ',', ')']).unwrap_or(pinned.len());
    let (version, rest) = pinned.split_at(end);
    let is_only = !rest.trim_start().starts_with(',') && !version.ends_with('*');
    (is_only && !version.is_empty()).then_some(version)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packages(text: &str) -> Vec<(String, Option<String>)> {
        read(text).unwrap().packages.into_iter().map(|one| (one.name, one.version)).collect()
    }

    #[test]
    fn requirements_stand_among_options_and_comments() {
        let text = "--index-url http://127.0.0.1/ # here\n\na==1.0 \\\n    --hash=sha256:00 \\\n    # via b\n\
                    B[x, y] === 2.0 ; python_version >= '3.8' # c==3\r\nc @ http://host/c.whl\nd\ne==1.*\nf==1,!=2\n";
        let expected = [
            ("a", Some("1.0")),
            ("B", Some("2.0")),
            ("c", None),
            ("d", None),
            ("e", None),
            ("f", None),
        ];
        let expected: Vec<_> =
            expected.map(|(name, version)| (name.to_owned(), version.map(str::to_owned))).into();
        assert_eq!(packages(text), expected);
    }

    #[test]
    fn what_is_no_requirement_has_a_place() {
        for (text, line) in [("a==1\n<html>\n", 2), ("Because a depends on b", 1), ("a==1 \\", 1)] {
            assert_eq!(read(text).unwrap_err().position, Some((line, 1)), "{text}");
        }
    }
}
