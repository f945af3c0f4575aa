//! A rule set from a file, ready to run, or all that is wrong with it.

use clap::Args;
use located::Position;
use pipe_cli::{Failure, Input};
use srl::engine::{Engine, Refused};
use srl_analysis::check::check;
use srl_syntax::diagnostic::render::{self, Source};
use srl_syntax::diagnostic::{Diagnostic, has_errors};
use srl_syntax::document::Document;
use srl_syntax::parser::ParseOptions;
use srl_syntax::rule::RuleSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// More than any rule set that people write.
const MAX_BYTES: u64 = 256 << 20;

/// How a rule set is read.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct RuleOptions {
    /// Accept the grammar of the W3C alone: no SET or NOT inside NOT, no FILTER NOT EXISTS, no CONSTRUCT
    #[arg(long)]
    strict: bool,

    /// Follow IMPORTS to files of this folder, by the last part of their IRIs
    #[arg(long, value_name = "DIR")]
    pub(crate) allow_import: Option<PathBuf>,

    /// Write what is said about the rule set, and rounds and statistics, as JSON, an object a line;
    /// messages about files, data and limits stay text
    #[arg(long)]
    pub(crate) json: bool,
}

/// A text of rules and what is said about it.
pub(crate) struct RuleFile {
    /// The name that messages give it.
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    pub(crate) text: String,
    /// `None` if there are errors.
    pub(crate) document: Option<Document>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl RuleFile {
    /// Reads and parses a file, and checks that it is well-formed.
    pub(crate) fn read(path: &Path, options: &RuleOptions) -> anyhow::Result<Self> {
        let mut file = Self::parse(path, options)?;
        if let Some(document) = &file.document {
            file.diagnostics.extend(check(&document.rule_set()));
        }
        file.document = file.document.filter(|_| !has_errors(&file.diagnostics));
        Ok(file)
    }

    /// Reads and parses a file.
    pub(crate) fn parse(path: &Path, options: &RuleOptions) -> anyhow::Result<Self> {
        let mut input = Input::open(Some(path))?;
        let bytes = input.read_up_to(MAX_BYTES)?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            let place = Position::of_char(&String::from_utf8_lossy(error.as_bytes()), valid);
            input.error_at(place.line, place.column, "found bytes that are not UTF-8")
        })?;
        let (document, diagnostics) = srl_analysis::read(&text, &options.parse_options(path));
        let name = input.name().to_owned();
        Ok(Self { name, path: path.to_owned(), text, document, diagnostics })
    }

    /// The document.
    ///
    /// # Errors
    /// Every error, in the words of [`Self::failure`].
    pub(crate) fn document(&self, options: &RuleOptions) -> anyhow::Result<&Document> {
        self.document.as_ref().ok_or_else(|| {
            let errors: Vec<Diagnostic> = self
                .diagnostics
                .iter()
                .filter(|one| has_errors(std::slice::from_ref(one)))
                .cloned()
                .collect();
            self.failure(&errors, options.json).into()
        })
    }

    /// The rule set ready to run.
    ///
    /// # Errors
    /// The engine refuses it.
    pub(crate) fn engine<'a>(
        &self,
        rules: &'a RuleSet,
        options: &RuleOptions,
    ) -> anyhow::Result<Engine<'a>> {
        Engine::new(rules).map_err(|refused| match refused {
            // With imports, places may be of another text.
            Refused::NotStratifiable(cycle) if options.allow_import.is_some() => {
                Failure::new(format!("{}: {cycle}", self.name)).into()
            }
            refused => self.failure(&[refusal(&refused)], options.json).into(),
        })
    }

    /// All of these errors, each with its place in the text, and how many there are.
    pub(crate) fn failure(&self, errors: &[Diagnostic], json: bool) -> Failure {
        let shown = render_all(errors, &Source::new(&self.name, &self.text), json);
        if json {
            return Failure::new(shown.trim_end()).verbatim();
        }
        let count = count(errors.len(), "error");
        Failure::new(format!("{shown}\nsrl-run: error: {}: {count}", self.name)).verbatim()
    }
}

impl RuleOptions {
    pub(crate) fn parse_options(&self, path: &Path) -> ParseOptions {
        let options = if self.strict { ParseOptions::strict() } else { ParseOptions::default() };
        // Where imports are allowed, `IMPORTS <other.srl>` is beside the file.
        let base = self.allow_import.as_ref().and_then(|_| file_iri(path));
        ParseOptions { base, ..options }
    }
}

/// Why the engine refuses a rule set, as a diagnostic.
pub(crate) fn refusal(refused: &Refused) -> Diagnostic {
    match refused {
        Refused::NotStratifiable(cycle) => cycle.diagnostic(),
        Refused::Import(import) => {
            Diagnostic::error("import-refused", import.span, "IMPORTS is refused")
                .label("another rule set")
                .help("--allow-import DIR follows it to a file of that folder")
        }
        Refused::TooDeep(span) => {
            Diagnostic::error("too-deep", *span, "the expression nests too deep")
        }
        other => Diagnostic::error("refused", srl_syntax::span::Span::default(), other.to_string()),
    }
}

/// Diagnostics for people, an empty line between them; or as JSON, one a line.
pub(crate) fn render_all(diagnostics: &[Diagnostic], source: &Source<'_>, json: bool) -> String {
    let one = |diagnostic| {
        if json {
            render::json(diagnostic, source) + "\n"
        } else {
            render::human(diagnostic, source)
        }
    };
    let all: Vec<String> = diagnostics.iter().map(one).collect();
    all.join(if json { "" } else { "\n" })
}

/// `1 error`, `5 errors`.
pub(crate) fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// The `file:` IRI of a path, which relative IRIs of the file are resolved against.
fn file_iri(path: &Path) -> Option<String> {
    let path = path.canonicalize().ok()?;
    let text = path.to_str()?;
    let mut iri = String::from("file://");
    for byte in text.bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => iri.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => iri.push(char::from(byte)),
            byte => {
                // Writing to a string cannot fail.
                let _ = write!(iri, "%{byte:02X}");
            }
        }
    }
    Some(iri)
}
