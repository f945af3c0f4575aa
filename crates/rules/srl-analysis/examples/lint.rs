//! Says all there is to say about a rule set on standard input.
//!
//! ```sh
//! cargo run -p srl-analysis --example lint < rules.srl
//! ```

use srl_analysis::check::check;
use srl_analysis::lint::lint;
use srl_syntax::diagnostic::render::{Source, human};
use srl_syntax::parser::ParseOptions;
use std::io::Read;

fn main() -> std::io::Result<()> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let (document, mut diagnostics) = srl_analysis::read(&text, &ParseOptions::default());
    if let Some(rules) = document.map(|document| document.rule_set()) {
        diagnostics.extend(check(&rules));
        diagnostics.extend(lint(&rules, None));
    }
    for diagnostic in &diagnostics {
        eprintln!("{}", human(diagnostic, &Source::new("-", &text)));
    }
    Ok(())
}
