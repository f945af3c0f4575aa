//! Prints the packages of a lock file of any format: `cargo run --example versions -- poetry.lock`.

use std::error::Error;
use std::io::{Read, Write};

fn main() -> Result<(), Box<dyn Error>> {
    let mut bytes = Vec::new();
    match std::env::args_os().nth(1) {
        Some(file) => bytes = std::fs::read(file)?,
        None => drop(std::io::stdin().read_to_end(&mut bytes)?),
    }
    let mut out = std::io::stdout().lock();
    for package in py_locks::read(&bytes)?.packages() {
        let version = package.version.as_deref().unwrap_or("?");
        writeln!(out, "{} {version}", package.name)?;
    }
    Ok(())
}
