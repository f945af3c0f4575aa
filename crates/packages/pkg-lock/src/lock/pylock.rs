//! `pylock.toml`, the common lock format.
//!
//! # References
//! - Python Packaging User Guide, "pylock.toml specification" (PEP 751)

use super::Lock;
use super::toml_text::quoted;
use crate::project::Project;
use pkg_index::{File, FileKind};
use std::fmt::Write;

pub(super) fn render(lock: &Lock, project: &Project) -> String {
    let mut text = String::from("lock-version = \"1.0\"\ncreated-by = \"pkg-lock\"\n");
    if let Some(python) = &project.requires_python {
        let _ = writeln!(text, "requires-python = {}", quoted(&python.to_string()));
    }
    for (locked, marker) in lock.main() {
        let _ = write!(
            text,
            "\n[[packages]]\nname = {}\nversion = {}\n",
            quoted(locked.name.as_str()),
            quoted(&locked.version)
        );
        if !marker.is_always() {
            let _ = writeln!(text, "marker = {}", quoted(&marker.to_string()));
        }
        if let Some(python) = &locked.requires_python {
            let _ = writeln!(text, "requires-python = {}", quoted(python));
        }
        let _ = writeln!(text, "index = {}", quoted(&lock.index));
        let archive = locked.files.iter().find(|file| file.kind == FileKind::Source);
        if let Some(archive) = archive {
            let _ = writeln!(text, "sdist = {}", file(archive));
        }
        let wheels: Vec<String> = locked
            .files
            .iter()
            .filter(|file| file.kind == FileKind::Wheel)
            .map(|wheel| format!("    {},\n", file(wheel)))
            .collect();
        if !wheels.is_empty() {
            let _ = write!(text, "wheels = [\n{}]\n", wheels.concat());
        }
    }
    text
}

fn file(file: &File) -> String {
    let mut text = format!("{{ name = {}, url = {}", quoted(&file.filename), quoted(&file.url));
    if let Some(size) = file.size {
        let _ = write!(text, ", size = {size}");
    }
    let digest = file.sha256.map_or_else(String::new, |digest| format!(" sha256 = \"{digest}\" "));
    let _ = write!(text, ", hashes = {{{digest}}} }}");
    text
}
