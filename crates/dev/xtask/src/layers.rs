//! Who may depend on whom: each crate's layer, and the crates that it may use.
//!
//! ARCHITECTURE.md shows this as a table, which `cargo run -p xtask -- layers` prints; tests compare both with
//! `cargo metadata`. A new crate takes a line in [`LAYERS`] and one in [`ALLOWED`].

use std::fmt::Write as _;

/// A layer: its name, the layers that its crates may use, and its crates.
#[derive(Debug)]
pub struct Layer {
    /// What ARCHITECTURE.md calls it.
    pub name: &'static str,
    /// The names of the layers that it may use.
    pub uses: &'static [&'static str],
    /// The crates in it.
    pub crates: &'static [&'static str],
}

/// The layers, from the ground up.
pub const LAYERS: &[Layer] = &[
    // What engines are built on: they know formats and machines, but no Sudoku.
    Layer {
        name: "formats",
        uses: &["formats"],
        crates: &[
            "located",
            "pipe-cli",
            "pkg-index",
            "py-locks",
            "rdf-graph",
            "sat-format",
            "simd-lanes",
        ],
    },
    Layer {
        name: "grids",
        uses: &["formats", "grids"],
        crates: &[
            "sudoku-core",
            "puzzle-formats",
            "grid-cli",
            "grid-search",
            "sudoku-sat",
            "sudoku-packages",
            "page-board",
        ],
    },
    Layer {
        name: "engines",
        // dimacs-solve checks its own steps by proof-check.
        uses: &["formats", "engines", "checkers"],
        crates: &[
            "cdcl",
            "dimacs-solve",
            "lock-check",
            "pkg-lock",
            "srl",
            "srl-analysis",
            "srl-run",
            "srl-syntax",
        ],
    },
    // The engine whose format is the grid.
    Layer {
        name: "bulk",
        uses: &["formats", "grids", "bulk"],
        crates: &["grid-engine", "grid-hint", "grid-solve"],
    },
    Layer {
        name: "encoders",
        uses: &["formats", "grids"],
        crates: &["sudoku2cnf", "sudoku2pkg", "sudoku2rdf"],
    },
    Layer {
        name: "decoders",
        uses: &["formats", "grids"],
        crates: &["lock2grid", "rdf2grid", "sol2grid", "sol2grid2"],
    },
    Layer { name: "checkers", uses: &["formats", "grids"], crates: &["grid-check", "proof-check"] },
    // Several of the above in one program.
    Layer {
        name: "compositions",
        // The page asks puzzle-solve's library.
        uses: &["formats", "grids", "engines", "bulk", "encoders", "decoders", "compositions"],
        crates: &[
            "puzzle-solve",
            "sudoku-wasm",
            "sudoku-wasm-clauses",
            "sudoku-wasm-rules",
            "sudoku-web",
        ],
    },
    Layer {
        name: "workspace",
        uses: &["formats", "engines", "bulk", "encoders", "decoders", "checkers", "compositions"],
        crates: &["workspace-tests", "xtask"],
    },
];

