//! The tags in a wheel's file name: on which Pythons and systems it can be installed.
//!
//! ```text
//! NAME-VERSION(-BUILD)?-PYTHON-ABI-PLATFORM.whl      each of the three a list, joined by "."
//! ```
//!
//! Of a platform only system and machine are looked at, not the oldest version of the system that will do.
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

/// Systems and machines that a wheel runs on, as markers name them; `None` stands for any.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TagPlatform {
    /// The value of `sys_platform`.
    pub system: Option<&'static str>,
    /// The value of `platform_machine`.
    pub machine: Option<&'static str>,
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

/// The platforms in the name of a wheel, one for each of its tags; nothing for another file. A tag of a kind that is not
/// known here stands for any.
#[must_use]
pub fn tag_platforms(filename: &str) -> Vec<TagPlatform> {
    let Some(stem) = filename.strip_suffix(".whl") else { return Vec::new() };
    let platforms = stem.rsplit('-').next().unwrap_or(stem);
    platforms.split('.').map(platform_of_tag).collect()
}

fn platform_of_tag(tag: &str) -> TagPlatform {
    const SYSTEMS: [(&str, &str); 5] = [
        ("manylinux", "linux"),
        ("musllinux", "linux"),
        ("linux", "linux"),
        ("macosx", "darwin"),
        ("win", "win32"),
    ];
    /// By the ends of tags; what Windows calls the machines differs.
    const MACHINES: [(&str, &str); 11] = [
        ("win32", "x86"),
        ("win_amd64", "AMD64"),
        ("win_arm64", "ARM64"),
        ("_x86_64", "x86_64"),
        ("_i686", "i686"),
        ("_aarch64", "aarch64"),
        ("_arm64", "arm64"),
        ("_armv7l", "armv7l"),
        ("_ppc64le", "ppc64le"),
        ("_s390x", "s390x"),
        ("_riscv64", "riscv64"),
    ];
    let named = |all: &[(&str, &'static str)], fits: &dyn Fn(&str) -> bool| {
        all.iter().find(|(part, _)| fits(part)).map(|(_, name)| *name)
    };
    let system = named(&SYSTEMS, &|start| tag.starts_with(start));
    let machine = named(&MACHINES, &|end| tag.ends_with(end)).filter(|_| system.is_some());
    TagPlatform { system, machine }
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
        let platforms = |tags: &str| {
            let all = tag_platforms(&format!("a-1-py3-none-{tags}.whl"));
            all.iter().map(|one| (one.system, one.machine)).collect::<Vec<_>>()
        };
        assert_eq!(
            platforms("manylinux1_x86_64.macosx_11_0_arm64.win32.any"),
            [
                (Some("linux"), Some("x86_64")),
                (Some("darwin"), Some("arm64")),
                (Some("win32"), Some("x86")),
                (None, None)
            ]
        );
        assert_eq!(platforms("macosx_11_0_universal2"), [(Some("darwin"), None)]);
        assert_eq!(platforms("win_amd64"), [(Some("win32"), Some("AMD64"))]);
        assert_eq!(platforms("aix_7_x86_64"), [(None, None)]);
    }
}
