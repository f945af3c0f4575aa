//! The tags in a wheel's file name: on which Pythons and systems it can be installed.
//!
//! ```text
//! NAME-VERSION(-BUILD)?-PYTHON-ABI-PLATFORM.whl      each of the three a list, joined by "."
//! ```
//!
//! Of platforms only the system is looked at, not the machine.
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
    // An ABI of one minor version, whatever the tag before it says: `py3-cp310`.
    let of_abi = version.and_then(|(major, _)| Some((major, minor_of_abi(abi, major)?)));
    if let Some((major, minor)) = of_abi {
        return TagPythons::Minor(major, minor);
    }
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

/// The values of `sys_platform` on which a wheel can be installed, one for each of its platform tags; `None` for a
/// tag that any system has, or that is of none known here.
#[must_use]
pub fn tag_systems(filename: &str) -> Vec<Option<&'static str>> {
    let Some(stem) = filename.strip_suffix(".whl") else { return Vec::new() };
    let platforms = stem.rsplit('-').next().unwrap_or(stem);
    let system = |platform: &str| {
        let systems = [
            ("manylinux", "linux"),
            ("musllinux", "linux"),
            ("linux", "linux"),
            ("macosx", "darwin"),
            ("win", "win32"),
        ];
        systems.into_iter().find(|(prefix, _)| platform.starts_with(prefix)).map(|(_, name)| name)
    };
    platforms.split('.').map(system).collect()
}

/// The minor version that an ABI is of: `cp310`, `cp37m`, `pypy310_pp73`, `graalpy240_310_native`.
fn minor_of_abi(abi: &str, major: u64) -> Option<u64> {
    let version = match abi.strip_prefix("graalpy") {
        Some(rest) => rest.split('_').nth(1)?,
        None => ["cp", "pypy"].iter().find_map(|prefix| abi.strip_prefix(prefix))?,
    };
    let digits = version.strip_prefix(&major.to_string())?;
    let n_digits = digits.bytes().take_while(u8::is_ascii_digit).count();
    digits[..n_digits].parse().ok()
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
            ("py3-graalpy240_310_native-any", vec![Minor(3, 10)]),
            ("py3-cp37m-win32", vec![Minor(3, 7)]),
            ("any-none-any", vec![Unknown]),
            ("cp31t-cp31t-any", vec![Unknown]),
        ] {
            assert_eq!(tag_pythons(&format!("a-1.0-{tags}.whl")), expected, "{tags}");
        }
        assert_eq!(tag_pythons("a-1.0-2-py3-none-any.whl"), [From(3, 0)]);
        assert!(tag_pythons("a-1.0.tar.gz").is_empty());
        let systems = "a-1-py3-none-manylinux1_x86_64.macosx_11_0_arm64.win32.any.whl";
        let expected = [Some("linux"), Some("darwin"), Some("win32"), None];
        assert_eq!(tag_systems(systems), expected);
    }
}
