//! Makes the JavaScript and its types for a module: `glue MODULE.wasm FOLDER NAME`.
//!
//! It is the library behind the program `wasm-bindgen`, in the version that this workspace's lock file names:
//! that must be the version of the macro which the module was compiled with.

use anyhow::{Context, Result};
use std::env::args_os;
use std::path::PathBuf;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let mut paths = args_os().skip(1).map(PathBuf::from);
    let usage = "usage: glue MODULE.wasm FOLDER NAME";
    let (module, folder) = (paths.next().context(usage)?, paths.next().context(usage)?);
    let name = paths.next().context(usage)?;
    Bindgen::new()
        .input_path(module)
        .out_name(&name.to_string_lossy())
        .web(true)?
        // The page says where the module is; the glue shall not look for it itself.
        .omit_default_module_path(true)
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)
}
