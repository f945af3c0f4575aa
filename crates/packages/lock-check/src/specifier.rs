//! Specifiers: which versions a requirement admits.
//!
//! ```text
//! specifiers  clause ("," clause)*
//! clause      ("==" | "!=" | "<=" | ">=" | "<" | ">" | "~=" | "===") version ".*"?
//! ```
//!
//! Poetry's constraints add `^`, `~`, `*`, versions alone, and `||`; they are written out in clauses.

use crate::version::Version;

/// Clauses that all must hold, or one of several lists of them.
#[derive(Debug, Clone, Default)]
pub struct Specifiers {
    alternatives: Vec<Vec<Clause>>,
}

#[derive(Debug, Clone)]
struct Clause {
    operator: &'static str,
    version: Version,
    /// The first numbers of the release are compared.
    is_prefix: bool,
    text: String,
}

const OPERATORS: [&str; 8] = ["===", "==", "!=", "<=", ">=", "~=", "<", ">"];

impl Specifiers {
    /// Any version.
    #[must_use]
    pub fn any() -> Self {
        Self { alternatives: vec![Vec::new()] }
    }

    /// Reads `>=1,<2`.
    ///
    /// # Errors
    /// Says which clause is malformed.
    pub fn parse(text: &str) -> Result<Self, String> {
        let clauses = text.split(',').map(str::trim).filter(|clause| !clause.is_empty());
        let clauses = clauses.map(Clause::parse).collect::<Result<_, _>>()?;
        Ok(Self { alternatives: vec![clauses] })
    }

    /// Reads `Requires-Python`, in which old releases wrote `>=3.6.*` for `>=3.6`.
    ///
    /// # Errors
    /// Says which clause is malformed.
    pub fn parse_python(text: &str) -> Result<Self, String> {
        let bounds = text.split(',').map(|clause| {
            let is_bound = clause.trim_start().starts_with(['<', '>']);
            if is_bound { clause.trim_end().trim_end_matches(".*") } else { clause }
        });
        Self::parse(&bounds.collect::<Vec<_>>().join(","))
    }

    /// Reads Poetry's `^1.2 || ~2.0`.
    ///
    /// # Errors
    /// Says which clause is malformed.
    pub fn parse_poetry(text: &str) -> Result<Self, String> {
        let alternatives = text.split('|').filter(|one| !one.is_empty()).map(poetry_clauses);
        Ok(Self { alternatives: alternatives.collect::<Result<_, _>>()? })
    }

    /// Whether a version is admitted; whether pre-releases are wanted is not asked.
    #[must_use]
    pub fn contains(&self, version: &Version) -> bool {
        self.alternatives.iter().any(|clauses| clauses.iter().all(|clause| clause.admits(version)))
    }
}

impl Clause {
    fn parse(text: &str) -> Result<Self, String> {
        let wrong = || format!("'{text}' is not a specifier");
        let operator = OPERATORS.into_iter().find(|one| text.starts_with(one)).ok_or_else(wrong)?;
        let version = text[operator.len()..].trim();
        let prefix = version.strip_suffix(".*").filter(|_| matches!(operator, "==" | "!="));
        let parsed = Version::parse(prefix.unwrap_or(version)).ok_or_else(wrong)?;
        if operator == "~=" && parsed.release.len() < 2 {
            return Err(wrong());
        }
        Ok(Self {
            operator,
            version: parsed,
            is_prefix: prefix.is_some(),
            text: version.to_owned(),
        })
    }

    fn admits(&self, version: &Version) -> bool {
        let bound = &self.version;
        match self.operator {
            "==" => self.is_equal(version),
            "!=" => !self.is_equal(version),
            "<=" => version.public() <= *bound,
            ">=" => version.public() >= *bound,
            "~=" => version.public() >= *bound && shares(version, bound, bound.release.len() - 1),
            "<" => {
                let first = Version { dev: Some(0), ..bound.public() };
                let is_its_prerelease =
                    !bound.is_prerelease() && version.is_prerelease() && *version >= first;
                version < bound && !is_its_prerelease
            }
            ">" => {
                let base = Version { post: None, dev: None, ..version.public() };
                let is_its_post = bound.post.is_none() && version.post.is_some() && base == *bound;
                version > bound && !is_its_post && version.public() != *bound
            }
            _ => Version::parse(&self.text).is_some_and(|exact| exact == *version),
        }
    }

    fn is_equal(&self, version: &Version) -> bool {
        match (self.is_prefix, self.version.local.is_empty()) {
            (true, _) => shares(version, &self.version, self.version.release.len()),
            (false, true) => version.public() == self.version,
            (false, false) => *version == self.version,
        }
    }
}

