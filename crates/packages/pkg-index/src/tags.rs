//! The tags in a wheel's file name: on which Pythons it can be installed.
//!
//! ```text
//! NAME-VERSION(-BUILD)?-PYTHON-ABI-PLATFORM.whl      each of the three a list, joined by "."
//! ```
//!
//! Whether some machine has the platform is not asked: a lock holds for all of them.
//!
//! # References
//! - Python Packaging User Guide, "Platform compatibility tags" (PEP 425)

/// Pythons that a wheel runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TagPythons {
    /// Every release of this minor version: `cp311-cp311`.
    Minor(u64, u64),
    /// This minor version and all that follow with the same first number: `py38-none`, `cp38-abi3`.
    From(u64, u64),
    /// The tag is of a kind that says nothing about versions.
    Unknown,
}

/// What the tags in the name of a wheel say about Pythons, one for each tag; nothing for another file.
#[must_use]
pub fn tag_pythons(filename: &str) -> Vec<TagPythons> {
    let Some(stem) = filename.strip_suffix(".whl") else { return Vec::new() };
    let mut parts = stem.rsplit('-').skip(1);
    let (Some(abis), Some(pythons)) = (parts.next(), parts.next()) else { return Vec::new() };
    let each = pythons.split('.').flat_map(|python| abis.split('.').map(move |abi| (python, abi)));
    each.map(|(python, abi)| of_tag(python, abi)).collect()
}

fn of_tag(python: &str, abi: &str) -> TagPythons {
    let n_letters = python.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (implementation, digits) = python.split_at(n_letters);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = |text: &str| text.parse::<u64>().ok();
    let version = match digits.split_at_checked(1) {
        Some((major, "")) if is_number => number(major).map(|major| (major, None)),
        Some((major, minor)) if is_number => number(major).zip(number(minor).map(Some)),
        _ => None,
    };
    match version {
        // A whole major version: `py3`, and `cp3` in old wheels.
        Some((major, None)) => TagPythons::From(major, 0),
        Some((major, Some(minor))) if implementation == "py" || abi == "abi3" => {
            TagPythons::From(major, minor)
        }
        Some((major, Some(minor))) => TagPythons::Minor(major, minor),
        None => TagPythons::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::TagPythons::{From, Minor, Unknown};
    use super::*;

    #[test]
    fn tags_name_pythons() {
        for (tags, expected) in [
            ("py3-none-any", vec![From(3, 0)]),
            ("py2.py3-none-any", vec![From(2, 0), From(3, 0)]),
            ("py38-none-any", vec![From(3, 8)]),
            ("cp311-cp311-manylinux_2_17_x86_64", vec![Minor(3, 11)]),
            ("cp38-abi3-win_amd64", vec![From(3, 8)]),
            ("graalpy310-graalpy230_310_native-any", vec![Minor(3, 10)]),
            ("pp310-pypy310_pp73-win_amd64", vec![Minor(3, 10)]),
            ("cp310.cp311-none-any", vec![Minor(3, 10), Minor(3, 11)]),
            ("any-none-any", vec![Unknown]),
            ("cp31t-cp31t-any", vec![Unknown]),
        ] {
            assert_eq!(tag_pythons(&format!("a-1.0-{tags}.whl")), expected, "{tags}");
        }
        assert_eq!(tag_pythons("a-1.0-2-py3-none-any.whl"), [From(3, 0)]);
        assert!(tag_pythons("a-1.0.tar.gz").is_empty());
    }
}