/// Each crate, the crates of the workspace that it may use, and those of others.
pub const ALLOWED: &[(&str, &[&str], &[&str])] = &[
    ("sudoku-core", &["located"], &["serde", "serde_json", "serde_path_to_error", "thiserror"]),
    (
        "puzzle-formats",
        &["located", "sudoku-core"],
        &["percent-encoding", "serde", "serde_json", "thiserror"],
    ),
    ("located", &[], &[]),
    ("pipe-cli", &[], &["anyhow", "clap", "tempfile"]),
    ("grid-cli", &["located", "pipe-cli", "puzzle-formats", "sudoku-core"], &["anyhow", "clap"]),
    ("grid-check", &["grid-cli", "pipe-cli", "sudoku-core"], &["anyhow", "clap"]),
    ("cdcl", &[], &[]),
    ("sat-format", &["located"], &["flate2", "lzma-rust2", "thiserror"]),
    (
        "sudoku-sat",
        &["grid-cli", "pipe-cli", "sat-format", "sudoku-core"],
        &["anyhow", "thiserror"],
    ),
    ("sudoku2cnf", &["grid-cli", "pipe-cli", "sudoku-core"], &["anyhow", "clap", "thiserror"]),
    (
        "dimacs-solve",
        &["cdcl", "pipe-cli", "proof-check", "sat-format"],
        &["anyhow", "clap", "rustix", "serde_json", "signal-hook", "splr", "tempfile"],
    ),
    ("proof-check", &["located", "pipe-cli", "sat-format"], &["anyhow", "clap", "thiserror"]),
    (
        "puzzle-solve",
        &["cdcl", "grid-cli", "pipe-cli", "puzzle-formats", "sudoku-core", "sudoku2cnf"],
        &["anyhow", "clap", "serde_json", "thiserror"],
    ),
    ("sol2grid", &["grid-cli", "pipe-cli", "sudoku-core", "sudoku-sat"], &["anyhow", "clap"]),
    (
        "sol2grid2",
        &["grid-cli", "pipe-cli", "sat-format", "sudoku-core", "sudoku-sat"],
        &["anyhow", "clap", "rustix", "serde", "serde_json", "shlex", "signal-hook", "tempfile"],
    ),
    ("simd-lanes", &[], &[]),
    ("grid-engine", &["simd-lanes"], &[]),
    ("grid-search", &["sudoku-core"], &[]),
    ("grid-hint", &["grid-cli", "grid-search", "pipe-cli", "sudoku-core"], &["anyhow", "clap"]),
    (
        "grid-solve",
        &["grid-engine", "grid-search", "pipe-cli", "sudoku-core"],
        &[
            "anyhow",
            "clap",
            "flate2",
            "indicatif",
            "lzma-rust2",
            "memchr",
            "ruzstd",
            "signal-hook",
            "tempfile",
        ],
    ),
    (
        "pkg-index",
        &[],
        &[
            "base64",
            "flate2",
            "percent-encoding",
            "serde_json",
            "sha2",
            "tar",
            "tempfile",
            "thiserror",
            "ureq",
            "url",
            "zip",
        ],
    ),
    (
        "pkg-lock",
        &["cdcl", "located", "lock-check", "pipe-cli", "pkg-index", "py-locks"],
        &[
            "anyhow",
            "clap",
            "pep440_rs",
            "pep508_rs",
            "pubgrub",
            "resolvo",
            "sha2",
            "thiserror",
            "toml_edit",
            "url",
        ],
    ),
    ("lock-check", &["pkg-index", "py-locks"], &["thiserror", "toml"]),
    ("py-locks", &["located"], &["serde_json", "thiserror", "toml"]),
    ("sudoku-packages", &["sudoku-core"], &["thiserror"]),
    (
        "sudoku2pkg",
        &["grid-cli", "pipe-cli", "pkg-index", "sudoku-core", "sudoku-packages"],
        &[
            "anyhow",
            "base64",
            "clap",
            "http-body-util",
            "hyper",
            "hyper-util",
            "percent-encoding",
            "rpassword",
            "serde_json",
            "tempfile",
            "tokio",
            "ureq",
            "url",
            "zip",
        ],
    ),
    (
        "lock2grid",
        &["grid-cli", "pipe-cli", "py-locks", "sudoku-core", "sudoku-packages"],
        &["anyhow", "clap", "thiserror", "toml"],
    ),
    (
        "rdf-graph",
        &["located"],
        &[
            "hashbrown",
            "oxjsonld",
            "oxrdf",
            "oxrdfxml",
            "oxsdatatypes",
            "oxttl",
            "rustc-hash",
            "thiserror",
        ],
    ),
    ("srl-syntax", &["rdf-graph"], &["oxiri"]),
    ("srl-analysis", &["rdf-graph", "srl-syntax"], &[]),
    (
        "srl",
        &["rdf-graph", "srl-analysis", "srl-syntax"],
        &[
            "oxiri",
            "oxrdf",
            "oxsdatatypes",
            "rustc-hash",
            "spareval",
            "sparopt",
            "thiserror",
            "web-time",
        ],
    ),
    (
        "srl-run",
        &["located", "pipe-cli", "rdf-graph", "srl", "srl-analysis", "srl-syntax"],
        &["anyhow", "clap", "flate2", "rustix"],
    ),
    ("sudoku2rdf", &["grid-cli", "pipe-cli", "sudoku-core"], &["anyhow", "clap", "thiserror"]),
    (
        "rdf2grid",
        &["grid-cli", "pipe-cli", "rdf-graph", "sudoku-core"],
        &["anyhow", "clap", "thiserror"],
    ),
    (
        "xtask",
        &[
            "dimacs-solve",
            "grid-check",
            "grid-hint",
            "grid-solve",
            "lock2grid",
            "pipe-cli",
            "pkg-lock",
            "proof-check",
            "puzzle-solve",
            "rdf2grid",
            "sol2grid",
            "sol2grid2",
            "srl-run",
            "sudoku2cnf",
            "sudoku2pkg",
            "sudoku2rdf",
        ],
        &["anyhow", "clap", "clap_complete", "clap_mangen"],
    ),
    (
        "sudoku-wasm",
        &[
            "grid-engine",
            "grid-search",
            "page-board",
            "sudoku-core",
            "sudoku-packages",
            "sudoku2rdf",
        ],
        &["serde", "serde_json", "wasm-bindgen"],
    ),
    (
        "sudoku-wasm-clauses",
        &["located", "page-board", "puzzle-formats", "puzzle-solve", "sudoku-core", "sudoku2cnf"],
        &["serde", "serde_json", "wasm-bindgen"],
    ),
    (
        "sudoku-wasm-rules",
        &[
            "page-board",
            "rdf-graph",
            "rdf2grid",
            "srl",
            "srl-analysis",
            "srl-syntax",
            "sudoku-core",
            "sudoku2rdf",
        ],
        &["getrandom", "oxsdatatypes", "serde", "serde_json", "wasm-bindgen"],
    ),
    ("page-board", &["located", "sudoku-core"], &["serde", "serde_json"]),
    (
        "sudoku-web",
        &["pipe-cli"],
        &["anyhow", "clap", "http-body-util", "hyper", "hyper-util", "tokio"],
    ),
    ("workspace-tests", &[], &["tempfile"]),
];

