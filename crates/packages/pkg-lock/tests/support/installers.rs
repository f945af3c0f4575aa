//! What comparisons with real installers need: wheels for them, and where they are.

use std::io::{Cursor, Write as _};
use std::path::PathBuf;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A wheel without code; `stem` is its name and version as in the file's name.
pub(crate) fn wheel(stem: &str, metadata: &str) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let tags = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n";
    for (member, text) in [("METADATA", metadata), ("WHEEL", tags), ("RECORD", "")] {
        let member = format!("{stem}.dist-info/{member}");
        zip.start_file(member, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Where a tool is: in the folder `SUDOKU_PYTHON_TOOLS`/bin or on the PATH. If it is nowhere, a line says so.
pub(crate) fn tool(program: &str) -> Option<PathBuf> {
    let named =
        std::env::var_os("SUDOKU_PYTHON_TOOLS").map(|folder| PathBuf::from(folder).join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = named.into_iter().chain(std::env::split_paths(&path));
    let found = folders.find_map(|folder| Some(folder.join(program)).filter(|file| file.is_file()));
    if found.is_none() {
        eprintln!("not compared with {program}: it is not installed");
    }
    found
}
