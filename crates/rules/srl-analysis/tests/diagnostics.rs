//! The texts of the messages: each rule set of `tests/diagnostics` gives what stands in the file beside it.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test -p srl-analysis --test diagnostics` writes the files anew, to be read before they are
//! committed.

#![expect(clippy::unwrap_used, reason = "a test stops where its material is broken")]

use srl_analysis::check::check;
use srl_analysis::lint::lint;
use srl_syntax::diagnostic::render::{Source, human, json, one_line};
use srl_syntax::diagnostic::{Diagnostic, has_errors};
use srl_syntax::parser::ParseOptions;
use std::fs;
use std::path::{Path, PathBuf};

fn diagnostics(text: &str, options: &ParseOptions) -> Vec<Diagnostic> {
    let (document, mut diagnostics) = srl_analysis::read(text, options);
    if let Some(rules) = document.map(|document| document.rule_set()) {
        diagnostics.extend(check(&rules));
        diagnostics.extend(lint(&rules, None));
    }
    diagnostics
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "srl"));
    files.sort();
    files
}

fn shown(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let name = file.file_name().unwrap().to_str().unwrap();
    let options =
        if name == "strict.srl" { ParseOptions::strict() } else { ParseOptions::default() };
    let source = Source::new(name, &text);
    let texts: Vec<String> =
        diagnostics(&text, &options).iter().map(|diagnostic| human(diagnostic, &source)).collect();
    texts.join("\n")
}

#[test]
fn the_messages_are_as_they_were() {
    let update = std::env::var_os("UPDATE_SNAPSHOTS").is_some();
    assert!(files().len() >= 8);
    for file in files() {
        let (shown, expected) = (shown(&file), file.with_extension("txt"));
        if update {
            fs::write(&expected, &shown).unwrap();
        }
        let expected = fs::read_to_string(&expected).unwrap_or_default();
        assert_eq!(shown, expected, "{}", file.display());
    }
}

/// A fix replaces what is wrong by something that does not give the same message again.
#[test]
fn fixes_cure() {
    let mut fixes = 0;
    for file in files() {
        let text = fs::read_to_string(&file).unwrap();
        for diagnostic in diagnostics(&text, &ParseOptions::default()) {
            let Some(fix) = &diagnostic.fix else { continue };
            let mut cured = text.clone();
            cured.replace_range(fix.span.start..fix.span.end, &fix.replacement);
            let count = |text: &str| {
                let all = diagnostics(text, &ParseOptions::default());
                all.iter().filter(|other| other.code == diagnostic.code).count()
            };
            assert!(count(&cured) < count(&text), "{}: {diagnostic:?}", file.display());
            fixes += 1;
        }
    }
    assert!(fixes > 10, "{fixes} fixes");
}

#[test]
fn every_form_names_the_place_and_the_code() {
    for file in files() {
        let text = fs::read_to_string(&file).unwrap();
        let source = Source::new("rules.srl", &text);
        for diagnostic in diagnostics(&text, &ParseOptions::default()) {
            let (line, column) = source.position(diagnostic.span().start);
            let place = format!("rules.srl:{line}:{column}");
            assert!(human(&diagnostic, &source).contains(&place));
            assert!(one_line(&diagnostic, &source).starts_with(&place));
            assert!(
                json(&diagnostic, &source)
                    .contains(&format!("\"line\":{line},\"column\":{column},"))
            );
            assert!(!diagnostic.message.ends_with('.') && !diagnostic.message.is_empty());
        }
    }
}

#[test]
fn a_document_with_errors_is_none() {
    for file in files() {
        let text = fs::read_to_string(&file).unwrap();
        let (document, diagnostics) = srl_analysis::read(&text, &ParseOptions::default());
        assert_eq!(document.is_none(), has_errors(&diagnostics));
    }
}

/// `docs/formats/srl.md` tells of every code; those of SPARQL and of older drafts without their prefix.
#[test]
fn the_page_of_the_format_has_the_codes() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/formats/srl.md");
    let page = fs::read_to_string(page).unwrap();
    for file in files() {
        let text = fs::read_to_string(&file).unwrap();
        for Diagnostic { code, .. } in diagnostics(&text, &ParseOptions::default()) {
            let short = code.trim_start_matches("sparql-").trim_start_matches("old-");
            let is_there =
                page.contains(&format!("`{code}`")) || page.contains(&format!("`{short}`"));
            assert!(is_there, "{code}");
        }
    }
}
