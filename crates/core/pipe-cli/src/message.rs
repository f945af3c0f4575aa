//! Messages for people, on standard error: `tool: error: …`, `tool: warning: …`, `tool: note: …`.

use crate::TROUBLE;
use std::fmt::{self, Display, Write as _};
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::sync::OnceLock;

static TOOL: OnceLock<String> = OnceLock::new();

pub(crate) fn set_tool(name: &str) {
    // A second call names the same tool; the first name stands.
    let _ = TOOL.set(name.to_owned());
}

/// A failure with a `help:` line, an exit code of its own, or both.
#[derive(Debug)]
pub struct Failure {
    message: String,
    help: Option<String>,
    code: u8,
    verbatim: bool,
}

impl Failure {
    /// A failure with the usual code for trouble.
    pub fn new(message: impl Display) -> Self {
        Self { message: message.to_string(), help: None, code: TROUBLE, verbatim: false }
    }

    /// Adds the line that says how to mend it.
    #[must_use]
    pub fn help(self, help: impl Display) -> Self {
        Self { help: Some(help.to_string()), ..self }
    }

    /// Ends the tool with `code` instead.
    #[must_use]
    pub fn code(self, code: u8) -> Self {
        Self { code, ..self }
    }

    /// Prints the message alone, without `tool: error:` before it and the rest of the chain of
    /// errors: for a tool that speaks as another one does.
    #[must_use]
    pub fn verbatim(self) -> Self {
        Self { verbatim: true, ..self }
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

/// Prints `tool: warning: text`.
pub fn warning(text: impl Display) {
    print(&format!("warning: {}", one_line(&text)));
}

/// Prints `tool: note: text`.
pub fn note(text: impl Display) {
    print(&format!("note: {}", one_line(&text)));
}

/// Prints the chain of errors in a line, its help in another, and gives the exit code.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    let failure = error.chain().find_map(|cause| cause.downcast_ref::<Failure>());
    if let Some(failure) = failure.filter(|failure| failure.verbatim) {
        print_line(&failure.message);
        return ExitCode::from(failure.code);
    }
    let chain: Vec<String> = error.chain().map(cause_text).collect();
    let mut text = format!("error: {}", one_line(&chain.join(": ")));
    if let Some(help) = failure.and_then(|failure| failure.help.as_ref()) {
        let _ = write!(text, "\nhelp: {}", one_line(help));
    }
    print(&text);
    ExitCode::from(failure.map_or(TROUBLE, |failure| failure.code))
}

/// An error's text; the system's numbers in `No such file or directory (os error 2)` help nobody.
fn cause_text(cause: &(dyn std::error::Error + 'static)) -> String {
    let mut text = cause.to_string();
    if cause.is::<io::Error>()
        && let Some(end) = text.find(" (os error ")
    {
        text.truncate(end);
    }
    text
}

pub(crate) fn print(text: &str) {
    let tool = TOOL.get().map_or("sudoku", String::as_str);
    print_line(&format!("{tool}: {text}"));
}

fn print_line(text: &str) {
    // There is nobody left to tell when standard error is closed.
    let _ = writeln!(io::stderr().lock(), "{}", printable(text.trim_end()));
}

/// Escapes line ends, which a file's name may have: a message is one line.
fn one_line(text: &impl Display) -> String {
    text.to_string().trim_end().replace('\n', "\\n")
}

/// Escapes what could move the cursor or reverse the text of a terminal: input is quoted in messages.
fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        let moves = c.is_control() && c != '\n'
            || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
        if moves {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::{one_line, printable};

    #[test]
    fn a_message_is_one_line() {
        assert_eq!(one_line(&"a\nb.txt: No such file\n"), "a\\nb.txt: No such file");
    }

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(printable("a\x1b[2Jb\0\u{202E}\nä"), "a\\u{1b}[2Jb\\u{0}\\u{202e}\nä");
    }
}
