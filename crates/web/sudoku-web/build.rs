//! Writes the list of the page's files, which `make web-dist` puts into `web/dist`: each with its SHA-256 as the
//! tag of its version, and compressed. Where there is none, the list is empty: the program is built all the same,
//! and says at its start how to make the page.

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = |name| env::var_os(name).map(PathBuf::from).expect("cargo names its folders");
    let page = folder("CARGO_MANIFEST_DIR").join("../../../web/dist");
    let out = folder("OUT_DIR");
    println!("cargo::rerun-if-changed={}", page.display());
    let mut files = Vec::new();
    if page.is_dir() {
        collect(&page, &mut files)?;
    }
    files.sort();
    let mut list = "&[".to_owned();
    for (number, file) in files.iter().enumerate() {
        let name = file.strip_prefix(&page).expect("a file of the page").display().to_string();
        let content = fs::read(file)?;
        let zipped = out.join(format!("{number}.gz"));
        fs::write(&zipped, gzip(&content)?)?;
        let tag = Sha256::digest(&content).iter().take(12).fold(String::new(), |mut tag, byte| {
            let _ = write!(tag, "{byte:02x}");
            tag
        });
        let [plain, zipped] = [file.canonicalize()?, zipped].map(|path| path.display().to_string());
        let _ = write!(
            list,
            "crate::answer::File {{ name: {name:?}, tag: \"\\\"{tag}\\\"\", \
             content: include_bytes!({plain:?}), zipped: include_bytes!({zipped:?}) }},"
        );
    }
    list.push(']');
    fs::write(out.join("page.rs"), list)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { collect(&path, files)? } else { files.push(path) }
    }
    Ok(())
}

fn gzip(content: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    encoder.finish()
}
