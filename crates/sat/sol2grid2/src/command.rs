//! The command that runs a solver: a program and its arguments, perhaps with variables before them.
//!
//! ```text
//! command   (NAME=VALUE)* PROGRAM ARGUMENT*
//! ```
//!
//! Words end at blanks, and quotes are taken off, as a shell does it; but no shell runs. What it
//! alone would understand, such as `2>/dev/null`, is refused, because a solver would take it for an
//! option or the name of a file.

use anyhow::Context;
use pipe_cli::{Failure, beside};
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::Path;
use std::process::Command;

/// The solver that comes with this tool.
const BUNDLED: &str = "dimacs-solve";

/// A command without the CNF.
#[derive(Debug)]
pub(crate) struct SolverCommand {
    /// As it was given.
    text: String,
    variables: Vec<(String, String)>,
    program: OsString,
    args: Vec<String>,
}

impl SolverCommand {
    /// Splits a command into its words.
    ///
    /// # Errors
    /// A quote is not closed, there is no program, or there is something for a shell.
    pub(crate) fn parse(text: &str) -> anyhow::Result<Self> {
        let context = || format!("solver '{text}'");
        let words = shlex::split(text).context("a quote is not closed").with_context(context)?;
        if let Some(found) = shell_syntax(text) {
            let message = format!("{}: found '{found}', expected words without it", context());
            let help = "no shell reads this: quote it, or write sh -c '..' with \"$0\" for the CNF";
            return Err(Failure::new(message).help(help).into());
        }
        let n_variables = words.iter().take_while(|word| assignment(word).is_some()).count();
        let (variables, words) = words.split_at(n_variables);
        let (program, args) =
            words.split_first().context("there is no program").with_context(context)?;
        Ok(Self {
            text: text.to_owned(),
            variables: variables.iter().filter_map(|word| assignment(word)).collect(),
            program: program.into(),
            args: args.to_vec(),
        })
    }

    /// The bundled solver beside this program, or else the one on `PATH`.
    pub(crate) fn bundled() -> Self {
        let program = beside(BUNDLED);
        let text = program.display().to_string();
        Self { text, variables: Vec::new(), program: program.into(), args: Vec::new() }
    }

    /// The command with a file, ready for more arguments.
    pub(crate) fn with(&self, file: &Path) -> Command {
        let mut command = Command::new(&self.program);
        command.envs(self.variables.iter().cloned()).args(&self.args).arg(file);
        command
    }

    /// The command with a formula and the file for its proof: as the bundled solver has it, whose own
    /// format also proves what it counts, or else as those of the SAT competitions do.
    pub(crate) fn with_proof(&self, formula: &Path, proof: &Path) -> Command {
        let mut command = self.with(formula);
        if self.is(BUNDLED) {
            command.arg("--proof");
        }
        command.arg(proof);
        command
    }

    /// Whether the program is a minisat, which writes its model to a second file.
    pub(crate) fn is_minisat(&self) -> bool {
        self.is("minisat")
    }

    fn is(&self, start: &str) -> bool {
        let name = Path::new(&self.program).file_stem().and_then(OsStr::to_str);
        name.is_some_and(|name| name.starts_with(start))
    }
}

impl fmt::Display for SolverCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "solver '{}'", self.text)
    }
}

/// The name and the value of `NAME=VALUE`.
fn assignment(word: &str) -> Option<(String, String)> {
    let (name, value) = word.split_once('=')?;
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_name.then(|| (name.to_owned(), value.to_owned()))
}

/// The first character that is not quoted and means something to a shell.
fn shell_syntax(command: &str) -> Option<char> {
    let mut open_quote = None;
    let mut previous = ' ';
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (open_quote, c) {
            (Some(quote), _) if quote == c => open_quote = None,
            (None | Some('"'), '\\') => drop(chars.next()),
            (None, '\'' | '"') => open_quote = Some(c),
            (None, '<' | '>' | '|' | '&' | ';' | '$' | '`' | '(' | ')') => return Some(c),
            (None, '~') if previous.is_whitespace() => return Some(c),
            _ => {}
        }
        previous = c;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_come_before_the_program() {
        let parse = |text| SolverCommand::parse(text).unwrap();
        let command = parse("A=1 _b2='x y' cadical C=3 --sat");
        let variables = [("A", "1"), ("_b2", "x y")].map(|(n, v)| (n.to_owned(), v.to_owned()));
        assert_eq!(command.variables, variables);
        assert_eq!(
            (command.program, command.args),
            ("cadical".into(), vec!["C=3".into(), "--sat".into()])
        );
        for program in ["./a=b/solver", "2=3", "=x", "a-b=c"] {
            assert_eq!(parse(program).program, program);
        }
        let error = |text| format!("{:#}", SolverCommand::parse(text).unwrap_err());
        assert_eq!(error("A=1 "), "solver 'A=1 ': there is no program");
        assert_eq!(error("sh 'x"), "solver 'sh 'x': a quote is not closed");
    }

    #[test]
    fn what_only_a_shell_understands_is_found() {
        for (command, found) in [
            ("cadical -q 2>/dev/null", '>'),
            ("cadical < x", '<'),
            ("cadical|tee log", '|'),
            ("ulimit -v 1; cadical", ';'),
            ("cd x && cadical", '&'),
            ("cadical -t $LIMIT", '$'),
            ("cadical `x`", '`'),
            ("(cadical)", '('),
            ("~/cadical", '~'),
            ("nice ~x/cadical", '~'),
            ("sh -c 'cadical' >x", '>'),
        ] {
            assert_eq!(shell_syntax(command), Some(found), "{command}");
        }
        for command in [
            "sh -c 'cadical -q \"$0\" 2>/dev/null; exit 0'",
            r#"sh -c "cadical \" $0 | x""#,
            r"prog \> \; a~b x=~",
            "z3 -dimacs sat.threads=2 -T:5",
        ] {
            assert_eq!(shell_syntax(command), None, "{command}");
        }
    }
}
