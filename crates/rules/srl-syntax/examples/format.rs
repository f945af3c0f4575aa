//! Lays out a rule set on standard input, or says what is wrong with it.
//!
//! ```sh
//! cargo run -p srl-syntax --example format < rules.srl
//! ```

#![expect(clippy::print_stdout, reason = "an example")]

use srl_syntax::diagnostic::render::{Source, human};
use srl_syntax::document::Document;
use srl_syntax::format::format;
use srl_syntax::parser::ParseOptions;
use std::io::Read;

fn main() -> std::io::Result<()> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let (document, diagnostics) = Document::parse(&text, &ParseOptions::default());
    for diagnostic in &diagnostics {
        eprintln!("{}", human(diagnostic, &Source::new("-", &text)));
    }
    if let Some(document) = document {
        print!("{}", format(&document));
    }
    Ok(())
}
