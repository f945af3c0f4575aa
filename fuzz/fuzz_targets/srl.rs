//! Any text: no panic; a text that is a rule set has the same rules when it is laid out, and stays as it is
//! when it is laid out again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use srl_analysis::check::check;
use srl_syntax::diagnostic::has_errors;
use srl_syntax::diagnostic::render::{Source, human, json};
use srl_syntax::document::Document;
use srl::engine::Engine;
use srl_syntax::format::format;
use srl_analysis::lint::lint;
use srl_syntax::parser::ParseOptions;

fuzz_target!(|text: &str| {
    let (document, diagnostics) = srl_analysis::read(text, &ParseOptions::default());
    for diagnostic in &diagnostics {
        let source = Source::new("fuzz", text);
        assert!(human(diagnostic, &source).len() + json(diagnostic, &source).len() > 0);
    }
    let Some(document) = document else {
        assert!(has_errors(&diagnostics));
        return;
    };
    let rules = document.rule_set();
    let is_well_formed = !has_errors(&check(&rules));
    assert!(!has_errors(&lint(&rules, None)));
    if is_well_formed {
        // It may refuse, and does not panic.
        let _ = Engine::new(&rules);
    }
    let laid_out = format(&document);
    let (again, _) = Document::parse(&laid_out, &ParseOptions::default());
    let again = again.expect("what was laid out is read");
    assert_eq!(again.rule_set().without_spans(), rules.without_spans());
    assert_eq!(format(&again), laid_out);
});
