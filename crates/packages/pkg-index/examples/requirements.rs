//! Prints what the versions of a package require: `cargo run --example requirements -- INDEX NAME`.

use pkg_index::{FileKind, Index, PackageName, StaticIndex};
use std::error::Error;
use std::io::Write;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(address), Some(name)) = (arguments.next(), arguments.next()) else {
        return Err("usage: requirements INDEX NAME".into());
    };
    let name: PackageName = name.parse()?;
    let index = StaticIndex::open(&address)?;
    let project = index.project(&name)?.ok_or("the index does not have it")?;
    let mut out = std::io::stdout().lock();
    for file in project.files.iter().filter(|file| file.kind == FileKind::Wheel) {
        let metadata = index.metadata(file)?;
        writeln!(out, "{name} {}: {}", metadata.version, metadata.requires_dist.join(", "))?;
    }
    Ok(())
}
