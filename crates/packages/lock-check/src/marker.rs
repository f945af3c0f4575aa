//! Markers: in which environments a requirement holds.
//!
//! ```text
//! marker      and ("or" and)*
//! and         term ("and" term)*
//! term        "(" marker ")" | value operator value
//! value       variable | string
//! operator    "==" "!=" "<=" ">=" "<" ">" "~=" "===" "in" "not in"
//! ```
//!
//! Two values that are versions are compared as versions, others as strings.

use crate::environment::Environment;
use crate::specifier::Specifiers;
use crate::version::Version;
use std::collections::BTreeSet;

/// The deepest nesting that is read: the parser calls itself.
const DEEPEST: usize = 60;

/// A condition on environments.
#[derive(Debug, Clone)]
pub enum Marker {
    /// All hold.
    And(Vec<Marker>),
    /// One holds.
    Or(Vec<Marker>),
    /// A comparison.
    Compare(Value, String, Value),
}

/// A side of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A variable of the environment, or `extra`.
    Variable(String),
    /// A text in quotes.
    Text(String),
}

impl Marker {
    /// Holds everywhere.
    #[must_use]
    pub fn always() -> Self {
        Self::And(Vec::new())
    }

    /// Reads a marker.
    ///
    /// # Errors
    /// Says what was found and what was expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut parser = Parser { tokens: tokens(text)?, next: 0 };
        let marker = parser.or(0)?;
        match parser.peek() {
            None => Ok(marker),
            Some(token) => Err(format!("found '{token}' after the marker")),
        }
    }

    /// Whether the marker holds; `extras` are those that are asked for.
    #[must_use]
    pub fn holds(&self, environment: &Environment, extras: &BTreeSet<String>) -> bool {
        match self {
            Self::And(all) => all.iter().all(|one| one.holds(environment, extras)),
            Self::Or(all) => all.iter().any(|one| one.holds(environment, extras)),
            Self::Compare(left, operator, right) => match (left, right) {
                (Value::Variable(name), Value::Text(extra))
                | (Value::Text(extra), Value::Variable(name))
                    if name == "extra" =>
                {
                    extras.contains(&normal(extra)) == (operator == "==")
                }
                _ => {
                    let value = |side: &Value| match side {
                        Value::Variable(name) => environment.value(name).to_owned(),
                        Value::Text(text) => text.clone(),
                    };
                    let is_version = |side: &Value| matches!(side, Value::Variable(name) if name.starts_with("python_") || name == "implementation_version");
                    let versions = is_version(left) || is_version(right);
                    compare(&value(left), operator, &value(right), versions)
                }
            },
        }
    }

    /// Whether what it says about extras holds, whatever the environment; `extras` are those that are asked for.
    pub(crate) fn admits_extras(&self, extras: &BTreeSet<String>) -> bool {
        match self {
            Self::And(all) => all.iter().all(|one| one.admits_extras(extras)),
            Self::Or(all) => all.iter().any(|one| one.admits_extras(extras)),
            Self::Compare(Value::Variable(name), operator, Value::Text(extra))
            | Self::Compare(Value::Text(extra), operator, Value::Variable(name))
                if name == "extra" =>
            {
                extras.contains(&normal(extra)) == (operator == "==")
            }
            Self::Compare(..) => true,
        }
    }

    /// Adds the variables that are compared with a text, and the text.
    pub(crate) fn collect(&self, compared: &mut BTreeSet<(String, String)>) {
        match self {
            Self::And(all) | Self::Or(all) => {
                for one in all {
                    one.collect(compared);
                }
            }
            Self::Compare(Value::Variable(name), _, Value::Text(text))
            | Self::Compare(Value::Text(text), _, Value::Variable(name)) => {
                compared.insert((name.clone(), text.clone()));
            }
            Self::Compare(..) => {}
        }
    }
}

/// A name as it is compared: lower case, runs of `-`, `_` and `.` are one `-`.
pub(crate) fn normal(name: &str) -> String {
    let mut normal = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            '-' | '_' | '.' if normal.ends_with('-') => {}
            '-' | '_' | '.' => normal.push('-'),
            c => normal.push(c.to_ascii_lowercase()),
        }
    }
    normal
}

fn compare(left: &str, operator: &str, right: &str, versions: bool) -> bool {
    if operator == "poetry" {
        let admitted = Specifiers::parse_poetry(right).ok().zip(Version::parse(left));
        return admitted.is_none_or(|(specifiers, version)| specifiers.contains(&version));
    }
    if matches!(operator, "in" | "not in") {
        // A list of Pythons is compared version by version.
        let is_in = if versions {
            right.split([',', ' ', '|']).any(|one| one == left)
        } else {
            right.contains(left)
        };
        return is_in == (operator == "in");
    }
    if versions
        && let (Ok(specifiers), Some(version)) =
            (Specifiers::parse(&format!("{operator}{right}")), Version::parse(left))
    {
        return specifiers.contains(&version);
    }
    if versions && let (Some(left), Some(right)) = (Version::parse(left), Version::parse(right)) {
        return is_ordered(&left, operator, &right);
    }
    is_ordered(left, operator, right)
}

