//! Writes the list of the page's files, which `make web` puts into `web/dist`. Where there is none, the list is
//! empty: the program is built all the same, and says how to make the page.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let page = here.join("../../../web/dist");
    println!("cargo::rerun-if-changed={}", page.display());
    let mut files = Vec::new();
    if page.is_dir() {
        collect(&page, &mut files)?;
    }
    files.sort();
    let mut list = "&[".to_owned();
    for file in &files {
        let name = file.strip_prefix(&page).unwrap_or(file).display().to_string();
        let _ = write!(
            list,
            "({name:?}, include_bytes!({:?})),",
            file.canonicalize()?.display().to_string()
        );
    }
    list.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("page.rs"), list)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { collect(&path, files)? } else { files.push(path) }
    }
    Ok(())
}