fn shares(a: &Version, b: &Version, n: usize) -> bool {
    a.epoch == b.epoch && (0..n).all(|i| a.part(i) == b.part(i))
}

/// One of Poetry's alternatives.
fn poetry_clauses(text: &str) -> Result<Vec<Clause>, String> {
    let mut words: Vec<String> = Vec::new();
    for word in text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty())
    {
        match words.last_mut().filter(|last| last.ends_with(['<', '>', '=', '~', '^'])) {
            Some(operator) => operator.push_str(word),
            None => words.push(word.to_owned()),
        }
    }
    let mut clauses = Vec::new();
    for word in words.iter().filter(|word| *word != "*") {
        let caret = word.strip_prefix('^');
        let tilde = word.strip_prefix('~').filter(|rest| !rest.starts_with('='));
        if let Some(rest) = caret.or(tilde) {
            let version =
                Version::parse(rest).ok_or_else(|| format!("'{word}' is not a constraint"))?;
            let last = version.release.len() - 1;
            let kept = match caret {
                Some(_) => version.release.iter().position(|&part| part != 0).unwrap_or(last),
                None => last.min(1),
            };
            let mut release = version.release[..=kept].to_vec();
            release[kept] = release[kept].saturating_add(1);
            let end = Version { epoch: version.epoch, release, ..Version::default() };
            let clause = |operator, version: Version| Clause {
                operator,
                version,
                is_prefix: false,
                text: String::new(),
            };
            clauses.extend([clause(">=", version), clause("<", end)]);
        } else if word.starts_with(|c: char| c.is_ascii_digit() || c == 'v') {
            clauses.push(Clause::parse(&format!("=={word}"))?);
        } else if word.starts_with('=') && !word.starts_with("==") {
            clauses.push(Clause::parse(&format!("={word}"))?);
        } else {
            clauses.push(Clause::parse(word)?);
        }
    }
    Ok(clauses)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specifiers_admit_what_packaging_admits() {
        let cases: [(&str, &[&str], &[&str]); 10] = [
            ("==2.1.*", &["2.1", "2.1.5", "2.1a1", "2.1.post1+x"], &["2", "2.10", "1!2.1"]),
            ("!=2.1.*", &["2", "1.5", "2.2"], &["2.1", "2.1.0"]),
            ("<3.0.0a8", &["3.0.0a7", "3.0.0.dev1", "2"], &["3.0.0a8", "3.0.0"]),
            ("<3", &["2.9.post1"], &["3.0a1", "3.0.0.dev0", "3"]),
            (">1.0a1", &["1.0.post1", "1.0", "1.0a2"], &["1.0a1.post1", "1.0a1+x"]),
            (">1.0", &["1.0.1", "1.1.post1"], &["1.0.post1", "1.0+x"]),
            ("~=1.4.2", &["1.4.2", "1.4.9"], &["1.5", "1.4.1"]),
            ("==1.0", &["1.0+x", "1"], &["1.0.1"]),
            ("==1.0+x", &["1.0+X"], &["1.0", "1.0+y"]),
            (">= 1, < 2", &["1.5"], &["2"]),
        ];
        for (text, inside, outside) in cases {
            let specifiers = Specifiers::parse(text).unwrap();
            let admits = |version: &&str| specifiers.contains(&Version::parse(version).unwrap());
            assert!(inside.iter().all(admits) && !outside.iter().any(admits), "{text}");
        }
        for wrong in ["1.0", ">=", "~=1", ">=1.*", "=>1"] {
            assert!(Specifiers::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn poetrys_constraints_are_written_out() {
        for (text, inside, outside) in [
            ("^1.2.3", "1.9", "2.0"),
            ("^0.0.3", "0.0.3", "0.0.4"),
            ("^0", "0.9", "1"),
            ("~1.2", "1.2.9", "1.3"),
            ("~1", "1.9", "2"),
            ("1.2.*", "1.2.9", "1.3"),
            ("2.0", "2", "2.0.1"),
            ("^1 || 3.0", "3.0", "2"),
            (">=1 <2", "1.5", "2"),
            ("*", "7", ""),
        ] {
            let specifiers = Specifiers::parse_poetry(text).unwrap();
            assert!(specifiers.contains(&Version::parse(inside).unwrap()), "{text}");
            assert!(
                !Version::parse(outside).is_some_and(|one| specifiers.contains(&one)),
                "{text}"
            );
        }
    }
}