fn is_ordered<T: PartialOrd + ?Sized>(left: &T, operator: &str, right: &T) -> bool {
    match operator {
        "<" => left < right,
        ">" => left > right,
        "<=" => left <= right,
        ">=" => left >= right,
        "!=" => left != right,
        _ => left == right,
    }
}

fn tokens(text: &str) -> Result<Vec<String>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '(' | ')' => 1,
            '"' | '\'' => match rest[1..].find(first) {
                Some(end) => end + 2,
                None => return Err(format!("the text {rest} has no end")),
            },
            '<' | '>' | '=' | '!' | '~' => {
                rest.find(|c| !matches!(c, '<' | '>' | '=' | '!' | '~')).unwrap_or(rest.len())
            }
            c if c.is_ascii_alphanumeric() || c == '_' => rest
                .find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '.'))
                .unwrap_or(rest.len()),
            c => return Err(format!("found '{c}' in a marker")),
        };
        tokens.push(rest[..end].to_owned());
        rest = rest[end..].trim_start();
    }
    Ok(tokens)
}

struct Parser {
    tokens: Vec<String>,
    next: usize,
}

impl Parser {
    fn peek(&self) -> Option<&str> {
        self.tokens.get(self.next).map(String::as_str)
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.peek() == Some(token);
        self.next += usize::from(found);
        found
    }

    fn or(&mut self, depth: usize) -> Result<Marker, String> {
        if depth > DEEPEST {
            return Err(format!("parentheses are nested more than {DEEPEST} deep"));
        }
        let mut all = vec![self.and(depth)?];
        while self.eat("or") {
            all.push(self.and(depth)?);
        }
        Ok(Marker::Or(all))
    }

    fn and(&mut self, depth: usize) -> Result<Marker, String> {
        let mut all = vec![self.term(depth)?];
        while self.eat("and") {
            all.push(self.term(depth)?);
        }
        Ok(Marker::And(all))
    }

    fn term(&mut self, depth: usize) -> Result<Marker, String> {
        if self.eat("(") {
            let inner = self.or(depth + 1)?;
            return if self.eat(")") { Ok(inner) } else { Err("expected ')'".to_owned()) };
        }
        let left = self.value()?;
        let operator = match self.peek() {
            Some("not") => {
                self.next += 1;
                if !self.eat("in") {
                    return Err("expected 'in' after 'not'".to_owned());
                }
                "not in".to_owned()
            }
            Some(token @ ("in" | "==" | "!=" | "<=" | ">=" | "<" | ">" | "~=" | "===")) => {
                let token = token.to_owned();
                self.next += 1;
                token
            }
            found => return Err(format!("found {found:?}, expected an operator")),
        };
        Ok(Marker::Compare(left, operator, self.value()?))
    }

    fn value(&mut self) -> Result<Value, String> {
        let token = self.peek().ok_or("the marker ends where a value is expected")?.to_owned();
        self.next += 1;
        match token.chars().next() {
            Some('"' | '\'') => Ok(Value::Text(token[1..token.len() - 1].to_owned())),
            Some(c) if c.is_ascii_alphabetic() => Ok(Value::Variable(modern(&token).to_owned())),
            _ => Err(format!("found '{token}', expected a value")),
        }
    }
}

/// Old names of variables.
fn modern(name: &str) -> &str {
    match name {
        "os.name" => "os_name",
        "sys.platform" => "sys_platform",
        "platform.version" => "platform_version",
        "platform.machine" => "platform_machine",
        "platform.python_implementation" | "python_implementation" => {
            "platform_python_implementation"
        }
        name => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_are_evaluated() {
        let environments = Environment::sample(
            &["3.9.1".to_owned()],
            &BTreeSet::from([("sys_platform".to_owned(), "win32".to_owned())]),
        );
        let linux = environments.iter().find(|one| one.value("sys_platform") == "linux").unwrap();
        let x = BTreeSet::from(["x-y".to_owned()]);
        let holds = |text: &str| Marker::parse(text).unwrap().holds(linux, &x);
        for text in [
            "python_version >= '3.9'",
            "python_version < '3.10'",
            "python_full_version == '3.9.*'",
            "os_name == 'posix' and (sys_platform == 'win32' or extra == 'X_y')",
            "'linux' in sys_platform",
            "python_version in '3.8 3.9'",
            "platform_machine != 'arm64'",
            "'3.8' < python_version",
            "sys_platform not in 'win32 darwin'",
            "python_version ~= '3.7'",
        ] {
            assert!(holds(text), "{text}");
        }
        for text in [
            "python_version == '3.1'",
            "extra == 'z'",
            "python_full_version < '3.9.1'",
            "os.name == 'nt'",
        ] {
            assert!(!holds(text), "{text}");
        }
        for wrong in ["", "a", "a ==", "a == 'b", "(a == 'b'", "a == 'b' c", "a ? 'b'", "a not 'b'"]
        {
            assert!(Marker::parse(wrong).is_err(), "{wrong}");
        }
    }
}