/// The layer of a crate.
#[must_use]
pub fn layer_of(name: &str) -> Option<&'static Layer> {
    LAYERS.iter().find(|layer| layer.crates.contains(&name))
}

/// The table in ARCHITECTURE.md: by layer, a line for each crate, or for those that use the same.
#[must_use]
pub fn table() -> String {
    let mut table = "| layer | crate | uses of the workspace |\n|---|---|---|\n".to_owned();
    for layer in LAYERS {
        let mut lines: Vec<(Vec<String>, String)> = Vec::new();
        for name in layer.crates {
            let used = ALLOWED.iter().find(|(row, ..)| row == name).map_or(&[][..], |row| row.1);
            let used: Vec<String> = used.iter().map(|name| format!("`{name}`")).collect();
            let used = if used.is_empty() { "nothing".to_owned() } else { used.join(", ") };
            match lines.iter_mut().find(|(_, same)| *same == used) {
                Some((crates, _)) => crates.push(format!("`{name}`")),
                None => lines.push((vec![format!("`{name}`")], used)),
            }
        }
        for (at, (crates, used)) in lines.iter().enumerate() {
            let shown = if at == 0 { layer.name } else { "" };
            let _ = writeln!(table, "| {shown} | {} | {used} |", crates.join(", "));
        }
    }
    table
}
